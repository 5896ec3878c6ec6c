/**
 * Twenty people get off a train through a door of 1.3 m, and twenty get on: who goes first, and how long does it take?
 *
 *      ┌────────────────────┐   the train, 12 × 2.6 m: those who get on go to its ends
 *      │      ○ ○ ○ ○       │
 *      └──────── ────────── ┘   the platform, 20 × 6 m: those who get off leave at its left end
 *   ◀──        ●  ●  ●
 */
import type { Box } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import type { Figures } from '../instruments/validation-test.ts';
import { forEachWalker } from '../instruments/watch.ts';

const EACH = 20;
const WIDTH = 1.3;
const PLATFORM: Box = [0, 0, 20, 6];
const [LEFT, RIGHT] = [10 - WIDTH / 2, 10 + WIDTH / 2];
const TRAIN: Box = [4, 6.2, 16, 8.8];

/** `seconds` until the last of all has passed the door; `early`: those who got on before the last had got off; `passed`: all who passed. */
function passDoor(isRule: boolean, seed: number): { seconds: number; early: number; passed: number } {
  const passed = new Map<number, number>();
  const before = new Map<number, number>();
  play(
    {
      environment: {
        walkable: [{ box: PLATFORM }, { box: [LEFT, 6, RIGHT, 6.2] }, { box: TRAIN }],
        doors: {
          door: [
            [LEFT, 6],
            [RIGHT, 6],
          ],
        },
      },
      ...(isRule ? { doors: { door: { letOutFirst: [10, 3] } } } : {}),
      exits: { platform: { box: [0, 0, 1, 6] }, front: { box: [4, 6.2, 6, 8.8] }, rear: { box: [14, 6.2, 16, 8.8] } },
      walkers: [
        { in: { box: [6, 6.4, 14, 8.6] }, count: EACH, goal: 'platform' },
        { in: { box: [6, 1, 14, 5.5] }, count: EACH, itinerary: [{ exit: 'nearest', of: ['front', 'rear'] }] },
      ],
      duration: 300,
    },
    seed,
    (run) => {
      forEachWalker(run, (serial, _, y) => {
        const from = before.get(serial);
        before.set(serial, y);
        if (from !== undefined && from < 6 !== y < 6) passed.set(serial, run.simulation.time);
      });
    },
    () => passed.size === 2 * EACH,
  );
  const moments = (isOff: boolean) => [...passed].filter(([serial]) => serial < EACH === isOff).map(([, at]) => at);
  const lastOff = Math.max(...moments(true));
  return {
    seconds: Math.max(...passed.values()),
    early: moments(false).filter((at) => at < lastOff).length,
    passed: passed.size,
  };
}

/** With the rule and without it. */
export function getOnAndOff(seed: number): Figures {
  const ruled = passDoor(true, seed);
  const free = passDoor(false, seed);
  return {
    seconds: ruled.seconds,
    early: ruled.early,
    'seconds without': free.seconds,
    'early without': free.early,
    missing: 4 * EACH - ruled.passed - free.passed,
  };
}
