/**
 * Gates to walk through → the shortest line through them: the string pulled taut. Ends of gates are drawn in by a margin, to the middle at
 * most, so that a body passes beside corners, not through them.
 *
 *        left ─────┐     left          the funnel from the apex through all gates so far; where the next one leads out of it
 *   apex <         │  <                on one side, the line bends at the corner on that side, which is the next apex
 *        right ────┘     right
 *
 * Cost: gates, but for those looked at again after a bend.
 */

/**
 * @param gates x, y of the right end and of the left end of each, as one comes to it
 * @returns x, y interleaved: start, bends, goal
 */
export function pullTaut(
  startX: number,
  startY: number,
  gates: readonly number[],
  goalX: number,
  goalY: number,
  margin: number,
): number[] {
  const count = gates.length / 4;
  const points = [startX, startY];
  /** End of gate k, or the goal: 0 the right, 1 the left. */
  const end = (k: number, side: number): [number, number] => {
    if (k === count) return [goalX, goalY];
    const [rx, ry, lx, ly] = gates.slice(4 * k, 4 * k + 4) as [number, number, number, number];
    const long = Math.hypot(lx - rx, ly - ry);
    const share = long === 0 ? 0 : Math.min(0.5, margin / long);
    const from = side === 0 ? share : 1 - share;
    return [rx + from * (lx - rx), ry + from * (ly - ry)];
  };
  let [apexX, apexY] = [startX, startY];
  const turn = (p: readonly [number, number], q: readonly [number, number]) =>
    (p[0] - apexX) * (q[1] - apexY) - (p[1] - apexY) * (q[0] - apexX);
  const isApex = (p: readonly [number, number]) => p[0] === apexX && p[1] === apexY;
  let right: [number, number] = [startX, startY];
  let left: [number, number] = [startX, startY];
  let rightGate = 0;
  let leftGate = 0;
  for (let k = 0; k <= count; k++) {
    const nextRight = end(k, 0);
    const nextLeft = end(k, 1);
    let bend: { at: [number, number]; gate: number } | undefined;
    if (isApex(right) || turn(right, nextRight) >= 0) {
      if (isApex(right) || isApex(left) || turn(nextRight, left) > 0) {
        right = nextRight;
        rightGate = k;
      } else bend = { at: left, gate: leftGate };
    }
    if (bend === undefined && (isApex(left) || turn(left, nextLeft) <= 0)) {
      if (isApex(left) || isApex(right) || turn(right, nextLeft) > 0) {
        left = nextLeft;
        leftGate = k;
      } else bend = { at: right, gate: rightGate };
    }
    if (bend === undefined) continue;
    points.push(...bend.at);
    [apexX, apexY] = bend.at;
    right = left = bend.at;
    rightGate = leftGate = bend.gate;
    k = bend.gate;
  }
  if (points.at(-2) !== goalX || points.at(-1) !== goalY || points.length === 2) points.push(goalX, goalY);
  return points;
}
