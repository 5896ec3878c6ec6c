/**
 * Which wall does a straight way cross first? By definition, over all walls of a map, with exact signs.
 *
 * A wall crossed beside its ends stops the way. At a vertex of walls the way goes on if the place it comes from and the
 * place it goes to lie between the same two walls around that vertex; along a wall it stays on the side it is on. So
 * touching a corner and running along a wall is no hit, and slipping through where two walls meet is one.
 */
import { orient2d } from 'robust-predicates';
import type { FlatMap } from '../../src/map/flat-map.ts';

export interface RayAnswer {
  reached: boolean;
  /** The end, or where the way is stopped. */
  x: number;
  y: number;
  /** The way came straight upon the end of a wall and ran on along it: it might be on either side. */
  isUndecided: boolean;
}

type Point = readonly [number, number];

const BLOCKS = 0;

/** > 0: c lies to the left of a → b. */
function side(a: Point, b: Point, c: Point): number {
  return -Math.sign(orient2d(a[0], a[1], b[0], b[1], c[0], c[1]));
}

/** Walls that leave one vertex, by angle; between wall i and wall i + 1 lies sector i. */
interface Star {
  at: Point;
  ends: Point[];
}

function starsOf({ vertices, segments, segmentKind }: FlatMap): Star[] {
  const stars = new Map<number, Star>();
  const place = (v: number): Point => [vertices[2 * v], vertices[2 * v + 1]];
  for (let s = 0; s < segmentKind.length; s++) {
    if (segmentKind[s] !== BLOCKS) continue;
    for (const [v, w] of [
      [segments[2 * s], segments[2 * s + 1]],
      [segments[2 * s + 1], segments[2 * s]],
    ] as const) {
      const star = stars.get(v) ?? { at: place(v), ends: [] };
      star.ends.push(place(w));
      stars.set(v, star);
    }
  }
  for (const { at, ends } of stars.values()) {
    const isUpper = (p: Point) => p[1] > at[1] || (p[1] === at[1] && p[0] > at[0]);
    ends.sort((p, q) => (isUpper(p) !== isUpper(q) ? (isUpper(p) ? -1 : 1) : -side(at, p, q)));
  }
  return [...stars.values()];
}

/** Where the direction towards p points around a vertex: into a sector, or along a wall. */
function placeAround({ at, ends }: Star, p: Point): { sector: number } | { along: number } {
  const turn = (end: Point) => side(at, end, p);
  const isAhead = (end: Point) => (end[0] - at[0]) * (p[0] - at[0]) + (end[1] - at[1]) * (p[1] - at[1]) > 0;
  const along = ends.findIndex((end) => turn(end) === 0 && isAhead(end));
  if (along >= 0) return { along };
  if (ends.length === 1) return { sector: 0 };
  const sector = ends.findIndex((end, i) => {
    const after = ends[(i + 1) % ends.length];
    // Counter-clockwise from `end` to `after`: less than half a turn, half a turn, or more.
    const bend = side(at, end, after);
    if (bend > 0) return turn(end) > 0 && turn(after) < 0;
    if (bend === 0) return turn(end) > 0;
    return !(turn(after) > 0 && turn(end) < 0);
  });
  return { sector };
}

/**
 * @param inside a point of the interior of the cell the way begins in: which side of a wall it starts on
 */
export function castRay(map: FlatMap, from: Point, to: Point, inside: Point): RayAnswer {
  let isUndecided = false;
  const stop = ([x, y]: Point): RayAnswer => ({ reached: false, x, y, isUndecided });
  const ahead = (p: Point) => (p[0] - from[0]) * (to[0] - from[0]) + (p[1] - from[1]) * (to[1] - from[1]);
  const end = ahead(to);
  if (end === 0) return { reached: true, x: to[0], y: to[1], isUndecided };
  const stars = starsOf(map);
  /** Sides of the wall it runs along that the way may be on, seen along the way: from a wall's end on both are. */
  let running: ('left' | 'right')[] = [];

  // Walls crossed beside their ends, and walls the way begins on.
  const crossings: { at: number; place: Point }[] = [];
  const place = (v: number): Point => [map.vertices[2 * v], map.vertices[2 * v + 1]];
  for (let s = 0; s < map.segmentKind.length; s++) {
    if (map.segmentKind[s] !== BLOCKS) continue;
    const [a, b] = [place(map.segments[2 * s]), place(map.segments[2 * s + 1])];
    const [sideA, sideB, sideFrom, sideTo] = [side(from, to, a), side(from, to, b), side(a, b, from), side(a, b, to)];
    if (sideA === 0 && sideB === 0) {
      if (Math.min(ahead(a), ahead(b)) < 0 && Math.max(ahead(a), ahead(b)) > 0)
        running = [side(from, to, inside) > 0 ? 'left' : 'right'];
      continue;
    }
    if (sideA * sideB >= 0) continue;
    if (sideFrom === 0) {
      // The way begins on this wall: into the side its cell is on, or through the wall at once.
      if (side(a, b, inside) !== sideTo) return stop(from);
      continue;
    }
    if (sideFrom * sideTo >= 0) continue;
    const share = crossingShare(a, b, from, to);
    crossings.push({
      at: share * end,
      place: [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])],
    });
  }
  const firstCrossing = crossings.toSorted((p, q) => p.at - q.at)[0];

  // Vertices on the way, in order.
  const passed = stars
    .filter(({ at }) => side(from, to, at) === 0 && ahead(at) >= 0 && ahead(at) < end)
    .toSorted((p, q) => ahead(p.at) - ahead(q.at));
  for (const star of passed) {
    if (firstCrossing !== undefined && firstCrossing.at < ahead(star.at)) return stop(firstCrossing.place);
    const count = star.ends.length;
    let sectors: number[];
    const isStart = star.at[0] === from[0] && star.at[1] === from[1];
    const back = placeAround(star, isStart ? inside : from);
    // Seen along the way, the wall behind has sector `along` on its right.
    if ('sector' in back) sectors = [back.sector];
    else sectors = running.map((which) => (which === 'right' ? back.along : (back.along + count - 1) % count));
    const onward = placeAround(star, to);
    if ('sector' in onward) {
      if (!sectors.includes(onward.sector)) return stop(star.at);
      running = [];
    } else {
      running = [];
      if (sectors.includes(onward.along)) running.push('left');
      if (sectors.includes((onward.along + count - 1) % count)) running.push('right');
      if (running.length === 0) return stop(star.at);
      if (running.length === 2) isUndecided = true;
    }
  }
  if (firstCrossing !== undefined) return stop(firstCrossing.place);
  return { reached: true, x: to[0], y: to[1], isUndecided };
}

/** Share of the way from → to at which it meets the line a–b. */
function crossingShare(a: Point, b: Point, from: Point, to: Point): number {
  const off = (p: Point) => (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
  return off(from) / (off(from) - off(to));
}
