/** Overlays of a town on tiles, and what is not connected in it. */
import { buildWorld, InputError, inlinePlan, parseScenario, type World } from '@foulee/engine';
import { expect, test } from 'vitest';
import { type TownChoice, USUAL_TOWN, type TownOverlayName } from '../protocol/overlay.ts';
import { townOverlay } from './overlays-town.ts';
import { townsOf } from './towns.ts';

/** @param place what the floor is, as in a scenario */
function worldOf(place: object): World {
  const { environment } = parseScenario({
    name: 'place',
    duration: 10,
    environment: place,
    exits: { out: { box: [0.2, 0.2, 1, 1] } },
    walkers: [{ in: { box: [1, 1, 1.5, 1.5] }, count: 1, exit: 'nearest' }],
  });
  if (environment.kind !== 'inline') throw new Error('inline');
  return buildWorld(inlinePlan(environment, 'place'));
}

/** A square with four blocks and streets between and around them, 20 m wide: pavements leave ground in the middle of each. */
const STREETS = worldOf({
  walkable: [{ box: [0, 0, 100, 100] }],
  obstacles: [20, 60].flatMap((x) => [20, 60].map((y) => ({ box: [x, y, x + 20, y + 20] }))),
});

async function overlay(world: World, name: TownOverlayName, choice: Partial<TownChoice> = {}) {
  return townOverlay((await townsOf(world, { ...USUAL_TOWN, ...choice }))!, name);
}

/** Of a picture: how many pixels have each colour; none for those that are clear. */
function coloursOf({ pictures = [] }: { pictures?: { pixels: Uint8Array }[] | undefined }): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { pixels } of pictures) {
    for (let k = 0; k < pixels.length; k += 4) {
      if (pixels[k + 3] === 0) continue;
      const colour = `#${[0, 1, 2].map((c) => pixels[k + c].toString(16).padStart(2, '0')).join('')}`;
      counts.set(colour, (counts.get(colour) ?? 0) + 1);
    }
  }
  return counts;
}

test('tiles: a pixel each, at their place, in the colours of the legend, which tells their area', async () => {
  const { pictures, legend, note } = await overlay(STREETS, 'tiles');
  // From the origin of the mesh, which may be anywhere.
  const [x, y] = STREETS.mesh.origin;
  expect(pictures).toHaveLength(1);
  const { left, bottom, width, height, columns, rows, z } = pictures![0];
  expect([left + x, bottom + y, width, height, columns, rows, z]).toEqual([0, 0, 100, 100, 100, 100, 0]);
  expect(legend.map(({ label }) => label.split(',')[0])).toEqual([
    'building or wall',
    'ground (street)',
    'pavement',
    'crossing',
  ]);
  const colours = coloursOf({ pictures });
  for (const { colour, label } of legend) {
    expect(label).toContain(`, ${colours.get(colour)?.toLocaleString('en')} m²`);
  }
  expect(colours.get(legend[0].colour)).toBeGreaterThanOrEqual(4 * 400);
  expect(note).toMatch(/^10,000 tiles of 1 m\. People walk on pavements/);
});

test('half the side, four times the tiles; in an open place all floor is accessible', async () => {
  const fine = await overlay(STREETS, 'tiles', { side: 0.5 });
  expect([fine.pictures![0].columns, fine.pictures![0].rows]).toEqual([200, 200]);
  const open = await overlay(STREETS, 'tiles', { isOpen: true });
  expect(open.legend.map(({ label }) => label.split(',')[0])).toEqual(['building or wall', 'floor']);
  expect(open.note).toMatch(/People walk on all floor/);
  const { sketches, note } = await overlay(STREETS, 'crossings', { isOpen: true });
  expect(sketches.flatMap(({ lines }) => [...lines!])).toEqual([]);
  expect(note).toMatch(/no crossings/);
});

test('goals are points, and lines join those that see each other or are joined by a crossing', async () => {
  const [level] = (await townsOf(STREETS, USUAL_TOWN))!;
  const { goals, graph, crossings } = level.town;
  const { sketches, legend, note } = await overlay(STREETS, 'goals');
  const points = sketches.filter(({ kind }) => kind === 'line');
  const middles = points.map(({ points: [ax, ay, bx, by] }) => [(ax + bx) / 2, (ay + by) / 2]);
  expect(middles).toHaveLength(goals.x.length);
  middles.forEach(([x, y], g) => {
    expect(Math.hypot(x - goals.x[g], y - goals.y[g])).toBeLessThan(1e-9);
  });
  const lines = sketches.filter(({ kind }) => kind === 'web').map((sketch) => sketch.lines!.length / 6);
  expect(lines[0] + lines[1]).toBe(graph.item.length / 2);
  expect(lines[1]).toBe(crossings.length / 2);
  expect(crossings.length).toBeGreaterThan(0);
  expect(note).toContain(`${goals.x.length} goals; ${lines[0]} pairs that see each other, ${lines[1]} joined`);
  expect(legend.map(({ label }) => label)).not.toContain('goal not connected to most others');
});

test('the density that goals predict is painted on accessible floor with goals', async () => {
  const [level] = (await townsOf(STREETS, USUAL_TOWN))!;
  const { density, tiles, goals } = level.town;
  const made = await overlay(STREETS, 'predicted');
  const painted = coloursOf(made);
  const area = density.area.reduce((sum, one, k) => sum + (density.goals[k] > 0 ? one : 0), 0);
  expect([...painted.values()].reduce((sum, count) => sum + count, 0)).toBe(area);
  const known = made.legend.map(({ colour }) => colour);
  for (const colour of painted.keys()) expect(known).toContain(colour);
  expect(tiles.kind.length).toBe(10_000);
  // One person per 1.5 m² where the share of goals per m² is largest.
  const densest = Math.max(...density.area.map((one, k) => (one > 0 ? density.goals[k] / one : 0)));
  const people = Math.ceil(goals.x.length / 1.5 / densest);
  expect(made.note).toContain(`with ${people.toLocaleString('en')} people`);
});

test('what is not connected is listed with its places', async () => {
  expect((await overlay(STREETS, 'tiles')).town).toEqual({ gaps: [] });
  // Two rooms; the door between them is wider than a body and narrower than a tile of 2 m.
  const rooms = worldOf({
    walkable: [{ box: [0, 0, 10, 10] }, { box: [10.5, 0, 16, 10] }, { box: [10, 4.6, 10.5, 5.5] }],
  });
  const coarse = await overlay(rooms, 'goals', { side: 2, isOpen: true });
  const kinds = coarse.town!.gaps.map(({ kind, count }) => [kind, count]);
  expect(kinds).toContainEqual(['narrowDoor', 1]);
  expect(kinds).toContainEqual(['cutOff', 1]);
  expect(kinds).toContainEqual(['part', 1]);
  const of = (kind: string) => coarse.town!.gaps.find((one) => one.kind === kind)!.places;
  const [door] = of('narrowDoor');
  const [x, y] = rooms.mesh.origin;
  expect(door.size).toBeCloseTo(0.9, 6);
  expect(door.x + x).toBeGreaterThanOrEqual(10);
  expect(door.x + x).toBeLessThanOrEqual(10.5);
  expect(door.y + y).toBeCloseTo(5.05, 6);
  const [part] = of('part');
  // The room with fewer goals, and exactly these have another colour.
  const [{ town }] = (await townsOf(rooms, { side: 2, isOpen: true }))!;
  const isLeft = (at: number) => at + x < 10.25;
  const inRoom = [...town.goals.x].filter((at) => isLeft(at) === isLeft(part.x)).length;
  expect([part.goals, inRoom < town.goals.x.length / 2]).toEqual([inRoom, true]);
  const apart = coarse.legend.find(({ label }) => label.startsWith('goal not'))!.colour;
  const dots = coarse.sketches.filter(({ colour }) => colour === apart);
  expect(dots.map(({ points }) => isLeft(points[0]))).toEqual(dots.map(() => isLeft(part.x)));
  expect(dots).toHaveLength(inRoom);
  const fine = await overlay(rooms, 'goals', { side: 0.2, isOpen: true });
  expect(fine.town).toEqual({ gaps: [] });
});

test('towns are kept until they are made otherwise, and not made any further if that is not wanted', async () => {
  const choice = { side: 1, isOpen: true };
  const towns = await townsOf(STREETS, choice);
  expect(await townsOf(STREETS, { ...choice })).toBe(towns);
  const stages: string[] = [];
  const progress = (stage: string, share: number) => stages.push(`${stage} ${share}`);
  expect(await townsOf(STREETS, { side: 2, isOpen: true }, progress, () => true)).toBeUndefined();
  expect(stages).toEqual(['making the town 0']);
  expect(await townsOf(STREETS, choice)).toBe(towns);
  expect(await townsOf(STREETS, { side: 2, isOpen: true })).not.toBe(towns);
});

test('tiles that would be too many are refused with what to do', async () => {
  for (const side of [0.01, 0, -1, NaN]) {
    const made = townsOf(STREETS, { side, isOpen: false });
    await expect(made).rejects.toThrow(InputError);
  }
  await expect(townsOf(STREETS, { side: 0.02, isOpen: false })).rejects.toThrow(/5,000 × 5,000.*larger tile side/);
  await expect(townsOf(STREETS, { side: 0.04, isOpen: false })).rejects.toThrow(/2,500 × 2,500.*4 million/);
});
