/**
 * Crossings of lines: hand-computed cases at ends and touches; random ways against exact fractions; told otherwise.
 */
import { describe, expect, it } from 'vitest';
import { bytesPerCall } from '../../test/oracles/allocation.ts';
import { createRandom } from '../../test/random.ts';
import { NONE } from '../core/none.ts';
import type { Frame } from '../record/frame.ts';
import {
  addFlowFrame,
  createFlowRecord,
  type FlowRecord,
  flowOver,
  type MeasurementLine,
  netUntil,
  passageCurve,
  steadyFlow,
} from './flow.ts';

type Row = [serial: number, x: number, y: number, level?: number];

function frameOf(time: number, rows: Row[]): Frame {
  return {
    step: 0,
    time,
    count: rows.length,
    serial: Int32Array.from(rows, ([serial]) => serial),
    place: Float64Array.from(rows.flatMap(([, x, y]) => [x, y])),
    velocity: new Float64Array(2 * rows.length),
    level: Int32Array.from(rows, ([, , , level]) => level ?? 0),
    cell: new Int32Array(rows.length).fill(NONE),
    radius: new Float64Array(rows.length).fill(0.2),
  };
}

/** From (2, 0) to (2, 4): walking towards smaller x is to its left, +1. */
const LINE: MeasurementLine = { name: 'line', level: 0, ends: [2, 0, 2, 4] };

/** One walker along a polyline, a second per piece; what it crossed: [line, time, direction]. */
function crossed(way: [number, number][], lines = [LINE]): [number, number, number][] {
  const record = createFlowRecord(lines);
  way.forEach(([x, y], t) => addFlowFrame(record, frameOf(t, [[7, x, y]])));
  return listed(record);
}

function listed(record: FlowRecord): [number, number, number][] {
  return Array.from({ length: record.line.length }, (_, i) => [
    record.line.array[i],
    record.time.array[i],
    record.direction.array[i],
  ]);
}

const net = (crossings: [number, number, number][]) => crossings.reduce((sum, [, , direction]) => sum + direction, 0);

describe('crossings', () => {
  it('says who, when and which way', () => {
    const record = createFlowRecord([LINE]);
    addFlowFrame(
      record,
      frameOf(10, [
        [3, 1, 1],
        [5, 3, 2],
        [6, 0, 0],
      ]),
    );
    addFlowFrame(
      record,
      frameOf(10.5, [
        [3, 5, 1],
        [5, 1, 2],
        [8, 9, 9],
      ]),
    );
    expect(record.serial.values()).toEqual(Int32Array.of(3, 5));
    expect(listed(record)).toEqual([
      [0, 10.125, -1],
      [0, 10.25, 1],
    ]);
  });

  it('counts a way back with its sign', () => {
    expect(
      crossed([
        [3, 1],
        [1, 1],
        [3, 1],
        [1, 1],
      ]),
    ).toEqual([
      [0, 0.5, 1],
      [0, 1.5, -1],
      [0, 2.5, 1],
    ]);
  });

  it('counts who stops on the line when it leaves it, to the other side only', () => {
    // To the right of the line is x > 2: coming from there, the line itself is still that side.
    expect(
      crossed([
        [3, 1],
        [2, 1],
        [1, 1],
      ]),
    ).toEqual([[0, 1, 1]]);
    expect(
      crossed([
        [3, 1],
        [2, 1],
        [2, 1],
        [2, 2],
        [3, 1],
      ]),
    ).toEqual([]);
    // From the left, to touch is to cross, and to go back is to cross back.
    expect(
      crossed([
        [1, 1],
        [2, 1],
        [3, 1],
      ]),
    ).toEqual([[0, 1, -1]]);
    expect(
      crossed([
        [1, 1],
        [2, 1],
        [1, 1],
      ]),
    ).toEqual([
      [0, 1, -1],
      [0, 1, 1],
    ]);
  });

  it('has its first end and lacks its second', () => {
    expect(
      crossed([
        [3, 0],
        [1, 0],
      ]),
    ).toEqual([[0, 0.5, 1]]);
    expect(
      crossed([
        [1, 0],
        [3, 0],
      ]),
    ).toEqual([[0, 0.5, -1]]);
    expect(
      crossed([
        [3, 4],
        [1, 4],
      ]),
    ).toEqual([]);
    expect(
      crossed([
        [1, 4],
        [3, 4],
      ]),
    ).toEqual([]);
    expect(
      crossed([
        [3, -1e-12],
        [1, -1e-12],
      ]),
    ).toEqual([]);
    expect(
      crossed([
        [3, 4 - 1e-12],
        [1, 4 - 1e-12],
      ]),
    ).toHaveLength(1);
    // Aslant through the ends.
    expect(
      crossed([
        [3, 1],
        [1, -1],
      ]),
    ).toHaveLength(1);
    expect(
      crossed([
        [3, 5],
        [1, 3],
      ]),
    ).toHaveLength(0);
  });

  it('counts nobody twice at the shared end of two lines', () => {
    const lines: MeasurementLine[] = [LINE, { ...LINE, ends: [2, 4, 2, 9] }];
    expect(
      crossed(
        [
          [3, 4],
          [1, 4],
        ],
        lines,
      ),
    ).toEqual([[1, 0.5, 1]]);
    expect(
      crossed(
        [
          [1, 3],
          [3, 5],
        ],
        lines,
      ),
    ).toEqual([[1, 0.5, -1]]);
  });

  it('does not count ways along the line or past its ends', () => {
    expect(
      crossed([
        [2, 1],
        [2, 3],
        [2, 9],
        [1, 9],
      ]),
    ).toEqual([]);
    expect(
      crossed([
        [3, 5],
        [1, 5],
        [1, 1],
      ]),
    ).toEqual([]);
    expect(
      crossed([
        [2, 6],
        [1, 1],
      ]),
    ).toEqual([]);
  });

  it('looks at one level, before or after', () => {
    const on = (before: number, after: number) => {
      const record = createFlowRecord([LINE]);
      addFlowFrame(record, frameOf(0, [[0, 3, 1, before]]));
      addFlowFrame(record, frameOf(1, [[0, 1, 1, after]]));
      return record.line.length;
    };
    expect([on(0, 0), on(0, 1), on(1, 0), on(1, 1)]).toEqual([1, 1, 1, 0]);
  });

  it('rejects what makes no sense', () => {
    expect(() => createFlowRecord([{ ...LINE, ends: [1, 1, 1, 1] }])).toThrow(/measurement line "line"/);
    expect(() => createFlowRecord([{ ...LINE, ends: [1, Number.NaN, 1, 1] }])).toThrow(/two different places/);
    const record = createFlowRecord([LINE]);
    addFlowFrame(record, frameOf(1, []));
    expect(() => addFlowFrame(record, frameOf(1, []))).toThrow(/order of time/);
    expect(() =>
      addFlowFrame(
        record,
        frameOf(2, [
          [4, 0, 0],
          [3, 0, 0],
        ]),
      ),
    ).toThrow(/serials/);
  });

  it('lives with what is no number', () => {
    expect(
      crossed([
        [3, 1],
        [Number.NaN, 1],
        [1, 1],
        [Infinity, 1],
        [1, 1],
      ]),
    ).toEqual([]);
  });

  it('equals whole-number geometry on random ways over a lattice', () => {
    // All coordinates are small whole numbers: brute force by products is exact.
    let found = 0;
    for (let seed = 0; seed < 300; seed++) {
      const random = createRandom(seed);
      const point = (): [number, number] => [random.integer(-3, 3), random.integer(-3, 3)];
      const [a, b] = [point(), point()];
      if (a[0] === b[0] && a[1] === b[1]) continue;
      const way = Array.from({ length: 12 }, point);
      const line: MeasurementLine = { name: 'random', level: 0, ends: [...a, ...b] };
      const cross = (o: number[], p: number[], q: number[]) =>
        (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
      const expected: [number, number, number][] = [];
      for (let t = 0; t + 1 < way.length; t++) {
        const [p, q] = [way[t], way[t + 1]];
        const [from, to] = [cross(a, b, p), cross(a, b, q)];
        if (from > 0 === to > 0) continue;
        // Where the way meets the line, as a multiple of the line's length squared: 0 ≤ along < whole.
        const share = from / (from - to);
        const whole = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
        const dot = (p1: number[]) => (p1[0] - a[0]) * (b[0] - a[0]) + (p1[1] - a[1]) * (b[1] - a[1]);
        const along = dot(p) * (from - to) + from * (dot(q) - dot(p));
        const scale = from - to;
        const isOn = scale > 0 ? along >= 0 && along < whole * scale : along <= 0 && along > whole * scale;
        if (isOn) expected.push([0, t + share, to > 0 ? 1 : -1]);
      }
      const result = crossed(way, [line]);
      expect(result.map(([k, , direction]) => [k, direction])).toEqual(
        expected.map(([k, , direction]) => [k, direction]),
      );
      result.forEach(([, time], i) => expect(time).toBeCloseTo(expected[i][1], 9));
      found += result.length;
      // Backwards in time: the same places, the other way.
      expect(net(crossed(way.toReversed(), [line])) + net(result)).toBe(0);
    }
    expect(found).toBeGreaterThan(300);
  });

  it('says the same of ways turned and shifted, the opposite of mirrored ones', () => {
    for (let seed = 0; seed < 50; seed++) {
      const random = createRandom(seed);
      const way = Array.from({ length: 30 }, (): [number, number] => [random.between(0, 4), random.between(-1, 5)]);
      const told = (change: (x: number, y: number) => [number, number]) =>
        crossed(
          way.map(([x, y]) => change(x, y)),
          [{ ...LINE, ends: [...change(2, 0), ...change(2, 4)] }],
        );
      const result = told((x, y) => [x, y]);
      const same = (other: [number, number, number][], sign: number) => {
        expect(other.map(([, , direction]) => sign * direction)).toEqual(result.map(([, , direction]) => direction));
        other.forEach(([, time], i) => expect(time).toBeCloseTo(result[i][1], 6));
      };
      same(
        told((x, y) => [0.6 * x - 0.8 * y, 0.8 * x + 0.6 * y]),
        1,
      );
      same(
        told((x, y) => [x + 1000, y - 500]),
        1,
      );
      same(
        told((x, y) => [-x, y]),
        -1,
      );
    }
  });
});

it('allocates nothing for who crosses nothing', () => {
  const record = createFlowRecord([LINE]);
  const frame = frameOf(
    0,
    Array.from({ length: 1000 }, (_, i): Row => [i, 3 + (i % 7), i % 5]),
  );
  expect(
    bytesPerCall(() => {
      frame.time++;
      addFlowFrame(record, frame);
    }),
  ).toBeLessThan(200);
  expect(record.line.length).toBe(0);
});

describe('N(t) and flow', () => {
  /** Somebody crosses at 1, 2, … 10 s; the fourth is back at 4.5 s and through again at 4.75 s. */
  const record = createFlowRecord([LINE]);
  for (let t = 0; t <= 11; t += 0.25) {
    const rows: Row[] = [];
    for (let serial = 1; serial <= 10; serial++) {
      const isBack = serial === 4 && t === 4.5;
      const x = isBack ? 4 : 2 + 2 * (serial - t);
      rows.push([serial, x, 1]);
    }
    addFlowFrame(record, frameOf(t, rows));
  }
  const curve = passageCurve(record, 0);

  it('goes up by who comes and down by who goes back', () => {
    expect(curve.net.at(-1)).toBe(10);
    expect(curve.net.length).toBe(12);
    expect([0.5, 1, 3.9, 4.2, 4.74, 5.1, 99].map((moment) => netUntil(curve, moment))).toEqual([0, 1, 3, 4, 4, 5, 10]);
    expect(Math.min(...curve.net.slice(4, 6))).toBe(3);
  });

  it('gives crossings per second over a window, its end included', () => {
    expect(flowOver(curve, 0, 10)).toBe(1);
    expect(flowOver(curve, 6, 8)).toBe(1);
    expect(flowOver(curve, 10, 20)).toBe(0);
    expect(() => flowOver(curve, 2, 2)).toThrow(/window/);
  });

  it('gives the steady flow of passages, without those at the ends', () => {
    expect(steadyFlow(curve)).toBeCloseTo(1, 12);
    expect(steadyFlow(curve, 0.2)).toBeCloseTo(1, 12);
    // Uneven: passages at 0, 1, 2, 4 s.
    const uneven = { time: Float64Array.of(0, 1, 2, 4), net: Int32Array.of(-1, -2, -3, -4) };
    expect(steadyFlow(uneven)).toBeCloseTo(3 / 4, 12);
    expect(steadyFlow(uneven, 0.25)).toBeCloseTo(1, 12);
    expect(steadyFlow({ time: Float64Array.of(3), net: Int32Array.of(1) })).toBeNaN();
    expect(steadyFlow({ time: new Float64Array(0), net: new Int32Array(0) })).toBeNaN();
  });
});
