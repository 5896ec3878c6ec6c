/** What somebody has in mind at a moment, as the worker tells it. */
import type { Explanation } from '@foulee/engine';
import type { Knows } from './knows.ts';

export interface Insight {
  serial: number;
  time: number;
  /** x, y, height interleaved, metres from the origin: the way to its goal, its own place first; empty if it has none. */
  route: number[];
  /** The name of that goal. */
  goal: string | undefined;
  /** Where its neighbours are, x, y, height interleaved. */
  neighbours: number[];
  /** Metres per second: what it wished for when it last thought, and what it does. */
  wish: [number, number];
  velocity: [number, number];
  place: [number, number, number];
  /** What it would decide now, and why. */
  decision: Explanation;
  /** undefined: everything, always. */
  knows: Knows | undefined;
}
