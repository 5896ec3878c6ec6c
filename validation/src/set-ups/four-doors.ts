/**
 * A thousand people in a hall with four doors of 1 m, two on each of two opposite walls; then with two of them shut: how much longer
 * does it take? RiMEA 9, IMO 9. Everybody goes to the door nearest to them; the two doors of one wall are shut.
 */
import { type Box, doorway, floor } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import type { Figures } from '../instruments/validation-test.ts';
import { watchRoom } from '../instruments/watch.ts';

const PEOPLE = 1000;
const DURATION = 900;

/** `four`, `two`: seconds until the hall was empty, the duration where it never was; `inside four`, `inside two`: people left. */
export function fourDoors(hall: Box, middles: readonly number[], profile: unknown, seed: number): Figures {
  const south = middles.map((middle) => doorway('south', hall[1], middle, 1));
  const north = middles.map((middle) => doorway('north', hall[3], middle, 1));
  const figures: Figures = {};
  for (const [name, doors] of [
    ['four', [...south, ...north]],
    ['two', south],
  ] as const) {
    const room = watchRoom(hall);
    play(
      {
        environment: { walkable: floor([hall, ...doors.flatMap(({ walkable }) => walkable)]) },
        profiles: { person: profile },
        walkers: [{ in: { box: hall }, count: PEOPLE, exit: 'nearest' }],
        exits: Object.fromEntries(doors.map(({ exit }, k) => [`door ${k + 1}`, { box: exit }])),
        duration: DURATION,
      },
      seed,
      room.look,
      () => room.inside === 0 && room.emptyAt > 0,
    );
    figures[name] = Math.min(DURATION, room.emptyAt);
    figures[`inside ${name}`] = room.inside;
  }
  return figures;
}
