/**
 * The planar arrangement of dirty and clean segments, judged by brute force.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReport } from '../src/core/report.ts';
import { type Arrangement, arrange } from '../src/map/arrangement.ts';
import type { Plan } from '../src/map/plan.ts';
import { DIRTY_KINDS, dirtyPlan } from './dirty-maps.ts';
import { TANGLES } from './fixtures/tangles.ts';
import { distanceToSegment, leastGap, meetings } from './oracles/planarity.ts';
import { CLEAN_KINDS, cleanPlan } from './random-maps.ts';
import { createRandom, propertyRuns, seeds } from './random.ts';

const TOLERANCE = 1e-3;
/** A vertex beside the end of an edge stays where splitting would have to go on for ever: then it keeps this much. */
const GAP = TOLERANCE / Math.SQRT2;
/** A wall may be drawn over to a vertex, its new parts to others: tolerances in all. */
const DRIFT = 4 * TOLERANCE;

/** Every side of every ring and line of a plan: four numbers each. */
function segmentsOf(plan: Plan): number[][] {
  const segments: number[][] = [];
  for (const { polygons, lines } of plan.levels) {
    for (const ring of polygons.flatMap(({ rings }) => rings)) {
      for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
        segments.push([ring[j], ring[j + 1], ring[i], ring[i + 1]]);
      }
    }
    for (const line of lines) for (let i = 2; i < line.length; i += 2) segments.push([...line.subarray(i - 2, i + 2)]);
  }
  return segments;
}

/** Each segment is a source of its own. */
function arranged(segments: number[][]): Arrangement {
  return arrange(
    {
      ends: Float64Array.from(segments.flat()),
      source: Int32Array.from(segments, (_, i) => i),
      byDesign: new Uint8Array(segments.length),
      origin: [0, 0],
    },
    TOLERANCE,
    createReport(),
  );
}

function expectPlanar(segments: number[][], { vertices, edges, ...parts }: Arrangement): void {
  expect(meetings(vertices, edges)).toEqual([]);
  expect(leastGap(vertices, edges)).toBeGreaterThanOrEqual(GAP * (1 - 1e-9));
  let apart = Infinity;
  for (let v = 0; 2 * v < vertices.length; v++) {
    for (let w = 0; w < v; w++) {
      apart = Math.min(apart, Math.hypot(vertices[2 * v] - vertices[2 * w], vertices[2 * v + 1] - vertices[2 * w + 1]));
    }
  }
  expect(apart).toBeGreaterThan(TOLERANCE);
  expect(uncovered(segments, vertices, parts)).toEqual([]);
}

/** Segments whose parts are no chain from start to end, or lead away from the segment. */
function uncovered(
  segments: number[][],
  vertices: Float64Array,
  { partFrom, partTo, partSource }: Omit<Arrangement, 'vertices' | 'edges'>,
): string[] {
  const wrong: string[] = [];
  const chains: number[][] = segments.map(() => []);
  partSource.forEach((source, part) => chains[source].push(part));
  segments.forEach(([ax, ay, bx, by], source) => {
    const off = (v: number, x: number, y: number) => Math.hypot(vertices[2 * v] - x, vertices[2 * v + 1] - y);
    const chain = chains[source];
    if (chain.length === 0) {
      // Both ends became one vertex, which goes with the segment where nothing else ends there.
      if (Math.hypot(bx! - ax!, by! - ay!) > 2 * TOLERANCE) wrong.push(`segment ${source} is gone`);
      return;
    }
    // A way from start to end leaves its first vertex once more than it enters it, and enters its last once more.
    const surplus = new Map<number, number>();
    for (const part of chain) {
      for (const [v, change] of [
        [partFrom[part], 1],
        [partTo[part], -1],
      ] as const) {
        surplus.set(v, (surplus.get(v) ?? 0) + change);
        if (distanceToSegment(vertices[2 * v], vertices[2 * v + 1], ax!, ay!, bx!, by!) > DRIFT) {
          wrong.push(`segment ${source} strays to vertex ${v}`);
        }
      }
    }
    const ends = [...surplus].filter(([, excess]) => excess !== 0).toSorted((p, q) => q[1] - p[1]);
    const fits =
      ends.length === 2 &&
      ends[0][1] === 1 &&
      ends[1][1] === -1 &&
      off(ends[0][0], ax!, ay!) <= TOLERANCE &&
      off(ends[1][0], bx!, by!) <= TOLERANCE;
    if (!fits) wrong.push(`the parts of segment ${source} do not lead from its start to its end`);
  });
  return wrong;
}

describe('the arrangement', () => {
  it.each(DIRTY_KINDS)('is planar, apart and near to what was drawn: %s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const segments = segmentsOf(dirtyPlan(kind, seed));
        expectPlanar(segments, arranged(segments));
      }),
      propertyRuns(20),
    );
  });

  it.each(CLEAN_KINDS.filter((kind) => kind !== 'maze'))('keeps clean segments bit for bit: %s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const segments = segmentsOf(cleanPlan(kind, seed));
        const { vertices, edges } = arranged(segments);
        const name = (ax: number, ay: number, bx: number, by: number) =>
          [`${ax},${ay}`, `${bx},${by}`].toSorted().join(' ');
        const names = Array.from({ length: edges.length / 2 }, (_, e) => {
          const [a, b] = [2 * edges[2 * e], 2 * edges[2 * e + 1]];
          return name(vertices[a], vertices[a + 1], vertices[b], vertices[b + 1]);
        });
        expect(names.toSorted()).toEqual(segments.map(([ax, ay, bx, by]) => name(ax!, ay!, bx!, by!)).toSorted());
      }),
      propertyRuns(6),
    );
  });

  it.each(DIRTY_KINDS)('does not depend on the order and direction of segments: %s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const segments = segmentsOf(dirtyPlan(kind, seed));
        const again = random
          .shuffle(segments)
          .map(([ax, ay, bx, by]) => (random.chance(0.5) ? [bx!, by!, ax!, ay!] : [ax!, ay!, bx!, by!]));
        const [first, second] = [arranged(segments), arranged(again)];
        expect(second.vertices).toEqual(first.vertices);
        expect(second.edges).toEqual(first.edges);
      }),
      propertyRuns(20),
    );
  });

  it.each(Object.entries(TANGLES))('comes to an end: %s', (_, segments) => {
    expectPlanar(segments, arranged(segments));
  });
});
