/**
 * Timing many planners on the same pairs so that noise hits all alike: planners and pairs → a time per pair and planner.
 *
 * Pairs are taken in blocks; every planner answers a block before the next block begins, and all of it is done several
 * times over. A pair's time is the median of its times: what else the machine did during one of them falls away. The
 * clock is the wall's, which is the only one fine enough for one query; processor time, coarse, is added up over all.
 */
import { median } from '../measure.ts';
import type { Pair } from './pairs.ts';

export interface Planner {
  name: string;
  /** What is timed. */
  ask: (pair: Pair) => unknown;
}

export interface QueryTimes {
  /** Microseconds per pair: the median of its rounds. */
  perPair: Float64Array;
  /** Microseconds: the slowest single call after the warm-up, noise included. */
  slowestCall: number;
  /** Microseconds of processor time per query, all threads, the mean over all calls after the warm-up. */
  cpu: number;
}

/** So many that what one planner leaves in the processor's caches does not count for the next. */
const BLOCK = 500;

/** @param rounds how many times each pair is asked after one round to warm up */
export function timeInterleaved(planners: readonly Planner[], pairs: readonly Pair[], rounds: number): QueryTimes[] {
  const times = planners.map(() => pairs.map((): number[] => []));
  const cpu = planners.map(() => 0);
  for (let round = -1; round < rounds; round++) {
    for (let first = 0; first < pairs.length; first += BLOCK) {
      const end = Math.min(pairs.length, first + BLOCK);
      for (const [p, { ask }] of planners.entries()) {
        const ofPlanner = times[p] as number[][];
        const cpuBefore = process.cpuUsage();
        for (let i = first; i < end; i++) {
          const before = performance.now();
          ask(pairs[i] as Pair);
          const elapsed = performance.now() - before;
          if (round >= 0) ofPlanner[i]?.push(elapsed * 1000);
        }
        const used = process.cpuUsage(cpuBefore);
        if (round >= 0) cpu[p] = (cpu[p] as number) + used.user + used.system;
      }
    }
  }
  return planners.map((_, p) => {
    const ofPlanner = times[p] as number[][];
    return {
      perPair: Float64Array.from(ofPlanner, median),
      slowestCall: ofPlanner.reduce((most, all) => Math.max(most, ...all), 0),
      cpu: (cpu[p] as number) / (rounds * pairs.length),
    };
  });
}
