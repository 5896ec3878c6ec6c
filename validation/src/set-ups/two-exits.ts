/**
 * One person walks to the nearer of two exits of a room; after a second that exit is shut. Does it leave by the other one? NIST 4.1,
 * ISO 9. The room is 15 × 10 m, the exits 1 m wide, opposite each other in the middle of the 10 m walls; the person starts anywhere
 * 2 to 5 m from the one that is shut.
 */
import { type Box, doorway, floor } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import type { Figures } from '../instruments/validation-test.ts';
import { watchPlaces } from '../instruments/watch.ts';

const ROOM: Box = [0, 0, 15, 10];
const WEST = doorway('west', 0, 5, 1);
const EAST = doorway('east', 15, 5, 1);

/** `left`: people who got out; `second`: who did so by the second exit; `headed`: metres made towards the first exit before it was shut. */
export function exitShut(speed: unknown, seed: number): Figures {
  const places = watchPlaces();
  let first: number | undefined;
  let atShut = 0;
  const { left } = play(
    {
      environment: {
        walkable: floor([ROOM, ...WEST.walkable, ...EAST.walkable]),
        doors: {
          'exit 1': [
            [0, 4.5],
            [0, 5.5],
          ],
        },
      },
      profiles: { person: { speed } },
      walkers: [{ in: { box: [2, 3, 5, 7] }, count: 1, exit: 'nearest' }],
      exits: { first: { box: WEST.exit }, second: { box: EAST.exit } },
      events: [{ at: 1, close: 'exit 1' }],
      duration: 120,
    },
    seed,
    (run) => {
      places.look(run);
      const x = places.last.get(0)![0];
      first ??= x;
      if (run.simulation.time <= 1 + 1e-9) atShut = x;
    },
  );
  const second = [...left.keys()].filter((serial) => places.last.get(serial)![0] > 7.5).length;
  return { left: left.size, second, headed: first! - atShut };
}
