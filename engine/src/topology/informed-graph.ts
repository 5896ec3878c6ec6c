/**
 * InformedGraph: cells → groups → zones, what is outside, and what each group and zone knows of itself (P05 §3.1–3.3).
 * CellMesh in, plain arrays out.
 *
 * Cells get a kind (all free segments count) and two marks; groupNodes (grouping.ts) makes groups of cells and, applied
 * to those, zones. A border is a free segment between two groups, listed on both sides as the side of its own cell, so
 * that flows can be counted each way. Distances between borders are in border-distances.ts.
 *
 * A cell is virtual if one of its corners lies on the artificial boundary (P05), not only if one of its sides does. An
 * entry or exit is not virtual, touches a virtual cell, and another cell besides; groups and zones are marked likewise.
 * Cost: near-linear. Interactive objects, entities and flows are not here: they belong to a run, not to the place.
 */
import { type Csr, groupByOwner } from '../core/csr.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { cellArea, nextSideOf } from '../subdivision/cells.ts';
import { groupNodes, type Grouping } from './grouping.ts';
import { cellKinds } from './kinds.ts';

/** Groups or zones: a partition of the cells. */
export interface Layer {
  /** The group (zone) of each cell; numbered in the order of their first cells. */
  ofCell: Int32Array;
  /** CLOSED, DEAD_END, PASSAGE or CROSSROADS by the number of borders; the virtual one is always CROSSROADS. */
  kind: Uint8Array;
  /** 1: entry or exit. */
  isEntry: Uint8Array;
  /** The virtual group (zone): the outside; NONE if nothing is marked as boundary. */
  virtualOne: number;
  /** m² */
  surface: Float64Array;
  /** The cells of each, in increasing order. */
  cells: Csr;
  /** The free sides of its cells that lead to another group (zone), in increasing order. */
  borders: Csr;
}

export interface InformedGraph {
  /** Kind of each cell over all free segments. */
  cellKind: Uint8Array;
  /** 1: touches the artificial boundary. */
  cellIsVirtual: Uint8Array;
  /** 1: entry or exit. */
  cellIsEntry: Uint8Array;
  groups: Layer;
  zones: Layer;
  /** The zone of each group. */
  groupZone: Int32Array;
}

export function informGraph(mesh: CellMesh): InformedGraph {
  const cellKind = cellKinds(mesh, 0);
  const cellIsVirtual = markVirtual(mesh);
  const cells = cellKind.length;
  const cellEdges = edgesBetween(mesh, identity(cells));
  const grouping = groupNodes({ kind: cellKind, isVirtual: cellIsVirtual, edges: cellEdges });
  const groupEdges = edgesBetween(mesh, grouping.groupOf);
  const groupIsVirtual = new Uint8Array(grouping.kind.length);
  if (grouping.virtualGroup !== NONE) groupIsVirtual[grouping.virtualGroup] = 1;
  const zoning = groupNodes({ kind: grouping.kind, isVirtual: groupIsVirtual, edges: groupEdges });
  const zoneOfCell = grouping.groupOf.map((group) => zoning.groupOf[group]);
  return {
    cellKind,
    cellIsVirtual,
    cellIsEntry: markEntries(cellEdges, cellIsVirtual),
    groups: inform(mesh, grouping.groupOf, grouping),
    zones: inform(mesh, zoneOfCell, zoning),
    groupZone: zoning.groupOf,
  };
}

function identity(count: number): Int32Array {
  const result = new Int32Array(count);
  for (let i = 0; i < count; i++) result[i] = i;
  return result;
}

/** 1 per cell with a corner on the artificial boundary. */
function markVirtual(mesh: CellMesh): Uint8Array {
  const { sideBoundary, sideVertex, sideCell } = mesh;
  const onBoundary = new Uint8Array(mesh.vertices.length >> 1);
  for (let s = 0; s < sideBoundary.length; s++) {
    if (sideBoundary[s] === 1) onBoundary[sideVertex[s]] = onBoundary[sideVertex[nextSideOf(mesh, s)]] = 1;
  }
  const isVirtual = new Uint8Array(mesh.cellLevel.length);
  for (let s = 0; s < sideVertex.length; s++) if (onBoundary[sideVertex[s]] === 1) isVirtual[sideCell[s]] = 1;
  return isVirtual;
}

/** Pairs of nodes (cells, or groups of cells) that a free segment joins, one per segment, in the order of sides. */
function edgesBetween(mesh: CellMesh, nodeOf: Int32Array): Int32Array {
  const { sideTwin, sideCell } = mesh;
  const edges = new Int32Array(sideTwin.length);
  let at = 0;
  for (let s = 0; s < sideTwin.length; s++) {
    const twin = sideTwin[s];
    if (twin < s) continue;
    const a = nodeOf[sideCell[s]];
    const b = nodeOf[sideCell[twin]];
    if (a === b) continue;
    edges[at++] = a;
    edges[at++] = b;
  }
  return edges.slice(0, at);
}

/** Not virtual, joined to a virtual node, and to a node besides that one. */
function markEntries(edges: Int32Array, isVirtual: Uint8Array): Uint8Array {
  const virtualNeighbour = new Int32Array(isVirtual.length).fill(NONE);
  for (let i = 0; i < edges.length; i++) if (isVirtual[edges[i ^ 1]] === 1) virtualNeighbour[edges[i]] = edges[i ^ 1];
  const isEntry = new Uint8Array(isVirtual.length);
  for (let i = 0; i < edges.length; i++) {
    const node = edges[i];
    if (isVirtual[node] === 1 || virtualNeighbour[node] === NONE) continue;
    if (edges[i ^ 1] !== virtualNeighbour[node]) isEntry[node] = 1;
  }
  return isEntry;
}

/** A partition of the cells, given by its kinds, with all that a layer knows. */
export function inform(
  mesh: CellMesh,
  ofCell: Int32Array,
  { kind, virtualGroup }: Pick<Grouping, 'kind' | 'virtualGroup'>,
): Layer {
  const { sideTwin, sideCell } = mesh;
  const count = kind.length;
  const surface = new Float64Array(count);
  for (let c = 0; c < ofCell.length; c++) surface[ofCell[c]] += cellArea(mesh, c);
  const owner = new Int32Array(sideTwin.length).fill(NONE);
  for (let s = 0; s < owner.length; s++) {
    if (sideTwin[s] === NONE) continue;
    const own = ofCell[sideCell[s]];
    if (own !== ofCell[sideCell[sideTwin[s]]]) owner[s] = own;
  }
  const isVirtual = new Uint8Array(count);
  if (virtualGroup !== NONE) isVirtual[virtualGroup] = 1;
  return {
    ofCell,
    kind,
    isEntry: markEntries(edgesBetween(mesh, ofCell), isVirtual),
    virtualOne: virtualGroup,
    surface,
    cells: groupByOwner(ofCell, count),
    borders: groupByOwner(owner, count),
  };
}
