/** Which walls a plan has, where that is not plain: obstacles thinner than the tolerance, seams, spikes. */
import { describe, expect, it } from 'vitest';
import { createReport } from '../core/report.ts';
import { buildMap } from './build-map.ts';
import { checkMap } from './check-map.ts';
import { METRES, type Plan, type PlanPolygon } from './plan.ts';

const square = Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10);

function mapOf(polygons: PlanPolygon[], isAllWanted = false) {
  const level = { name: '0', elevation: 0, polygons, lines: [], floor: 'polygons' as const, margin: 0 };
  const plan: Plan = { name: 'test', frame: METRES, levels: [level], doors: [], links: [], isAllWanted };
  const [map] = buildMap(plan, { tolerance: 0.001, simplification: 0.01, seedPoints: [] }, createReport());
  expect(checkMap(map!)).toEqual([]);
  return map!;
}

/** Length of all walls inside the square, its own sides left out. */
function innerWalls({ vertices, segments }: ReturnType<typeof mapOf>): number {
  let length = 0;
  for (let s = 0; s < segments.length; s += 2) {
    const [ax, ay, bx, by] = [segments[s], segments[s + 1]].flatMap((v) => [vertices[2 * v], vertices[2 * v + 1]]) as [
      number,
      number,
      number,
      number,
    ];
    const isOuter = (ax === bx && (ax === 0 || ax === 10)) || (ay === by && (ay === 0 || ay === 10));
    if (!isOuter) length += Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
  }
  return length;
}

describe('the extent', () => {
  const across = (metres: number) => Float64Array.of(0, 0, metres, 0, metres, 10, 0, 10);

  it('is 10,000 km at most', () => {
    expect(mapOf([{ role: 'walkable', rings: [across(1e7)] }]).area).toBe(1e8);
    expect(() => mapOf([{ role: 'walkable', rings: [across(5e8)] }])).toThrow(/500,000 km across.*--scale 0\.001/);
  });
});

describe('an obstacle thinner than the tolerance', () => {
  const thin = Float64Array.of(3, 2, 3.0009, 2, 3.0009, 8, 3, 8);

  it('still blocks, as a hole and as an obstacle', () => {
    expect(innerWalls(mapOf([{ role: 'walkable', rings: [square, thin] }]))).toBeCloseTo(6, 2);
    expect(
      innerWalls(
        mapOf([
          { role: 'walkable', rings: [square] },
          { role: 'obstacle', rings: [thin] },
        ]),
      ),
    ).toBeCloseTo(6, 2);
  });

  it('parts a room it reaches across', () => {
    const across = Float64Array.of(3, 0, 3.0009, 0, 3.0009, 10, 3, 10);
    expect(mapOf([{ role: 'walkable', rings: [square, across] }]).area).toBeCloseTo(70, 1);
  });
});

it('a floor that is cut in two is all there, where all is wanted, but for slivers', () => {
  const across = Float64Array.of(3, 0, 3.2, 0, 3.2, 10, 3, 10);
  const cut: PlanPolygon[] = [
    { role: 'walkable', rings: [square] },
    { role: 'obstacle', rings: [across] },
  ];
  expect(mapOf(cut).area).toBeCloseTo(68, 6);
  expect(mapOf(cut, true).area).toBeCloseTo(98, 6);
  // A pillar of walls, half a square metre.
  const pillar: PlanPolygon[] = [5, 5.7].flatMap((from, k) => [
    { role: 'obstacle', rings: [Float64Array.of(5, from, 5.8, from, 5.8, from + 0.1, 5, from + 0.1)] },
    {
      role: 'obstacle',
      rings: [Float64Array.of(5 + 0.7 * k, 5, 5.1 + 0.7 * k, 5, 5.1 + 0.7 * k, 5.8, 5 + 0.7 * k, 5.8)],
    },
  ]);
  expect(mapOf([...cut, ...pillar], true).area).toBeCloseTo(98 - 0.64, 6);
});

it('a seam that joins a hole to the outer ring is no wall', () => {
  // Out along the seam from (0, 5) to the hole's corner (4, 5), around the hole, and back.
  const keyhole = Float64Array.of(0, 0, 10, 0, 10, 10, 0, 10, 0, 5, 4, 5, 4, 6, 6, 6, 6, 4, 4, 4, 4, 5, 0, 5);
  const map = mapOf([{ role: 'walkable', rings: [keyhole] }]);
  expect(map.area).toBe(96);
  expect(innerWalls(map)).toBe(8);
});

it('rooms that share a border are one', () => {
  const east = Float64Array.of(10, 2, 14, 2, 14, 8, 10, 8);
  const map = mapOf([
    { role: 'walkable', rings: [square] },
    { role: 'walkable', rings: [east] },
  ]);
  expect(map.area).toBe(124);
});

it('an island in the hole of another polygon is floor of its own', () => {
  const hole = Float64Array.of(1, 1, 9, 1, 9, 9, 1, 9);
  const island = Float64Array.of(2, 2, 8, 2, 8, 8, 2, 8);
  const polygons: PlanPolygon[] = [
    { role: 'walkable', rings: [square, hole] },
    { role: 'walkable', rings: [island] },
  ];
  // Both are 36 m² and not connected: whichever is taken, nothing was added to or cut from it.
  expect(mapOf(polygons).area).toBe(36);
});
