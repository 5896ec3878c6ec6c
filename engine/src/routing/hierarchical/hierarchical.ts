/**
 * `hierarchical`: routes over gates and shortcuts between them, in microseconds.
 *
 *   1. leave     how far from start and goal to each gate of their regions: the taut string through the one way there
 *   2. meet      the labels of those gates: the hub that both sides know and that is nearest in all (gate-labels.ts)
 *   3. unfold    arcs up to the hub and down again into edges of the gate graph, edges into the portals they cross
 *   4. compare   on short ways, the next best too: lengths over the middles of gates are off by a few metres, which is
 *                much there and nothing on a long way; the one whose taut string is shortest is taken
 *
 * The widths of bodies are in the labels: each width has its own, made when it is first asked for, those of a gate when a way over it is.
 */
import { GrowableFloats, GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import type { Corners } from '../corners/corners.ts';
import { type GateGraph, joinGates, rootOf, WAY, WAY_EXIT, WAY_FROM, WAY_REGION, WAY_TO } from './gate-graph.ts';
import { buildSkeleton, customise, type GateHierarchy, type GateSkeleton } from './gate-hierarchy.ts';
import { createGateLabels, type GateLabels, labelGate, labelGates } from './gate-labels.ts';
import { orderGates } from './gate-order.ts';
import { findRegions, type Regions, writeRegionWay } from './regions.ts';
import type { RouteQuery } from '../route.ts';
import { measureTaut } from '../taut/taut.ts';
import { tasteOf } from './taste.ts';
import { createTautScratch, setEnds, type TautScratch } from '../taut/taut-state.ts';

export interface GateIndex {
  mesh: CellMesh;
  corners: Corners;
  regions: Regions;
  graph: GateGraph;
  skeleton: GateSkeleton;
  /** For the widths used last, the latest first; at most MOST_WIDTHS. */
  widths: GateWidth[];
}

/** What bodies of one width need. */
interface GateWidth {
  width: number;
  hierarchy: GateHierarchy;
  labels: GateLabels;
}

/** Widths of bodies kept ready; a further one takes the place of the one not used for longest. */
const MOST_WIDTHS = 8;

/** Ways compared in step 4: with so many portals in all, no more than some, none much longer than the shortest. */
const COMPARED_PORTALS = 160;
const MOST_COMPARED = 10;
const COMPARED_RATIO = 1.3;
/** On ways with this many portals at most, also those over each gate of the region of the start and of the goal. */
const ENDS_PORTALS = 40;

export interface GateScratch {
  taut: TautScratch;
  way: GrowableInts;
  /** What is known from the start, and from the goal. */
  start: Reached;
  goal: Reached;
  /** Edges of the gate graph along the way. */
  steps: GrowableInts;
  stack: GrowableInts;
  /** The way that is compared, and the shortest so far. */
  other: GrowableInts;
  best: number;
  /** The hubs of the ways compared so far. */
  compared: GrowableInts;
  /** Whose taste decides between ways that are about as long (taste.ts): a serial; NONE: the shortest is taken. */
  person: number;
}

/** What is reached from one end of a way. */
interface Reached {
  /** Per rank of a hub: metres from the end, and the label that gave them. */
  far: Float32Array;
  label: Int32Array;
  /** Hubs that were given a length, each once; to be forgotten afterwards. */
  hubs: Int32Array;
  hubCount: number;
  /** Ranks of the gates by which the end's region is left, and how far they are from the end. */
  gates: GrowableInts;
  gateFar: GrowableFloats;
}

export function buildGateIndex(mesh: CellMesh, corners: Corners): GateIndex {
  const regions = findRegions(mesh, corners);
  const graph = joinGates(mesh, corners, regions, createTautScratch());
  const skeleton = buildSkeleton(graph, orderGates(mesh, regions, graph));
  return { mesh, corners, regions, graph, skeleton, widths: [] };
}

export function createGateScratch(index: GateIndex): GateScratch {
  const nodes = index.skeleton.order.length;
  return {
    taut: createTautScratch(),
    way: new GrowableInts(),
    start: createReached(nodes),
    goal: createReached(nodes),
    steps: new GrowableInts(),
    stack: new GrowableInts(),
    other: new GrowableInts(),
    best: 0,
    compared: new GrowableInts(16),
    person: NONE,
  };
}

function createReached(nodes: number): Reached {
  return {
    far: new Float32Array(nodes).fill(Infinity),
    label: new Int32Array(nodes),
    hubs: new Int32Array(nodes),
    hubCount: 0,
    gates: new GrowableInts(32),
    gateFar: new GrowableFloats(32),
  };
}

/** All labels for bodies of a width: for those who ask for many routes, and would rather wait now. */
export function prepareGates(index: GateIndex, width: number): void {
  const { labels } = prepareWidth(index, width);
  if (labels.missing > 0) labelGates(labels);
}

/** Hierarchy and labels for bodies of a width, made where they are missing; first in the list then. */
function prepareWidth(index: GateIndex, width: number): GateWidth {
  const { widths } = index;
  let at = 0;
  while (at < widths.length && widths[at].width !== width) at++;
  let found = widths[at];
  if (found === undefined) {
    const hierarchy = customise(index.graph, index.skeleton, width);
    found = { width, hierarchy, labels: createGateLabels(hierarchy) };
    at = Math.min(widths.length, MOST_WIDTHS - 1);
  }
  for (; at > 0; at--) widths[at] = widths[at - 1];
  widths[0] = found;
  return found;
}

export interface GateSearch {
  /** Metres over the middles of gates; Infinity if there is no way. */
  length: number;
  /** The hub where the two sides meet, or NONE for the way inside one region. */
  meeting: number;
  /** Labels read. */
  expanded: number;
}

/** Steps 1 and 2. */
export function searchGates(index: GateIndex, scratch: GateScratch, query: RouteQuery, result: GateSearch): void {
  prepareWidth(index, query.width);
  const { start, goal, taut } = scratch;
  const { from, to } = query;
  const { cellRegion } = index.regions;
  forget(start);
  forget(goal);
  result.length = Infinity;
  result.meeting = NONE;
  result.expanded = 0;
  if (cellRegion[from.cell] === cellRegion[to.cell]) {
    setEnds(taut, from, to);
    if (measureInside(index, scratch, query, from.cell, to.cell)) result.length = taut.length;
  }
  leave(index, scratch, query, true, result);
  leave(index, scratch, query, false, result);
  let best = result.length;
  for (let i = 0; i < goal.hubCount; i++) {
    const h = goal.hubs[i];
    const sum = start.far[h] + goal.far[h];
    if (sum >= best) continue;
    best = sum;
    result.meeting = h;
  }
  result.length = best;
}

function forget(reached: Reached): void {
  const { far, hubs, hubCount } = reached;
  for (let i = 0; i < hubCount; i++) far[hubs[i]] = Infinity;
  reached.hubCount = 0;
}

/** Measure the one way inside a region, between the ends in the taut scratch. @returns whether the body fits through */
function measureInside(
  { mesh, corners, regions }: GateIndex,
  { way, taut }: GateScratch,
  { width }: RouteQuery,
  fromCell: number,
  toCell: number,
): boolean {
  way.clear();
  writeRegionWay(mesh, regions, fromCell, toCell, way);
  for (let i = 0; i < way.length; i++) if (!(corners.sideLength[way.array[i]] > width)) return false;
  measureTaut(corners, taut, way.array, way.length);
  return true;
}

/** Give the hubs of the gates of an end's region their distance from it. */
function leave(index: GateIndex, scratch: GateScratch, query: RouteQuery, isStart: boolean, result: GateSearch): void {
  const { mesh, regions, graph } = index;
  const { regionFirst, regionGate, sideGate } = regions;
  const { asideFirst } = graph;
  const { cell } = isStart ? query.from : query.to;
  const { gates, gateFar } = isStart ? scratch.start : scratch.goal;
  const region = regions.cellRegion[cell];
  const middle = graph.regionMiddle[region];
  gates.length = gateFar.length = 0;
  if (middle !== NONE) {
    result.expanded += leaveOver(index, scratch, query, isStart, middle, rootOf(mesh, regions, cell));
    return;
  }
  for (let i = regionFirst[region]; i < regionFirst[region + 1]; i++) {
    const gate = sideGate[regionGate[i]];
    const toCell = mesh.sideCell[regionGate[i]];
    result.expanded += leaveOver(index, scratch, query, isStart, gate, toCell);
    for (let n = asideFirst[gate]; n < asideFirst[gate + 1]; n++) {
      result.expanded += leaveOver(index, scratch, query, isStart, n, toCell);
    }
  }
}

/** The same over one node, in `toCell` of the end's region. @returns labels read */
function leaveOver(
  index: GateIndex,
  scratch: GateScratch,
  query: RouteQuery,
  isStart: boolean,
  node: number,
  toCell: number,
): number {
  const { graph, skeleton } = index;
  const { labels } = index.widths[0];
  const { taut } = scratch;
  if (!(graph.nodeWidth[node] > query.width)) return 0;
  const { cell, x, y } = isStart ? query.from : query.to;
  taut.ends[0] = x;
  taut.ends[1] = y;
  taut.ends[2] = graph.nodePlace[2 * node];
  taut.ends[3] = graph.nodePlace[2 * node + 1];
  if (!measureInside(index, scratch, query, cell, toCell)) return 0;
  const reached = isStart ? scratch.start : scratch.goal;
  const { far, label, hubs, gates, gateFar } = reached;
  const near = taut.length;
  const rank = skeleton.rank[node];
  if (labels.start[rank] === NONE) labelGate(labels, rank);
  const { hub, length } = labels;
  const end = labels.end[rank];
  gates.push(rank);
  gateFar.push(near);
  let count = reached.hubCount;
  for (let k = labels.start[rank]; k < end; k++) {
    const h = hub[k];
    const sum = near + length[k];
    const before = far[h];
    if (sum >= before) continue;
    if (before === Infinity) hubs[count++] = h;
    far[h] = sum;
    label[h] = k;
  }
  reached.hubCount = count;
  return end - labels.start[rank];
}

/** Steps 3 and 4: the sides crossed on the way that was found. */
export function unfoldGates(
  index: GateIndex,
  scratch: GateScratch,
  query: RouteQuery,
  search: GateSearch,
  portals: GrowableInts,
): void {
  unfoldWay(index, scratch, query, search.meeting, portals);
  const { start, goal, taut } = scratch;
  // Inside one region the string is measured: ways that leave it, over middles, seem longer than they are.
  const isInside = search.meeting === NONE;
  const crossed = portals.length;
  const most = isInside ? MOST_COMPARED : Math.min(MOST_COMPARED, COMPARED_PORTALS / crossed);
  if (most < 2) return;
  setEnds(taut, query.from, query.to);
  measureTaut(index.corners, taut, portals.array, portals.length);
  scratch.best = taut.length + tasteOf(taut, scratch.person);
  const { compared } = scratch;
  compared.clear();
  compared.push(search.meeting);
  let last = search.length;
  for (let tried = 1; tried < most; tried++) {
    // The next longer way; hubs on one way have one length.
    let meeting: number = NONE;
    let next = COMPARED_RATIO * search.length;
    for (let i = 0; i < goal.hubCount; i++) {
      const v = goal.hubs[i];
      const length = start.far[v] + goal.far[v];
      if (length > last + 0.01 && length < next) {
        next = length;
        meeting = v;
      }
    }
    if (meeting === NONE) break;
    last = next;
    compared.push(meeting);
    compareWay(index, scratch, query, meeting, portals);
  }
  if (crossed > ENDS_PORTALS && !isInside) return;
  compareGates(index, scratch, query, search, true, portals);
  compareGates(index, scratch, query, search, false, portals);
}

/** Compare the shortest ways over each of the gates of the start or of the goal. */
function compareGates(
  index: GateIndex,
  scratch: GateScratch,
  query: RouteQuery,
  search: GateSearch,
  isStart: boolean,
  portals: GrowableInts,
): void {
  const { start, end, hub, length } = index.widths[0].labels;
  const { gates, gateFar, label } = isStart ? scratch.start : scratch.goal;
  const beyond = isStart ? scratch.goal.far : scratch.start.far;
  for (let i = 0; i < gates.length; i++) {
    const rank = gates.array[i];
    let best: number = NONE;
    let least = COMPARED_RATIO * search.length - gateFar.array[i];
    for (let k = start[rank]; k < end[rank]; k++) {
      const sum = length[k] + beyond[hub[k]];
      if (sum >= least) continue;
      least = sum;
      best = k;
    }
    if (best === NONE || (label[hub[best]] === best && includes(scratch.compared, hub[best]))) continue;
    const before = label[hub[best]];
    label[hub[best]] = best;
    compareWay(index, scratch, query, hub[best], portals);
    label[hub[best]] = before;
  }
}

function includes({ array, length }: GrowableInts, wanted: number): boolean {
  for (let i = 0; i < length; i++) if (array[i] === wanted) return true;
  return false;
}

/** Take the way over a meeting if its taut string is shorter than the best so far. */
function compareWay(
  index: GateIndex,
  scratch: GateScratch,
  query: RouteQuery,
  meeting: number,
  portals: GrowableInts,
): void {
  const { taut, other } = scratch;
  unfoldWay(index, scratch, query, meeting, other);
  measureTaut(index.corners, taut, other.array, other.length);
  const price = taut.length + tasteOf(taut, scratch.person);
  if (price >= scratch.best) return;
  scratch.best = price;
  portals.clear();
  for (let i = 0; i < other.length; i++) portals.push(other.array[i]);
}

function unfoldWay(
  index: GateIndex,
  scratch: GateScratch,
  { from, to }: RouteQuery,
  meeting: number,
  portals: GrowableInts,
): void {
  const { mesh, regions, graph } = index;
  const { way, portal } = graph;
  portals.clear();
  if (meeting === NONE) return writeRegionWay(mesh, regions, from.cell, to.cell, portals);
  const { steps } = scratch;
  const toRegion = regions.cellRegion[to.cell];
  let region = regions.cellRegion[from.cell];
  const node = unfoldArcs(index, scratch, meeting);
  let last = node;
  writeRegionWay(mesh, regions, from.cell, cellAt(index, node, region), portals);
  let exit = graph.nodeGate[node] !== NONE ? gateSideIn(index, node, region) : NONE;
  // Only a way that stays in a region beyond a node can turn back there.
  let mayTurn = false;
  for (let i = 0; i < steps.length; i++) {
    const at = WAY * steps.array[i];
    if (way[at + WAY_REGION] !== region) portals.push(exit);
    else mayTurn = true;
    region = way[at + WAY_REGION];
    exit = way[at + WAY_EXIT];
    const end = way[at + WAY_TO];
    for (let k = way[at + WAY_FROM]; k < end; k++) portals.push(portal[k]);
  }
  if (steps.length > 0) last = graph.target[steps.array[steps.length - 1]];
  if (toRegion !== region) portals.push(exit);
  else mayTurn = true;
  writeRegionWay(mesh, regions, cellAt(index, last, toRegion), to.cell, portals);
  if (mayTurn) dropTurnsBack(mesh, portals);
}

/** The cell of a region where a node is: at the gate, or the root for a node in the middle. */
function cellAt(index: GateIndex, node: number, region: number): number {
  const { mesh, regions, graph } = index;
  if (graph.nodeGate[node] !== NONE) return mesh.sideCell[gateSideIn(index, node, region)];
  return rootOf(mesh, regions, mesh.sideCell[regions.regionGate[regions.regionFirst[region]]]);
}

/** The side of a gate that belongs to a region. */
function gateSideIn({ mesh, regions, graph }: GateIndex, gate: number, region: number): number {
  const s = regions.gateSide[graph.nodeGate[gate]];
  return regions.cellRegion[mesh.sideCell[s]] === region ? s : mesh.sideTwin[s];
}

/** The gate graph's edges, from the first gate (returned) over the meeting to the last. */
function unfoldArcs({ skeleton, widths }: GateIndex, scratch: GateScratch, meeting: number): number {
  const { start, goal, steps, stack } = scratch;
  const { hierarchy, labels } = widths[0];
  const { parts } = hierarchy;
  const { up } = labels;
  steps.clear();
  stack.clear();
  // The stack holds arcs to follow, the next on top: 2k upwards, 2k + 1 from the target down to the start.
  for (let l = goal.label[meeting]; up[2 * l] !== NONE; l = up[2 * l + 1]) stack.push(2 * up[2 * l] + 1);
  const from = stack.length;
  for (let l = start.label[meeting]; up[2 * l] !== NONE; l = up[2 * l + 1]) stack.push(2 * up[2 * l]);
  reverse(stack, from);
  while (stack.length > 0) {
    const top = stack.pop();
    const isDown = top & 1;
    const at = top - isDown;
    const toStart = parts[at];
    const toTarget = parts[at + 1];
    if (toStart < 0) steps.push(-1 - (isDown === 1 ? toTarget : toStart));
    else {
      // Down to the lower node first, and up from there.
      stack.push(2 * (isDown === 1 ? toStart : toTarget));
      stack.push(2 * (isDown === 1 ? toTarget : toStart) + 1);
    }
  }
  return skeleton.order[firstGate(labels, start, start.label[meeting])];
}

/** The rank among the gates by which the start was left that a label belongs to. */
function firstGate({ start, end }: GateLabels, { gates }: Reached, label: number): number {
  let i = 0;
  const { array } = gates;
  while (label < start[array[i]] || label >= end[array[i]]) i++;
  return array[i];
}

/** What is in the list from an index on, the other way round. */
function reverse({ array, length }: GrowableInts, from: number): void {
  for (let i = from, j = length - 1; i < j; i++, j--) {
    const swap = array[i];
    array[i] = array[j];
    array[j] = swap;
  }
}

/** A side crossed and at once crossed back was not crossed. */
function dropTurnsBack(mesh: CellMesh, portals: GrowableInts): void {
  const { array } = portals;
  let kept = 0;
  for (let i = 0; i < portals.length; i++) {
    if (kept > 0 && array[kept - 1] === mesh.sideTwin[array[i]]) kept--;
    else array[kept++] = array[i];
  }
  portals.length = kept;
}
