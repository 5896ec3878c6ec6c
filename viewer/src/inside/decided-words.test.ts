import { DECISIONS } from '@foulee/engine';
import { expect, it } from 'vitest';
import type { Decided } from '../protocol/decided.ts';
import { decidedWords } from './decided-words.ts';

const one = (time: number, code: string, what: string | null = null, value: number | null = null): Decided => ({
  step: Math.round(10 * time),
  time,
  serial: 3,
  code,
  what,
  value,
});
const textsOf = (...decisions: Decided[]) => decidedWords(decisions).map(({ text }) => text);

it('tells a visit, each decision with its moment', () => {
  const visit = [
    one(1, 'explores', null, 4),
    one(2, 'explores', '(3.2, 14.0) on ground', 5),
    one(3, 'explores', 'foyer (10.0, 6.2)', 6),
    one(8.2, 'reads', 'hall'),
    one(8.2, 'walks to', 'painting', 53.46),
    one(20, 'finds closed', 'fire door'),
    one(20, 'walks to', 'entrance', 7.25),
    one(34, 'searches again'),
    one(35, 'hears', 'exit A'),
    one(36, 'is told', 'exit B', 7),
  ];
  expect(decidedWords(visit)).toEqual([
    { time: 1, text: 'Went to explore place 4' },
    { time: 2, text: 'Went to explore the place around (3.2, 14.0) on ground' },
    { time: 3, text: 'Went to explore foyer (10.0, 6.2)' },
    { time: 8.2, text: 'Read the sign hall' },
    { time: 8.2, text: 'Set off for painting, 53 m' },
    { time: 20, text: 'Found fire door closed' },
    { time: 20, text: 'Set off for entrance, 7.3 m' },
    { time: 34, text: 'Had looked everywhere, and searched again' },
    { time: 35, text: 'Heard the way to exit A announced' },
    { time: 36, text: 'Was told the way to exit B by person 7' },
  ]);
});

it('says where the place is that somebody went to explore', () => {
  const where = { x: 1, y: 2, z: 0 };
  expect(decidedWords([{ ...one(1, 'explores', null, 8), where }])[0].where).toEqual({ ...where, name: 'place 8' });
});

it('names the queue that somebody leaves, if it is known', () => {
  const set = one(1, 'walks to', 'exit B', 12);
  const turns = one(34.2, 'turns to', 'exit A', 12);
  expect(textsOf(set, turns)[1]).toBe('Left the queue at exit B for exit A; 12 people in the queue');
  expect(textsOf(set, turns, one(40, 'turns to', 'exit B', 1))[2]).toBe(
    'Left the queue at exit A for exit B; 1 person in the queue',
  );
  expect(textsOf(turns)).toEqual(['Left the queue for exit A; 12 people in the queue']);
  expect(textsOf(set, { ...turns, value: 0 })[1]).toBe('Turned from exit B to exit A');
  // Who explored in between comes from no queue.
  expect(textsOf(set, one(5, 'explores', null, 1), turns)[2]).toMatch(/^Left the queue for/);
});

it('has words for every decision there is, also without a name', () => {
  for (const code of DECISIONS) expect(textsOf(one(1, code))[0]).not.toMatch(new RegExp(`^${code}|null`));
  expect(textsOf(one(1, 'dances', 'gate'))).toEqual(['dances gate']);
});
