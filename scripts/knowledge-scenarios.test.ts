/** What people see, and what they are told, changes where they go and how long they search: scenarios as they are shipped, over several seeds. */
import { advance, createRun, isOver, logDecisions, type RecordedDecision, stateHash } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { openShipped } from './known-runs.ts';

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

describe('two exits, a queue at one', async () => {
  const { scenario, world } = await openShipped('two-exits');

  const QUEUE = 40;

  /** Of the people in the north and in the south, the shares who left by the east exit. */
  function shares(seed: number, of = scenario): { north: number; south: number } {
    const run = createRun(of, world, { seed });
    const { crowd } = run.simulation;
    const queue = of === scenario ? QUEUE : 0;
    const isNorth = new Map<number, boolean>();
    const last = new Map<number, number>();
    for (; ; advance(run)) {
      for (let i = 0; i < crowd.count; i++) {
        if (crowd.serial[i] < queue) continue;
        const y = crowd.place[2 * i + 1] + run.original.origin[1];
        if (!isNorth.has(crowd.serial[i])) isNorth.set(crowd.serial[i], y > 6);
        last.set(crowd.serial[i], crowd.place[2 * i] + run.original.origin[0]);
      }
      if (isOver(run)) break;
    }
    expect(crowd.count).toBe(0);
    const shareOf = (north: boolean) => {
      const serials = [...isNorth.keys()].filter((serial) => isNorth.get(serial) === north);
      return serials.filter((serial) => last.get(serial)! > 20).length / serials.length;
    };
    return { north: shareOf(true), south: shareOf(false) };
  }

  it('people who see the queue take the other exit, and nobody else does', () => {
    const runs = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => shares(seed));
    expect(mean(runs.map(({ north }) => north))).toBeGreaterThanOrEqual(0.8);
    expect(mean(runs.map(({ south }) => south))).toBeLessThanOrEqual(0.05);
  });

  it('without a queue nearly all take the nearer one', () => {
    const alone = { ...scenario, walkers: scenario.walkers.slice(1) };
    const runs = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) => shares(seed, alone));
    expect(mean(runs.map(({ north }) => north))).toBeLessThanOrEqual(0.2);
    expect(mean(runs.map(({ south }) => south))).toBeLessThanOrEqual(0.05);
  });
});

describe('a museum with signs', async () => {
  const { scenario, world } = await openShipped('museum');
  // A dozen people or so instead of sixty: those who come in the first 50 s.
  const UNTIL = 50;
  const rates: [number, number][] = [
    [0, 0.25],
    [UNTIL, 0],
  ];
  const sources = scenario.sources.map((source) => ({ ...source, rates }));
  const withSigns = { ...scenario, sources };
  const withoutSigns = { ...withSigns, signs: [] };

  /** Seconds from coming in to reaching the painting, the median of all people. */
  function medianSearch(of: typeof scenario, seed: number): number {
    const run = createRun(of, world, { seed });
    const { crowd } = run.simulation;
    const cameAt = new Map<number, number>();
    const seconds = new Map<number, number>();
    while (!isOver(run)) {
      advance(run);
      const { time } = run.simulation;
      for (let i = 0; i < crowd.count; i++) {
        const serial = crowd.serial[i];
        if (!cameAt.has(serial)) cameAt.set(serial, time);
        const isThere = crowd.stage[i] > 0 || crowd.waitUntil[i] >= 0;
        if (isThere && !seconds.has(serial)) seconds.set(serial, time - cameAt.get(serial)!);
      }
      if (time > UNTIL && seconds.size === cameAt.size) break;
    }
    expect(cameAt.size).toBeGreaterThan(3);
    expect(seconds.size).toBe(cameAt.size);
    const sorted = [...seconds.values()].sort((a, b) => a - b);
    return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
  }

  it('people find the painting at least 30 % sooner, over 20 seeds', { timeout: 120_000 }, () => {
    const seeds = Array.from({ length: 20 }, (_, k) => k + 1);
    const told = seeds.map((seed) => medianSearch(withSigns, seed));
    const alone = seeds.map((seed) => medianSearch(withoutSigns, seed));
    const saved = alone.map((seconds, k) => seconds - told[k]);
    const middle = mean(saved);
    const deviation = Math.sqrt(mean(saved.map((value) => (value - middle) ** 2)) * (20 / 19));
    // Student's t for 95 % and 19 degrees of freedom.
    const half = (2.093 * deviation) / Math.sqrt(20);
    expect(mean(told)).toBeLessThanOrEqual(0.7 * mean(alone));
    expect(middle - half).toBeGreaterThan(0);
  });

  it('a sign that faces away changes nothing', () => {
    const [hall] = scenario.signs;
    expect(hall.facing).toEqual({ degrees: -90 });
    const hashOf = (signs: typeof scenario.signs) => {
      const run = createRun({ ...withoutSigns, signs }, world, { seed: 1 });
      const hashes: string[] = [];
      while (run.simulation.time < 60) {
        advance(run);
        if (run.simulation.steps % 100 === 0) hashes.push(stateHash(run.simulation));
      }
      return hashes;
    };
    const none = hashOf([]);
    expect(hashOf([{ ...hall, facing: { degrees: 90 } }])).toEqual(none);
    expect(hashOf([hall])).not.toEqual(none);
  });
});

/** Everybody who left in a run: profile, where they were last, plan coordinates, and seconds since they came. */
async function leavers(folder: string, seed: number, areSigned = true) {
  const { scenario, world } = await openShipped(folder);
  const run = createRun(areSigned ? scenario : { ...scenario, signs: [] }, world, { seed });
  const { crowd } = run.simulation;
  const people = new Map<number, { profile: string; x: number; cameAt: number; seconds: number }>();
  while (!isOver(run)) {
    advance(run);
    const { time } = run.simulation;
    for (let i = 0; i < crowd.count; i++) {
      const { cameAt } = people.get(crowd.serial[i]) ?? { cameAt: time };
      const x = crowd.place[2 * i] + run.original.origin[0];
      const profile = scenario.profiles[crowd.profile[i]].name;
      people.set(crowd.serial[i], { profile, x, cameAt, seconds: time - cameAt });
    }
  }
  expect(crowd.count).toBe(0);
  return [...people.values()];
}

describe('in the other scenarios with knowledge', () => {
  it.each([1, 2, 3, 4, 5])('everybody gets out of the maze, seed %i', async (seed) => {
    expect(await leavers('maze', seed)).toHaveLength(6);
  });

  it('guests leave the office by the way they came, staff by the nearer one', async () => {
    const people = await leavers('office-guests', 1);
    const atFireExit = (profile: string) =>
      people.filter((person) => person.profile === profile && person.x > 40).length;
    expect(atFireExit('guest')).toBe(0);
    expect(atFireExit('colleague')).toBeGreaterThan(10);
  });

  it('an emergency exit is used once it is announced, and people who know nothing are told a way', async () => {
    const { scenario, world } = await openShipped('museum-alarm');
    /** People who left in the east, and what was noted. */
    const leave = (events: typeof scenario.events) => {
      const run = createRun({ ...scenario, events }, world, { seed: 2 });
      const { crowd } = run.simulation;
      const last = new Map<number, number>();
      const rows: RecordedDecision[] = [];
      while (!isOver(run)) {
        advance(run);
        logDecisions(rows, run);
        for (let i = 0; i < crowd.count; i++) {
          last.set(crowd.serial[i], crowd.place[2 * i] + run.original.origin[0]);
        }
      }
      expect(crowd.count).toBe(0);
      const told = rows.filter(({ code }) => code === 'is told').length;
      return { east: [...last.values()].filter((x) => x > 35).length, told };
    };
    const announced = leave(scenario.events);
    const silent = leave([]);
    expect(announced.east).toBeGreaterThan(40);
    expect(silent.east).toBeLessThan(15);
    expect(silent.told).toBeGreaterThan(0);
  });

  it('platforms are found sooner with signs', async () => {
    const [signed, unsigned] = [await leavers('station-signs', 1), await leavers('station-signs', 1, false)];
    expect(signed).toHaveLength(unsigned.length);
    const search = (people: typeof signed) => mean(people.map(({ seconds }) => seconds));
    expect(search(signed)).toBeLessThan(0.5 * search(unsigned));
  });
});
