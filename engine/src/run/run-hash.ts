/**
 * A run → sixteen digits that tell it from other runs: SHA-256 of the state's hash every ten simulated seconds and at the end. The last
 * state alone, an empty place, would tell hardly any two runs apart. The same on Node and in every browser.
 */
import { sha256OfAscii } from '../core/sha256.ts';
import { type Simulation, stateHash } from '../simulation/simulation.ts';
import { stepsPerSecond } from './measures.ts';

/** Simulated seconds between two looks at the state. */
const HASHED_EVERY = 10;
const DIGITS = 16;

export interface RunHash {
  /** Hashes of the states seen so far. */
  states: string[];
}

export function createRunHash(): RunHash {
  return { states: [] };
}

/** Look at the state before the first step and after each. */
export function hashStep({ states }: RunHash, simulation: Simulation): void {
  if (simulation.steps % (HASHED_EVERY * stepsPerSecond(simulation.step)) === 0) states.push(stateHash(simulation));
}

/** Of the run up to now. */
export function digestOf({ states }: RunHash, simulation: Simulation): string {
  return sha256OfAscii([...states, stateHash(simulation)].join('')).slice(0, DIGITS);
}
