/**
 * Ten people in a room of 8 × 5 m with a door of 1 m in the middle of a 5 m wall, who start to walk at times of their own: when is
 * each seen to move? RiMEA 5, IMO 5, NIST 1.1, ISO 1.
 */
import { numbered } from '../instruments/figures.ts';
import { type Box, doorway, floor } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import type { DistributionFunction } from '../instruments/statistics.ts';
import type { Figures } from '../instruments/validation-test.ts';
import { forEachWalker } from '../instruments/watch.ts';

export const SMALL_ROOM: Box = [0, 0, 8, 5];
export const SMALL_ROOM_DOOR = doorway('east', 8, 2.5, 1);
export const SMALL_ROOM_FLOOR = floor([SMALL_ROOM, ...SMALL_ROOM_DOOR.walkable]);

const PEOPLE = 10;
/** Metres from where it stood: it moves. */
const MOVED = 0.01;
/** Seconds: beyond any pre-movement time that will ever be drawn. */
const LONGEST = 20_000;

export interface StartTimes {
  /** In seconds, by serial: what was drawn for each, and when it was seen to move. NaN: it never was. */
  drawn: number[];
  seen: number[];
}

/** @param start as in a scenario file */
export function startTimes(speed: unknown, start: unknown, seed: number): StartTimes {
  const stood = new Map<number, [number, number]>();
  const drawn = Array.from({ length: PEOPLE }, () => Number.NaN);
  const seen = Array.from({ length: PEOPLE }, () => Number.NaN);
  let moving = 0;
  play(
    {
      environment: { walkable: SMALL_ROOM_FLOOR },
      profiles: { person: { speed } },
      walkers: [{ in: { box: SMALL_ROOM }, count: PEOPLE, start }],
      exits: { out: { box: SMALL_ROOM_DOOR.exit } },
      duration: LONGEST,
    },
    seed,
    (run) => {
      const { crowd, time, step } = run.simulation;
      if (stood.size === 0) {
        for (let i = 0; i < crowd.count; i++) drawn[crowd.serial[i]] = crowd.startAt[i];
      }
      forEachWalker(run, (serial, x, y) => {
        const from = stood.get(serial);
        if (from === undefined) stood.set(serial, [x, y]);
        else if (Number.isNaN(seen[serial]) && Math.hypot(x - from[0], y - from[1]) > MOVED) {
          // It began with the step that is just over.
          seen[serial] = time - step;
          moving++;
        }
      });
    },
    () => moving === PEOPLE,
  );
  return { drawn, seen };
}

/** The greatest difference between the two, seconds; NaN if somebody never started. */
export function worstDelay(expected: readonly number[], seen: readonly number[]): number {
  return Math.max(...expected.map((moment, k) => Math.abs(seen[k] - moment)));
}

export interface StartDistribution {
  name: string;
  /** As in a scenario file. */
  start: unknown;
  below: DistributionFunction;
}

/** `uniform 1`, `uniform 2`, …: when each was seen to start, for each distribution. */
export function measureStarts(distributions: readonly StartDistribution[], speed: unknown, seed: number): Figures {
  return Object.assign(
    {},
    ...distributions.map(({ name, start }) => numbered(name, startTimes(speed, start, seed).seen)),
  );
}
