/**
 * CellMesh + groups → Places: what people tell apart when they see and remember a building, as a partition of the cells.
 *
 * P05's groups collapse where no ring leads round: eight rooms in a row are one group. A place is a group cut again at doors, at the ends
 * of links (stairs, ramps …) and at bottlenecks (P05 §6). Bottlenecks are found by joining cells over free segments, the widest first: a
 * segment is one where what it would join is clearly wider than the segment on both sides, or a stretch of corridor on one of them.
 *
 *      ┌──────────┐       ┌─────────┐      Corridor and rooms are joined within themselves first. Then the segments at the mouths
 *      │  room    ┝━━━━━━━┥  room   │      come: both rooms are wider, and the corridor is long enough to be somewhere by itself:
 *      └──────────┘       └─────────┘      three places. A doorway through a wall is too short for that: it goes with one room.
 *
 * Borders are free segments between two places, and doors, numbered; an access in the words of P05. Segments that people only see through (glass)
 * come after them: windows. Cells are those with all doors open: a door is a border whether it is open or not. Near-linear.
 */
import { NONE } from '../core/none.ts';
import { orderByKey } from '../core/sort.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { cellArea, putCentroid, sideLength } from '../subdivision/cells.ts';
import { clearance, createClearanceScratch } from '../subdivision/clearance.ts';
import { sightTwins } from '../subdivision/sight-twins.ts';
import { inform, type InformedGraph, type Layer } from './informed-graph.ts';
import { CROSSROADS } from './kinds.ts';

export interface Places {
  /** The partition; `borders` lists sides per place. */
  layer: Layer;
  /** The group of each place. */
  group: Int32Array;
  /** Border of each side, the same for both sides of a segment; NONE where it is none. */
  borderOf: Int32Array;
  /** The two sides of each border: 2 b, the lesser, and 2 b + 1. */
  borderSides: Int32Array;
  /** Borders that people walk through come first, so many; the others are windows. */
  accesses: number;
}

/** What can be looked at: cells, the side seen through each side (subdivision/sight-twins.ts), and the places they make. */
export interface Scenery {
  mesh: CellMesh;
  sight: Int32Array;
  /** The cells with what is seen through as openings: where straight lines of sight are walked. */
  seen: CellMesh;
  places: Places;
  /** The middle of each cell, x, y interleaved. */
  middle: Float64Array;
  /** Where each side starts, x, y interleaved: as in the cells, but side by side in memory for those who look. */
  starts: Float64Array;
}

/** A copy that stays as it is when doors are closed in the cells. */
export function withOwnTwins(scenery: Scenery): Scenery {
  return { ...scenery, mesh: { ...scenery.mesh, sideTwin: scenery.mesh.sideTwin.slice() } };
}

/** Wider passages are no bottlenecks, metres: people take what lies behind for the same place. */
const WIDEST = 6;
/** Room on each side of a bottleneck, over its width. */
const WIDENS = 1.5;
/** A corridor is a place by itself from this area on, over the square of its width. */
const LONG = 4;
/** Widths are alike within this share. */
const ALIKE = 0.02;
/** More room than this is not measured, metres. */
const ENOUGH = WIDEST * WIDENS;

export function findScenery(mesh: CellMesh, graph: InformedGraph): Scenery {
  const sight = sightTwins(mesh);
  const middle = new Float64Array(2 * mesh.cellLevel.length);
  const areFlat = findMiddles(mesh, middle);
  return {
    mesh,
    sight,
    seen: { ...mesh, sideTwin: sight },
    places: findPlaces(mesh, graph, sight, { middle, areFlat }),
    middle,
    starts: startsOfSides(mesh),
  };
}

function startsOfSides({ vertices, sideVertex }: CellMesh): Float64Array {
  const starts = new Float64Array(2 * sideVertex.length);
  for (let s = 0; s < sideVertex.length; s++) {
    starts[2 * s] = vertices[2 * sideVertex[s]];
    starts[2 * s + 1] = vertices[2 * sideVertex[s] + 1];
  }
  return starts;
}

/** @returns 1 for each cell without area; its middle is a corner */
function findMiddles(mesh: CellMesh, middle: Float64Array): Uint8Array {
  const areFlat = new Uint8Array(mesh.cellLevel.length);
  const at = new Float64Array(2);
  for (let c = 0; c < areFlat.length; c++) {
    const v = 2 * mesh.sideVertex[mesh.cellFirst[c]];
    if (!putCentroid(mesh, c, at)) {
      areFlat[c] = 1;
      at[0] = mesh.vertices[v];
      at[1] = mesh.vertices[v + 1];
    }
    middle.set(at, 2 * c);
  }
  return areFlat;
}

function findPlaces(
  mesh: CellMesh,
  { groups }: InformedGraph,
  sight: Int32Array,
  { middle, areFlat }: { middle: Float64Array; areFlat: Uint8Array },
): Places {
  const root = joinCells(mesh, groups.ofCell, roomOfCells(mesh, middle, areFlat));
  const ofCell = new Int32Array(root.length);
  const number = new Int32Array(root.length).fill(NONE);
  let count = 0;
  for (let c = 0; c < root.length; c++) {
    const r = findRoot(root, c);
    if (number[r] === NONE) number[r] = count++;
    ofCell[c] = number[r];
  }
  const group = new Int32Array(count);
  for (let c = 0; c < root.length; c++) group[ofCell[c]] = groups.ofCell[c];
  const virtualGroup = groups.virtualOne === NONE ? NONE : group.indexOf(groups.virtualOne);
  const layer = inform(mesh, ofCell, { kind: kindsOf(mesh, ofCell, count), virtualGroup });
  return { layer, group, ...numberBorders(ofCell, mesh, sight) };
}

/** By the number of borders. */
function kindsOf({ sideTwin, sideCell }: CellMesh, ofCell: Int32Array, count: number): Uint8Array {
  const kind = new Uint8Array(count);
  for (let s = 0; s < sideTwin.length; s++) {
    if (sideTwin[s] === NONE) continue;
    const place = ofCell[sideCell[s]];
    if (place !== ofCell[sideCell[sideTwin[s]]]) kind[place] = Math.min(CROSSROADS, kind[place] + 1);
  }
  return kind;
}

/** Accesses in the order of their lesser sides, then windows likewise. */
function numberBorders(
  ofCell: Int32Array,
  { sideTwin, sideCell, sideDoor }: CellMesh,
  sight: Int32Array,
): Pick<Places, 'borderOf' | 'borderSides' | 'accesses'> {
  const borderOf = new Int32Array(sideTwin.length).fill(NONE);
  const sides: number[] = [];
  let accesses = 0;
  for (const isWindow of [false, true]) {
    for (let s = 0; s < sideTwin.length; s++) {
      const t = isWindow ? sight[s] : sideTwin[s];
      if (t <= s || borderOf[s] !== NONE) continue;
      // A door is an access also where another way leads round it within the place: people have to see that it is closed.
      if (ofCell[sideCell[s]] === ofCell[sideCell[t]] && (isWindow || sideDoor[s] === NONE)) continue;
      borderOf[s] = borderOf[t] = sides.length / 2;
      sides.push(s, t);
    }
    if (!isWindow) accesses = sides.length / 2;
  }
  return { borderOf, borderSides: Int32Array.from(sides), accesses };
}

/** Cells → the cells they are joined to, as a forest. */
function joinCells(mesh: CellMesh, groupOf: Int32Array, room: Float64Array): Int32Array {
  const { sideTwin, sideCell, sideDoor, cellLink } = mesh;
  const cells = mesh.cellLevel.length;
  const parent = new Int32Array(cells).map((_, c) => c);
  const area = new Float64Array(cells);
  for (let c = 0; c < cells; c++) area[c] = cellArea(mesh, c);
  const candidates: number[] = [];
  for (let s = 0; s < sideTwin.length; s++) {
    const t = sideTwin[s];
    if (t < s || sideDoor[s] !== NONE) continue;
    const a = sideCell[s];
    const b = sideCell[t];
    if (groupOf[a] === groupOf[b] && cellLink[a] === cellLink[b]) candidates.push(s);
  }
  const widths = Float64Array.from(candidates, (s) => sideLength(mesh, s));
  const order = orderByKey(widths.map((width) => -width));
  const join = (a: number, b: number) => {
    const [kept, gone] = a < b ? [a, b] : [b, a];
    parent[gone] = kept;
    room[kept] = Math.max(room[kept], room[gone]);
    area[kept] += area[gone];
  };
  const isLong = (c: number, width: number) => room[c] >= WIDENS * width || area[c] >= LONG * width * width;
  for (let i = 0; i < order.length; ) {
    let end = i;
    while (end < order.length && widths[order[end]] >= (1 - ALIKE) * widths[order[i]]) end++;
    // Along a corridor first, so that its mouths see all of it.
    for (const areMouths of [false, true]) {
      for (let k = i; k < end; k++) {
        const s = candidates[order[k]];
        const width = widths[order[k]];
        const a = findRoot(parent, sideCell[s]);
        const b = findRoot(parent, sideCell[sideTwin[s]]);
        if (a === b) continue;
        const isMouth = width <= WIDEST && Math.max(room[a], room[b]) >= WIDENS * width;
        if (isMouth && (!areMouths || (isLong(a, width) && isLong(b, width)))) continue;
        join(a, b);
      }
    }
    i = end;
  }
  return parent;
}

function findRoot(parent: Int32Array, c: number): number {
  while (parent[c] !== c) {
    parent[c] = parent[parent[c]];
    c = parent[c];
  }
  return c;
}

/** Diameter of the widest body that fits around the middle of each cell, metres. */
function roomOfCells(mesh: CellMesh, middle: Float64Array, areFlat: Uint8Array): Float64Array {
  const scratch = createClearanceScratch(mesh);
  const room = new Float64Array(areFlat.length);
  for (let c = 0; c < room.length; c++) {
    if (areFlat[c] === 0) room[c] = 2 * clearance(mesh, scratch, c, middle[2 * c], middle[2 * c + 1], ENOUGH);
  }
  return room;
}

/** Checks places against their definition; an empty list means they hold. */
export function checkPlaces({ groups }: InformedGraph, { mesh, places }: Scenery): string[] {
  const found: string[] = [];
  const { layer, group, borderOf, borderSides, accesses } = places;
  const { sideTwin, sideCell, sideDoor, cellLink } = mesh;
  for (let c = 0; c < layer.ofCell.length; c++) {
    if (group[layer.ofCell[c]] !== groups.ofCell[c]) found.push(`cell ${c} is in a place of another group`);
  }
  for (let s = 0; s < sideTwin.length; s++) {
    const t = sideTwin[s];
    if (t === NONE) continue;
    const isBorder = layer.ofCell[sideCell[s]] !== layer.ofCell[sideCell[t]] || sideDoor[s] !== NONE;
    if (isBorder !== (borderOf[s] !== NONE)) found.push(`side ${s} should ${isBorder ? '' : 'not '}be a border`);
    if (isBorder && (borderOf[s] >= accesses || borderOf[s] !== borderOf[t]))
      found.push(`side ${s} has a wrong border`);
    if (!isBorder && cellLink[sideCell[s]] !== cellLink[sideCell[t]])
      found.push(`side ${s} ends a link inside a place`);
  }
  for (let b = 0; b < borderSides.length; b++) {
    if (borderOf[borderSides[b]] !== b >> 1) found.push(`border ${b >> 1} does not know its side ${borderSides[b]}`);
  }
  for (let p = 0; p < group.length; p++) if (!isConnected(mesh, layer, p)) found.push(`place ${p} is in pieces`);
  for (let s = 0; s < sideDoor.length; s++) {
    // Round the door there may be another way between its two sides; but a place is not joined through a door.
    if (sideDoor[s] === NONE || sideTwin[s] === NONE) continue;
    if (layer.ofCell[sideCell[s]] === layer.ofCell[sideCell[sideTwin[s]]] && !hasOtherWay(mesh, layer, s)) {
      found.push(`door side ${s} is inside a place`);
    }
  }
  return found;
}

function isConnected(mesh: CellMesh, layer: Layer, p: number, without: number = NONE): boolean {
  const { first, item } = layer.cells;
  const seen = new Set([item[first[p]]]);
  for (const c of seen) {
    for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
      const t = mesh.sideTwin[s];
      if (t === NONE || (without !== NONE && mesh.sideDoor[s] === without)) continue;
      if (layer.ofCell[mesh.sideCell[t]] === p) seen.add(mesh.sideCell[t]);
    }
  }
  return seen.size === first[p + 1] - first[p];
}

function hasOtherWay(mesh: CellMesh, layer: Layer, s: number): boolean {
  return isConnected(mesh, layer, layer.ofCell[mesh.sideCell[s]], mesh.sideDoor[s]);
}
