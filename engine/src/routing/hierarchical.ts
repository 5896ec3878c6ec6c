/**
 * `hierarchical`: routes over gates and shortcuts between them, in microseconds (planning.md §2).
 *
 *   1. leave     how far from the start to each gate of its region: the taut string through the region's one way there
 *   2. climb     from those gates up the hierarchy, and from the goal's gates up, until the two meet (gate-hierarchy.ts)
 *   3. unfold    shortcuts into edges of the gate graph, edges into the portals of the region they run through
 *   4. compare   on short ways, the next best too: lengths over the middles of gates are off by a few metres, which is
 *                much there and nothing on a long way; the one whose taut string is shortest is taken
 *
 * Nodes are visited by rank, lowest first: a set of bits is the whole queue. A node is skipped where even the straight line
 * from it to the other end makes the way longer than a bound; the bound starts a little above the straight line between
 * start and goal, and is lifted if the way found is longer. The widths of bodies are in the hierarchy's customisation.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { Corners } from './corners.ts';
import { type GateGraph, joinGates, rootOf } from './gate-graph.ts';
import { buildSkeleton, customise, type GateHierarchy, type GateSkeleton } from './gate-hierarchy.ts';
import { orderGates } from './gate-order.ts';
import { findRegions, type Regions, writeRegionWay } from './regions.ts';
import { createTautScratch, measureTaut, type TautScratch } from './taut.ts';

export interface GateIndex {
  mesh: CellMesh;
  corners: Corners;
  regions: Regions;
  graph: GateGraph;
  skeleton: GateSkeleton;
  /** Customisations used last, the latest first; at most MOST_HIERARCHIES. */
  hierarchies: GateHierarchy[];
}

/** Widths of bodies kept ready; a further one takes the place of the one not used for longest. */
const MOST_HIERARCHIES = 16;

/** Bounds on the way's length, one after the other: so many times the straight line, and some metres; then none. */
const BOUND_RATIOS = [1.17, 1.5] as const;
const BOUND_EXTRA = 15;

/** Ways compared in step 4: so many metres of them in all, no more than some, none much longer than the shortest. */
const COMPARED_METRES = 900;
const MOST_COMPARED = 10;
const COMPARED_RATIO = 1.3;

export interface GateScratch {
  taut: TautScratch;
  way: GrowableInts;
  /** Per rank, from the start and from the goal: length so far, and the arc it came by (NONE: from the end itself). */
  forward: Float32Array;
  backward: Float32Array;
  forwardArc: Int32Array;
  backwardArc: Int32Array;
  /** One bit per rank: to be visited. All clear between queries. */
  queue: Int32Array;
  /** Ranks that were given a length, to be forgotten afterwards. */
  forwardRanks: RankList;
  backwardRanks: RankList;
  /** Edges of the gate graph along the way. */
  steps: GrowableInts;
  stack: GrowableInts;
  /** Ranks where the two climbs met, on short ways. */
  meetings: RankList;
  /** The way that is compared. */
  other: GrowableInts;
  /** The present bound, and the straight line between the ends. */
  bounds: Float64Array;
}

/** Each rank is in it once at most. */
interface RankList {
  array: Int32Array;
  length: number;
}

export function buildGateIndex(mesh: CellMesh, corners: Corners): GateIndex {
  const regions = findRegions(mesh, corners);
  const graph = joinGates(mesh, corners, regions, createTautScratch());
  const skeleton = buildSkeleton(graph, orderGates(mesh, regions, graph));
  return { mesh, corners, regions, graph, skeleton, hierarchies: [] };
}

export function createGateScratch(index: GateIndex): GateScratch {
  const nodes = index.skeleton.order.length;
  return {
    taut: createTautScratch(),
    way: new GrowableInts(),
    forward: new Float32Array(nodes).fill(Infinity),
    backward: new Float32Array(nodes).fill(Infinity),
    forwardArc: new Int32Array(nodes),
    backwardArc: new Int32Array(nodes),
    queue: new Int32Array((nodes >> 5) + 1),
    forwardRanks: { array: new Int32Array(nodes), length: 0 },
    backwardRanks: { array: new Int32Array(nodes), length: 0 },
    steps: new GrowableInts(),
    stack: new GrowableInts(),
    meetings: { array: new Int32Array(nodes), length: 0 },
    other: new GrowableInts(),
    bounds: new Float64Array(2),
  };
}

/** The customisation for bodies of a width, made where it is missing. */
export function hierarchyFor(index: GateIndex, width: number): GateHierarchy {
  const { hierarchies } = index;
  for (let i = 0; i < hierarchies.length; i++) {
    const hierarchy = hierarchies[i]!;
    if (hierarchy.width !== width) continue;
    for (let k = i; k > 0; k--) hierarchies[k] = hierarchies[k - 1]!;
    hierarchies[0] = hierarchy;
    return hierarchy;
  }
  const made = customise(index.graph, index.skeleton, width);
  hierarchies.unshift(made);
  if (hierarchies.length > MOST_HIERARCHIES) hierarchies.length = MOST_HIERARCHIES;
  return made;
}

export interface GateSearch {
  /** Estimated metres; Infinity if there is no way. */
  length: number;
  /** The rank where the two climbs met, or NONE for the way inside one region. */
  meeting: number;
  expanded: number;
}

/**
 * Steps 1 and 2.
 * @param ends from x, y to x, y; mesh coordinates
 */
export function searchGates(
  index: GateIndex,
  scratch: GateScratch,
  fromCell: number,
  toCell: number,
  ends: Float64Array,
  width: number,
  result: GateSearch,
): void {
  const hierarchy = hierarchyFor(index, width);
  const { taut, forward, backward, forwardArc, backwardArc, forwardRanks, backwardRanks, bounds } = scratch;
  let inside = Infinity;
  if (index.regions.cellRegion[fromCell] === index.regions.cellRegion[toCell]) {
    for (let k = 0; k < 4; k++) taut.ends[k] = ends[k]!;
    if (measureInside(index, scratch, fromCell, toCell, width)) inside = taut.length;
  }
  const straight = Math.sqrt((ends[2]! - ends[0]!) ** 2 + (ends[3]! - ends[1]!) ** 2);
  result.expanded = 0;
  for (let round = 0; ; round++) {
    bounds[1] = straight;
    bounds[0] = round < BOUND_RATIOS.length ? BOUND_RATIOS[round]! * straight + BOUND_EXTRA : Infinity;
    forget(scratch);
    result.length = inside;
    result.meeting = NONE;
    leave(index, scratch, fromCell, ends, 0, width, forward, forwardArc, forwardRanks);
    climb(index, hierarchy, scratch, ends, result);
    leave(index, scratch, toCell, ends, 2, width, backward, backwardArc, backwardRanks);
    climbBack(index, hierarchy, scratch, ends, result);
    // Longer than the bound: something was skipped that may be shorter.
    if (result.length <= bounds[0]! || bounds[0] === Infinity) return;
  }
}

function forget({ forward, backward, forwardRanks, backwardRanks }: GateScratch): void {
  for (let i = 0; i < forwardRanks.length; i++) forward[forwardRanks.array[i]!] = Infinity;
  for (let i = 0; i < backwardRanks.length; i++) backward[backwardRanks.array[i]!] = Infinity;
  forwardRanks.length = 0;
  backwardRanks.length = 0;
}

/** Measure the one way inside a region, between the ends in the taut scratch. @returns whether the body fits through */
function measureInside(
  { mesh, corners, regions }: GateIndex,
  { way, taut }: GateScratch,
  fromCell: number,
  toCell: number,
  width: number,
): boolean {
  way.clear();
  writeRegionWay(mesh, regions, fromCell, toCell, way);
  for (let i = 0; i < way.length; i++) if (!(corners.sideLength[way.array[i]!]! > width)) return false;
  measureTaut(corners, taut, way.array, way.length);
  return true;
}

/** Give the gates of a place's region their distance from it. */
function leave(
  index: GateIndex,
  scratch: GateScratch,
  cell: number,
  ends: Float64Array,
  at: number,
  width: number,
  length: Float32Array,
  arc: Int32Array,
  ranks: RankList,
): void {
  const { mesh, regions, graph, skeleton } = index;
  const { regionFirst, regionGate, sideGate } = regions;
  const region = regions.cellRegion[cell]!;
  const middle = graph.regionMiddle[region]!;
  const first = middle === NONE ? regionFirst[region]! : 0;
  const last = middle === NONE ? regionFirst[region + 1]! : 1;
  for (let i = first; i < last; i++) {
    const node = middle === NONE ? sideGate[regionGate[i]!]! : middle;
    if (!(graph.nodeWidth[node]! > width)) continue;
    const toCell = middle === NONE ? mesh.sideCell[regionGate[i]!]! : rootOf(mesh, regions, cell);
    const { taut } = scratch;
    taut.ends[0] = ends[at]!;
    taut.ends[1] = ends[at + 1]!;
    taut.ends[2] = graph.nodePlace[2 * node]!;
    taut.ends[3] = graph.nodePlace[2 * node + 1]!;
    if (!measureInside(index, scratch, cell, toCell, width)) continue;
    const rank = skeleton.rank[node]!;
    length[rank] = taut.length;
    arc[rank] = NONE;
    ranks.array[ranks.length++] = rank;
    scratch.queue[rank >> 5]! |= 1 << (rank & 31);
  }
}

/** From the start's gates up. */
function climb(
  { skeleton }: GateIndex,
  { first, target, length }: GateHierarchy,
  { queue, forward, forwardArc, forwardRanks, bounds }: GateScratch,
  ends: Float64Array,
  result: GateSearch,
): void {
  const { place } = skeleton;
  const toX = ends[2]!;
  const toY = ends[3]!;
  const bound = bounds[0]!;
  const ranks = forwardRanks.array;
  let count = forwardRanks.length;
  let visited = 0;
  for (let word = 0; word < queue.length; word++) {
    for (let bits = queue[word]!; bits !== 0; bits = queue[word]!) {
      const bit = bits & -bits;
      queue[word] = bits ^ bit;
      const v = (word << 5) | (31 - Math.clz32(bit));
      const far = forward[v]!;
      const dx = toX - place[2 * v]!;
      const dy = toY - place[2 * v + 1]!;
      if (far + Math.sqrt(dx * dx + dy * dy) > bound) continue;
      visited++;
      const last = first[v + 1]!;
      for (let k = first[v]!; k < last; k++) {
        const u = target[k]!;
        const further = far + length[k]!;
        const before = forward[u]!;
        if (further >= before) continue;
        if (before === Infinity) {
          ranks[count++] = u;
          queue[u >> 5]! |= 1 << (u & 31);
        }
        forward[u] = further;
        forwardArc[u] = k;
      }
    }
  }
  forwardRanks.length = count;
  result.expanded += visited;
}

/** From the goal's gates up, meeting what the start reached. */
function climbBack(
  { skeleton }: GateIndex,
  { first, target, length }: GateHierarchy,
  { queue, forward, backward, backwardArc, backwardRanks, bounds, meetings }: GateScratch,
  ends: Float64Array,
  result: GateSearch,
): void {
  const { place } = skeleton;
  const fromX = ends[0]!;
  const fromY = ends[1]!;
  const bound = bounds[0]!;
  const isCompared = bounds[1]! < COMPARED_METRES / 2;
  meetings.length = 0;
  const ranks = backwardRanks.array;
  let count = backwardRanks.length;
  let best = result.length;
  let meeting = NONE;
  let visited = 0;
  for (let word = 0; word < queue.length; word++) {
    for (let bits = queue[word]!; bits !== 0; bits = queue[word]!) {
      const bit = bits & -bits;
      queue[word] = bits ^ bit;
      const v = (word << 5) | (31 - Math.clz32(bit));
      const far = backward[v]!;
      const dx = fromX - place[2 * v]!;
      const dy = fromY - place[2 * v + 1]!;
      if (far + Math.sqrt(dx * dx + dy * dy) > (isCompared ? bound : Math.min(bound, best))) continue;
      visited++;
      if (isCompared && forward[v]! < Infinity) meetings.array[meetings.length++] = v;
      if (far + forward[v]! < best) {
        best = far + forward[v]!;
        meeting = v;
      }
      const last = first[v + 1]!;
      for (let k = first[v]!; k < last; k++) {
        const u = target[k]!;
        const further = far + length[k]!;
        const before = backward[u]!;
        if (further >= before) continue;
        if (before === Infinity) {
          ranks[count++] = u;
          queue[u >> 5]! |= 1 << (u & 31);
        }
        backward[u] = further;
        backwardArc[u] = k;
      }
    }
  }
  backwardRanks.length = count;
  result.length = best;
  result.meeting = meeting;
  result.expanded += visited;
}

/** Steps 3 and 4: the sides crossed on the way that was found. */
export function unfoldGates(
  index: GateIndex,
  scratch: GateScratch,
  fromCell: number,
  toCell: number,
  ends: Float64Array,
  search: GateSearch,
  portals: GrowableInts,
): void {
  unfoldWay(index, scratch, fromCell, toCell, search.meeting, portals);
  const { meetings, forward, backward, taut, other } = scratch;
  const most = Math.min(MOST_COMPARED, COMPARED_METRES / search.length);
  if (most < 2 || meetings.length < 2) return;
  for (let k = 0; k < 4; k++) taut.ends[k] = ends[k]!;
  measureTaut(index.corners, taut, portals.array, portals.length);
  let best = taut.length;
  let last = search.length;
  for (let tried = 1; tried < most; tried++) {
    // The next longer way; meetings on one way have one length.
    let meeting: number = NONE;
    let next = COMPARED_RATIO * search.length;
    for (let i = 0; i < meetings.length; i++) {
      const v = meetings.array[i]!;
      const length = forward[v]! + backward[v]!;
      if (length > last + 0.01 && length < next) {
        next = length;
        meeting = v;
      }
    }
    if (meeting === NONE) return;
    last = next;
    unfoldWay(index, scratch, fromCell, toCell, meeting, other);
    measureTaut(index.corners, taut, other.array, other.length);
    if (taut.length >= best) continue;
    best = taut.length;
    portals.clear();
    for (let i = 0; i < other.length; i++) portals.push(other.array[i]!);
  }
}

function unfoldWay(
  index: GateIndex,
  scratch: GateScratch,
  fromCell: number,
  toCell: number,
  meeting: number,
  portals: GrowableInts,
): void {
  const { mesh, regions, graph } = index;
  portals.clear();
  if (meeting === NONE) return writeRegionWay(mesh, regions, fromCell, toCell, portals);
  const { steps } = scratch;
  let region = regions.cellRegion[fromCell]!;
  let node = unfoldArcs(index, scratch, meeting);
  writeRegionWay(mesh, regions, fromCell, cellAt(index, node, region), portals);
  for (let i = 0; i < steps.length; i++) {
    const edge = steps.array[i]!;
    if (graph.region[edge] !== region) {
      portals.push(gateSideIn(index, node, region));
      region = graph.region[edge]!;
    }
    for (let k = graph.portalFirst[edge]!; k < graph.portalFirst[edge + 1]!; k++) portals.push(graph.portal[k]!);
    node = graph.target[edge]!;
  }
  if (regions.cellRegion[toCell] !== region) {
    portals.push(gateSideIn(index, node, region));
    region = regions.cellRegion[toCell]!;
  }
  writeRegionWay(mesh, regions, cellAt(index, node, region), toCell, portals);
  dropTurnsBack(mesh, portals);
}

/** The cell of a region where a node is: at the gate, or the root for a node in the middle. */
function cellAt(index: GateIndex, node: number, region: number): number {
  const { mesh, regions, graph } = index;
  if (graph.nodeRegion[node] === NONE) return mesh.sideCell[gateSideIn(index, node, region)]!;
  return rootOf(mesh, regions, mesh.sideCell[regions.regionGate[regions.regionFirst[region]!]!]!);
}

/** The side of a gate that belongs to a region. */
function gateSideIn({ mesh, regions }: GateIndex, gate: number, region: number): number {
  const s = regions.gateSide[gate]!;
  return regions.cellRegion[mesh.sideCell[s]!] === region ? s : mesh.sideTwin[s]!;
}

/** The gate graph's edges, from the first gate (returned) over the meeting to the last. */
function unfoldArcs({ graph, skeleton, hierarchies }: GateIndex, scratch: GateScratch, meeting: number): number {
  const { forwardArc, backwardArc, steps, stack } = scratch;
  const { start, toStart, toTarget, edge } = hierarchies[0]!;
  steps.clear();
  stack.clear();
  // The stack holds arcs to follow, the next on top: 2k upwards, 2k + 1 from the target down to the start.
  let v = meeting;
  for (; backwardArc[v] !== NONE; v = start[backwardArc[v]!]!) stack.push(2 * backwardArc[v]! + 1);
  reverse(stack);
  for (v = meeting; forwardArc[v] !== NONE; v = start[forwardArc[v]!]!) stack.push(2 * forwardArc[v]!);
  const first = skeleton.order[v]!;
  while (stack.length > 0) {
    const top = stack.pop();
    const k = top >> 1;
    const isDown = (top & 1) === 1;
    if (edge[k] !== NONE) steps.push(isDown ? graph.reverse[edge[k]!]! : edge[k]!);
    else if (isDown) {
      stack.push(2 * toStart[k]!);
      stack.push(2 * toTarget[k]! + 1);
    } else {
      stack.push(2 * toTarget[k]!);
      stack.push(2 * toStart[k]! + 1);
    }
  }
  return first;
}

function reverse({ array, length }: GrowableInts): void {
  for (let i = 0, j = length - 1; i < j; i++, j--) {
    const swap = array[i]!;
    array[i] = array[j]!;
    array[j] = swap;
  }
}

/** A side crossed and at once crossed back was not crossed. */
function dropTurnsBack(mesh: CellMesh, portals: GrowableInts): void {
  const { array } = portals;
  let kept = 0;
  for (let i = 0; i < portals.length; i++) {
    if (kept > 0 && array[kept - 1] === mesh.sideTwin[array[i]!]) kept--;
    else array[kept++] = array[i]!;
  }
  portals.length = kept;
}
