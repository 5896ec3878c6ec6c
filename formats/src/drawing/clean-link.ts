/**
 * A drawn link (stairs, ramp, escalator, lift) to a PlanLink: four convex corners, counter-clockwise, first side to the
 * lower level.
 *
 *            upper level                    A ring drawn clockwise is turned by taking
 *          3 ──────────── 2                 1, 0, 3, 2: the same side stays first.
 *          │    stairs    │
 *          0 ──────────── 1
 *            lower level
 *
 * What cannot be such a quadrilateral is an InputError: there is no telling which sides were meant.
 */
import { type BuildReport, type Frame, InputError, type PlanLevel, type PlanLink } from '@foulee/engine';
import { cleanRing } from './clean-points.ts';
import type { DrawnLink } from './drawing.ts';
import { signedArea } from './polygon-relations.ts';

export function cleanLink(
  link: DrawnLink,
  levels: readonly PlanLevel[],
  frame: Frame,
  fileName: string,
  report: BuildReport,
): PlanLink {
  const where = `${fileName}, ${link.where} (${link.kind})`;
  const ring = cleanRing(link.ring, frame, report);
  if (ring === null || ring.length !== 8 || !isConvex(ring)) {
    throw new InputError(
      where,
      ring === null ? 'has no area' : ring.length === 8 ? 'is not convex' : `has ${ring.length / 2} corners`,
      'draw it as a convex polygon of four corners whose first side faces the lower level',
    );
  }
  const corners = signedArea(ring) > 0 ? ring : reordered(ring, [1, 0, 3, 2]);
  const from = indexOfLevel(link.from, 'from', levels, where);
  const to = indexOfLevel(link.to, 'to', levels, where);
  if (from === to) {
    throw new InputError(
      where,
      `joins level ${link.from} to itself`,
      'give two levels in properties.from and properties.to',
    );
  }
  const falls = (levels[from] as PlanLevel).elevation > (levels[to] as PlanLevel).elevation;
  return { name: link.name, kind: link.kind, lower: falls ? to : from, upper: falls ? from : to, corners };
}

function indexOfLevel(name: string, property: string, levels: readonly PlanLevel[], where: string): number {
  const index = levels.findIndex((level) => level.name === name);
  if (index >= 0) return index;
  throw new InputError(
    where,
    name === ''
      ? `says no level in properties.${property}`
      : `properties.${property} is "${name}", which no feature lies on`,
    `name one of the levels ${levels
      .slice(0, 10)
      .map((level) => `"${level.name}"`)
      .join(', ')}`,
  );
}

function reordered(ring: Float64Array, order: readonly number[]): Float64Array {
  return Float64Array.from(order.flatMap((i) => [ring[2 * i] as number, ring[2 * i + 1] as number]));
}

/** All four turns to the same side. */
function isConvex(ring: Float64Array): boolean {
  let left = 0;
  let right = 0;
  for (let i = 0; i < 4; i++) {
    const [a, b, c] = [i, (i + 1) % 4, (i + 2) % 4] as [number, number, number];
    const ux = (ring[2 * b] as number) - (ring[2 * a] as number);
    const uy = (ring[2 * b + 1] as number) - (ring[2 * a + 1] as number);
    const vx = (ring[2 * c] as number) - (ring[2 * b] as number);
    const vy = (ring[2 * c + 1] as number) - (ring[2 * b + 1] as number);
    const turn = ux * vy - uy * vx;
    if (turn > 0) left++;
    if (turn < 0) right++;
  }
  return left === 4 || right === 4;
}
