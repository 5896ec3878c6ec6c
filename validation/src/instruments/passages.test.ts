/** Passages of a line and lanes, on frames whose answer is known. */
import { NONE, type RecordedFrame } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import type { Box } from './emergent-instruments.ts';
import { countLanes } from './lanes.ts';
import { watchPassages } from './passages.ts';

type Row = readonly [serial: number, x: number, y: number];

function frameOf(time: number, rows: readonly Row[]): RecordedFrame {
  return {
    step: Math.round(time / 0.1),
    time,
    count: rows.length,
    serial: Int32Array.from(rows, ([serial]) => serial),
    place: Float64Array.from(rows.flatMap(([, x, y]) => [x, y])),
    velocity: new Float64Array(2 * rows.length),
    level: new Int32Array(rows.length),
    cell: new Int32Array(rows.length).fill(NONE),
    radius: new Float64Array(rows.length).fill(0.2),
  };
}

it('everybody counts once, when they first cross, whichever way', () => {
  const line = watchPassages([
    [0, 0],
    [0, 4],
  ]);
  // 1 goes right and comes back twice, 2 goes left, 3 passes beside the line.
  const ways = [
    [-1, 1, -1],
    [1, 1, -1],
    [-1, 1, -1],
    [1, -1, 1],
  ];
  ways.forEach(([a, b, c], k) =>
    line.look(
      frameOf(k + 1, [
        [1, a, 1],
        [2, b, 2],
        [3, c, 5],
      ]),
    ),
  );
  expect(line.between(0, 4)).toBe(2);
  // At 1.5 s and at 3.5 s.
  expect(line.between(0, 1.5)).toBe(1);
  expect(line.between(1.5, 3)).toBe(0);
  expect(line.between(1.5, 3.5)).toBe(1);
});

describe('lanes', () => {
  const box: Box = [3, 0, 7, 3.6];
  /** One or more ways per strip, upwards. */
  const lanes = (...strips: number[][]) => {
    const ways = strips.flat();
    const rows = strips.flatMap((strip, k) => strip.map((): [number, number] => [5, 0.4 * k + 0.2]));
    return countLanes(
      frameOf(
        1,
        rows.map(([x, y], serial): Row => [serial, x, y]),
      ),
      box,
      (serial) => ways[serial],
    );
  };

  it('are runs of strips of one direction', () => {
    expect(lanes([1], [1], [1])).toBe(1);
    expect(lanes([1], [1], [-1], [-1])).toBe(2);
    expect(lanes([1], [-1, -1], [1], [-1])).toBe(4);
  });

  it('empty strips and mixed ones are left out, two of three are clear', () => {
    expect(lanes([1], [], [1], [], [-1])).toBe(2);
    expect(lanes([1], [1, -1], [1])).toBe(1);
    expect(lanes([1], [-1, -1, 1], [1])).toBe(3);
    expect(lanes([1], [-1, -1, -1, 1, 1], [1])).toBe(1);
    expect(lanes([1, -1])).toBe(0);
  });

  it('of nobody are none to count', () => {
    expect(lanes()).toBeNaN();
    expect(countLanes(frameOf(1, [[0, 8, 1]]), box, () => 1)).toBeNaN();
  });
});
