/** The walker model of a scenario in words, and what it does not support. */
import { modelNamed, type Scenario, unsupportedIn, usualTiles as usualTilesOf } from '@foulee/engine';
import { type Data, put, recordAt, valueAt } from './document.ts';

/** One sentence each: for whom it is. */
export const MODEL_WORDS: Readonly<Record<string, { title: string; says: string }>> = {
  reactive: {
    title: 'Reactive',
    says: 'People move freely, see who comes and avoid collisions: for buildings and dense crowds.',
  },
  stream: {
    title: 'Stream',
    says: 'People walk on tiles, follow the stream they are in and make up their way: for towns and very many people.',
  },
};

export const modelTitle = (name: string): string => MODEL_WORDS[name]?.title ?? name;

/** Fields as the engine names them (run/check-model.ts) → what they are in the page, and what to do there. */
const FIELDS: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  wander: ['Wandering (wander)', 'remove the stop'],
  'knowledge of a profile': ['Knowledge of a profile', 'choose “Everything, always” in its card'],
  signs: ['Signs', 'delete them'],
  'exit: quickest': ['The quickest exit or stop (exit: quickest)', 'choose the nearest'],
  'exit: known': ['The nearest exit they know (exit: known)', 'choose the nearest'],
  'service or queue of a goal': [
    'Counters and queues (service, queue)',
    'let people wait there as long as a stop says',
  ],
  maxFlow: ['“Flow at most” (maxFlow)', 'leave the field empty'],
  letOutFirst: ['Letting people out first (letOutFirst)', 'remove it in the file'],
  oneWay: ['One-way doors (oneWay)', 'close the door instead, in the file'],
  announce: ['Announcements (announce)', 'remove them in the file'],
};

/** What is wrong with a scenario for its model. */
export function modelProblems(scenario: Scenario): { what: string; remedy: string }[] {
  const { name } = modelNamed(scenario.model);
  const other = name === 'reactive' ? 'stream' : 'reactive';
  return unsupportedIn(scenario, modelNamed(name)).map(({ field, instead }) => {
    const [what, remedy] = FIELDS[field] ?? [field, instead];
    return {
      what: `${what}: not supported by the walker model ${modelTitle(name)}`,
      remedy: `${remedy}, or choose the walker model ${modelTitle(other)}`,
    };
  });
}

/** How the place is laid out in tiles if the scenario does not say so: also for the kind of place that it says. */
export function usualTiles(data: Data): ReturnType<typeof usualTilesOf> {
  const file = valueAt(data, ['environment', 'file']);
  const environment = { kind: typeof file === 'string' ? 'file' : 'inline', file } as Scenario['environment'];
  const { place } = recordAt(data, ['tiles']);
  const said = place === 'town' || place === 'open' ? place : null;
  return usualTilesOf(environment, said);
}

/** Put a field of `tiles`; undefined: as usual. */
export function withTiles(data: Data, field: 'place' | 'side' | 'pavement', value: unknown): Data {
  const written = put(data, ['tiles', field], value);
  return Object.keys(recordAt(written, ['tiles'])).length === 0 ? put(written, ['tiles'], undefined) : written;
}
