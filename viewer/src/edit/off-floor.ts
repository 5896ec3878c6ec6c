/**
 * What is being drawn → the part of it that is off the floor, marked, and words that say so. For entrances, exits and the like, which are of no
 * use where nobody can stand. Asked at every move of the pointer, so floor is looked for at sampled places only: some along a line, a
 * square of them in an area; where an edge lies on a wall it is on the floor.
 */
import { type CellIndex, indexCells, NONE } from '@foulee/engine';
import type { Place } from '../protocol/place.ts';
import type { Sketch } from '../protocol/sketch.ts';
import { cellNear } from '../run/cell-near.ts';

/** Along each side of an area's box, and along a line. */
const SIDE = 16;
const ALONG = 40;
const OFF_COLOUR = '#d32f2f';

const indices = new WeakMap<Place['mesh'], CellIndex>();

function isFloor({ mesh }: Place, level: number, x: number, y: number): boolean {
  let index = indices.get(mesh);
  if (index === undefined) {
    index = indexCells(mesh);
    indices.set(mesh, index);
  }
  return cellNear(mesh, index, level, x, y) !== NONE;
}

/** @param points of its outline or of the line: x, y interleaved, metres from the origin of the place */
export function offFloor(place: Place, level: number, kind: 'area' | 'line', points: readonly number[]): Sketch[] {
  const z = place.levels[level]?.elevation ?? 0;
  const { off, on } = kind === 'area' ? ofArea(place, level, points) : ofLine(place, level, points);
  if (off.length === 0) return [];
  const marks = off.map(
    (part): Sketch =>
      kind === 'area'
        ? { kind: 'fill', points: part, z, colour: OFF_COLOUR }
        : { kind: 'line', points: part, z, colour: OFF_COLOUR, isStrong: true },
  );
  const label = on > 0 ? 'partly off the floor' : 'off the floor';
  // Words at the first corner: those about its size are at the pointer.
  return [...marks, { kind: 'line', points: points.slice(0, 2), z, colour: OFF_COLOUR, label }];
}

interface Parts {
  /** Outlines or pieces that are off the floor. */
  off: number[][];
  /** How many samples are on it. */
  on: number;
}

function ofLine(place: Place, level: number, points: readonly number[]): Parts {
  const parts: Parts = { off: [], on: 0 };
  for (let k = 0; k + 3 < points.length; k += 2) {
    const [ax, ay, bx, by] = points.slice(k, k + 4);
    const at = (share: number) => [ax + share * (bx - ax), ay + share * (by - ay)] as const;
    let from: number | undefined;
    for (let i = 0; i <= ALONG; i++) {
      const isOn = i < ALONG && isFloor(place, level, ...at((i + 0.5) / ALONG));
      if (isOn) parts.on++;
      if (!isOn && i < ALONG) from ??= i;
      else if (from !== undefined) {
        parts.off.push([...at(from / ALONG), ...at(i / ALONG)]);
        from = undefined;
      }
    }
  }
  return parts;
}

/** Off the floor: strips of the rows of a square of samples. */
function ofArea(place: Place, level: number, ring: readonly number[]): Parts {
  const parts: Parts = { off: [], on: 0 };
  const xs = ring.filter((_, k) => k % 2 === 0);
  const ys = ring.filter((_, k) => k % 2 === 1);
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [(Math.max(...xs) - left) / SIDE, (Math.max(...ys) - bottom) / SIDE];
  for (let row = 0; row < SIDE; row++) {
    const y = bottom + (row + 0.5) * high;
    let from: number | undefined;
    for (let column = 0; column <= SIDE; column++) {
      const x = left + (column + 0.5) * wide;
      const isIn = column < SIDE && holds(ring, x, y);
      const isOff = isIn && !isFloor(place, level, x, y);
      if (isIn && !isOff) parts.on++;
      if (isOff) from ??= column;
      else if (from !== undefined) {
        const [x0, x1] = [left + from * wide, left + column * wide];
        parts.off.push([x0, y - high / 2, x1, y - high / 2, x1, y + high / 2, x0, y + high / 2]);
        from = undefined;
      }
    }
  }
  return parts;
}

function holds(ring: readonly number[], x: number, y: number): boolean {
  let isInside = false;
  for (let i = 0, before = ring.length - 2; i < ring.length; before = i, i += 2) {
    const [ax, ay, bx, by] = [ring[before], ring[before + 1], ring[i], ring[i + 1]];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  }
  return isInside;
}
