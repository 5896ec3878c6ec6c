/**
 * What must be true of every crowd at every moment, judged without the engine: nobody outside the environment, no body
 * in a wall, no speed above the walker's own, no number that is none, how deep bodies stand in each other.
 *
 * Floor is told by the parity of borders above a point, walls by their distances, overlaps by a sweep along x. Walls are
 * kept by columns, so that thousands of walkers can be judged in every step of a test. A ground is one level, or one
 * link: walkers on another ground are of no concern to it.
 */
import type { FlatMap } from '../../src/map/flat-map.ts';
import { boxOf, nearestOnWall, type Walls, wallsOf } from './walls.ts';

/** Metres: a centre may be so far outside, a body so deep in a wall or in another body. */
const OUTSIDE = 0.001;
const DEEP = 0.02;
/** Metres per second above the top speed. */
const FASTER = 1e-9;
/** Sides of a segment that has floor on both: no border of the floor. */
const BOTH = 3;

export interface Ground {
  walls: Walls;
  /** Where floor ends: x, y, x, y per segment. */
  borders: Walls;
  /** Walls and borders that lie within a column of x, widened by the reach of a body. */
  minX: number;
  width: number;
  wallsIn: number[][];
  bordersIn: number[][];
}

/** Walkers on one ground; each array one or two numbers per walker. Mesh coordinates. */
export interface Bodies {
  count: number;
  place: ArrayLike<number>;
  radius: ArrayLike<number>;
  velocity: ArrayLike<number>;
  topSpeed: ArrayLike<number>;
}

export interface Verdict {
  /** One line per broken rule and walker, at most MOST of them: name of the rule, walker, figures. */
  faults: string[];
  /** Pairs whose hard cores overlap by more than 2 cm, and the deepest such overlap, metres; no fault by themselves. */
  overlaps: number;
  deepest: number;
}

const MOST = 20;
/** Metres: bodies wider than this are looked for walls everywhere. */
const WIDE = 1;
const COLUMNS = 256;

export function groundOf(map: FlatMap): Ground {
  const borders: number[] = [];
  for (let s = 0; s < map.segmentSides.length; s++) {
    if (map.segmentSides[s] === BOTH) continue;
    for (const v of [map.segments[2 * s], map.segments[2 * s + 1]]) {
      borders.push(map.vertices[2 * v], map.vertices[2 * v + 1]);
    }
  }
  return groundFrom(wallsOf(map), Float64Array.from(borders));
}

/** @param borders where floor ends, walls or not: the ring of a link, with its portals */
export function groundFrom(walls: Walls, borders: Walls): Ground {
  const [minX, , maxX] = boxOf(borders);
  const ground: Ground = {
    walls,
    borders,
    minX,
    width: Math.max((maxX - minX) / COLUMNS, 1e-9),
    wallsIn: Array.from({ length: COLUMNS }, () => []),
    bordersIn: Array.from({ length: COLUMNS }, () => []),
  };
  for (const [segments, lists] of [
    [walls, ground.wallsIn],
    [borders, ground.bordersIn],
  ] as const) {
    for (let s = 0; 4 * s < segments.length; s++) {
      const from = columnOf(ground, Math.min(segments[4 * s], segments[4 * s + 2]) - WIDE);
      const to = columnOf(ground, Math.max(segments[4 * s], segments[4 * s + 2]) + WIDE);
      for (let column = from; column <= to; column++) lists[column].push(s);
    }
  }
  return ground;
}

function columnOf({ minX, width }: Ground, x: number): number {
  return Math.min(COLUMNS - 1, Math.max(0, Math.floor((x - minX) / width)));
}

/** Judge walkers; what is wrong is said, never thrown. */
export function judgeCrowd(ground: Ground, bodies: Bodies): Verdict {
  const faults: string[] = [];
  const say = (text: string) => {
    if (faults.length < MOST) faults.push(text);
  };
  for (let i = 0; i < bodies.count; i++) {
    const x = bodies.place[2 * i];
    const y = bodies.place[2 * i + 1];
    const vx = bodies.velocity[2 * i];
    const vy = bodies.velocity[2 * i + 1];
    const radius = bodies.radius[i];
    if (![x, y, vx, vy, radius, bodies.topSpeed[i]].every((number) => Number.isFinite(number))) {
      say(`no number: walker ${i} at ${x}, ${y} moving ${vx}, ${vy}, radius ${radius}, top ${bodies.topSpeed[i]}`);
      continue;
    }
    const speed = Math.hypot(vx, vy);
    if (speed > bodies.topSpeed[i] + FASTER) say(`too fast: walker ${i}, ${speed} m/s, top ${bodies.topSpeed[i]}`);
    const near = distanceToWalls(ground, x, y, radius);
    if (!isOnGround(ground, x, y) && distanceToBorders(ground, x, y) > OUTSIDE) {
      say(`outside: walker ${i} at ${x}, ${y}`);
    } else if (near < radius - DEEP) say(`in a wall: walker ${i} at ${x}, ${y}, ${radius - near} m deep`);
  }
  return { faults, ...overlapsOf(bodies) };
}

/** Do walls and borders above the point change an odd number of times from floor to none? */
function isOnGround(ground: Ground, x: number, y: number): boolean {
  const { borders } = ground;
  let odd = false;
  for (const s of ground.bordersIn[columnOf(ground, x)]) {
    const ax = borders[4 * s];
    const bx = borders[4 * s + 2];
    if (ax > x === bx > x) continue;
    const share = (x - ax) / (bx - ax);
    if (borders[4 * s + 1] + share * (borders[4 * s + 3] - borders[4 * s + 1]) > y) odd = !odd;
  }
  return odd;
}

function distanceToWalls(ground: Ground, x: number, y: number, radius: number): number {
  let least = Infinity;
  const measure = (s: number) => {
    const [px, py] = nearestOnWall(ground.walls, s, x, y);
    const distance = Math.hypot(px - x, py - y);
    if (distance < least) least = distance;
  };
  if (radius > WIDE) for (let s = 0; 4 * s < ground.walls.length; s++) measure(s);
  else for (const s of ground.wallsIn[columnOf(ground, x)]) measure(s);
  return least;
}

function distanceToBorders(ground: Ground, x: number, y: number): number {
  let least = Infinity;
  for (const s of ground.bordersIn[columnOf(ground, x)]) {
    const [px, py] = nearestOnWall(ground.borders, s, x, y);
    least = Math.min(least, Math.hypot(px - x, py - y));
  }
  return least;
}

/** All pairs by a sweep: in order of their left ends, each with those whose left end comes before its right end. */
function overlapsOf({ count, place, radius: whole }: Bodies): { overlaps: number; deepest: number } {
  // The hard core of each body.
  const radius = Array.from({ length: count }, (_, i) => Math.min(whole[i], Math.max(whole[i] / 2, 0.1)));
  const left = (i: number) => place[2 * i] - radius[i];
  const order = Array.from({ length: count }, (_, i) => i)
    .filter((i) => Number.isFinite(left(i)) && Number.isFinite(place[2 * i + 1]))
    .sort((i, j) => left(i) - left(j));
  let overlaps = 0;
  let deepest = 0;
  for (let a = 0; a < order.length; a++) {
    const i = order[a];
    const right = place[2 * i] + radius[i];
    for (let b = a + 1; b < order.length && left(order[b]) < right; b++) {
      const j = order[b];
      const dy = place[2 * j + 1] - place[2 * i + 1];
      const sum = radius[i] + radius[j];
      if (dy > sum || dy < -sum) continue;
      const depth = sum - Math.hypot(place[2 * j] - place[2 * i], dy);
      if (depth > DEEP) overlaps++;
      if (depth > deepest) deepest = depth;
    }
  }
  return { overlaps, deepest };
}
