/**
 * One step of abstraction: nodes with a kind and a virtual mark, joined by edges → groups of nodes (P05 §3.2).
 * The same function makes groups of cells and zones of groups.
 *
 * First what hangs together is one: the virtual nodes; corridors; crossroads; dead ends with what they are attached to.
 * Then the graph is seen as crossroads joined by ways (a corridor, or nothing where crossroads touch the virtual group)
 * and made smaller until nothing changes:
 *
 *     ┌── way ──┐            loop: a way with both ends at one crossroads becomes part of it
 *     └── X ────┘
 *     ═══ X ──way── …        one way left: X and the way become a dead end
 *     … ──way── X ──way── …  two ways left: X and both ways become one way: a corridor, or a dead end if one of them
 *                            was one; a loop is looked for again
 *
 * P05 tells this as a walk that starts at the entries; what it ends with does not depend on where it starts, because
 * each of the three rules only ever takes ways away and none takes another's place. Ours is the result, by a work list.
 *
 * Where the text leaves room:
 *  - Connections are edges, not neighbours, as everywhere in the topology: two free segments are two connections.
 *  - There is one virtual group, also where virtual nodes do not hang together inside the place: they do outside.
 *  - Crossroads that touch the virtual group and have one or two connections cannot be merged with it (it is no
 *    corridor): they become a dead end or a corridor on their own, or with the one corridor they touch.
 *  - A corridor from the virtual group back to it is part of it like with any other crossroads: one can only pass there
 *    from outside to outside.
 *  - What has no connection left is closed: one cell, a ring of corridors, two dead ends, a whole place that shrank.
 *
 * So a group that is not virtual has its kind by its number of edges to others, as cells have: 0 closed, 1 dead end,
 * 2 corridor (to two different crossroads), 3 or more crossroads. Cost: near-linear (disjoint sets); no recursion.
 */
import { groupByOwner } from '../core/csr.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { CLOSED, CROSSROADS, DEAD_END, PASSAGE } from './kinds.ts';

export interface MarkedGraph {
  /** CLOSED, DEAD_END, PASSAGE or CROSSROADS per node. */
  kind: Uint8Array;
  /** 1: outside, no real place. */
  isVirtual: Uint8Array;
  /** Two nodes per edge; nodes may be joined more than once, never with themselves. */
  edges: Int32Array;
}

export interface Grouping {
  /** The group of each node; groups are numbered by their first nodes. */
  groupOf: Int32Array;
  /** CLOSED, DEAD_END, PASSAGE or CROSSROADS per group. */
  kind: Uint8Array;
  /** The virtual group, or NONE. */
  virtualGroup: number;
}

export function groupNodes(graph: MarkedGraph): Grouping {
  const sets = joinAlike(graph);
  const outside = graph.isVirtual.indexOf(1);
  const ways = gatherWays(graph, sets, outside === NONE ? NONE : find(sets, outside));
  reduce(ways, sets);
  return number(graph, sets, ways);
}

/** Disjoint sets of nodes: the way up to a node that stands for its set. */
type Sets = Int32Array;

function find(sets: Sets, i: number): number {
  while (sets[i] !== i) {
    sets[i] = sets[sets[i]];
    i = sets[i];
  }
  return i;
}

/** The lesser of the two stands for both, so that the answer does not depend on the order of edges. */
function unite(sets: Sets, i: number, j: number): number {
  const a = find(sets, i);
  const b = find(sets, j);
  const low = Math.min(a, b);
  sets[a] = sets[b] = low;
  return low;
}

/** What is one before anything is reduced. */
function joinAlike({ kind, isVirtual, edges }: MarkedGraph): Sets {
  const sets = new Int32Array(kind.length);
  for (let i = 0; i < sets.length; i++) sets[i] = i;
  const outside = isVirtual.indexOf(1);
  for (let i = outside + 1; i < sets.length; i++) if (isVirtual[i] === 1) unite(sets, i, outside);
  for (let e = 0; e < edges.length; e += 2) {
    const a = edges[e];
    const b = edges[e + 1];
    // A virtual node is crossroads whatever its own kind: it takes dead ends and nothing else.
    const isDeadEnd = (kind[a] === DEAD_END && isVirtual[a] === 0) || (kind[b] === DEAD_END && isVirtual[b] === 0);
    if (isDeadEnd || (isVirtual[a] === 0 && isVirtual[b] === 0 && kind[a] === kind[b])) unite(sets, a, b);
  }
  return sets;
}

/** Crossroads (a set of nodes each) and the ways between them. */
interface Ways {
  /** The set of nodes of the virtual crossroads, or NONE. */
  outside: number;
  /** Crossroads at both ends, by the node that stood for them at first; NONE: the end is dead, or taken away. */
  ends: Int32Array;
  /** A node of the way, or NONE where crossroads touch. */
  node: Int32Array;
  /** The way that each has become part of, or itself. */
  joined: Int32Array;
  /** 1: became part of crossroads, or nothing is left of it. */
  gone: Uint8Array;
  /** Ends of ways at crossroads, by the node that stands for these at first; 0 for other nodes. */
  degree: Int32Array;
  /** Per node that stands for crossroads: 1. */
  isCrossroads: Uint8Array;
}

function gatherWays({ kind, isVirtual, edges }: MarkedGraph, sets: Sets, outside: number): Ways {
  const count = kind.length;
  const isCrossroads = new Uint8Array(count);
  for (let i = 0; i < count; i++) if (kind[i] === CROSSROADS || isVirtual[i] === 1) isCrossroads[find(sets, i)] = 1;
  // One way per set of corridors, then one per edge between crossroads: only the virtual one has such.
  const ends = new GrowableInts();
  const node = new GrowableInts();
  const wayOf = new Int32Array(count).fill(NONE);
  for (let i = 0; i < count; i++) {
    if (sets[i] !== i || isCrossroads[i] === 1) continue;
    wayOf[i] = node.length;
    node.push(i);
    ends.push(NONE);
    ends.push(NONE);
  }
  for (let e = 0; e < edges.length; e += 2) {
    const a = find(sets, edges[e]);
    const b = find(sets, edges[e + 1]);
    if (a === b) continue;
    if (wayOf[a] === NONE && wayOf[b] === NONE) {
      node.push(NONE);
      ends.push(a);
      ends.push(b);
      continue;
    }
    const way = wayOf[a] === NONE ? wayOf[b] : wayOf[a];
    const crossroads = wayOf[a] === NONE ? a : b;
    ends.array[2 * way + (ends.array[2 * way] === NONE ? 0 : 1)] = crossroads;
  }
  const joined = new Int32Array(node.length);
  const degree = new Int32Array(count);
  for (let w = 0; w < joined.length; w++) joined[w] = w;
  for (let i = 0; i < ends.length; i++) if (ends.array[i] !== NONE) degree[ends.array[i]]++;
  return {
    outside,
    ends: ends.values().slice(),
    node: node.values().slice(),
    joined,
    gone: new Uint8Array(joined.length),
    degree,
    isCrossroads,
  };
}

/** Apply the three rules until none applies. */
function reduce(ways: Ways, sets: Sets): void {
  const { ends, joined, gone, degree, isCrossroads, outside } = ways;
  const atCrossroads = groupByOwner(ends, degree.length);
  const work = new GrowableInts();
  for (let w = 0; w < joined.length; w++) takeLoop(ways, sets, w, work);
  for (let x = 0; x < degree.length; x++) if (isCrossroads[x] === 1 && x !== outside && degree[x] <= 2) work.push(x);
  while (work.length > 0) {
    const x = work.pop();
    if (isCrossroads[x] === 0 || degree[x] === 0) continue;
    isCrossroads[x] = 0;
    // The one or two ways that are left at x.
    let kept: number = NONE;
    for (let i = atCrossroads.first[x]; i < atCrossroads.first[x + 1]; i++) {
      const w = find(joined, atCrossroads.item[i] >> 1);
      if (gone[w] === 1 || w === kept) continue;
      ends[2 * w + (ends[2 * w] === x ? 0 : 1)] = NONE;
      ways.node[w] = ways.node[w] === NONE ? x : unite(sets, ways.node[w], x);
      if (kept === NONE) {
        kept = w;
        continue;
      }
      // ends of kept: x gone, y; of w: x gone, z. One way from y to z.
      const y = Math.max(ends[2 * kept], ends[2 * kept + 1]);
      const z = Math.max(ends[2 * w], ends[2 * w + 1]);
      kept = unite(joined, kept, w);
      ends[2 * kept] = y;
      ends[2 * kept + 1] = z;
      ways.node[kept] = find(sets, x);
    }
    degree[x] = 0;
    takeLoop(ways, sets, kept, work);
  }
}

/** A way with both ends at one crossroads becomes part of it. */
function takeLoop({ ends, node, gone, degree, outside }: Ways, sets: Sets, w: number, work: GrowableInts): void {
  const x = ends[2 * w];
  if (x === NONE || x !== ends[2 * w + 1]) return;
  if (node[w] !== NONE) unite(sets, node[w], x);
  gone[w] = 1;
  degree[x] -= 2;
  if (x !== outside && degree[x] <= 2) work.push(x);
}

/** Sets become groups in the order of their first nodes; their kinds by what is left. */
function number({ kind: nodeKind }: MarkedGraph, sets: Sets, ways: Ways): Grouping {
  const { ends, node, joined, gone, degree, isCrossroads, outside } = ways;
  const groupOf = new Int32Array(nodeKind.length);
  let count = 0;
  // The node that stands for a set is its least, so it comes first.
  for (let i = 0; i < groupOf.length; i++) {
    const top = find(sets, i);
    groupOf[i] = top === i ? count++ : groupOf[top];
  }
  const kind = new Uint8Array(count);
  for (let w = 0; w < joined.length; w++) {
    if (joined[w] !== w || gone[w] === 1 || node[w] === NONE) continue;
    const connections = (ends[2 * w] === NONE ? 0 : 1) + (ends[2 * w + 1] === NONE ? 0 : 1);
    kind[groupOf[node[w]]] = connections === 0 ? CLOSED : connections === 1 ? DEAD_END : PASSAGE;
  }
  for (let x = 0; x < isCrossroads.length; x++) {
    if (isCrossroads[x] === 1) kind[groupOf[x]] = degree[x] === 0 && x !== outside ? CLOSED : CROSSROADS;
  }
  return { groupOf, kind, virtualGroup: outside === NONE ? NONE : groupOf[outside] };
}
