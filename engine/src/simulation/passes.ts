/**
 * The passes of a step that every thread takes part in: each works on some of the slots and writes only these, so that it does not
 * matter who does which. What they work on is a `PassContext`: arrays in shared memory, and a few that never change.
 */
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { WalkResult } from '../subdivision/walk.ts';
import { type Contacts, endRound, pushApart, startRounds } from '../bodies/contact.ts';
import { settle, slideAndMove } from '../bodies/move.ts';
import { decide } from '../walkers/reactive/decide.ts';
import type { Surroundings } from '../walkers/reactive/surroundings.ts';
import type { Thought } from '../walkers/reactive/thought.ts';

export const DECIDE = 0;
export const SLIDE = 1;
export const START_ROUNDS = 2;
export const PUSH_APART = 3;
export const END_ROUND = 4;
export const SETTLE = 5;

export interface PassContext {
  around: Surroundings;
  contacts: Contacts;
  /** Seconds: of a step, and since the start. */
  step: number;
  time: number;
  /** Of this thread alone: its number, and what it works with. */
  thread: number;
  thought: Thought;
  way: WalkResult;
}

/** Slots `from` … `to` - 1; in rounds of contact, those of the active ones. */
export function runPass(context: PassContext, pass: number, from: number, to: number): void {
  const { around, contacts, step } = context;
  const mesh: CellMesh = around.mesh;
  const { crowd, walls, beside } = around;
  if (pass === DECIDE) decide(around, context.thought, contacts, context.time, step, from, to);
  else if (pass === SLIDE) slideAndMove(walls, beside, crowd, step, from, to);
  else if (pass === START_ROUNDS) startRounds(crowd, contacts, from, to);
  else if (pass === PUSH_APART) pushApart(walls, beside, crowd, contacts, context.thread, from, to);
  else if (pass === END_ROUND) endRound(crowd, contacts, from, to);
  else settle(mesh, crowd, step, context.way, from, to);
}
