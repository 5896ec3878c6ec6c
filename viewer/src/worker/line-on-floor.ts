/**
 * A line through portals → the same line with the height of the floor at each of its points, and one more point wherever it comes onto
 * stairs or leaves them: else it would cut through the air between two bends on different levels.
 *
 *   hall ──────○╲  head of the stairs      ○ points that are put in
 *                ╲
 *   foot          ╲○────── platform
 *
 * Cost: portals times the pieces between two of them.
 */
import { NONE, nextSideOf, type World } from '@foulee/engine';
import { heightAt } from '@foulee/formats';

/** Shares of a piece and of a portal by which a crossing may miss them. */
const CLOSE = 1e-6;

/**
 * @param points x, y interleaved, metres from the origin; @param cell in which it begins
 * @param portals that it goes through: sides of the cells that are left
 * @returns x, y, height interleaved
 */
export function lineOnFloor(
  world: World,
  points: ArrayLike<number>,
  cell: number,
  portals: readonly number[],
): number[] {
  const { vertices, sideVertex, sideTwin, sideCell, cellLink } = world.mesh;
  const line: number[] = [];
  const count = points.length / 2;
  let within = cell;
  /** The next point to be put on the line. */
  let next = 0;
  const putUpTo = (end: number) => {
    for (; next < end; next++) {
      const [x, y] = [points[2 * next], points[2 * next + 1]];
      line.push(x, y, heightAt(world, within, x, y));
    }
  };
  putUpTo(Math.min(1, count));
  for (const s of portals) {
    const [a, b] = [2 * sideVertex[s], 2 * sideVertex[nextSideOf(world.mesh, s)]];
    const [ax, ay, bx, by] = [vertices[a], vertices[a + 1], vertices[b], vertices[b + 1]];
    for (let k = next - 1; k + 1 < count; k++) {
      const [px, py] = [points[2 * k], points[2 * k + 1]];
      const share = crossing(px, py, points[2 * k + 2], points[2 * k + 3], ax, ay, bx, by);
      if (share === undefined) continue;
      putUpTo(k + 1);
      const to = sideCell[sideTwin[s]];
      if (cellLink[within] !== NONE || cellLink[to] !== NONE) {
        const x = px + share * (points[2 * k + 2] - px);
        const y = py + share * (points[2 * k + 3] - py);
        line.push(x, y, heightAt(world, within, x, y));
      }
      break;
    }
    within = sideCell[sideTwin[s]];
  }
  putUpTo(count);
  return line;
}

/** How far along pq it meets ab; undefined: it does not. */
function crossing(
  px: number,
  py: number,
  qx: number,
  qy: number,
  ax: number,
  ay: number,
  bx: number,
  by: number,
): number | undefined {
  const [dx, dy, ex, ey] = [qx - px, qy - py, bx - ax, by - ay];
  const across = dx * ey - dy * ex;
  if (across === 0) return undefined;
  const along = ((ax - px) * ey - (ay - py) * ex) / across;
  const beside = ((ax - px) * dy - (ay - py) * dx) / across;
  const isMet = along >= -CLOSE && along <= 1 + CLOSE && beside >= -CLOSE && beside <= 1 + CLOSE;
  return isMet ? Math.min(1, Math.max(0, along)) : undefined;
}
