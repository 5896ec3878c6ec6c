/**
 * Sliding along a body: somebody who touches another goes on sideways past it, as far as its own way leads there. Velocities are indexed, so without it
 * two who wedge each other before a door would wait for ever.
 *
 *        ● ↖        what leads into the other is taken from the step; what is left runs along it
 *      ↗   (i)
 *
 * In: a step wished. Out: the step that is left; false if nothing worth is left, or a second body is in the way. Ours: M02 has no bodies.
 */
import { NONE } from '../../core/none.ts';
import { bodyInWay } from './bodies.ts';
import type { Streamers } from './columns.ts';
import type { StreamMaps } from './maps.ts';

/** Share of a step below which it is not worth it. */
const WORTH = 0.1;

/** @param step x, y of the step wished: changed */
export function slideAlong(maps: StreamMaps, crowd: Streamers, i: number, step: Float64Array): boolean {
  const { place } = crowd;
  const x = place[2 * i];
  const y = place[2 * i + 1];
  const other = bodyInWay(maps, crowd, i, x + step[0], y + step[1]);
  if (other === NONE) return false;
  const nx = x - place[2 * other];
  const ny = y - place[2 * other + 1];
  const squared = nx * nx + ny * ny;
  if (squared === 0) return false;
  const into = (step[0] * nx + step[1] * ny) / squared;
  if (into >= 0) return false;
  const wished = step[0] * step[0] + step[1] * step[1];
  step[0] -= into * nx;
  step[1] -= into * ny;
  if (step[0] * step[0] + step[1] * step[1] < WORTH * WORTH * wished) return false;
  return bodyInWay(maps, crowd, i, x + step[0], y + step[1]) === NONE;
}
