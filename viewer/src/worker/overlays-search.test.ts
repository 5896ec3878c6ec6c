/** Where people were lost, and what signs do, over the floor: two rooms with a thin wall between them, and stairs behind the second. */
import {
  buildWorld,
  createRun,
  inlinePlan,
  NONE,
  parseScenario,
  type Play,
  playWhile,
  startPlay,
} from '@foulee/engine';
import { expect, test } from 'vitest';
import type { FloorPicture } from '../protocol/floor-picture.ts';
import { drawLinks } from '@foulee/formats';
import { paintSquares } from './floor-squares.ts';
import { bordersFor, searchOverlay } from './overlays-search.ts';

const ROOMS = {
  name: 'rooms',
  duration: 120,
  environment: {
    levels: {
      ground: {
        elevation: 0,
        walkable: [{ box: [0, 0, 9.5, 8] }, { box: [9.5, 6.2, 9.7, 7.4] }, { box: [9.7, 0, 20, 8] }],
      },
      upper: { elevation: 3, walkable: [{ box: [26, 0, 36, 8] }] },
    },
    links: {
      stairs: {
        kind: 'stairs',
        lower: 'ground',
        upper: 'upper',
        corners: [
          [20, 1],
          [20, 3],
          [26, 3],
          [26, 1],
        ],
      },
    },
  },
  profiles: { guest: { knowledge: 'nothing' } },
  goals: { desk: { at: [35, 7], level: 'upper' } },
  itineraries: { visit: ['desk'] },
  walkers: [{ in: { box: [1, 1, 4, 4], level: 'ground' }, count: 4, profile: 'guest', itinerary: 'visit' }],
};

function played(data: object): Play {
  const scenario = parseScenario(data);
  if (scenario.environment.kind !== 'inline') throw new Error('inline');
  const world = buildWorld(inlinePlan(scenario.environment, 'rooms'));
  const play = startPlay(createRun(scenario, world));
  playWhile(play, () => true);
  return play;
}

/** m² of triangles, and of those that a condition holds of their middle. */
function areaOf({ triangles }: FloorPicture, holds: (x: number, y: number, u: number) => boolean): number {
  const at = triangles ?? new Float32Array(0);
  let sum = 0;
  for (let k = 0; k < at.length; k += 12) {
    const [ax, ay, bx, by, cx, cy] = [at[k], at[k + 1], at[k + 4], at[k + 5], at[k + 8], at[k + 9]];
    const area = Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
    if (holds((ax + bx + cx) / 3, (ay + by + cy) / 3, at[k + 2])) sum += area;
  }
  return sum;
}

test('squares cover all floor once, and nothing else', () => {
  const { simulation } = played(ROOMS).run;
  const { mesh } = simulation.world;
  const links = drawLinks(simulation.world);
  const all = paintSquares(mesh, links, 1, ['#000000', '#ffffff'], () => 1);
  expect(all.map(({ z, link }) => [z, link?.name])).toEqual([
    [0, undefined],
    [3, undefined],
    [0, 'stairs'],
  ]);
  expect(areaOf(all[0], () => true)).toBeCloseTo(9.5 * 8 + 0.2 * 1.2 + 10.3 * 8, 3);
  expect(areaOf(all[1], () => true)).toBeCloseTo(80, 3);
  expect(all[2]).toMatchObject({ left: 20, bottom: 1, width: 6, height: 2, columns: 6, rows: 2 });
  expect(Math.min(...all[2].pixels)).toBeGreaterThan(0);
  expect(paintSquares(mesh, links, 1, ['#000000'], () => NONE)).toEqual([]);
});

test('search is drawn where people searched, on their own side of the wall, and on stairs', () => {
  const play = played(ROOMS);
  const overlay = searchOverlay(play, 'search');
  expect(overlay.note).toMatch(/^\d+ s of search so far/);
  expect(overlay.legend).toHaveLength(6);
  const { map } = play.log.lost!;
  const painted = areaOf(overlay.pictures![0], () => true);
  expect(painted).toBeGreaterThan(10);
  expect(painted).toBeLessThan(map.x.length + 1);
  // Nobody went along the wall at x = 9.6 below its doorway: what is painted of column 9 there is on one side of it only.
  const [originX] = map.scenery.mesh.origin;
  const inColumn = (from: number, to: number) =>
    areaOf(overlay.pictures![0], (x, y) => x + originX > from && x + originX < to && y > 0 && y < 5);
  expect(Math.min(inColumn(9, 9.5), inColumn(9.7, 10))).toBe(0);
  expect(overlay.pictures!.some(({ link }) => link !== undefined)).toBe(true);
});

test('signs: readable floor is green, the rest is not; with one more sign, where it would help', () => {
  const signs = { way: { at: [9.3, 4], level: 'ground', facing: 180, shows: 'desk', notice: 0 } };
  const play = played({ ...ROOMS, signs });
  const { pictures, signs: shown, legend } = searchOverlay(play, 'signs');
  expect(shown!.signs).toMatchObject([{ name: 'way', readers: 0 }]);
  expect(shown!.best).toMatchObject({ shows: ['desk'], z: expect.any(Number) });
  const colours = legend.length;
  const green = areaOf(pictures![0], (_, __, u) => u > 1 / colours);
  const all = areaOf(pictures![0], () => true) + areaOf(pictures![1], () => true) + 12;
  expect(green / all).toBeCloseTo(shown!.signs[0].legibleShare, 1);
  const [originX] = play.run.original.origin;
  // Behind the wall it is not.
  expect(areaOf(pictures![0], (x, _, u) => u > 1 / colours && x + originX > 9.8)).toBe(0);
});

test('says why there is nothing to see', () => {
  expect(searchOverlay(undefined, 'search').note).toMatch(/start the run/);
  const known = played({ ...ROOMS, profiles: { guest: {} } });
  expect(searchOverlay(known, 'turns').note).toMatch(/give a profile knowledge/);
  const told = played({ ...ROOMS, profiles: { guest: { knowledge: 'everything' } } });
  expect(searchOverlay(told, 'hesitation')).toMatchObject({ note: 'Nobody has hesitated so far.', pictures: [] });
});

test('colours reach from the usual to the worst', () => {
  expect(bordersFor('search', 3)).toEqual([1, 2, 5, 10, 20]);
  expect(bordersFor('search', 140)).toEqual([5, 10, 20, 50, 100]);
  expect(bordersFor('turns', 140)).toEqual([2, 3, 5, 10, 20]);
});
