/**
 * Triangulation and cells on random clean, degenerate and dirty maps: the triangulation is constrained Delaunay, cells are
 * convex, cover the floor once, fit together, and merging changes no widest way.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import { checkWorld } from '../src/build.ts';
import type { Plan } from '../src/map/plan.ts';
import { markFloor } from '../src/subdivision/bottlenecks.ts';
import { triangulate } from '../src/triangulation/constrain.ts';
import { DIRTY_KINDS, type DirtyKind, dirtyPlan } from './dirty-maps.ts';
import { cellRing, depthIn, freeSegments, sidesOf } from './oracles/cells.ts';
import { referenceTriangles, seenInCircle } from './oracles/delaunay.ts';
import { floorAreas, isOnFloor } from './oracles/floor.ts';
import { mergedCells, ringName } from './oracles/merging.ts';
import { floorTriangles } from './oracles/triangles.ts';
import { boxOf, wallsOf } from './oracles/walls.ts';
import { type FreeSegment, widestWays } from './oracles/widest-ways.ts';
import { CLEAN_KINDS, type CleanKind, cleanPlan } from './random-maps.ts';
import { createRandom, propertyRuns, seeds } from './random.ts';

const ALL_KINDS = [...CLEAN_KINDS, ...DIRTY_KINDS];

function planOfKind(kind: CleanKind | DirtyKind, seed: number): Plan {
  return CLEAN_KINDS.some((clean) => clean === kind)
    ? cleanPlan(kind as CleanKind, seed)
    : dirtyPlan(kind as DirtyKind, seed);
}

/** Run a property on worlds of one kind. */
function onWorlds(kind: CleanKind | DirtyKind, runs: number, judge: (world: World, seed: number) => void): void {
  fc.assert(
    fc.property(seeds, (seed) => judge(buildWorld(planOfKind(kind, seed)), seed)),
    propertyRuns(runs),
  );
}

describe('the triangulation is constrained Delaunay', () => {
  it.each(ALL_KINDS)('no vertex is seen in a circle: %s', (kind) => {
    onWorlds(kind, 6, ({ triangulations, maps }) => {
      const t = triangulations[0];
      const feet = t.vertices.subarray(2 * (t.frameFirst + 4), 2 * t.vertexCount);
      const vertices = Float64Array.from([...maps[0].vertices, ...feet]);
      for (const ring of floorTriangles(t, maps[0]).rings) expect(seenInCircle(ring, maps[0], vertices)).toEqual([]);
    });
  });

  it('the same triangles as delaunator and constrainautor where no four vertices lie on a circle', () => {
    let compared = 0;
    fc.assert(
      fc.property(seeds, fc.constantFrom<CleanKind>('room', 'comb', 'star', 'needles', 'thinWalls'), (seed, kind) => {
        const map = buildWorld(cleanPlan(kind, seed)).maps[0];
        const t = triangulate(map.vertices, map.segments);
        markFloor(t, map);
        if (hasCocircular(map.vertices)) return;
        compared++;
        const names: string[] = [];
        for (let i = 0; i < t.triangleCount; i++) {
          const corners = [...t.corner.subarray(3 * i, 3 * i + 3)];
          if (t.region[i] === 1) names.push(corners.toSorted((a, b) => a - b).join(' '));
        }
        expect(names.toSorted()).toEqual(referenceTriangles(map));
      }),
      propertyRuns(60),
    );
    expect(compared).toBeGreaterThan(15);
  });
});

/** Do four corners of some rectangle-like quadruple lie on one circle? Right angles at both ends of a wall suffice. */
function hasCocircular(vertices: Float64Array): boolean {
  const count = vertices.length / 2;
  if (count > 40) return true;
  const p = (i: number) => [vertices[2 * i], vertices[2 * i + 1]] as const;
  for (let a = 0; a < count; a++) {
    for (let b = 0; b < a; b++) {
      for (let c = 0; c < b; c++) {
        const [[ax, ay], [bx, by], [cx, cy]] = [p(a), p(b), p(c)];
        const double = 2 * ((bx - ax) * (cy - ay) - (by - ay) * (cx - ax));
        const b2 = (bx - ax) ** 2 + (by - ay) ** 2;
        const c2 = (cx - ax) ** 2 + (cy - ay) ** 2;
        const x = ax + ((cy - ay) * b2 - (by - ay) * c2) / double;
        const y = ay + ((bx - ax) * c2 - (cx - ax) * b2) / double;
        const radius = Math.hypot(x - ax, y - ay);
        for (let d = 0; d < c; d++) {
          const off = Math.abs(Math.hypot(p(d)[0] - x, p(d)[1] - y) - radius);
          if (off < 1e-9 * (1 + radius)) return true;
        }
      }
    }
  }
  return false;
}

describe('cells', () => {
  it.each(ALL_KINDS)('are convex, fit together and cover the floor once: %s', (kind) => {
    onWorlds(kind, 12, (world, seed) => {
      expect(checkWorld(world)).toEqual([]);
      expect(notConvex(world)).toEqual([]);
      expect(unfitting(world)).toEqual([]);
      const { mesh, maps } = world;
      const rings = Array.from(mesh.cellLevel, (_, cell) => cellRing(mesh, cell));
      const area = rings.reduce((sum, ring) => sum + areaOf(ring), 0);
      expect(Math.abs(area - maps[0].area)).toBeLessThanOrEqual(1e-9 * area);
      const random = createRandom(seed);
      const [minX, minY, maxX, maxY] = boxOf(wallsOf(maps[0]));
      for (let i = 0; i < 100; i++) {
        const [x, y] = [random.between(minX, maxX), random.between(minY, maxY)];
        const depths = rings.map((ring) => depthIn(ring, x, y));
        const inside = depths.filter((depth) => depth > 1e-9).length;
        const border = depths.some((depth) => Math.abs(depth) <= 1e-9);
        if (!border) expect([x, y, inside]).toEqual([x, y, isOnFloor(maps[0], x, y) ? 1 : 0]);
        else expect(inside).toBe(0);
      }
    });
  });

  it.each(ALL_KINDS)('are what the rule of merging gives, taken by its letter: %s', (kind) => {
    onWorlds(kind, 6, ({ triangulations, maps, mesh }) => {
      const names = Array.from(mesh.cellLevel, (_, cell) => {
        const ring = cellRing(mesh, cell);
        return ringName(Array.from({ length: ring.length / 2 }, (__, i) => [ring[2 * i], ring[2 * i + 1]]));
      });
      expect(names.toSorted()).toEqual(mergedCells(triangulations[0], maps[0]));
    });
  });

  it.each(ALL_KINDS)('leave the widest way between any two free segments as it was: %s', (kind) => {
    onWorlds(kind, 3, (world) => {
      const triangles = floorTriangles(world.triangulations[0], world.maps[0]);
      const cells = { rings: Array.from(world.mesh.cellLevel, () => []), free: freeSegments(world.mesh) };
      if (cells.free.length > 120) return;
      const before = waysBetweenSegments(triangles);
      const after = waysBetweenSegments(cells);
      for (const [i, p] of cells.free.entries()) {
        for (const q of cells.free.slice(0, i)) expect(after(p, q)).toBe(before(...twins(triangles.free, p, q)));
      }
    });
  });

  it.each(CLEAN_KINDS.filter((kind) => kind !== 'city' && kind !== 'thinWalls' && kind !== 'drawing'))(
    'have the area that boolean operations on the polygons leave: %s',
    (kind) => {
      fc.assert(
        fc.property(seeds, (seed) => {
          const plan = cleanPlan(kind, seed);
          // Rooms of a maze may end less than a millimetre apart: no tolerance here.
          const area = buildWorld(plan, { simplification: 0, tolerance: 1e-6 }).maps[0].area;
          // Micrometres, along some hundred metres of walls at most.
          expect(Math.abs(area - floorAreas(plan)[0])).toBeLessThan(2e-4);
        }),
        propertyRuns(10),
      );
    },
  );

  it.each(DIRTY_KINDS.filter((kind) => ['overlapping', 'selfCrossing'].includes(kind)))(
    'have that area on dirty plans too: %s',
    (kind) => {
      fc.assert(
        fc.property(seeds, (seed) => {
          const plan = dirtyPlan(kind, seed);
          const area = buildWorld(plan, { simplification: 0, tolerance: 1e-6 }).maps[0].area;
          expect(Math.abs(area - floorAreas(plan)[0])).toBeLessThan(1e-3);
        }),
        propertyRuns(15),
      );
    },
  );
});

function areaOf(ring: number[]): number {
  let twice = 0;
  for (let i = 0; i < ring.length; i += 2) {
    const j = (i + 2) % ring.length;
    twice += (ring[i] - ring[0]) * (ring[j + 1] - ring[1]) - (ring[j] - ring[0]) * (ring[i + 1] - ring[1]);
  }
  return twice / 2;
}

/** Corners that turn right by more than rounding; on one wall a foot may lie beside the line by rounding. */
function notConvex({ mesh }: World): string[] {
  const sides = sidesOf(mesh);
  return sides.flatMap((side, s) => {
    const first = mesh.cellFirst[side.cell];
    const after = sides[s + 1 < mesh.cellFirst[side.cell + 1] ? s + 1 : first];
    const [ax, ay] = side.from;
    const [bx, by] = side.to;
    const [cx, cy] = after.to;
    const off = ((bx - ax) * (cy - by) - (by - ay) * (cx - bx)) / Math.max(side.length, after.length);
    return off >= -1e-12 || (side.wall >= 0 && side.wall === after.wall && off > -1e-9) ? [] : [`side ${s}: ${off}`];
  });
}

/** Free segments that are not in exactly two cells, walls that are not covered once per walkable side. */
function unfitting({ mesh, maps }: World): string[] {
  const wrong: string[] = [];
  const map = maps[0];
  const sides = sidesOf(mesh);
  const covered = new Float64Array(map.segmentKind.length);
  const at = new Map<string, number[]>();
  sides.forEach(({ from, to }, s) => {
    const name = [from.join(), to.join()].toSorted().join(' ');
    at.set(name, [...(at.get(name) ?? []), s]);
  });
  for (const [name, both] of at) {
    const [s, t] = both.map((i) => sides[i]);
    if (s!.twin >= 0) {
      const fits =
        both.length === 2 &&
        s!.twin === both[1] &&
        t!.twin === both[0] &&
        s!.cell !== t!.cell &&
        s!.from.join() === t!.to.join();
      if (!fits) wrong.push(`free segment ${name} is in sides ${both.join()}`);
    } else if (
      both.length > 2 ||
      (t !== undefined && (t.twin >= 0 || t.wall !== s!.wall || map.segmentSides[s!.wall] !== 3))
    ) {
      wrong.push(`constrained side ${name} is in sides ${both.join()}`);
    }
    for (const side of [s, t]) if (side !== undefined && side.wall >= 0) covered[side.wall] += side.length;
  }
  covered.forEach((length, s) => {
    const [a, b] = [2 * map.segments[2 * s], 2 * map.segments[2 * s + 1]];
    const full = Math.hypot(map.vertices[a] - map.vertices[b], map.vertices[a + 1] - map.vertices[b + 1]);
    const expected = full * (map.segmentSides[s] === 3 ? 2 : 1);
    if (Math.abs(length - expected) > 1e-9 * (1 + expected)) wrong.push(`wall ${s}: ${length} of ${expected} m`);
  });
  return wrong;
}

/** Width of the widest way from one free segment through another, themselves included. */
function waysBetweenSegments({ rings, free }: { rings: unknown[]; free: FreeSegment[] }) {
  const widest = widestWays(rings.length, free);
  return (p: FreeSegment, q: FreeSegment) => {
    const ways = [widest(p.a, q.a), widest(p.a, q.b), widest(p.b, q.a), widest(p.b, q.b)];
    return Math.min(p.length, q.length, Math.max(...ways));
  };
}

/** The edges of the triangulation that two free segments of cells are. */
function twins(edges: FreeSegment[], ...segments: FreeSegment[]): [FreeSegment, FreeSegment] {
  return segments.map((segment) => edges.find(({ ends }) => ends === segment.ends)!) as [FreeSegment, FreeSegment];
}
