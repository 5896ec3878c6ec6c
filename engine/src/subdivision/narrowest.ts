/**
 * The narrowest passages of a place: where do the cells say a body gets stuck first?
 *
 * A free segment is a passage if it has two ends: cells at it from which, without squeezing through anything as narrow,
 * one comes to where a wider body fits. So the mouth of a pocket as wide as its inside is none, and a second door
 * between the same two rooms is one. A doorway has several segments of one width, at its front, its door and its back:
 * cells at it that are no end are the inside of the passage, and their sides of the same width belong to it.
 *
 * Room for a wider body is looked for at the centroids of cells and the middles of sides only: a place that has it
 * nowhere but between those counts as none. Cost: a sort, and two searches of at most SEARCH_CELLS cells for every free segment up to
 * the widest passage asked for; the room at a centroid or a side is measured once, and only where the cell's own walls leave enough.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { orderByKey } from '../core/sort.ts';
import type { CellMesh } from './cell-mesh.ts';
import { nextSideOf, putCentroid, sideLength } from './cells.ts';
import { type ClearanceScratch, clearance, createClearanceScratch, squaredToSide } from './clearance.ts';
import { hasManySides } from './sides-near.ts';

export interface Passage {
  level: number;
  /** Middle of the passage, mesh coordinates. */
  x: number;
  y: number;
  /** Metres between its two ends. */
  width: number;
  side: number;
}

/** Widths that differ by less are one width, metres. */
const SAME_WIDTH = 0.001;

/** How many cells may be looked at for room beyond a passage: a wider place is next to it, or it is none of its ends. */
const SEARCH_CELLS = 64;

/** What a side is already known to be part of. */
const PLAIN = 0;
const NO_PASSAGE = 1;
const LISTED = 2;

/** Memory for all candidates of one mesh; a cell is marked by the number of the flood or search that saw it last. */
interface Scratch {
  lengths: Float64Array;
  /**
   * Room around the centroid of each cell and the middle of each side; below 0, there is no more than that without the sign; NaN where it
   * was not asked for yet.
   */
  cellRoom: Float64Array;
  sideRoom: Float64Array;
  /** Per vertex, 1: a wall starts or ends there. */
  atWall: Uint8Array;
  flooded: Int32Array;
  searched: Int32Array;
  flood: number;
  search: number;
  /** Sides of the passage being looked at, from one of their two cells. */
  members: GrowableInts;
  inside: GrowableInts;
  open: GrowableInts;
  clearance: ClearanceScratch;
}

/** The `count` narrowest passages, narrowest first; none wider than `widest`, metres. */
export function narrowestPassages(mesh: CellMesh, count: number, widest = Infinity): Passage[] {
  const scratch = createScratch(mesh);
  const { lengths, members } = scratch;
  const found: Passage[] = [];
  const state = new Uint8Array(lengths.length);
  const candidates = freeSides(mesh);
  for (const i of orderByKey(candidates.map((s) => lengths[s]))) {
    const s = candidates[i];
    if (state[s] !== PLAIN) continue;
    // What follows is as wide, but for the door of a passage, which may be a little narrower than the rest of it.
    if (lengths[s] > widest + SAME_WIDTH) break;
    if (found.length >= count && isEnough(found, count, lengths[s] - 2 * SAME_WIDTH)) break;
    const ends = gather(mesh, scratch, s);
    let shown = s;
    let known = false;
    for (let m = 0; m < members.length; m++) {
      const member = members.array[m];
      if (state[member] === LISTED) known = true;
      if (mesh.sideDoor[member] !== NONE && mesh.sideDoor[shown] === NONE) shown = member;
    }
    // A passage listed already whose widths drift by a little more than SAME_WIDTH is not listed again.
    const isPassage = ends >= 2;
    if (isPassage && !known) found.push(describe(mesh, shown));
    for (let m = 0; m < members.length; m++) {
      const member = members.array[m];
      state[member] = state[mesh.sideTwin[member]] = Math.max(state[member], isPassage ? LISTED : NO_PASSAGE);
    }
  }
  return found.sort((p, q) => p.width - q.width || p.level - q.level || p.x - q.x || p.y - q.y).slice(0, count);
}

/** The free sides, each from the cell that comes first. */
function freeSides({ sideTwin }: CellMesh): Float64Array {
  const free = new Float64Array(sideTwin.length);
  let count = 0;
  for (let s = 0; s < sideTwin.length; s++) if (sideTwin[s] > s) free[count++] = s;
  return free.slice(0, count);
}

/** Are `count` passages narrower than a width? Found in order of width but for a little: mostly the last ones are not. */
function isEnough(found: readonly Passage[], count: number, width: number): boolean {
  let narrower = 0;
  for (let i = 0; i < found.length && narrower < count; i++) if (found[i].width < width) narrower++;
  return narrower >= count;
}

function createScratch(mesh: CellMesh): Scratch {
  const cells = mesh.cellLevel.length;
  const lengths = new Float64Array(mesh.sideVertex.length);
  const atWall = new Uint8Array(mesh.vertices.length >> 1);
  for (let s = 0; s < lengths.length; s++) {
    if (mesh.sideTwin[s] !== NONE) lengths[s] = sideLength(mesh, s);
    else atWall[mesh.sideVertex[s]] = atWall[mesh.sideVertex[nextSideOf(mesh, s)]] = 1;
  }
  return {
    lengths,
    cellRoom: new Float64Array(cells).fill(Number.NaN),
    sideRoom: new Float64Array(lengths.length).fill(Number.NaN),
    atWall,
    flooded: new Int32Array(cells),
    searched: new Int32Array(cells),
    flood: 0,
    search: 0,
    members: new GrowableInts(64),
    inside: new GrowableInts(64),
    open: new GrowableInts(64),
    clearance: createClearanceScratch(mesh),
  };
}

/** All sides of the passage that s belongs to, as `scratch.members`. Returns how many cells are its ends. */
function gather(mesh: CellMesh, scratch: Scratch, s: number): number {
  const { lengths, flooded, members, inside } = scratch;
  const width = lengths[s];
  const flood = ++scratch.flood;
  let ends = 0;
  const enter = (c: number) => {
    if (flooded[c] === flood) return;
    flooded[c] = flood;
    if (isEnd(mesh, scratch, c, width)) ends++;
    else inside.push(c);
  };
  members.clear();
  inside.clear();
  members.push(s);
  enter(mesh.sideCell[s]);
  enter(mesh.sideCell[mesh.sideTwin[s]]);
  while (inside.length > 0) {
    const c = inside.pop();
    for (let r = mesh.cellFirst[c]; r < mesh.cellFirst[c + 1]; r++) {
      const twin = mesh.sideTwin[r];
      if (twin === NONE || r === s || twin === s || Math.abs(lengths[r] - width) > SAME_WIDTH) continue;
      members.push(r);
      enter(mesh.sideCell[twin]);
    }
  }
  return ends;
}

/** Does one come from cell c, over free sides wider than `width`, to where a body wider than that fits? */
function isEnd(mesh: CellMesh, scratch: Scratch, c: number, width: number): boolean {
  const { lengths, searched, open } = scratch;
  const wider = width + SAME_WIDTH;
  const search = ++scratch.search;
  open.clear();
  open.push(c);
  searched[c] = search;
  // A queue, so that what is near is looked at first; it never holds more than SEARCH_CELLS.
  for (let i = 0; i < open.length; i++) {
    const at = open.array[i];
    if (hasRoomInCell(mesh, scratch, at, wider)) return true;
    for (let r = mesh.cellFirst[at]; r < mesh.cellFirst[at + 1]; r++) {
      const twin = mesh.sideTwin[r];
      if (twin === NONE || lengths[r] <= wider) continue;
      const beyond = mesh.sideCell[twin];
      if (searched[beyond] === search) continue;
      if (hasRoomOnSide(mesh, scratch, r, wider)) return true;
      if (open.length === SEARCH_CELLS) continue;
      searched[beyond] = search;
      open.push(beyond);
    }
  }
  return false;
}

/** Does a body of this diameter fit around the middle of side r? Measured once: large cells are asked very often. */
function hasRoomOnSide(mesh: CellMesh, scratch: Scratch, r: number, diameter: number): boolean {
  const { sideRoom } = scratch;
  const known = sideRoom[r];
  if (known >= 0 || -known < diameter) return known >= diameter;
  const { x, y } = middleOf(mesh, r);
  const c = mesh.sideCell[r];
  let room = Number.isNaN(known) ? -roomBetweenWalls(mesh, scratch, c, x, y) : known;
  if (-room >= diameter) room = 2 * clearance(mesh, scratch.clearance, c, x, y, -room / 2);
  sideRoom[r] = sideRoom[mesh.sideTwin[r]] = room;
  return room >= diameter;
}

/** Does a body of this diameter fit around the centroid of cell c? Measured once. */
function hasRoomInCell(mesh: CellMesh, scratch: Scratch, c: number, diameter: number): boolean {
  const { cellRoom } = scratch;
  const known = cellRoom[c];
  if (known >= 0 || -known < diameter) return known >= diameter;
  let room = 0;
  if (putCentroid(mesh, c, centroid)) {
    const [x, y] = centroid;
    room = Number.isNaN(known) ? -roomBetweenWalls(mesh, scratch, c, x, y) : known;
    if (-room >= diameter) room = 2 * clearance(mesh, scratch.clearance, c, x, y, -room / 2);
  }
  cellRoom[c] = room;
  return room >= diameter;
}

/** What is further off than this share of a distance is further, whatever is rounded. */
const BEYOND = 1 + 1e-9;

/** Diameter that a body around a point does not exceed, by the walls of its own cell and those that end at the cell's corners. */
function roomBetweenWalls(mesh: CellMesh, { atWall }: Scratch, c: number, x: number, y: number): number {
  const { vertices, sideVertex, sideTwin, cellFirst } = mesh;
  if (hasManySides(mesh, c)) return Infinity;
  let least = Infinity;
  for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
    const v = sideVertex[s];
    if (sideTwin[s] === NONE) least = Math.min(least, squaredToSide(mesh, s, x, y));
    else if (atWall[v] === 1) least = Math.min(least, (vertices[2 * v] - x) ** 2 + (vertices[2 * v + 1] - y) ** 2);
  }
  return 2 * BEYOND * Math.sqrt(least);
}

const centroid = new Float64Array(2);

function middleOf(mesh: CellMesh, s: number): { x: number; y: number } {
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  return {
    x: (mesh.vertices[a] + mesh.vertices[b]) / 2,
    y: (mesh.vertices[a + 1] + mesh.vertices[b + 1]) / 2,
  };
}

function describe(mesh: CellMesh, s: number): Passage {
  const { x, y } = middleOf(mesh, s);
  return { level: mesh.cellLevel[mesh.sideCell[s]], x, y, width: sideLength(mesh, s), side: s };
}
