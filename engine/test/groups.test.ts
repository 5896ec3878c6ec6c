/**
 * Cells → groups → zones on random places, clean, dirty and rough, with doors, storeys and boundaries: what must hold
 * holds by an oracle of its own and by the checker, which finds every deliberate corruption; and the same place told
 * otherwise has the same groups.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type BuildOptions, buildWorld } from '../src/build.ts';
import type { Plan } from '../src/map/plan.ts';
import { checkGroups } from '../src/topology/check-groups.ts';
import { type InformedGraph, informGraph } from '../src/topology/informed-graph.ts';
import { DIRTY_KINDS, dirtyPlan } from './dirty-maps.ts';
import { isInGeneralPosition } from './oracles/general-position.ts';
import { mustHold } from './oracles/informed.ts';
import { withBoundary } from './random-boundary.ts';
import { CLEAN_KINDS, type CleanKind, cleanPlan } from './random-maps.ts';
import { createRandom, propertyRuns, seeds } from './random.ts';
import { roughPlan } from './rough-maps.ts';
import { box, solidsToSoup } from './scenes/solids.ts';
import { doorOf, levelOf, planOf as storeysOf, stairs } from './scenes/storeys.ts';
import { planOf, rectangle } from './shapes.ts';
import { MIRROR, SHIFT, transformed, turn } from './transforms.ts';

function hold(plan: Plan): InformedGraph {
  const { mesh } = buildWorld(plan);
  const graph = informGraph(mesh);
  expect(mustHold(mesh, graph)).toEqual([]);
  expect(checkGroups(mesh, graph)).toEqual([]);
  return graph;
}

describe('what must hold', () => {
  it.each(CLEAN_KINDS)('clean: %s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        hold(withBoundary(cleanPlan(kind, seed), createRandom(seed + 1)));
      }),
      propertyRuns(16),
    );
  });

  it.each(DIRTY_KINDS)('dirty: %s', (kind) => {
    fc.assert(
      fc.property(seeds, (seed) => {
        hold(withBoundary(dirtyPlan(kind, seed), createRandom(seed + 1)));
      }),
      propertyRuns(8),
    );
  });

  it('rough', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        hold(withBoundary(roughPlan(seed), createRandom(seed + 1)));
      }),
      propertyRuns(20),
    );
  });

  it('every kind of group and zone comes up, and entries do', () => {
    const seen = new Set<string>();
    for (let seed = 0; seed < 240; seed++) {
      const kind = CLEAN_KINDS[seed % CLEAN_KINDS.length];
      const { groups, zones } = informGraph(buildWorld(withBoundary(cleanPlan(kind, seed), createRandom(seed))).mesh);
      for (const [name, layer] of Object.entries({ groups, zones })) {
        layer.kind.forEach((k) => seen.add(`${name} ${k}`));
        if (layer.virtualOne >= 0) seen.add(`${name} outside`);
        if (layer.isEntry.includes(1)) seen.add(`${name} entry`);
      }
    }
    expect(seen.size).toBe(12);
  });
});

describe('places made by hand', () => {
  it('one convex room is one closed group and zone', () => {
    const { groups, zones } = hold(planOf('room', 'polygons', [[rectangle(0, 0, 5, 4)]], []));
    expect([...groups.kind, ...zones.kind]).toEqual([0, 0]);
    expect(groups.surface[0]).toBeCloseTo(20, 9);
    expect(groups.virtualOne).toBe(-1);
  });

  it('two rooms and a doorway are closed as a whole: no choice is ever made there', () => {
    const plan = planOf(
      'rooms',
      'polygons',
      [[rectangle(0, 0, 5, 4)], [rectangle(5, 1, 6, 2)], [rectangle(6, 0, 9, 4)]],
      [],
    );
    expect([...hold(plan).groups.kind]).toEqual([0]);
  });

  /** Two rooms joined by three corridors; a fourth has a bend and ends. */
  const ladder = () =>
    planOf(
      'ladder',
      'polygons',
      [
        [rectangle(0, 0, 4, 20)],
        [rectangle(10, 0, 14, 20)],
        ...[2, 8, 14].map((y) => [rectangle(4, y, 10, y + 2)]),
        [rectangle(-6, 9, 0, 11)],
        [rectangle(-6, 11, -4, 16)],
      ],
      [],
    );

  it('rooms joined by three corridors: two crossroads, three corridors, a dead end that its zone takes', () => {
    const { groups, zones } = hold(ladder());
    expect([...groups.kind].sort()).toEqual([1, 2, 2, 2, 3, 3]);
    expect([...zones.kind].sort()).toEqual([2, 2, 2, 3, 3]);
    expect(Math.max(...groups.surface)).toBeCloseTo(80, 9);
    expect(Math.max(...zones.surface)).toBeCloseTo(80 + 12 + 10, 9);
  });

  it('with an open end the outside is a zone of its own, and the way in an entry', () => {
    const plan = ladder();
    plan.levels[0].boundaries = [Float64Array.of(-6, 16, -4, 16)];
    const graph = hold(plan);
    // The one cell from the bend on touches the boundary: it is the outside.
    expect(graph.cellIsVirtual.filter((flag) => flag === 1)).toHaveLength(1);
    expect(graph.zones.surface[graph.zones.virtualOne]).toBeCloseTo(14, 9);
    expect([...graph.zones.isEntry].filter((flag) => flag === 1)).toHaveLength(1);
    expect([...graph.zones.kind].sort()).toEqual([2, 2, 2, 2, 3, 3, 3]);
  });

  it('a house in the open: all around it is outside', () => {
    const graph = hold(planOf('house', 'box', [], [[rectangle(0, 0, 10, 8)]]));
    expect([...graph.groups.kind]).toEqual([3]);
    expect(graph.groups.virtualOne).toBe(0);
    const soup = solidsToSoup('house', [box('house', [0, 10], [0, 8], [0, 6])]);
    const { mesh } = buildWorld(soup, { floor: 0 });
    expect(mustHold(mesh, informGraph(mesh))).toEqual([]);
    expect(informGraph(mesh).groups.virtualOne).toBe(0);
  });

  it('storeys, stairs and doors', () => {
    const floor = rectangle(0, 0, 20, 10);
    const plan = storeysOf(
      [levelOf('ground', 0, [floor]), levelOf('upper', 3, [floor])],
      [stairs('a', 0, 1, [3, 4, 3, 2, 7, 2, 7, 4]), stairs('b', 0, 1, [12, 8, 12, 6, 16, 6, 16, 8])],
      [doorOf('door', 10, 0, 10, 10)],
    );
    const graph = hold(plan);
    expect(graph.groups.kind.length).toBeGreaterThan(1);
    plan.levels[1].boundaries = [Float64Array.of(0, 0, 0, 10)];
    // The outside begins upstairs; the same place downstairs is inside.
    const { mesh } = buildWorld(plan);
    const marked = hold(plan);
    marked.cellIsVirtual.forEach((flag, c) => {
      if (flag === 1) expect(mesh.cellLevel[c]).toBe(1);
    });
    expect(marked.cellIsVirtual).toContain(1);
  });
});

/** A place with all there is: outside, entries, dead ends, corridors, crossroads, doors. */
const PLACE = (() => {
  const plan = cleanPlan('city', 3);
  plan.levels[0].lines.push(Float64Array.of(-100, -100, -90, -100));
  return buildWorld(plan).mesh;
})();

type Corruption = (graph: InformedGraph) => void;

/** The first index that fulfils something. */
function first(array: ArrayLike<number>, test: (value: number, index: number) => boolean): number {
  for (let i = 0; i < array.length; i++) if (test(array[i], i)) return i;
  throw new Error('the place has no such thing to corrupt');
}

/** A group of this kind that is not the outside. */
const groupOf = ({ groups }: InformedGraph, kind: number) =>
  first(groups.kind, (k, g) => k === kind && g !== groups.virtualOne);

const CORRUPTIONS: Record<string, Corruption> = {
  'a cell in another group': (graph) => {
    const c = first(graph.groups.ofCell, (g) => g !== graph.groups.ofCell[0]);
    graph.groups.ofCell[c] = graph.groups.ofCell[0];
  },
  'a cell in no group': (graph) => {
    graph.groups.ofCell[0] = 1e6;
  },
  'a cell listed twice': ({ groups }) => {
    groups.cells.item[1] = groups.cells.item[0];
  },
  'two cells exchanged, lists too': ({ groups }) => {
    const a = 0;
    const b = first(groups.ofCell, (g) => g !== groups.ofCell[a]);
    [groups.ofCell[a], groups.ofCell[b]] = [groups.ofCell[b], groups.ofCell[a]];
    const [i, j] = [groups.cells.item.indexOf(a), groups.cells.item.indexOf(b)];
    [groups.cells.item[i], groups.cells.item[j]] = [b, a];
  },
  'a torn list': ({ zones }) => {
    zones.cells.first[1] = zones.cells.item.length + 1;
  },
  'a group in another zone': (graph) => {
    graph.groupZone[0] = graph.groupZone[0] === 0 ? 1 : 0;
  },
  'a group without zone': (graph) => {
    graph.groupZone = graph.groupZone.slice(1);
  },
  'a corridor called crossroads': (graph) => {
    graph.groups.kind[groupOf(graph, 2)] = 3;
  },
  'crossroads called a corridor': (graph) => {
    graph.groups.kind[groupOf(graph, 3)] = 2;
  },
  'a border left out': ({ groups }) => {
    groups.borders.item = groups.borders.item.slice(1);
    groups.borders.first = groups.borders.first.map((i) => Math.max(0, i - 1));
  },
  'a border of another': ({ groups }) => {
    groups.borders.item[0] = groups.borders.item.at(-1)!;
  },
  'a border that is a wall': ({ zones }) => {
    zones.borders.item[0] = PLACE.sideTwin.indexOf(-1);
  },
  'a border that does not exist': ({ zones }) => {
    zones.borders.item[0] = 1e7;
  },
  'a wrong surface': ({ zones }) => {
    zones.surface[0] *= 1 + 1e-6;
  },
  'no outside': ({ groups }) => {
    groups.virtualOne = -1;
  },
  'the outside elsewhere': ({ zones }) => {
    zones.virtualOne = zones.virtualOne === 0 ? 1 : 0;
  },
  'a cell that is wrongly virtual': ({ cellIsVirtual }) => {
    cellIsVirtual[first(cellIsVirtual, (flag) => flag === 0)] = 1;
  },
  'a cell that is wrongly no entry': ({ cellIsEntry }) => {
    cellIsEntry[cellIsEntry.indexOf(1)] = 0;
  },
  'a group that is wrongly no entry': ({ groups }) => {
    groups.isEntry[groups.isEntry.indexOf(1)] = 0;
  },
  'a wrong kind of a cell': ({ cellKind }) => {
    cellKind[0] = cellKind[0] === 1 ? 2 : 1;
  },
  'arrays of different lengths': (graph) => {
    graph.cellKind = graph.cellKind.slice(1);
  },
  'two groups that should be one': (graph) => {
    // Cut a cell off its group, with everything else put right: corridors touch corridors, or crossroads crossroads.
    const { groups } = graph;
    const g = first(
      groups.kind,
      (_, i) => groups.cells.first[i + 1] - groups.cells.first[i] > 1 && i !== groups.virtualOne,
    );
    const c = groups.cells.item[groups.cells.first[g]];
    groups.ofCell[c] = groups.kind.length;
    graph.groupZone = Int32Array.from([...graph.groupZone, graph.groupZone[g]]);
    rebuild(graph);
  },
  'crossroads and a corridor made one': (graph) => {
    const { groups } = graph;
    const corridor = groupOf(graph, 2);
    const side = groups.borders.item[groups.borders.first[corridor]];
    const other = groups.ofCell[PLACE.sideCell[PLACE.sideTwin[side]]];
    groups.ofCell.forEach((g, c) => {
      if (g === corridor) groups.ofCell[c] = other;
    });
    rebuild(graph);
  },
};

/** Lists, kinds, surfaces and borders of groups by what ofCell says. */
function rebuild({ groups }: InformedGraph): void {
  const count = Math.max(...groups.ofCell) + 1;
  const lists = Array.from({ length: count }, () => ({ cells: [] as number[], borders: [] as number[] }));
  groups.ofCell.forEach((g, c) => lists[g].cells.push(c));
  PLACE.sideTwin.forEach((twin, s) => {
    const g = groups.ofCell[PLACE.sideCell[s]];
    if (twin >= 0 && groups.ofCell[PLACE.sideCell[twin]] !== g) lists[g].borders.push(s);
  });
  const csr = (all: number[][]) => ({
    first: Int32Array.from([0, ...all.map((_, i) => all.slice(0, i + 1).flat().length)]),
    item: Int32Array.from(all.flat()),
  });
  groups.cells = csr(lists.map(({ cells }) => cells));
  groups.borders = csr(lists.map(({ borders }) => borders));
  groups.kind = Uint8Array.from(lists, ({ borders }, g) => (g === groups.virtualOne ? 3 : Math.min(3, borders.length)));
  groups.isEntry = Uint8Array.from(lists, (_, g) => groups.isEntry[g] ?? 0);
  groups.surface = Float64Array.from(lists, (_, g) => groups.surface[g] ?? 0);
}

function judged(graph: InformedGraph): string[] {
  try {
    return mustHold(PLACE, graph);
  } catch {
    return ['it cannot be read'];
  }
}

describe('the checker and the oracle find', () => {
  it('nothing wrong at first', () => {
    const graph = informGraph(PLACE);
    expect([checkGroups(PLACE, graph), mustHold(PLACE, graph)]).toEqual([[], []]);
  });

  it.each(Object.entries(CORRUPTIONS))('%s', (_, corrupt) => {
    const graph = structuredClone(informGraph(PLACE));
    corrupt(graph);
    expect(checkGroups(PLACE, graph)).not.toEqual([]);
    expect(judged(graph)).not.toEqual([]);
  });
});

describe('the same place told otherwise has as many groups and zones of each kind', () => {
  const EXACT: Partial<BuildOptions> = { simplification: 0 };
  const GENERAL: CleanKind[] = ['star', 'comb', 'spiral', 'needles', 'nearlyParallel', 'room', 'thinWalls', 'city'];
  const kinds = (plan: Plan) => {
    const { groups, zones } = informGraph(buildWorld(plan, EXACT).mesh);
    const counts = (kind: Uint8Array) => [0, 1, 2, 3].map((k) => kind.filter((other) => other === k).length);
    return [...counts(groups.kind), ...counts(zones.kind), groups.isEntry.filter((flag) => flag === 1).length];
  };
  const told = { mirrored: MIRROR, turned: turn(37), shifted: SHIFT };
  it.each(Object.entries(told))('%s', (_, affine) => {
    let compared = 0;
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const plan = withBoundary(cleanPlan(random.pick(GENERAL), seed), random);
        if (!isInGeneralPosition(buildWorld(plan, EXACT).triangulations[0])) return;
        compared++;
        expect(kinds(transformed(plan, affine))).toEqual(kinds(plan));
      }),
      propertyRuns(60),
    );
    expect(compared).toBeGreaterThan(15);
  });

  it('and building it again gives the same bytes', () => {
    for (const kind of CLEAN_KINDS) {
      const { mesh } = buildWorld(cleanPlan(kind, 7));
      expect(informGraph(mesh)).toEqual(informGraph(mesh));
    }
  });
});
