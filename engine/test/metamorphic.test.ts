/**
 * The same place told otherwise gives the same result: permuted, to the byte; mirrored, turned, shifted and scaled, to
 * rounding.
 *
 * Area and the widest ways between places are equal always. Cells are equal where the map leaves no choice: where four
 * corners lie on one circle, or two free segments are equally long, rounding or the rule for ties decides.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BuildOptions, buildWorld, type World } from '../src/build.ts';
import type { CellMesh } from '../src/subdivision/cell-mesh.ts';
import { DIRTY_KINDS, dirtyPlan } from './dirty-maps.ts';
import { cellAt, cellRing, freeSegments } from './oracles/cells.ts';
import { isInGeneralPosition } from './oracles/general-position.ts';
import { findPlaces } from './oracles/places.ts';
import { wallsOf } from './oracles/walls.ts';
import { widestWays } from './oracles/widest-ways.ts';
import { CLEAN_KINDS, type CleanKind, cleanPlan } from './random-maps.ts';
import { createRandom, propertyRuns, seeds } from './random.ts';
import { type Affine, apply, MIRROR, permuted, SHIFT, scale, transformed, turn } from './transforms.ts';

/** Every array of a mesh as bytes, by name. */
function bytesOf(mesh: CellMesh): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, array] of Object.entries(mesh)) {
    if (ArrayBuffer.isView(array)) {
      result[name] = Buffer.from(array.buffer, array.byteOffset, array.byteLength).toString('base64');
    }
  }
  return result;
}

describe('a permutation of the input gives the same bytes', () => {
  it.each(CLEAN_KINDS)('%s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const plan = cleanPlan(kind, seed);
        const again = permuted(plan, createRandom(seed + 1));
        expect(bytesOf(buildWorld(again).mesh)).toEqual(bytesOf(buildWorld(plan).mesh));
      }),
      propertyRuns(12),
    );
  });

  it.each(DIRTY_KINDS)('%s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const plan = dirtyPlan(kind, seed);
        const again = permuted(plan, createRandom(seed + 1));
        expect(bytesOf(buildWorld(again).mesh)).toEqual(bytesOf(buildWorld(plan).mesh));
      }),
      propertyRuns(12),
    );
  });
});

/** Without simplification: on round outlines several corners are equally good to drop, and rounding chooses. */
const EXACT: Partial<BuildOptions> = { simplification: 0 };

interface Transformation {
  affine: Affine;
  options: Partial<BuildOptions>;
  /** Lengths in the transformed place per length in the first. */
  factor: number;
  /** Metres in the first place that rounding may cost. */
  rounding: number;
}

const TRANSFORMATIONS: Record<string, Transformation> = {
  mirrored: { affine: MIRROR, options: {}, factor: 1, rounding: 1e-9 },
  'turned by 37°': { affine: turn(37), options: {}, factor: 1, rounding: 1e-9 },
  // Coordinates of five million metres are whole nanometres.
  'shifted by 5e6, -3e6': { affine: SHIFT, options: {}, factor: 1, rounding: 1e-7 },
};
for (const factor of [1e-3, 0.02, 30, 1e3]) {
  TRANSFORMATIONS[`scaled by ${factor}`] = {
    affine: scale(factor),
    options: { tolerance: 1e-3 * factor },
    factor,
    rounding: 1e-9,
  };
}

function cellsOf({ mesh }: World): number[][] {
  return Array.from(mesh.cellLevel, (_, cell) =>
    cellRing(mesh, cell).map((c, i) => c + mesh.origin[i % 2 === 0 ? 0 : 1]),
  );
}

/** Widths of the widest ways between places, up to what fits there and can leave the cells they lie in. */
function waysBetween(world: World, places: [number, number][]) {
  const rings = cellsOf(world);
  const free = freeSegments(world.mesh);
  const exit = new Float64Array(rings.length);
  for (const { a, b, length } of free) for (const cell of [a, b]) exit[cell] = Math.max(exit[cell], length);
  const widest = widestWays(rings.length, free);
  const at = places.map(([x, y]) => cellAt(rings, x, y));
  return (i: number, j: number) => ({
    width: widest(at[i], at[j]),
    limit: at[i] === at[j] ? exit[at[i]] : Infinity,
  });
}

/** Kinds without right angles and parallels. */
const GENERAL_KINDS: CleanKind[] = ['star', 'comb', 'spiral', 'needles', 'nearlyParallel', 'room', 'thinWalls'];

describe.each(Object.entries(TRANSFORMATIONS))('%s', (_, { affine, options, factor, rounding }) => {
  it.each(CLEAN_KINDS)('equal area and equal widest ways: %s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const plan = cleanPlan(kind, seed);
        const first = buildWorld(plan, EXACT);
        const second = buildWorld(transformed(plan, affine), { ...EXACT, ...options });
        const area = first.maps[0].area;
        expect(Math.abs(second.maps[0].area / factor ** 2 - area)).toBeLessThanOrEqual(rounding * Math.max(area, 30));
        const walls = wallsOf(first.maps[0]);
        const places = findPlaces(walls, cellsOf(first), createRandom(seed), 8);
        const before = waysBetween(
          first,
          places.map(({ x, y }) => [x, y]),
        );
        const after = waysBetween(
          second,
          places.map(({ x, y }) => apply(affine, x, y)),
        );
        for (let i = 0; i < places.length; i++) {
          for (let j = 0; j < i; j++) {
            const p = before(i, j);
            const q = after(i, j);
            const fits = 2 * Math.min(places[i].clearance, places[j].clearance);
            const limit = Math.min(fits, p.limit, q.limit / factor);
            expect(Math.min(q.width / factor, limit)).toBeCloseTo(Math.min(p.width, limit), -Math.log10(rounding) - 2);
          }
        }
      }),
      propertyRuns(4),
    );
  });

  it('equal cells in general position', () => {
    let general = 0;
    fc.assert(
      fc.property(seeds, fc.constantFrom(...GENERAL_KINDS), (seed, kind) => {
        const plan = cleanPlan(kind, seed);
        const first = buildWorld(plan, EXACT);
        if (!isInGeneralPosition(first.triangulations[0])) return;
        general++;
        const second = buildWorld(transformed(plan, affine), { ...EXACT, ...options });
        const lengths = (world: World, unit: number) =>
          freeSegments(world.mesh)
            .map(({ length }) => length / unit)
            .toSorted((a, b) => a - b);
        const [widths, widthsAfter] = [lengths(first, 1), lengths(second, factor)];
        expect(widthsAfter.length).toBe(widths.length);
        widths.forEach((width, i) => expect(Math.abs(widthsAfter[i] - width)).toBeLessThan(10 * rounding));
        const there = cellsOf(first).map((ring) =>
          ring.map((c, i) => (i % 2 === 0 ? apply(affine, c, ring[i + 1])[0] : apply(affine, ring[i - 1], c)[1])),
        );
        expect(unmatched(there, cellsOf(second), 100 * rounding * factor)).toEqual([]);
      }),
      propertyRuns(60),
    );
    expect(general).toBeGreaterThan(30);
  });
});

/** Rings of which the other list holds no copy: the same corners, wherever they start and whichever way they run. */
function unmatched(rings: number[][], others: number[][], near: number): number[][] {
  const left = [...others];
  return rings
    .filter((ring) => {
      const found = left.findIndex((other) => sameCorners(ring, other, near));
      if (found >= 0) left.splice(found, 1);
      return found < 0;
    })
    .concat(left.length > 0 && rings.length <= others.length ? left : []);
}

function sameCorners(ring: number[], other: number[], near: number): boolean {
  if (ring.length !== other.length) return false;
  for (let i = 0; i < ring.length; i += 2) {
    let found = false;
    for (let j = 0; j < other.length && !found; j += 2) {
      found = Math.hypot(ring[i] - other[j], ring[i + 1] - other[j + 1]) <= near;
    }
    if (!found) return false;
  }
  return true;
}
