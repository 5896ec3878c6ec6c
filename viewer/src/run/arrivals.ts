/** Who left a run when, and to where: told at its end. Where somebody leaves is the exit or goal it was headed for in the step before. */
import { NONE } from '@foulee/engine';

export interface Destination {
  name: string;
  /** People who left there. */
  count: number;
  /** Seconds: when the last of them did; undefined: nobody did. */
  last: number | undefined;
}

export interface Arrivals {
  /** Seconds, ascending. */
  times: number[];
  byGoal: Map<number, { count: number; last: number }>;
}

/** Of all who came: those who are out by then are as good as all. */
const ALMOST = 0.95;

export function createArrivals(): Arrivals {
  return { times: [], byGoal: new Map() };
}

/** @param goal its index; NONE: not known */
export function addLeaving({ times, byGoal }: Arrivals, time: number, goal: number): void {
  times.push(time);
  byGoal.set(goal, { count: (byGoal.get(goal)?.count ?? 0) + 1, last: time });
}

/**
 * Most people first.
 * @param names of the goals
 * @param open goals at which people may leave: also those at which nobody did are told
 */
export function destinationsOf({ byGoal }: Arrivals, names: readonly string[], open: Iterable<number>): Destination[] {
  const all = new Map<number, Omit<Destination, 'name'>>();
  for (const goal of open) all.set(goal, { count: 0, last: undefined });
  for (const [goal, of] of byGoal) all.set(goal, of);
  return [...all]
    .map(([goal, of]) => ({ name: goal === NONE ? 'elsewhere' : (names[goal] ?? 'elsewhere'), ...of }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

/** Seconds after which 95 % of all who came had left; undefined: they have not. */
export function almostAllAt({ times }: Arrivals, entered: number): number | undefined {
  return entered === 0 ? undefined : times[Math.ceil(ALMOST * entered - 1e-9) - 1];
}
