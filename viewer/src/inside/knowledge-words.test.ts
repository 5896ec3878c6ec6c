import { describe, expect, it } from 'vitest';
import type { Knows } from '../protocol/knows.ts';
import { doingWords, goalWords, memoryWords, placeWords } from './knowledge-words.ts';

const NOTHING: Knows = {
  doing: 'explores',
  goal: undefined,
  wanted: ['painting'],
  goals: [],
  allGoals: 2,
  places: [6, 2, 4],
  crowds: [],
  queues: [],
  ways: [],
  sign: undefined,
  sketches: [],
};

describe('what somebody knows', () => {
  it('is told in words', () => {
    expect(doingWords(NOTHING)).toBe('Exploring, looking for painting');
    expect(doingWords({ ...NOTHING, wanted: ['a', 'b', 'c', 'd', 'e'] })).toBe(
      'Exploring, looking for a, b, c or 2 more',
    );
    expect(doingWords({ ...NOTHING, wanted: [] })).toBe('Exploring');
    expect(doingWords({ ...NOTHING, doing: 'walks', goal: 'out' })).toBe('Walks to out, which they know');
    expect(doingWords({ ...NOTHING, sign: 'arrow 1' })).toBe('Follows the arrow of arrow 1, looking for painting');
    expect(doingWords({ ...NOTHING, doing: 'stays' })).toBe('Stays here for now');
    expect(placeWords(NOTHING)).toBe('4 fully, 2 partly, 6 not at all');
    expect(placeWords({ ...NOTHING, places: [0, 1, 0] })).toBe('1 partly');
    expect(goalWords(NOTHING)).toBe('none of 2');
    expect(goalWords({ ...NOTHING, goals: ['a', 'b', 'c', 'd'], allGoals: 9 })).toBe('a, b, c and 1 more');
    expect(goalWords({ ...NOTHING, goals: ['a', 'b', 'c', 'd'], allGoals: 4 })).toBe('all 4');
    const crowds = [{ density: 0.84, age: 12.3, far: 14.4, at: [0, 0, 0] as [number, number, number] }];
    const queues = [{ goal: 'gate 1', people: 3, age: 0.2 }];
    const ways = [
      { metres: 5, density: 0 },
      { metres: 9, density: 1.25 },
    ];
    expect(memoryWords({ ...NOTHING, crowds, queues, ways })).toEqual([
      '0.8 people/m², 14 m away, seen 12 s ago',
      '1.3 people/m² on the way to an opening 9 m away',
      '3 people at gate 1, seen now',
    ]);
  });
});
