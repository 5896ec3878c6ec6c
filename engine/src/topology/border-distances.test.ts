/** Distances between borders: by hand, and against relaxing all lines of a group until nothing gets shorter. */
import { describe, expect, it } from 'vitest';
import { withBoundary } from '../../test/random-boundary.ts';
import { CLEAN_KINDS, cleanPlan } from '../../test/random-maps.ts';
import { createRandom } from '../../test/random.ts';
import { planOf, rectangle } from '../../test/shapes.ts';
import { buildWorld } from '../build.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { borderDistance, measureBorders } from './border-distances.ts';
import { informGraph, type Layer } from './informed-graph.ts';

/** All distances between borders of group g, by relaxing every line inside its cells as often as something improves. */
function relaxed(mesh: CellMesh, layer: Layer, g: number): number[][] {
  const cells = [...layer.cells.item.subarray(layer.cells.first[g], layer.cells.first[g + 1])];
  const borders = [...layer.borders.item.subarray(layer.borders.first[g], layer.borders.first[g + 1])];
  const free = (c: number) => {
    const sides: number[] = [];
    for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) if (mesh.sideTwin[s] >= 0) sides.push(s);
    return sides;
  };
  const middle = (s: number): [number, number] => {
    const c = mesh.sideCell[s];
    const after = s + 1 === mesh.cellFirst[c + 1] ? mesh.cellFirst[c] : s + 1;
    const [a, b] = [mesh.sideVertex[s], mesh.sideVertex[after]];
    return [
      (mesh.vertices[2 * a] + mesh.vertices[2 * b]) / 2,
      (mesh.vertices[2 * a + 1] + mesh.vertices[2 * b + 1]) / 2,
    ];
  };
  const name = (s: number) => Math.min(s, mesh.sideTwin[s]);
  const lines = cells.flatMap((c) =>
    free(c).flatMap((s) =>
      free(c).map((t): [number, number, number] => {
        const [[ax, ay], [bx, by]] = [middle(s), middle(t)];
        return [name(s), name(t), Math.hypot(bx - ax, by - ay)];
      }),
    ),
  );
  return borders.map((from) => {
    const metres = new Map([[name(from), 0]]);
    for (let isShorter = true; isShorter; ) {
      isShorter = false;
      for (const [s, t, length] of lines) {
        const way = (metres.get(s) ?? Infinity) + length;
        if (way < (metres.get(t) ?? Infinity) - 1e-12) {
          metres.set(t, way);
          isShorter = true;
        }
      }
    }
    return borders.map((to) => metres.get(name(to)) ?? Infinity);
  });
}

function compare(mesh: CellMesh, layer: Layer): number {
  const search = measureBorders(mesh, layer);
  let compared = 0;
  for (let g = 0; g < layer.kind.length; g++) {
    const borders = [...layer.borders.item.subarray(layer.borders.first[g], layer.borders.first[g + 1])];
    const expected = relaxed(mesh, layer, g);
    borders.forEach((from, i) => {
      borders.forEach((to, j) => {
        const metres = borderDistance(search, from, to);
        if (expected[i][j] === Infinity) expect(metres).toBe(Infinity);
        else expect(metres).toBeCloseTo(expected[i][j], 9);
        expect(borderDistance(search, to, from)).toBe(metres);
        compared++;
      });
    });
  }
  return compared;
}

describe('distances between borders', () => {
  it('along a corridor 10 m long between two squares', () => {
    // Three corridors, so that the squares are crossroads; the middle one has a bend of 4 m and back.
    const plan = planOf(
      'corridors',
      'polygons',
      [
        [rectangle(0, 0, 6, 20)],
        [rectangle(16, 0, 22, 20)],
        [rectangle(6, 2, 16, 4)],
        [rectangle(6, 8, 9, 10)],
        [rectangle(8, 10, 9, 13)],
        [rectangle(8, 13, 14, 14)],
        [rectangle(13, 10, 14, 13)],
        [rectangle(13, 8, 16, 10)],
        [rectangle(6, 16, 16, 18)],
      ],
      [],
    );
    const { mesh } = buildWorld(plan);
    const { groups } = informGraph(mesh);
    const search = measureBorders(mesh, groups);
    const lengths = [...groups.kind.keys()].flatMap((g) => {
      if (groups.kind[g] !== 2) return [];
      const [from, to] = groups.borders.item.subarray(groups.borders.first[g], groups.borders.first[g + 1]);
      return [borderDistance(search, from!, to!)];
    });
    lengths.sort((a, b) => a - b);
    expect(lengths).toHaveLength(3);
    expect(lengths[0]).toBeCloseTo(10, 9);
    expect(lengths[1]).toBeCloseTo(10, 9);
    expect(lengths[2]).toBeGreaterThan(14);
    expect(lengths[2]).toBeLessThan(20);
    // Across a square from the lowest corridor to the highest: mouths at y = 3 and y = 17.
    const square = [...groups.kind.keys()].find((g) => groups.kind[g] === 3)!;
    const mouths = [...groups.borders.item.subarray(groups.borders.first[square], groups.borders.first[square + 1])];
    const ways = mouths.flatMap((a) => mouths.map((b) => borderDistance(search, a, b)));
    expect(Math.max(...ways)).toBeCloseTo(14, 9);
  });

  it('of groups and zones of random places', () => {
    let compared = 0;
    for (const kind of CLEAN_KINDS) {
      for (let seed = 0; seed < 3; seed++) {
        const { mesh } = buildWorld(withBoundary(cleanPlan(kind, seed), createRandom(seed)));
        const graph = informGraph(mesh);
        compared += compare(mesh, graph.groups) + compare(mesh, graph.zones);
      }
    }
    expect(compared).toBeGreaterThan(2000);
  });

  it('of an outside with too many borders for a table, in any order of asking', () => {
    // 20 × 20 houses with lanes between them that all end outside.
    const houses = Array.from({ length: 400 }, (_, i) => {
      const [x, y] = [8 * (i % 20), 8 * Math.floor(i / 20)];
      return [rectangle(x, y, x + 6 + (i % 5) / 7, y + 5 + (i % 7) / 9)];
    });
    const { mesh } = buildWorld(planOf('lanes', 'box', [], houses, [], 3));
    const { groups } = informGraph(mesh);
    const search = measureBorders(mesh, groups);
    const outside = groups.virtualOne;
    expect(groups.borders.first[outside + 1] - groups.borders.first[outside]).toBeGreaterThan(64);
    expect(search.distances.tableAt[outside]).toBe(-1);
    expect(compare(mesh, groups)).toBeGreaterThan(64 * 64);
  });

  it('where the outside hangs together only outside there is no way: infinite', () => {
    // A square with four corridors whose ends are open.
    const arms = [[rectangle(-20, -1, 20, 1)], [rectangle(-1, -20, 1, 20)]];
    const plan = planOf('cross', 'polygons', [[rectangle(-4, -4, 4, 4)], ...arms], []);
    plan.levels[0].boundaries = [-20, 20].flatMap((at) => [
      Float64Array.of(at, -1, at, 1),
      Float64Array.of(-1, at, 1, at),
    ]);
    const { mesh } = buildWorld(plan);
    const { groups } = informGraph(mesh);
    const search = measureBorders(mesh, groups);
    const ends = [
      ...groups.borders.item.subarray(
        groups.borders.first[groups.virtualOne],
        groups.borders.first[groups.virtualOne + 1],
      ),
    ];
    expect(ends).toHaveLength(4);
    expect(borderDistance(search, ends[0], ends[1])).toBe(Infinity);
    expect(borderDistance(search, ends[2], ends[2])).toBe(0);
  });

  it('between sides that are no borders of one group is our bug', () => {
    const { mesh } = buildWorld(cleanPlan('city', 1));
    const { groups } = informGraph(mesh);
    const search = measureBorders(mesh, groups);
    expect(() => borderDistance(search, mesh.sideTwin.indexOf(-1), groups.borders.item[0])).toThrow(/no border/);
    const border = groups.borders.item[0];
    expect(() => borderDistance(search, border, mesh.sideTwin[border])).toThrow(/two groups/);
  });
});
