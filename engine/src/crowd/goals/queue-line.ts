/**
 * Goal with a counter → where its desks are, and the line along which people queue.
 *
 *        desk ■ ■          desks of a point: side by side, 0.8 m apart, across the queue; of a line: spread over it
 *              ●           the first of the queue stands 0.9 m or more from every desk
 *              ●  ●  ●     the line is the one that is given, and goes on straight behind its end as far as there is floor;
 *                    ●     without one: away from the desks, to the side on which there is most floor ahead
 *
 * Made once, when a simulation is made. Cost: 32 looks along the floor per counter.
 */
import { NONE } from '../../core/none.ts';
import { sineCosineDegrees } from '../../core/trigonometry.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { type CellIndex, locate } from '../../subdivision/locate.ts';
import { aimWalk, createWalkResult, walk } from '../../subdivision/walk.ts';
import type { Counter, Goal } from './goals.ts';

/** x, y interleaved: of the desks, and of the corners of the line; metres along the line at which its first place is, and its length. */
export interface QueueLine {
  desks: number[];
  line: Float64Array;
  first: number;
  length: number;
}

/** Metres between desks; from the nearest desk to the first of the queue; kept from the wall where the line ends. */
const DESK_APART = 0.8;
const FROM_DESK = 0.9;
const FROM_WALL = 0.4;
/** Metres: no queue is longer than so much beyond what was given. */
const FURTHEST = 200;
/** Directions looked into. */
const LOOKS = 32;
/** Metres of a step along the line when its first place is looked for. */
const STRIDE = 0.05;

export function layQueue(mesh: CellMesh, index: CellIndex, { shape, level }: Goal, counter: Counter): QueueLine {
  const middle: [number, number] = [(shape[0] + shape[shape.length - 2]) / 2, (shape[1] + shape[shape.length - 1]) / 2];
  const corners = counter.queue.length > 0 ? [...counter.queue] : [...middle];
  const from = corners.slice(-2) as [number, number];
  // A line that is given goes on as it ends; one of a single point, away from the counter.
  const before = corners.length > 2 ? corners.slice(-4, -2) : middle;
  let [dx, dy] = [from[0] - before[0], from[1] - before[1]];
  if (counter.queue.length === 0 || (dx === 0 && dy === 0)) [dx, dy] = roomiest(mesh, index, level, shape, from);
  const size = Math.sqrt(dx * dx + dy * dy);
  [dx, dy] = [dx / size, dy / size];
  const free = Math.max(0, freeAlong(mesh, index, level, from, dx, dy) - FROM_WALL);
  if (free > 0 || corners.length === 2) {
    const long = Math.max(free, corners.length === 2 ? STRIDE : 0);
    corners.push(from[0] + long * dx, from[1] + long * dy);
  }
  const line = Float64Array.from(corners);
  const desks = desksOf(shape, middle, line, counter.servers);
  const length = lengthOf(line);
  return { desks, line, first: firstPlace(line, length, desks), length };
}

/** Metres along a line, in target[0] → the place there, into `target`; beyond the end, the end. */
export function placeAlong(line: Float64Array, target: Float64Array): void {
  let left = Math.max(0, target[0]);
  for (let a = 0; a + 3 < line.length; a += 2) {
    const ex = line[a + 2] - line[a];
    const ey = line[a + 3] - line[a + 1];
    const long = Math.sqrt(ex * ex + ey * ey);
    if (left <= long || a + 5 >= line.length) {
      const share = long === 0 ? 0 : Math.min(1, left / long);
      target[0] = line[a] + share * ex;
      target[1] = line[a + 1] + share * ey;
      return;
    }
    left -= long;
  }
}

function lengthOf(line: Float64Array): number {
  let sum = 0;
  for (let a = 0; a + 3 < line.length; a += 2) {
    sum += Math.sqrt((line[a + 2] - line[a]) ** 2 + (line[a + 3] - line[a + 1]) ** 2);
  }
  return sum;
}

function desksOf(shape: Float64Array, [x, y]: [number, number], line: Float64Array, servers: number): number[] {
  const desks: number[] = [];
  if (shape.length === 4) {
    for (let k = 0; k < servers; k++) {
      const share = (k + 0.5) / servers;
      desks.push(shape[0] + share * (shape[2] - shape[0]), shape[1] + share * (shape[3] - shape[1]));
    }
    return desks;
  }
  // Across the way on which the queue comes.
  let k = 0;
  while (k + 2 < line.length && line[k] === x && line[k + 1] === y) k += 2;
  const dx = line[k] - x;
  const dy = line[k + 1] - y;
  const size = Math.sqrt(dx * dx + dy * dy);
  for (let n = 0; n < servers; n++) {
    const aside = (n - (servers - 1) / 2) * DESK_APART;
    desks.push(size === 0 ? x : x - (aside * dy) / size, size === 0 ? y : y + (aside * dx) / size);
  }
  return desks;
}

/** Metres along the line from which on nobody who queues is at a desk. */
function firstPlace(line: Float64Array, length: number, desks: readonly number[]): number {
  const target = new Float64Array(2);
  for (let along = 0; along < length; along += STRIDE) {
    target[0] = along;
    placeAlong(line, target);
    let isClear = true;
    for (let d = 0; d < desks.length; d += 2) {
      const squared = (desks[d] - target[0]) ** 2 + (desks[d + 1] - target[1]) ** 2;
      isClear &&= squared >= FROM_DESK * FROM_DESK;
    }
    if (isClear) return along;
  }
  return length;
}

/** The direction with most floor ahead: across a line, or any from a point. */
function roomiest(
  mesh: CellMesh,
  index: CellIndex,
  level: number,
  shape: Float64Array,
  from: [number, number],
): [number, number] {
  let best: [number, number] = [1, 0];
  let most = -1;
  const across = shape.length === 4 ? [shape[1] - shape[3], shape[2] - shape[0]] : undefined;
  const long = across === undefined ? 1 : Math.sqrt(across[0] ** 2 + across[1] ** 2);
  for (let k = 0; k < (across === undefined ? LOOKS : 2); k++) {
    const [sine, cosine] = sineCosineDegrees((360 * k) / LOOKS);
    const sign = k === 0 ? 1 : -1;
    const dx = across === undefined ? cosine : (sign * across[0]) / long;
    const dy = across === undefined ? sine : (sign * across[1]) / long;
    const free = freeAlong(mesh, index, level, from, dx, dy);
    // Rounding must not decide between two equal ones.
    if (free <= most + 1e-6) continue;
    most = free;
    best = [dx, dy];
  }
  return best;
}

/** Metres of floor from a place in a direction. */
function freeAlong(
  mesh: CellMesh,
  index: CellIndex,
  level: number,
  [x, y]: [number, number],
  dx: number,
  dy: number,
): number {
  const cell = locate(mesh, index, level, x, y);
  if (cell === NONE) return 0;
  const way = createWalkResult();
  walk(mesh, cell, aimWalk(way, x, y, x + FURTHEST * dx, y + FURTHEST * dy));
  return Math.sqrt((way.x - x) ** 2 + (way.y - y) ** 2);
}
