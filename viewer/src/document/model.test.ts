/** What a walker model does not support, in the words of the page. */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newRoom } from './create.ts';
import { type Data, put } from './document.ts';
import { MODEL_WORDS, usualTiles, withTiles } from './model.ts';
import { problemsOf } from './problems.ts';
import { MODEL_NAMES } from '@foulee/engine';

const room: Data = {
  ...newRoom(),
  exits: { out: { box: [14, 0, 16, 8] } },
  walkers: [{ at: [1, 2], exit: 'nearest' }],
};

it('every model has words', () => {
  expect(Object.keys(MODEL_WORDS).toSorted()).toEqual([...MODEL_NAMES].toSorted());
});

it('what is not supported is said, field by field, with what to do; it is a problem of the scenario', () => {
  expect(problemsOf(put(room, ['model'], 'stream'), undefined)).toEqual([]);
  const data = {
    ...room,
    model: 'stream',
    signs: { way: { at: [2, 2], facing: 0, shows: 'everything' } },
    walkers: [{ at: [1, 2], exit: 'quickest' }],
  };
  expect(problemsOf(data, undefined)).toEqual([
    {
      path: ['model'],
      where: 'model',
      what: 'Signs: not supported by the walker model Stream',
      remedy: 'delete them, or choose the walker model Reactive',
    },
    {
      path: ['model'],
      where: 'model',
      what: 'The quickest exit or stop (exit: quickest): not supported by the walker model Stream',
      remedy: 'choose the nearest, or choose the walker model Reactive',
    },
  ]);
  const wanders = put(room, ['walkers'], [{ at: [1, 2], itinerary: [{ wander: 9 }] }]);
  expect(problemsOf(wanders, undefined)).toMatchObject([
    { what: 'Wandering (wander): not supported by the walker model Reactive' },
  ]);
});

it('every field that the engine refuses has words of the page', () => {
  const source = readFileSync(new URL('../../../engine/src/run/check-model.ts', import.meta.url), 'utf8');
  const words = readFileSync(new URL('model.ts', import.meta.url), 'utf8');
  const fields = [...source.matchAll(/\[\s*'([^']+)',\s*(?:\(|usesChoice)/g)].map(([, field]) => field);
  expect(fields.length).toBeGreaterThan(8);
  for (const field of fields) expect(words).toMatch(new RegExp(`^ {2}'?${field}'?:`, 'm'));
});

it('tiles are as usual for the place unless said; what is as usual again leaves the file', () => {
  expect(usualTiles(room)).toEqual({ place: 'open', side: 0.4, pavement: 1.2 });
  expect(usualTiles({ environment: { file: 'town.png' } })).toEqual({ place: 'town', side: 1, pavement: 4 });
  const town = withTiles(room, 'place', 'town');
  expect(usualTiles(town)).toMatchObject({ place: 'town', side: 1 });
  expect(withTiles(withTiles(town, 'side', 0.5), 'side', undefined)).toEqual(town);
  expect(withTiles(town, 'place', undefined)).toEqual(room);
});
