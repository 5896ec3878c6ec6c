/**
 * Run, looked at after each step → what people with knowledge decided, found out and read, in words and numbers. For the table of decisions
 * beside a recording. Ordered by step and serial. Cost: what was decided.
 */
import { NONE } from '../core/none.ts';
import {
  DECISION,
  EXPLORES,
  FINDS_CLOSED,
  FOLLOWS,
  HEARS,
  IS_TOLD,
  READS,
  TURNS_TO,
  WAITS,
  WALKS_TO,
} from '../knowledge/decisions.ts';
import type { Simulation } from '../simulation/simulation.ts';
import { placeName } from './place-names.ts';
import type { Run } from './run-state.ts';

export interface RecordedDecision {
  step: number;
  /** Seconds. */
  time: number;
  serial: number;
  /** What happened: one of DECISIONS. */
  code: string;
  /** The goal, sign or door it is about, the goals that are announced, or where the place is; null: none, or it has no name. */
  what: string | null;
  /** `walks to`: metres of the way; `turns to`: people remembered in the queue left behind; `explores`: number of the place; `is told`: number of the person who told them. */
  value: number | null;
}

/** By the codes of knowledge/decisions.ts. */
export const DECISIONS = [
  'explores',
  'walks to',
  'turns to',
  'finds closed',
  'reads',
  'searches again',
  'hears',
  'is told',
  'follows',
  'waits',
] as const;

/** Decisions of the step that was just made, at the end of `rows`. */
export function logDecisions(rows: RecordedDecision[], run: Run): void {
  const { simulation } = run;
  const { knowledge, steps, time } = simulation;
  if (knowledge === undefined) return;
  const { array, length } = knowledge.decisions;
  const first = rows.length;
  for (let k = 0; k < length; k += DECISION) {
    const code = array[k + 1];
    rows.push({
      step: steps,
      time: Number(time.toFixed(6)),
      serial: array[k],
      code: DECISIONS[code],
      what: nameOf(run, code, array[k + 2]),
      value: valueOf(code, array[k + 2], array[k + 3]),
    });
  }
  if (rows.length - first < 2) return;
  const own = rows.splice(first);
  own.sort((a, b) => a.serial - b.serial);
  for (const row of own) rows.push(row);
}

function nameOf(run: Run, code: number, index: number): string | null {
  const { goals, knowledge, world } = run.simulation;
  const { mesh } = world;
  if (code === EXPLORES) return placeName(run, index);
  if (code === WALKS_TO || code === TURNS_TO || code === IS_TOLD) return goals[index].name;
  if (code === HEARS) return goalNames(goals, knowledge!.announcements[index].goals);
  if (code === READS || code === FOLLOWS) return knowledge!.signs[index].name;
  if ((code !== FINDS_CLOSED && code !== WAITS) || index === NONE) return null;
  const door = mesh.sideDoor[knowledge!.believed.places.borderSides[2 * index]];
  return door === NONE ? null : mesh.doors[door].name;
}

function goalNames(goals: Simulation['goals'], shown: readonly number[] | null): string {
  return shown === null ? 'everything' : shown.map((g) => goals[g].name).join(', ');
}

function valueOf(code: number, first: number, second: number): number | null {
  if (code === EXPLORES) return first;
  return code === WALKS_TO || code === TURNS_TO || code === IS_TOLD ? second : null;
}
