/**
 * `l04` against `flat`: the construction promises the same reachability and the same length for every width, because
 * stored paths are shortest ways over the roadmap within their nodes and a node is split where they are too narrow.
 */
import { describe, expect, it } from 'vitest';
import { bytesPerCall } from '../../../test/oracles/allocation.ts';
import { sidesOf } from '../../../test/oracles/cells.ts';
import { anyPlace, judgePortals, lengthOverMiddles } from '../../../test/oracles/portals.ts';
import { createRandom } from '../../../test/random.ts';
import { corridor, graphMesh } from '../../../test/scenes/graph-mesh.ts';
import { house, routeMaps, streets } from '../../../test/scenes/route-maps.ts';
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { buildAbstractionTree } from '../../topology/abstraction-tree.ts';
import { createFlatScratch, flatPortals } from '../roadmap/flat.ts';
import { buildL04Paths } from './l04-build.ts';
import type { L04 } from './l04-paths.ts';
import { createL04Scratch, l04Portals } from './l04.ts';
import { buildRoadmap } from '../roadmap/roadmap.ts';
import type { RouteQuery } from '../route.ts';

function prepare(mesh: CellMesh, keyPoints = 1, mostPoints?: number): L04 {
  const roadmap = buildRoadmap(mesh, keyPoints, 0.2);
  const tree = buildAbstractionTree(mesh);
  return { roadmap, tree, paths: buildL04Paths(mesh, roadmap, tree, mostPoints) };
}

interface Tally {
  found: number;
  refused: number;
  splits: number;
  nodesRefused: number;
  labels: number;
  flatLabels: number;
}

/** Random queries on one map, asked of both; what differs is a failure. */
function compare(name: string, mesh: CellMesh, l04: L04, queries: number, tally: Tally): void {
  const random = createRandom(name.length + mesh.cellLevel.length);
  const { roadmap, tree } = l04;
  const flatScratch = createFlatScratch(roadmap);
  const scratch = createL04Scratch(roadmap, tree);
  const flat = new GrowableInts();
  const portals = new GrowableInts();
  tally.nodesRefused += l04.paths.refused;
  for (let i = 0; i < queries; i++) {
    const [from, to] = [anyPlace(mesh, random), anyPlace(mesh, random)];
    // Widths up to 2 m, and exactly those of segments: a way as wide as the walker is none.
    const width =
      i % 3 === 0 && roadmap.segmentLength.length > 0
        ? random.pick([...roadmap.segmentLength])
        : random.between(0.3, 2);
    const text = `${name}, ${JSON.stringify({ from, to, width })}`;
    const expected = flatPortals(roadmap, mesh, flatScratch, { from, to, width }, flat);
    const expanded = l04Portals(l04, mesh, scratch, { from, to, width }, portals);
    tally.splits += scratch.splits;
    expect(expanded === NONE, text).toBe(expected === NONE);
    if (expected === NONE) {
      tally.refused++;
      expect(portals).toHaveLength(0);
      continue;
    }
    tally.found++;
    tally.labels += expanded;
    tally.flatLabels += expected;
    expect(judgePortals(mesh, from, to, width, portals.values()), text).toEqual([]);
    if (flatScratch.length > 0) expect(scratch.length / flatScratch.length, text).toBeCloseTo(1, 9);
    if (roadmap.keyPoints === 1) {
      expect(Math.abs(scratch.length - lengthOverMiddles(mesh, from, to, portals.values())), text).toBeLessThan(1e-9);
    }
  }
}

const newTally = (): Tally => ({ found: 0, refused: 0, splits: 0, nodesRefused: 0, labels: 0, flatLabels: 0 });

describe('l04', () => {
  it('reaches the same places as flat, as shortly, for every width, on 135 maps', () => {
    const tally = newTally();
    for (const [name, mesh] of routeMaps(5)) compare(name, mesh, prepare(mesh), 15, tally);
    expect(tally.found).toBeGreaterThan(600);
    expect(tally.refused).toBeGreaterThan(200);
    expect(tally.splits).toBeGreaterThan(20);
    expect(tally.nodesRefused).toBe(0);
  });

  it('does so in streets, with few labels and where many paths are too narrow', () => {
    const tally = newTally();
    for (const seed of [1, 2]) {
      const mesh = streets(seed, 14);
      compare(`streets ${seed}`, mesh, prepare(mesh), 300, tally);
    }
    expect(tally.found).toBeGreaterThan(200);
    expect(tally.refused).toBeGreaterThan(50);
    expect(tally.splits).toBeGreaterThan(1000);
    expect(tally.nodesRefused).toBe(0);
    expect(tally.labels).toBeLessThan(tally.flatLabels / 2);
  });

  it('does so where nodes store no paths, down to none of them', () => {
    const mesh = streets(3, 8);
    let refused = Infinity;
    for (const mostPoints of [0, 2, 3, 8]) {
      const tally = newTally();
      compare('streets 3', mesh, prepare(mesh, 1, mostPoints), 100, tally);
      expect(tally.found).toBeGreaterThan(30);
      expect(tally.nodesRefused).toBeLessThan(refused);
      expect(tally.nodesRefused).toBeGreaterThan(0);
      refused = tally.nodesRefused;
    }
  });

  it('does so over several key points per segment', () => {
    for (const keyPoints of [2, 3, 4]) {
      const tally = newTally();
      for (const [name, mesh] of routeMaps(1)) compare(name, mesh, prepare(mesh, keyPoints), 15, tally);
      expect(tally.found).toBeGreaterThan(100);
    }
  });

  it('says no at once between parts that no width joins, and nothing is wide enough for a body without a width', () => {
    const mesh = graphMesh(10, [...corridor(8), [8, 9]]);
    const l04 = prepare(mesh);
    const scratch = createL04Scratch(l04.roadmap, l04.tree);
    const portals = new GrowableInts();
    const at = (cell: number) => ({ cell, x: 0, y: 0 });
    expect(l04Portals(l04, mesh, scratch, { from: at(0), to: at(8), width: -1 }, portals)).toBe(NONE);
    expect(scratch.stamp.every((stamp) => stamp === 0)).toBe(true);
    // From end to end of the corridor: 0, 1, {2, 3}, {4, 5}, 6, 7 are the minimal graph, five borders and the goal.
    expect(l04Portals(l04, mesh, scratch, { from: at(0), to: at(7), width: -1 }, portals)).toBe(6);
    expect(portals).toHaveLength(7);
    expect(l04Portals(l04, mesh, scratch, { from: at(1), to: at(1), width: 5 }, portals)).toBe(0);
    const storeys = house(1);
    const other = prepare(storeys);
    const otherScratch = createL04Scratch(other.roadmap, other.tree);
    expect(l04Portals(other, storeys, otherScratch, { from: at(0), to: at(1), width: NaN }, portals)).toBe(NONE);
  });

  it('answers the same when the scratch has served billions of queries', () => {
    const mesh = house(3);
    const l04 = prepare(mesh);
    const scratch = createL04Scratch(l04.roadmap, l04.tree);
    const portals = new GrowableInts();
    const random = createRandom(5);
    const queries = Array.from({ length: 20 }, () => [anyPlace(mesh, random), anyPlace(mesh, random)] as const);
    const ask = () =>
      queries.map(([from, to]) => [
        l04Portals(l04, mesh, scratch, { from, to, width: 0.5 }, portals),
        ...portals.values(),
      ]);
    const before = ask();
    scratch.query = 2 ** 30 - 10;
    expect(ask()).toEqual(before);
    expect(scratch.query).toBeLessThan(20);
  });
});

describe('both searches', () => {
  it('allocate nothing per query after warm-up', () => {
    const mesh = streets(4, 8);
    const l04 = prepare(mesh);
    const random = createRandom(1);
    const queries: RouteQuery[] = Array.from({ length: 450 }, () => ({
      from: anyPlace(mesh, random),
      to: anyPlace(mesh, random),
      width: 0.6,
    }));
    const portals = new GrowableInts();
    const flatScratch = createFlatScratch(l04.roadmap);
    const scratch = createL04Scratch(l04.roadmap, l04.tree);
    const ask = (search: (query: RouteQuery) => number) => bytesPerCall((i) => search(queries[i]));
    // A list of portals made anew, or even a view of one, would be 96 bytes and more.
    expect(ask((query) => flatPortals(l04.roadmap, mesh, flatScratch, query, portals))).toBeLessThan(48);
    expect(ask((query) => l04Portals(l04, mesh, scratch, query, portals))).toBeLessThan(48);
    expect(bytesPerCall(() => portals.values())).toBeGreaterThan(48);
  });
});

describe('stored paths', () => {
  it('are shortest ways within their nodes, none wider than the widest', () => {
    for (const [name, mesh] of routeMaps(1)) {
      if (mesh.cellLevel.length > 150) continue;
      const { roadmap, tree, paths } = prepare(mesh);
      for (let node = tree.cells; node < tree.parent.length; node++) {
        const cells = new Set(tree.leaf.subarray(tree.leafFirst[node], tree.leafEnd[node]));
        const points = paths.point.subarray(paths.pointFirst[node], paths.pointFirst[node + 1]);
        // A dead end has no path, and keeps no list.
        expect(points.length, name).toBe(tree.arity[node] < 2 ? 0 : tree.arity[node]);
        for (let i = 1; i < points.length; i++) {
          const within = new Within(mesh, cells, points[i], roadmap.sideOf);
          for (let j = 0; j < i; j++) {
            const pair = paths.pairFirst[node] + (i * (i - 1)) / 2 + j;
            expect(paths.length[pair] / within.shortest(points[j]), name).toBeCloseTo(1, 9);
            const widest = within.widest(points[j]);
            const told = paths.widest[pair];
            expect(paths.sortedLength[told] / widest, name).toBeCloseTo(1, 9);
            expect(paths.narrowest[pair]).toBeLessThanOrEqual(told);
          }
        }
      }
    }
  });

  it('keep to a bound of memory', () => {
    // A hub with 400 cells around it, joined to the hub twice and to each other.
    const rim = 400;
    const edges = Array.from({ length: rim }, (_, i) => [
      [0, 1 + i] as const,
      [0, 1 + i] as const,
      [1 + i, 1 + ((i + 1) % rim)] as const,
    ]).flat();
    const mesh = graphMesh(rim + 1, edges);
    const { paths, tree } = prepare(mesh);
    expect(tree.largestArity).toBe(2 * rim);
    expect(paths.length.length).toBeLessThanOrEqual(10_000 + 64 * (rim + 1));
    expect(paths.refused).toBeGreaterThan(0);
    const arrays = Object.values(paths).filter((array) => ArrayBuffer.isView(array));
    expect(paths.bytes).toBe(arrays.reduce((sum, { byteLength }) => sum + byteLength, 0));
  });
});

/** Shortest and widest ways over middles of sides within a set of cells, by relaxing until nothing changes. */
class Within {
  private readonly length = new Map<number, number>();
  private readonly width = new Map<number, number>();

  constructor(mesh: CellMesh, cells: Set<number>, from: number, sideOf: Int32Array) {
    const sides = sidesOf(mesh);
    const middle = (g: number) => {
      const { from: a, to: b } = sides[sideOf[g]];
      return [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2] as const;
    };
    const around = new Map<number, number[]>();
    sideOf.forEach((side, g) => {
      for (const { cell } of [sides[side], sides[sides[side].twin]]) {
        if (cells.has(cell)) around.set(cell, [...(around.get(cell) ?? []), g]);
      }
    });
    this.length.set(from, 0);
    this.width.set(from, sides[sideOf[from]].length);
    for (let changed = true; changed; ) {
      changed = false;
      for (const segments of around.values()) {
        for (const p of segments) {
          if (!this.length.has(p)) continue;
          const isBorder = [...around.values()].filter((list) => list.includes(p)).length < 2;
          if (isBorder && p !== from) continue;
          for (const q of segments) {
            const [px, py] = middle(p);
            const [qx, qy] = middle(q);
            const length = this.length.get(p)! + Math.hypot(qx - px, qy - py);
            const width = Math.min(this.width.get(p)!, sides[sideOf[q]].length);
            if (length < (this.length.get(q) ?? Infinity) - 1e-12) {
              this.length.set(q, length);
              changed = true;
            }
            if (width > (this.width.get(q) ?? 0)) {
              this.width.set(q, width);
              changed = true;
            }
          }
        }
      }
    }
  }

  shortest(to: number): number {
    return this.length.get(to)!;
  }

  widest(to: number): number {
    return this.width.get(to)!;
  }
}
