/**
 * Five companions cross a room of 15 × 15 m to a door of 1 m, ten slower strangers before them: do they arrive together? NIST 2.9,
 * ISO 14.
 */
import { type Box, doorway, floor } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import type { Figures } from '../instruments/validation-test.ts';

const ROOM: Box = [0, 0, 15, 15];
const DOOR = doorway('east', 15, 7.5, 1);
const DURATION = 300;

/**
 * `spread`: seconds between the first and the last companion to leave; `missing`: companions who never did.
 * @param speeds of the companions
 */
export function arriveTogether(speeds: readonly number[], strangers: number, seed: number): Figures {
  const { left } = play(
    {
      environment: { walkable: floor([ROOM, ...DOOR.walkable]) },
      profiles: { companion: { speed: { values: speeds } }, stranger: { speed: strangers } },
      walkers: [
        { in: { box: [0.5, 6, 3.5, 9] }, count: speeds.length, profile: 'companion', group: 'companions' },
        { in: { box: [6, 5, 9, 10] }, count: 10, profile: 'stranger' },
      ],
      exits: { out: { box: DOOR.exit } },
      duration: DURATION,
    },
    seed,
    () => {},
    ({ simulation: { crowd } }) => crowd.serial.subarray(0, crowd.count).every((serial) => serial >= speeds.length),
  );
  const moments = speeds.flatMap((_, serial) => left.get(serial)?.at ?? []);
  return { spread: Math.max(...moments) - Math.min(...moments), missing: speeds.length - moments.length };
}
