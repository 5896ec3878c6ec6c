/**
 * Width-exactness: a disc of diameter w gets from p to q exactly if free segments longer than w
 * lead from p's cell to q's.
 *
 * Judged twice, by computations that know nothing of triangles: the exact critical width of every pair of places
 * (oracles/barriers.ts), compared to 1e-6 m without picking widths at all; and polygon offsetting (oracles/erosion.ts)
 * at widths just below and just above the lengths of actual free segments.
 * Cells are wider than triangles: a disc that cannot leave its cell by any side may stand in it at two places between
 * which a removed edge is too narrow. For two places in one cell only widths that can leave it are judged.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import { markFloor } from '../src/subdivision/bottlenecks.ts';
import { triangulate } from '../src/triangulation/constrain.ts';
import { DIRTY_KINDS, dirtyPlan } from './dirty-maps.ts';
import { WIDTH_FIXTURES } from './fixtures/widths.ts';
import { criticalWidth, crossedBy, findBarriers } from './oracles/barriers.ts';
import { cellAt, cellRing, freeSegments } from './oracles/cells.ts';
import { componentAt, erode, WIDTH_ERROR } from './oracles/erosion.ts';
import { findPlaces } from './oracles/places.ts';
import { floorTriangles } from './oracles/triangles.ts';
import { wallsOf } from './oracles/walls.ts';
import { type FreeSegment, reachable, widestWays } from './oracles/widest-ways.ts';
import { CLEAN_KINDS, cleanPlan } from './random-maps.ts';
import { createRandom, propertyRuns, seeds } from './random.ts';

/** Metres; feet that fall on an end of a wall cost less than this on clean maps. */
const EXACT = 1e-6;

/** Floor in convex pieces. */
interface Pieces {
  rings: number[][];
  free: FreeSegment[];
}

function cellsOf({ mesh }: World): Pieces {
  return { rings: Array.from(mesh.cellLevel, (_, cell) => cellRing(mesh, cell)), free: freeSegments(mesh) };
}

function trianglesOf({ triangulations, maps }: World): Pieces {
  return floorTriangles(triangulations[0], maps[0]);
}

/** Longest free segment around each piece. */
function widestExits({ rings, free }: Pieces): Float64Array {
  const exit = new Float64Array(rings.length);
  for (const { a, b, length } of free) for (const piece of [a, b]) exit[piece] = Math.max(exit[piece], length);
  return exit;
}

/** Pairs of places judged on triangles and on cells; what is wrong, and how many pairs a barrier decided. */
function judgeExactly(world: World, seed: number, tolerance: number) {
  const walls = wallsOf(world.maps[0]);
  const barriers = findBarriers(walls);
  const triangles = trianglesOf(world);
  const cells = cellsOf(world);
  const widestOverTriangles = widestWays(triangles.rings.length, triangles.free);
  const widestOverCells = widestWays(cells.rings.length, cells.free);
  const exit = widestExits(cells);
  const places = findPlaces(walls, triangles.rings, createRandom(seed), 12).map((place) => ({
    ...place,
    cell: cellAt(cells.rings, place.x, place.y),
    crossed: crossedBy(barriers, place.x, place.y),
  }));
  const wrong: string[] = [];
  let decided = 0;
  for (const [i, p] of places.entries()) {
    for (const q of places.slice(0, i)) {
      const fits = 2 * Math.min(p.clearance, q.clearance);
      const exact = Math.min(fits, criticalWidth(barriers, p.crossed, q.crossed));
      if (exact < fits) decided++;
      const judge = (what: string, width: number, upTo: number) => {
        if (Math.abs(Math.min(width, upTo) - Math.min(exact, upTo)) <= tolerance) return;
        wrong.push(`${what}: ${width} instead of ${exact} from (${p.x}, ${p.y}) to (${q.x}, ${q.y}), disc ≤ ${upTo}`);
      };
      judge('triangles', widestOverTriangles(p.ring, q.ring), fits);
      const canLeave = p.cell === q.cell ? Math.min(fits, exit[p.cell]) : fits;
      judge('cells', widestOverCells(p.cell, q.cell), canLeave);
    }
  }
  return { wrong, decided };
}

describe('the exact critical width of any two places', () => {
  it.each(CLEAN_KINDS)('%s', (kind) => {
    let decided = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const judged = judgeExactly(buildWorld(cleanPlan(kind, seed)), seed, EXACT);
        decided += judged.decided;
        expect(judged.wrong).toEqual([]);
      }),
      propertyRuns(30),
    );
    // Most pairs of a map may see each other; some must be parted by a barrier, or nothing was tested.
    expect(decided).toBeGreaterThan(20);
  });

  it.each(DIRTY_KINDS)('%s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        // Gaps of a millimetre measured to a foot that became an end 0.1 mm away are wrong by up to 5 µm.
        const judged = judgeExactly(buildWorld(dirtyPlan(kind, seed)), seed, 1e-5);
        expect(judged.wrong).toEqual([]);
      }),
      propertyRuns(20),
    );
  });

  it.each(Object.entries(WIDTH_FIXTURES))('fixture %s', (_, { plan, from, to, width }) => {
    const world = buildWorld(plan);
    expect(judgeExactly(world, 1, EXACT).wrong).toEqual([]);
    const barriers = findBarriers(wallsOf(world.maps[0]));
    expect(criticalWidth(barriers, crossedBy(barriers, ...from), crossedBy(barriers, ...to))).toBeCloseTo(width, 12);
    const { rings, free } = trianglesOf(world);
    const widest = widestWays(rings.length, free)(cellAt(rings, ...from), cellAt(rings, ...to));
    expect(widest).toBeCloseTo(width, 9);
  });

  it('notices when the feet are missing', () => {
    let wrong = 0;
    for (let seed = 0; seed < 10; seed++) {
      const world = buildWorld(cleanPlan('needles', seed));
      const unrefined = triangulate(world.maps[0].vertices, world.maps[0].segments);
      markFloor(unrefined, world.maps[0]);
      const judged = judgeExactly({ ...world, triangulations: [unrefined] }, seed, EXACT);
      if (judged.wrong.some((text) => text.startsWith('triangles'))) wrong++;
    }
    expect(wrong).toBeGreaterThan(5);
  });
});

describe('polygon offsetting at widths about actual free segments', () => {
  const counted = { maps: 0, widths: 0, skipped: 0, pairs: 0, apart: 0 };

  /** Are the places of a map parted as the eroded space says? */
  function judgeByErosion(world: World, seed: number): string[] {
    const random = createRandom(seed);
    const walls = wallsOf(world.maps[0]);
    const triangles = trianglesOf(world);
    const cells = cellsOf(world);
    const exit = widestExits(cells);
    const places = findPlaces(walls, triangles.rings, random, 20);
    const inCell = places.map(({ x, y }) => cellAt(cells.rings, x, y));
    const roomiest = 2 * Math.max(0, ...places.map(({ clearance }) => clearance));
    const lengths = [...triangles.free, ...cells.free].map(({ length }) => length);
    const wrong: string[] = [];
    counted.maps++;
    for (const shift of [-1e-3, -1e-4, 1e-4, 1e-3]) {
      const candidates = lengths.filter((length) => length < roomiest);
      const width = (candidates.length > 0 ? random.pick(candidates) : random.between(0.1, roomiest)) + shift;
      counted.widths++;
      if (width <= 0.01 || lengths.some((length) => Math.abs(length - width) < WIDTH_ERROR)) {
        counted.skipped++;
        continue;
      }
      const space = erode(walls, width);
      const triangleOf = reachable(triangles.rings.length, triangles.free, width);
      const cellOf = reachable(cells.rings.length, cells.free, width);
      const standing = places.flatMap((place, i) => {
        // Places the chords cannot doubt.
        if (place.clearance < width / 2 + WIDTH_ERROR) return [];
        return [{ ...place, cell: inCell[i], component: componentAt(space, place.x, place.y) }];
      });
      for (const [i, p] of standing.entries()) {
        for (const q of standing.slice(0, i)) {
          const together = p.component === q.component;
          counted.pairs++;
          if (!together) counted.apart++;
          const say = (what: string) =>
            wrong.push(
              `w = ${width}, (${p.x}, ${p.y}) and (${q.x}, ${q.y}) are ${together ? 'joined' : 'parted'}, ${what}`,
            );
          if ((triangleOf[p.ring] === triangleOf[q.ring]) !== together) say('triangles say otherwise');
          if (p.cell === q.cell && width > exit[p.cell]) continue;
          if ((cellOf[p.cell] === cellOf[q.cell]) !== together) say('cells say otherwise');
        }
      }
    }
    return wrong;
  }

  it.each(CLEAN_KINDS)('%s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        expect(judgeByErosion(buildWorld(cleanPlan(kind, seed)), seed)).toEqual([]);
      }),
      propertyRuns(14),
    );
  });

  it('has judged at least 200 maps and left out few widths', () => {
    expect(counted.maps).toBeGreaterThanOrEqual(200);
    expect(counted.skipped / counted.widths).toBeLessThan(0.1);
    expect(counted.pairs).toBeGreaterThan(10_000);
    expect(counted.apart).toBeGreaterThan(1_000);
  });
});
