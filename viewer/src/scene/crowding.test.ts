/** People per m² around each: nobody counts behind a wall or a closed door, nor on another floor. */
import { buildWorld, inlinePlan, parseScenario } from '@foulee/engine';
import { expect, test } from 'vitest';
import { MOMENT, X, Y, Z } from '../protocol/moment.ts';
import type { Place } from '../protocol/place.ts';
import type { Scene } from '../run/history.ts';
import { drawPlace } from '../worker/draw-place.ts';
import { closeDoors, crowdWallsOf } from './crowd-walls.ts';
import { AROUND, createCrowding, measureCrowding } from './crowding.ts';

function placeOf(environment: Record<string, unknown>): Place {
  const scenario = parseScenario({ name: 'rooms', environment });
  if (scenario.environment.kind !== 'inline') throw new Error('inline');
  return drawPlace(buildWorld(inlinePlan(scenario.environment, 'rooms')), 0);
}

/** Rows of x, y, height in the plan's coordinates. */
function sceneIn({ origin: [x0, y0] }: Place, rows: readonly (readonly number[])[]): Scene {
  const numbers = new Float32Array(MOMENT * rows.length);
  rows.forEach(([x, y, z = 0], i) => {
    numbers[MOMENT * i + X] = x! - x0;
    numbers[MOMENT * i + Y] = y! - y0;
    numbers[MOMENT * i + Z] = z;
  });
  return { time: 0, count: rows.length, serial: Int32Array.from(rows, (_, i) => i), numbers };
}

/** Two rooms with a wall at x = 5: 0.1 m thick, or without thickness; a door in it from y = 2 to 4. */
const WALLED = [{ box: [4.95, 0, 5.05, 2] }, { box: [4.95, 4, 5.05, 6] }];
const LINES = [
  [
    [5, 0],
    [5, 2],
  ],
  [
    [5, 4],
    [5, 6],
  ],
];
const DOOR = {
  gate: [
    [5, 2],
    [5, 4],
  ],
};
const FLOOR = [{ box: [0, 0, 10, 6] }];

test.each([
  ['0.1 m thick', { walkable: FLOOR, obstacles: WALLED, doors: DOOR }],
  ['without thickness', { walkable: FLOOR, lines: LINES, doors: DOOR }],
])('a wall %s', (_, environment) => {
  const place = placeOf(environment);
  const walls = crowdWallsOf(place);
  const crowding = createCrowding();
  // Three on the left, one on the right, all within 1 m: beside the wall, then before the door.
  for (const y of [1, 3]) {
    const rows = [4.4, 4.5, 4.6, 5.4].map((x) => [x, y]);
    const near = (closed: string[]) => {
      closeDoors(walls, new Set(closed));
      measureCrowding(crowding, sceneIn(place, rows), walls);
      return Array.from(crowding.density.subarray(0, 4), (density) => Math.round(density * Math.PI * AROUND ** 2));
    };
    expect(near([])).toEqual(y === 1 ? [3, 3, 3, 1] : [4, 4, 4, 4]);
    expect(near(['gate'])).toEqual([3, 3, 3, 1]);
    expect(near(['another door'])).toEqual(y === 1 ? [3, 3, 3, 1] : [4, 4, 4, 4]);
  }
});

test('walls of another floor are between nobody', () => {
  const place = placeOf({
    levels: {
      lower: { elevation: 0, walkable: FLOOR, obstacles: [{ box: [4.95, 0, 5.05, 6] }] },
      upper: { elevation: 4, walkable: FLOOR },
    },
  });
  const crowding = createCrowding();
  const rows = [0, 4].flatMap((z) => [4.5, 5.5].map((x) => [x, 3, z]));
  measureCrowding(crowding, sceneIn(place, rows), crowdWallsOf(place));
  const near = Array.from(crowding.density.subarray(0, 4), (density) => Math.round(density * Math.PI * AROUND ** 2));
  expect(near).toEqual([1, 1, 2, 2]);
});
