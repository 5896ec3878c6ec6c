import { describe, expect, it } from 'vitest';
import { planOf, rectangle } from '../../test/shapes.ts';
import { buildWorld } from '../build.ts';
import { CLOSED, CROSSROADS, cellKinds, DEAD_END, PASSAGE } from './kinds.ts';

/** A hall of 10 × 10 m with a room of 4 × 4 m on each side, behind doorways 1 m deep and `widths` wide. */
function hall(widths: number[]) {
  const places = [
    ([x, y]: number[]) => [x!, y!],
    ([x, y]: number[]) => [-y!, x!],
    ([x, y]: number[]) => [-x!, -y!],
    ([x, y]: number[]) => [y!, -x!],
  ];
  const turned = (ring: number[], turn: number) => {
    const result: number[] = [];
    for (let i = 0; i < ring.length; i += 2) result.push(...places[turn]([ring[i], ring[i + 1]]));
    return result;
  };
  const rooms = widths.flatMap((width, turn) => [
    [turned(rectangle(5, -width / 2, 6, width / 2), turn)],
    [turned(rectangle(6, -2, 10, 2), turn)],
  ]);
  return buildWorld(planOf('hall', 'polygons', [[rectangle(-5, -5, 5, 5)], ...rooms], [])).mesh;
}

/** How many cells are closed, dead ends, passages, crossroads. */
function counts(kinds: Uint8Array): number[] {
  return [CLOSED, DEAD_END, PASSAGE, CROSSROADS].map((kind) => kinds.filter((k) => k === kind).length);
}

describe('kinds of cells', () => {
  it('by the ways out: hall with four rooms', () => {
    // The hall, four doorways, four rooms.
    expect(counts(cellKinds(hall([1, 1, 1, 1]), 0.5))).toEqual([0, 4, 4, 1]);
  });

  it('depend on the width of the walker', () => {
    const mesh = hall([0.8, 0.9, 1, 1.2]);
    expect(counts(cellKinds(mesh, 0.85))).toEqual([2, 3, 3, 1]);
    expect(counts(cellKinds(mesh, 0.95))).toEqual([4, 2, 3, 0]);
    expect(counts(cellKinds(mesh, 1.1))).toEqual([6, 2, 1, 0]);
    expect(counts(cellKinds(mesh, 3))).toEqual([9, 0, 0, 0]);
  });

  it('a way exactly as wide as the walker is none', () => {
    const mesh = hall([1]);
    expect(counts(cellKinds(mesh, 1))).toEqual([3, 0, 0, 0]);
    expect(counts(cellKinds(mesh, 0.999))).toEqual([0, 2, 1, 0]);
  });

  it('of one convex room: closed', () => {
    expect(counts(cellKinds(hall([]), 0.5))).toEqual([1, 0, 0, 0]);
  });
});
