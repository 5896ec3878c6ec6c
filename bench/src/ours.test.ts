/** The engine on the cities whose area and damage are known. */
import { checkWorld } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { makeKnownCity } from './city.ts';
import { deepestInside, judgeTriangles } from './judge.ts';
import { buildOurs, judgeableTriangles, prepareOurTriangulation, readOurs } from './ours.ts';

describe.each([1, 2, 3])('city of seed %i', (seed) => {
  const clean = makeKnownCity({ seed, buildings: 500, dirty: false });
  const dirty = makeKnownCity({ seed, buildings: 500, dirty: true });

  it('clean: becomes cells of exactly its ground, without repairs', () => {
    const build = buildOurs(clean.plan);
    const { cells, constrained, area, edges, repairs } = readOurs(build);
    expect([...build.stageTimes.keys()]).toEqual(['map', 'triangulation', 'cells']);
    expect(Math.abs(area / clean.walkableArea - 1)).toBeLessThan(1e-9);
    expect(deepestInside(clean, edges)).toBeLessThan(1e-9);
    expect(repairs).toEqual([]);
    expect(cells).toBeLessThan(1.1 * constrained);
  });

  it('dirty: becomes cells of its ground but for slivers, and every crossing and double wall is counted', () => {
    const { area, edges, repairs } = readOurs(buildOurs(dirty.plan));
    expect(Math.abs(area / dirty.walkableArea - 1)).toBeLessThan(1e-6);
    expect(deepestInside(dirty, edges)).toBeLessThan(0.012);
    const { overlaps, sharedWalls, jitteredWalls, nearTouches, selfCrossings } = dirty.defects;
    const flush = Math.ceil(overlaps / 2);
    const counted = (kind: RegExp): number => repairs.find((repair) => kind.test(repair.kind))?.count ?? 0;
    expect(counted(/walls crossing/)).toBe(2 * (overlaps - flush) + selfCrossings);
    expect(counted(/corners nearer/)).toBe(2 * jitteredWalls + Math.ceil(nearTouches / 2));
    expect(counted(/walls lying on each other/)).toBe(2 * flush + sharedWalls + jitteredWalls);
  });

  it('passes every check of the engine, clean or dirty', () => {
    for (const city of [clean, dirty]) expect(checkWorld(buildOurs(city.plan).world)).toEqual([]);
  });

  it('is triangulated with every segment an edge, clean or dirty', () => {
    for (const city of [clean, dirty]) {
      const { missingSegments, area } = judgeTriangles(...judgeableTriangles(prepareOurTriangulation(city)()));
      expect(missingSegments).toBe(0);
      expect(Math.abs(area / city.walkableArea - 1)).toBeLessThan(1e-6);
    }
  });
});
