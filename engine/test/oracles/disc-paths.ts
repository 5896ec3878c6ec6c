/**
 * The shortest path of a disc of diameter w between walls, by its definition: its centre keeps w/2 from every wall, so
 * the path is made of arcs around ends of walls, with radius w/2, and of segments that touch those circles.
 *
 * Nodes are the points where a segment touches a circle, and the places. All tangents of all pairs of circles
 * (two outer, two inner) and of all places are tried against all walls; along each circle neighbouring nodes are joined
 * where no wall is nearer than w/2 to the arc between them. O(corners² · walls) tangents, brute force; "nearer" means by
 * more than ROUNDING, so widths within that of a gap's width are not to be asked for.
 */
import { shortestTree } from './shortest-paths.ts';
import { distanceBetweenSegments } from './segments.ts';
import type { Point } from './wall-network.ts';
import { clearanceOf, type Walls } from './walls.ts';

/** Metres. */
const ROUNDING = 1e-9;
/** Radians: arcs shorter than this are none. */
const SHORTEST_ARC = 1e-12;

const TURN = 2 * Math.PI;

interface Circle {
  x: number;
  y: number;
  /** Free arcs: start, and end beyond it, in radians. */
  arcs: [number, number][];
  /** Points where tangents touch, with their node. */
  touched: { angle: number; node: number }[];
}

export interface DiscPath {
  /** Infinity where there is no path. */
  length: number;
  /** The places and the touching points between them. */
  points: Point[];
}

/** Shortest paths between any two of the places for one width > 0. A place nearer than w/2 to a wall has none. */
export function discPaths(walls: Walls, width: number, places: readonly Point[]): (i: number, j: number) => DiscPath {
  const radius = width / 2;
  const points: Point[] = [...places];
  const neighbours: { node: number; length: number }[][] = places.map(() => []);
  const join = (a: number, b: number, length: number) => {
    neighbours[a].push({ node: b, length });
    neighbours[b].push({ node: a, length });
  };
  const fits = ([x, y]: Point) => clearanceOf(walls, x, y) >= radius - ROUNDING;
  const standing = places.map(fits);
  const circles = freeCircles(walls, radius);
  const isFree = ([px, py]: Point, [qx, qy]: Point) => {
    for (let s = 0; s < walls.length; s += 4) {
      // Far walls first: most are.
      if (Math.max(walls[s], walls[s + 2]) < Math.min(px, qx) - radius) continue;
      if (Math.min(walls[s], walls[s + 2]) > Math.max(px, qx) + radius) continue;
      if (Math.max(walls[s + 1], walls[s + 3]) < Math.min(py, qy) - radius) continue;
      if (Math.min(walls[s + 1], walls[s + 3]) > Math.max(py, qy) + radius) continue;
      const wall = [walls[s], walls[s + 1], walls[s + 2], walls[s + 3]] as const;
      if (distanceBetweenSegments(px, py, qx, qy, ...wall) < radius - ROUNDING) return false;
    }
    return true;
  };
  const touch = (circle: Circle, angle: number): number => {
    points.push(onCircle(circle, radius, angle));
    neighbours.push([]);
    circle.touched.push({ angle: (angle + TURN) % TURN, node: points.length - 1 });
    return points.length - 1;
  };

  for (const [i, p] of places.entries()) {
    if (!standing[i]) continue;
    for (const [j, q] of places.slice(0, i).entries()) {
      if (standing[j] && isFree(p, q)) join(i, j, Math.hypot(p[0] - q[0], p[1] - q[1]));
    }
    for (const circle of circles) {
      const distance = Math.hypot(p[0] - circle.x, p[1] - circle.y);
      const towards = Math.atan2(p[1] - circle.y, p[0] - circle.x);
      const opening = Math.acos(Math.min(1, radius / distance));
      for (const angle of [towards - opening, towards + opening]) {
        if (!isOnFreeArc(circle, angle)) continue;
        const q = onCircle(circle, radius, angle);
        if (isFree(p, q)) join(i, touch(circle, angle), Math.hypot(p[0] - q[0], p[1] - q[1]));
      }
    }
  }
  for (const [k, b] of circles.entries()) {
    for (const a of circles.slice(0, k)) {
      const distance = Math.hypot(b.x - a.x, b.y - a.y);
      const towards = Math.atan2(b.y - a.y, b.x - a.x);
      const tangents: [number, number][] = [
        [towards + Math.PI / 2, towards + Math.PI / 2],
        [towards - Math.PI / 2, towards - Math.PI / 2],
      ];
      if (distance > width) {
        const opening = Math.acos(width / distance);
        tangents.push(
          [towards + opening, towards + opening + Math.PI],
          [towards - opening, towards - opening + Math.PI],
        );
      }
      for (const [angleA, angleB] of tangents) {
        if (!isOnFreeArc(a, angleA) || !isOnFreeArc(b, angleB)) continue;
        const p = onCircle(a, radius, angleA);
        const q = onCircle(b, radius, angleB);
        if (isFree(p, q)) join(touch(a, angleA), touch(b, angleB), Math.hypot(p[0] - q[0], p[1] - q[1]));
      }
    }
  }
  for (const { arcs, touched } of circles) {
    for (const [start, end] of arcs) {
      const along = touched
        .map(({ angle, node }) => ({ node, beyond: beyond(start, angle) }))
        .filter((at) => at.beyond <= end - start + 1e-9)
        .toSorted((p, q) => p.beyond - q.beyond);
      for (const [i, { node, beyond: angle }] of along.entries()) {
        if (i > 0) join(along[i - 1].node, node, radius * (angle - along[i - 1].beyond));
      }
    }
  }

  const from = new Map<number, { length: Float64Array; before: Int32Array }>();
  return (i, j) => {
    if (!standing[i] || !standing[j]) return { length: Infinity, points: [] };
    if (!from.has(i)) from.set(i, shortestTree(neighbours, [i]));
    const { length, before } = from.get(i)!;
    const path: Point[] = [];
    if (length[j] !== Infinity) for (let node = j; node >= 0; node = before[node]) path.unshift(points[node]);
    return { length: length[j], points: path };
  };
}

function onCircle({ x, y }: Circle, radius: number, angle: number): Point {
  return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
}

/** How far beyond `start` an angle lies, counter-clockwise; just before it counts as at it. */
function beyond(start: number, angle: number): number {
  const ahead = (((angle - start) % TURN) + TURN) % TURN;
  return ahead > TURN - 1e-9 ? 0 : ahead;
}

function isOnFreeArc({ arcs }: Circle, angle: number): boolean {
  return arcs.some(([start, end]) => beyond(start, angle) <= end - start + 1e-9);
}

/** Circles around the ends of walls that a disc's centre can run along somewhere, with the arcs where it can. */
function freeCircles(walls: Walls, radius: number): Circle[] {
  const circles: Circle[] = [];
  const seen = new Set<string>();
  for (let i = 0; i < walls.length; i += 2) {
    const circle: Circle = { x: walls[i], y: walls[i + 1], arcs: [], touched: [] };
    const key = `${circle.x},${circle.y}`;
    if (seen.has(key)) continue;
    seen.add(key);
    circle.arcs = freeArcs(walls, circle, radius);
    if (circle.arcs.length > 0) circles.push(circle);
  }
  return circles;
}

/**
 * Between two angles where the circle enters or leaves the surroundings of any wall, it is free or not as a whole.
 * The wall that ends at its centre blocks half of it, so there are always such angles.
 */
function freeArcs(walls: Walls, circle: Circle, radius: number): [number, number][] {
  const cuts: number[] = [];
  for (let s = 0; s < walls.length; s += 4) {
    const [ax, ay, bx, by] = [walls[s], walls[s + 1], walls[s + 2], walls[s + 3]];
    for (const [x, y] of [
      [ax, ay],
      [bx, by],
    ] as const) {
      const distance = Math.hypot(x - circle.x, y - circle.y);
      if (distance === 0 || distance > 2 * radius) continue;
      const towards = Math.atan2(y - circle.y, x - circle.x);
      const opening = Math.acos(distance / (2 * radius));
      cuts.push(towards - opening, towards + opening);
    }
    // The two lines beside the wall, at distance `radius`: seen from the centre along the wall's normal.
    const normal = Math.atan2(bx - ax, ay - by);
    const height = (ax - circle.x) * Math.cos(normal) + (ay - circle.y) * Math.sin(normal);
    for (const line of [height - radius, height + radius]) {
      if (Math.abs(line) > radius * (1 + 1e-6)) continue;
      const opening = Math.acos(Math.max(-1, Math.min(1, line / radius)));
      cuts.push(normal - opening, normal + opening);
    }
  }
  const angles = [...new Set(cuts.map((angle) => ((angle % TURN) + TURN) % TURN))].sort((p, q) => p - q);
  const isFreeAt = (angle: number) => clearanceOf(walls, ...onCircle(circle, radius, angle)) >= radius - ROUNDING;
  const arcs: [number, number][] = [];
  for (const [i, start] of angles.entries()) {
    const end = i + 1 < angles.length ? angles[i + 1] : angles[0] + TURN;
    if (!isFreeAt((start + end) / 2)) continue;
    const last = arcs.at(-1);
    if (last !== undefined && last[1] === start) last[1] = end;
    else arcs.push([start, end]);
  }
  // The arc over angle 0 was cut in two.
  const [first, last] = [arcs[0], arcs.at(-1)];
  if (first !== undefined && last !== undefined && arcs.length > 1 && first[0] + TURN === last[1]) {
    arcs.pop();
    first[0] = last[0] - TURN;
  }
  return arcs.filter(([start, end]) => end - start > SHORTEST_ARC);
}
