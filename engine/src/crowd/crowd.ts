/**
 * Crowd: all walkers, as arrays. A walker is a slot, 0 … count - 1; leaving makes the last one move into the gap, and now and
 * then all are put in spatial order. `serial` is a walker's name for good; nothing that a walker does depends on its slot.
 *
 * Places are mesh coordinates (plan minus mesh.origin) in a cell. `place` and `velocity` are the state that everybody reads in a
 * step; `nextPlace` and `nextVelocity` are what everybody writes, until all have decided. A walker model adds columns of its own.
 */
import { NONE } from '../core/none.ts';
import { type Arrays, type Columns, createArrays, floats, ints } from './columns.ts';

/** Radius, preferred speed, top speed. */
export const BODY = 4;
export const RADIUS = 0;
export const PREFERRED = 1;
export const TOP = 2;

/** What every walker has, whichever model it walks by. Two numbers are x, y interleaved. */
const COLUMNS = {
  serial: ints(1),
  /** Metres. */
  place: { ...floats(2), takes: 'nextPlace' },
  cell: { ...ints(1), takes: 'nextCell' },
  /** Metres per second. */
  velocity: { ...floats(2), takes: 'nextVelocity' },
  nextPlace: floats(2, 'working'),
  nextCell: ints(1, 'working'),
  nextVelocity: floats(2, 'working'),
  /** Radius, preferred speed, top speed: BODY numbers. */
  body: floats(BODY),
  /** Index into the profiles: everything that is not the walker's own. */
  profile: ints(1),
  /** Seconds of simulated time: when it came, and when it starts to walk. */
  bornAt: floats(1),
  startAt: floats(1),
  /** What it is to do: index into the itineraries, stage there; and seconds at which waiting at a stage is over, -1 if it does not wait. */
  itinerary: ints(1),
  stage: ints(1),
  waitUntil: floats(1, 'state', -1),
  /** Where it walks to, and the cell; NONE while it has no goal. */
  goal: floats(2),
  goalCell: ints(1, 'state', NONE),
  /** Metres from there within which it may have arrived, whichever of its goals it comes to. */
  goalReach: floats(1, 'state', Infinity),
  /** Which of the goals that is: index; NONE while it has none. */
  chosen: ints(1, 'state', NONE),
  /** The portals of its route: place of the record in the routes' store (routes.ts). NONE: to be planned. */
  route: ints(1, 'reference', NONE),
  /** Portals left on it. */
  portalsLeft: ints(1, 'reference'),
  /** Seconds of simulated time before which no route is looked for again. */
  planAt: floats(1),
  /** Seconds without getting on, and where it was when they began. */
  stuck: floats(1),
  stuckPlace: floats(2),
  /** Where its path leads, a unit vector that others see, 0, 0 while it has none; as decided in this step. */
  aim: { ...floats(2), takes: 'nextAim' },
  nextAim: floats(2, 'working'),
  /** WALKS, GIVES_ROOM or STANDS in this step (bodies/stand.ts). */
  stands: ints(1, 'working'),
  /** Metres per second it would like to walk at where it is: its preferred speed, less on stairs (bodies/stairs.ts). */
  pace: floats(1, 'working'),
  /** Who belongs together has the same number here; NONE: nobody else (companions/). */
  companions: ints(1, 'state', NONE),
  /** Metres across its path that it saw last, and seconds it has waited for companions; of those who have some. */
  breadth: floats(1),
  waited: floats(1),
  /** Its own place to stand at: a desk, in a waiting area, beside a door (goals/spots.ts); NONE: none. */
  spot: ints(1, 'state', NONE),
  /** Seconds of simulated time when it joined the queue of its goal (goals/queues.ts); -1: it is in none; -2: nor looks for another goal. */
  joinedAt: floats(1, 'state', -1),
  /** Where it was asked to stand, or to come to; of those who queue. */
  stand: floats(2),
  /** Before this moment it stands because it is asked to: in a queue, at a door. Set anew in each step. */
  stopUntil: floats(1),
  /** Which door it was let through, or is held at (goals/let-out.ts); 0: none. */
  admitted: ints(1),
  /** Vertex in the neighbourhood graph; NONE until it is put there. */
  vertex: ints(1, 'working', NONE),
} satisfies Columns;

export interface Crowd extends Arrays<typeof COLUMNS> {
  /** Walkers now. */
  count: number;
  /** Slots in all arrays. */
  capacity: number;
  /** The serial of the next walker to come. */
  nextSerial: number;
  /** The table of all its columns, those of the walker model last. */
  columns: Columns;
}

/** @param own columns of a walker model */
export function createCrowd<Own extends Columns>(capacity: number, own: Own = {} as Own): Crowd & Arrays<Own> {
  const columns = { ...COLUMNS, ...own };
  return { ...createArrays(columns, capacity), count: 0, capacity, nextSerial: 0, columns } as unknown as Crowd &
    Arrays<Own>;
}

/** Another crowd with the same columns. */
export function createCrowdLike(crowd: Crowd, capacity: number): Crowd {
  return { ...crowd, ...createArrays(crowd.columns, capacity), count: 0, capacity, nextSerial: 0 };
}

type Column = keyof typeof COLUMNS;

/** Each column by its name, and its numbers per walker. */
function forEachColumn(crowd: Crowd, act: (name: Column, size: number) => void): void {
  for (const name in crowd.columns) act(name as Column, crowd.columns[name].size);
}

/** A new walker, standing, without goal. @returns its slot; NONE if the crowd is full */
export function addWalker(crowd: Crowd, cell: number, x: number, y: number, now: number): number {
  if (crowd.count === crowd.capacity) return NONE;
  const i = crowd.count++;
  forEachColumn(crowd, (name, size) => crowd[name].fill(crowd.columns[name].initial, size * i, size * (i + 1)));
  crowd.serial[i] = crowd.nextSerial++;
  crowd.place[2 * i] = crowd.nextPlace[2 * i] = crowd.stuckPlace[2 * i] = x;
  crowd.place[2 * i + 1] = crowd.nextPlace[2 * i + 1] = crowd.stuckPlace[2 * i + 1] = y;
  crowd.cell[i] = crowd.nextCell[i] = cell;
  crowd.bornAt[i] = crowd.startAt[i] = now;
  return i;
}

/** The last walker takes the slot of the one that leaves. */
export function removeWalker(crowd: Crowd, slot: number): void {
  const last = --crowd.count;
  if (slot === last) return;
  forEachColumn(crowd, (name, size) => crowd[name].copyWithin(size * slot, size * last, size * (last + 1)));
}

/** Put walkers into another order: what is in slot order[i] goes into slot i. `spare` is another crowd like it. */
export function orderWalkers(crowd: Crowd, order: Int32Array, spare: Crowd): void {
  forEachColumn(crowd, (name, size) => {
    const from = crowd[name];
    const to = spare[name];
    if (size === 1) for (let i = 0; i < crowd.count; i++) to[i] = from[order[i]];
    else {
      for (let i = 0; i < crowd.count; i++) {
        for (let k = 0; k < size; k++) to[size * i + k] = from[size * order[i] + k];
      }
    }
    from.set(to.subarray(0, size * crowd.count));
  });
}

/** The end of a step: what everybody decided is what everybody reads now. */
export function takeOver(crowd: Crowd): void {
  for (const name in crowd.columns) {
    const { size, takes } = crowd.columns[name];
    if (takes !== undefined) crowd[name as Column].set(crowd[takes as Column].subarray(0, size * crowd.count));
  }
}

/** Copy what walkers carry on from step to step, into `capacity` slots or a given crowd like it with room for them. */
export function copyColumns(crowd: Crowd, capacity: number, to: Crowd = createCrowdLike(crowd, capacity)): Crowd {
  forEachColumn(crowd, (name, size) => {
    const { kind, initial } = crowd.columns[name];
    if (kind === 'working') to[name].fill(initial, 0, size * crowd.count);
    else to[name].set(crowd[name].subarray(0, size * crowd.count));
  });
  to.count = crowd.count;
  to.nextSerial = crowd.nextSerial;
  return to;
}
