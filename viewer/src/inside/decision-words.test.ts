import type { Explanation, RatedVelocity } from '@foulee/engine';
import { expect, test } from 'vitest';
import { meetingWords, proposalWords, stageWords, summaryOf } from './decision-words.ts';

const told: Explanation = {
  serial: 7,
  isThinking: true,
  isStanding: false,
  stages: [
    { name: 'path', velocity: [1.3, 0] },
    { name: 'fan', velocity: [1.3, 0] },
    { name: 'avoidance', velocity: [0, 1.3] },
    { name: 'headway', velocity: [0, 0.65] },
    { name: 'inertia', velocity: [0, 0.65] },
  ],
  velocity: [0, 0.65],
  wish: [0, 0],
  minded: [],
  collisions: [],
  proposals: [],
};

test('stages that change nothing are not told; the greatest change is the reason', () => {
  expect(stageWords(told)).toEqual([
    { name: 'would like', change: '1.30 m/s' },
    { name: 'avoid a collision', change: '90° to the left' },
    { name: 'keep behind the person ahead', change: '0.65 m/s' },
  ]);
  expect(summaryOf(told)).toBe(
    'Walks 0.65 m/s, 90° to the left, though they would like 1.30 m/s: they avoid a collision.',
  );
  const starting: Explanation['stages'] = [told.stages[0], { name: 'inertia', velocity: [0.66, 0] }];
  expect(summaryOf({ ...told, stages: starting, velocity: [0.66, 0] })).toBe(
    'Walks 0.66 m/s, though they would like 1.30 m/s: they need a moment to change pace or direction.',
  );
});

test('people who stand, and people who walk as they like', () => {
  expect(summaryOf({ ...told, isStanding: true })).toMatch(/^Stands: they wait/);
  expect(summaryOf({ ...told, velocity: [1.3, 0] })).toBe('Walks along their way as they like.');
  expect(summaryOf({ ...told, stages: [{ name: 'path', velocity: [0, 0] }], velocity: [0, 0] })).toMatch(/no way/);
});

test('proposals in words', () => {
  const proposal: RatedVelocity = {
    module: 'right',
    velocity: [0.6, -0.8],
    quality: 0.914,
    against: 12,
    time: 2,
    meets: { serial: 9, time: 3.04, kind: 'back' },
    verdict: 'taken',
  };
  expect(proposalWords(proposal)).toEqual({
    what: 'pass on the right of 12',
    speed: '1.00',
    quality: '91 %',
    outcome: 'taken: meets nobody before that',
    isTaken: true,
  });
  expect(proposalWords({ ...proposal, module: 'wish', meets: undefined, verdict: 'left' })).toMatchObject({
    what: 'as they like',
    outcome: 'not needed',
    isTaken: false,
  });
  expect(meetingWords({ kind: 'front', serial: 41, time: 2.44 })).toBe('face to face with 41 in 2.4 s');
});
