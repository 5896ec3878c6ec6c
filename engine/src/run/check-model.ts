/**
 * What a walker model does not support is refused, naming the field: a run never leaves out silently what a scenario asks for.
 */
import { InputError } from '../core/errors.ts';
import type { Scenario } from '../scenario/scenario.ts';
import type { WalkerModel } from '../walkers/model.ts';

/** A field that is used, and what may be done instead. */
type Unsupported = readonly [field: string, isUsed: (scenario: Scenario) => boolean, instead: string];

const usesChoice = (choice: string) => (scenario: Scenario) =>
  scenario.itineraries.some(({ stages }) => stages.some(({ choose }) => choose === choice));

const OFF_TILES: readonly Unsupported[] = [
  ['wander', usesChoice('wander'), 'use model: stream, or send people to goals'],
];

const ON_TILES: readonly Unsupported[] = [
  [
    'knowledge of a profile',
    ({ profiles }) => profiles.some(({ knowledge }) => knowledge !== undefined),
    'leave it out',
  ],
  ['signs', ({ signs }) => signs.length > 0, 'leave them out'],
  ['exit: quickest', usesChoice('quickest'), 'use exit: nearest'],
  ['exit: known', usesChoice('known'), 'use exit: nearest'],
  ['service or queue of a goal', ({ goals }) => goals.some(({ counter }) => counter !== null), 'use wait: of a stage'],
  ['maxFlow', ({ goals, doors }) => [...goals, ...doors].some(({ maxFlow }) => maxFlow !== null), 'leave it out'],
  ['letOutFirst', ({ doors }) => doors.some(({ letOutFirst }) => letOutFirst !== null), 'leave it out'],
  ['oneWay', ({ events }) => events.some(({ kind }) => kind === 'one-way'), 'close the door instead'],
  ['announce', ({ events }) => events.some(({ kind }) => kind === 'announce'), 'leave it out'],
];

/** What a scenario uses and its model does not support: each field, and what may be done instead. */
export function unsupportedIn(scenario: Scenario, { tiles }: WalkerModel): { field: string; instead: string }[] {
  const all = tiles === undefined ? OFF_TILES : ON_TILES;
  return all.flatMap(([field, isUsed, instead]) => (isUsed(scenario) ? { field, instead } : []));
}

export function checkModel(scenario: Scenario, model: WalkerModel): void {
  const [first] = unsupportedIn(scenario, model);
  if (first === undefined) return;
  const { field, instead } = first;
  const others = model.tiles === undefined ? '' : ', or use model: reactive';
  throw new InputError(
    'the scenario',
    `uses ${field}, which the walker model ${model.name} does not support`,
    instead + others,
  );
}
