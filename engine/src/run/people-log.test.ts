import { expect, it } from 'vitest';
import { openInline } from './open-scenario.ts';
import { createPeopleLog, logPeople } from './people-log.ts';
import { playWhile, startPlay } from './play.ts';
import { createRun } from './run.ts';

it('knows of everybody who they are, where they came from, and when and where they entered and left', () => {
  const { scenario, world } = openInline({
    data: {
      environment: { walkable: [{ box: [0, 0, 12, 4] }] },
      profiles: { slow: { speed: 0.8 }, quick: { speed: 1.5 } },
      exits: {
        east: [
          [11.5, 0],
          [11.5, 4],
        ],
        west: [
          [0.5, 0],
          [0.5, 4],
        ],
      },
      walkers: [
        { at: [6, 2], profile: 'slow', goal: 'east', group: 'pair' },
        { at: [6, 3], profile: 'slow', goal: 'east', group: 'pair' },
      ],
      sources: [
        { name: 'door', in: { box: [1, 1, 3, 3] }, profile: 'quick', goal: 'east', bursts: [{ at: 2, count: 2 }] },
        { name: 'gate', in: { box: [9, 1, 11, 3] }, profile: 'quick', goal: 'west', bursts: [{ at: 2, count: 1 }] },
      ],
      duration: 60,
    },
  });
  const run = createRun(scenario, world, { seed: 1 });
  const log = createPeopleLog();
  playWhile(startPlay(run, { record: () => logPeople(log, run) }), () => true);
  const { people } = log;
  expect(people.map(({ serial }) => serial)).toEqual([0, 1, 2, 3, 4]);
  expect(people.map(({ source }) => source)).toEqual([null, null, 'door', 'door', 'gate']);
  expect(people.map(({ profile }) => profile)).toEqual(['slow', 'slow', 'quick', 'quick', 'quick']);
  expect(people.map(({ group }) => group)).toEqual([0, 0, null, null, null]);
  expect(people.map(({ exit }) => exit)).toEqual(['east', 'east', 'east', 'east', 'west']);
  expect(people.map(({ goal }) => goal)).toEqual(people.map(({ exit }) => exit));
  expect(people[0]).toMatchObject({ entered: 0, enteredX: 6, enteredY: 2, enteredLevel: 0, leftLevel: 0 });
  for (const { source, entered, left, leftX, exit } of people) {
    expect(entered).toBeCloseTo(source === null ? 0 : 2, 1);
    expect(left! - entered).toBeGreaterThan(2);
    expect(Math.abs(leftX! - (exit === 'east' ? 11.5 : 0.5))).toBeLessThan(0.7);
  }
});
