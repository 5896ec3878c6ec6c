/**
 * Walls as a network of points, for oracles that follow a path of a point walker: around every point the pieces of wall
 * that leave it, by angle, and between each two of them a *sector*. A path that touches a point of a wall stays in one
 * sector: that is what it means to touch corners and to slide along walls, but neither to cross a thin wall at its
 * vertex nor to slip through where two obstacles meet in a point. Exact signs; brute force over all walls.
 */
import { orient2d } from 'robust-predicates';
import type { FlatMap } from '../../src/map/flat-map.ts';

export type Point = readonly [number, number];

export interface WallNetwork {
  /** Ends of walls, and the places asked for. */
  points: Point[];
  /** Per point, the points at the other ends of its pieces of wall, counter-clockwise by angle. */
  star: number[][];
  /** Per point and piece of wall that leaves it: is there floor to the left of that piece? Sector i is left of piece i. */
  leftIsFloor: boolean[][];
  /** Pieces of wall, two points each. */
  pieces: [number, number][];
  /** For each place asked for, its point. */
  places: number[];
}

const BLOCKS = 0;
const LEFT = 1;
const RIGHT = 2;

/** > 0: c lies to the left of a → b. */
function side(a: Point, b: Point, c: Point): number {
  return -Math.sign(orient2d(a[0], a[1], b[0], b[1], c[0], c[1]));
}

/** Of a polyline. */
export function lengthOf(points: readonly Point[]): number {
  let length = 0;
  for (let i = 1; i < points.length; i++) {
    length += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  }
  return length;
}

function distance(p: Point, q: Point): number {
  return Math.hypot(q[0] - p[0], q[1] - p[1]);
}

/** Is c beside neither end of a–b, along it? */
function isBetween(a: Point, b: Point, c: Point): boolean {
  const along = (c[0] - a[0]) * (b[0] - a[0]) + (c[1] - a[1]) * (b[1] - a[1]);
  return along > 0 && along < (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2;
}

function distanceToLine(a: Point, b: Point, c: Point): number {
  return Math.abs(orient2d(a[0], a[1], b[0], b[1], c[0], c[1])) / distance(a, b);
}

/**
 * The walls of a level, cut where a place lies on one. Places within `nearVertex` of an end of a wall are that end;
 * places within `nearWall` of a wall are on it, and bend it by that much.
 */
export function createWallNetwork(map: FlatMap, places: readonly Point[], nearVertex = 0, nearWall = 0): WallNetwork {
  const points: Point[] = [];
  for (let v = 0; v < map.vertices.length; v += 2) points.push([map.vertices[v], map.vertices[v + 1]]);
  const vertexCount = points.length;
  const isEnd = new Uint8Array(vertexCount);
  let walls: { from: number; to: number; sides: number }[] = [];
  for (let s = 0; s < map.segmentKind.length; s++) {
    if (map.segmentKind[s] !== BLOCKS) continue;
    const [from, to] = [map.segments[2 * s], map.segments[2 * s + 1]];
    isEnd[from] = isEnd[to] = 1;
    walls.push({ from, to, sides: map.segmentSides[s] });
  }
  const placed = places.map((place) => {
    const known = points.findIndex(
      (point, i) => (i >= vertexCount || isEnd[i] === 1) && distance(point, place) <= nearVertex,
    );
    if (known >= 0) return known;
    const on = walls
      .filter(({ from, to }) => isBetween(points[from], points[to], place))
      .map((wall) => ({ wall, off: distanceToLine(points[wall.from], points[wall.to], place) }))
      .filter(({ off }) => off <= nearWall)
      .toSorted((a, b) => a.off - b.off)[0]?.wall;
    points.push(place);
    const here = points.length - 1;
    if (on !== undefined) {
      walls = walls.filter((wall) => wall !== on);
      walls.push({ ...on, to: here }, { ...on, from: here });
    }
    return here;
  });
  const leaving: { to: number; floor: boolean }[][] = points.map(() => []);
  for (const { from, to, sides } of walls) {
    leaving[from].push({ to, floor: (sides & LEFT) !== 0 });
    leaving[to].push({ to: from, floor: (sides & RIGHT) !== 0 });
  }
  leaving.forEach((pieces, i) => pieces.sort((p, q) => byAngle(points[i], points[p.to], points[q.to])));
  return {
    points,
    star: leaving.map((pieces) => pieces.map(({ to }) => to)),
    leftIsFloor: leaving.map((pieces) => pieces.map(({ floor }) => floor)),
    pieces: walls.map(({ from, to }) => [from, to]),
    places: placed,
  };
}

/** Counter-clockwise around `at`, from the direction of growing x. */
function byAngle(at: Point, p: Point, q: Point): number {
  const isUpper = ([x, y]: Point) => y > at[1] || (y === at[1] && x > at[0]);
  if (isUpper(p) !== isUpper(q)) return isUpper(p) ? -1 : 1;
  return -side(at, p, q);
}

/** How many sectors a point has: one where no wall or a single one ends. */
export function sectorCount({ star }: WallNetwork, point: number): number {
  return Math.max(1, star[point].length);
}

export function isFloorSector({ leftIsFloor }: WallNetwork, point: number, sector: number): boolean {
  return leftIsFloor[point][sector] ?? true;
}

/** Is a sector half a turn or more? Only then a straight way can pass the point, or a shortest path turn there. */
export function isWide({ points, star }: WallNetwork, point: number, sector: number): boolean {
  const ends = star[point];
  if (ends.length < 2) return true;
  return side(points[point], points[ends[sector]], points[ends[(sector + 1) % ends.length]]) <= 0;
}

/** Does the direction from a point to another point into a sector, its borders included? */
function pointsInto({ points, star }: WallNetwork, point: number, sector: number, towards: Point): boolean {
  const ends = star[point];
  if (ends.length < 2) return true;
  const at = points[point];
  const first = points[ends[sector]];
  const last = points[ends[(sector + 1) % ends.length]];
  const bend = side(at, first, last);
  if (bend > 0) return side(at, first, towards) >= 0 && side(at, last, towards) <= 0;
  if (bend === 0) return side(at, first, towards) >= 0;
  return !(side(at, last, towards) > 0 && side(at, first, towards) < 0);
}

/**
 * Pairs of sectors (one at i, one at j) that the straight way from i to j joins. A way along a piece of wall joins
 * those to its left and those to its right. Whether anything stands in the way is another question: `isOpen`.
 */
export function joinedSectors(network: WallNetwork, i: number, j: number): [number, number][] {
  const { points, star } = network;
  const at = star[i].indexOf(j);
  if (at >= 0) {
    const back = star[j].indexOf(i);
    const before = (point: number, piece: number) => (piece + star[point].length - 1) % star[point].length;
    const left: [number, number] = [at, before(j, back)];
    const right: [number, number] = [before(i, at), back];
    return left[0] === right[0] && left[1] === right[1] ? [left] : [left, right];
  }
  const pairs: [number, number][] = [];
  for (let s = 0; s < sectorCount(network, i); s++) {
    if (!pointsInto(network, i, s, points[j])) continue;
    for (let t = 0; t < sectorCount(network, j); t++) {
      if (pointsInto(network, j, t, points[i])) pairs.push([s, t]);
    }
  }
  return pairs;
}

/** Is the way between two points free of walls and of points of walls? Ways past such a point are told as two. */
export function isOpen({ points, star, pieces }: WallNetwork, i: number, j: number): boolean {
  if (star[i].includes(j)) return true;
  const [p, q] = [points[i], points[j]];
  const [left, right] = [Math.min(p[0], q[0]), Math.max(p[0], q[0])];
  const [low, high] = [Math.min(p[1], q[1]), Math.max(p[1], q[1])];
  for (const [a, b] of pieces) {
    const [c, d] = [points[a], points[b]];
    if (Math.max(c[0], d[0]) < left || Math.min(c[0], d[0]) > right) continue;
    if (Math.max(c[1], d[1]) < low || Math.min(c[1], d[1]) > high) continue;
    const [sideC, sideD] = [side(p, q, c), side(p, q, d)];
    if (sideC === 0 && isBetween(p, q, c)) return false;
    if (sideD === 0 && isBetween(p, q, d)) return false;
    if (sideC * sideD < 0 && side(c, d, p) * side(c, d, q) < 0) return false;
  }
  return true;
}
