/**
 * Two rooms and a passage in which two people cannot pass each other, with people in both rooms who want into the other. In reality one side waits
 * or walks back; where nobody does, the passage is blocked for ever.
 */
import { floor, lineAcross } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import { PLANNING } from '../instruments/populations.ts';
import type { Figures } from '../instruments/validation-test.ts';

/** Seconds after which it is given up. */
const LONGEST = 600;

/** @param people in each room */
export function narrowPassage(width: number, people: number, seed: number): Figures {
  const half = width / 2;
  const played = play(
    {
      environment: {
        walkable: floor([
          [0, -4, 8, 4],
          [8, -half, 12, half],
          [12, -4, 20, 4],
        ]),
      },
      profiles: { person: PLANNING },
      walkers: [
        { in: { box: [0, -4, 7, 4] }, count: people, goal: 'east' },
        { in: { box: [13, -4, 20, 4] }, count: people, goal: 'west' },
      ],
      goals: { east: { line: lineAcross(19, -4, 4) }, west: { line: lineAcross(1, -4, 4) } },
      duration: LONGEST,
    },
    seed,
  );
  return { seconds: played.seconds, left: played.run.simulation.crowd.count };
}
