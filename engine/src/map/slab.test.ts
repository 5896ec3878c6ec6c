import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BUILDING, BUILDING_AREA, BUILDING_BOX, BUILDING_SEED, buildingSoup } from '../../test/scenes/building.ts';
import { between, carries, FAR_AND_TURNED, IN_PLACE, place, placeSoup } from '../../test/scenes/solids.ts';
import { face, ground, type Point, sheet, soupOf } from '../../test/scenes/soups.ts';
import { centreOf, flood, freeSquares, SQUARE, squaresOf } from '../../test/scenes/squares.ts';
import { InputError } from '../core/errors.ts';
import { createReport } from '../core/report.ts';
import type { PlanLevel, PlanPolygon, PolygonRole } from './plan.ts';
import { cutSlab, type SlabOptions } from './slab.ts';
import type { TriangleSoup } from './triangle-soup.ts';

function cut(soup: TriangleSoup, options: SlabOptions = {}) {
  const report = createReport();
  const plan = cutSlab(soup, options, report);
  const level = plan.levels[0];
  return { plan, level, report, lines: level.lines.map((line) => [...line]) };
}

function ringArea(ring: Float64Array): number {
  let doubled = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    doubled += (ring[i] - ring[0]) * (ring[j + 1] - ring[1]) - (ring[j] - ring[0]) * (ring[i + 1] - ring[1]);
  }
  return Math.abs(doubled) / 2;
}

function polygonsOf(level: PlanLevel, role: PolygonRole): PlanPolygon[] {
  return level.polygons.filter((polygon) => polygon.role === role);
}

function areaOf(level: PlanLevel, role: PolygonRole): number {
  return polygonsOf(level, role).reduce((sum, polygon) => sum + ringArea(polygon.rings[0]), 0);
}

/** Far away floor, so that a plan is not empty: two triangles, 1 m². */
const AWAY = sheet(100, 101, 100, 101, 0);

describe('one triangle cut by the slab 0.25 … 2.0 above z 0', () => {
  const corners = (level: PlanLevel) =>
    polygonsOf(level, 'obstacle').map((polygon) => [...polygon.rings[0]].map((x) => Math.round(x * 1e9) / 1e9));

  it('wholly inside is kept whole', () => {
    const { level, lines } = cut(soupOf(face(0, 0, 1, 1, 0, 1.2, 0, 1, 1.4)), { floor: 0 });
    expect(corners(level)).toEqual([[0, 0, 1, 0, 0, 1]]);
    expect(lines).toEqual([]);
    expect(polygonsOf(level, 'walkable')).toEqual([]);
  });

  it('above or below is neither obstacle nor floor', () => {
    const { level, lines } = cut(soupOf(...AWAY, ...sheet(0, 1, 0, 1, 2.1), ...sheet(0, 1, 0, 1, -0.3)), { floor: 0 });
    expect(corners(level)).toEqual([]);
    expect(lines).toEqual([]);
    expect(areaOf(level, 'walkable')).toBe(1);
  });

  it('cut by the lower plane: floor below it, obstacle above it, one common edge', () => {
    // z = x / 4: the plane is met at x = 1.
    const { level } = cut(soupOf(face(0, 0, 0, 2, 0, 0.5, 2, 2, 0.5)), { floor: 0 });
    expect(corners(level)).toEqual([[1, 0, 2, 0, 2, 2, 1, 1]]);
    expect(areaOf(level, 'obstacle')).toBeCloseTo(1.5, 12);
    expect([...polygonsOf(level, 'walkable')[0].rings[0]]).toEqual([0, 0, 1, 0, 1, 1]);
  });

  it('cut by the upper plane', () => {
    // z = 1 + x: the plane is met at x = 1.
    const { level } = cut(soupOf(face(0, 0, 1, 2, 0, 3, 0, 2, 1)), { floor: 0 });
    expect(corners(level)).toEqual([[0, 0, 1, 0, 1, 1, 0, 2]]);
  });

  it('cut by both planes: four or five corners', () => {
    // z = x / 4 between x = 1 and 8; ∫ (10 − x) dx = 38.5.
    const four = cut(soupOf(face(0, 0, 0, 10, 0, 2.5, 0, 10, 0)), { floor: 0 }).level;
    expect(corners(four)).toEqual([[1, 0, 8, 0, 8, 2, 1, 9]]);
    expect(areaOf(four, 'obstacle')).toBeCloseTo(38.5, 12);
    // The same planes, with the third corner between them: ∫₁⁴ x dx + ∫₄⁸ (12 − x) / 2 dx = 7.5 + 12.
    const five = cut(soupOf(face(0, 0, 0, 12, 0, 3, 4, 4, 1)), { floor: 0 }).level;
    expect(corners(five)).toEqual([[1, 0, 8, 0, 8, 2, 4, 4, 1, 1]]);
    expect(areaOf(five, 'obstacle')).toBeCloseTo(19.5, 12);
  });

  it('lying in the lower plane is floor, in the upper one nothing; both within a millimetre', () => {
    for (const off of [0, 4e-4, -4e-4]) {
      const { level, lines } = cut(soupOf(...sheet(0, 1, 0, 1, 0.25 + off), ...sheet(3, 4, 0, 1, 2 + off)), {
        floor: 0,
      });
      expect(corners(level)).toEqual([]);
      expect(lines).toEqual([]);
      expect(areaOf(level, 'walkable')).toBe(1);
    }
    const higher = cut(soupOf(...sheet(0, 1, 0, 1, 0.26)), { floor: 0 }).level;
    expect(areaOf(higher, 'obstacle')).toBe(1);
    expect(areaOf(higher, 'walkable')).toBe(0);
    expect(areaOf(cut(soupOf(...sheet(0, 1, 0, 1, -0.25)), { floor: 0 }).level, 'walkable')).toBe(1);
  });

  it('touching a plane with a corner or an edge is nothing', () => {
    const { level, lines } = cut(
      soupOf(
        ...AWAY,
        face(0, 0, 0, 1, 0, 0, 0, 0, 0.25),
        face(5, 0, -1, 6, 0, 0.25, 6, 1, 0.25),
        face(0, 0, 2, 1, 0, 2, 0, 0, 3),
        face(0, 5, 2, 1, 5, 3, 0, 6, 3),
      ),
      { floor: 0 },
    );
    expect(corners(level)).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('a vertical one is the segment it covers in plan', () => {
    const gable = cut(soupOf(face(0, 0, 0, 4, 0, 0, 2, 0, 1)), { floor: 0 });
    expect(gable.level.polygons).toEqual([]);
    expect(gable.lines).toEqual([[0.5, 0, 3.5, 0]]);
    const spire = cut(soupOf(face(0, 0, 0, 4, 0, 0, 2, 0, 4)), { floor: 0 });
    expect(spire.lines).toEqual([[0.125, 0, 3.875, 0]]);
    const hanging = cut(soupOf(face(0, 0, 3, 0, 4, 3, 0, 2, 1)), { floor: 0 });
    expect(hanging.lines).toEqual([[0, 1, 0, 3]]);
  });

  it('a leaning one is a polygon as soon as it is wider than a millimetre', () => {
    const lean = (by: number) => cut(soupOf(face(0, 0, 0.25, 4, 0, 0.25, 4, by, 2)), { floor: 0 });
    expect(lean(0.0009).lines).toHaveLength(1);
    expect(lean(0.0009).level.polygons).toEqual([]);
    expect(lean(0.0012).lines).toEqual([]);
    expect(areaOf(lean(0.0012).level, 'obstacle')).toBeCloseTo(0.0024, 12);
    // High enough, it is wide, but what stands in the slab is not.
    const tall = cut(soupOf(face(0, 0, 0, 4, 0, 0, 2, 0.02, 100)), { floor: 0 });
    expect(tall.level.polygons).toEqual([]);
    expect(tall.lines).toHaveLength(1);
  });

  it('without area is dropped and counted with its place', () => {
    const { level, report } = cut(
      soupOf(
        ...AWAY,
        face(7, 8, 1, 7, 8, 1, 9, 9, 1),
        face(1, 1, 1, 2, 2, 1, 3, 3, 1),
        face(5, 5, 0, 5, 5, 1, 5, 5, 2),
      ),
      { floor: 0 },
    );
    expect(corners(level)).toEqual([]);
    expect(level.lines).toEqual([]);
    expect(report.repairs).toEqual([
      {
        kind: 'triangle without area dropped',
        count: 3,
        places: [
          [7, 8],
          [1, 1],
          [5, 5],
        ],
      },
    ]);
  });

  it('is floor up to 45°', () => {
    const ramp = (rise: number) =>
      areaOf(cut(soupOf(...AWAY, face(0, 0, 0, 1, 0, rise, 0, 1, 0)), { floor: 0 }).level, 'walkable') - 1;
    // Up to z = 0.25, at x = 0.25 / rise: 1/2 − (1 − x)² / 2.
    expect(ramp(0.5)).toBeCloseTo(0.5 - 0.5 ** 2 / 2, 12);
    expect(ramp(0.99)).toBeCloseTo(0.5 - (1 - 0.25 / 0.99) ** 2 / 2, 12);
    expect(ramp(1.01)).toBe(0);
  });
});

describe('many triangles', () => {
  it('slabs stacked on each other share out every triangle without rest', () => {
    const coordinate = fc.integer({ min: 0, max: 10 }).map((n) => n / 2);
    const elevation = fc.integer({ min: 0, max: 1000 }).map((n) => n / 100);
    const triangle = fc.array(fc.tuple(coordinate, coordinate, elevation), { minLength: 3, maxLength: 3 });
    fc.assert(
      fc.property(triangle, (points) => {
        const [a, b, c] = points as [Point, Point, Point];
        const whole = Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])) / 2;
        fc.pre(whole > 0);
        // The triangle has area in plan, so it never lies in a plane of two neighbouring slabs unless it is level.
        fc.pre(!(a[2] === b[2] && b[2] === c[2]));
        let sum = 0;
        for (let floor = -2; floor < 11; floor += 1.75) {
          const { level } = cut(soupOf(points as Point[], ...sheet(90, 91, 90, 91, floor)), { floor });
          for (const polygon of polygonsOf(level, 'obstacle')) expect(polygon.rings[0].length).toBeLessThanOrEqual(10);
          sum += areaOf(level, 'obstacle');
        }
        // Slivers under a millimetre are lines: at most that much of 7 m in each of 8 slabs.
        expect(Math.abs(sum - whole)).toBeLessThan(0.03);
      }),
      { numRuns: 300 },
    );
  });

  it('any soup gives finite polygons and lines with extent, or an InputError', () => {
    const number = fc.oneof(
      fc.integer({ min: -3, max: 3 }),
      fc.constantFrom(0.25, 0.2500001, 2, 1e-7, 1e6, -1e6, 1e-9),
      fc.double({ min: -5, max: 5, noNaN: true }),
    );
    const soups = fc.record({
      positions: fc.array(fc.tuple(number, number, number), { minLength: 1, maxLength: 12 }),
      triangles: fc.array(fc.nat({ max: 12 }), { maxLength: 60 }), // some lead nowhere
      floor: fc.option(number, { nil: undefined }),
    });
    fc.assert(
      fc.property(soups, ({ positions, triangles, floor }) => {
        const soup = {
          ...soupOf(),
          positions: new Float64Array(positions.flat()),
          triangles: new Uint32Array(triangles),
        };
        try {
          const { level } = cut(soup, { floor });
          expect(level.polygons.length + level.lines.length).toBeGreaterThan(0);
          expect(level.floor).toBe(polygonsOf(level, 'walkable').length > 0 ? 'polygons' : 'box');
          for (const line of level.lines) {
            expect(line.every(Number.isFinite) && (line[0] !== line[2] || line[1] !== line[3])).toBe(true);
          }
          for (const { rings } of level.polygons) {
            expect(rings[0].every(Number.isFinite) && ringArea(rings[0]) > 0).toBe(true);
          }
        } catch (caught) {
          if (!(caught instanceof InputError)) throw caught;
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('both triangles of a wall, its other face and its doubles are one line', () => {
    const one = [face(0, 0, 0, 3, 4, 0, 3, 4, 2.6), face(0, 0, 0, 3, 4, 2.6, 0, 0, 2.6)];
    const other = [face(0, 0, 0, 0, 0, 2.6, 3, 4, 0), face(3, 4, 0, 0, 0, 2.6, 3, 4, 2.6)];
    expect(cut(soupOf(...one, ...other, ...one), { floor: 0 }).lines).toEqual([[0, 0, 3, 4]]);
  });

  it('parts of one wall that do not meet stay apart', () => {
    const { lines } = cut(soupOf(face(0, 0, 1, 10, 0, -9, 0, 0, 0), face(10, 0, 1, 0, 0, -9, 10, 0, 0)), { floor: 0 });
    expect(lines).toEqual([
      [0, 0, 0.75, 0],
      [9.25, 0, 10, 0],
    ]);
  });

  it('equal polygons are kept once: top and underside of a table', () => {
    const { level } = cut(soupOf(...AWAY, ...sheet(0, 2, 0, 1, 0.8), ...sheet(0, 2, 0, 1, 0.75, true)), { floor: 0 });
    expect(polygonsOf(level, 'obstacle')).toHaveLength(2);
    expect(areaOf(level, 'obstacle')).toBe(2);
  });

  it('thousands of two-sided faces are kept once each', () => {
    const faces = Array.from({ length: 2000 }, (_, i) => sheet(i % 50, (i % 50) + 1, i, i + 1, 0)).flat();
    const walls = Array.from({ length: 2000 }, (_, i) => face(i, 0, 0, i + 1, 0, 0, i, 0, 2));
    const reversed = [...faces, ...walls].map((triangle) => triangle.toReversed());
    const { level } = cut(soupOf(...faces, ...walls, ...reversed), { floor: 0 });
    expect(level.polygons).toHaveLength(4000);
    expect(level.lines).toHaveLength(2000);
  });

  it('neighbours meet in the very same points', () => {
    // A pyramid in general position: every edge is shared by two faces and cut by a plane.
    const base: Point[] = [
      [0.1, 0.2, -0.3],
      [7.3, 0.7, -0.1],
      [6.1, 5.9, 0.13],
      [0.7, 6.3, -0.17],
    ] as Point[];
    const apex: Point = [3.3, 2.9, 2.77];
    const faces = base.map((corner, i) => [corner, base[(i + 1) % 4], apex]);
    const { level } = cut(soupOf(...faces), { floor: 0 });
    const seen = new Map<string, number>();
    for (const { rings } of polygonsOf(level, 'obstacle')) {
      for (let i = 0; i < rings[0].length; i += 2) {
        const key = `${rings[0][i]} ${rings[0][i + 1]}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
      }
    }
    expect(polygonsOf(level, 'obstacle')).toHaveLength(4);
    expect([...seen.values()]).toEqual(Array(8).fill(2));
  });

  it('a quarter of a million triangles are cut in seconds', () => {
    const soup = ground(354, (x, y) => ((x * 7 + y * 3) % 11) / 10 - 0.5);
    const start = performance.now();
    const { level } = cut(soup, { floor: 0 });
    // About half a second on a quiet core, for more than a polygon a triangle; a quadratic search would take an hour.
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(level.polygons.length).toBeGreaterThan(250_000);
  });
});

describe('what cannot be cut', () => {
  it('nothing to cut is one clear error', () => {
    const error = (soup: TriangleSoup, options: SlabOptions = {}) => {
      try {
        cut(soup, options);
      } catch (caught) {
        expect(caught).toBeInstanceOf(InputError);
        return (caught as InputError).message;
      }
      return 'no error';
    };
    expect(error(soupOf())).toBe('model: no triangle with area in it; export the model as a mesh');
    expect(error(soupOf(face(1, 1, 1, 1, 1, 1, 2, 2, 2)))).toContain('no triangle with area in it');
    expect(error(soupOf(...sheet(0, 9, 0, 9, 0), ...sheet(0, 9, 0, 9, 5)), { floor: 20 })).toBe(
      'model: no floor and no obstacle between z 19.75 and 22.00; the model spans z 0.00 to 5.00 with level surfaces at z 0.00, 5.00: choose --floor',
    );
    expect(error(soupOf(...AWAY), { height: 0.2 })).toContain('--height: 0.2 is not above the step height 0.25');
    expect(error(soupOf(...AWAY), { stepHeight: -1 })).toContain('--step-height: -1 is no height');
    expect(error(soupOf(...AWAY), { floor: Number.NaN })).toContain('--floor: NaN is no elevation');
    expect(error(soupOf(...AWAY), { margin: Infinity })).toContain('--margin: Infinity is no length');
  });
});

describe('the building', () => {
  const STEP = 0.25;

  /** Even–odd for one ring: all rings of a cut are convex. */
  function inRing(ring: Float64Array, x: number, y: number): boolean {
    let inside = false;
    for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
      if (ring[i + 1] > y === ring[j + 1] > y) continue;
      const t = (y - ring[i + 1]) / (ring[j + 1] - ring[i + 1]);
      if (x < ring[i] + t * (ring[j] - ring[i])) inside = !inside;
    }
    return inside;
  }

  function inSome(level: PlanLevel, role: PolygonRole, x: number, y: number): boolean {
    return level.polygons.some((polygon) => polygon.role === role && inRing(polygon.rings[0], x, y));
  }

  function crosses(line: Float64Array, p: [number, number], q: [number, number]): boolean {
    const side = (ax: number, ay: number, bx: number, by: number, x: number, y: number) =>
      (bx - ax) * (y - ay) - (by - ay) * (x - ax);
    const [ax, ay, bx, by] = [line[0], line[1], line[2], line[3]];
    return (
      side(ax, ay, bx, by, ...p) > 0 !== side(ax, ay, bx, by, ...q) > 0 &&
      side(...p, ...q, ax, ay) > 0 !== side(...p, ...q, bx, by) > 0
    );
  }

  const squares = squaresOf(BUILDING_BOX);
  const count = squares.columns * squares.rows;

  for (const [where, placement] of [
    ['in place', IN_PLACE],
    ['turned by 37° and far away', FAR_AND_TURNED],
  ] as const) {
    for (const height of [2, 1] as const) {
      it(`${where}, for a body of ${height} m: floor and obstacles are where the solids say`, () => {
        const { level, report } = cut(placeSoup(buildingSoup(), placement), { height });
        expect(report.repairs).toEqual([]);
        expect(report.warnings).toEqual([]);
        expect(report.notes).toEqual([
          'floor at z 0.00, the lowest large level surface, others at z -1.10, 2.80: --floor chooses another',
        ]);
        const planned = new Uint8Array(count);
        let differences = 0;
        for (let square = 0; square < count; square++) {
          const [x, y] = centreOf(squares, square);
          const [px, py] = place(placement, x, y);
          const free = inSome(level, 'walkable', px, py) && !inSome(level, 'obstacle', px, py);
          planned[square] = free ? 1 : 0;
          // What the plan must say of this very point: floor below it, and no face of a solid that is not upright
          // within the slab. A solid that fills the slab from below to above shows its outline only.
          const face = BUILDING.some((s) => between(s, x, y)?.some((z) => z > STEP && z < height));
          if (free !== (carries(BUILDING, x, y, 0, STEP) && !face)) differences++;
        }
        expect(differences).toBe(0);

        const isOpen = (from: number, to: number) => {
          const p = place(placement, ...centreOf(squares, from));
          const q = place(placement, ...centreOf(squares, to));
          return !level.lines.some((line) => crosses(line, p, q));
        };
        const byPlan = flood(squares, BUILDING_SEED, planned, isOpen);
        const bySolids = flood(squares, BUILDING_SEED, freeSquares(squares, BUILDING, STEP, height));
        expect(byPlan.reduce((n, one, i) => n + (one === bySolids[i] ? 0 : 1), 0)).toBe(0);
        const reached = byPlan.reduce((n, one) => n + one, 0);
        expect(reached * SQUARE * SQUARE).toBeCloseTo(BUILDING_AREA[height], 6);
      });
    }
  }

  it('whichever way its faces look, the plan is the same', () => {
    const soup = buildingSoup();
    const mixed = soup.triangles.slice();
    for (let t = 0; t < mixed.length; t += 3) {
      if ((t * 7919) % 5 < 2) [mixed[t], mixed[t + 1]] = [mixed[t + 1], mixed[t]];
    }
    const { level } = cut({ ...soup, triangles: mixed });
    expect(level).toEqual(cut(soup).level);
  });
});
