/**
 * Links (stairs, ramps, escalators, lifts): are their four corners usable, and which way round do they go? Their kinds, and where
 * these matter, are in plan.ts; their cells are made in subdivision/link-map.ts.
 *
 *        3 ── upper end ── 2        The lower end is the side 0–1, the upper the side 2–3. Corners given clockwise are
 *        │                 │        read as 1, 0, 3, 2: the same two ends, the other way round.
 *        0 ── lower end ── 1
 */
import { InputError } from '../core/errors.ts';
import { orient } from '../core/predicates.ts';
import type { Plan, PlanLink } from './plan.ts';

/** A link must be wider than this many tolerances everywhere, so that cleaning the map cannot fold it. */
const WIDTH = 10;

/** The corners of a checked link, counter-clockwise, the lower end first. */
export function linkCorners({ corners: c }: Pick<PlanLink, 'corners'>): Float64Array {
  if (turnAt(c, 0) > 0) return c;
  return Float64Array.of(c[2], c[3], c[0], c[1], c[6], c[7], c[4], c[5]);
}

/** Throws what is wrong with a link, and what would be right. */
export function checkLink(plan: Plan, link: PlanLink, tolerance: number): void {
  const fail = (what: string, remedy: string): never => {
    throw new InputError(`${plan.name}, ${link.kind} "${link.name}"`, what, remedy);
  };
  const around = 'give four corners around its outline, first the two of the lower end, then the two of the upper end';
  if (link.corners.length !== 8) fail(`${link.corners.length / 2} corners are given`, around);
  for (const level of [link.lower, link.upper]) {
    if (!plan.levels[level]) fail(`the plan has no level ${level}`, `name one of 0 to ${plan.levels.length - 1}`);
  }
  if (link.lower === link.upper) {
    fail(`both ends are on level "${plan.levels[link.lower].name}"`, 'give the two levels that it joins');
  }
  const turns = [0, 1, 2, 3].map((i) => Math.sign(turnAt(link.corners, i)));
  if (turns[0] === 0 || turns.some((turn) => turn !== turns[0])) fail('its outline is not convex', around);
  if (!(widthOf(link.corners) > WIDTH * tolerance)) {
    fail(`it is narrower than ${WIDTH * tolerance} m`, 'make it as wide as a person at least');
  }
}

/** Positive where the outline turns left at the corner after corner i. */
function turnAt(c: Float64Array, i: number): number {
  const [p, q, r] = [2 * i, (2 * i + 2) % 8, (2 * i + 4) % 8];
  return orient(c[p], c[p + 1], c[q], c[q + 1], c[r], c[r + 1]);
}

/** The least distance between a corner and a side it does not belong to. */
function widthOf(c: Float64Array): number {
  let least = Infinity;
  for (let i = 0; i < 8; i += 2) {
    const ex = c[(i + 2) % 8] - c[i];
    const ey = c[(i + 3) % 8] - c[i + 1];
    for (const j of [(i + 4) % 8, (i + 6) % 8]) {
      const along = ((c[j] - c[i]) * ex + (c[j + 1] - c[i + 1]) * ey) / (ex * ex + ey * ey);
      const share = Math.min(1, Math.max(0, along));
      const dx = c[i] + share * ex - c[j];
      const dy = c[i + 1] + share * ey - c[j + 1];
      least = Math.min(least, Math.sqrt(dx * dx + dy * dy));
    }
  }
  return least;
}
