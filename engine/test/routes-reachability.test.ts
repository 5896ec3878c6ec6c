/**
 * Who gets where: every method finds a route exactly if the space eroded by half the width hangs together between the two
 * places. Judged by the exact critical width of the pair (oracles/barriers.ts) and by polygon offsetting
 * (oracles/erosion.ts), for widths anywhere and just beside critical ones, on more than a hundred random maps.
 *
 * Discs that stand in a cell and cannot leave it are asked for as well: two places in one cell may be cut off from each
 * other by an edge that merging removed, though no side lies between them (docs/subdivision.md, limits).
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RouteMethod } from '../src/routing/route.ts';
import { criticalWidth, crossedBy, findBarriers } from './oracles/barriers.ts';
import { depthIn } from './oracles/cells.ts';
import { componentAt, erode, WIDTH_ERROR } from './oracles/erosion.ts';
import type { Place } from './oracles/places.ts';
import { clearanceOf } from './oracles/walls.ts';
import { propertyRuns, seeds } from './random.ts';
import {
  createScene,
  METHODS,
  pairsWithRoom,
  ROUTE_KINDS,
  type RouteKind,
  type RouteScene,
  routePlan,
} from './route-scenes.ts';

const counted = { maps: 0, found: 0, unreachable: 0, skipped: 0, offset: 0 };

/** Every pair of places at a few widths, by every method. */
function judgeReachability(scene: RouteScene, methods: readonly RouteMethod[]): void {
  const { walls, places, random } = scene;
  const barriers = findBarriers(walls);
  const crossed = new Map(places.map((place) => [place, crossedBy(barriers, place.x, place.y)]));
  const critical = (i: number, j: number) => criticalWidth(barriers, crossed.get(places[i])!, crossed.get(places[j])!);
  const widths = [random.between(0.3, 1), random.between(0.3, 2)];
  for (let k = 0; k < 2; k++) {
    const width = critical(random.integer(0, places.length - 1), random.integer(0, places.length - 1));
    if (width > 0.05 && width < 3) widths.push(width - 1e-3, width + 1e-3);
  }
  counted.maps++;
  for (const [k, width] of widths.entries()) {
    // Offsetting costs more than everything else: one width of each map.
    const space = k === 0 ? erode(walls, width) : undefined;
    for (const [p, q] of pairsWithRoom(scene, width)) {
      const narrowest = criticalWidth(barriers, crossed.get(p)!, crossed.get(q)!);
      if (Math.abs(narrowest - width) < WIDTH_ERROR) {
        counted.skipped++;
        continue;
      }
      const expected = width < narrowest ? 'found' : 'unreachable';
      const text = `width ${width}, critical ${narrowest}, from ${p.x},${p.y} to ${q.x},${q.y}`;
      const isInDoubt = Math.min(p.clearance, q.clearance) < width / 2 + WIDTH_ERROR;
      if (space !== undefined && !isInDoubt) {
        const together = componentAt(space, p.x, p.y) === componentAt(space, q.x, q.y);
        expect(together ? 'found' : 'unreachable', text).toBe(expected);
        counted.offset++;
      }
      for (const method of methods) {
        const { status, blocked } = scene.route(p, q, width, method);
        expect(status, `${method}, ${text}`).toBe(expected);
        if (status === 'found') continue;
        // What stops the disc is the narrowest place of the widest way.
        expect(Math.abs(blocked!.width - narrowest), `${method}, ${text}`).toBeLessThan(WIDTH_ERROR);
        const [x, y] = [blocked!.x - scene.mesh.origin[0], blocked!.y - scene.mesh.origin[1]];
        expect(clearanceOf(walls, x, y)).toBeLessThan(narrowest / 2 + WIDTH_ERROR);
      }
      counted[expected]++;
    }
  }
}

/** Pairs of places in one cell, with a width that fits at both and through none of the cell's sides. */
function* stuckPairs({ rings, walls, random, sides }: RouteScene): Generator<[Place, Place, number]> {
  for (const [cell, ring] of rings.entries()) {
    const exit = Math.max(
      0,
      ...sides.filter((side) => side.cell === cell && side.twin >= 0).map(({ length }) => length),
    );
    const [xs, ys] = [0, 1].map((axis) => ring.filter((_, i) => i % 2 === axis));
    const stuck: Place[] = [];
    for (let tries = 0; tries < 30 && stuck.length < 5; tries++) {
      const x = random.between(Math.min(...xs!), Math.max(...xs!));
      const y = random.between(Math.min(...ys!), Math.max(...ys!));
      if (depthIn(ring, x, y) <= 0) continue;
      const clearance = clearanceOf(walls, x, y);
      if (2 * clearance > exit + 1e-5) stuck.push({ x, y, ring: cell, clearance });
    }
    for (const [i, p] of stuck.entries()) {
      for (const q of stuck.slice(0, i)) {
        const most = 2 * Math.min(p.clearance, q.clearance) - 1e-6;
        yield [p, q, most];
        yield [p, q, random.between(exit, most)];
      }
    }
  }
}

const stuck = { found: 0, unreachable: 0 };

describe('every method finds a route exactly if eroded space hangs together', () => {
  it.each(ROUTE_KINDS)('%s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => judgeReachability(createScene(routePlan(kind, seed), seed, 8), METHODS)),
      propertyRuns(kind === 'maze' ? 2 : 4),
    );
  });

  it.each<RouteKind>(['pillars', 'comb', 'rough', 'nearlyParallel', 'blocks'])(
    'also for discs in a cell they cannot leave: %s',
    (kind) => {
      for (let seed = 1; seed <= 5; seed++) {
        const scene = createScene(routePlan(kind, seed), seed, 0);
        const barriers = findBarriers(scene.walls);
        for (const [p, q, width] of stuckPairs(scene)) {
          const narrowest = criticalWidth(barriers, crossedBy(barriers, p.x, p.y), crossedBy(barriers, q.x, q.y));
          if (Math.abs(narrowest - width) < WIDTH_ERROR) continue;
          const expected = width < narrowest ? 'found' : 'unreachable';
          const text = `seed ${seed}, width ${width}, critical ${narrowest}, from ${p.x},${p.y} to ${q.x},${q.y}`;
          for (const method of METHODS)
            expect(scene.route(p, q, width, method).status, `${method}, ${text}`).toBe(expected);
          stuck[expected]++;
        }
      }
    },
  );

  it('of which some are parted by an edge that merging removed', () => {
    expect(stuck.found).toBeGreaterThan(200);
    expect(stuck.unreachable).toBeGreaterThan(20);
  });

  it('on at least a hundred maps, with few pairs left out', () => {
    expect(counted.maps).toBeGreaterThanOrEqual(100);
    expect(counted.found).toBeGreaterThan(4000);
    expect(counted.unreachable).toBeGreaterThan(500);
    expect(counted.offset).toBeGreaterThan(500);
    expect(counted.skipped / (counted.found + counted.unreachable)).toBeLessThan(0.02);
  });
});
