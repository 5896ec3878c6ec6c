/**
 * The same question told otherwise has the same answer: the plan permuted, to the byte; mirrored, turned, shifted or
 * scaled, and the way back instead of the way there, to rounding.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { BuildOptions } from '../src/build.ts';
import { NONE } from '../src/core/none.ts';
import type { CellMesh } from '../src/subdivision/cell-mesh.ts';
import { nextSideOf } from '../src/subdivision/cells.ts';
import { gridPlan } from './grid-maps.ts';
import { createRandom, propertyRuns, seeds } from './random.ts';
import { createScene, METHODS, pairsWithRoom, type RouteKind, type RouteScene, routePlan } from './route-scenes.ts';
import { type Affine, apply, MIRROR, permuted, SHIFT, scale, transformed, turn } from './transforms.ts';

const KINDS: RouteKind[] = [
  'room',
  'corridor',
  'thinWalls',
  'pillars',
  'comb',
  'spiral',
  'needles',
  'city',
  'touching',
];

/** Without simplification: on round outlines several corners are equally good to drop, and rounding chooses. */
const EXACT: Partial<BuildOptions> = { simplification: 0 };

/**
 * A body's arcs are drawn as chains of tangents, up to a thousandth longer, finer where there is little room: how fine depends on
 * the portals at hand, which may differ after turning, and on millimetres, which are others after scaling.
 */
const ARCS = 1e-3;

interface Transformation {
  affine: Affine;
  options: Partial<BuildOptions>;
  factor: number;
  /** Metres in the first place that rounding may cost per metre. */
  rounding: number;
}

const TRANSFORMATIONS: Record<string, Transformation> = {
  mirrored: { affine: MIRROR, options: {}, factor: 1, rounding: 1e-9 },
  'turned by 37°': { affine: turn(37), options: {}, factor: 1, rounding: 1e-9 },
  // Coordinates of five million metres are whole nanometres.
  'shifted by 5e6, -3e6': { affine: SHIFT, options: {}, factor: 1, rounding: 1e-7 },
};
for (const factor of [0.02, 30, 1e3]) {
  const options = { tolerance: 1e-3 * factor };
  TRANSFORMATIONS[`scaled by ${factor}`] = { affine: scale(factor), options, factor, rounding: 1e-9 };
}

/** The same place in a transformed scene. */
function movedTo(scene: RouteScene, affine: Affine, after: RouteScene, { x, y }: { x: number; y: number }) {
  const [tx, ty] = apply(affine, x + scene.mesh.origin[0], y + scene.mesh.origin[1]);
  return { x: tx - after.mesh.origin[0], y: ty - after.mesh.origin[1] };
}

/** A place on each free side, between its ends. */
function placesOnSides(mesh: CellMesh): { x: number; y: number }[] {
  const places: { x: number; y: number }[] = [];
  for (let s = 0; s < mesh.sideTwin.length; s++) {
    if (mesh.sideTwin[s] === NONE) continue;
    const [a, b] = [2 * mesh.sideVertex[s], 2 * mesh.sideVertex[nextSideOf(mesh, s)]];
    const share = 0.25 + (s % 3) / 4;
    const [x, y] = [a, a + 1].map((at, k) => mesh.vertices[at] + share * (mesh.vertices[b + k] - mesh.vertices[at]));
    places.push({ x: x!, y: y! });
  }
  return places;
}

describe.runIf(METHODS.includes('exact'))('exact gives the same length', () => {
  it.each(Object.entries(TRANSFORMATIONS))('%s', (_, { affine, options, factor, rounding }) => {
    let compared = 0;
    fc.assert(
      fc.property(seeds, fc.constantFrom(...KINDS), (seed, kind) => {
        const plan = routePlan(kind, seed);
        const before = createScene(plan, seed, 6, EXACT);
        const after = createScene(transformed(plan, affine), seed, 0, { ...EXACT, ...options });
        for (const width of [0, before.random.between(0.1, 0.6)]) {
          for (const [p, q] of pairsWithRoom(before, width)) {
            const first = before.route(p, q, width, 'exact');
            const [from, to] = [p, q].map((place) => movedTo(before, affine, after, place));
            const second = after.route(from!, to!, width * factor, 'exact');
            const text = `${plan.name}, width ${width} from ${p.x},${p.y} to ${q.x},${q.y}`;
            expect(second.status, text).toBe(first.status);
            expect(Math.abs(second.length / factor - first.length), text).toBeLessThanOrEqual(
              (width === 0 ? rounding : ARCS) * (first.length + 1),
            );
            compared++;
          }
        }
      }),
      propertyRuns(12),
    );
    expect(compared).toBeGreaterThan(100);
  });

  it('on a grid turned by any angle, to places that lie on a side between two cells but for rounding', () => {
    let compared = 0;
    fc.assert(
      fc.property(seeds, fc.double({ min: 0, max: 360, noNaN: true }), (seed, angle) => {
        const { plan, middles } = gridPlan(seed);
        const before = createScene(plan, seed, 0, EXACT);
        const after = createScene(transformed(plan, turn(angle)), seed, 0, EXACT);
        const { random } = before;
        const sides = placesOnSides(after.mesh).map((place) => movedTo(after, turn(-angle), before, place));
        const [ox, oy] = before.mesh.origin;
        const starts = random.shuffle(middles.map(([x, y]) => ({ x: x - ox, y: y - oy })));
        for (const q of random.shuffle(sides).slice(0, 25)) {
          for (const p of starts.slice(0, 10)) {
            const first = before.route(p, q, 0, 'exact');
            // In a part of the floor that was left out.
            if (first.moved?.from !== undefined) continue;
            const [from, to] = [p, q].map((place) => movedTo(before, turn(angle), after, place));
            const second = after.route(from!, to!, 0, 'exact');
            const text = `${plan.name} turned by ${angle}° from ${p.x},${p.y} to ${q.x},${q.y}`;
            expect(second.status, text).toBe(first.status);
            expect(Math.abs(second.length - first.length), text).toBeLessThanOrEqual(1e-9 * (1 + first.length));
            compared++;
          }
        }
      }),
      propertyRuns(40),
    );
    expect(compared).toBeGreaterThan(1000);
  });

  it('for the way back', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(...KINDS), (seed, kind) => {
        const scene = createScene(routePlan(kind, seed), seed, 6);
        for (const width of [0, scene.random.between(0.1, 0.6)]) {
          for (const [p, q] of pairsWithRoom(scene, width)) {
            const [there, back] = [scene.route(p, q, width, 'exact'), scene.route(q, p, width, 'exact')];
            const text = `${kind} ${seed}, width ${width} from ${p.x},${p.y} to ${q.x},${q.y}`;
            expect(back.status, text).toBe(there.status);
            expect(Math.abs(back.length - there.length), text).toBeLessThanOrEqual(
              (width === 0 ? 1e-9 : ARCS) * (1 + there.length),
            );
          }
        }
      }),
      propertyRuns(15),
    );
  });
});

describe('a permutation of the plan changes nothing', () => {
  it.each(METHODS)('%s', (method) => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(...KINDS), (seed, kind) => {
        const plan = routePlan(kind, seed);
        const first = createScene(plan, seed, 6);
        const second = createScene(permuted(plan, createRandom(seed + 1)), seed, 6);
        for (const width of [0, 0.4]) {
          for (const [p, q] of pairsWithRoom(first, width)) {
            expect(second.route(p, q, width, method)).toEqual(first.route(p, q, width, method));
          }
        }
      }),
      propertyRuns(8),
    );
  });
});

describe('asking again', () => {
  it.each(METHODS)('gives the same bytes, whatever was asked between: %s', (method) => {
    const scene = createScene(routePlan('room', 5), 5, 8);
    const pairs = [...pairsWithRoom(scene, 0.3)];
    const first = pairs.map(([p, q]) => scene.route(p, q, 0.3, method));
    for (const [p, q] of pairs.toReversed()) for (const other of METHODS) scene.route(q, p, 0.1, other);
    expect(pairs.map(([p, q]) => scene.route(p, q, 0.3, method))).toEqual(first);
  });
});
