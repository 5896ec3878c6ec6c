/**
 * Crowd: all walkers, as arrays. A walker is a slot, 0 … count - 1; leaving makes the last one move into the gap, and now and
 * then all are put in spatial order. `serial` is a walker's name for good; nothing that a walker does depends on its slot.
 *
 * Arrays lie in shared memory where there is such a thing, so that threads work on one crowd. Places are mesh
 * coordinates (plan minus mesh.origin) in a cell. `place` and `velocity` are the state that everybody reads in a step;
 * `nextPlace` and `nextVelocity` are what everybody writes, until all have decided.
 */
import { NONE } from '../core/none.ts';
import { sharedMemory } from '../core/shared-memory.ts';

export interface Crowd {
  /** Walkers now. */
  count: number;
  /** Slots in all arrays. */
  capacity: number;
  /** The serial of the next walker to come. */
  nextSerial: number;
  serial: Int32Array;
  /** x, y interleaved, metres. */
  place: Float64Array;
  cell: Int32Array;
  /** x, y interleaved, metres per second. */
  velocity: Float64Array;
  nextPlace: Float64Array;
  nextCell: Int32Array;
  nextVelocity: Float64Array;
  /** Radius, preferred speed, top speed: BODY numbers per walker. */
  body: Float64Array;
  /** Index into the profiles: everything that is not the walker's own. */
  profile: Int32Array;
  /** Seconds of simulated time: when it came, and when it starts to walk. */
  bornAt: Float64Array;
  startAt: Float64Array;
  /** What it is to do: index into the itineraries, stage there; and seconds at which waiting at a stage is over, -1 if it does not wait. */
  itinerary: Int32Array;
  stage: Int32Array;
  waitUntil: Float64Array;
  /** Where it walks to: x, y interleaved, and the cell; NONE while it has no goal. */
  goal: Float64Array;
  goalCell: Int32Array;
  /** Metres from there within which it may have arrived, whichever of its goals it comes to. */
  goalReach: Float64Array;
  /** Which of the goals that is: index; NONE while it has none. */
  chosen: Int32Array;
  /** The portals of its route: place of the record in the routes' store (routes.ts). NONE: to be planned. */
  route: Int32Array;
  /** Portals left on it. */
  portalsLeft: Int32Array;
  /** Seconds of simulated time before which no route is looked for again. */
  planAt: Float64Array;
  /** Seconds without getting on, and where it was when they began: x, y interleaved. */
  stuck: Float64Array;
  stuckPlace: Float64Array;
  /** Where its path leads, a unit vector that others see, 0, 0 while it has none: x, y interleaved; as decided in this step. */
  aim: Float64Array;
  nextAim: Float64Array;
  /** Seconds it has been held up; which of the directions about its path it walks in (walkers/reactive/fan.ts). */
  facing: Float64Array;
  nextFacing: Float64Array;
  held: Float64Array;
  /** The velocity it would have if nobody stood right before it, as decided when it thought last: x, y interleaved. */
  wish: Float64Array;
  swerve: Int32Array;
  /** Who belongs together has the same number here; NONE: nobody else (companions.ts). */
  companions: Int32Array;
  /** Metres across its path that it saw last, and seconds it has waited for companions; of those who have some. */
  breadth: Float64Array;
  waited: Float64Array;
  /** Its own place to stand at: a desk, in a waiting area, beside a door (spots.ts); NONE: none. */
  spot: Int32Array;
  /** Seconds of simulated time when it joined the queue of its goal (queues.ts); -1: it is in none; -2: nor looks for another goal. */
  joinedAt: Float64Array;
  /** Where it was asked to stand, or to come to: x, y interleaved; of those who queue. */
  stand: Float64Array;
  /** Before this moment it stands because it is asked to: in a queue, at a door. Set anew in each step. */
  stopUntil: Float64Array;
  /** Which door it was let through, or is held at (let-out.ts); 0: none. */
  admitted: Int32Array;
  /** Vertex in the neighbourhood graph; NONE until it is put there. */
  vertex: Int32Array;
}

export const BODY = 4;
export const RADIUS = 0;
export const PREFERRED = 1;
export const TOP = 2;

/** Numbers per walker of each array, by name. */
const COLUMNS = {
  serial: 1,
  place: 2,
  cell: 1,
  velocity: 2,
  nextPlace: 2,
  nextCell: 1,
  nextVelocity: 2,
  body: BODY,
  profile: 1,
  bornAt: 1,
  startAt: 1,
  itinerary: 1,
  stage: 1,
  waitUntil: 1,
  goal: 2,
  goalCell: 1,
  goalReach: 1,
  chosen: 1,
  route: 1,
  portalsLeft: 1,
  planAt: 1,
  stuck: 1,
  stuckPlace: 2,
  aim: 2,
  nextAim: 2,
  facing: 1,
  nextFacing: 1,
  held: 1,
  wish: 2,
  swerve: 1,
  companions: 1,
  breadth: 1,
  waited: 1,
  spot: 1,
  joinedAt: 1,
  stand: 2,
  stopUntil: 1,
  admitted: 1,
  vertex: 1,
} as const;

type Column = keyof typeof COLUMNS;
const NAMES = Object.keys(COLUMNS) as Column[];
const INTS = new Set<Column>([
  'serial',
  'cell',
  'nextCell',
  'profile',
  'itinerary',
  'stage',
  'goalCell',
  'chosen',
  'route',
  'portalsLeft',
  'companions',
  'spot',
  'admitted',
  'vertex',
  'swerve',
]);

export function createCrowd(capacity: number): Crowd {
  const crowd: Partial<Record<Column, Int32Array | Float64Array>> = {};
  for (const name of NAMES) {
    const length = COLUMNS[name] * capacity;
    crowd[name] = INTS.has(name)
      ? new Int32Array(sharedMemory(4 * length))
      : new Float64Array(sharedMemory(8 * length));
  }
  return { ...(crowd as Pick<Crowd, Column>), count: 0, capacity, nextSerial: 0 };
}

/** A new walker, standing, without goal. @returns its slot; NONE if the crowd is full */
export function addWalker(crowd: Crowd, cell: number, x: number, y: number, now: number): number {
  if (crowd.count === crowd.capacity) return NONE;
  const i = crowd.count++;
  for (const name of NAMES) crowd[name].fill(0, COLUMNS[name] * i, COLUMNS[name] * (i + 1));
  crowd.serial[i] = crowd.nextSerial++;
  crowd.place[2 * i] = crowd.nextPlace[2 * i] = crowd.stuckPlace[2 * i] = x;
  crowd.place[2 * i + 1] = crowd.nextPlace[2 * i + 1] = crowd.stuckPlace[2 * i + 1] = y;
  crowd.cell[i] = crowd.nextCell[i] = cell;
  crowd.bornAt[i] = crowd.startAt[i] = now;
  crowd.waitUntil[i] = crowd.joinedAt[i] = -1;
  crowd.spot[i] = NONE;
  crowd.goalReach[i] = Infinity;
  crowd.goalCell[i] = crowd.chosen[i] = crowd.route[i] = crowd.vertex[i] = crowd.companions[i] = NONE;
  return i;
}

/** The last walker takes the slot of the one that leaves. */
export function removeWalker(crowd: Crowd, slot: number): void {
  const last = --crowd.count;
  if (slot === last) return;
  for (const name of NAMES) {
    const size = COLUMNS[name];
    crowd[name].copyWithin(size * slot, size * last, size * (last + 1));
  }
}

/** Put walkers into another order: what is in slot order[i] goes into slot i. `spare` is another crowd of the same capacity. */
export function orderWalkers(crowd: Crowd, order: Int32Array, spare: Crowd): void {
  for (const name of NAMES) {
    const size = COLUMNS[name];
    const from = crowd[name];
    const to = spare[name];
    if (size === 1) for (let i = 0; i < crowd.count; i++) to[i] = from[order[i]];
    else {
      for (let i = 0; i < crowd.count; i++) {
        for (let k = 0; k < size; k++) to[size * i + k] = from[size * order[i] + k];
      }
    }
    from.set(to.subarray(0, size * crowd.count));
  }
}

/** Copy the walkers of a crowd, `capacity` slots or into a given crowd with room for them. */
export function copyColumns(crowd: Crowd, capacity: number, to: Crowd = createCrowd(capacity)): Crowd {
  for (const name of NAMES) to[name].set(crowd[name].subarray(0, COLUMNS[name] * crowd.count));
  to.count = crowd.count;
  to.nextSerial = crowd.nextSerial;
  return to;
}
