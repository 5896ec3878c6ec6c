/**
 * Where people go, as the panel shows it ↔ as the file has it: stops on the way, and where they end. Stages of other forms than these are
 * left as they are in the file.
 */
import { type Data, isRecord, listAt, type Path, put, recordAt, valueAt } from './document.ts';
import { isGoingSaid, namesOf } from './references.ts';
import { shapeOf } from './things.ts';

/** How people choose among several: known is the nearest that they know. */
type Choice = 'nearest' | 'quickest' | 'known';

/** Where somebody goes in the end, as one text: the value of a choice. */
export type Destination =
  | 'unsaid'
  | 'nearest'
  | 'quickest'
  | 'known'
  | 'point'
  | 'stages'
  /** They leave where their last stop ends, which is to wander. */
  | 'nowhere'
  | `goal:${string}`
  | `itinerary:${string}`;

export interface Stop {
  /** one: the only one of `goals`; wander: there are none, they walk about; else everybody chooses among them. */
  choose: 'one' | 'wander' | Choice;
  goals: readonly string[];
  /** A number of seconds, or a distribution as in the file; undefined: nobody waits. How long they wander. */
  wait: unknown;
}

export interface Going {
  /** None where `to` is a name or a form that has none here: see `canStop`. */
  stops: readonly Stop[];
  to: Destination;
}

const FIELDS = ['goal', 'exit', 'itinerary'] as const;
export const isChoice = (value: unknown): value is Choice =>
  value === 'nearest' || value === 'quickest' || value === 'known';
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Where the people of an entry go. */
export function goingOf(entry: unknown): Going {
  if (!isRecord(entry) || !isGoingSaid(entry)) return { stops: [], to: 'unsaid' };
  const { goal, exit, itinerary } = entry;
  if (isChoice(exit)) return { stops: [], to: exit };
  if (typeof goal === 'string') return { stops: [], to: `goal:${goal}` };
  if (goal !== undefined) return { stops: [], to: 'point' };
  return typeof itinerary === 'string' ? { stops: [], to: `itinerary:${itinerary}` } : goingAlong(itinerary);
}

/** Where who follows these stages goes. */
export function goingAlong(stages: unknown): Going {
  const all: unknown[] = Array.isArray(stages) ? stages : [];
  const isToEnd = stopOf(all.at(-1))?.choose === 'wander';
  const before = isToEnd ? all : all.slice(0, -1);
  const stops = before.flatMap((stage) => stopOf(stage) ?? []);
  const to = isToEnd ? 'nowhere' : destinationOf(all.at(-1));
  return to === undefined || stops.length < before.length ? { stops: [], to: 'stages' } : { stops, to };
}

function stopOf(stage: unknown): Stop | undefined {
  if (typeof stage === 'string') return { choose: 'one', goals: [stage], wait: undefined };
  if (!isRecord(stage)) return undefined;
  if (stage.wander !== undefined) {
    return Object.keys(stage).length === 1 ? { choose: 'wander', goals: [], wait: stage.wander } : undefined;
  }
  const { goal, exit, of, wait, ...others } = stage;
  if (Object.keys(others).length > 0) return undefined;
  if (typeof goal === 'string' && exit === undefined && of === undefined) return { choose: 'one', goals: [goal], wait };
  if (goal !== undefined || !isChoice(exit) || !Array.isArray(of) || of.length === 0) return undefined;
  return of.every((name) => typeof name === 'string') ? { choose: exit, goals: of, wait } : undefined;
}

function destinationOf(stage: unknown): Destination | undefined {
  if (typeof stage === 'string') return `goal:${stage}`;
  if (!isRecord(stage) || Object.keys(stage).length !== 1) return undefined;
  if (typeof stage.goal === 'string') return `goal:${stage.goal}`;
  return isChoice(stage.exit) ? stage.exit : undefined;
}

/** Can there be stops before it? */
export function canStop(to: Destination): boolean {
  return isChoice(to) || to === 'nowhere' || to.startsWith('goal:');
}

/** @param going not to `point` or `stages`: those are left as they are in the file */
export function withGoing(data: Data, path: Path, going: Going): Data {
  const entry = valueAt(data, path);
  const { stops, to } = atAnEnd(data, going);
  if (to === 'point' || to === 'stages' || isSame(goingOf(entry), { stops, to })) return data;
  if (to === 'unsaid' && stops.length > 0) return withGoing(data, path, { stops, to: likely(data) });
  const [field, value] =
    stops.length > 0 && canStop(to)
      ? (['itinerary', stagesOf({ stops, to }, listAt(entry, ['itinerary']))] as const)
      : fieldOf(to);
  let written = data;
  for (const other of FIELDS) if (other !== field) written = put(written, [...path, other], undefined);
  return field === undefined ? written : put(written, [...path, field], value);
}

/** Another way for all who follow an itinerary by its name. */
export function withItinerary(data: Data, name: string, asked: Going): Data {
  const path = ['itineraries', name];
  const going = atAnEnd(data, asked);
  const stages = valueAt(data, path);
  if (!canStop(going.to) || isSame(goingAlong(stages), going)) return data;
  return put(data, path, stagesOf(going, listAt(data, path)));
}

function fieldOf(to: Destination): readonly ['goal' | 'exit' | 'itinerary', string] | readonly [undefined, undefined] {
  if (to.startsWith('goal:')) return ['goal', to.slice('goal:'.length)];
  if (to.startsWith('itinerary:')) return ['itinerary', to.slice('itinerary:'.length)];
  return to === 'unsaid' ? [undefined, undefined] : ['exit', to];
}

/** Without a wandering last stop they go where others do. */
function atAnEnd(data: Data, { stops, to }: Going): Going {
  if (to !== 'nowhere' || stops.at(-1)?.choose === 'wander') return { stops, to };
  return { stops, to: namesOf(data, 'goal').length > 0 ? likely(data) : 'unsaid' };
}

/** Seconds that people wander unless told. */
export const WANDERING = 60;
const WANDER: Stop = { choose: 'wander', goals: [], wait: WANDERING };

/** Another end of the way: those who go nowhere wander last. */
export function withEnd({ stops }: Going, to: Destination): Going {
  return to === 'nowhere' && stops.at(-1)?.choose !== 'wander' ? { stops: [...stops, WANDER], to } : { stops, to };
}

export function withWandering({ stops, to }: Going): Going {
  return { stops: [...stops, WANDER], to };
}

/** @param before stages that say the same stay as they are written */
function stagesOf({ stops, to }: Going, before: readonly unknown[]): unknown[] {
  const last = before.at(-1);
  const written = stops.map((stop) => before.find((stage) => isSame(stopOf(stage), stop)) ?? stageOf(stop));
  if (to === 'nowhere') return written;
  return [
    ...written,
    destinationOf(last) === to ? last : to.startsWith('goal:') ? to.slice('goal:'.length) : { exit: to },
  ];
}

function stageOf({ choose, goals, wait }: Stop): unknown {
  if (choose === 'wander') return { wander: wait ?? WANDERING };
  const waits = wait === undefined ? {} : { wait };
  if (choose !== 'one') return { exit: choose, of: goals, ...waits };
  return wait === undefined ? goals[0] : { goal: goals[0], wait };
}

/** Where who says nothing goes. */
function likely(data: Data): Destination {
  if (Object.keys(recordAt(data, ['exits'])).length > 0) return 'nearest';
  const [first] = namesOf(data, 'goal');
  return first === undefined ? 'nowhere' : `goal:${first}`;
}

/** One stop more, at a goal that is not on the way yet; where there is floor to stand on people wait. */
export function withStop(data: Data, { stops, to }: Going): Going {
  const goals = recordAt(data, ['goals']);
  const names = Object.keys(goals);
  const goal = names.find((name) => to !== `goal:${name}` && !stops.some((stop) => stop.goals.includes(name)));
  const chosen = goal ?? names[0];
  const form = shapeOf(goals[chosen])?.form;
  const isArea = form === 'box' || form === 'ring' || valueAt(goals[chosen], ['area']) !== undefined;
  const stop: Stop = { choose: 'one', goals: [chosen], wait: isArea ? 60 : undefined };
  // Who goes nowhere wanders last.
  return { stops: stops.toSpliced(to === 'nowhere' ? -1 : stops.length, 0, stop), to };
}

/** Who follows an itinerary: "2 entrances, 1 group". */
export function followersText(data: Data, name: string): string {
  const follows = (entry: unknown) => valueAt(entry, ['itinerary']) === name;
  const walkers = listAt(data, ['walkers']).filter(follows);
  const single = walkers.filter((entry) => valueAt(entry, ['at']) !== undefined).length;
  const counts = [
    [listAt(data, ['sources']).filter(follows).length, 'entrance', 'entrances'],
    [walkers.length - single, 'group', 'groups'],
    [single, 'person', 'people'],
  ] as const;
  return counts.flatMap(([count, one, more]) => (count === 0 ? [] : `${count} ${count === 1 ? one : more}`)).join(', ');
}

export const NOWHERE = { value: 'nowhere', label: 'nowhere: they wander, then leave' } as const;

/** Does the walker model of a scenario let people wander? */
export const canWander = ({ model }: Data): boolean => model === 'stream';

/** Where one may be sent; itineraries last. */
export function destinations(data: Data): { value: Destination; label: string }[] {
  const exits = Object.keys(recordAt(data, ['exits']));
  return [
    ...(exits.length === 0
      ? []
      : [
          { value: 'nearest' as const, label: 'the nearest exit' },
          { value: 'quickest' as const, label: 'the quickest exit' },
          { value: 'known' as const, label: 'the nearest exit they know' },
        ]),
    ...exits.map((name) => ({ value: `goal:${name}` as const, label: `exit “${name}”` })),
    ...Object.keys(recordAt(data, ['goals'])).map((name) => ({
      value: `goal:${name}` as const,
      label: `goal “${name}”`,
    })),
    ...(canWander(data) ? [NOWHERE] : []),
    ...Object.keys(recordAt(data, ['itineraries'])).map((name) => ({
      value: `itinerary:${name}` as const,
      label: `itinerary “${name}”`,
    })),
  ];
}
