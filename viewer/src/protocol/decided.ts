/** What somebody decided, as the worker tells it. */
import type { RecordedDecision } from '@foulee/engine';

export interface Decided extends RecordedDecision {
  /** The middle of the place they went to explore, metres from the origin. */
  where?: { x: number; y: number; z: number };
}
