/**
 * Scene → how many people per m² there are around each one, itself among them: those within a circle of 8 m² on its floor.
 *
 * People are sorted into squares as wide as the circle's radius; far squares share a bucket, as on a folded sheet of paper, and distances
 * tell them apart. People behind a wall or a closed door do not count (crowd-walls.ts). Linear, and nothing is allocated but when there are
 * more people than ever.
 */
import type { Scene } from '../run/history.ts';
import { MOMENT, X, Y, Z } from '../protocol/moment.ts';
import { type CrowdWalls, isBetween } from './crowd-walls.ts';

/** Metres: of the circle, and between floors. */
export const AROUND = Math.sqrt(8 / Math.PI);
const FLOORS_APART = 1.5;
/** Buckets a side: a power of two, at least four, so that the nine around a square are nine. */
const SIDE = 256;

export interface Crowding {
  /** People per m², in the order of the scene. */
  density: Float32Array;
  /** Where bucket b begins among those sorted: at b + 1. */
  first: Int32Array;
  bucket: Int32Array;
  /** Who it is, its x, y, height, and how many are near: sorted by bucket. */
  who: Int32Array;
  places: Float32Array;
  near: Int32Array;
}

export function createCrowding(): Crowding {
  return { ...roomFor(1024), first: new Int32Array(SIDE * SIDE + 1) };
}

function roomFor(count: number): Omit<Crowding, 'first'> {
  return {
    density: new Float32Array(count),
    bucket: new Int32Array(count),
    who: new Int32Array(count),
    places: new Float32Array(3 * count),
    near: new Int32Array(count),
  };
}

/** @param walls of the place; undefined: there are none */
export function measureCrowding(crowding: Crowding, { count, numbers }: Scene, walls?: CrowdWalls): void {
  if (crowding.density.length < count) Object.assign(crowding, roomFor(2 * count));
  const { density, first, bucket, who, places, near } = crowding;
  first.fill(0);
  for (let i = 0, at = 0; i < count; i++, at += MOMENT) {
    const column = Math.floor(numbers[at + X] / AROUND) & (SIDE - 1);
    const row = Math.floor(numbers[at + Y] / AROUND) & (SIDE - 1);
    const b = row * SIDE + column;
    bucket[i] = b;
    first[b + 1]++;
  }
  for (let b = 0; b < SIDE * SIDE; b++) first[b + 1] += first[b];
  // Filled from the back, each bucket's end becomes its beginning.
  for (let i = 0, at = 0; i < count; i++, at += MOMENT) {
    const k = --first[bucket[i] + 1];
    who[k] = i;
    places[3 * k] = numbers[at + X];
    places[3 * k + 1] = numbers[at + Y];
    places[3 * k + 2] = numbers[at + Z];
  }
  near.fill(1, 0, count);
  // Each pair once: with those behind in the same bucket, those in the bucket to the right, and in the three of the next row.
  for (let n = 0; n < count; n++) {
    const own = bucket[who[n]];
    const row = own - (own & (SIDE - 1));
    const rowOn = (row + SIDE) & (SIDE * SIDE - 1);
    const right = (own + 1) & (SIDE - 1);
    countNear(crowding, walls, n, n + 1, endOf(first, own, count));
    countNear(crowding, walls, n, first[row + right + 1], endOf(first, row + right, count));
    for (let c = -1; c <= 1; c++) {
      const b = rowOn + ((own + c) & (SIDE - 1));
      countNear(crowding, walls, n, first[b + 1], endOf(first, b, count));
    }
  }
  for (let n = 0; n < count; n++) density[who[n]] = near[n] / (Math.PI * AROUND * AROUND);
}

function endOf(first: Int32Array, b: number, count: number): number {
  return b + 2 <= SIDE * SIDE ? first[b + 2] : count;
}

/** One of those sorted, and those from `from` on: who is near whom? */
function countNear(
  { places, near }: Crowding,
  walls: CrowdWalls | undefined,
  n: number,
  from: number,
  end: number,
): void {
  const x = places[3 * n];
  const y = places[3 * n + 1];
  const z = places[3 * n + 2];
  let found = 0;
  for (let k = from; k < end; k++) {
    const dx = places[3 * k] - x;
    const dy = places[3 * k + 1] - y;
    if (dx * dx + dy * dy > AROUND * AROUND) continue;
    const dz = places[3 * k + 2] - z;
    if (dz > FLOORS_APART || dz < -FLOORS_APART) continue;
    if (walls !== undefined && isBetween(walls, places, n, k)) continue;
    found++;
    near[k]++;
  }
  near[n] += found;
}
