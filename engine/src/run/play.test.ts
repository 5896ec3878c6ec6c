import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Frame } from '../record/frame.ts';
import { stateHash } from '../simulation/simulation.ts';
import { createMeasures } from './measures.ts';
import { openInline } from './open-scenario.ts';
import { playWhile, startPlay } from './play.ts';
import { resultOf, summaryOf } from './result.ts';
import { advance, createRun, isOver } from './run.ts';

/** Twelve people in a hall with two exits; some are headed for the nearest, some for one of them. */
const HALL = {
  name: 'hall',
  duration: 60,
  environment: { walkable: [{ box: [0, 0, 20, 8] }] },
  exits: { west: { box: [0, 0, 1, 8] }, east: { box: [19, 0, 20, 8] } },
  walkers: [
    { in: { box: [2, 1, 8, 7] }, count: 8, exit: 'nearest' },
    { in: { box: [9, 1, 12, 7] }, count: 4, goal: 'east' },
  ],
  measure: {
    lines: {
      middle: [
        [15, 0],
        [15, 8],
      ],
    },
    areas: { hall: { box: [5, 0, 15, 8] } },
  },
};
const created = (data: object = HALL, seed = 3) => {
  const { scenario, world } = openInline({ data });
  return createRun(scenario, world, { seed });
};
const always = () => true;

describe('playWhile', () => {
  it('goes on where it stopped: in slices or at once, the same comes of it', () => {
    const whole = startPlay(created());
    expect(playWhile(whole, always)).toBe(true);
    const sliced = startPlay(created());
    let slices = 0;
    for (let isDone = false; !isDone; slices++) {
      let left = 7;
      isDone = playWhile(sliced, () => left-- > 0);
    }
    expect(slices).toBeGreaterThan(5);
    expect(summaryOf(sliced)).toEqual(summaryOf(whole));
    expect(summaryOf(whole)).toMatchObject({ entered: 12, arrived: 12, inside: 0, warnings: [] });
  });

  it('looks after each step, and records the first moment as well', () => {
    const run = created();
    const looked: number[] = [];
    const recorded: [number, number][] = [];
    const play = startPlay(run, {
      look: ({ simulation }) => looked.push(simulation.steps),
      record: ({ step, count }: Frame) => recorded.push([step, count]),
    });
    let left = 3;
    expect(playWhile(play, () => left-- > 0)).toBe(false);
    expect(looked).toEqual([1, 2, 3]);
    expect(recorded).toEqual([
      [0, 12],
      [1, 12],
      [2, 12],
      [3, 12],
    ]);
  });

  it('does nothing to the run but to step it', () => {
    const plain = created();
    while (!isOver(plain)) advance(plain);
    const run = created();
    playWhile(startPlay(run, { measures: createMeasures(run), record: () => {} }), always);
    expect(stateHash(run.simulation)).toBe(stateHash(plain.simulation));
  });
});

describe('the hash of a run', () => {
  it.each([0.1, 0.3])('is SHA-256 of the states every ten seconds and at the end, with steps of %d s', (step) => {
    const data = { ...HALL, step };
    const plain = created(data);
    const every = 10 * Math.max(1, Math.round(1 / step));
    const hash = createHash('sha256');
    const look = () => plain.simulation.steps % every === 0 && hash.update(stateHash(plain.simulation));
    for (look(); !isOver(plain); look()) advance(plain);
    hash.update(stateHash(plain.simulation));
    const play = startPlay(created(data));
    playWhile(play, always);
    expect(summaryOf(play).hash).toBe(hash.digest('hex').slice(0, 16));
  });
});

describe('what comes of a run', () => {
  it('is the same in the summary and in the result', () => {
    const run = created();
    const measures = createMeasures(run);
    const play = startPlay(run, { measures });
    playWhile(play, always);
    const alone = startPlay(created());
    playWhile(alone, always);
    const summary = summaryOf(alone);
    const result = resultOf(play, measures, 0.5);
    expect(result).toMatchObject({
      name: 'hall',
      seed: 3,
      agents: summary.entered,
      arrived: summary.arrived,
      hash: summary.hash,
      warnings: summary.warnings,
      wallSeconds: 0.5,
      overlaps: { pairsMax: 0 },
      wallPenetrations: 0,
    });
    expect(result.simulatedSeconds).toBeCloseTo(summary.seconds, 6);
    expect(result.realTimeFactor).toBeCloseTo(2 * summary.seconds, 4);
    expect(Object.keys(result.passes).slice(-4)).toEqual(['enter', 'measure', 'record', 'hash']);
    expect(result.measure?.lines[0]).toMatchObject({ name: 'middle', left: 0, right: 4 });
    expect(result.measure?.areas[0].density.max).toBeGreaterThan(0.05);
  });

  it('says where people left, also of exits they chose themselves', () => {
    const play = startPlay(created());
    playWhile(play, always);
    const { destinations, almostAllAt, seconds } = summaryOf(play);
    expect(destinations.map(({ name, count }) => [name, count])).toEqual([
      ['west', 8],
      ['east', 4],
    ]);
    expect(almostAllAt).toBeLessThanOrEqual(seconds);
    expect(Math.max(...destinations.map(({ last }) => last!))).toBeCloseTo(seconds, 9);
  });

  it('warns of those who are left over, and says when it was interrupted', () => {
    const warningsAfter = (data: object, mayGoOn: (steps: number) => boolean) => {
      const run = created(data);
      const measures = createMeasures(run);
      const play = startPlay(run, { measures });
      playWhile(play, () => mayGoOn(run.simulation.steps));
      return resultOf(play, measures, 1).warnings;
    };
    expect(warningsAfter({ ...HALL, duration: 1 }, always)).toEqual([
      'the time of 1 s was over with 12 walkers on the way',
    ]);
    expect(warningsAfter(HALL, (steps) => steps < 25)).toEqual(['interrupted after 2.5 s']);
  });
});
