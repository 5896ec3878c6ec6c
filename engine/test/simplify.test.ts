/**
 * Simplification: nearly collinear walls become one, nothing touches or crosses, no wall
 * moves by more than the threshold and no passage changes by more than twice that.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import type { FlatMap } from '../src/map/flat-map.ts';
import { criticalWidth, crossedBy, findBarriers } from './oracles/barriers.ts';
import { cellRing } from './oracles/cells.ts';
import { isOnFloor } from './oracles/floor.ts';
import { findPlaces } from './oracles/places.ts';
import { leastGap, meetings } from './oracles/planarity.ts';
import { clearanceOf, type Walls, wallsOf } from './oracles/walls.ts';
import { createRandom, propertyRuns, seeds } from './random.ts';
import { roughPlan } from './rough-maps.ts';

const TOLERANCE = 1e-3;
const THRESHOLDS = [0.002, 0.01, 0.03];

function worlds(seed: number, threshold: number): [World, World] {
  const plan = roughPlan(seed);
  return [
    buildWorld(plan, { simplification: 0, tolerance: TOLERANCE }),
    buildWorld(plan, { simplification: threshold, tolerance: TOLERANCE }),
  ];
}

/** How far points of some walls are from the nearest of others, at most. */
function farthest(walls: Walls, others: Walls): number {
  let most = 0;
  for (let i = 0; i < walls.length; i += 4) {
    for (let k = 0; k <= 16; k++) {
      const share = k / 16;
      const x = walls[i] + share * (walls[i + 2] - walls[i]);
      const y = walls[i + 1] + share * (walls[i + 3] - walls[i + 1]);
      most = Math.max(most, clearanceOf(others, x, y));
    }
  }
  return most;
}

describe.each(THRESHOLDS)('simplified by up to %f m', (threshold) => {
  it('walls are fewer, apart, and within the threshold of where they were', () => {
    let dropped = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const [before, after] = worlds(seed, threshold).map((world) => world.maps[0]) as [FlatMap, FlatMap];
        dropped += before.segmentKind.length - after.segmentKind.length;
        expect(meetings(after.vertices, after.segments)).toEqual([]);
        expect(leastGap(after.vertices, after.segments)).toBeGreaterThanOrEqual(
          Math.min(TOLERANCE, leastGap(before.vertices, before.segments)) * (1 - 1e-9),
        );
        const [walls, simple] = [wallsOf(before), wallsOf(after)];
        expect(farthest(walls, simple)).toBeLessThanOrEqual(threshold + 1e-9);
        expect(farthest(simple, walls)).toBeLessThanOrEqual(threshold + 1e-9);
      }),
      propertyRuns(25),
    );
    expect(dropped).toBeGreaterThan(100);
  });

  it('passages change by no more than twice the threshold', () => {
    let decided = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const [first, second] = worlds(seed, threshold);
        const [walls, simple] = [wallsOf(first.maps[0]), wallsOf(second.maps[0])];
        const barriers = [findBarriers(walls), findBarriers(simple)] as const;
        const rings = Array.from(first.mesh.cellLevel, (_, cell) => cellRing(first.mesh, cell));
        const places = findPlaces(walls, rings, createRandom(seed), 12).flatMap(({ x, y, clearance }) => {
          // A place a wall could pass over is none.
          if (clearance < threshold) return [];
          expect(isOnFloor(second.maps[0], x, y)).toBe(true);
          const fits = 2 * Math.min(clearance, clearanceOf(simple, x, y));
          return [{ crossed: barriers.map((b) => crossedBy(b, x, y)), fits }];
        });
        for (const [i, p] of places.entries()) {
          for (const q of places.slice(0, i)) {
            const fits = Math.min(p.fits, q.fits);
            const [width, simpleWidth] = barriers.map((b, k) =>
              Math.min(fits, criticalWidth(b, p.crossed[k], q.crossed[k])),
            );
            if (width! < fits) decided++;
            expect(Math.abs(width! - simpleWidth!)).toBeLessThanOrEqual(2 * threshold + 1e-9);
          }
        }
      }),
      propertyRuns(12),
    );
    expect(decided).toBeGreaterThan(20);
  });
});
