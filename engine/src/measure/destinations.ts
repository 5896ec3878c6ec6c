/** Who left a run when, and to where → how many left at each exit or goal, and when almost everybody was out. Cost: constant per person. */
import { NONE } from '../core/none.ts';

export interface Destination {
  name: string;
  /** People who left there. */
  count: number;
  /** Seconds: when the last of them did; undefined: nobody did. */
  last: number | undefined;
}

export interface Departures {
  /** Seconds, ascending. */
  times: number[];
  byGoal: Map<number, { count: number; last: number }>;
}

/** Once this share of all who came has left, almost everybody has. */
const ALMOST = 0.95;

export function createDepartures(): Departures {
  return { times: [], byGoal: new Map() };
}

/** @param goal its index; NONE: not known */
export function addDeparture({ times, byGoal }: Departures, time: number, goal: number): void {
  times.push(time);
  byGoal.set(goal, { count: (byGoal.get(goal)?.count ?? 0) + 1, last: time });
}

/**
 * Most people first.
 * @param names of the goals
 * @param open goals at which people may leave: those at which nobody left are listed too
 */
export function destinationsOf(
  { byGoal }: Departures,
  names: readonly string[],
  open: Iterable<number>,
): Destination[] {
  const all = new Map<number, Omit<Destination, 'name'>>();
  for (const goal of open) all.set(goal, { count: 0, last: undefined });
  for (const [goal, of] of byGoal) all.set(goal, of);
  return [...all]
    .map(([goal, of]) => ({ name: goal === NONE ? 'elsewhere' : (names[goal] ?? 'elsewhere'), ...of }))
    .toSorted((a, b) => b.count - a.count || a.name.localeCompare(b.name));
}

/** Seconds after which 95 % of all who came had left; undefined: they have not. */
export function almostAllAt({ times }: Departures, entered: number): number | undefined {
  return entered === 0 ? undefined : times[Math.ceil(ALMOST * entered - 1e-9) - 1];
}
