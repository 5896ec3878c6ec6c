/** The columns of stream walkers. Others read `polar`, `place` and `tile`: these change only when a step ends. */
import { NONE } from '../../core/none.ts';
import { type Arrays, floats, ints } from '../../crowd/column.ts';

/** Goals a walker remembers (M02 §3.1.3). */
export const REMEMBERED = 3;

export const STREAM_COLUMNS = {
  serial: ints(1),
  /** Metres, x and y interleaved. */
  place: floats(2),
  nextPlace: floats(2, 'working'),
  tile: ints(1),
  nextTile: ints(1, 'working'),
  /** Velocity as one byte (polar.ts); norm 0 stands. */
  polar: ints(1),
  nextPolar: ints(1, 'working'),
  /** Metres. */
  radius: floats(1),
  /** The norm somebody likes to walk at. */
  preferred: ints(1),
  /** Steps of WAIT left; 0: does not wait. */
  wait: ints(1),
  /** How often they have waited on their tile. */
  waits: ints(1),
  /** The norm they go on with after WAIT. */
  resume: ints(1),
  /** State of ACCELERATE; 0 is NORMAL. */
  accelerate: ints(1),
  /** Steps in a row in which the claim was refused. */
  refused: ints(1),
  /** 1: slid along a body in this step. */
  slid: ints(1, 'working'),
  /** Steps stood, less those walked since; never negative. */
  stood: ints(1),
  /** 1: looks at its surroundings in the next step, whoever's turn it is. */
  due: ints(1),
  /** The goal of the graph it walks to, and those reached last, the latest first. */
  goal: ints(1),
  former: ints(REMEMBERED, 'state', NONE),
  /** The goal it is bound for; NONE: it wanders. */
  target: ints(1, 'state', NONE),
  /** The number of its group; NONE: it walks alone (groups.ts). */
  group: ints(1, 'state', NONE),
  /** On a link (riders.ts): twice its file, plus 1 downwards; NONE: on tiles. And metres along the file, below 0 before it. */
  file: ints(1, 'state', NONE),
  along: floats(1),
  /** Who has a higher rank goes first: leaders of groups. */
  rank: ints(1),
} as const;

export interface Streamers extends Arrays<typeof STREAM_COLUMNS> {
  count: number;
}
