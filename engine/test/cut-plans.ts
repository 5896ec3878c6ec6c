/**
 * For tests of paths: plans cut into other cells by open doors, which are no walls, and the direction in which walkers at given
 * places would set out. Rooms are one ring, counter-clockwise.
 */
import { buildWorld } from '../src/build.ts';
import { NONE } from '../src/core/none.ts';
import { type Profile, USUAL_PROFILE } from '../src/crowd/profiles.ts';
import type { Plan } from '../src/map/plan.ts';
import { addPerson, createSimulation, type Simulation } from '../src/simulation/simulation.ts';
import { PASSES } from '../src/simulation/step.ts';
import { nextSideOf } from '../src/subdivision/cells.ts';
import type { ReactiveCrowd } from '../src/walkers/reactive/columns.ts';
import { TURN } from '../src/walkers/reactive/turns.ts';
import type { Random } from './random.ts';
import type { Ring } from './shapes.ts';
import { goalAt, itineraryTo } from './watched-run.ts';

export type Point = [number, number];

/** Where along a cut it is looked whether that is floor. */
const SHARES = Array.from({ length: 49 }, (_, k) => (k + 1) / 50);

/** A plan with an open door along each segment. */
export function cutBy(plan: Plan, doors: readonly number[][]): Plan {
  return {
    ...plan,
    doors: doors.map((ends, k) => ({ name: `door ${k}`, level: 0, ends: ends as [number, number, number, number] })),
  };
}

function pointsOf(ring: Ring): Point[] {
  return Array.from({ length: ring.length / 2 }, (_, k) => [ring[2 * k], ring[2 * k + 1]]);
}

/** Above 0 where c is on the left of the line from a to b. */
function turnOf(a: Point, b: Point, c: Point): number {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

function isInside(ring: Ring, [x, y]: Point): boolean {
  const points = pointsOf(ring);
  let isIn = false;
  for (const [k, a] of points.entries()) {
    const b = points[(k + 1) % points.length];
    if (a[1] > y !== b[1] > y && x < a[0] + ((b[0] - a[0]) * (y - a[1])) / (b[1] - a[1])) isIn = !isIn;
  }
  return isIn;
}

function metresTo(p: Point, a: Point, b: Point): number {
  const [ex, ey] = [b[0] - a[0], b[1] - a[1]];
  const share = Math.min(1, Math.max(0, ((p[0] - a[0]) * ex + (p[1] - a[1]) * ey) / (ex * ex + ey * ey)));
  return Math.hypot(a[0] + share * ex - p[0], a[1] + share * ey - p[1]);
}

function metresToWalls(ring: Ring, p: Point): number {
  const points = pointsOf(ring);
  return Math.min(...points.map((a, k) => metresTo(p, a, points[(k + 1) % points.length])));
}

function reflexCorners(ring: Ring): Point[] {
  const points = pointsOf(ring);
  return points.filter((p, k) => turnOf(points.at(k - 1)!, p, points[(k + 1) % points.length]) < 0);
}

/** A place on the floor, at least so far from every wall. */
export function placeIn(ring: Ring, random: Random, fromWalls: number): Point {
  const points = pointsOf(ring);
  const [x, y] = [Math.max(...points.map((p) => p[0])), Math.max(...points.map((p) => p[1]))];
  for (;;) {
    const place: Point = [random.between(0, x), random.between(0, y)];
    if (isInside(ring, place) && metresToWalls(ring, place) >= fromWalls) return place;
  }
}

/** Segments from wall to wall, or from an inner corner, that do not cross. They may be fewer than asked for. */
export function randomCuts(ring: Ring, random: Random, count: number): number[][] {
  const points = pointsOf(ring);
  const corners = reflexCorners(ring);
  const cuts: [Point, Point][] = [];
  const end = (): Point => {
    if (random.chance(0.2)) return random.pick(corners);
    const k = random.integer(0, points.length - 1);
    const [a, b, share] = [points[k], points[(k + 1) % points.length], random.between(0.05, 0.95)];
    return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
  };
  const isEnd = (p: Point, a: Point, b: Point) => (p[0] === a[0] && p[1] === a[1]) || (p[0] === b[0] && p[1] === b[1]);
  for (let tries = 0; tries < 3000 && cuts.length < count; tries++) {
    const [a, b] = [end(), end()];
    const at = (share: number): Point => [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
    if (Math.hypot(b[0] - a[0], b[1] - a[1]) < 0.8) continue;
    // Across the floor: not along a wall, nor close by a corner.
    const isAcross = SHARES.every(
      (share) => isInside(ring, at(share)) && metresToWalls(ring, at(share)) > 0.2 * Math.min(share, 1 - share),
    );
    if (!isAcross || points.some((p) => !isEnd(p, a, b) && metresTo(p, a, b) < 0.2)) continue;
    const isFree = cuts.every(
      ([c, d]) =>
        (turnOf(a, b, c) * turnOf(a, b, d) > 0 || turnOf(c, d, a) * turnOf(c, d, b) > 0) &&
        Math.min(metresTo(a, c, d), metresTo(b, c, d), metresTo(c, a, b), metresTo(d, a, b)) > 0.1,
    );
    if (isFree) cuts.push([a, b]);
  }
  return cuts.map(([a, b]) => [...a, ...b]);
}

export interface Heading {
  /** The direction of the path, a unit vector. */
  direction: Point;
  /** The corner it walks round, the plan's coordinates; undefined: none. */
  round: Point | undefined;
  /** Portals to the goal. */
  portals: number;
  /** Metres to the nearest side between two cells. */
  toPortal: number;
}

export interface Setting {
  /** Metres per second at which everybody walks already, whatever the direction; 1.34, its preferred speed, if not said. */
  speed?: number;
  radius?: number;
  profile?: Partial<Profile>;
}

/** Where walkers at these places would head for a goal in their first thought, each as if alone. */
export function headingsIn(
  plan: Plan,
  goal: number[],
  places: readonly Point[],
  { speed = 1.34, radius = 0.2, profile = {} }: Setting = {},
): Heading[] {
  const world = buildWorld(plan);
  const simulation = createSimulation(world, {
    goals: [goalAt(world, goal)],
    itineraries: [itineraryTo(0)],
    profiles: [{ ...USUAL_PROFILE, ...profile }],
    capacity: places.length,
  });
  for (const [x, y] of places) addPerson(simulation, { x, y, radius, speed: 1.34, itinerary: 0 });
  for (let i = 0; i < places.length; i++) simulation.crowd.velocity[2 * i] = speed;
  decideOnce(simulation);
  const crowd = simulation.crowd as ReactiveCrowd;
  const [originX, originY] = world.mesh.origin;
  return places.map((place, i) => {
    const [x, y, ...corner] = crowd.turn.subarray(TURN * i, TURN * (i + 1));
    return {
      direction: [crowd.nextAim[2 * i], crowd.nextAim[2 * i + 1]],
      round: corner.at(-1) === 0 ? undefined : [x + originX, y + originY],
      portals: crowd.portalsLeft[i],
      toPortal: metresToPortal(simulation, place),
    };
  });
}

/** The passes of a step up to deciding: nobody moves. */
function decideOnce(simulation: Simulation): void {
  simulation.context.view.time = simulation.time;
  for (const { name, when, run } of PASSES) {
    if (when?.(simulation) !== false) run(simulation);
    if (name === 'decide') return;
  }
}

function metresToPortal({ world: { mesh } }: Simulation, place: Point): number {
  const at = (v: number): Point => [mesh.vertices[2 * v] + mesh.origin[0], mesh.vertices[2 * v + 1] + mesh.origin[1]];
  let least = Infinity;
  for (let s = 0; s < mesh.sideTwin.length; s++) {
    if (mesh.sideTwin[s] === NONE) continue;
    least = Math.min(least, metresTo(place, at(mesh.sideVertex[s]), at(mesh.sideVertex[nextSideOf(mesh, s)])));
  }
  return least;
}
