/** What people on tiles do, in words. */
import type { Explanation, TileDecision } from '@foulee/engine';
import { expect, it } from 'vitest';
import { aheadWords, directionWords, tileFacts, tileSummary } from './tile-words.ts';

const DECISION: TileDecision = {
  does: 'searches',
  wait: 0,
  isWandering: false,
  goal: [0, 0],
  turnsBack: false,
  angle: 0,
  norm: 8,
  accelerate: 0,
  group: undefined,
  directions: [],
  ahead: undefined,
};
const says = (part: Partial<TileDecision>, isStanding = false) =>
  tileSummary({ isStanding } as Explanation, { ...DECISION, ...part }, 'kiosk');

it('what they do is one sentence', () => {
  expect(says({})).toBe('Walks to kiosk.');
  expect(says({ isWandering: true, accelerate: 2 })).toBe('Wanders, and speeds up (ACCELERATE).');
  expect(says({ does: 'waits', wait: 1 / 6 })).toBe('Waits for 0.2 s (WAIT), then turns a little and walks to kiosk.');
  expect(says({ does: 'keeps formation' })).toMatch(/leader of the group/);
  expect(says({ turnsBack: true })).toBe('Turns back from a jam.');
  expect(says({}, true)).toMatch(/^Stands/);
});

it('direction and speed have their class, a group its leader', () => {
  expect(tileFacts(4, { ...DECISION, group: { leader: 4, size: 3 } }, 1.38)).toEqual([
    ['Direction', '1 of 16: right'],
    ['Speed class', '8 of 15: 1.38 m/s'],
    ['Group', 'leads 2 others'],
  ]);
  expect(tileFacts(5, { ...DECISION, angle: 15, norm: 0, group: { leader: 4, size: 2 } }, 0)).toEqual([
    ['Direction', '16 of 16: between lower right and right'],
    ['Speed class', '0: stands'],
    ['Group', 'of 2, led by person 4'],
  ]);
});

it('marks of a direction, and why it was not taken', () => {
  const marks = { static: 100, flow: undefined, goal: 85.4, mean: 92.7 };
  expect(directionWords({ steps: 0, marks, least: 93, isAdvised: false })).toEqual({
    way: 'straight on',
    marks: ['100', '–', '85', '93'],
    outcome: 'no: less than 93',
    isAdvised: false,
  });
  expect(directionWords({ steps: -1, marks, least: 65, isAdvised: true })).toMatchObject({
    way: '22.5° to the right',
    outcome: 'advised',
  });
  expect(directionWords({ steps: 2, marks, least: 35, isAdvised: false }).outcome).toBe(
    'no: the other side is as good or better',
  );
  expect(directionWords({ steps: 1, marks: undefined, least: 65, isAdvised: false }).outcome).toMatch(/not free/);
});

it('who is ahead, and the rule for it', () => {
  const ahead = {
    serial: 7,
    tiles: 3.5,
    distance: 'near',
    relation: 'crossing',
    isWaiting: false,
    isCongested: false,
    turns: [],
    act: 'slow or wait',
    passesBehind: true,
  } as const;
  expect(aheadWords(ahead)).toEqual({
    who: 'Person 7, 3.5 tiles ahead (near), crossing their way',
    rule: 'Rule in free flow: slow down or wait, and pass behind.',
  });
  expect(
    aheadWords({ ...ahead, relation: 'front', isWaiting: true, isCongested: true, turns: [1, 2], passesBehind: false }),
  ).toEqual({
    who: 'Person 7, 3.5 tiles ahead (near), standing, facing them',
    rule: 'Rule in congested traffic: turn 22.5° or 45° to a free side, else slow down or wait.',
  });
});
