/**
 * Thirty people of a hall come to a counter, from all sides, are served one after the other and leave: do they keep their order?
 *
 *      ■ ① ② ③ ④ …       A queue round two corners: 6 m away from the counter, 2 m aside, back again.
 *      … ⑧ ⑦ ⑥ ⑤
 */
import { play } from '../instruments/play.ts';
import type { Figures } from '../instruments/validation-test.ts';

const PEOPLE = 30;
const SERVERS = 1;
/** Metres from the counter at which somebody is seen to be served, standing. */
const AT_DESK = 0.5;

/**
 * `inOrder`: share of people who were served after everybody who had joined before them and before everybody who joined later, as seen
 * on the floor; `wait`: mean seconds in the queue; `served`: people who were; `inside`: those who did not get out.
 */
export function queueAtCounter(seed: number): Figures {
  const joined = new Map<number, number>();
  const served = new Map<number, number>();
  const { run } = play(
    {
      environment: { walkable: [{ box: [0, 0, 20, 12] }] },
      goals: {
        counter: {
          at: [2, 6],
          service: { uniform: [2, 6] },
          servers: SERVERS,
          queue: [
            [3, 6],
            [9, 6],
            [9, 8],
            [3, 8],
          ],
        },
      },
      exits: { out: { box: [19, 0, 20, 12] } },
      walkers: [{ in: { box: [6, 0.5, 18, 11.5] }, count: PEOPLE, itinerary: ['counter', 'out'] }],
      duration: 600,
    },
    seed,
    ({ simulation: { crowd, time }, original: { origin } }) => {
      for (let i = 0; i < crowd.count; i++) {
        const serial = crowd.serial[i];
        if (crowd.joinedAt[i] >= 0 && !joined.has(serial)) joined.set(serial, crowd.joinedAt[i]);
        const far = Math.hypot(crowd.place[2 * i] + origin[0] - 2, crowd.place[2 * i + 1] + origin[1] - 6);
        const speed = Math.hypot(crowd.velocity[2 * i], crowd.velocity[2 * i + 1]);
        if (joined.has(serial) && far < AT_DESK && speed < 0.1 && !served.has(serial)) served.set(serial, time);
      }
    },
  );
  const byTurn = [...joined.keys()].sort((a, b) => joined.get(a)! - joined.get(b)! || a - b);
  const moments = byTurn.map((serial) => served.get(serial) ?? Number.NaN);
  let inOrder = 0;
  moments.forEach((moment, k) => {
    const isAfter = moments.slice(0, k).every((other) => other < moment);
    const isBefore = moments.slice(k + 1).every((other) => other > moment);
    if (isAfter && isBefore) inOrder++;
  });
  const waits = byTurn.map((serial) => served.get(serial)! - joined.get(serial)!);
  return {
    inOrder: inOrder / PEOPLE,
    wait: waits.reduce((sum, wait) => sum + wait, 0) / waits.length,
    served: served.size,
    inside: run.simulation.crowd.count,
  };
}
