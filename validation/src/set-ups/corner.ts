/**
 * Twenty people round a corner: arms 2 m wide, 12 m long outside. They start in the first 6 m of one arm and leave at the end of the
 * other. RiMEA 6, IMO 6, NIST 2.3, ISO 4.
 */
import { type Box, distanceTo, floor, holds } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import type { Figures } from '../instruments/validation-test.ts';
import { forEachWalker } from '../instruments/watch.ts';

const ARMS: readonly Box[] = [
  [0, 0, 12, 2],
  [10, 0, 12, 12],
];
/** What a way cut short would cross: RiMEA's forbidden square. */
const NOTCH: Box = [0, 2, 10, 12];

/** What is wrong with a place: metres beyond the walls, and whether it is in the square. The walls themselves are no trespass. */
export function trespass(x: number, y: number): { outside: number; isInNotch: boolean } {
  return {
    outside: Math.min(...ARMS.map((arm) => distanceTo(arm, x, y))),
    isInNotch: holds(NOTCH, x + 0.001, y - 0.001),
  };
}

/** `inside`: people who did not get round; `outside`: metres a centre was beyond the walls; `notch`: person-steps in the square. */
export function roundTheCorner(profile: unknown, seed: number): Figures {
  let outside = 0;
  let notch = 0;
  const { run } = play(
    {
      environment: { walkable: floor(ARMS) },
      profiles: { person: profile },
      walkers: [{ in: { box: [0, 0, 6, 2] }, count: 20 }],
      exits: { end: { box: [10, 11, 12, 12] } },
      duration: 120,
    },
    seed,
    (now) =>
      forEachWalker(now, (_, x, y) => {
        const here = trespass(x, y);
        outside = Math.max(outside, here.outside);
        if (here.isInNotch) notch++;
      }),
  );
  return { inside: run.simulation.crowd.count, outside, notch };
}
