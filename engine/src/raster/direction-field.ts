/**
 * The direction field: in which direction a tile was crossed last, fading with time (M02 §3.3.1, equations 3.1 and 3.2).
 *
 * A walker who crosses a tile stores its direction D0 and the time t0. The tile's direction at time t is (1 − (t − t0)/τ)·D0, and none
 * once τ has passed. A further crossing in direction D1 stores the mean, ½((1 − (t − t0)/τ)·D0 + D1). A tile without a direction, because
 * nobody crossed it yet or because it has faded, stores D1 itself, as the first crossing does.
 *
 * Three columns, one entry per tile: state of a run, so it can be hashed, saved and restored as it is. Cost: constant per question.
 */
import { InputError } from '../core/errors.ts';

export interface DirectionField {
  /** τ, seconds. */
  relaxation: number;
  /** Direction stored at the last crossing; its length is at most that of the directions given. */
  x: Float32Array;
  y: Float32Array;
  /** Time of the last crossing, seconds; −Infinity: never crossed. */
  time: Float64Array;
}

export function createDirectionField(tiles: number, relaxation: number): DirectionField {
  if (!(relaxation > 0 && relaxation < Infinity)) {
    throw new InputError(
      'relaxation',
      `${relaxation} s is no relaxation time`,
      'give a positive number of seconds, for example 10',
    );
  }
  return {
    relaxation,
    x: new Float32Array(tiles),
    y: new Float32Array(tiles),
    time: new Float64Array(tiles).fill(-Infinity),
  };
}

/** What is left, 0 … 1, of the direction stored on a tile. */
export function directionShare({ relaxation, time }: DirectionField, tile: number, now: number): number {
  const share = 1 - (now - time[tile]) / relaxation;
  return share > 0 ? share : 0;
}

/** The direction of a tile now, into `direction`; its length is the intensity. False: there is none. */
export function putDirection(field: DirectionField, tile: number, now: number, direction: Float64Array): boolean {
  const share = directionShare(field, tile, now);
  direction[0] = share * field.x[tile];
  direction[1] = share * field.y[tile];
  return share > 0;
}

/** A walker crosses a tile in direction (dx, dy). */
export function crossTile(field: DirectionField, tile: number, now: number, dx: number, dy: number): void {
  const share = directionShare(field, tile, now);
  field.x[tile] = share > 0 ? (share * field.x[tile] + dx) / 2 : dx;
  field.y[tile] = share > 0 ? (share * field.y[tile] + dy) / 2 : dy;
  field.time[tile] = now;
}
