import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIRTY_KINDS, dirtyPlan } from '../../test/dirty-maps.ts';
import { abstraction, type Merge } from '../../test/oracles/abstraction.ts';
import { CLEAN_KINDS, cleanPlan } from '../../test/random-maps.ts';
import { createRandom, propertyRuns, seeds } from '../../test/random.ts';
import { corridor, type Edge, graphMesh } from '../../test/scenes/graph-mesh.ts';
import { buildWorld } from '../build.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { CELL, PAIR, PART_OF_SEQUENCE, SEQUENCE, WITH_DEAD_ENDS, WITH_PASSAGES } from './abstraction-tree-rules.ts';
import { type AbstractionTree, buildAbstractionTree, listBorders } from './abstraction-tree.ts';
import { checkAbstractionTree } from './check-abstraction-tree.ts';

const RULES: Record<number, Merge['rule']> = {
  [SEQUENCE]: 'sequence',
  [PART_OF_SEQUENCE]: 'part',
  [WITH_DEAD_ENDS]: 'deadEnds',
  [WITH_PASSAGES]: 'passages',
  [PAIR]: 'pair',
};

/** The inner nodes as the oracle tells them. */
function mergesOf(tree: AbstractionTree): Merge[] {
  const cellsOf = (node: number) =>
    [...tree.leaf.subarray(tree.leafFirst[node], tree.leafEnd[node])].sort((a, b) => a - b);
  return Array.from({ length: tree.parent.length - tree.cells }, (_, i) => {
    const node = tree.cells + i;
    const children = [...tree.child.subarray(tree.childFirst[node], tree.childFirst[node + 1])];
    return {
      rule: RULES[tree.rule[node]],
      cells: cellsOf(node),
      arity: tree.arity[node],
      children: children.map((child) => cellsOf(child)[0]).sort((a, b) => a - b),
    };
  });
}

/** One merge as a line of text. */
const line = ({ rule, cells, arity, children }: Merge) => `${rule} ${children} → ${cells} (${arity})`;

function treeOf(cells: number, edges: readonly Edge[]): AbstractionTree {
  const mesh = graphMesh(cells, edges);
  const tree = buildAbstractionTree(mesh);
  expect(checkAbstractionTree(mesh, tree)).toEqual([]);
  return tree;
}

const rootsOf = (tree: AbstractionTree) => [...tree.parent.keys()].filter((node) => tree.parent[node] === NONE);
/** Inner nodes: rule, cells and arity. */
const told = (tree: AbstractionTree) => mergesOf(tree).map(({ rule, cells, arity }) => `${rule} ${cells} (${arity})`);

describe('abstraction tree by hand', () => {
  it('of a corridor of 8 cells: halves of halves', () => {
    const tree = treeOf(8, corridor(8));
    expect(told(tree)).toEqual([
      'part 0,1 (1)',
      'part 2,3 (2)',
      'part 0,1,2,3 (1)',
      'part 4,5 (2)',
      'part 6,7 (1)',
      'part 4,5,6,7 (1)',
      'sequence 0,1,2,3,4,5,6,7 (0)',
    ]);
    // Two dead ends of no path, six passages of two; two more passages above them.
    expect([tree.depth, tree.largestArity, tree.paths]).toEqual([3, 2, 16]);
  });

  it('of crossroads with four arms of two cells: arms first, then all are dead ends', () => {
    const arms = [1, 3, 5, 7].flatMap((first): Edge[] => [
      [0, first],
      [first, first + 1],
    ]);
    const tree = treeOf(9, arms);
    expect(told(tree)).toEqual([
      'sequence 1,2 (1)',
      'sequence 3,4 (1)',
      'sequence 5,6 (1)',
      'sequence 7,8 (1)',
      'deadEnds 0,1,2,3,4,5,6,7,8 (0)',
    ]);
    // The crossroads: 4 · 3; the inner cells of the arms: 2 each.
    expect([tree.depth, tree.largestArity, tree.paths]).toEqual([2, 4, 20]);
  });

  /**
   *   0 ─ 9 ─ 1 ─10 ─ 2      Four blocks of houses: nine crossings, twelve streets of one cell between them.
   *  11      12      13      Rule 1: each corner with its two streets. Rule 3: passages go to the lesser crossing.
   *   3 ─14 ─ 4 ─15 ─ 5      Rule 4: pairs of three borders add nothing, pairs with the middle add two.
   *  16      17      18      Then three nodes of four borders, two between any two of them: each pair takes twelve
   *   6 ─19 ─ 7 ─20 ─ 8      paths away; the least two are taken, then the last.
   */
  it('of streets around four blocks', () => {
    const streets = [
      [0, 1],
      [1, 2],
      [0, 3],
      [1, 4],
      [2, 5],
      [3, 4],
      [4, 5],
      [3, 6],
      [4, 7],
      [5, 8],
      [6, 7],
      [7, 8],
    ].flatMap(([a, b], street): Edge[] => [
      [a!, 9 + street],
      [9 + street, b!],
    ]);
    const tree = treeOf(21, streets);
    expect(told(tree).filter((text) => !text.startsWith('part'))).toEqual([
      'sequence 0,9,11 (2)',
      'sequence 2,10,13 (2)',
      'sequence 6,16,19 (2)',
      'sequence 8,18,20 (2)',
      'passages 0,1,2,9,10,11,12,13 (3)',
      'passages 3,6,14,16,19 (3)',
      'passages 4,15,17 (4)',
      'passages 5,8,18,20 (3)',
      'pair 0,1,2,3,6,9,10,11,12,13,14,16,19 (4)',
      'pair 5,7,8,18,20 (4)',
      'pair 0,1,2,3,4,6,9,10,11,12,13,14,15,16,17,19 (4)',
      'pair 0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20 (0)',
    ]);
  });

  it('of a ring of six: cut at the least cell, closed at last', () => {
    const tree = treeOf(6, [...corridor(6), [5, 0]]);
    expect(told(tree)).toEqual([
      'part 0,1 (2)',
      'part 0,1,2 (2)',
      'part 3,4 (2)',
      'part 3,4,5 (2)',
      'sequence 0,1,2,3,4,5 (0)',
    ]);
  });

  it('of two cells with two doors between them', () => {
    expect(told(treeOf(2, [...corridor(2), [0, 1]]))).toEqual(['sequence 0,1 (0)']);
  });

  it('of two parts: two roots, neither heeding the other', () => {
    const star: Edge[] = [
      [3, 4],
      [3, 5],
      [3, 6],
    ];
    const tree = treeOf(7, [...corridor(3), ...star]);
    expect(told(tree)).toEqual(['part 0,1 (1)', 'sequence 0,1,2 (0)', 'deadEnds 3,4,5,6 (0)']);
    expect(rootsOf(tree)).toEqual([8, 9]);
  });

  it('of a single cell, and of none', () => {
    const tree = treeOf(1, []);
    expect([...tree.parent]).toEqual([NONE]);
    expect([...tree.rule]).toEqual([CELL]);
    expect([tree.depth, tree.largestArity, tree.paths]).toEqual([0, 0, 0]);
    expect(treeOf(0, []).parent).toHaveLength(0);
  });

  it('goes back to sequences where dead ends made new ones, and lets passages among passages wait', () => {
    // 0 has the dead end 1 and the corridors 2–3 and 4–5: a passage once 1 is gone, between passages.
    const tree = treeOf(12, [
      [0, 1],
      [0, 2],
      [2, 3],
      [0, 4],
      [4, 5],
      [3, 6],
      [5, 7],
      [6, 7],
      [6, 8],
      [7, 9],
      [8, 9],
      [8, 10],
      [9, 11],
      [10, 11],
    ]);
    expect(told(tree).slice(0, 8)).toEqual([
      'sequence 2,3 (2)',
      'sequence 4,5 (2)',
      'sequence 10,11 (2)',
      'deadEnds 0,1 (2)',
      'passages 2,3,6 (3)',
      'passages 4,5,7 (3)',
      'passages 8,10,11 (3)',
      'passages 0,1,2,3,6 (3)',
    ]);
  });

  it('takes in a hall of many neighbours in time that does not run away', () => {
    // A hub with 3,000 cells around it, each joined to the hub and to the next.
    const rim = 3000;
    const edges = Array.from({ length: rim }, (_, i): Edge[] => [
      [0, 1 + i],
      [1 + i, 1 + ((i + 1) % rim)],
    ]).flat();
    const tree = treeOf(rim + 1, edges);
    expect(tree.largestArity).toBe(rim);
    expect(rootsOf(tree)).toHaveLength(1);
  });
});

/** Cells and edges, parallel ones too. */
const graphs = fc.integer({ min: 1, max: 24 }).chain((cells) =>
  fc.record({
    cells: fc.constant(cells),
    edges: fc.array(
      fc.tuple(fc.nat(cells - 1), fc.nat(cells - 1)).filter(([a, b]) => a !== b),
      { maxLength: cells < 2 ? 0 : 40 },
    ),
  }),
);

describe('abstraction tree against the rules by the letter', () => {
  it('of random graphs', () => {
    fc.assert(
      fc.property(graphs, ({ cells, edges }) => {
        const tree = treeOf(cells, edges);
        expect(mergesOf(tree).map(line).sort()).toEqual(abstraction(cells, edges).map(line).sort());
      }),
      propertyRuns(400),
    );
  });

  it('of random trees with a few more edges: long sequences, many dead ends', () => {
    fc.assert(
      fc.property(seeds, (seed) => {
        const random = createRandom(seed);
        const cells = random.integer(2, 60);
        const reach = random.pick([1, 2, 5, 60]);
        const edges = Array.from(
          { length: cells - 1 },
          (_, i): Edge => [i + 1, Math.max(0, i + 1 - random.integer(1, reach))],
        );
        for (let more = random.integer(0, 8); more > 0; more--) {
          const a = random.integer(0, cells - 1);
          const b = random.integer(0, cells - 1);
          if (a !== b) edges.push([a, b]);
        }
        const tree = treeOf(cells, edges);
        expect(mergesOf(tree).map(line).sort()).toEqual(abstraction(cells, edges).map(line).sort());
      }),
      propertyRuns(100),
    );
  });
});

/** Each kind of random map once or more. */
function* randomMeshes(): Generator<[string, CellMesh]> {
  for (let seed = 1; seed <= 3; seed++) {
    for (const kind of CLEAN_KINDS) yield [`${kind} ${seed}`, buildWorld(cleanPlan(kind, seed)).mesh];
    for (const kind of DIRTY_KINDS) yield [`${kind} ${seed}`, buildWorld(dirtyPlan(kind, seed)).mesh];
  }
}

describe('abstraction tree of random maps', () => {
  it('holds what it must, and each node has the borders that are there', () => {
    const borders = new GrowableInts();
    for (const [name, mesh] of randomMeshes()) {
      const tree = buildAbstractionTree(mesh);
      expect(checkAbstractionTree(mesh, tree), name).toEqual([]);
      for (let node = 0; node < tree.parent.length; node++) {
        // Borders by trying all sides, not by the order of leaves.
        const cells = new Set(tree.leaf.subarray(tree.leafFirst[node], tree.leafEnd[node]));
        const expected = [...mesh.sideTwin.keys()].filter(
          (s) =>
            mesh.sideTwin[s] !== NONE && cells.has(mesh.sideCell[s]) && !cells.has(mesh.sideCell[mesh.sideTwin[s]]),
        );
        listBorders(mesh, tree, node, borders);
        expect([...borders.values()].sort(), name).toEqual(expected.map((s) => tree.segmentOf[s]).sort());
        expect(tree.arity[node], name).toBe(expected.length);
      }
      const same = buildAbstractionTree(mesh);
      expect(same).toEqual(tree);
    }
  });
});

describe('a wrong abstraction tree', () => {
  // Two squares of crossroads with dead ends, a corridor of seven between them.
  const mesh = graphMesh(19, [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 0],
    [0, 2],
    [1, 4],
    [3, 5],
    ...corridor(8, 5),
    [12, 13],
    [13, 14],
    [14, 15],
    [15, 12],
    [13, 15],
    [14, 16],
    [16, 17],
    [16, 18],
  ]);
  const CORRUPTIONS: Record<string, (tree: AbstractionTree) => void> = {
    'a cell that is left out': (tree) => {
      tree.parent[0] = NONE;
    },
    'a cell that is a leaf twice': (tree) => {
      tree.leaf[3] = tree.leaf[4];
    },
    'a child with another parent': (tree) => {
      tree.parent[1] = tree.parent.length - 1;
    },
    'a child twice': (tree) => {
      tree.child[1] = tree.child[0];
    },
    'a child that comes after': (tree) => {
      tree.child[0] = tree.parent.length - 1;
    },
    'a node of one child': (tree) => {
      tree.childFirst[tree.cells + 1]--;
    },
    'leaves of another node': (tree) => {
      tree.leafFirst[tree.cells]--;
    },
    'leaves that end too early': (tree) => {
      tree.leafEnd[tree.parent.length - 1]--;
    },
    'an arity too large': (tree) => {
      tree.arity[tree.cells + 2]++;
    },
    'a segment inside too late': (tree) => {
      const g = tree.inside.findIndex((node) => tree.parent[node] !== NONE);
      tree.inside[g] = tree.parent[tree.inside[g]];
    },
    'a segment inside too early': (tree) => {
      const g = tree.inside.findIndex((node) => node === tree.parent.length - 1);
      tree.inside[g] = tree.cells;
    },
    'a segment of another side': (tree) => {
      tree.sideOf[2] = tree.sideOf[3];
    },
    'a side without its segment': (tree) => {
      tree.segmentOf[tree.sideOf[2]] = NONE;
    },
    'a depth too small': (tree) => {
      tree.depth--;
    },
    'another largest arity': (tree) => {
      tree.largestArity++;
    },
    'other paths': (tree) => {
      tree.paths += 2;
    },
    'arrays of different lengths': (tree) => {
      tree.arity = tree.arity.slice(1);
    },
  };
  it('is not wrong before it is corrupted', () => {
    expect(checkAbstractionTree(mesh, buildAbstractionTree(mesh))).toEqual([]);
  });
  for (const [name, corrupt] of Object.entries(CORRUPTIONS)) {
    it(`is found: ${name}`, () => {
      const tree = buildAbstractionTree(mesh);
      corrupt(tree);
      expect(checkAbstractionTree(mesh, tree)).not.toEqual([]);
    });
  }

  it('is found where a sequence is a chain instead of a balanced tree', () => {
    const four = graphMesh(4, corridor(4));
    const tree = buildAbstractionTree(four);
    // ((0 1) 2) 3 instead of (0 1) (2 3).
    tree.child.set([0, 1, 4, 2, 5, 3]);
    tree.parent.set([4, 4, 5, 6, 5, 6]);
    tree.leafFirst[5] = 0;
    tree.leafEnd[5] = 3;
    tree.inside.set([4, 5, 6]);
    tree.depth = 3;
    expect(checkAbstractionTree(four, tree)).toEqual(['sequence 6 of 4 is 3 deep']);
  });

  it('is found where children do not hang together', () => {
    const tree = buildAbstractionTree(graphMesh(4, corridor(4)));
    const other = graphMesh(4, [
      [0, 2],
      [1, 3],
      [2, 3],
    ]);
    const { segmentOf, sideOf } = buildAbstractionTree(other);
    Object.assign(tree, { segmentOf, sideOf });
    tree.inside.set([6, 6, 5]);
    tree.arity.set([1, 1, 2, 2, 2, 2, 0]);
    tree.paths = 8;
    expect(checkAbstractionTree(other, tree)).toEqual(['children of node 4 do not hang together']);
  });
});
