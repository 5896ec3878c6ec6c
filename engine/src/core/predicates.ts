/**
 * Exact signs of the two geometric questions everything rests on, y up.
 *
 * robust-predicates (Shewchuk's adaptive arithmetic) assumes y down: its orientation is turned here, once.
 * Its in-circle answer does not depend on that. Results are signs to be compared with zero, not measures.
 */
import { incircle, orient2d } from 'robust-predicates';

/** > 0: c lies to the left of the line from a to b (a, b, c turn counter-clockwise); 0: on it; < 0: to the right. */
export function orient(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  return -orient2d(ax, ay, bx, by, cx, cy);
}

/**
 * inCircle(ax, ay, bx, by, cx, cy, dx, dy) > 0: d lies inside the circle through a, b, c, which must turn
 * counter-clockwise; 0: on it; < 0: outside.
 */
export { incircle as inCircle };
