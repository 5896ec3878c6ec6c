/** The numbers of the stream walker (M02), all in one place, with their defaults. M02 gives few of them; those marked "ours" are chosen here. */
import { InputError } from '../../core/errors.ts';

export interface StreamSettings {
  /** Seconds per step. M02 aims at 24 frames per second. */
  step: number;
  /** Steps between two looks at the surroundings of somebody who stays on a tile (ours). Entering a tile is always a reason to look. */
  every: number;
  /** Marks, out of 100, from which the former direction, one within π/8 and one within π/4 are taken (M02 algorithm 4.4; ours). */
  c1: number;
  c2: number;
  c3: number;
  /** Static mark where the next tile is accessible but the fifth is not (ours). */
  farBlocked: number;
  /** τ of the direction field, seconds (ours). */
  relaxation: number;
  /** Limits of Close, Near and Far, tiles (ours: M02 gives none). */
  close: number;
  near: number;
  far: number;
  /** Angle steps of π/8: at most so many apart is following, at least so many is front, between is crossing (ours: M02 gives none). */
  following: number;
  front: number;
  /** Steps that WAIT lasts, and angle steps of the rotation at its end (ours). */
  waitFrames: number;
  waitTurn: number;
  /** Steps in a row that a claim may be refused before the walker waits (ours). */
  patience: number;
  /** Seconds that somebody stands, less those they walk, until they turn back from a jam (ours). */
  turnBackAfter: number;
  /** Norms lost by slowing and by slowing sharply, and per angle step of a turn, rounded down: none for π/8, one for π/4 (ours). */
  slow: number;
  slowSharply: number;
  turnSlows: number;
  /** States of ACCELERATE (M02 §4.3.4). State k adds k norms (ours). */
  accelerations: number;
  /** Metres by which bodies may overlap (ours). */
  overlap: number;
  /** Radius of a body, metres (ours); the largest there is. */
  radius: number;
  /** Shares of walkers in pairs and in bands of 3 to 10, in towns made from code (M02 §3.4.1: 95 % alone or in pairs; how many in pairs: ours). */
  pairs: number;
  bands: number;
  /** False: walkers ignore each other, as in M02 figure 4.8. */
  avoids: boolean;
  /** False: the direction field is neither read nor written. */
  usesField: boolean;
  /** `goals`: density is predicted from goals, as in M02. `measured`: it is counted every `measureEvery` steps. */
  congestion: 'goals' | 'measured';
  measureEvery: number;
}

export const STREAM_DEFAULTS: Readonly<StreamSettings> = {
  step: 1 / 24,
  every: 8,
  c1: 93,
  c2: 65,
  c3: 35,
  farBlocked: 70,
  relaxation: 10,
  close: 2,
  near: 5,
  far: 10,
  following: 2,
  front: 6,
  waitFrames: 4,
  waitTurn: 1,
  patience: 6,
  turnBackAfter: 5,
  slow: 1,
  slowSharply: 4,
  turnSlows: 0.5,
  accelerations: 3,
  overlap: 0.02,
  radius: 0.25,
  pairs: 0.5,
  bands: 0.05,
  avoids: true,
  usesField: true,
  congestion: 'measured',
  measureEvery: 24,
};

/** Settings that must be whole numbers of at least one. */
const COUNTS = ['every', 'waitFrames', 'patience', 'measureEvery'] as const;

export function streamSettings(options: Partial<StreamSettings> = {}): StreamSettings {
  const settings = { ...STREAM_DEFAULTS, ...options };
  for (const [name, value] of Object.entries(settings)) {
    if (typeof value !== 'number' || (value >= 0 && value < Infinity)) continue;
    throw new InputError(`stream, ${name}`, `${value} is out of range`, 'give a number, zero or more');
  }
  for (const name of COUNTS) {
    if (Number.isSafeInteger(settings[name]) && settings[name] >= 1) continue;
    throw new InputError(`stream, ${name}`, `${settings[name]} is out of range`, 'give a whole number of at least 1');
  }
  if (settings.pairs + settings.bands > 1) {
    throw new InputError('stream, pairs and bands', 'are more than all walkers', 'give shares whose sum is at most 1');
  }
  if (!(settings.step > 0 && settings.step <= 0.25)) {
    throw new InputError('stream, step', `${settings.step} s is out of range`, 'give at most 0.25 s, for example 1/24');
  }
  return settings;
}

/** Settings for another step: what is counted in steps lasts as many seconds as with the usual one. */
export function settingsForStep(step: number): StreamSettings {
  const scaled = STREAM_DEFAULTS.step / step;
  const inSteps = (steps: number) => Math.max(1, Math.round(steps * scaled));
  const { every, waitFrames, patience, measureEvery } = STREAM_DEFAULTS;
  return streamSettings({
    step,
    every: inSteps(every),
    waitFrames: inSteps(waitFrames),
    patience: inSteps(patience),
    measureEvery: inSteps(measureEvery),
  });
}
