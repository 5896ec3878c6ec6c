/**
 * How long the time line is. A run may take its whole duration and mostly takes a fraction of it: so the line is as long as what is
 * simulated, with room ahead, and grows by steps that one gets used to. When the run is over, it ends with it.
 */

/** Seconds: half a minute, 1, 2, 5, 10, 15, 30 minutes, 1, 2, 5, 10 hours, a day. */
const LENGTHS = [30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 18_000, 36_000, 86_400];
/** Of what is simulated. */
const ROOM = 1.25;

interface TimeLine {
  /** Seconds that are simulated. */
  present: number;
  /** Seconds after which the run ends at the latest. */
  duration: number;
  isOver: boolean;
  /** When something happens in the run, seconds: what comes next is on the line. */
  happens: readonly number[];
}

/** Seconds. It never gets shorter before the run is over. */
export function timeLineEnd({ present, duration, isOver, happens }: TimeLine): number {
  if (isOver || present >= duration) return present;
  const next = happens.reduce((least, at) => (at > present && at < least ? at : least), Infinity);
  const wanted = Math.max(ROOM * present, next <= duration ? next : 0);
  return Math.min(duration, LENGTHS.find((length) => length >= wanted - 1e-9) ?? duration);
}
