/**
 * The exact width of the widest disc that can be moved from p to q between walls, without any triangulation.
 *
 * A disc of diameter w avoids wall i exactly if its centre avoids the capsule K_i of radius w/2 around it. Capsules are
 * convex, and K_i and K_j meet exactly if the walls are at most w apart. So every closed curve in their union U can be
 * pulled, inside U, onto a cycle of the graph "walls at most w apart", each link drawn as the shortest segment between
 * the two walls; and p, q outside of U are separated exactly if some closed curve in U winds around one of them and
 * not around the other (Alexander duality), that is, if some cycle of the graph crosses a curve from p to q an odd
 * number of times. Links are added by increasing distance to a union-find that knows parities; the length of
 * the link that closes the first odd cycle is the critical width. O(n² log n), no approximation but rounding.
 */
import { nearestOnWall, type Walls } from './walls.ts';

export interface Barriers {
  /** Walls joined, from and to, and how far apart they are, by increasing distance. */
  from: Int32Array;
  to: Int32Array;
  distance: Float64Array;
  /** Per link four points: middle of the one wall, shortest connection, middle of the other; x, y interleaved. */
  course: Float64Array;
  walls: number;
}

export function findBarriers(walls: Walls): Barriers {
  const count = walls.length / 4;
  const links: { from: number; to: number; distance: number; course: number[] }[] = [];
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const { distance, points } = shortestConnection(walls, i, j);
      const middle = (s: number) => [(walls[4 * s] + walls[4 * s + 2]) / 2, (walls[4 * s + 1] + walls[4 * s + 3]) / 2];
      links.push({ from: i, to: j, distance, course: [...middle(i), ...points, ...middle(j)] });
    }
  }
  links.sort((a, b) => a.distance - b.distance);
  return {
    from: Int32Array.from(links, (link) => link.from),
    to: Int32Array.from(links, (link) => link.to),
    distance: Float64Array.from(links, (link) => link.distance),
    course: Float64Array.from(links.flatMap((link) => link.course)),
    walls: count,
  };
}

/** Between two walls that do not cross, one of the four ends is nearest. */
function shortestConnection(walls: Walls, i: number, j: number): { distance: number; points: number[] } {
  let best = { distance: Infinity, points: [0, 0, 0, 0] };
  for (const [s, t, turned] of [
    [i, j, false],
    [j, i, true],
  ] as const) {
    for (let end = 0; end < 4; end += 2) {
      const x = walls[4 * s + end];
      const y = walls[4 * s + end + 1];
      const [px, py] = nearestOnWall(walls, t, x, y);
      const distance = Math.hypot(px - x, py - y);
      if (distance < best.distance) best = { distance, points: turned ? [px, py, x, y] : [x, y, px, py] };
    }
  }
  return best;
}

/** Does the ray from (x, y) towards growing y cross each link's course an odd number of times? */
export function crossedBy(barriers: Barriers, x: number, y: number): Uint8Array {
  const { course } = barriers;
  const odd = new Uint8Array(barriers.distance.length);
  for (let link = 0; link < odd.length; link++) {
    for (let i = 8 * link; i < 8 * link + 6; i += 2) {
      const ax = course[i];
      const bx = course[i + 2];
      if (ax > x === bx > x) continue;
      const ay = course[i + 1];
      const height = ay + ((x - ax) / (bx - ax)) * (course[i + 3] - ay);
      if (height > y) odd[link] ^= 1;
    }
  }
  return odd;
}

/**
 * Diameter at which discs at p and q become separated, given what their rays cross. Discs that do not fit at p or q
 * are the caller's concern; Infinity where no barrier separates the two.
 */
export function criticalWidth(barriers: Barriers, crossedByP: Uint8Array, crossedByQ: Uint8Array): number {
  const parent = new Int32Array(barriers.walls);
  for (let i = 0; i < parent.length; i++) parent[i] = i;
  /** Parity of the way from each wall to its parent. */
  const parity = new Uint8Array(barriers.walls);
  const find = (i: number): [number, number] => {
    let odd = 0;
    while (parent[i] !== i) {
      odd ^= parity[i];
      i = parent[i];
    }
    return [i, odd];
  };
  for (let link = 0; link < barriers.distance.length; link++) {
    const [a, oddA] = find(barriers.from[link]);
    const [b, oddB] = find(barriers.to[link]);
    const odd = crossedByP[link] ^ crossedByQ[link];
    if (a !== b) {
      parent[a] = b;
      parity[a] = oddA ^ oddB ^ odd;
    } else if ((oddA ^ oddB ^ odd) === 1) return barriers.distance[link];
  }
  return Infinity;
}
