/**
 * A run that is the same wherever it is made: three rooms with pillars and doors, people of different sizes and speeds with
 * several goals in a row → the state hash every 50 steps. In Node, on a page, in workers, alone or with others.
 *
 * It is made to disturb threads, too: people come and leave, routes are planned all the time in a store that is soon full,
 * arrays are replaced by stopping and going on, a door is shut and opened, and a block comes, moves and goes. None of that may show in the hashes.
 */
import {
  addPerson,
  buildWorld,
  createSimulation,
  type Goal,
  type Itinerary,
  METRES,
  nextRandom,
  type Plan,
  resume,
  seedRandom,
  type Simulation,
  snapshot,
  stateHash,
  step,
  type Team,
  USUAL_PROFILE,
  type World,
} from '../src/index.ts';
import { changePlace, placeAtStart, type PlaceChange } from '../src/simulation/change-place.ts';
import { createRoutes } from '../src/crowd/routes.ts';
import { setDoor, withOwnDoors } from '../src/simulation/change-doors.ts';

export interface RunRequest {
  people: number;
  /** Never stop, and have room for all routes: then the door alone replaces what threads were sent. */
  isCalm?: boolean;
  /** Spoil the run: one step too many before the first hash, or one bit of one place. */
  fault?: 'step' | 'bit';
}

export interface RunResult {
  /** After 50, 100, … steps. */
  hashes: string[];
  entered: number;
  arrived: number;
  /** Fewest people there were in a step. */
  fewest: number;
  /** How often the threads had to be sent other arrays. */
  replaced: number;
  /** Walkers that each thread let avoid somebody: what it did, as a number. */
  avoided: number[];
  isShared: boolean;
}

export const STEPS = 400;
export const HASH_EVERY = 50;
/** Steps after which the run is stopped and goes on; and of the door: shut at the one, open again at the other. */
const STOP_EVERY = 37;
const SHUT_AT = 120;
const OPEN_AT = 210;
/** Steps of a block in the middle room: it comes at the one, moves at the next, is gone at the last. */
const BLOCK_AT = [260, 300, 350] as const;
/** A place for somebody new, every so many steps. */
const ENTER_EVERY = 3;

export function runCrowd({ people, isCalm = false, fault }: RunRequest, team?: Team): RunResult {
  const built = buildWorld(threeRooms());
  const world: World = { ...built, mesh: withOwnDoors(built.mesh) };
  const simulation = createSimulation(world, {
    goals: goalsOf(world),
    itineraries: ITINERARIES,
    profiles: [USUAL_PROFILE, { ...USUAL_PROFILE, name: 'driver', behaviour: 'driving-rule', personalDistance: 0.5 }],
    capacity: people + 40,
    ...(team === undefined ? {} : { team }),
  });
  // As small as a store gets, it grows and is tidied again and again.
  Object.assign(simulation.routes, createRoutes(isCalm ? 2 ** 20 : 0));
  const random = seedRandom(4);
  fillRooms(simulation, people, random);
  if (fault === 'bit') spoilBit(simulation);
  if (fault === 'step') step(simulation);
  const hashes: string[] = [];
  let fewest = people;
  let replaced = 0;
  let { store } = simulation.routes;
  let place = placeAtStart(built);
  for (let n = 1; n <= STEPS; n++) {
    if (n === SHUT_AT || n === OPEN_AT) setDoor(simulation, built.mesh, 'north', n === OPEN_AT);
    const change = blockChange(n);
    if (change !== undefined) place = changePlace(simulation, place, change, []);
    if (n % STOP_EVERY === 0 && !isCalm) resume(simulation, snapshot(simulation));
    if (n % ENTER_EVERY === 0) enter(simulation, random);
    fewest = Math.min(fewest, simulation.crowd.count);
    step(simulation);
    if (store !== simulation.routes.store) replaced++;
    store = simulation.routes.store;
    if (n % HASH_EVERY === 0) hashes.push(stateHash(simulation));
  }
  const { entered, arrived } = simulation.counts;
  return {
    hashes,
    entered,
    arrived,
    fewest,
    replaced,
    avoided: avoidedBy(team, simulation),
    isShared: isShared(simulation),
  };
}

function blockChange(n: number): PlaceChange | undefined {
  const step = BLOCK_AT.findIndex((at) => at === n);
  if (step < 0) return undefined;
  const x = 17 + 0.7 * step;
  const points = Float64Array.of(x, 9, x + 2.5, 8.6, x + 2.2, 11, x + 0.1, 10.8);
  return {
    remove: step === 0 ? null : { name: 'block' },
    add: step === 2 ? null : { kind: 'obstacle', level: 0, name: 'block', points },
  };
}

/** The first number of each thread's tally. */
function avoidedBy(team: Team | undefined, { tally }: Simulation): number[] {
  if (team === undefined) return [];
  return Array.from({ length: team.threads }, (_, thread) => tally.numbers[tally.names.length * thread]);
}

const isShared = ({ crowd }: Simulation) =>
  typeof SharedArrayBuffer !== 'undefined' && crowd.place.buffer instanceof SharedArrayBuffer;

/** A bit of somebody's x, some micrometres; the very last one may be lost again in the next sum. */
function spoilBit({ crowd }: Simulation): void {
  const x = new Float64Array(crowd.place.subarray(0, 1));
  new Uint32Array(x.buffer)[1] ^= 1;
  crowd.place[0] = x[0];
}

/**
 *   ┌───────────┬───────────┬───────────┐ 20
 *   │   ▪   ▪   north ▪   ▪ │   ▪   ▪   │
 *   │           │           east        │
 *   │   ▪   ▪   south ▪   ▪ │   ▪   ▪   │
 *   └───────────┴───────────┴───────────┘
 *   0          12          24          36
 */
function threeRooms(): Plan {
  const box = (x: number, y: number, width: number, height: number) =>
    Float64Array.of(x, y, x + width, y, x + width, y + height, x, y + height);
  const solid = (ring: Float64Array) => ({ role: 'obstacle' as const, rings: [ring] });
  const walls = [
    [11.9, 0, 0.2, 4],
    [11.9, 5.4, 0.2, 8.6],
    [11.9, 16, 0.2, 4],
    [23.9, 0, 0.2, 8.6],
    [23.9, 11.4, 0.2, 8.6],
  ].map(([x, y, width, height]) => solid(box(x!, y!, width!, height!)));
  const pillars = [];
  for (const x of [3.5, 8.1, 15.7, 20.2, 27.8, 32.3]) {
    for (const y of [6.3, 13.9]) {
      pillars.push(solid(Float64Array.of(x - 0.4, y, x, y - 0.3, x + 0.45, y + 0.05, x + 0.1, y + 0.4)));
    }
  }
  return {
    name: 'three rooms',
    frame: { ...METRES },
    levels: [
      {
        name: '0',
        elevation: 0,
        polygons: [{ role: 'walkable', rings: [box(0, 0, 36, 20)] }, ...walls, ...pillars],
        lines: [Float64Array.of(29, 0, 29, 2.5), Float64Array.of(5, 20, 6.1, 16.8)],
        floor: 'polygons',
        margin: 1,
      },
    ],
    doors: [{ name: 'north', level: 0, ends: [12, 14, 12, 16] }],
    links: [],
  };
}

/** A point, lines and areas. */
function goalsOf({ mesh }: World): Goal[] {
  const shapes: [string, number[], number][] = [
    ['kiosk', [2, 2], 1.5],
    ['platform', [34.5, 1, 34.5, 19], 0.5],
    ['middle', [14, 8.5, 22, 8.5, 22, 11.5, 14, 11.5], 0],
    ['bench', [26, 17, 30, 17, 30, 19.5, 26, 19.5], 0],
    ['exit', [0.6, 9, 0.6, 18], 0.5],
  ];
  return shapes.map(([name, shape, radius]) => ({
    name,
    level: 0,
    shape: Float64Array.from(shape, (value, k) => value - mesh.origin[k % 2]),
    radius,
  }));
}

const ITINERARIES: Itinerary[] = [
  [[0], [2], [1]],
  [[2], [3], [2], [4]],
  [[1, 4], [2], [1, 4]],
  [[3], [0, 2], [4]],
  [[1, 4]],
].map((stages, k) => ({
  name: `${k}`,
  stages: stages.map((goals, s) => ({
    goals,
    choice: goals.length === 1 ? 'assigned' : k % 2 === 0 ? 'quickest' : 'nearest',
    wait: (serial) => (s === stages.length - 1 ? 0 : (serial % 4) / 2),
  })),
}));

/** Rows of people in all rooms, those on a pillar or a wall left out. */
function fillRooms(simulation: Simulation, people: number, random: Int32Array): void {
  const columns = Math.ceil(Math.sqrt((people * 36) / 20)) + 2;
  const rows = Math.ceil(people / columns) + 2;
  for (let k = 0; simulation.crowd.count < people && k < columns * rows; k++) {
    const x = (0.5 + (k % columns) + 0.2 * (nextRandom(random) - 0.5)) * (36 / columns);
    const y = (0.5 + Math.floor(k / columns) + 0.2 * (nextRandom(random) - 0.5)) * (20 / rows);
    tryToAdd(simulation, x, y, random);
  }
}

/** Somebody comes in where there is room: in the south of the last room. */
function enter(simulation: Simulation, random: Int32Array): void {
  if (simulation.crowd.count === simulation.crowd.capacity) return;
  tryToAdd(simulation, 30 + 5 * nextRandom(random), 0.4 + nextRandom(random), random);
}

function tryToAdd(simulation: Simulation, x: number, y: number, random: Int32Array): void {
  const person = {
    x,
    y,
    radius: 0.15 + 0.15 * nextRandom(random),
    speed: 0.6 + 1.2 * nextRandom(random),
    profile: nextRandom(random) < 0.3 ? 1 : 0,
    itinerary: Math.floor(ITINERARIES.length * nextRandom(random)),
    startAt: simulation.time + (nextRandom(random) < 0.2 ? 5 * nextRandom(random) : 0),
  };
  try {
    addPerson(simulation, person);
  } catch {
    // On a wall: nobody there, on every machine alike.
  }
}
