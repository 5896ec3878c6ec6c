/**
 * Contact: bodies that overlap after the move are pushed apart, again and again, and out of walls
 * after each round. Without it people pass through each other. Each takes half the overlap, but for those who stand on purpose:
 * nobody shoves them along. A body that is pressed is narrower than its radius (press.ts); walls keep off the whole of it. Nobody is shoved
 * faster than 1 m/s: the pushes of a crush add up, and who was flung out of it would be in others before anybody saw it come.
 *
 *   1. list   whom a walker could touch in this step: those of its neighbours that it sees and that are near
 *   2. push   every walker adds up what its list asks for, from the places of the round before; then walls
 *
 * Of two bodies that touch, each is the other's neighbour in the Delaunay graph unless a third is squeezed in between them;
 * those who come together from further off within a step are found in the next. Rounds read the old places and write new ones, and lists
 * are in the order of serials: neither slots nor threads matter. Cost: linear in walkers and touching pairs.
 */
import { sharedMemory } from '../core/shared-memory.ts';
import { BODY, PRESSED, RADIUS } from '../crowd/columns.ts';
import type { Crowd } from '../crowd/crowd.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { sees } from '../subdivision/sight.ts';
import { MOST_BESIDE, type WallsBeside } from './near-walls.ts';
import { MOST_ACROSS, type Seams } from './seams.ts';
import { STANDS } from './stand.ts';

export interface Contacts {
  /** Those a walker could touch: touch[MOST_TOUCHED * i] …, touched[i] of them. */
  touch: Int32Array;
  touched: Uint8Array;
  /** Slots with anybody to touch. */
  active: Int32Array;
  /** Metres from its centre within which nobody is left: its radius, less what is pressed of it. */
  narrow: Float64Array;
  /** Places of the round before. */
  before: Float64Array;
  /** 1 for those who were moved in the round before. */
  moved: Uint8Array;
  /** 1 for those who are moved in this round. */
  moves: Uint8Array;
  /** The largest radius there is, metres: bodies further off than it can reach are not looked at closer. */
  largest: Float64Array;
  /** Deepest overlap each thread found in the last round, metres. */
  deepest: Float64Array;
  /** Seconds of a step. */
  step: number;
}

/** Bodies that one body can touch at once; more only where people were put into each other. */
export const MOST_TOUCHED = 12;
/** Metres beyond touching within which a pair is listed: what two can come nearer in a step. */
const TOUCH_REACH = 0.4;
/** Metres beyond touching, after the move, within which a pair is kept: others may push the two together. */
const MARGIN = 0.12;
export const CONTACT_ROUNDS = 20;
/** Metres of overlap that are left alone: at first; and from a round on, for the next step. */
const ENOUGH = 5e-4;
const LITTLE = 1e-2;
const SOON = 6;
/** Metres per second. */
const SHOVED = 1;

export function createContacts(capacity: number, threads: number, step: number): Contacts {
  return {
    touch: new Int32Array(sharedMemory(4 * MOST_TOUCHED * capacity)),
    touched: new Uint8Array(sharedMemory(capacity)),
    active: new Int32Array(sharedMemory(4 * capacity)),
    narrow: new Float64Array(sharedMemory(8 * capacity)),
    before: new Float64Array(sharedMemory(16 * capacity)),
    moved: new Uint8Array(sharedMemory(capacity)),
    moves: new Uint8Array(sharedMemory(capacity)),
    largest: new Float64Array(sharedMemory(8)),
    deepest: new Float64Array(sharedMemory(8 * threads)),
    step,
  };
}

/** Before anybody lists whom it could touch. */
export function findLargest({ largest }: Contacts, { body, count }: Crowd): void {
  let most = 0;
  for (let i = 0; i < count; i++) if (body[BODY * i + RADIUS] > most) most = body[BODY * i + RADIUS];
  largest[0] = most;
}

/** What listing needs to know: who is next to whom, and what they see. */
interface Neighbours {
  mesh: CellMesh;
  crowd: Crowd;
  seams: Seams | undefined;
  first: Int32Array;
  item: Int32Array;
}

/** Step 1, slots `from` … `to` - 1: whom each could touch, and of these who is near after the move. */
export function startRounds(neighbours: Neighbours, contacts: Contacts, from: number, to: number): void {
  const { nextPlace, body } = neighbours.crowd;
  const { narrow, before, moved } = contacts;
  for (let i = from; i < to; i++) {
    before[2 * i] = nextPlace[2 * i];
    before[2 * i + 1] = nextPlace[2 * i + 1];
    moved[i] = 1;
    narrow[i] = body[BODY * i + RADIUS] - body[BODY * i + PRESSED];
    listTouched(neighbours, contacts, i);
  }
}

function listTouched({ mesh, crowd, seams, first, item }: Neighbours, contacts: Contacts, i: number): void {
  const { touch, touched, largest } = contacts;
  const { place, nextPlace, cell, body } = crowd;
  const nextX = nextPlace[2 * i];
  const nextY = nextPlace[2 * i + 1];
  const radius = body[BODY * i + RADIUS];
  const furthest = radius + MARGIN + largest[0];
  const start = MOST_TOUCHED * i;
  const last = first[i + 1];
  const end = seams === undefined ? last : last + seams.acrossCount[i];
  let to = start;
  for (let k = first[i]; k < end && to < start + MOST_TOUCHED; k++) {
    const j = k < last ? item[k] : seams!.across[MOST_ACROSS * i + k - last];
    const nextDx = nextPlace[2 * j] - nextX;
    const nextDy = nextPlace[2 * j + 1] - nextY;
    const nextSquared = nextDx * nextDx + nextDy * nextDy;
    // Most are too far off, whatever their radius.
    if (nextSquared >= furthest * furthest) continue;
    const reach = radius + MARGIN + body[BODY * j + RADIUS];
    if (nextSquared >= reach * reach) continue;
    const dx = place[2 * i] - place[2 * j];
    const dy = place[2 * i + 1] - place[2 * j + 1];
    const before = radius + body[BODY * j + RADIUS] + TOUCH_REACH;
    if (dx * dx + dy * dy >= before * before) continue;
    if (cell[j] === cell[i] || sees(mesh, place, cell, i, j)) touch[to++] = j;
  }
  touched[i] = to - start;
}

/** Who takes part in the rounds. @returns how many */
export function listActive({ touched, active }: Contacts, count: number): number {
  let listed = 0;
  for (let i = 0; i < count; i++) if (touched[i] !== 0) active[listed++] = i;
  return listed;
}

/** Step 2: a round, for the active ones `from` … `to` - 1. */
export function pushApart(
  beside: WallsBeside,
  crowd: Crowd,
  contacts: Contacts,
  thread: number,
  from: number,
  to: number,
): void {
  const { active, touched, touch, moved, moves } = contacts;
  for (let n = from; n < to; n++) {
    const i = active[n];
    moves[i] = 0;
    // Where nobody moved in the round before, nothing has changed.
    let isNew = moved[i] === 1;
    for (let k = MOST_TOUCHED * i; k < MOST_TOUCHED * i + touched[i] && !isNew; k++) isNew = moved[touch[k]] === 1;
    if (isNew) push(beside, crowd, contacts, thread, i);
  }
}

/** What was new is what the next round reads. */
export function endRound(
  { nextPlace }: Crowd,
  { active, before, moved, moves }: Contacts,
  from: number,
  to: number,
): void {
  for (let n = from; n < to; n++) {
    const i = active[n];
    moved[i] = moves[i];
    if (moves[i] === 0) continue;
    before[2 * i] = nextPlace[2 * i];
    before[2 * i + 1] = nextPlace[2 * i + 1];
  }
}

/** Is nothing left to be pushed? Forgets what was found. @param round counts from 0 */
export function areApart({ deepest }: Contacts, round: number): boolean {
  let most = 0;
  for (let thread = 0; thread < deepest.length; thread++) most = Math.max(most, deepest[thread]);
  deepest.fill(0);
  return most < (round < SOON ? ENOUGH : LITTLE);
}

function push(beside: WallsBeside, crowd: Crowd, contacts: Contacts, thread: number, i: number): void {
  const { place, nextPlace, nextVelocity, body, serial, stands } = crowd;
  const { narrow, before, touch, touched, step } = contacts;
  const x = before[2 * i];
  const y = before[2 * i + 1];
  const own = narrow[i];
  let toX = x;
  let toY = y;
  let deepest = 0;
  for (let k = MOST_TOUCHED * i; k < MOST_TOUCHED * i + touched[i]; k++) {
    const j = touch[k];
    const dx = x - before[2 * j];
    const dy = y - before[2 * j + 1];
    const sum = own + narrow[j];
    const squared = dx * dx + dy * dy;
    if (squared >= sum * sum) continue;
    const distance = Math.sqrt(squared);
    const overlap = sum - distance;
    if (overlap > deepest) deepest = overlap;
    if (distance > 1e-9) {
      // Who stands on purpose is not shoved along by who does not.
      const isShoved = stands[i] !== STANDS;
      const part = isShoved === (stands[j] !== STANDS) ? 0.5 : isShoved ? 1 : 0;
      const share = (overlap * part) / distance;
      toX += share * dx;
      toY += share * dy;
    } else toX += serial[i] < serial[j] ? -overlap / 2 : overlap / 2;
  }
  if (deepest === 0) return;
  if (deepest > contacts.deepest[thread]) contacts.deepest[thread] = deepest;
  contacts.moves[i] = 1;
  // Since the move.
  const shovedX = toX - place[2 * i] - nextVelocity[2 * i] * step;
  const shovedY = toY - place[2 * i + 1] - nextVelocity[2 * i + 1] * step;
  const shoved = Math.sqrt(shovedX * shovedX + shovedY * shovedY);
  if (shoved > SHOVED * step) {
    const back = 1 - (SHOVED * step) / shoved;
    toX -= back * shovedX;
    toY -= back * shovedY;
  }
  const radius = body[BODY * i + RADIUS];
  const { walls: list } = beside.near;
  const last = MOST_BESIDE * i + beside.count[i];
  for (let n = MOST_BESIDE * i; n < last; n++) {
    const k = beside.wall[n];
    const ux = list[k + 2];
    const uy = list[k + 3];
    const ax = toX - list[k];
    const ay = toY - list[k + 1];
    const away = ux * ay - uy * ax;
    if (away >= radius || away <= -radius) continue;
    const along = ax * ux + ay * uy;
    const long = list[k + 4];
    if (along > 0 && along < long && away < 0) continue;
    const share = along < 0 ? 0 : along > long ? long : along;
    const dx = ax - share * ux;
    const dy = ay - share * uy;
    const squared = dx * dx + dy * dy;
    if (squared >= radius * radius || squared === 0) continue;
    const distance = Math.sqrt(squared);
    toX += ((radius - distance) / distance) * dx;
    toY += ((radius - distance) / distance) * dy;
  }
  nextPlace[2 * i] = toX;
  nextPlace[2 * i + 1] = toY;
}
