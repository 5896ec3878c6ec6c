/** Cases that once went wrong, each as small as it can be told. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import { checkWorld } from '../src/build.ts';
import { clearance, createClearanceScratch } from '../src/subdivision/clearance.ts';
import { nextSideOf } from '../src/subdivision/cells.ts';
import { aimWalk, createWalkResult, walk } from '../src/subdivision/walk.ts';
import { createRandom } from './random.ts';
import { moved, planOf, type Ring, rectangle } from './shapes.ts';

const room = (ring: Ring, lines: Ring[] = []) => planOf('room', 'polygons', [[ring]], [], lines);

const SQUARE = rectangle(0, 0, 10, 10);

describe('walls drawn as finely as the tolerance', () => {
  it('come to an end, planar and checked', () => {
    for (const count of [4, 10, 20, 30]) {
      for (let seed = 0; seed < 60; seed++) {
        const random = createRandom(1000 * count + seed);
        const millimetre = () => 5 + random.integer(0, 10) / 1000;
        const lines = Array.from({ length: count }, () => [millimetre(), millimetre(), millimetre(), millimetre()]);
        expect(checkWorld(buildWorld(room(SQUARE, lines))), `${count} lines, seed ${seed}`).toEqual([]);
      }
    }
  });
});

it('a small room some kilometres from zero keeps the digits of its area', () => {
  const ring = [7810.88, 7810.88, 7812.58, 7810.98, 7812.48, 7812.58, 7810.98, 7812.38];
  const world = buildWorld(room(ring));
  expect(checkWorld(world)).toEqual([]);
  expect(world.maps[0].area).toBeCloseTo(2.48, 6);
});

it('a round room is one cell: of equal edges, one goes first', () => {
  // Whole numbers on one circle of radius 65, so that lengths are equal to the last bit.
  const quarter = [65, 0, 63, 16, 60, 25, 56, 33, 52, 39, 39, 52, 33, 56, 25, 60, 16, 63];
  const ring: number[] = [];
  for (let turn = 0; turn < 4; turn++) {
    for (let i = 0; i < quarter.length; i += 2) {
      const [x, y] = [quarter[i], quarter[i + 1]];
      ring.push(
        ...([
          [x, y],
          [-y, x],
          [-x, -y],
          [y, -x],
        ][turn] as [number, number]),
      );
    }
  }
  expect(buildWorld(room(ring)).mesh.cellLevel.length).toBe(1);
});

it('a hatch of long lines is built in a moment', () => {
  const lines = Array.from({ length: 1500 }, (_, i) => [(1000 * i) / 1500, 0, 1000 + (1000 * i) / 1500, 1000]);
  const world = buildWorld(room(rectangle(-10, -10, 2010, 1010), lines));
  expect(world.mesh.cellLevel.length).toBeGreaterThan(1500);
}, 20_000);

it('clearance goes on after its marks have started again', () => {
  const { mesh } = buildWorld(room(SQUARE));
  const scratch = createClearanceScratch(mesh);
  scratch.query = 2 ** 31 - 2;
  for (let i = 0; i < 4; i++) expect(clearance(mesh, scratch, 0, 5, 4)).toBe(4);
});

it('walks along free sides of a turned plan end where they should', () => {
  const turned = (ring: Ring) => moved(ring, 0.7, 0, 0);
  const random = createRandom(7);
  const lines = Array.from({ length: 12 }, () => {
    const [x, y] = [random.between(2, 8), random.between(2, 8)];
    return turned([x, y, x + random.between(-1, 1), y + random.between(-1, 1)]);
  });
  const { mesh } = buildWorld(room(turned(SQUARE), lines));
  const result = createWalkResult();
  let walks = 0;
  for (let side = 0; side < mesh.sideVertex.length; side++) {
    const [a, b] = [2 * mesh.sideVertex[side], 2 * mesh.sideVertex[nextSideOf(mesh, side)]];
    const [ax, ay, bx, by] = [mesh.vertices[a], mesh.vertices[a + 1], mesh.vertices[b], mesh.vertices[b + 1]];
    for (const share of [0.001, 0.3, 0.5, 0.77, 0.999, 1]) {
      const [x, y] = [ax + share * (bx - ax), ay + share * (by - ay)];
      walk(mesh, mesh.sideCell[side], aimWalk(result, ax, ay, x, y));
      expect(result, `side ${side}, ${share} of the way`).toMatchObject({ reached: true, x, y });
      walks++;
    }
  }
  expect(walks).toBeGreaterThan(200);
});
