/**
 * What is being drawn → the part of it that is off the floor, marked, and words that say so. For entrances, exits and the like, which are of no
 * use where nobody can stand. Asked at every move of the pointer, so floor is looked for at sampled places only: along a line, and in
 * rows of an area; where an edge lies on a wall it is on the floor.
 */
import { type CellIndex, indexCells, locate, NONE } from '@foulee/engine';
import type { Place } from '../protocol/place.ts';
import type { Sketch } from '../protocol/sketch.ts';
import { cellNear } from '@foulee/formats';

/** Rows of an area's box and samples in each, and samples along a line. */
const ROWS = 32;
const COLUMNS = 24;
const ALONG = 100;
/** How often a gap between two samples is halved. */
const HALVINGS = 8;
export const OFF_COLOUR = '#d32f2f';

const indices = new WeakMap<Place['mesh'], CellIndex>();

/** @param exactly not also within rounding of it */
function isFloor({ mesh }: Place, level: number, x: number, y: number, exactly = false): boolean {
  let index = indices.get(mesh);
  if (index === undefined) {
    index = indexCells(mesh);
    indices.set(mesh, index);
  }
  return (exactly ? locate : cellNear)(mesh, index, level, x, y) !== NONE;
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

/** Off the floor: strips of rows. Where floor begins or ends between two samples, it is halved until that place is found. */
function ofArea(place: Place, level: number, ring: readonly number[]): Parts {
  const parts: Parts = { off: [], on: 0 };
  const xs = ring.filter((_, k) => k % 2 === 0);
  const ys = ring.filter((_, k) => k % 2 === 1);
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)];
  const [wide, high] = [(Math.max(...xs) - left) / COLUMNS, (Math.max(...ys) - bottom) / ROWS];
  for (let row = 0; row < ROWS; row++) {
    const y = bottom + (row + 0.5) * high;
    const isOff = (x: number, exactly = false) => holds(ring, x, y) && !isFloor(place, level, x, y, exactly);
    let from: number | undefined;
    let before = left;
    for (let column = 0; column <= COLUMNS; column++) {
      const x = Math.min(left + (column + 0.5) * wide, left + COLUMNS * wide);
      const isOffHere = column < COLUMNS && isOff(x);
      if (column < COLUMNS && holds(ring, x, y) && isFloor(place, level, x, y, true)) parts.on++;
      if (isOffHere && from === undefined) from = column === 0 ? left : border(isOff, x, before);
      else if (!isOffHere && from !== undefined) {
        const to = column === COLUMNS ? x : border(isOff, before, x);
        parts.off.push([from, y - high / 2, to, y - high / 2, to, y + high / 2, from, y + high / 2]);
        from = undefined;
      }
      before = x;
    }
  }
  return parts;
}

/** Between a place that is off and one that is not: where that changes. */
function border(isOff: (x: number, exactly: boolean) => boolean, off: number, on: number): number {
  let [inside, outside] = [off, on];
  for (let k = 0; k < HALVINGS; k++) {
    const middle = (inside + outside) / 2;
    if (isOff(middle, true)) inside = middle;
    else outside = middle;
  }
  return (inside + outside) / 2;
}

function holds(ring: readonly number[], x: number, y: number): boolean {
  let isInside = false;
  for (let i = 0, before = ring.length - 2; i < ring.length; before = i, i += 2) {
    const [ax, ay, bx, by] = [ring[before], ring[before + 1], ring[i], ring[i + 1]];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isInside = !isInside;
  }
  return isInside;
}
