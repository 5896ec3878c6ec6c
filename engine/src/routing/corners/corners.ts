/**
 * CellMesh → Corners: which corners of the map a taut path can bend around.
 *
 * Around a vertex, the cells that hang together through free sides form a *sector* of floor between two walls; a thin
 * wall parts its vertex's surroundings into two. A taut path bends around a vertex only in a *reflex* sector, one wider
 * than a straight angle. Linear in the sides.
 *
 *        wall                 rotating counter-clockwise around v, from side s to twin(previous(s)),
 *          \   c2             until a wall stops: c1, c2 are one sector of v;
 *   sector  v------ free      the corner of a side is the sector of its start vertex in its own cell
 *          /   c1
 *        wall
 */
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { nextSideOf, previousSideOf, sideLength } from '../../subdivision/cells.ts';
import { boxAround, listSidesNear, plantSideTrees, type SideTrees } from '../../subdivision/sides-near.ts';
import { GrowableInts } from '../../core/growable.ts';
import { measureAsides, type MeasuredBefore, measureGaps, measureReach } from './corner-reach.ts';

export interface Corners {
  /** Sector of the start vertex of each side, in the side's cell. */
  sideSector: Int32Array;
  /** 1 where a taut path can bend. */
  sectorReflex: Uint8Array;
  /** x, y of the vertex. */
  sectorPlace: Float64Array;
  /** Directions, of length 1, of the two walls a sector lies between, counter-clockwise from the first: x, y, x, y. */
  sectorWalls: Float64Array;
  /** Metres from the vertex to the nearest side of the sector's cells that does not end at it. */
  sectorRoom: Float64Array;
  /** Metres from a reflex corner to the nearest wall that is not one of its own; 4 at most. */
  sectorGap: Float64Array;
  /** How near other cells' reflex corners are to each cell (near-corners.ts). */
  cellReach: Float64Array;
  /** Length of each side, metres. */
  sideLength: Float64Array;
  /**
   * What a path through a side needs, in one line of memory each: x, y of its start and of its end, the sectors of
   * the two, its length, and a number made of: 1 if a path can bend at its start; 2 if at its end; 4 if its cell has three free
   * sides or more; 8 times the millimetres within which there is no corner to mind beside a way through the cell but the
   * ends of the sides it crosses.
   */
  sideRecord: Float64Array;
  /** Free sides of each cell. */
  cellWays: Int32Array;
}

/** Sines smaller than this are rounding: feet lie up to 1e-13 m beside their walls. */
const STRAIGHT = 1e-9;

export function findCorners(mesh: CellMesh, before?: MeasuredBefore): Corners {
  const { sideTwin, sideVertex, vertices } = mesh;
  const sides = sideTwin.length;
  const lengths = new Float64Array(sides);
  const cellWays = new Int32Array(mesh.cellLevel.length);
  for (let s = 0; s < sides; s++) {
    lengths[s] = sideLength(mesh, s);
    if (sideTwin[s] !== NONE) cellWays[mesh.sideCell[s]]++;
  }
  const sideSector = new Int32Array(sides).fill(NONE);
  const reflex = new Uint8Array(sides);
  const room = new Float64Array(sides);
  const begins = new Int32Array(sides);
  const walls = new Float64Array(4 * sides);
  const places = new Float64Array(2 * sides);
  const trees = plantSideTrees(mesh);
  let sectors = 0;
  // Sectors that begin at a wall first; what is left over then is a vertex without walls.
  for (let pass = 0; pass < 2; pass++) {
    for (let s = 0; s < sides; s++) {
      if (sideSector[s] !== NONE || (pass === 0 && sideTwin[s] !== NONE)) continue;
      let nearest = Infinity;
      let last = s;
      for (let at = s; ; ) {
        sideSector[at] = sectors;
        last = at;
        nearest = Math.min(nearest, roomIn(mesh, trees, lengths, at));
        const turned = sideTwin[previousSideOf(mesh, at)];
        if (turned === NONE || turned === s) break;
        at = turned;
      }
      room[sectors] = nearest;
      begins[sectors] = s;
      const v = 2 * sideVertex[s];
      const a = 2 * sideVertex[nextSideOf(mesh, s)];
      const b = 2 * sideVertex[previousSideOf(mesh, last)];
      const aLong = lengths[s];
      const bLong = lengths[previousSideOf(mesh, last)];
      const ax = (vertices[a] - vertices[v]) / aLong;
      const ay = (vertices[a + 1] - vertices[v + 1]) / aLong;
      const bx = (vertices[b] - vertices[v]) / bLong;
      const by = (vertices[b + 1] - vertices[v + 1]) / bLong;
      places[2 * sectors] = vertices[v];
      places[2 * sectors + 1] = vertices[v + 1];
      walls[4 * sectors] = ax;
      walls[4 * sectors + 1] = ay;
      walls[4 * sectors + 2] = bx;
      walls[4 * sectors + 3] = by;
      const sine = ax * by - ay * bx;
      // One cell is convex. More than one: from the first wall round to the second; zero means all the way round.
      const isReflex = last !== s && (sine < -STRAIGHT || (sine <= STRAIGHT && ax * bx + ay * by > 0));
      reflex[sectors++] = pass === 1 || isReflex ? 1 : 0;
    }
  }
  const corners: Corners = {
    sideSector,
    sectorReflex: reflex.slice(0, sectors),
    sectorPlace: places.slice(0, 2 * sectors),
    sectorWalls: walls.slice(0, 4 * sectors),
    sectorRoom: room.slice(0, sectors),
    sectorGap: measureGaps(mesh, trees, begins.slice(0, sectors), reflex, before),
    cellReach: measureReach(mesh, trees, sideSector, reflex, before),
    sideLength: lengths,
    sideRecord: new Float64Array(RECORD * sides),
    cellWays,
  };
  recordSides(mesh, corners, measureAsides(mesh, sideSector, reflex, cellWays));
  return corners;
}

const near = new GrowableInts(64);

/** From the start vertex of a side to the nearest side of its cell that does not end there. */
function roomIn(mesh: CellMesh, trees: SideTrees, lengths: Float64Array, s: number): number {
  const { vertices, sideVertex, sideCell, cellFirst } = mesh;
  const c = sideCell[s];
  const first = cellFirst[c];
  const last = cellFirst[c + 1];
  const before = s === first ? last - 1 : s - 1;
  const x = vertices[2 * sideVertex[s]];
  const y = vertices[2 * sideVertex[s] + 1];
  // Nearest sides first: in wider and wider boxes, until the nearest one found cannot be outside of the box.
  for (let far = Math.min(lengths[s], lengths[before]); ; far *= 4) {
    listSidesNear(mesh, trees, c, boxAround(x, y, far), near);
    let least = Infinity;
    for (let i = 0; i < near.length; i++) {
      const k = near.array[i];
      if (k === s || k === before) continue;
      const a = 2 * sideVertex[k];
      const b = 2 * sideVertex[k + 1 === last ? first : k + 1];
      const ex = vertices[b] - vertices[a];
      const ey = vertices[b + 1] - vertices[a + 1];
      const dx = x - vertices[a];
      const dy = y - vertices[a + 1];
      const share = Math.min(1, Math.max(0, (dx * ex + dy * ey) / (ex * ex + ey * ey)));
      least = Math.min(least, (dx - share * ex) ** 2 + (dy - share * ey) ** 2);
    }
    const nearest = Math.sqrt(least);
    if (nearest < far || near.length === last - first) return nearest;
  }
}

/** Numbers per side in `sideRecord`; and the last of them, taken apart. */
export const RECORD = 8;
export const CROSSROADS = 4;

/** From this number on, the last of a side's record says that a disc minds nothing but the ends of the sides it crosses. */
export function calmFor(radius: number): number {
  return 8 * Math.ceil(1000 * radius);
}

/** Fill `sideRecord`; all else is known. @param asides metres to the nearest corner to mind beside a way through each cell */
function recordSides(mesh: CellMesh, corners: Corners, asides: Float64Array): void {
  const { vertices, sideVertex, sideCell } = mesh;
  const { sideRecord: record, sideSector, sectorReflex, sideLength: lengths, cellReach, cellWays } = corners;
  for (let s = 0; s < lengths.length; s++) {
    const a = sideVertex[s];
    const end = nextSideOf(mesh, s);
    const b = sideVertex[end];
    const at = RECORD * s;
    record[at] = vertices[2 * a];
    record[at + 1] = vertices[2 * a + 1];
    record[at + 2] = vertices[2 * b];
    record[at + 3] = vertices[2 * b + 1];
    record[at + 4] = sideSector[s];
    record[at + 5] = sideSector[end];
    record[at + 6] = lengths[s];
    const c = sideCell[s];
    const calm = Math.floor(1000 * Math.min(cellReach[c], asides[c]));
    const bends = 2 * sectorReflex[sideSector[end]] + sectorReflex[sideSector[s]];
    record[at + 7] = 8 * calm + (cellWays[c] > 2 ? CROSSROADS : 0) + bends;
  }
}
