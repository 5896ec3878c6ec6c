/**
 * Two storeys, 0 and 3 m high, and stairs between them: from x = 3 on the lower one to x = 7 on the upper one, y from 2 to 4.
 */
import { buildWorld, createRouter, findRoute } from '@foulee/engine';
import { levelOf, planOf, rectangle, stairs } from '@foulee/engine/testing';
import { expect, test } from 'vitest';
import { lineOnFloor } from './line-on-floor.ts';

const HALL = rectangle(0, 0, 10, 6);
const levels = [levelOf('ground', 0, [HALL]), levelOf('upper', 3, [HALL])];
const world = buildWorld(planOf(levels, [stairs('stair', 0, 1, [3, 4, 3, 2, 7, 2, 7, 4])]));

/** From a place on the ground to one above. */
function lineTo(x: number, y: number): number[][] {
  const found = findRoute(createRouter(world), { from: [1, 3], fromLevel: 0, to: [x, y], toLevel: 1, width: 0.4 });
  const { origin, sideCell } = world.mesh;
  const points = found.points.map((value, k) => value - origin[k % 2]);
  const line = lineOnFloor(world, points, sideCell[found.portals[0]], [...found.portals]);
  return Array.from({ length: line.length / 3 }, (_, k) => line.slice(3 * k, 3 * k + 3)).map(([px, py, z]) => [
    px! + origin[0],
    py! + origin[1],
    z!,
  ]);
}

test('straight through a stair: level, up along it, and level again', () => {
  const line = lineTo(9, 3);
  // Its two ends, and where it comes onto the stairs and leaves them; perhaps a portal between cells of the stairs.
  for (const [x, , z] of line) expect(z).toBeCloseTo(3 * Math.min(1, Math.max(0, (x! - 3) / 4)), 9);
  expect(line.map(([x]) => x)).toEqual(line.map(([x]) => x).toSorted((a, b) => a! - b!));
  for (const x of [1, 3, 7, 9]) expect(line.some((point) => Math.abs(point[0] - x) < 1e-9)).toBe(true);
});

test('with bends: no point is lost, and heights are those of the floor', () => {
  const line = lineTo(1, 5.5);
  expect(line[0][2]).toBe(0);
  expect(line.at(-1)).toEqual([1, 5.5, 3]);
  // Above the stairs one is on the upper floor again.
  expect(line.some(([x, , z]) => x! < 6 && z === 3)).toBe(true);
  const onStairs = (x: number) => (3 * (x - 3)) / 4;
  for (const [x, , z] of line) {
    expect(Math.min(...[0, 3, onStairs(x!)].map((height) => Math.abs(height - z!)))).toBeLessThan(1e-9);
  }
  expect(line.map(([, , z]) => z)).toEqual(line.map(([, , z]) => z).toSorted((a, b) => a! - b!));
});

test('on one floor nothing is put in', () => {
  expect(lineOnFloor(world, [1, 1, 2, 2, 3, 1], 0, [])).toHaveLength(9);
});
