/**
 * A room with one door: how many pass it per second, does the room empty, do bodies stand in each other. The room is 10 × 10 m, larger
 * above 200 people; the door is a gap in a wall 0.2 m thick, and behind it are 6.5 m of free floor. People start at 3 per m² before the
 * door. Flow over the central 60 % of crossings of the line in the middle of the wall.
 */
import { addFlowFrame, createFlowRecord, passageCurve, steadyFlow } from '@foulee/engine';
import { createOverlapWatch, playFrames, watchOverlaps } from '../instruments/emergent-instruments.ts';
import { LABORATORY, type ProfileFields } from '../instruments/populations.ts';
import type { Figures } from '../instruments/validation-test.ts';

const WALL = 0.2;
const BEHIND = 6.5;
/** Per m². */
const START_DENSITY = 3;

/** @param step seconds; the engine's own if not said */
export function doorFlow(
  width: number,
  people: number,
  seed: number,
  step?: number,
  more: ProfileFields = {},
): Figures {
  const side = people <= 200 ? 10 : Math.ceil(Math.sqrt(people / 2) + 1);
  const half = side / 2;
  const area = people / START_DENSITY;
  const across = Math.min(side - 0.5, Math.sqrt(2 * area));
  const end = WALL + BEHIND;
  const line = createFlowRecord([{ name: 'door', level: 0, ends: [WALL / 2, width / 2, WALL / 2, -width / 2] }]);
  const overlaps = createOverlapWatch();
  const played = playFrames(
    {
      environment: {
        walkable: [
          [
            [-side, -half],
            [0, -half],
            [0, -width / 2],
            [WALL, -width / 2],
            [WALL, -half],
            [end + 1, -half],
            [end + 1, half],
            [WALL, half],
            [WALL, width / 2],
            [0, width / 2],
            [0, half],
            [-side, half],
          ],
        ],
      },
      profiles: { person: { ...LABORATORY, ...more } },
      walkers: [{ in: { box: [-0.3 - area / across, -across / 2, -0.3, across / 2] }, count: people }],
      exits: {
        out: {
          line: [
            [end, -half],
            [end, half],
          ],
        },
      },
      duration: 60 + (2 * people) / width,
      ...(step === undefined ? {} : { step }),
    },
    seed,
    (frame) => {
      addFlowFrame(line, frame);
      watchOverlaps(overlaps, frame);
    },
  );
  const flow = steadyFlow(passageCurve(line, 0), 0.2);
  return {
    width,
    flow,
    flowPerMetre: flow / width,
    seconds: played.seconds,
    people: played.left.size + played.run.simulation.crowd.count,
    left: played.run.simulation.crowd.count,
    overlapSeconds: overlaps.pairSeconds,
    longestOverlap: overlaps.longest,
    deepestOverlap: overlaps.deepest,
  };
}
