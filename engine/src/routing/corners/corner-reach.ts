/**
 * How far the surroundings of cells and corners are: `measureReach` and `measureGaps`, each done once for a mesh, whatever
 * the radius of a disc; and the distances from a side to what lies behind it. Cost: the cells within reach.
 */
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { nextSideOf, putCellBox } from '../../subdivision/cells.ts';
import { boxAround, hasManySides, listSidesNear, type SideTrees } from '../../subdivision/sides-near.ts';
import { isUnchanged, type SameCells } from '../../subdivision/same-cells.ts';

/** What was measured of a place before it was changed: it is taken over where nothing within reach is new. */
export interface MeasuredBefore {
  corners: { cellReach: Float64Array; sectorGap: Float64Array; sideSector: Int32Array };
  same: SameCells;
}

/** Cells looked through behind one side; more than these within a radius are a heap of slivers. */
export const MOST_CELLS = 256;
/** Metres: further off than within reach, whatever is rounded. */
const ROUNDED = 1e-6;
/** Metres: a corner less far behind a side is on its line. */
const BEHIND = 1e-12;

/** Is a sector one of the corners of a cell? */
export function isCornerOf(mesh: CellMesh, sideSector: Int32Array, c: number, sector: number): boolean {
  for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) if (sideSector[s] === sector) return true;
  return false;
}

/** Metres: corners further off than this are as good as this far. Wider discs look for themselves. */
const FURTHEST_REACH = 1;

/** How near the nearest reflex corner behind a cell's free sides is to the side it is behind; FURTHEST_REACH at most. */
export function measureReach(
  mesh: CellMesh,
  trees: SideTrees,
  sideSector: Int32Array,
  sectorReflex: Uint8Array,
  before?: MeasuredBefore,
): Float64Array {
  const { sideTwin, sideCell, cellFirst } = mesh;
  const reach = new Float64Array(mesh.cellLevel.length).fill(FURTHEST_REACH);
  const seen = new GrowableInts(16);
  const near = new GrowableInts(64);
  /** Which side's search saw each cell last, and which cell each sector was found to be a corner of last. */
  const seenFor = new Int32Array(reach.length).fill(NONE);
  const cornerOf = new Int32Array(sectorReflex.length).fill(NONE);
  for (let c = 0; c < reach.length; c++) {
    if (before !== undefined && isCellAsBefore(mesh, before.same, c)) {
      reach[c] = before.corners.cellReach[before.same.cellBefore[c]];
      continue;
    }
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) cornerOf[sideSector[s]] = c;
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      if (sideTwin[s] === NONE) continue;
      let least = reach[c];
      seen.clear();
      seen.push(c);
      seen.push(sideCell[sideTwin[s]]);
      for (let i = 0; i < seen.length; i++) seenFor[seen.array[i]] = s;
      least = Math.min(least, nearestBeside(mesh, s, sideSector, sectorReflex, cornerOf));
      for (let i = 1; i < seen.length; i++) {
        putSideBox(mesh, s, least + ROUNDED, box);
        listSidesNear(mesh, trees, seen.array[i], box, near);
        for (let n = 0; n < near.length; n++) {
          const k = near.array[n];
          if (sectorReflex[sideSector[k]] === 1 && cornerOf[sideSector[k]] !== c) {
            least = Math.min(least, distanceBehind(mesh, s, mesh.sideVertex[k]));
          }
        }
        for (let n = 0; n < near.length; n++) {
          const k = near.array[n];
          const twin = sideTwin[k];
          if (twin === NONE || seen.length >= MOST_CELLS || seenFor[sideCell[twin]] === s) continue;
          if (!(distanceOfSides(mesh, s, k) < least)) continue;
          seenFor[sideCell[twin]] = s;
          seen.push(sideCell[twin]);
        }
      }
      reach[c] = least;
    }
  }
  return reach;
}

/** Sides before and after a side at which corners near to it are looked for first. */
const NEXT_SIDES = 4;

/**
 * How near the nearest reflex corner is to side s, behind it, of those a few sides along the cell beyond. In a cell of thousands of
 * sides it is mostly the nearest of all, and what is further off need not be looked for. Infinity if there is none, or the cell is small.
 * @param cornerOf which cell each sector is known to be a corner of; those of the side's own cell do not count
 */
function nearestBeside(
  mesh: CellMesh,
  s: number,
  sideSector: Int32Array,
  sectorReflex: Uint8Array,
  cornerOf: Int32Array,
): number {
  const { sideTwin, sideCell, cellFirst } = mesh;
  const twin = sideTwin[s];
  const beyond = sideCell[twin];
  const first = cellFirst[beyond];
  const count = cellFirst[beyond + 1] - first;
  if (!hasManySides(mesh, beyond)) return Infinity;
  let least = Infinity;
  for (let away = -NEXT_SIDES; away <= NEXT_SIDES; away++) {
    const k = first + ((twin - first + away + count) % count);
    if (sectorReflex[sideSector[k]] === 0 || cornerOf[sideSector[k]] === sideCell[s]) continue;
    least = Math.min(least, distanceBehind(mesh, s, mesh.sideVertex[k]));
  }
  return least;
}

const box = new Float64Array(4);

/** Around a side, with a margin. */
function putSideBox(mesh: CellMesh, s: number, margin: number, into: Float64Array): void {
  const { vertices, sideVertex } = mesh;
  const a = 2 * sideVertex[s];
  const b = 2 * sideVertex[nextSideOf(mesh, s)];
  into[0] = Math.min(vertices[a], vertices[b]) - margin;
  into[1] = Math.min(vertices[a + 1], vertices[b + 1]) - margin;
  into[2] = Math.max(vertices[a], vertices[b]) + margin;
  into[3] = Math.max(vertices[a + 1], vertices[b + 1]) + margin;
}

/** Has nothing changed within reach of a cell? */
function isCellAsBefore(mesh: CellMesh, same: SameCells, c: number): boolean {
  if (same.cellBefore[c] === NONE) return false;
  putCellBox(mesh, c, FURTHEST_REACH + ROUNDED, box);
  return isUnchanged(same, box[0], box[1], box[2], box[3]);
}

/** Cells with more free sides than this are not looked at: as if corners were everywhere. */
const MOST_WAYS = 12;

/**
 * How near the reflex corners of each cell are to ways through it that do not pass them: from a free side to another, the
 * furthest out a way goes is straight from the end of the one to the start of the other. FURTHEST_REACH at most.
 *
 *        v ── w         from side b–a to side c–d, v and w are aside: as far off as they are from a–c
 *       /      \
 *      a ······ c
 *      |        |
 *      b ────── d
 */
export function measureAsides(
  mesh: CellMesh,
  sideSector: Int32Array,
  reflex: Uint8Array,
  ways: Int32Array,
): Float64Array {
  const { vertices, sideVertex, sideTwin, cellFirst } = mesh;
  const asides = new Float64Array(ways.length).fill(FURTHEST_REACH);
  for (let c = 0; c < ways.length; c++) {
    if (ways[c] < 3) continue;
    const first = cellFirst[c];
    const count = cellFirst[c + 1] - first;
    let least = ways[c] > MOST_WAYS ? 0 : FURTHEST_REACH ** 2;
    for (let i = 0; i < count && least > 0; i++) {
      if (sideTwin[first + i] === NONE) continue;
      const a = 2 * sideVertex[first + ((i + 1) % count)];
      for (let far = 3; far < count; far++) {
        const j = first + ((i + far) % count);
        if (sideTwin[j] === NONE) continue;
        const b = 2 * sideVertex[j];
        const ex = vertices[b] - vertices[a];
        const ey = vertices[b + 1] - vertices[a + 1];
        for (let k = 2; k < far; k++) {
          const s = first + ((i + k) % count);
          if (reflex[sideSector[s]] === 0) continue;
          const dx = vertices[2 * sideVertex[s]] - vertices[a];
          const dy = vertices[2 * sideVertex[s] + 1] - vertices[a + 1];
          const share = Math.min(1, Math.max(0, (dx * ex + dy * ey) / (ex * ex + ey * ey)));
          least = Math.min(least, (dx - share * ex) ** 2 + (dy - share * ey) ** 2);
        }
      }
    }
    asides[c] = Math.sqrt(least);
  }
  return asides;
}

/** Is a vertex behind side s, as seen from the side's cell? */
function isBehind(mesh: CellMesh, s: number, v: number): boolean {
  const { vertices, sideVertex } = mesh;
  const a = 2 * sideVertex[s];
  const b = 2 * sideVertex[nextSideOf(mesh, s)];
  const ex = vertices[b] - vertices[a];
  const ey = vertices[b + 1] - vertices[a + 1];
  const dx = vertices[2 * v] - vertices[a];
  const dy = vertices[2 * v + 1] - vertices[a + 1];
  return ex * dy - ey * dx <= -BEHIND * Math.sqrt(ex * ex + ey * ey);
}

/** From a vertex to side s, if it is behind it; else Infinity. */
export function distanceBehind(mesh: CellMesh, s: number, v: number): number {
  return isBehind(mesh, s, v) ? distanceTo(mesh, s, v) : Infinity;
}

/** Between side s and side k, of a cell behind it; Infinity if k is not behind it. */
export function distanceOfSides(mesh: CellMesh, s: number, k: number): number {
  const { sideVertex } = mesh;
  const a = sideVertex[s];
  const b = sideVertex[nextSideOf(mesh, s)];
  const p = sideVertex[k];
  const q = sideVertex[nextSideOf(mesh, k)];
  if (p === a || p === b || q === a || q === b) return isBehind(mesh, s, p) || isBehind(mesh, s, q) ? 0 : Infinity;
  const behind = Math.min(distanceBehind(mesh, s, p), distanceBehind(mesh, s, q));
  if (behind === Infinity) return Infinity;
  return Math.min(behind, distanceTo(mesh, k, a), distanceTo(mesh, k, b));
}

function distanceTo(mesh: CellMesh, s: number, v: number): number {
  const { vertices, sideVertex } = mesh;
  const a = 2 * sideVertex[s];
  const b = 2 * sideVertex[nextSideOf(mesh, s)];
  const ex = vertices[b] - vertices[a];
  const ey = vertices[b + 1] - vertices[a + 1];
  const dx = vertices[2 * v] - vertices[a];
  const dy = vertices[2 * v + 1] - vertices[a + 1];
  const share = Math.min(1, Math.max(0, (dx * ex + dy * ey) / (ex * ex + ey * ey)));
  return Math.sqrt((dx - share * ex) ** 2 + (dy - share * ey) ** 2);
}

/** Metres: gaps wider than this are as good as this one. */
const WIDEST_GAP = 4;

/**
 * How near the nearest wall is to the corner of a sector, its own two walls left out: narrower discs can turn around it
 * freely. For reflex sectors; 0 for the others.
 * @param sectorSide the first side of each sector, counter-clockwise around its vertex
 */
export function measureGaps(
  mesh: CellMesh,
  trees: SideTrees,
  sectorSide: Int32Array,
  sectorReflex: Uint8Array,
  before?: MeasuredBefore,
): Float64Array {
  const { vertices, sideTwin, sideCell, sideVertex, sideWall, cellFirst } = mesh;
  const gaps = new Float64Array(sectorSide.length);
  const seen = new GrowableInts(16);
  const near = new GrowableInts(64);
  /** Which sector's search saw each cell last. */
  const seenFor = new Int32Array(mesh.cellLevel.length).fill(NONE);
  for (let sector = 0; sector < gaps.length; sector++) {
    if (sectorReflex[sector] === 0) continue;
    const first = sectorSide[sector];
    const v = sideVertex[first];
    if (before !== undefined && isCornerAsBefore(mesh, before.same, first)) {
      const { corners, same } = before;
      gaps[sector] = corners.sectorGap[corners.sideSector[same.sideBefore[first]]];
      continue;
    }
    seen.clear();
    let last = first;
    for (let s = first; ; ) {
      seen.push(sideCell[s]);
      seenFor[sideCell[s]] = sector;
      last = s === cellFirst[sideCell[s]] ? cellFirst[sideCell[s] + 1] - 1 : s - 1;
      const turned = sideTwin[last];
      if (turned === NONE || turned === first) break;
      s = turned;
    }
    let gap = WIDEST_GAP;
    for (let i = 0; i < seen.length; i++) {
      const far = gap + ROUNDED;
      const x = vertices[2 * v];
      const y = vertices[2 * v + 1];
      listSidesNear(mesh, trees, seen.array[i], boxAround(x, y, far), near);
      for (let n = 0; n < near.length; n++) {
        const k = near.array[n];
        if (sideWall[k] !== NONE && (sideWall[k] === sideWall[first] || sideWall[k] === sideWall[last])) continue;
        const distance = distanceTo(mesh, k, v);
        if (distance >= gap) continue;
        const twin = sideTwin[k];
        if (twin === NONE && (goesOn(mesh, first, k, v) || goesOn(mesh, last, k, v))) continue;
        if (twin === NONE || seen.length >= MOST_CELLS) gap = distance;
        else if (seenFor[sideCell[twin]] !== sector) {
          seenFor[sideCell[twin]] = sector;
          seen.push(sideCell[twin]);
        }
      }
    }
    gaps[sector] = gap;
  }
  return gaps;
}

/** Metres: feet on a wall lie no further beside it. */
const BESIDE = 1e-9;

/** Does a wall that ends at a vertex go on in another piece, behind it as seen from there? Walls are cut where doors and feet end on them. */
function goesOn(mesh: CellMesh, own: number, piece: number, v: number): boolean {
  const { vertices, sideVertex } = mesh;
  const end = sideVertex[own] === v ? sideVertex[nextSideOf(mesh, own)] : sideVertex[own];
  const x = vertices[2 * v];
  const y = vertices[2 * v + 1];
  const ex = vertices[2 * end] - x;
  const ey = vertices[2 * end + 1] - y;
  const long = Math.sqrt(ex * ex + ey * ey);
  for (const w of [sideVertex[piece], sideVertex[nextSideOf(mesh, piece)]]) {
    const dx = vertices[2 * w] - x;
    const dy = vertices[2 * w + 1] - y;
    if (dx * ex + dy * ey < 0 || Math.abs(ex * dy - ey * dx) > BESIDE * long) return false;
  }
  return true;
}

/** Has nothing changed as far around the start of a side as gaps are measured? */
function isCornerAsBefore({ vertices, sideVertex }: CellMesh, same: SameCells, s: number): boolean {
  if (same.sideBefore[s] === NONE) return false;
  const x = vertices[2 * sideVertex[s]];
  const y = vertices[2 * sideVertex[s] + 1];
  const far = WIDEST_GAP + ROUNDED;
  return isUnchanged(same, x - far, y - far, x + far, y + far);
}
