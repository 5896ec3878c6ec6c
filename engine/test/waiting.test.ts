/** People who know where a goal is and cannot get there at the moment: they wait, at the closed door if there is one, and are not lost. */
import { describe, expect, it } from 'vitest';
import { whatIsKnown, PERFECT } from '../src/knowledge/what-is-known.ts';
import type { KnowingCrowd } from '../src/knowledge/knowledge.ts';
import { logDecisions, type RecordedDecision } from '../src/run/decision-log.ts';
import { openInline } from '../src/run/open-scenario.ts';
import { startPlay, playWhile } from '../src/run/play.ts';
import { searchResultOf } from '../src/run/search-result.ts';
import { createRun } from '../src/run/run.ts';
import { runWarnings } from '../src/run/warnings.ts';

/** Two rooms and a door between them; what people look for is in the other one. A sign shows it. */
const VAULT = {
  duration: 120,
  environment: {
    walkable: [{ box: [0, 0, 20, 10] }, { box: [20.3, 0, 30, 10] }, { box: [20, 3, 20.3, 5] }],
    doors: {
      vault: [
        [20, 3],
        [20, 5],
      ],
    },
  },
  profiles: { guest: { like: 'visitor' } },
  goals: { gem: { at: [25, 5], radius: 1 } },
  walkers: [{ in: { box: [0.5, 2.5, 3, 6.5] }, count: 12, profile: 'guest', goal: 'gem' }],
  signs: { s: { at: [10, 9.8], facing: -90, shows: 'gem' } },
  events: [{ at: 0, close: 'vault' }] as object[],
};

function playOf(data: object) {
  const { scenario, world } = openInline({ data });
  const run = createRun(scenario, world);
  const rows: RecordedDecision[] = [];
  const play = startPlay(run, { look: () => logDecisions(rows, run) });
  const until = (seconds: number) => playWhile(play, () => run.simulation.time < seconds - 1e-9);
  return { run, play, rows, until };
}

const countOf = (rows: RecordedDecision[], code: string) => rows.filter((row) => row.code === code).length;

describe('before a closed door', () => {
  it('people who know what is behind it wait near it, say so once, and are not lost', () => {
    const { run, play, rows, until } = playOf(VAULT);
    until(60);
    const before = searchResultOf(play.log, run)!;
    until(120);
    expect(countOf(rows, 'waits')).toBe(12);
    expect(rows.filter(({ code }) => code === 'waits').every(({ what }) => what === 'vault')).toBe(true);
    expect(rows.filter(({ time }) => time > 60)).toEqual([]);
    const { crowd } = run.simulation;
    const [ox, oy] = run.original.origin;
    for (let i = 0; i < crowd.count; i++) {
      const away = Math.hypot(crowd.place[2 * i] + ox - 20, crowd.place[2 * i + 1] + oy - 4);
      expect(away).toBeLessThan(7);
    }
    const after = searchResultOf(play.log, run)!;
    expect(after.searchSeconds).toBe(before.searchSeconds);
    expect(after.hesitationSeconds).toBe(before.hesitationSeconds);
    expect(runWarnings(run, play.log.noWays).join()).toContain('12 walkers had no way to "gem"');
  });

  it('they go on when they see it open', () => {
    const { run, rows, until } = playOf({ ...VAULT, events: [...VAULT.events, { at: 60, open: 'vault' }] });
    until(120);
    expect(run.simulation.counts.arrived).toBe(12);
    expect(countOf(rows, 'waits')).toBe(12);
  });

  it('people who do not know what is behind it look on, and say so now and then', () => {
    const { rows, until } = playOf({ ...VAULT, profiles: { guest: { knowledge: 'nothing' } }, signs: {} });
    until(120);
    expect(countOf(rows, 'waits')).toBe(0);
    const again = countOf(rows, 'searches again');
    expect(again).toBeGreaterThan(0);
    // Once for each direction of twenty seconds.
    expect(again).toBeLessThanOrEqual(12 * 7);
  });

  it('a room is still known when its door is seen to close', () => {
    const { run, until } = playOf({
      ...VAULT,
      profiles: { guest: { like: 'visitor', knowledge: 'everything' } },
      walkers: [{ at: [10, 4], profile: 'guest', goal: 'gem' }],
      events: [{ at: 1, close: 'vault' }],
    });
    until(6);
    const { knowledge } = run.simulation;
    const crowd = run.simulation.crowd as KnowingCrowd;
    expect(crowd.count).toBe(1);
    expect([...whatIsKnown(knowledge!, crowd, 0)]).toEqual([...knowledge!.believed.places.group].map(() => PERFECT));
  });
});

it('people who know everything wait where they are while there is no way', () => {
  const wall = [
    [12, 0],
    [12, 10],
  ];
  const { run, play, rows, until } = playOf({
    ...VAULT,
    profiles: { guest: { like: 'visitor', knowledge: 'everything' } },
    events: [
      { at: 2, add: { wall, name: 'wall' } },
      { at: 30, remove: 'wall' },
    ],
  });
  until(30);
  expect(countOf(rows, 'waits')).toBe(12);
  expect(rows.filter(({ code }) => code === 'waits').every(({ what }) => what === null)).toBe(true);
  until(120);
  expect(countOf(rows, 'searches again')).toBe(0);
  expect(run.simulation.counts.arrived).toBe(12);
  expect(searchResultOf(play.log, run)!.searchSeconds).toBe(0);
});

it('people who know one exit and cannot get there look for another one, if there is one', () => {
  const { run, rows, until } = playOf({
    duration: 120,
    environment: {
      walkable: [{ box: [0, 0, 30, 14] }, { box: [4, 14, 6, 15] }, { box: [0, 15, 30, 19] }],
    },
    profiles: { guest: { knowledge: 'entrance' } },
    exits: { near: { box: [29.2, 2, 30, 4] }, far: { box: [0, 16, 0.8, 18] } },
    walkers: [{ in: { box: [16, 1, 22, 13] }, count: 12, profile: 'guest', exit: 'nearest' }],
    events: [
      {
        at: 1,
        add: {
          wall: [
            [29, 0],
            [29, 14],
          ],
        },
      },
    ],
  });
  until(120);
  expect(countOf(rows, 'waits')).toBe(0);
  expect(run.simulation.counts.arrived).toBe(12);
});

describe('a goal that nobody can get to', () => {
  const APART = { ...VAULT.environment.walkable[0] };
  const island = (goal: object, events: object[] = []) =>
    playOf({
      ...VAULT,
      duration: 60,
      environment: { walkable: [APART, { box: [40, 0, 50, 10] }] },
      goals: { gem: goal },
      events,
    });

  it('is warned of before the first step', () => {
    const warningsOf = ({ run, play }: ReturnType<typeof island>) => runWarnings(run, play.log.noWays).join();
    expect(warningsOf(island({ at: [45, 5] }))).toContain(
      'nobody can find "gem": no way leads there from where walkers 1',
    );
    expect(warningsOf(island({ at: [70, 5] }))).toContain('nobody can find "gem": there is no floor there');
    expect(warningsOf(island({ at: [15, 5] }))).toBe('');
    expect(warningsOf(playOf(VAULT))).toBe('');
  });

  it('takes nobody any search, and asks for no sign', () => {
    const { run, play, until } = island({ at: [45, 5] });
    until(60);
    const found = searchResultOf(play.log, run)!;
    expect(found).toMatchObject({ searchSeconds: 0, turns: 0, bestSign: null, noWay: { people: 12 } });
    expect(found.seconds.greatest).toBe(0);
    expect(found.noWay.seconds).toBeGreaterThan(12 * 55);
  });
});
