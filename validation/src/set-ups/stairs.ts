/**
 * One person on stairs 2 m wide, up and down: how long they take. RiMEA 2 and 3, IMO 2 and 3, NIST 2.2, ISO 3.
 *
 *      ───┐ stairs ┌───      Speeds are over the plan, as everywhere here: a walker that makes v metres of slope in a second makes
 *         ╱╱╱╱╱╱╱╱╱          v · plan / slope metres of plan. Only the way between the two ends is timed, with a run-in before it.
 */
import { play } from '../instruments/play.ts';
import { watchLine } from '../instruments/watch.ts';

/** Metres walked before the stairs and behind them. */
const RUN_IN = 5;

/**
 * @param plan metres of stairs, over the plan
 * @param rise metres from floor to floor
 * @param speed preferred speed on the level, metres per second
 * @param factor speed on stairs as a share of it
 * @returns seconds from one end to the other; NaN if it did not get there
 */
export function secondsOnStairs(
  isUp: boolean,
  plan: number,
  rise: number,
  speed: number,
  factor: number,
  seed: number,
): number {
  // Always towards greater x: up, the lower floor is on the left; down, the upper one.
  const [left, right] = isUp ? ['low', 'high'] : ['high', 'low'];
  const lowX = isUp ? 0 : plan;
  const highX = isUp ? plan : 0;
  const start = watchLine(0);
  const end = watchLine(plan);
  play(
    {
      environment: {
        levels: {
          low: { elevation: 0, walkable: [{ box: isUp ? [-RUN_IN - 1, 0, 0, 2] : [plan, 0, plan + RUN_IN, 2] }] },
          high: { elevation: rise, walkable: [{ box: isUp ? [plan, 0, plan + RUN_IN, 2] : [-RUN_IN - 1, 0, 0, 2] }] },
        },
        links: {
          stairs: {
            kind: 'stairs',
            lower: 'low',
            upper: 'high',
            corners: [
              [lowX, 0],
              [lowX, 2],
              [highX, 2],
              [highX, 0],
            ],
          },
        },
      },
      profiles: { person: { speed, stairs: { up: factor, down: factor } } },
      walkers: [{ at: [-RUN_IN, 1], level: left }],
      goals: { end: { at: [plan + RUN_IN - 1, 1], level: right } },
      duration: 20 + (3 * plan) / (speed * factor),
    },
    seed,
    (run) => {
      start.look(run);
      end.look(run);
    },
  );
  return (end.at.get(0) ?? Number.NaN) - (start.at.get(0) ?? Number.NaN);
}
