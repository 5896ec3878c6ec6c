import { expect, it } from 'vitest';
import { outcomeNotes, outcomeText } from './outcome-words.ts';

const summary = { entered: 480, arrived: 479, inside: 1, seconds: 88, hash: '', warnings: [] };

it('of a run says who is left', () => {
  expect(outcomeText(summary)).toBe('1 of 480 people are still there');
  expect(outcomeText({ ...summary, arrived: 480, inside: 0 })).toBe('All 480 people have left');
  expect(outcomeNotes({ ...summary, almostAllAt: 70 })).toEqual(['95 % were out by 1:10.0.']);
});

it('of people with knowledge says how long they searched', () => {
  const searched = (seconds: number) => outcomeNotes({ ...summary, search: { seconds, signs: [] } });
  expect(searched(1926.2)).toEqual(['People searched for 1,926 s in all.']);
  expect(searched(0)).toEqual(['Nobody searched for a way.']);
});

it('of a recording says that it ends, and leaves nobody behind', () => {
  const recorded = { ...summary, isRecording: true } as const;
  expect(outcomeText(recorded)).toBe('The recording ends');
  expect(outcomeNotes({ ...recorded, almostAllAt: 70 })).toEqual([
    '480 people were seen, 1 in its last moment.',
    '95 % were gone by 1:10.0.',
  ]);
  expect(outcomeNotes({ ...recorded, entered: 1, inside: 0 })).toEqual([
    '1 person was seen, nobody in its last moment.',
  ]);
});
