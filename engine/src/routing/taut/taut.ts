/**
 * The shortest path of a disc through a sequence of portals: `tighten`.
 *
 *   1. pins     the vertices the path keeps on its left or right, in the order they are passed
 *   2. funnel   the taut string of a point between the pins: funnel of Lee and Preparata as a double-ended queue
 *   3. round    each bend becomes an arc of the body's radius around its pin; a straight piece that comes too near
 *               to a pin bends around it too; a bend that has become slack is dropped; until nothing changes
 *   4. check    if the path is not the taut one after all (taut-check.ts), it is found by a search (taut-search.ts)
 *   5. points   arcs as chains of tangents, outside the true arc
 *
 * Between two walls there is one path that is taut everywhere and nowhere too near: the shortest in this sequence of
 * portals, whatever order its bends were found in. Step 3 may miss it, mostly where a disc leans out of the sequence through
 * another side: on about one path in 300 in streets and in crowded maps alike. Each portal must be longer than the body
 * is wide; that the gaps between are, too, is what the subdivision guarantees (docs/subdivision.md). Linear in the
 * portals, but for those few. No allocation once the scratch has grown, but for those few.
 */
import { grownFloats, type GrowableInts, grownInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { calmFor, type Corners, CROSSROADS, RECORD } from '../corners/corners.ts';
import { createExactScratch } from '../exact/exact-state.ts';
import { createNearCorners, type NearCorners, setNearRadius } from '../corners/near-corners.ts';
import { findPocket } from '../corners/pocket.ts';
import type { RouteQuery } from '../route.ts';
import { isTaut } from './taut-check.ts';
import { searchTaut } from './taut-search.ts';
import { ASIDE, LEFT, PIECE, RIGHT, setEnds, STRAIGHT, type TautScratch } from './taut-state.ts';

/** Not looked up yet. */
const UNKNOWN = -2;

/** Metres: nearer than the radius by this much is rounding. */
const TOO_NEAR = 1e-9;
/** Metres from a line within which a place is on it. */
const ON_LINE = 1e-10;
/** Rounds of step 3. Real paths need two or three. */
const MOST_ROUNDS = 12;

/**
 * Points and length are in the scratch afterwards.
 * @param portals sides crossed, of the cell that is left each
 * @param arc cosine of half the largest turn between two pieces of an arc
 */
export function tighten(
  mesh: CellMesh,
  corners: Corners,
  scratch: TautScratch,
  query: RouteQuery,
  portals: GrowableInts,
  arc: number,
): void {
  const { ends, startPocket, goalPocket } = scratch;
  const { array, length: count } = portals;
  setEnds(scratch, query.from, query.to);
  ends[4] = query.width / 2;
  const isBody = ends[4] > 0;
  if (isBody) setBodyPins(mesh, corners, scratch, array, count);
  else setPortalPins(corners, scratch, array, count);
  pullPoint(scratch);
  setPieces(corners, scratch);
  if (isBody) {
    findPocket(mesh, corners, startPocket, query, true, count === 0 ? NONE : array[0]);
    findPocket(mesh, corners, goalPocket, query, false, count === 0 ? NONE : mesh.sideTwin[array[count - 1]]);
    roundBends(corners, scratch);
    const near = nearFor(mesh, scratch);
    if (!isTaut(mesh, corners, near, scratch, query, portals)) takeSearched(mesh, corners, scratch, query, portals);
  }
  writePoints(corners, scratch, arc);
}

/** Corners near cells, for the body's radius. */
function nearFor(mesh: CellMesh, scratch: TautScratch): NearCorners {
  if (scratch.near?.first.length !== mesh.cellLevel.length) scratch.near = createNearCorners(mesh);
  setNearRadius(scratch.near, scratch.ends[4]);
  return scratch.near;
}

/** Take the bends that a search finds. */
function takeSearched(
  mesh: CellMesh,
  corners: Corners,
  scratch: TautScratch,
  query: RouteQuery,
  portals: GrowableInts,
): void {
  if (scratch.exact?.latest.length !== 2 * mesh.sideTwin.length) scratch.exact = createExactScratch(mesh);
  const { exact } = scratch;
  const roots = searchTaut(mesh, corners, exact, query, portals);
  if (roots === undefined) return;
  growBends(scratch, roots.length + 2);
  scratch.bends = roots.length;
  for (const [b, root] of roots.entries()) {
    const sector = exact.rootSector[root];
    scratch.bendSector[b] = sector;
    scratch.bendSide[b] = exact.rootSide[root];
    scratch.bendGap[b] = corners.sectorGap[sector];
  }
  setPieces(corners, scratch);
}

/** The length of the taut string of a point through the portals, into the scratch: step 1 and 2 alone. */
export function measureTaut(corners: Corners, scratch: TautScratch, portals: Int32Array, count: number): void {
  setPortalPins(corners, scratch, portals, count);
  pullPoint(scratch);
  const { bendPin, pinPlace, bends, ends } = scratch;
  let x = ends[0];
  let y = ends[1];
  let length = 0;
  for (let b = 0; b < bends; b++) {
    const dx = pinPlace[2 * bendPin[b]] - x;
    const dy = pinPlace[2 * bendPin[b] + 1] - y;
    length += Math.sqrt(dx * dx + dy * dy);
    x += dx;
    y += dy;
  }
  scratch.length = length + Math.sqrt((ends[2] - x) ** 2 + (ends[3] - y) ** 2);
}

// --- 1. pins ------------------------------------------------------------------------------------------------------

function growPins(scratch: TautScratch, needed: number): void {
  if (needed <= scratch.pinSector.length) return;
  scratch.pinSector = grownInts(scratch.pinSector, needed);
  const size = scratch.pinSector.length;
  scratch.pinPlace = grownFloats(scratch.pinPlace, 2 * size);
  scratch.pinGap = grownFloats(scratch.pinGap, size);
  const sides = new Int8Array(size);
  sides.set(scratch.pinSide);
  scratch.pinSide = sides;
  scratch.funnel = new Int32Array(2 * size + 4);
}

/** Ends of portals only. */
function setPortalPins({ sideRecord }: Corners, scratch: TautScratch, portals: Int32Array, count: number): void {
  growPins(scratch, 2 * count + 2);
  const { pinSector, pinPlace, pinSide } = scratch;
  let pins = 0;
  let left: number = NONE;
  let right: number = NONE;
  for (let k = 0; k < count; k++) {
    const at = RECORD * portals[k];
    const l = sideRecord[at + 5];
    const r = sideRecord[at + 4];
    if (l !== left) {
      pinSector[pins] = l;
      pinPlace[2 * pins] = sideRecord[at + 2];
      pinPlace[2 * pins + 1] = sideRecord[at + 3];
      pinSide[pins++] = LEFT;
      left = l;
    }
    if (r !== right) {
      pinSector[pins] = r;
      pinPlace[2 * pins] = sideRecord[at];
      pinPlace[2 * pins + 1] = sideRecord[at + 1];
      pinSide[pins++] = RIGHT;
      right = r;
    }
  }
  scratch.pins = pins;
}

/**
 * Ends of portals and, for a body, the other corners of the crossroads on the way where they are not far off: a disc that
 * comes round one corner may touch another that no portal it crosses ends at.
 */
function setBodyPins(mesh: CellMesh, corners: Corners, scratch: TautScratch, portals: Int32Array, count: number): void {
  const { sideRecord } = corners;
  const calm = calmFor(scratch.ends[4]);
  growPins(scratch, 2 * count + 64);
  if (count >= scratch.portalFirst.length) {
    scratch.portalFirst = grownInts(scratch.portalFirst, count + 1);
    scratch.portalLeft = new Int32Array(scratch.portalFirst.length);
    scratch.portalRight = new Int32Array(scratch.portalFirst.length);
  }
  const { portalFirst, portalLeft, portalRight } = scratch;
  let { pinSector, pinPlace, pinSide, pinGap } = scratch;
  let pins = 0;
  // The last end of a portal on each side: its vertex and its pin.
  let left = NONE;
  let right = NONE;
  let leftPin = 0;
  let rightPin = 0;
  for (let k = 0; k < count; k++) {
    const s = portals[k];
    const record = RECORD * s;
    const flags = sideRecord[record + 7];
    portalFirst[k] = pins;
    if (k > 0 && flags < calm && (flags & CROSSROADS) !== 0) {
      const c = mesh.sideCell[s];
      const needed = pins + mesh.cellFirst[c + 1] - mesh.cellFirst[c] + 2 * (count - k);
      if (needed > pinSector.length) {
        growPins(scratch, needed);
        ({ pinSector, pinPlace, pinSide, pinGap } = scratch);
      }
      pins = setPinsAside(mesh, corners, scratch, pins, mesh.sideTwin[portals[k - 1]], s);
    }
    const gap = sideRecord[record + 6];
    const l = sideRecord[record + 5];
    const r = sideRecord[record + 4];
    if (l !== left) {
      pinSector[pins] = left = l;
      pinPlace[2 * pins] = sideRecord[record + 2];
      pinPlace[2 * pins + 1] = sideRecord[record + 3];
      pinSide[pins] = (flags & 2) === 0 ? STRAIGHT * LEFT : LEFT;
      pinGap[pins] = gap;
      leftPin = pins++;
    } else if (gap < pinGap[leftPin]) pinGap[leftPin] = gap;
    if (r !== right) {
      pinSector[pins] = right = r;
      pinPlace[2 * pins] = sideRecord[record];
      pinPlace[2 * pins + 1] = sideRecord[record + 1];
      pinSide[pins] = (flags & 1) === 0 ? STRAIGHT * RIGHT : RIGHT;
      pinGap[pins] = gap;
      rightPin = pins++;
    } else if (gap < pinGap[rightPin]) pinGap[rightPin] = gap;
    portalLeft[k] = leftPin;
    portalRight[k] = rightPin;
  }
  portalFirst[count] = pins;
  scratch.pins = pins;
}

/** Corners of a cell beside the way from side `entry` to side `exit` of it, from pin `pins` on. @returns how many pins there are then */
function setPinsAside(
  { sideCell, cellFirst }: CellMesh,
  { sideRecord }: Corners,
  { pinSector, pinPlace, pinSide, pinGap }: TautScratch,
  pins: number,
  entry: number,
  exit: number,
): number {
  const first = cellFirst[sideCell[exit]];
  const last = cellFirst[sideCell[exit] + 1];
  // Counter-clockwise between entry and exit lie the corners to the right; clockwise those to the left.
  for (let turn = 0; turn < 2; turn++) {
    // Start vertices of these sides: from the second after the entry up to the exit; from the entry back to the
    // second after the exit.
    const end = turn === 0 ? exit : exit + 1 === last ? first : exit + 1;
    let at = turn === 0 ? (entry + 1 === last ? first : entry + 1) : entry;
    while (at !== end) {
      if (turn === 0) at = at + 1 === last ? first : at + 1;
      else at = at === first ? last - 1 : at - 1;
      if (at === end || (sideRecord[RECORD * at + 7] & 1) === 0) continue;
      pinSector[pins] = sideRecord[RECORD * at + 4];
      pinPlace[2 * pins] = sideRecord[RECORD * at];
      pinPlace[2 * pins + 1] = sideRecord[RECORD * at + 1];
      pinSide[pins] = turn === 0 ? ASIDE * RIGHT : ASIDE * LEFT;
      pinGap[pins++] = Infinity;
    }
  }
  return pins;
}

// --- 2. funnel ----------------------------------------------------------------------------------------------------

/**
 *      l2 ─ l1                the funnel: l2 l1 A r1 r2, a queue open at both ends; A is the apex, where the two
 *     /       \               taut strings to the ends of the latest portal part. A new left end takes away what it
 *    ·         A ── start     pulls straight, and where it pulls past A, the apex moves along the right string:
 *     \       /               those are bends of the path for good.
 *      r2 ─ r1
 */
function pullPoint(scratch: TautScratch): void {
  const { pinPlace, pinSide, pins, funnel, ends } = scratch;
  let head = pins + 1;
  let tail = head;
  // The apex: its place in the queue. The start is the pin after the last.
  let apex = head;
  funnel[head] = pins;
  pinPlace[2 * pins] = ends[0];
  pinPlace[2 * pins + 1] = ends[1];
  scratch.bends = 0;
  for (let p = 0; p <= pins; p++) {
    const isGoal = p === pins;
    const side = isGoal ? LEFT : pinSide[p];
    if (side === ASIDE || side === -ASIDE) continue;
    const x = isGoal ? ends[2] : pinPlace[2 * p];
    const y = isGoal ? ends[3] : pinPlace[2 * p + 1];
    if (side > 0) {
      // Away from the left end, as long as the last piece no longer bends left.
      for (; head < apex; head++) {
        const e = 2 * funnel[head];
        const f = 2 * funnel[head + 1];
        const fx = pinPlace[f];
        const fy = pinPlace[f + 1];
        const bx = pinPlace[e] - fx;
        const by = pinPlace[e + 1] - fy;
        const cross = bx * (y - fy) - by * (x - fx);
        if (cross > 0 && !isBefore(cross, bx, by, x - fx, y - fy)) break;
      }
      // Past the apex along the right string.
      for (; head === apex && apex < tail; apex++, head++) {
        const ax = pinPlace[2 * funnel[apex]];
        const ay = pinPlace[2 * funnel[apex] + 1];
        const b = 2 * funnel[apex + 1];
        const bx = pinPlace[b] - ax;
        const by = pinPlace[b + 1] - ay;
        if (isFree(LEFT, bx, by, x - ax, y - ay)) break;
        addBend(scratch, funnel[apex + 1]);
      }
      funnel[--head] = p;
    } else {
      for (; tail > apex; tail--) {
        const e = 2 * funnel[tail];
        const f = 2 * funnel[tail - 1];
        const fx = pinPlace[f];
        const fy = pinPlace[f + 1];
        const bx = pinPlace[e] - fx;
        const by = pinPlace[e + 1] - fy;
        const cross = bx * (y - fy) - by * (x - fx);
        if (cross < 0 && !isBefore(cross, bx, by, x - fx, y - fy)) break;
      }
      for (; tail === apex && apex > head; apex--, tail--) {
        const ax = pinPlace[2 * funnel[apex]];
        const ay = pinPlace[2 * funnel[apex] + 1];
        const b = 2 * funnel[apex - 1];
        const bx = pinPlace[b] - ax;
        const by = pinPlace[b + 1] - ay;
        if (isFree(RIGHT, bx, by, x - ax, y - ay)) break;
        addBend(scratch, funnel[apex - 1]);
      }
      funnel[++tail] = p;
    }
  }
  for (let at = apex - 1; at > head; at--) addBend(scratch, funnel[at]);
}

/**
 * Is a place d in sight of the apex past the first piece b of the other string? On one line with it, not from beyond: of a portal seen
 * edge-on, the string bends at the near end, and from a place between its ends not at all.
 * @param side that the place is on
 */
function isFree(side: number, bx: number, by: number, dx: number, dy: number): boolean {
  const cross = bx * dy - by * dx;
  const near = bx * bx + by * by;
  const far = dx * dx + dy * dy;
  if (cross * cross > near * Math.max(1e-24 * far, ON_LINE * ON_LINE)) return side * cross > 0;
  return bx * dx + by * dy <= 0 || far <= near;
}

/**
 * Is a place d on the piece of string b, to rounding? Then the string does not lead round the far end of b and back.
 * @param cross b × d
 */
function isBefore(cross: number, bx: number, by: number, dx: number, dy: number): boolean {
  const long = bx * bx + by * by;
  return cross * cross <= ON_LINE * ON_LINE * long && dx * dx + dy * dy <= long;
}

function growBends(scratch: TautScratch, needed: number): void {
  if (needed <= scratch.bendSector.length) return;
  scratch.bendSector = grownInts(scratch.bendSector, needed);
  const size = scratch.bendSector.length;
  scratch.bendPin = grownInts(scratch.bendPin, size);
  scratch.bendLow = grownInts(scratch.bendLow, size);
  scratch.bendHigh = grownInts(scratch.bendHigh, size);
  scratch.bendGap = grownFloats(scratch.bendGap, size);
  const sides = new Int8Array(size);
  sides.set(scratch.bendSide);
  scratch.bendSide = sides;
  scratch.piece = grownFloats(scratch.piece, PIECE * (size + 1));
}

function addBend(scratch: TautScratch, pin: number): void {
  const b = scratch.bends++;
  growBends(scratch, b + 2);
  setBend(scratch, b, pin);
}

function setBend(scratch: TautScratch, b: number, pin: number): void {
  scratch.bendPin[b] = pin;
  scratch.bendSector[b] = scratch.pinSector[pin];
  scratch.bendSide[b] = scratch.pinSide[pin] > 0 ? LEFT : RIGHT;
  scratch.bendLow[b] = scratch.bendHigh[b] = UNKNOWN;
  scratch.bendGap[b] = scratch.pinGap[pin];
}

// --- 3. round -----------------------------------------------------------------------------------------------------

/** The straight piece from bend b - 1 (the start, for 0) to bend b (the goal, for the last). */
function setPiece({ sectorPlace }: Corners, scratch: TautScratch, b: number): void {
  const { bendSector, bendSide, bends, piece, ends } = scratch;
  const isFirst = b === 0;
  const isLast = b === bends;
  const radius = ends[4];
  const ax = isFirst ? ends[0] : sectorPlace[2 * bendSector[b - 1]];
  const ay = isFirst ? ends[1] : sectorPlace[2 * bendSector[b - 1] + 1];
  const bx = isLast ? ends[2] : sectorPlace[2 * bendSector[b]];
  const by = isLast ? ends[3] : sectorPlace[2 * bendSector[b] + 1];
  const sa = isFirst ? 0 : bendSide[b - 1];
  const sb = isLast ? 0 : bendSide[b];
  const dx = bx - ax;
  const dy = by - ay;
  const squared = dx * dx + dy * dy;
  if (squared === 0) {
    piece.fill(0, PIECE * b, PIECE * b + PIECE);
    piece[PIECE * b] = piece[PIECE * b + 2] = ax;
    piece[PIECE * b + 1] = piece[PIECE * b + 3] = ay;
    return;
  }
  // A line whose left normal n has n·a = d + sa·r and n·b = d + sb·r: n·(b − a) = (sb − sa)·r =: shift.
  const long = Math.sqrt(squared);
  const shift = Math.max(-long, Math.min(long, (sb - sa) * radius));
  const along = Math.sqrt(squared - shift * shift);
  const ux = (along * dx + shift * dy) / squared;
  const uy = (along * dy - shift * dx) / squared;
  piece[PIECE * b] = ax + sa * radius * uy;
  piece[PIECE * b + 1] = ay - sa * radius * ux;
  piece[PIECE * b + 2] = bx + sb * radius * uy;
  piece[PIECE * b + 3] = by - sb * radius * ux;
  piece[PIECE * b + 4] = ux;
  piece[PIECE * b + 5] = uy;
  piece[PIECE * b + 6] = 0;
}

function setPieces(corners: Corners, scratch: TautScratch): void {
  for (let b = 0; b <= scratch.bends; b++) setPiece(corners, scratch, b);
}

function roundBends(corners: Corners, scratch: TautScratch): void {
  const most = scratch.bends + 2 * scratch.pins + 64;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    let changed = false;
    for (let b = 0; b <= scratch.bends && scratch.bends < most; b++) {
      if (scratch.piece[PIECE * b + 6] === 1 || !bendAside(corners, scratch, b)) continue;
      changed = true;
      setPiece(corners, scratch, b);
      setPiece(corners, scratch, b + 1);
      // Both new pieces are looked at in the next round.
      b++;
    }
    for (let b = 0; b < scratch.bends; b++) {
      if (!isSlack(scratch, b)) continue;
      changed = true;
      removeBend(scratch, b);
      setPiece(corners, scratch, b);
      b--;
    }
    if (!changed) return;
  }
}

/** Does bend b turn away from its pin? */
function isSlack(scratch: TautScratch, b: number): boolean {
  const { piece, bendSide } = scratch;
  const ux = piece[PIECE * b + 4];
  const uy = piece[PIECE * b + 5];
  const vx = piece[PIECE * b + PIECE + 4];
  const vy = piece[PIECE * b + PIECE + 5];
  const turn = bendSide[b] * (ux * vy - uy * vx);
  return turn < -1e-12 && (ux * vx + uy * vy > 0 || turn < -1e-6);
}

function removeBend(scratch: TautScratch, b: number): void {
  const last = scratch.bends--;
  scratch.bendPin.copyWithin(b, b + 1, last);
  scratch.bendSector.copyWithin(b, b + 1, last);
  scratch.bendSide.copyWithin(b, b + 1, last);
  scratch.bendLow.copyWithin(b, b + 1, last);
  scratch.bendHigh.copyWithin(b, b + 1, last);
  scratch.bendGap.copyWithin(b, b + 1, last);
  scratch.piece.copyWithin(PIECE * b, PIECE * (b + 1), PIECE * (last + 1));
}

/** Put a bend at the pin that piece b comes nearest to, if it comes too near to any. */
function bendAside({ sectorPlace }: Corners, scratch: TautScratch, b: number): boolean {
  const radius = scratch.ends[4];
  const { pinSector, pinPlace, pinSide, pins, bendPin, bendSector, bends, piece } = scratch;
  const px = piece[PIECE * b];
  const py = piece[PIECE * b + 1];
  const ux = piece[PIECE * b + 4];
  const uy = piece[PIECE * b + 5];
  const long = (piece[PIECE * b + 2] - px) * ux + (piece[PIECE * b + 3] - py) * uy;
  const previous = b === 0 ? NONE : bendSector[b - 1];
  const next = b === bends ? NONE : bendSector[b];
  let worst = NONE;
  let nearest = radius - TOO_NEAR;
  // Between the two bends, a pin on the wrong side counts however far it is; beyond them only what is really near.
  const after = b === 0 ? NONE : bendPin[b - 1];
  const before = b === bends ? pins : bendPin[b];
  const low = b === 0 ? 0 : Math.max(0, lowOf(scratch, b - 1));
  const high = b === bends ? pins - 1 : Math.min(pins - 1, highOf(scratch, b));
  for (let p = low; p <= high; p++) {
    const dx = pinPlace[2 * p] - px;
    const dy = pinPlace[2 * p + 1] - py;
    const side = pinSide[p];
    const distance = side > 0 ? ux * dy - uy * dx : uy * dx - ux * dy;
    if (distance >= nearest || side === STRAIGHT || side === -STRAIGHT) continue;
    const along = dx * ux + dy * uy;
    if (along <= 0 || along >= long) continue;
    const v = pinSector[p];
    if (v === previous || v === next) continue;
    if (distance <= -radius && (p <= after || p >= before)) continue;
    nearest = distance;
    worst = p;
  }
  let vertex = NONE;
  let side = 0;
  // Near the ends also what no portal ends at.
  for (let end = 0; end < 2; end++) {
    const isAtEnd = end === 0 ? mindsStart(scratch, b) : mindsGoal(scratch, b);
    if (!isAtEnd) continue;
    const pocket = end === 0 ? scratch.startPocket : scratch.goalPocket;
    for (let i = 0; i < pocket.count; i++) {
      const v = pocket.sectors[i];
      const dx = sectorPlace[2 * v] - px;
      const dy = sectorPlace[2 * v + 1] - py;
      const along = dx * ux + dy * uy;
      if (along <= 0 || along >= long) continue;
      const distance = ux * dy - uy * dx;
      if (Math.abs(distance) >= nearest || v === previous || v === next) continue;
      nearest = Math.abs(distance);
      vertex = v;
      side = distance > 0 ? LEFT : RIGHT;
      worst = NONE;
    }
  }
  if (worst === NONE && vertex === NONE) {
    piece[PIECE * b + 6] = 1;
    return false;
  }
  growBends(scratch, bends + 3);
  const size = scratch.bends++;
  scratch.bendPin.copyWithin(b + 1, b, size);
  scratch.bendSector.copyWithin(b + 1, b, size);
  scratch.bendSide.copyWithin(b + 1, b, size);
  scratch.bendLow.copyWithin(b + 1, b, size);
  scratch.bendHigh.copyWithin(b + 1, b, size);
  scratch.bendGap.copyWithin(b + 1, b, size);
  scratch.piece.copyWithin(PIECE * (b + 1), PIECE * b, PIECE * (size + 1));
  if (vertex === NONE) setBend(scratch, b, worst);
  else {
    scratch.bendPin[b] = b === 0 ? NONE : scratch.bendPin[b - 1];
    scratch.bendSector[b] = vertex;
    scratch.bendSide[b] = side;
    scratch.bendLow[b] = b === 0 ? NONE : lowOf(scratch, b - 1);
    scratch.bendHigh[b] = b + 1 === scratch.bends ? pins : highOf(scratch, b + 1);
    scratch.bendGap[b] = 0;
  }
  return true;
}

function lowOf(scratch: TautScratch, b: number): number {
  if (scratch.bendLow[b] === UNKNOWN) {
    let left = false;
    let right = false;
    let p = scratch.bendPin[b] - 1;
    for (; p >= 0; p--) {
      const side = scratch.pinSide[p];
      left ||= side === LEFT || side === STRAIGHT * LEFT;
      right ||= side === RIGHT || side === STRAIGHT * RIGHT;
      if (left && right) break;
    }
    scratch.bendLow[b] = p;
  }
  return scratch.bendLow[b];
}

function highOf(scratch: TautScratch, b: number): number {
  if (scratch.bendHigh[b] === UNKNOWN) {
    let left = false;
    let right = false;
    let p = scratch.bendPin[b] + 1;
    for (; p < scratch.pins; p++) {
      const side = scratch.pinSide[p];
      left ||= side === LEFT || side === STRAIGHT * LEFT;
      right ||= side === RIGHT || side === STRAIGHT * RIGHT;
      if (left && right) break;
    }
    scratch.bendHigh[b] = p;
  }
  return scratch.bendHigh[b];
}

/** Is piece b among those that must mind what lies around the start? */
function mindsStart(scratch: TautScratch, b: number): boolean {
  return scratch.startPocket.count > 0 && (b === 0 || lowOf(scratch, b - 1) === NONE);
}

function mindsGoal(scratch: TautScratch, b: number): boolean {
  return scratch.goalPocket.count > 0 && (b === scratch.bends || highOf(scratch, b) >= scratch.pins);
}

// --- 5. points ----------------------------------------------------------------------------------------------------

/** An arc's chain of tangents stands out from its circle by no more than the room there is; but no finer than this, metres. */
const FINEST = 1e-5;

function writePoints({ sectorPlace }: Corners, scratch: TautScratch, arc: number): void {
  const { piece, bendSector, bendSide, bendGap, bends, ends } = scratch;
  const radius = ends[4];
  let { points } = scratch;
  let count = 1;
  points[0] = ends[0];
  points[1] = ends[1];
  for (let b = 0; b < bends; b++) {
    const ux = piece[PIECE * b + 4];
    const uy = piece[PIECE * b + 5];
    const vx = piece[PIECE * b + PIECE + 4];
    const vy = piece[PIECE * b + PIECE + 5];
    const side = bendSide[b];
    let sine = Math.max(0, side * (ux * vy - uy * vx));
    let cosine = ux * vx + uy * vy;
    if (radius === 0 || (sine < 1e-9 && cosine > 0)) {
      if (2 * count + 4 > points.length) points = scratch.points = grownFloats(points, 2 * count + 4);
      points[2 * count] = piece[PIECE * b + 2];
      points[2 * count++ + 1] = piece[PIECE * b + 3];
      continue;
    }
    // Halve the turn until the corners of a chain with such steps are near enough to the circle.
    const room = Math.max(FINEST, bendGap[b] - 2 * radius);
    const straightest = Math.max(arc, radius / (radius + room));
    let corner = 1;
    for (;;) {
      cosine = Math.sqrt(Math.max(0, (1 + cosine) / 2));
      sine = cosine > 0.5 ? sine / (2 * cosine) : Math.sqrt(1 - cosine * cosine);
      if (cosine >= straightest) break;
      corner *= 2;
    }
    // (cosine, sine) is half a step: from a tangent's touching point to the next corner of the chain, and on.
    const x = sectorPlace[2 * bendSector[b]];
    const y = sectorPlace[2 * bendSector[b] + 1];
    const out = radius / cosine;
    const turn = side * sine;
    let nx = side * uy;
    let ny = -side * ux;
    const needed = 2 * (count + corner + 1);
    if (needed > points.length) points = scratch.points = grownFloats(points, needed);
    for (; corner > 0; corner--) {
      const mx = nx * cosine - ny * turn;
      const my = nx * turn + ny * cosine;
      points[2 * count] = x + out * mx;
      points[2 * count++ + 1] = y + out * my;
      nx = mx * cosine - my * turn;
      ny = mx * turn + my * cosine;
    }
  }
  points[2 * count] = ends[2];
  points[2 * count++ + 1] = ends[3];
  // Points that are the same as the one before are left out, but for the goal.
  let kept = 1;
  let length = 0;
  for (let i = 1; i < count; i++) {
    const dx = points[2 * i] - points[2 * kept - 2];
    const dy = points[2 * i + 1] - points[2 * kept - 1];
    const squared = dx * dx + dy * dy;
    if (squared === 0 && (i < count - 1 || kept > 1)) continue;
    length += Math.sqrt(squared);
    points[2 * kept] = points[2 * i];
    points[2 * kept++ + 1] = points[2 * i + 1];
  }
  scratch.count = kept;
  scratch.length = length;
}
