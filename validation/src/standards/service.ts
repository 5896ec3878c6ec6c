/**
 * Queues and doors with rules: what people do there, in numbers (F09 §6.3). No standard asks for it; the bounds are ours.
 */
import { insideText, meanOf, shown } from '../instruments/figures.ts';
import { queueAtCounter } from '../set-ups/queue.ts';
import { getOnAndOff } from '../set-ups/train-door.ts';
import type { ValidationTest } from '../instruments/validation-test.ts';

export const SERVICE: readonly ValidationTest[] = [
  {
    name: 'queue-order',
    title: 'Order in a queue',
    source: 'own test: queues at counters; the bound is ours',
    geometry: 'hall 20 × 12 m, a counter with a queue round two corners',
    population: '30 people, planning; serving one takes 2–6 s',
    expected: '99 % or more are served in the order in which they joined, everybody is',
    seeds: 10,
    cost: 4,
    measure: queueAtCounter,
    judge: (runs) => {
      const share = meanOf(runs, 'inOrder');
      const served = meanOf(runs, 'served');
      const inside = meanOf(runs, 'inside');
      return {
        measured: `${shown(100 * share, 1)} % in order, ${shown(served, 1)} served, ${shown(meanOf(runs, 'wait'), 0)} s of waiting${insideText(inside)}`,
        passes: share >= 0.99 && served === 30 && inside === 0,
      };
    },
  },
  {
    name: 'getting-off',
    title: 'Off the train before others get on',
    source: 'F09 §6.3; the set-up and the bounds are ours',
    geometry: 'train door 1.3 m, platform 20 × 6 m',
    population: '20 people get off, 20 get on, planning; with the rule and without',
    expected: 'at most 2 of 20 get on before the last is off; it takes no longer than without the rule',
    seeds: 40,
    cost: 16,
    measure: getOnAndOff,
    judge: (runs) => {
      const [seconds, without, early, earlyWithout, missing] = [
        'seconds',
        'seconds without',
        'early',
        'early without',
        'missing',
      ].map((name) => meanOf(runs, name)) as [number, number, number, number, number];
      return {
        measured: `${shown(early, 1)} early, ${shown(seconds, 1)} s; without the rule ${shown(earlyWithout, 1)} early, ${shown(without, 1)} s${insideText(missing)}`,
        passes: missing === 0 && early <= 2 && seconds <= without,
      };
    },
  },
];
