/**
 * A crowd → where it is densest: persons per square of a grid one metre wide, counted whole, over all moments looked at.
 *
 * Squares are entries of a hash table as large as the crowd, not of a map as large as the place: a city costs no more than a
 * room. A square that walls cut counts as whole, so that the figure is never too high. Cost: linear in walkers.
 */
import type { Crowd } from '../crowd/crowd.ts';

/** Metres. */
const SQUARE = 1;

export interface Crowding {
  /** The most in one square at one moment: persons per m², when, and the middle of the square in mesh coordinates. */
  most: number;
  time: number;
  x: number;
  y: number;
  level: number;
  key: Float64Array;
  count: Int32Array;
}

export function createCrowding(): Crowding {
  return { most: 0, time: 0, x: 0, y: 0, level: 0, key: new Float64Array(0), count: new Int32Array(0) };
}

/** @param levelOf the level of each cell */
export function addCrowding(crowding: Crowding, crowd: Crowd, levelOf: Int32Array, time: number): void {
  if (crowding.key.length < 2 * crowd.count) {
    let size = 1;
    while (size < 4 * crowd.count) size *= 2;
    crowding.key = new Float64Array(size);
    crowding.count = new Int32Array(size);
  }
  const { key, count } = crowding;
  count.fill(0);
  const mask = key.length - 1;
  for (let i = 0; i < crowd.count; i++) {
    const column = Math.floor(crowd.place[2 * i] / SQUARE);
    const row = Math.floor(crowd.place[2 * i + 1] / SQUARE);
    const level = levelOf[crowd.cell[i]];
    // Places reach 10,000 km: 24 bits for a column, 24 for a row, 5 for a level. Levels beyond share entries, columns do not.
    const name = ((level & 31) * 2 ** 24 + (row & 0xffffff)) * 2 ** 24 + (column & 0xffffff);
    let slot = (Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77) ^ Math.imul(level, 0xc2b2ae3d)) & mask;
    while (count[slot] > 0 && key[slot] !== name) slot = (slot + 1) & mask;
    key[slot] = name;
    const density = ++count[slot] / (SQUARE * SQUARE);
    if (density <= crowding.most) continue;
    crowding.most = density;
    crowding.time = time;
    crowding.x = (column + 0.5) * SQUARE;
    crowding.y = (row + 0.5) * SQUARE;
    crowding.level = level;
  }
}
