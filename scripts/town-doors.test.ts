/** Sources and wells in a town from a picture (M02 §2.2.2): people come out of doors at the edges of buildings, walk for about six minutes, and leave by the nearest door. */
import { expect, test } from 'vitest';
import { advance, createReport, createRun, isOver, openScenario } from '@foulee/engine';
import { parseScenarioText, readPlaceFile } from '@foulee/formats';
import { greyPng, makeBitmapTown } from '@foulee/testing';

type Ends = [[number, number], [number, number]];

const SIZE = 160;
const picture = makeBitmapTown(SIZE, 3);

/** Doors 2 m wide where a street of at least 9 m begins and ends, upwards from the bottom: from building to street, then from street to building. */
function doorsAt(x: number): Ends[] {
  const isHouse = (y: number) => picture.pixels[(SIZE - 1 - y) * SIZE + x] === 0;
  const doors: Ends[] = [];
  for (let y = 1, from = 0; y < SIZE; y++) {
    if (!isHouse(y) && isHouse(y - 1)) from = y;
    if (!isHouse(y) || isHouse(y - 1) || from === 0 || y - from < 9) continue;
    for (const wall of [from, y]) {
      doors.push([
        [x - 1, wall],
        [x + 1, wall],
      ]);
    }
  }
  return doors;
}

/** Metres from a door, whose ends have the same y. */
function away([[left, wall], [right]]: Ends, x: number, y: number): number {
  return Math.hypot(Math.max(0, left - x, x - right), y - wall);
}

test('people come out of doors, walk for about six minutes and leave by the nearest door', async () => {
  const doors = [...doorsAt(30), ...doorsAt(120)];
  expect(doors.length).toBeGreaterThanOrEqual(4);
  const data = {
    model: 'stream',
    duration: 1500,
    environment: { file: 'town.png' },
    exits: Object.fromEntries(doors.map((line, k) => [`door ${k + 1}`, { line }])),
    itineraries: { walk: [{ wander: { normal: [360, 60], within: [240, 480] } }, { exit: 'nearest' }] },
    sources: doors.map((line) => ({ in: { line }, rate: 0.1, total: 12, itinerary: 'walk' })),
  };
  const { scenario, world } = await openScenario(parseScenarioText(JSON.stringify(data), 'town.json'), {
    readPlace: async (name, options) => {
      const read = await readPlaceFile(greyPng(SIZE, picture.pixels), name, options, createReport());
      return read.kind === 'plan' ? read.plan : read.soup;
    },
  });
  const run = createRun(scenario, world);
  const { crowd } = run.simulation;
  const [ox, oy] = world.mesh.origin;
  const places = new Map<number, [number, number]>();
  /** Of each who has come: metres from each door when they came. */
  const came: number[] = [];
  /** The exit that was nearest by way when each stopped wandering. */
  const nearest = new Map<number, number>();
  const trips: number[] = [];
  const exitsUsed = new Set<number>();
  while (!isOver(run)) {
    advance(run);
    const { tiled, left } = run.simulation;
    for (const { serial, seconds } of left) {
      trips.push(seconds);
      const off = doors.map((door) => away(door, ...places.get(serial)!));
      const exit = off.indexOf(Math.min(...off));
      exitsUsed.add(exit);
      expect(exit).toBe(nearest.get(serial));
      expect(off[exit]).toBeLessThan(2);
    }
    for (let i = 0; i < crowd.count; i++) {
      const serial = crowd.serial[i];
      const [x, y] = [crowd.place[2 * i] + ox, crowd.place[2 * i + 1] + oy];
      if (!places.has(serial)) came.push(Math.min(...doors.map((door) => away(door, x, y))));
      places.set(serial, [x, y]);
      if (crowd.stage[i] !== 1 || nearest.has(serial)) continue;
      const lengths = doors.map((_, exit) => tiled!.model.wayLength(tiled!.shared, i, exit));
      nearest.set(serial, lengths.indexOf(Math.min(...lengths)));
    }
  }
  expect(came).toHaveLength(12 * doors.length);
  // A step of 0.2 m after they came, on tiles of 1 m.
  expect(Math.max(...came)).toBeLessThan(1.3);
  expect(trips).toHaveLength(came.length);
  expect(run.warnings).toEqual([]);
  expect(exitsUsed.size).toBeGreaterThan(doors.length / 2);
  const mean = trips.reduce((sum, seconds) => sum + seconds, 0) / trips.length;
  expect(Math.min(...trips)).toBeGreaterThan(240);
  expect(mean).toBeGreaterThan(360);
  expect(mean).toBeLessThan(480);
});
