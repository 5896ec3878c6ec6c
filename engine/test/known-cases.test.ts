/** People with knowledge among doors, stairs, exits and companions: each case went wrong once. */
import { describe, expect, it } from 'vitest';
import { logDecisions, type RecordedDecision } from '../src/run/decision-log.ts';
import { openInline } from '../src/run/open-scenario.ts';
import { advance, createRun, isOver } from '../src/run/run.ts';

interface Played {
  rows: RecordedDecision[];
  /** By serial: where somebody was last, and when they left. */
  last: Map<number, { x: number; y: number; time: number }>;
  /** Greatest y that anybody came to, by serial. */
  north: Map<number, number>;
  inside: number;
}

function play(data: object): Played {
  const { scenario, world } = openInline({ data: { duration: 200, ...data } });
  const run = createRun(scenario, world);
  const { crowd } = run.simulation;
  const played: Played = { rows: [], last: new Map(), north: new Map(), inside: 0 };
  while (!isOver(run)) {
    advance(run);
    logDecisions(played.rows, run);
    for (let i = 0; i < crowd.count; i++) {
      const serial = crowd.serial[i];
      const [x, y] = [0, 1].map((axis) => crowd.place[2 * i + axis] + run.original.origin[axis]);
      played.last.set(serial, { x, y, time: run.simulation.time });
      played.north.set(serial, Math.max(y, played.north.get(serial) ?? -Infinity));
    }
  }
  return { ...played, inside: crowd.count };
}

const codesOf = ({ rows }: Played, serial: number) =>
  rows.filter((row) => row.serial === serial).map(({ code }) => code);

describe('a closed door with another way round it in the same room', () => {
  it('is found closed, and people go round', () => {
    const played = play({
      environment: {
        walkable: [{ box: [0, 0, 20, 20] }],
        lines: [
          [
            [10, 0],
            [10, 4],
          ],
          [
            [10, 6],
            [10, 14],
          ],
        ],
        doors: {
          d: [
            [10, 4],
            [10, 6],
          ],
        },
      },
      exits: { gate: { box: [18, 4, 20, 6] } },
      profiles: { regular: { knowledge: 'everything' } },
      walkers: [
        { at: [2, 5], profile: 'regular', goal: 'gate' },
        { at: [2, 8], profile: 'visitor', goal: 'gate' },
      ],
      events: [{ at: 0, close: 'd' }],
    });
    expect(played.inside).toBe(0);
    expect(codesOf(played, 0)).toContain('finds closed');
    expect(played.north.get(0)).toBeGreaterThan(14);
  });
});

/** A flight of stairs, short, and a ramp, far, to a deck. */
const DECK = {
  environment: {
    levels: {
      low: { walkable: [{ box: [0, 0, 10, 30] }] },
      high: {
        elevation: 3,
        walkable: [{ box: [16, 0, 20, 20] }, { box: [34, 20, 38, 30] }, { box: [20, 10, 38, 20] }],
      },
    },
    links: {
      stairs: {
        kind: 'stairs',
        lower: 'low',
        upper: 'high',
        corners: [
          [10, 2],
          [10, 5],
          [16, 5],
          [16, 2],
        ],
      },
      ramp: {
        kind: 'ramp',
        lower: 'low',
        upper: 'high',
        corners: [
          [10, 25],
          [10, 28],
          [34, 28],
          [34, 25],
        ],
      },
    },
  },
  exits: { out: { box: [18, 1, 20, 6], level: 'high' } },
};
const toDeck = (profile: object) =>
  play({ ...DECK, profiles: { p: profile }, walkers: [{ at: [2, 4], level: 'low', profile: 'p', goal: 'out' }] });

describe('stairs and a ramp', () => {
  it('wheelchairs take the ramp, whatever they know', () => {
    for (const knowledge of ['nothing', { start: ['out'] }, { start: 'everything', avoidTurns: 1 }]) {
      const { north, inside } = toDeck({ stepFree: true, speed: 1.3, knowledge });
      expect(inside).toBe(0);
      expect(north.get(0)).toBeGreaterThan(24);
    }
  });

  it('people who avoid stairs do not avoid ramps; the others take the stairs', () => {
    expect(toDeck({ knowledge: { start: 'everything', avoidStairs: 100 } }).north.get(0)).toBeGreaterThan(24);
    expect(toDeck({ knowledge: { start: 'everything', avoidStairs: 0.5 } }).north.get(0)).toBeLessThan(15);
  });

  it('nobody sees a goal on the deck from below', () => {
    const played = toDeck({ knowledge: 'nothing' });
    expect(codesOf(played, 0)[0]).toBe('explores');
    expect(played.inside).toBe(0);
  });
});

describe('a nearer exit', () => {
  const hall = { environment: { walkable: [{ box: [0, 0, 60, 10] }, { box: [28, 10, 30, 14] }] } };
  const exits = { west: { box: [0, 4, 1, 6] }, mid: { box: [28, 12, 30, 14] } };
  const walkers = [{ at: [58, 2], profile: 'p', exit: 'known' }];
  const p = { knowledge: { start: ['west'], range: 15 } };

  it('is taken once it comes into sight, or somebody reads of it', () => {
    const seen = play({ ...hall, exits, profiles: { p }, walkers });
    expect(seen.rows.map(({ code, what }) => [code, what])).toEqual([
      ['walks to', 'west'],
      ['turns to', 'mid'],
    ]);
    const signs = { s: { at: [42, 9.8], facing: -90, shows: 'mid' } };
    const read = play({ ...hall, exits, profiles: { p }, walkers, signs });
    expect(read.rows.map(({ code }) => code)).toEqual(['walks to', 'reads', 'turns to']);
    expect(read.rows[2].step).toBe(read.rows[1].step);
  });

  it('is told with the metres of the way to it', () => {
    const knower = { knowledge: { start: 'everything', avoidTurns: 1 } };
    const { rows } = play({ ...hall, exits, profiles: { p: knower }, walkers });
    expect(rows[0]).toMatchObject({ code: 'walks to', what: 'mid' });
    expect(rows[0].value).toBeGreaterThan(28);
    expect(rows[0].value).toBeLessThan(36);
  });
});

describe('companions, one with knowledge and one without', () => {
  const boxes = [
    [0, 0, 40, 8],
    [4, 8, 5.2, 8.4],
    [0, 8.4, 9, 16],
    [38, 8, 39.2, 8.4],
    [31, 8.4, 40, 16],
  ];
  it.each([
    ['guest', 'plain'],
    ['plain', 'guest'],
  ])('leave together: %s leads %s', (first, second) => {
    const { last, inside } = play({
      environment: { walkable: boxes.map((box) => ({ box })) },
      profiles: { guest: { knowledge: 'nothing', speed: 1.3 }, plain: { speed: 1.3 } },
      exits: { show: { box: [31.2, 14.5, 32.2, 15.5] } },
      walkers: [
        { at: [8, 1], profile: first, goal: 'show', group: 'a' },
        { at: [8, 2], profile: second, goal: 'show', group: 'a' },
      ],
    });
    expect(inside).toBe(0);
    expect(Math.abs(last.get(0)!.time - last.get(1)!.time)).toBeLessThan(6);
  });
});
