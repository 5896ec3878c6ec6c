/** Corners to walk round: those that walls make, wherever cells are cut. */
import { describe, expect, it } from 'vitest';
import { cutBy } from '../../../test/cut-plans.ts';
import { planOf, rectangle, type Ring } from '../../../test/shapes.ts';
import { buildWorld } from '../../build.ts';
import type { Plan } from '../../map/plan.ts';
import { findCorners } from '../../routing/corners/corners.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { findTurns, FIRST_WALL, GAP, IS_CORNER, SECOND_WALL, TURN } from './turns.ts';

interface Corner {
  at: number[];
  /** Directions of the two walls, counter-clockwise around the floor. */
  walls: number[];
}

/** Corners of a plan in the plan's coordinates, from left to right, then upwards; to the nanometre. */
function cornersOf(plan: Plan): Corner[] {
  const { mesh } = buildWorld(plan);
  const { corner, first, item } = findTurns({ mesh, corners: findCorners(mesh) });
  const found = new Map<number, Corner>();
  const round = (value: number) => Math.round(value * 1e9) / 1e9 + 0;
  for (let at = 0; at < corner.length; at += TURN) {
    if (corner[at + IS_CORNER] === 0) continue;
    found.set(at / TURN, {
      at: [round(corner[at] + mesh.origin[0]), round(corner[at + 1] + mesh.origin[1])],
      walls: [...corner.subarray(at + FIRST_WALL, at + SECOND_WALL + 2)].map(round),
    });
  }
  // Every one is listed with each of its cells, and nothing else is.
  const listed = new Set<number>();
  for (let c = 0; c + 1 < first.length; c++) {
    for (let k = first[c]; k < first[c + 1]; k++) listed.add(item[k]);
  }
  expect([...listed].sort()).toEqual([...found.keys()].sort());
  return [...found.values()].sort((a, b) => a.at[0] - b.at[0] || a.at[1] - b.at[1]);
}

function isAt({ vertices, origin }: CellMesh, v: number, x: number, y: number): boolean {
  return Math.hypot(vertices[2 * v] + origin[0] - x, vertices[2 * v + 1] + origin[1] - y) < 1e-9;
}

const room = (rings: Ring[], lines: Ring[] = []): Plan => planOf('room', 'polygons', [rings], [], lines);
/** Arms of 3 m: the corner is at (3, 3), its walls lead up and to the right. The floor lies below and to the left. */
const L = [0, 0, 12, 0, 12, 3, 3, 3, 3, 12, 0, 12];

describe('corners to walk round', () => {
  it('none in a convex room', () => {
    expect(cornersOf(room([rectangle(0, 0, 10, 6)]))).toEqual([]);
  });

  it('one in an L, with the wall up first: the floor lies counter-clockwise from it', () => {
    expect(cornersOf(room([L]))).toEqual([{ at: [3, 3], walls: [0, 1, 1, 0] }]);
  });

  it('the same, however the arms are cut by open doors', () => {
    const expected = cornersOf(room([L]));
    for (const doors of [
      [[0, 6, 3, 6]],
      [[6, 0, 6, 3]],
      [
        [0, 5, 3, 6],
        [0, 9, 3, 8],
        [5, 0, 4, 3],
        [9, 0, 9, 3],
      ],
      // From the corner itself.
      [
        [3, 3, 0, 3],
        [3, 3, 0, 0],
        [3, 3, 3, 0],
      ],
    ]) {
      expect(cornersOf(cutBy(room([L]), doors))).toEqual(expected);
    }
  });

  it('the end of a thin wall that stands free: both walls are its own', () => {
    expect(cornersOf(room([rectangle(0, 0, 10, 6)], [[5, 0, 5, 4]]))).toEqual([{ at: [5, 4], walls: [0, -1, 0, -1] }]);
    expect(cornersOf(room([rectangle(0, 0, 10, 6)], [[3, 3, 7, 3]]))).toEqual([
      { at: [3, 3], walls: [1, 0, 1, 0] },
      { at: [7, 3], walls: [-1, 0, -1, 0] },
    ]);
  });

  it('all four of a pillar, and of a wall’s bend only the outer side', () => {
    expect(cornersOf(room([rectangle(0, 0, 10, 6), rectangle(4, 2, 6, 4)])).map(({ at }) => at)).toEqual([
      [4, 2],
      [4, 4],
      [6, 2],
      [6, 4],
    ]);
    // Ends at (3, 2) and (6, 4); the bend at (6, 2) is walked round below and on its right.
    expect(cornersOf(room([rectangle(0, 0, 10, 6)], [[3, 2, 6, 2, 6, 4]]))).toEqual([
      { at: [3, 2], walls: [1, 0, 1, 0] },
      { at: [6, 2], walls: [-1, 0, 0, 1] },
      { at: [6, 4], walls: [0, -1, 0, -1] },
    ]);
  });

  it('none at the ends of a door across a room, or of one that stands in the open', () => {
    expect(cornersOf(cutBy(room([rectangle(0, 0, 10, 6)]), [[4, 0, 6, 6]]))).toEqual([]);
    for (const doors of [[[4, 3, 6, 3]], [[4, 0, 4, 3]]]) {
      expect(cornersOf(cutBy(room([rectangle(0, 0, 10, 6)]), doors))).toEqual([]);
    }
  });

  it('none where two doors cross: a vertex without walls', () => {
    const plan = cutBy(room([rectangle(0, 0, 10, 6)]), [
      [4, 0, 6, 6],
      [6, 0, 4, 6],
    ]);
    const { mesh } = buildWorld(plan);
    expect([...mesh.vertices.keys()].some((v) => isAt(mesh, v, 5, 3))).toBe(true);
    expect(cornersOf(plan)).toEqual([]);
  });

  it('with the same distance to the nearest other wall, however the arms are cut', () => {
    const gapOf = (plan: Plan) => {
      const { mesh } = buildWorld(plan);
      const { corner } = findTurns({ mesh, corners: findCorners(mesh) });
      for (let at = 0; at < corner.length; at += TURN) if (corner[at + IS_CORNER] === 1) return corner[at + GAP];
      return Number.NaN;
    };
    expect(gapOf(room([L]))).toBeCloseTo(3, 9);
    // A door that ends on a wall of the corner, 1 m from it, parts that wall in two. Neither part is another wall.
    expect(gapOf(cutBy(room([L]), [[0, 4, 3, 4]]))).toBeCloseTo(3, 9);
  });

  it('at jambs, with a door in the doorway or without', () => {
    const walls = [
      [5, 0, 5, 2],
      [5, 3, 5, 6],
    ];
    const expected = [
      { at: [5, 2], walls: [0, -1, 0, -1] },
      { at: [5, 3], walls: [0, 1, 0, 1] },
    ];
    const rooms = room([rectangle(0, 0, 10, 6)], walls);
    expect(cornersOf(rooms)).toEqual(expected);
    expect(cornersOf(cutBy(rooms, [[5, 2, 5, 3]]))).toEqual(expected);
  });
});
