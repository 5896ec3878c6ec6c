/**
 * The columns of the crowd: what every walker has, whichever model it walks by. A new column is one line here, or, if it is a walker
 * model's own, one line in its folder (walkers/reactive/columns.ts). Memory, adding, sorting, snapshots and the hash follow (column.ts).
 */
import { NONE } from '../core/none.ts';
import { type Columns, floats, ints } from './column.ts';

/** Numbers of a body: radius, preferred speed, top speed, and metres by which it is pressed narrower than its radius (bodies/press.ts). */
export const BODY = 4;
export const RADIUS = 0;
export const PREFERRED = 1;
export const TOP = 2;
export const PRESSED = 3;

/** Two numbers are x, y interleaved. */
export const COLUMNS = {
  serial: ints(1),
  /** Metres. */
  place: { ...floats(2), takes: 'nextPlace' },
  cell: { ...ints(1), takes: 'nextCell' },
  /** Metres per second. */
  velocity: { ...floats(2), takes: 'nextVelocity' },
  nextPlace: floats(2, 'working'),
  nextCell: ints(1, 'working'),
  nextVelocity: floats(2, 'working'),
  /** Radius, preferred speed, top speed, pressed: BODY numbers. */
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
