/**
 * Regions → GateGraph: how far it is, inside a region, from each of its gates to each other.
 *
 * Nodes are gates, standing for the middle of their portal; of a gate that is wide for where it is, two more stand for its ends: ways over
 * middles alone would be much longer there than they need be, and the wrong ones taken. Two gates of a region are joined by the one way there is
 * between them, with the length of a point's taut string through it (not the sum over midpoints, which zigzags) and with
 * its width, the shortest portal crossed in between. A cell with very many gates is not joined pair by pair but through
 * a node of its own in the middle of the region's root. Cost: the portals of all pairs' ways.
 */
import { groupByOwner } from '../../core/csr.ts';
import { GrowableFloats, GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { nextSideOf } from '../../subdivision/cells.ts';
import type { Corners } from '../corners/corners.ts';
import { type Regions, writeRegionWay } from './regions.ts';
import { measureTaut } from '../taut/taut.ts';
import type { TautScratch } from '../taut/taut-state.ts';

export interface GateGraph extends GateEdges {
  /**
   * Place of each node: the middle of gate g for g below the number of gates, then places beside the middles of wide gates, then middles
   * of regions with many gates.
   */
  nodePlace: Float64Array;
  /** Gate of each node; NONE for middles of regions. */
  nodeGate: Int32Array;
  /** Nodes beside the middle of gate g: asideFirst[g] … asideFirst[g + 1] - 1. */
  asideFirst: Int32Array;
  /** Length of a gate's portal, Infinity for middles of regions. */
  nodeWidth: Float64Array;
  /** Node in the middle of each region, NONE for those joined pair by pair. */
  regionMiddle: Int32Array;
}

/** What joins the nodes. */
interface GateEdges {
  /** Edges from node n: first[n] … first[n + 1] - 1. */
  first: Int32Array;
  target: Int32Array;
  length: Float64Array;
  /** Shortest portal between the two, without their own. */
  width: Float64Array;
  /** The same edge from its target. */
  reverse: Int32Array;
  /**
   * What a route over an edge needs, in one line of memory: the region it runs through; the side, of that region, of the gate
   * it ends at (NONE in the middle of a region); and the sides crossed before, portal[from] … portal[to - 1].
   */
  way: Int32Array;
  portal: Int32Array;
}

/** Numbers per edge in `way`, and their places. */
export const WAY = 4;
export const WAY_REGION = 0;
export const WAY_EXIT = 1;
export const WAY_FROM = 2;
export const WAY_TO = 3;

/** Regions with more gates than this are joined through their middle. */
const MOST_GATES = 24;

export function joinGates(mesh: CellMesh, corners: Corners, regions: Regions, scratch: TautScratch): GateGraph {
  const { gateSide, sideGate, regionFirst, regionGate } = regions;
  const gates = gateSide.length;
  const count = regionFirst.length - 1;
  const places = new GrowableFloats(2 * gates + 2);
  const widths = new GrowableFloats(gates + 1);
  for (const s of gateSide) {
    pushMiddle(mesh, s, places);
    widths.push(corners.sideLength[s]);
  }
  const regionMiddle = new Int32Array(count).fill(NONE);
  const asideFirst = placeAside(mesh, regions, places, widths);
  const nodeGate = new GrowableInts(gates + 1);
  for (let g = 0; g < gates; g++) nodeGate.push(g);
  for (let g = 0; g < gates; g++) for (let n = asideFirst[g]; n < asideFirst[g + 1]; n++) nodeGate.push(g);
  const nodesOf = (side: number): number[] => {
    const g = sideGate[side];
    const nodes = [g];
    for (let n = asideFirst[g]; n < asideFirst[g + 1]; n++) nodes.push(n);
    return nodes;
  };
  const edges = createEdges();
  const way = new GrowableInts();
  /** @param sideA side of the region at gate a; sideB at node b, NONE if that is the middle of the region, in `cellB` */
  const join = (a: number, sideA: number, b: number, sideB: number, cellB: number, region: number) => {
    way.clear();
    writeRegionWay(mesh, regions, mesh.sideCell[sideA], cellB, way);
    const p = places.array;
    for (let k = 0; k < 2; k++) {
      scratch.ends[k] = p[2 * a + k];
      scratch.ends[k + 2] = p[2 * b + k];
    }
    measureTaut(corners, scratch, way.array, way.length);
    const { length } = scratch;
    let width = Infinity;
    for (let i = 0; i < way.length; i++) width = Math.min(width, corners.sideLength[way.array[i]]);
    for (let i = 0; i < way.length; i++) edges.portal.push(way.array[i]);
    pushEdge(edges, { from: a, to: b, region, exit: sideB, length, width });
    for (let i = way.length - 1; i >= 0; i--) edges.portal.push(mesh.sideTwin[way.array[i]]);
    pushEdge(edges, { from: b, to: a, region, exit: sideA, length, width });
  };
  for (let r = 0; r < count; r++) {
    const start = regionFirst[r];
    const end = regionFirst[r + 1];
    const cellOf = (i: number) => mesh.sideCell[regionGate[i]];
    if (end - start <= MOST_GATES) {
      for (let i = start; i < end; i++) {
        for (let j = start; j < i; j++) {
          const [a, b] = [regionGate[i], regionGate[j]];
          for (const from of nodesOf(a)) for (const to of nodesOf(b)) join(from, a, to, b, cellOf(j), r);
        }
      }
      continue;
    }
    const root = rootOf(mesh, regions, cellOf(start));
    const middle = nodeGate.length;
    regionMiddle[r] = middle;
    nodeGate.push(NONE);
    widths.push(Infinity);
    pushCentre(mesh, root, places);
    for (let i = start; i < end; i++) {
      for (const from of nodesOf(regionGate[i])) join(from, regionGate[i], middle, NONE, root, r);
    }
  }
  return {
    nodePlace: places.values().slice(),
    nodeWidth: widths.values().slice(),
    nodeGate: nodeGate.values().slice(),
    asideFirst,
    regionMiddle,
    ...sortEdges(nodeGate.length, edges),
  };
}

/** A gate is wide if it is so many times as wide as it is far from its middle to that of the nearest other gate. */
const WIDE = 1;
/** Where its nodes beside the middle are, as shares of its width: strings bend at its ends. */
const ASIDE = [0.02, 0.98];

/** Nodes beside the middles of wide gates, after those of the gates. @returns GateGraph.asideFirst */
function placeAside(mesh: CellMesh, regions: Regions, places: GrowableFloats, widths: GrowableFloats): Int32Array {
  const { gateSide, sideGate, regionFirst, regionGate } = regions;
  const gates = gateSide.length;
  const nearest = new Float64Array(gates).fill(Infinity);
  for (let r = 0; r + 1 < regionFirst.length; r++) {
    if (regionFirst[r + 1] - regionFirst[r] > MOST_GATES) continue;
    for (let i = regionFirst[r]; i < regionFirst[r + 1]; i++) {
      for (let j = regionFirst[r]; j < i; j++) {
        const a = sideGate[regionGate[i]];
        const b = sideGate[regionGate[j]];
        const dx = places.array[2 * a] - places.array[2 * b];
        const dy = places.array[2 * a + 1] - places.array[2 * b + 1];
        const far = Math.sqrt(dx * dx + dy * dy);
        nearest[a] = Math.min(nearest[a], far);
        nearest[b] = Math.min(nearest[b], far);
      }
    }
  }
  const first = new Int32Array(gates + 1);
  let next = gates;
  for (let g = 0; g < gates; g++) {
    first[g] = next;
    const s = gateSide[g];
    if (!(widths.array[g] > WIDE * nearest[g])) continue;
    const a = 2 * mesh.sideVertex[s];
    const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
    for (const share of ASIDE) {
      places.push(mesh.vertices[a] + share * (mesh.vertices[b] - mesh.vertices[a]));
      places.push(mesh.vertices[a + 1] + share * (mesh.vertices[b + 1] - mesh.vertices[a + 1]));
      widths.push(widths.array[g]);
      next++;
    }
  }
  first[gates] = next;
  return first;
}

/** The root of a cell's region. */
export function rootOf(mesh: CellMesh, regions: Regions, cell: number): number {
  while (regions.cellDepth[cell] > 0) cell = mesh.sideCell[mesh.sideTwin[regions.cellParent[cell]]];
  return cell;
}

function pushMiddle(mesh: CellMesh, s: number, places: GrowableFloats): void {
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  places.push((mesh.vertices[a] + mesh.vertices[b]) / 2);
  places.push((mesh.vertices[a + 1] + mesh.vertices[b + 1]) / 2);
}

/** The mean of a cell's corners: inside it. */
function pushCentre(mesh: CellMesh, c: number, places: GrowableFloats): void {
  const [first, last] = [mesh.cellFirst[c], mesh.cellFirst[c + 1]];
  let x = 0;
  let y = 0;
  for (let s = first; s < last; s++) {
    x += mesh.vertices[2 * mesh.sideVertex[s]];
    y += mesh.vertices[2 * mesh.sideVertex[s] + 1];
  }
  places.push(x / (last - first));
  places.push(y / (last - first));
}

/** Edges as they are found, each followed by the same from its other end. */
interface Edges {
  from: GrowableInts;
  to: GrowableInts;
  region: GrowableInts;
  exit: GrowableInts;
  length: GrowableFloats;
  width: GrowableFloats;
  /** Where the portals of each edge end. */
  portalEnd: GrowableInts;
  portal: GrowableInts;
}

interface Edge {
  from: number;
  to: number;
  region: number;
  exit: number;
  length: number;
  width: number;
}

function createEdges(): Edges {
  return {
    from: new GrowableInts(),
    to: new GrowableInts(),
    region: new GrowableInts(),
    exit: new GrowableInts(),
    length: new GrowableFloats(),
    width: new GrowableFloats(),
    portalEnd: new GrowableInts(),
    portal: new GrowableInts(),
  };
}

/** @param edge one whose portals are the last that were pushed */
function pushEdge(edges: Edges, edge: Edge): void {
  edges.from.push(edge.from);
  edges.to.push(edge.to);
  edges.region.push(edge.region);
  edges.exit.push(edge.exit);
  edges.length.push(edge.length);
  edges.width.push(edge.width);
  edges.portalEnd.push(edges.portal.length);
}

/** Edges in the order of the nodes they start at. */
function sortEdges(nodes: number, edges: Edges): GateEdges {
  const count = edges.from.length;
  const { first, item } = groupByOwner(edges.from.values(), nodes);
  const place = new Int32Array(count);
  for (let i = 0; i < count; i++) place[item[i]] = i;
  const graph: GateEdges = {
    first,
    target: new Int32Array(count),
    length: new Float64Array(count),
    width: new Float64Array(count),
    reverse: new Int32Array(count),
    way: new Int32Array(WAY * count),
    portal: new Int32Array(edges.portal.length),
  };
  let portals = 0;
  for (let i = 0; i < count; i++) {
    const e = item[i];
    graph.target[i] = edges.to.array[e];
    graph.length[i] = edges.length.array[e];
    graph.width[i] = edges.width.array[e];
    graph.reverse[i] = place[e ^ 1];
    graph.way[WAY * i + WAY_REGION] = edges.region.array[e];
    graph.way[WAY * i + WAY_EXIT] = edges.exit.array[e];
    graph.way[WAY * i + WAY_FROM] = portals;
    for (let k = e === 0 ? 0 : edges.portalEnd.array[e - 1]; k < edges.portalEnd.array[e]; k++) {
      graph.portal[portals++] = edges.portal.array[k];
    }
    graph.way[WAY * i + WAY_TO] = portals;
  }
  return graph;
}
