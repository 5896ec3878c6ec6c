/**
 * Moment → the engine's frame, for its measures: metres from the place's origin. A moment tells heights, not levels: somebody is on the
 * stairs whose slope is under its feet, or else on the highest level that is not above them. As in the engine, stairs belong to the lower
 * of their levels, from end to end.
 */
import { NONE, type RecordedFrame } from '@foulee/engine';
import { MOMENT, type Moment, VX, VY, X, Y, Z } from '../run/moment.ts';
import type { Place, PlaceLink } from '../run/place.ts';

/** Metres: feet are not exactly on the floor after rounding. */
const ROUNDING = 0.05;

export interface FrameOf extends RecordedFrame {
  /** Index of the stairs, ramp, escalator or lift under each one's feet; NONE on floor. */
  link: Int32Array;
}

/** What tells levels from heights. */
export interface Storeys {
  elevations: number[];
  /** The same as heights are told: whoever has one of them stands on floor. */
  told: Set<number>;
  slopes: Slope[];
  /** Those that join levels of the same height: whoever is on one has that height, too. */
  flat: Slope[];
}

interface Slope {
  link: number;
  lower: number;
  /** x, y of four corners, counter-clockwise, the lower end first. */
  corners: number[];
  /** Heights of the ends. */
  low: number;
  high: number;
  box: [number, number, number, number];
}

export function storeysOf({ levels, links }: StoreysGiven): Storeys {
  const slopes = links.map(slopeOf);
  const elevations = levels.map(({ elevation }) => elevation);
  return {
    elevations,
    told: new Set(elevations.map(Math.fround)),
    slopes,
    flat: slopes.filter(({ low, high }) => low === high),
  };
}

/** A place, or as much of it. */
export interface StoreysGiven {
  levels: readonly Pick<Place['levels'][number], 'elevation'>[];
  links: readonly PlaceLink[];
}

function slopeOf(given: PlaceLink, link: number): Slope {
  const corners = outlineOf(given);
  const xs = corners.filter((_, k) => k % 2 === 0);
  const ys = corners.filter((_, k) => k % 2 === 1);
  return {
    link,
    lower: given.lower,
    corners,
    low: given.corners[2],
    high: given.corners[8],
    box: [
      Math.min(...xs) - ROUNDING,
      Math.min(...ys) - ROUNDING,
      Math.max(...xs) + ROUNDING,
      Math.max(...ys) + ROUNDING,
    ],
  };
}

/** x, y of four corners, counter-clockwise, those of the lower end first. */
export function outlineOf({ corners: [ax, ay, , bx, by, , cx, cy, , dx, dy] }: PlaceLink): number[] {
  const turn = (bx! - ax!) * (cy! - by!) - (by! - ay!) * (cx! - bx!);
  return turn > 0 ? [ax!, ay!, bx!, by!, cx!, cy!, dx!, dy!] : [bx!, by!, ax!, ay!, dx!, dy!, cx!, cy!];
}

export function createFrameOf(): FrameOf {
  return {
    step: 0,
    time: 0,
    count: 0,
    serial: new Int32Array(0),
    place: new Float64Array(0),
    velocity: new Float64Array(0),
    level: new Int32Array(0),
    radius: new Float64Array(0),
    link: new Int32Array(0),
  };
}

export function fillFrameOf(frame: FrameOf, { time, serial, numbers }: Moment, storeys: Storeys): void {
  const count = serial.length;
  if (frame.level.length < count) {
    frame.place = new Float64Array(4 * count);
    frame.velocity = new Float64Array(4 * count);
    frame.level = new Int32Array(2 * count);
    frame.radius = new Float64Array(2 * count);
    frame.link = new Int32Array(2 * count);
  }
  frame.time = time;
  frame.count = count;
  frame.serial = serial;
  const { elevations, slopes } = storeys;
  const isOneFloor = elevations.length === 1;
  for (let i = 0; i < count; i++) {
    const at = MOMENT * i;
    const x = numbers[at + X];
    const y = numbers[at + Y];
    frame.place[2 * i] = x;
    frame.place[2 * i + 1] = y;
    frame.velocity[2 * i] = numbers[at + VX];
    frame.velocity[2 * i + 1] = numbers[at + VY];
    const k = isOneFloor ? NONE : slopeUnder(x, y, numbers[at + Z], storeys);
    frame.link[i] = k === NONE ? NONE : slopes[k].link;
    frame.level[i] = k === NONE ? (isOneFloor ? 0 : levelUnder(numbers[at + Z], elevations)) : slopes[k].lower;
  }
}

/** Nearly everybody is on floor, which heights tell at once; for others all slopes are looked at. */
function slopeUnder(x: number, y: number, z: number, { told, slopes, flat }: Storeys): number {
  const isOnFloor = told.has(z);
  if (isOnFloor && flat.length === 0) return NONE;
  for (let k = 0; k < slopes.length; k++) {
    const slope = slopes[k];
    const [left, bottom, right, top] = slope.box;
    if (x < left || x > right || y < bottom || y > top || (isOnFloor && slope.low !== slope.high)) continue;
    if (isOn(slope, x, y, z)) return k;
  }
  return NONE;
}

/**
 * Ends are exact, for behind them is floor; beside the sides there is nothing of this height.
 *
 *      3 ──── upper end ──── 2
 *      │                     │
 *      0 ──── lower end ──── 1
 */
function isOn({ corners: c, low, high }: Slope, x: number, y: number, z: number): boolean {
  const below = leftOf(c, 0, x, y);
  const above = leftOf(c, 4, x, y);
  if (below < 0 || above < 0 || leftOf(c, 2, x, y) < -ROUNDING || leftOf(c, 6, x, y) < -ROUNDING) return false;
  const share = below + above > 0 ? below / (below + above) : 0;
  return Math.abs(low + share * (high - low) - z) <= ROUNDING;
}

/** Metres to the left of the side that begins with a corner. */
function leftOf(c: number[], from: number, x: number, y: number): number {
  const to = (from + 2) % 8;
  const ex = c[to] - c[from];
  const ey = c[to + 1] - c[from + 1];
  return (ex * (y - c[from + 1]) - ey * (x - c[from])) / Math.sqrt(ex * ex + ey * ey);
}

function levelUnder(z: number, elevations: number[]): number {
  let best = -1;
  let lowest = 0;
  for (let k = 0; k < elevations.length; k++) {
    const here = elevations[k];
    if (here < elevations[lowest]) lowest = k;
    if (here <= z + ROUNDING && (best === -1 || here > elevations[best])) best = k;
  }
  return best === -1 ? lowest : best;
}
