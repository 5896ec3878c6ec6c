/**
 * Twenty-five people leave a room by a door of 1 m; then the same with one of them slower and twice as wide: does it take longer?
 * NIST 2.10, ISO 7. The room is 8 × 5 m with the door in the middle of a 5 m wall, 24 people in the 5 m away from it and the
 * twenty-fifth 1.5 m before it, so that the others come up behind.
 */
import { play } from '../instruments/play.ts';
import type { Figures } from '../instruments/validation-test.ts';
import { watchRoom } from '../instruments/watch.ts';
import { SMALL_ROOM, SMALL_ROOM_DOOR, SMALL_ROOM_FLOOR } from './start-times.ts';

const DURATION = 300;

/** `with`, `without`: seconds until the room was empty; `inside`: people who did not get out of either. */
export function withAndWithoutDisability(seed: number): Figures {
  const figures: Figures = { inside: 0 };
  for (const [name, last] of [
    ['with', { speed: 0.8, radius: 0.4 }],
    ['without', { speed: 1.25, radius: 0.2 }],
  ] as const) {
    const room = watchRoom(SMALL_ROOM);
    const { run } = play(
      {
        environment: { walkable: SMALL_ROOM_FLOOR },
        profiles: { person: { speed: 1.25, radius: 0.2 }, last },
        walkers: [
          { at: [6.5, 2.5], profile: 'last' },
          { in: { box: [0, 0, 5, 5] }, count: 24, profile: 'person' },
        ],
        exits: { out: { box: SMALL_ROOM_DOOR.exit } },
        duration: DURATION,
      },
      seed,
      room.look,
    );
    figures[name] = room.emptyAt;
    figures['inside'] += run.simulation.crowd.count;
  }
  return figures;
}
