/**
 * The passes of a step that threads share: each works on some of the slots and writes only these, so that it does not matter who
 * does which. What they work on is a `PassContext`: arrays in shared memory, and a few that never change.
 */
import { type Contacts, endRound, pushApart, startRounds } from '../bodies/contact.ts';
import { settle, slideAndMove } from '../bodies/move.ts';
import { gatherWalls } from '../bodies/near-walls.ts';
import { press } from '../bodies/press.ts';
import { setPace } from '../bodies/stairs.ts';
import { markStanding } from '../bodies/stand.ts';
import type { WalkResult } from '../subdivision/walk.ts';
import type { StepView, WalkerModel } from '../walkers/model.ts';

export interface PassContext {
  view: StepView;
  contacts: Contacts;
  /** Of this thread alone: its number, and what it works with. */
  thread: number;
  model: WalkerModel;
  scratch: unknown;
  way: WalkResult;
}

export const STAND = 0;
export const PACE = 1;
export const WALLS = 2;
export const DECIDE = 3;
export const SLIDE = 4;
export const START_ROUNDS = 5;
export const PUSH_APART = 6;
export const END_ROUND = 7;
export const SETTLE = 8;

/** Slots `from` … `to` - 1; in rounds of contact, those of the active ones. */
export function runPass(context: PassContext, pass: number, from: number, to: number): void {
  const { view, contacts } = context;
  const { mesh, crowd, beside, step } = view;
  if (pass === STAND) markStanding(crowd, view.time, from, to);
  else if (pass === PACE) setPace(view.stairs, crowd, view.profiles, from, to);
  else if (pass === WALLS) gatherWalls(beside, crowd, from, to);
  else if (pass === DECIDE) context.model.decide(view, context.scratch, from, to);
  else if (pass === SLIDE) slideAndMove(beside, crowd, step, from, to);
  else if (pass === START_ROUNDS) startRounds(view, contacts, from, to);
  else if (pass === PUSH_APART) pushApart(beside, crowd, contacts, context.thread, from, to);
  else if (pass === END_ROUND) endRound(crowd, contacts, from, to);
  else {
    press(crowd, view.profiles, contacts, step, from, to);
    settle(mesh, crowd, step, context.way, from, to);
  }
}
