/**
 * For tests of dense crowds: places and people as plain numbers, which can be turned, mirrored and shifted before they become a
 * simulation. Small ones, so that every step of whole runs can be judged.
 */
import { buildWorld } from '../src/build.ts';
import { type Profile, USUAL_PROFILE } from '../src/crowd/profiles.ts';
import { addPerson, createSimulation, type Simulation } from '../src/simulation/simulation.ts';
import { createRandom } from './random.ts';
import { planOf, rectangle, type Ring } from './shapes.ts';
import { goalAt, itineraryTo } from './watched-run.ts';

type Point = readonly [number, number];

interface DensePerson {
  at: Point;
  goal: number;
  radius: number;
  speed: number;
}

export interface DenseScene {
  floor: Ring[];
  /** Points, lines or rings. */
  goals: number[][];
  people: DensePerson[];
}

/** Where a place goes to. */
export type Moved = (x: number, y: number) => Point;

export const AS_IT_IS: Moved = (x, y) => [x, y];
export const MIRRORED: Moved = (x, y) => [x, -y];
/** By a right angle to the left, and somewhere else. Whole metres: numbers stay what they are, but for the last bits. */
export const TURNED: Moved = (x, y) => [-y + 64, x - 32];

export function simulationOf(
  { floor, goals, people }: DenseScene,
  moved: Moved = AS_IT_IS,
  change: Partial<Profile> = {},
  step?: number,
): Simulation {
  const all = (numbers: number[]) =>
    Array.from({ length: numbers.length / 2 }, (_, k) => moved(numbers[2 * k], numbers[2 * k + 1])).flat();
  const world = buildWorld(
    planOf(
      'dense',
      'polygons',
      floor.map((ring) => [all(ring)]),
      [],
    ),
  );
  const simulation = createSimulation(world, {
    goals: goals.map((goal) => goalAt(world, all(goal))),
    itineraries: goals.map((_, k) => itineraryTo(k)),
    profiles: [{ ...USUAL_PROFILE, ...change }],
    capacity: people.length,
    ...(step === undefined ? {} : { step }),
  });
  for (const { at, goal, radius, speed } of people) {
    const [x, y] = moved(...at);
    addPerson(simulation, { x, y, itinerary: goal, radius, speed });
  }
  return simulation;
}

/** People in rows in a box, each a little off its place, of different sizes and speeds. */
function fill(count: number, [x0, y0, x1, y1]: Ring, goalOf: (k: number) => number, seed: number): DensePerson[] {
  const random = createRandom(seed);
  const columns = Math.ceil(Math.sqrt((count * (x1! - x0!)) / (y1! - y0!)));
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, k) => ({
    at: [
      x0! + ((k % columns) + 0.5 + random.between(-0.1, 0.1)) * ((x1! - x0!) / columns),
      y0! + (Math.floor(k / columns) + 0.5 + random.between(-0.1, 0.1)) * ((y1! - y0!) / rows),
    ],
    goal: goalOf(k),
    radius: random.between(0.18, 0.22),
    speed: random.between(1.2, 1.8),
  }));
}

/** A room, a door in a wall of 0.2 m, and the floor behind it. */
export function doorScene(width: number, people: number, seed: number): DenseScene {
  const half = width / 2;
  return {
    floor: [[-8, -4, 0, -4, 0, -half, 0.2, -half, 0.2, -4, 5, -4, 5, 4, 0.2, 4, 0.2, half, 0, half, 0, 4, -8, 4]],
    goals: [rectangle(3, -4, 5, 4)],
    people: fill(people, [-6, -3.3, -0.5, 3.3], () => 0, seed),
  };
}

/** A corridor of 24 × 3 m, full of people of both directions, mixed at random. */
export function counterFlowScene(density: number, seed: number): DenseScene {
  const random = createRandom(seed + 1000);
  return {
    floor: [rectangle(-14, -1.5, 14, 1.5)],
    goals: [rectangle(13, -1.5, 14, 1.5), rectangle(-14, -1.5, -13, 1.5)],
    people: fill(Math.round(density * 72), [-12, -1.5, 12, 1.5], () => random.integer(0, 1), seed),
  };
}

/** Corridors of 3 m that cross, a column of people in two of the arms. */
export function crossingScene(people: number, seed: number): DenseScene {
  return {
    floor: [
      [
        -14, -1.5, -1.5, -1.5, -1.5, -14, 1.5, -14, 1.5, -1.5, 6, -1.5, 6, 1.5, 1.5, 1.5, 1.5, 6, -1.5, 6, -1.5, 1.5,
        -14, 1.5,
      ],
    ],
    goals: [rectangle(5, -1.5, 6, 1.5), rectangle(-1.5, 5, 1.5, 6)],
    people: [
      ...fill(people, [-13, -1.4, -2, 1.4], () => 0, seed),
      ...fill(people, [-1.4, -13, 1.4, -2], () => 1, seed + 1),
    ],
  };
}

/** People on a circle, each of whom wants to the place opposite. */
export function circleScene(people: number, radius: number, seed: number): DenseScene {
  const random = createRandom(seed);
  const places = Array.from({ length: people }, (_, k): Point => {
    const angle = (2 * Math.PI * k) / people;
    return [radius * Math.cos(angle) + random.between(-0.1, 0.1), radius * Math.sin(angle) + random.between(-0.1, 0.1)];
  });
  return {
    floor: [rectangle(-radius - 4, -radius - 4, radius + 4, radius + 4)],
    goals: places.map(([x, y]) => [-x, -y]),
    people: places.map((at, k) => ({ at, goal: k, radius: 0.2, speed: random.between(1, 1.6) })),
  };
}

/** One behind the other in a corridor of 0.7 m, slow ones among them. */
export function fileScene(people: number, seed: number): DenseScene {
  const random = createRandom(seed);
  return {
    floor: [rectangle(0, 0, 40, 0.7)],
    goals: [rectangle(39, 0, 40, 0.7)],
    people: Array.from({ length: people }, (_, k) => ({
      at: [0.4 + 0.6 * (people - 1 - k) + random.between(-0.05, 0.05), 0.35 + random.between(-0.05, 0.05)],
      goal: 0,
      radius: random.between(0.18, 0.22),
      speed: random.between(0.7, 1.8),
    })),
  };
}
