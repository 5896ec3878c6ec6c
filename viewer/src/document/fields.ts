/** Fields of people as the panel shows them ↔ as the file has them: where they go, how many come. */
import { type Data, isRecord, put, recordAt, type Path } from './document.ts';
import { isGoingSaid } from './references.ts';

/** Profiles that need not be declared (docs/scenario.md). */
export const BUILT_IN: readonly string[] = [
  'town',
  'town-man',
  'town-woman',
  'adult',
  'child',
  'elderly',
  'wheelchair',
  'pram',
  'luggage',
];

/** Where somebody goes, as one text: the value of a choice. */
export type Destination =
  | 'unsaid'
  | 'nearest'
  | 'quickest'
  | 'point'
  | 'stages'
  | `goal:${string}`
  | `itinerary:${string}`;

export interface Going {
  /** Where they wait on the way, and how long: a number of seconds, or a distribution as in the file. */
  via: { goal: string; wait: unknown } | undefined;
  to: Destination;
}

export function goingOf(entry: unknown): Going {
  if (!isRecord(entry) || !isGoingSaid(entry)) return { via: undefined, to: 'unsaid' };
  const { goal, exit, itinerary } = entry;
  if (exit === 'nearest' || exit === 'quickest') return { via: undefined, to: exit };
  if (typeof goal === 'string') return { via: undefined, to: `goal:${goal}` };
  if (goal !== undefined) return { via: undefined, to: 'point' };
  if (typeof itinerary === 'string') return { via: undefined, to: `itinerary:${itinerary}` };
  return viaOf(itinerary) ?? { via: undefined, to: 'stages' };
}

/** Stages of the form the panel writes: wait somewhere, then go. */
function viaOf(stages: unknown): Going | undefined {
  if (!Array.isArray(stages) || stages.length !== 2) return undefined;
  const [first, last] = stages as [unknown, unknown];
  if (!isRecord(first) || typeof first.goal !== 'string' || first.wait === undefined) return undefined;
  const via = { goal: first.goal, wait: first.wait };
  if (typeof last === 'string') return { via, to: `goal:${last}` };
  if (!isRecord(last) || last.of !== undefined || last.wait !== undefined) return undefined;
  return last.exit === 'nearest' || last.exit === 'quickest' ? { via, to: last.exit } : undefined;
}

/** @param going not with `point` or `stages`: those are left as they are in the file */
export function withGoing(data: Data, path: Path, { via, to }: Going): Data {
  if (to === 'point' || to === 'stages') return data;
  let cleared = data;
  for (const field of ['goal', 'exit', 'itinerary']) cleared = put(cleared, [...path, field], undefined);
  const goal = to.startsWith('goal:') ? to.slice('goal:'.length) : undefined;
  if (to.startsWith('itinerary:')) return put(cleared, [...path, 'itinerary'], to.slice('itinerary:'.length));
  if (via !== undefined && to !== 'unsaid') {
    return put(cleared, [...path, 'itinerary'], [{ goal: via.goal, wait: via.wait }, goal ?? { exit: to }]);
  }
  if (goal !== undefined) return put(cleared, [...path, 'goal'], goal);
  return to === 'unsaid' ? cleared : put(cleared, [...path, 'exit'], to);
}

/** Names one may be sent to; waiting areas first ask for a wait. */
export function destinations(data: Data): { value: Destination; label: string }[] {
  const exits = Object.keys(recordAt(data, ['exits']));
  return [
    ...(exits.length === 0
      ? []
      : [
          { value: 'nearest' as const, label: 'the nearest exit' },
          { value: 'quickest' as const, label: 'the quickest exit' },
        ]),
    ...exits.map((name) => ({ value: `goal:${name}` as const, label: `exit “${name}”` })),
    ...Object.keys(recordAt(data, ['goals'])).map((name) => ({
      value: `goal:${name}` as const,
      label: `goal “${name}”`,
    })),
    ...Object.keys(recordAt(data, ['itineraries'])).map((name) => ({
      value: `itinerary:${name}` as const,
      label: `itinerary “${name}”`,
    })),
  ];
}

/** People a minute, as it is shown; a second, as it is in the file. */
export const perMinute = (rate: number): number => Math.round(60_000 * rate) / 1000;
export const perSecond = (rate: number): number => Math.round((1e6 * rate) / 60) / 1e6;
