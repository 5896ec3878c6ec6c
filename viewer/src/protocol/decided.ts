/** What somebody decided, as the worker tells it. */
import type { RecordedDecision } from '@foulee/engine';

export interface Decided extends RecordedDecision {
  /** The middle of the place they went to explore, metres from the origin, and the area of the scenario there; undefined: none. */
  where?: { x: number; y: number; z: number; area: string | undefined };
}
