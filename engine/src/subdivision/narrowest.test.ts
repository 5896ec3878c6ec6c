import { describe, expect, it } from 'vitest';
import { CLEAN_KINDS, cleanPlan } from '../../test/random-maps.ts';
import { planOf, type Ring, rectangle } from '../../test/shapes.ts';
import { buildWorld } from '../build.ts';
import type { Plan } from '../map/plan.ts';
import { narrowestPassages } from './narrowest.ts';

/** x, y in the plan's coordinates and width of all passages, to the millimetre. */
function passagesOf(plan: Plan): [number, number, number][] {
  const { mesh } = buildWorld(plan, { simplification: 0 });
  const round = (value: number) => Math.round(value * 1000) / 1000;
  return narrowestPassages(mesh, 1000).map(({ x, y, width }) => [
    round(x + mesh.origin[0]),
    round(y + mesh.origin[1]),
    round(width),
  ]);
}

const floor = (ring: Ring, lines: Ring[] = [], holes: Ring[] = []) =>
  planOf('floor', 'polygons', [[ring, ...holes]], [], lines);

const slantedGap: { ring: Ring; lines: Ring[] } = {
  ring: [0, 0, 10, 0, 11, 5, -1, 5.5],
  lines: [
    [5, 0, 4.6, 2],
    [4.45, 2.8, 4, 5.29166],
  ],
};

/** A corridor below teeth 0.3 m thick, 0.9 mm lower each, with pockets of 0.7 m between them. */
function teeth(count: number): Ring {
  const ring: Ring = [0, 0, count + 11, 0, count + 11, 2];
  for (let i = count; i >= 1; i--) {
    const tip = 1 - 0.0009 * i;
    ring.push(i + 0.3, 2, i + 0.3, tip, i, tip, i, 2);
  }
  ring.push(0, 2);
  return ring;
}

it('gives the first of all passages where fewer are asked for', () => {
  for (let seed = 0; seed < 20; seed++) {
    const { mesh } = buildWorld(cleanPlan(CLEAN_KINDS[seed % CLEAN_KINDS.length], seed));
    const all = narrowestPassages(mesh, Infinity);
    for (const count of [0, 1, 3, 10]) expect(narrowestPassages(mesh, count)).toEqual(all.slice(0, count));
  }
});

describe('narrowestPassages: one or none', () => {
  it('lists the only way around a thin wall', () => {
    expect(passagesOf(floor(rectangle(0, 0, 10, 10), [[5, 0, 5, 8]]))).toEqual([[5, 9, 2]]);
  });

  it('lists a slanted gap in a thin wall', () => {
    expect(passagesOf(floor(slantedGap.ring, slantedGap.lines))).toEqual([[4.525, 2.4, 0.814]]);
  });

  it('lists the lowest of many teeth, and no mouth of a pocket between them', () => {
    const listed = passagesOf(floor(teeth(40)));
    expect(listed[0][2]).toBe(0.964);
    expect(listed.filter(([, , width]) => width < 0.9)).toEqual([]);
  });

  it('takes front and back of a doorway for one passage', () => {
    const ring = [0, 0, 4, 0, 4, 1.6, 4.3, 1.6, 4.3, 0, 9, 0, 9, 4, 4.3, 4, 4.3, 2.4, 4, 2.4, 4, 4, 0, 4];
    const listed = passagesOf(floor(ring));
    expect(listed).toHaveLength(1);
    expect(listed[0].slice(1)).toEqual([2, 0.8]);
    expect(listed[0][0]).toBeGreaterThanOrEqual(4);
    expect(listed[0][0]).toBeLessThanOrEqual(4.3);
  });

  it('shows the door of a doorway', () => {
    const ring = [0, 0, 4, 0, 4, 1.6, 4.3, 1.6, 4.3, 0, 9, 0, 9, 4, 4.3, 4, 4.3, 2.4, 4, 2.4, 4, 4, 0, 4];
    const plan = floor(ring);
    plan.doors.push({ name: 'door', level: 0, ends: [4.1, 1.6, 4.1, 2.4] });
    expect(passagesOf(plan)).toEqual([[4.1, 2, 0.8]]);
  });

  it('lists nothing in a convex room', () => {
    expect(passagesOf(floor([0, 0, 6, 0, 8, 3, 6, 6, 0, 5]))).toEqual([]);
  });

  it('lists the neck of a niche that is wider inside', () => {
    const ring = [0, 0, 10, 0, 10, 4, 5.3, 4, 5.3, 4.2, 6, 4.2, 6, 5.8, 4, 5.8, 4, 4.2, 4.7, 4.2, 4.7, 4, 0, 4];
    const listed = passagesOf(floor(ring));
    expect(listed).toHaveLength(1);
    expect(listed[0][0]).toBe(5);
    expect(listed[0][2]).toBe(0.6);
  });

  it('lists no alcove as wide as its mouth, shallow or deep', () => {
    for (const depth of [0.2, 0.7, 3]) {
      const top = 4 + depth;
      expect(passagesOf(floor([0, 0, 10, 0, 10, 4, 5.4, 4, 5.4, top, 4.7, top, 4.7, 4, 0, 4]))).toEqual([]);
    }
  });
});

describe('narrowestPassages: several', () => {
  it('lists both of two equal gaps in a ring corridor', () => {
    const gaps = [
      [0, 6, 1.2, 6],
      [12, 6, 10.8, 6],
    ];
    const listed = passagesOf(floor(rectangle(0, 0, 12, 12), gaps, [rectangle(2, 2, 10, 10)]));
    expect(listed.filter(([, , width]) => width === 0.8)).toEqual([
      [1.6, 6, 0.8],
      [10.4, 6, 0.8],
    ]);
  });

  it('lists both of two equal doors of one room', () => {
    const walls = [
      [4, 0, 4, 1.6],
      [4, 2.4, 4, 4],
      [8, 0, 8, 1.6],
      [8, 2.4, 8, 4],
    ];
    expect(passagesOf(floor(rectangle(0, 0, 12, 4), walls))).toEqual([
      [4, 2, 0.8],
      [8, 2, 0.8],
    ]);
  });

  it('gives the mirrored list for a mirrored plan', () => {
    const mirrored = (ring: Ring) => ring.map((value, i) => (i % 2 === 0 && value !== 0 ? -value : value));
    const walls = [...slantedGap.lines, [7, 0, 7.2, 3.1], [1.5, 1, 2.2, 4]];
    const listed = passagesOf(floor(slantedGap.ring, walls));
    expect(listed.length).toBeGreaterThan(2);
    const back = passagesOf(floor(mirrored(slantedGap.ring), walls.map(mirrored)));
    expect(back).toEqual(listed.map(([x, y, width]) => [-x, y, width]));
  });

  it('lists a wider door of the same room too', () => {
    const listed = passagesOf(
      floor(rectangle(0, 0, 12, 10), [
        [4, 0, 4, 4.6],
        [4, 5.4, 4, 10],
        [8, 0, 8, 4.5],
        [8, 5.4, 8, 10],
      ]),
    );
    expect(listed.map(([, , width]) => width)).toEqual([0.8, 0.9]);
  });

  it('gives no more than asked for', () => {
    const { mesh } = buildWorld(floor(slantedGap.ring, [...slantedGap.lines, [7, 0, 7.2, 3.1]]));
    const [first, ...rest] = narrowestPassages(mesh, 1);
    expect(first!.width).toBeCloseTo(Math.hypot(0.15, 0.8), 9);
    expect(rest).toEqual([]);
  });
});

it('narrowestPassages up to a width: the same ones, without the wider', () => {
  let some = 0;
  for (const kind of CLEAN_KINDS) {
    const { mesh } = buildWorld(cleanPlan(kind, 5));
    const all = narrowestPassages(mesh, Infinity);
    const widest = all[all.length >> 1]?.width ?? 1;
    const narrow = all.filter((passage) => passage.width <= widest);
    expect(narrowestPassages(mesh, Infinity, widest).filter((passage) => passage.width <= widest)).toEqual(narrow);
    expect(narrowestPassages(mesh, Infinity, widest).length).toBeLessThanOrEqual(all.length);
    some += all.length - narrow.length;
  }
  expect(some).toBeGreaterThan(0);
});
