/** What people see, and what they are told, changes where they go and how long they search: scenarios as they are shipped, over several seeds. */
import { advance, createRun, isOver } from '@foulee/engine';
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
