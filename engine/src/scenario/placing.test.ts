import { describe, expect, it } from 'vitest';
import { buildWorld } from '../build.ts';
import { NONE } from '../core/none.ts';
import { nextRandom, seedRandom } from '../core/random.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { type CellIndex, indexCells } from '../subdivision/locate.ts';
import { type FloorPart, floorPart } from './floor-part.ts';
import { inlinePlan } from './parse-environment.ts';
import { parseScenario } from './parse-scenario.ts';
import { countAtDensity, type Placing, placeInPart } from './placing.ts';
import type { Point } from './scenario.ts';

function worldOf(environment: unknown): { mesh: CellMesh; index: CellIndex } {
  const scenario = parseScenario({ environment });
  if (scenario.environment.kind !== 'inline') throw new Error('inline expected');
  const { mesh } = buildWorld(inlinePlan(scenario.environment, 'test'));
  return { mesh, index: indexCells(mesh) };
}

const box = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];
const equal = (count: number, radius: number) => new Float64Array(count).fill(radius);

/** What is wrong with a placing, by brute force: overlaps, walls, outline. */
function faults(part: FloorPart, radii: Float64Array, { cells, places, placed }: Placing): string[] {
  const found: string[] = [];
  const { mesh, outline } = part;
  const there = [...radii.keys()].filter((i) => cells[i] !== NONE);
  if (there.length !== placed) found.push(`${there.length} have a cell, ${placed} are counted`);
  for (const i of there) {
    const x = places[2 * i];
    const y = places[2 * i + 1];
    for (const j of there) {
      if (j <= i) continue;
      const apart = Math.sqrt((places[2 * j] - x) ** 2 + (places[2 * j + 1] - y) ** 2);
      if (apart < radii[i] + radii[j] - 1e-9) found.push(`${i} and ${j} overlap`);
    }
    let turns = 0;
    for (let k = 0; k < outline.length; k += 2) {
      const [ax, ay] = [outline[k] - x, outline[k + 1] - y];
      const [bx, by] = [outline[(k + 2) % outline.length] - x, outline[(k + 3) % outline.length] - y];
      turns += Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
    }
    if (!part.isLine && Math.abs(turns) < 3) found.push(`${i} is outside`);
    for (let c = 0; c < mesh.cellLevel.length; c++) {
      const first = mesh.cellFirst[c];
      const last = mesh.cellFirst[c + 1];
      let isIn = true;
      for (let s = first; s < last; s++) {
        const a = 2 * mesh.sideVertex[s];
        const b = 2 * mesh.sideVertex[s + 1 < last ? s + 1 : first];
        const [ax, ay, bx, by] = [mesh.vertices[a], mesh.vertices[a + 1], mesh.vertices[b], mesh.vertices[b + 1]];
        const [ex, ey] = [bx - ax, by - ay];
        if (ex * (y - ay) - ey * (x - ax) < -1e-6) isIn = false;
        if (mesh.sideTwin[s] !== NONE || mesh.cellLevel[c] !== part.level) continue;
        const share = Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / (ex * ex + ey * ey)));
        const gap = Math.sqrt((ax + share * ex - x) ** 2 + (ay + share * ey - y) ** 2);
        if (gap < radii[i] - 1e-9) found.push(`${i} is in a wall`);
      }
      if (cells[i] === c && !isIn) found.push(`${i} is not in its cell`);
    }
  }
  return found;
}

/** Upper tail of χ² with 9 degrees of freedom: by the normal tail and its odd terms. */
function tailOfChi9(q: number): number {
  const root = Math.sqrt(q);
  const density = Math.exp(-q / 2) / Math.sqrt(2 * Math.PI);
  // Abramowitz and Stegun 7.1.26: good to 1e-7
  const t = 1 / (1 + 0.3275911 * (root / Math.SQRT2));
  const poly = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  return poly * Math.exp(-q / 2) + 2 * density * (root + root ** 3 / 3 + root ** 5 / 15 + root ** 7 / 105);
}

describe('places in an area', () => {
  const hall = worldOf({
    walkable: [{ box: [0, 0, 20, 10] }, { box: [20, 4, 40, 6] }],
    obstacles: [
      { box: [8, 3, 10, 7] },
      [
        [15, 2],
        [17, 3],
        [15, 5],
      ],
    ],
    lines: [
      [
        [4, 0],
        [4, 6],
      ],
    ],
  });

  it('measures the floor in it', () => {
    const { mesh, index } = hall;
    const area = (ring: Point[]) => floorPart(mesh, index, 0, ring).area;
    expect(area(box(-5, -5, 50, 50))).toBeCloseTo(200 + 40 - 8 - 3, 6);
    expect(area(box(6, 2, 9, 5))).toBeCloseTo(9 - 2, 6);
    // An L around the pillar, given clockwise: 5 × 6 less 2.5 × 3 less the part of the pillar in it.
    expect(
      area([
        [7, 2],
        [7, 8],
        [12, 8],
        [12, 5],
        [9.5, 5],
        [9.5, 2],
      ]),
    ).toBeCloseTo(30 - 7.5 - (8 - 0.5 * 2), 6);
    expect(area(box(8.5, 4, 9.5, 6))).toBe(0);
  });

  it.each([
    ['a box with half of a pillar', box(6, 2, 9, 5), 12, 0.2],
    [
      'a thin oblique strip',
      [
        [0.5, 0.5],
        [1, 0.4],
        [19, 9.4],
        [18.7, 9.6],
      ] as Point[],
      20,
      0.25,
    ],
    ['more than the floor', box(-10, -10, 60, 20), 150, 0.25],
    ['a narrow corridor', box(21, 0, 39, 10), 60, 0.2],
    [
      'an L',
      [
        [7, 2],
        [7, 8],
        [12, 8],
        [12, 5],
        [9.5, 5],
        [9.5, 2],
      ] as Point[],
      20,
      0.2,
    ],
  ])('keeps bodies apart and off the walls in %s', (_, ring, count, radius) => {
    const part = floorPart(hall.mesh, hall.index, 0, ring);
    const radii = equal(count, radius);
    for (let seed = 1; seed <= 5; seed++) {
      const placing = placeInPart(part, radii, seedRandom(seed));
      expect(placing.placed).toBe(count);
      expect(faults(part, radii, placing)).toEqual([]);
      expect(placeInPart(part, radii, seedRandom(seed))).toEqual(placing);
    }
    expect(placeInPart(part, radii, seedRandom(1)).places).not.toEqual(placeInPart(part, radii, seedRandom(2)).places);
  });

  it('sees faults', () => {
    const part = floorPart(hall.mesh, hall.index, 0, box(5, 1, 12, 9));
    const radii = equal(3, 0.2);
    const good = placeInPart(part, radii, seedRandom(1));
    expect(faults(part, radii, good)).toEqual([]);
    const moved = (x: number, y: number): Placing => ({ ...good, places: good.places.with(0, x).with(1, y) });
    const { origin } = hall.mesh;
    expect(faults(part, radii, moved(7.9 - origin[0], 5 - origin[1])).join()).toMatch(/0 is in a wall/);
    expect(faults(part, radii, moved(4.5 - origin[0], 8 - origin[1])).join()).toMatch(/0 is outside/);
    expect(faults(part, radii, moved(good.places[2] + 0.1, good.places[3])).join()).toMatch(/0 and 1 overlap/);
    expect(faults(part, radii, { ...good, placed: 2 }).join()).toMatch(/counted/);
  });

  it('packs 5 per m² in a room of 10 × 10 m and says what does not fit', () => {
    const room = worldOf({ walkable: [{ box: [0, 0, 10, 10] }] });
    const part = floorPart(room.mesh, room.index, 0, box(0, 0, 10, 10));
    const count = countAtDensity(part, 5);
    expect(count).toBe(500);
    for (let seed = 1; seed <= 5; seed++) {
      const placing = placeInPart(part, equal(count, 0.2), seedRandom(seed));
      expect(placing.placed).toBe(500);
      expect(faults(part, equal(count, 0.2), placing)).toEqual([]);
    }
    const tooMany = placeInPart(part, equal(1000, 0.2), seedRandom(1));
    expect(tooMany.placed).toBeLessThan(1000);
    expect(tooMany.placed).toBeGreaterThan(560); // of 665 that fit on the floor less a band of 0.2 m
    expect(faults(part, equal(1000, 0.2), tooMany)).toEqual([]);
  });

  it('finds room for a few wheelchairs in a full crowd', () => {
    const room = worldOf({ walkable: [{ box: [0, 0, 12, 10] }] });
    const part = floorPart(room.mesh, room.index, 0, box(0, 0, 12, 10));
    const radii = Float64Array.from({ length: 450 }, (_, i) =>
      i % 90 === 7 ? 0.5 : 0.18 + 0.02 * ((i * 7) % 3) * 0.5,
    );
    const placing = placeInPart(part, radii, seedRandom(3));
    expect(faults(part, radii, placing)).toEqual([]);
    expect(placing.placed).toBe(450);
  });

  it('places nobody where there is no floor, on the wrong level, or where bodies do not fit', () => {
    const { mesh, index } = hall;
    for (const [level, ring, radius] of [
      [0, box(8.5, 4, 9.5, 6), 0.2],
      [0, box(100, 100, 101, 101), 0.2],
      [3, box(1, 1, 3, 3), 0.2],
      [0, box(25, 4, 35, 6), 1.01],
    ] as const) {
      const part = floorPart(mesh, index, level, ring);
      const placing = placeInPart(part, equal(5, radius), seedRandom(1));
      expect(placing.placed).toBe(0);
      expect([...placing.cells]).toEqual([NONE, NONE, NONE, NONE, NONE]);
    }
    const part = floorPart(mesh, index, 0, box(1, 1, 3, 3));
    expect(placeInPart(part, equal(0, 0.2), seedRandom(1)).placed).toBe(0);
  });

  it('keeps clear of those who are there, on this level only', () => {
    const two = worldOf({
      levels: {
        low: { walkable: [{ box: [0, 0, 4, 4] }] },
        high: { elevation: 4, walkable: [{ box: [0, 0, 4, 4] }] },
      },
    });
    const { mesh, index } = two;
    const cellOf = (level: number) => mesh.cellLevel.indexOf(level);
    const [originX, originY] = mesh.origin;
    // One huge body in the middle of the lower level.
    const taken = (level: number) => ({
      count: 1,
      place: Float64Array.of(2 - originX, 2 - originY),
      cell: Int32Array.of(cellOf(level)),
      radius: Float64Array.of(1.2, 0, 0, 0),
      stride: 4,
    });
    const part = floorPart(mesh, index, 0, box(0, 0, 4, 4));
    const nearest = (level: number) => {
      const { places, placed } = placeInPart(part, equal(20, 0.2), seedRandom(5), taken(level));
      expect(placed).toBe(20);
      let least = Infinity;
      for (let i = 0; i < 20; i++) {
        const [x, y] = [places[2 * i] + originX - 2, places[2 * i + 1] + originY - 2];
        least = Math.min(least, Math.sqrt(x * x + y * y));
      }
      return least;
    };
    expect(nearest(0)).toBeGreaterThanOrEqual(1.4);
    expect(nearest(1)).toBeLessThan(1.4);
  });

  it('finds the last free spot for one more', () => {
    const room = worldOf({ walkable: [{ box: [0, 0, 4, 4] }] });
    const part = floorPart(room.mesh, room.index, 0, box(0, 0, 4, 4));
    const crowd = placeInPart(part, equal(60, 0.2), seedRandom(1));
    const taken = { count: 60, place: crowd.places, cell: crowd.cells, radius: equal(60, 0.2), stride: 1 };
    let found = 0;
    for (let seed = 1; seed <= 20; seed++) {
      const one = placeInPart(part, equal(1, 0.2), seedRandom(seed), taken);
      found += one.placed;
      const all = Float64Array.of(...crowd.places, ...one.places);
      const both = { cells: Int32Array.of(...crowd.cells, ...one.cells), places: all, placed: 60 + one.placed };
      expect(faults(part, equal(61, 0.2), both)).toEqual([]);
    }
    expect(found).toBeGreaterThan(15);
  });

  it('puts walkers on a line', () => {
    const part = floorPart(hall.mesh, hall.index, 0, [
      [20.5, -3],
      [20.5, 9],
    ]);
    const placing = placeInPart(part, equal(3, 0.2), seedRandom(2));
    expect(placing.placed).toBe(3);
    for (let i = 0; i < 3; i++) expect(placing.places[2 * i] + hall.mesh.origin[0]).toBeCloseTo(20.5, 9);
    expect(faults(part, equal(3, 0.2), placing)).toEqual([]);
    expect(placeInPart(part, equal(50, 0.2), seedRandom(2)).placed).toBeLessThan(5);
  });

  it('is uniform (Jülich test 14): 2000 in 100 × 100 m, χ² over 10 strips', () => {
    // Cells of all sizes: pillars along one side.
    const obstacles = Array.from({ length: 20 }, (_, i) => ({ box: [5 * i + 1, 101, 5 * i + 2, 102] }));
    const field = worldOf({ walkable: [{ box: [-1, -1, 101, 105] }], obstacles });
    const part = floorPart(field.mesh, field.index, 0, box(0, 0, 100, 100));
    const random = seedRandom(14);
    for (const axis of [0, 1]) {
      let sum = 0;
      const repeats = 150;
      for (let repeat = 0; repeat < repeats; repeat++) {
        const { places } = placeInPart(part, equal(2000, 0.2), random);
        const bins = new Float64Array(10);
        for (let i = 0; i < 2000; i++) {
          bins[Math.min(9, Math.floor((places[2 * i + axis] + field.mesh.origin[axis]) / 10))]++;
        }
        sum += tailOfChi9(bins.reduce((q, n) => q + (n - 200) ** 2 / 200, 0));
      }
      // The mean of 150 uniform p has a deviation of 0.024; bodies that exclude each other raise p a little.
      expect(Math.abs(sum / repeats - 0.5)).toBeLessThan(0.09);
    }
    expect(tailOfChi9(8.343)).toBeCloseTo(0.5, 3);
    expect(tailOfChi9(16.919)).toBeCloseTo(0.05, 4);
  });

  it('takes time in proportion to the crowd', () => {
    const field = worldOf({ walkable: [{ box: [0, 0, 320, 320] }] });
    const part = floorPart(field.mesh, field.index, 0, box(0, 0, 320, 320));
    const random = seedRandom(99);
    const radii = Float64Array.from({ length: 100_000 }, () => 0.15 + 0.1 * nextRandom(random));
    const start = performance.now();
    expect(placeInPart(part, radii, random).placed).toBe(100_000);
    const dense = floorPart(field.mesh, field.index, 0, box(0, 0, 100, 100));
    expect(placeInPart(dense, equal(50_000, 0.2), random).placed).toBe(50_000);
    expect(performance.now() - start).toBeLessThan(15_000);
  });
});
