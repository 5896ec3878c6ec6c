/**
 * A pose → the floor in sight, as one ring: for pictures and explanations. The same wedges as in observe.ts; where one ends, at a wall, a closed door,
 * the end of a link, or the range, is a piece of the outline. Together they are the view from right to left, each direction once.
 * Allocates; nothing that people do depends on it.
 */
import { NONE } from '../core/none.ts';
import type { Scenery } from '../topology/places.ts';
import type { Pose } from './observe.ts';

/** Between two points of an outline that is round, over the range. */
const FINE = 0.06;

type Ray = readonly [x: number, y: number];

interface Wedge {
  cell: number;
  /** The side it came in through. */
  entry: number;
  left: Ray;
  right: Ray;
}

const lengthOf = ([x, y]: Ray): number => Math.sqrt(x * x + y * y);
const toLength = ([x, y]: Ray, length: number): Ray => {
  const factor = length / Math.max(1e-12, lengthOf([x, y]));
  return [factor * x, factor * y];
};
const cross = ([ax, ay]: Ray, [bx, by]: Ray): number => ax * by - ay * bx;
const isWithin = (p: Ray, { left, right }: Wedge): boolean => cross(right, p) >= 0 && cross(p, left) >= 0;

/**
 * Several poses one after the other, counter-clockwise, are one look round.
 * @returns x, y interleaved, mesh coordinates, counter-clockwise; the eye is the first point, unless the look goes all round
 */
export function visibleRegion(scenery: Scenery, poses: readonly Pose[]): number[] {
  const [{ x, y }] = poses as [Pose];
  const isRound = poses.length > 1;
  return [...(isRound ? [] : [x, y]), ...poses.flatMap((pose) => outlineOf(scenery, pose))];
}

/** From right to left. */
function outlineOf({ mesh, sight }: Scenery, pose: Pose): number[] {
  const { vertices, sideVertex, cellFirst, sideCell, cellLink } = mesh;
  const { x, y, dx, dy, sine, cosine, range } = pose;
  const ownLink = cellLink[pose.cell];
  const at = (s: number): Ray => [vertices[2 * sideVertex[s]] - x, vertices[2 * sideVertex[s] + 1] - y];
  const waiting: Wedge[] = [
    {
      cell: pose.cell,
      entry: NONE,
      left: [dx * cosine - dy * sine, dy * cosine + dx * sine],
      right: [dx * cosine + dy * sine, dy * cosine - dx * sine],
    },
  ];
  /** Pieces of the outline, and the sine of how far left of where the pose looks they begin. */
  const pieces: { turned: number; points: number[] }[] = [];
  for (let wedge = waiting.pop(); wedge !== undefined; wedge = waiting.pop()) {
    const { cell, entry } = wedge;
    for (let s = cellFirst[cell]; s < cellFirst[cell + 1]; s++) {
      const a = at(s);
      const b = at(s + 1 === cellFirst[cell + 1] ? cellFirst[cell] : s + 1);
      if (s === entry || !(cross(a, b) > 0)) continue;
      const isStart = isWithin(a, wedge);
      if (!isStart && !(cross(a, wedge.right) >= 0 && cross(wedge.right, b) >= 0)) continue;
      const right = isStart ? a : wedge.right;
      const left = isWithin(b, wedge) ? b : wedge.left;
      if (!(cross(right, left) > 0)) continue;
      const through = sight[s];
      const beyond = through === NONE ? NONE : sideCell[through];
      const isEnd =
        beyond === NONE ||
        (cellLink[cell] !== NONE && cellLink[cell] !== ownLink && cellLink[beyond] !== cellLink[cell]);
      if (!isEnd && isNear(a, b, right, left, range)) waiting.push({ cell: beyond, entry: through, left, right });
      else pieces.push({ turned: cross([dx, dy], toLength(right, 1)), points: pieceOf(a, b, right, left, pose) });
    }
  }
  pieces.sort((one, other) => one.turned - other.turned);
  return pieces.flatMap(({ points }) => points);
}

/** Is a side, from a to b, within the range somewhere between two rays? */
function isNear(a: Ray, b: Ray, right: Ray, left: Ray, range: number): boolean {
  const ex = b[0] - a[0];
  const ey = b[1] - a[1];
  const foot = -(a[0] * ex + a[1] * ey) / (ex * ex + ey * ey);
  const share = Math.min(shareOf(a, b, left), Math.max(shareOf(a, b, right), foot));
  return lengthOf([a[0] + share * ex, a[1] + share * ey]) <= range;
}

/** Where along a side a ray meets it, 0 to 1. */
function shareOf(a: Ray, b: Ray, ray: Ray): number {
  const along: Ray = [b[0] - a[0], b[1] - a[1]];
  const across = cross(along, ray);
  return across === 0 ? 0 : Math.min(1, Math.max(0, -cross(a, ray) / across));
}

/** A side between two rays as it is seen, cut off at the range. */
function pieceOf(a: Ray, b: Ray, right: Ray, left: Ray, pose: Pose): number[] {
  const seenAt = (ray: Ray): Ray => {
    const share = shareOf(a, b, ray);
    return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
  };
  const [p, q] = [seenAt(right), seenAt(left)];
  const isWhole = lengthOf(p) <= pose.range && lengthOf(q) <= pose.range;
  const rays = isWhole ? [p, q] : [p, ...between(toLength(p, 1), toLength(q, 1)), q];
  return rays.flatMap((ray, k) => {
    const met = k === 0 || k === rays.length - 1 ? ray : seenAt(ray);
    const [x, y] = lengthOf(met) > pose.range ? toLength(met, pose.range) : met;
    return [pose.x + x, pose.y + y];
  });
}

/** Directions between two, finely, in order. */
function between(from: Ray, to: Ray): Ray[] {
  if (lengthOf([to[0] - from[0], to[1] - from[1]]) < FINE) return [];
  const middle = toLength([from[0] + to[0], from[1] + to[1]], 1);
  return [...between(from, middle), middle, ...between(middle, to)];
}
