/** The reactive walker (L04 §4, and what dense crowds need) as a walker model. Its stages are listed in decide.ts. */
import { linesOfGoals } from '../../crowd/goals/goals.ts';
import type { WalkerModel } from '../model.ts';
import { decide } from './decide.ts';
import { explain } from './explain.ts';
import { createThought, TALLY_NAMES, type Thought } from './thought.ts';
import { findTurns } from './turns.ts';
import { type Prepared, REACTIVE_COLUMNS, type View } from './columns.ts';

export const REACTIVE: WalkerModel<Prepared, Thought> = {
  name: 'reactive',
  columns: REACTIVE_COLUMNS,
  tally: TALLY_NAMES,
  prepare: (ground, goals) => ({ goalLines: linesOfGoals(goals), turns: findTurns(ground) }),
  createScratch: createThought,
  decide: (view, thought, from, to) => decide(view as View, thought, from, to),
  explain: (view, slot) => explain(view as View, slot),
};
