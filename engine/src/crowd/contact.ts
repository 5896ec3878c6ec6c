/**
 * Contact (navigation.md, appendix 5): bodies that overlap after the move are pushed apart by half the overlap each, again and
 * again, and out of walls after each round. Without it people pass through each other.
 *
 *   1. find   who could touch whom: a hash grid over the new places, and a short list per walker, by serial
 *   2. push   every walker adds up what its list asks for, from the places of the round before; then walls
 *
 * Rounds read the old places and write new ones, and lists are in the order of serials: neither slots nor threads matter. Bodies on two
 * levels, or that do not see each other, do not touch. Cost: linear in walkers and touching pairs.
 */
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { sees } from '../subdivision/sight.ts';
import { BODY, type Crowd, RADIUS } from './crowd.ts';
import type { NearWalls } from './near-walls.ts';

export interface Contacts {
  /** Buckets of the grid: walkers in bucket b are bucketItem[bucketFirst[b]] … */
  bucketFirst: Int32Array;
  bucketItem: Int32Array;
  bucketOf: Int32Array;
  /** Those a walker could touch: touch[MOST_TOUCHED * i] …, touched[i] of them. */
  touch: Int32Array;
  touched: Int32Array;
  /** Places of the round before. */
  before: Float64Array;
  /** Deepest overlap found in the last round, metres. */
  deepest: number;
}

/** Bodies that one body can touch at once; more only where people were put into each other. */
const MOST_TOUCHED = 12;
/** Metres beyond touching within which a pair is listed: others may push it together. */
const MARGIN = 0.06;
const ROUNDS = 10;
/** Metres of overlap that are left alone. */
const ENOUGH = 5e-4;

export function createContacts(capacity: number): Contacts {
  let buckets = 1024;
  while (buckets < 2 * capacity) buckets *= 2;
  return {
    bucketFirst: new Int32Array(buckets + 1),
    bucketItem: new Int32Array(capacity),
    bucketOf: new Int32Array(capacity),
    touch: new Int32Array(MOST_TOUCHED * capacity),
    touched: new Int32Array(capacity),
    before: new Float64Array(2 * capacity),
    deepest: 0,
  };
}

export function dissolveContacts(mesh: CellMesh, walls: NearWalls, crowd: Crowd, contacts: Contacts): void {
  findContacts(mesh, crowd, contacts);
  const { nextPlace, count } = crowd;
  const { before, touched } = contacts;
  for (let round = 0; round < ROUNDS; round++) {
    before.set(nextPlace.subarray(0, 2 * count));
    contacts.deepest = 0;
    for (let i = 0; i < count; i++) if (touched[i]! > 0) push(walls, crowd, contacts, i);
    if (contacts.deepest < ENOUGH) return;
  }
}

function findContacts(mesh: CellMesh, crowd: Crowd, contacts: Contacts): void {
  const { nextPlace, body, count, cell, serial } = crowd;
  const { bucketFirst, bucketItem, bucketOf, touch, touched } = contacts;
  const mask = bucketFirst.length - 2;
  let largest = 0;
  for (let i = 0; i < count; i++) largest = Math.max(largest, body[BODY * i + RADIUS]!);
  const size = 2 * largest + MARGIN;
  bucketFirst.fill(0);
  for (let i = 0; i < count; i++) {
    const column = Math.floor(nextPlace[2 * i]! / size);
    const row = Math.floor(nextPlace[2 * i + 1]! / size);
    const b = hash(column, row) & mask;
    bucketOf[i] = b;
    bucketFirst[b + 1]!++;
  }
  for (let b = 0; b <= mask; b++) bucketFirst[b + 1]! += bucketFirst[b]!;
  for (let i = count - 1; i >= 0; i--) bucketItem[--bucketFirst[bucketOf[i]! + 1]!] = i;
  // bucketFirst[b + 1] is now where bucket b begins.
  for (let i = 0; i < count; i++) {
    const x = nextPlace[2 * i]!;
    const y = nextPlace[2 * i + 1]!;
    const reach = body[BODY * i + RADIUS]! + MARGIN;
    const column = Math.floor(x / size);
    const row = Math.floor(y / size);
    let found = 0;
    for (let dr = -1; dr <= 1; dr++) {
      for (let dc = -1; dc <= 1; dc++) {
        const b = hash(column + dc, row + dr) & mask;
        const end = b === mask ? count : bucketFirst[b + 2]!;
        for (let k = bucketFirst[b + 1]!; k < end; k++) {
          const j = bucketItem[k]!;
          const dx = nextPlace[2 * j]! - x;
          const dy = nextPlace[2 * j + 1]! - y;
          const touching = reach + body[BODY * j + RADIUS]!;
          if (dx * dx + dy * dy >= touching * touching || j === i) continue;
          if (cell[j] !== cell[i]) {
            if (mesh.cellLevel[cell[j]!] !== mesh.cellLevel[cell[i]!]) continue;
            if (!sees(mesh, crowd.place, cell, i, j)) continue;
          }
          found = insert(touch, MOST_TOUCHED * i, found, j, serial);
        }
      }
    }
    touched[i] = found;
  }
}

function hash(column: number, row: number): number {
  const mixed = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}

/** Put a slot into a list sorted by serial; each once, the lowest serials if it is full. @returns how many there are */
function insert(list: Int32Array, at: number, count: number, slot: number, serial: Int32Array): number {
  let k = count;
  while (k > 0 && serial[list[at + k - 1]!]! > serial[slot]!) k--;
  // Two of the nine squares may share a bucket.
  if (k > 0 && list[at + k - 1] === slot) return count;
  const end = count < MOST_TOUCHED ? count : MOST_TOUCHED - 1;
  if (k > end) return count;
  for (let m = end; m > k; m--) list[at + m] = list[at + m - 1]!;
  list[at + k] = slot;
  return end + 1;
}

function push(walls: NearWalls, crowd: Crowd, contacts: Contacts, i: number): void {
  const { nextPlace, body, cell, serial } = crowd;
  const { before, touch, touched } = contacts;
  const x = before[2 * i]!;
  const y = before[2 * i + 1]!;
  const radius = body[BODY * i + RADIUS]!;
  let toX = x;
  let toY = y;
  for (let k = MOST_TOUCHED * i; k < MOST_TOUCHED * i + touched[i]!; k++) {
    const j = touch[k]!;
    const dx = x - before[2 * j]!;
    const dy = y - before[2 * j + 1]!;
    const sum = radius + body[BODY * j + RADIUS]!;
    const squared = dx * dx + dy * dy;
    if (squared >= sum * sum) continue;
    const distance = Math.sqrt(squared);
    const overlap = sum - distance;
    if (overlap > contacts.deepest) contacts.deepest = overlap;
    if (distance > 1e-9) {
      toX += (overlap / 2 / distance) * dx;
      toY += (overlap / 2 / distance) * dy;
    } else toX += serial[i]! < serial[j]! ? -overlap / 2 : overlap / 2;
  }
  const { ends, first } = walls;
  const last = 4 * first[cell[i]! + 1]!;
  for (let k = 4 * first[cell[i]!]!; k < last; k += 4) {
    const ax = ends[k]!;
    const ay = ends[k + 1]!;
    const ex = ends[k + 2]! - ax;
    const ey = ends[k + 3]! - ay;
    const along = ((toX - ax) * ex + (toY - ay) * ey) / (ex * ex + ey * ey);
    if (along > 0 && along < 1 && ex * (toY - ay) - ey * (toX - ax) < 0) continue;
    const share = along < 0 ? 0 : along > 1 ? 1 : along;
    const dx = toX - ax - share * ex;
    const dy = toY - ay - share * ey;
    const squared = dx * dx + dy * dy;
    if (squared >= radius * radius || squared === 0) continue;
    const distance = Math.sqrt(squared);
    toX += ((radius - distance) / distance) * dx;
    toY += ((radius - distance) / distance) * dy;
  }
  nextPlace[2 * i] = toX;
  nextPlace[2 * i + 1] = toY;
}
