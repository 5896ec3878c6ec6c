/**
 * What `tighten` (taut.ts) works on, and its result. Made once, used again and again; arrays grow as they must.
 */
import type { ExactScratch } from '../exact/exact-state.ts';
import type { NearCorners } from '../corners/near-corners.ts';
import { createPocket, type Pocket } from '../corners/pocket.ts';
import type { RouteEnd } from '../route.ts';

/** Numbers per piece: start, end, direction, and 1 once it is known to keep clear of pins. */
export const PIECE = 8;

/** A pin on the left of the path, on its right; and factors (see `pinSide`). */
export const LEFT = 1;
export const RIGHT = -1;
export const ASIDE = 2;
export const STRAIGHT = 3;

export interface TautScratch {
  /**
   * From x, y to x, y, and the radius. In an array, as are results: numbers handed from function to function would be
   * boxed, one by one.
   */
  ends: Float64Array;
  pinSector: Int32Array;
  /** x, y of each pin; then of the start. */
  pinPlace: Float64Array;
  /**
   * LEFT or RIGHT; times ASIDE where it is not an end of a portal, and seen in step 3 only; times STRAIGHT where it is an end
   * in a sector that is not reflex, where no taut path bends: seen in step 2 only.
   */
  pinSide: Int8Array;
  /** Length of the shortest portal crossed at the pin. */
  pinGap: Float64Array;
  pins: number;
  /** Per portal, for a body: the first pin set for it or for the cell before it, and the pins of its left and right ends. */
  portalFirst: Int32Array;
  portalLeft: Int32Array;
  portalRight: Int32Array;
  /** The funnel: pins from the left end over the apex to the right end. */
  funnel: Int32Array;
  /** Bends of the path: what is known of the pin they are at. */
  bendPin: Int32Array;
  bendSector: Int32Array;
  bendSide: Int8Array;
  /**
   * The earliest and the latest pin beside which the path can be when it touches this one: the last ends of portals on
   * both sides before it, the next after it. NONE and `pins` at the ends; looked up when needed.
   */
  bendLow: Int32Array;
  bendHigh: Int32Array;
  bendGap: Float64Array;
  bends: number;
  /** Pieces between bends: start, end and direction. */
  piece: Float64Array;
  /** What the first and the last pieces must mind beside pins. */
  startPocket: Pocket;
  goalPocket: Pocket;
  /** For checking, and for paths found by search; made when needed. */
  near: NearCorners | undefined;
  exact: ExactScratch | undefined;
  /** The result: x, y interleaved. */
  points: Float64Array;
  count: number;
  length: number;
}

export function createTautScratch(): TautScratch {
  return {
    ends: new Float64Array(5),
    pinSector: new Int32Array(512),
    pinPlace: new Float64Array(1024),
    pinSide: new Int8Array(512),
    pinGap: new Float64Array(512),
    pins: 0,
    portalFirst: new Int32Array(256),
    portalLeft: new Int32Array(256),
    portalRight: new Int32Array(256),
    funnel: new Int32Array(1024),
    bendPin: new Int32Array(128),
    bendSector: new Int32Array(128),
    bendSide: new Int8Array(128),
    bendLow: new Int32Array(128),
    bendHigh: new Int32Array(128),
    bendGap: new Float64Array(128),
    bends: 0,
    piece: new Float64Array(PIECE * 128),
    startPocket: createPocket(),
    goalPocket: createPocket(),
    near: undefined,
    exact: undefined,
    points: new Float64Array(1024),
    count: 0,
    length: 0,
  };
}

/** Set where the string starts and ends. */
export function setEnds({ ends }: TautScratch, from: RouteEnd, to: RouteEnd): void {
  ends[0] = from.x;
  ends[1] = from.y;
  ends[2] = to.x;
  ends[3] = to.y;
}
