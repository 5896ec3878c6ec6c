/**
 * A hundred people leave a room of 8 × 5 m through a door of 1 m in the middle of a 5 m wall, which lets pass no more than the standards
 * count with (`doors: {maxFlow}`, scenario.md). IMO 4, NIST 5.2, ISO 11.
 */
import { lineAcross } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import type { Figures } from '../instruments/validation-test.ts';
import { watchRoom } from '../instruments/watch.ts';
import { SMALL_ROOM, SMALL_ROOM_DOOR, SMALL_ROOM_FLOOR } from './start-times.ts';

/** Persons per second through 1 m: a design cap, below every experiment. */
export const MOST_FLOW = 1.33;
const CROWD = 100;

/** `flow`: people per second from the beginning until the room was empty; `inside`: those who did not get out. */
export function limitedFlow(profile: unknown, seed: number): Figures {
  const room = watchRoom(SMALL_ROOM);
  play(
    {
      environment: { walkable: SMALL_ROOM_FLOOR, doors: { exit: lineAcross(8, 2, 3) } },
      profiles: { person: profile },
      walkers: [{ in: { box: SMALL_ROOM }, count: CROWD }],
      doors: { exit: { maxFlow: MOST_FLOW } },
      exits: { out: { box: SMALL_ROOM_DOOR.exit } },
      duration: 400,
    },
    seed,
    room.look,
  );
  return { flow: (CROWD - room.inside) / room.emptyAt, inside: room.inside };
}
