/**
 * Velocity as one byte: 16 angles × 16 norms, with tables of sines, cosines and speeds (M02 §4.2.2, figure 4.3).
 *
 *   byte = angle · 16 + norm       angle k is k · π/8, counter-clockwise from x
 *                                  norm 0 stands; norms 1 … 15 are 0.73 … 2.03 m/s in equal steps (44 … 122 m/min)
 *
 * A standing walker keeps its angle. Cost: table look-ups.
 */
import { sineCosineDegrees } from '../../core/trigonometry.ts';

const ANGLES = 16;
const MOST_NORM = 15;
const SLOWEST = 0.73;
const FASTEST = 2.03;

const angles = Array.from({ length: ANGLES }, (_, k) => sineCosineDegrees(22.5 * k));
export const SINE = Float64Array.from(angles, ([sine]) => sine);
export const COSINE = Float64Array.from(angles, ([, cosine]) => cosine);

/** Metres per second of each norm. */
export const SPEED = Float64Array.from({ length: MOST_NORM + 1 }, (_, norm) =>
  norm === 0 ? 0 : SLOWEST + ((FASTEST - SLOWEST) * (norm - 1)) / (MOST_NORM - 1),
);

/** Tangents of half a step and of one and a half: between them the nearest angle is one step. */
const [halfSine, halfCosine] = sineCosineDegrees(11.25);
const [moreSine, moreCosine] = sineCosineDegrees(33.75);
const HALF_STEP = halfSine / halfCosine;
const MORE_STEP = moreSine / moreCosine;

export function polarOf(angle: number, norm: number): number {
  return (angle << 4) | norm;
}

export function angleOf(polar: number): number {
  return polar >> 4;
}

export function normOf(polar: number): number {
  return polar & 15;
}

/** The norm whose speed is nearest, 1 … 15. */
export function normOfSpeed(speed: number): number {
  const norm = 1 + Math.round(((speed - SLOWEST) / (FASTEST - SLOWEST)) * (MOST_NORM - 1));
  return Math.max(1, Math.min(MOST_NORM, norm));
}

/** The angle nearest to a vector; 0 of (0, 0). */
export function angleOfVector(dx: number, dy: number): number {
  const across = Math.abs(dx);
  const up = Math.abs(dy);
  // Of the first quarter, 0 … 4.
  let angle: number;
  if (up <= across) angle = stepsOfSlope(up, across);
  else angle = 4 - stepsOfSlope(across, up);
  if (dx < 0) angle = 8 - angle;
  return dy < 0 ? (ANGLES - angle) & 15 : angle;
}

/** 0, 1 or 2 steps for the slope low / high ≤ 1. */
function stepsOfSlope(low: number, high: number): number {
  if (low <= HALF_STEP * high) return 0;
  return low <= MORE_STEP * high ? 1 : 2;
}

/** Steps of π/8 between two angles, 0 … 8. */
export function angleDifference(a: number, b: number): number {
  const steps = (a - b) & 15;
  return steps > 8 ? ANGLES - steps : steps;
}

/** An angle turned by so many steps, counter-clockwise positive. */
export function turned(angle: number, steps: number): number {
  return (angle + steps) & 15;
}
