/** What the stages of the reactive walker work on: the columns of its own, and the view of a step with these. */
import { type Arrays, type Columns, floats, ints } from '../../crowd/column.ts';
import type { Crowd } from '../../crowd/crowd.ts';
import type { StepView } from '../model.ts';
import { TURN, type Turns } from './turns.ts';

export const REACTIVE_COLUMNS = {
  /** Seconds it has been held up (patience.ts). */
  held: floats(1),
  /** The velocity it would have if nobody stood right before it, as decided when it thought last: x, y interleaved. */
  wish: floats(2),
  /** Which of the directions about its path it walks in (fan.ts). */
  swerve: ints(1),
  /** What it faces: who comes or crosses ahead (fan.ts). Others read it. */
  facing: { ...floats(1), takes: 'nextFacing' },
  nextFacing: floats(1, 'working'),
  /** 1 while it lets others come out of the passage it is to enter (fan.ts). */
  letsOut: ints(1),
  /** The corner it walks round (round-corner.ts). */
  turn: floats(TURN),
} satisfies Columns;

export type ReactiveCrowd = Crowd & Arrays<typeof REACTIVE_COLUMNS>;

/** What it makes of a place and its goals. */
export interface Prepared {
  /** Ends of the goals that are lines (crowd/goals/goals.ts). */
  goalLines: Float64Array;
  turns: Turns;
}

export interface View extends StepView<Prepared> {
  crowd: ReactiveCrowd;
}
