/**
 * Two rooms of 10 × 10 m and a corridor of 10 × 2 m between them. A hundred people go from the first to the second while others come
 * towards them: when is the last of the hundred in the second room? IMO 8, NIST 2.8, ISO 6.
 */
import { type Box, floor } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import type { Figures } from '../instruments/validation-test.ts';
import { watchLine } from '../instruments/watch.ts';

const PLACE: readonly Box[] = [
  [0, 0, 10, 10],
  [10, 4, 20, 6],
  [20, 0, 30, 10],
];
export const OPPOSITE = [0, 10, 50, 100] as const;
const PEOPLE = 100;
/** Rooms are filled from their far walls at 4 people per m². */
const DENSITY = 4;
/** Least depth of what is filled, metres: bodies have to fit. */
const LEAST_DEPTH = 0.6;
/** Twice what the slowest known program takes; who is not through by then is stuck. */
const DURATION = 300;

/** `against n`: seconds until the last of the hundred was through against n, the duration where somebody never was; `stuck n`: how many were not. */
export function againstOthers(profile: unknown, seed: number): Figures {
  const figures: Figures = {};
  for (const opposite of OPPOSITE) {
    const through = watchLine(20);
    const depth = (people: number) => Math.max(LEAST_DEPTH, people / (10 * DENSITY));
    const hundred = { in: { box: [0, 0, depth(PEOPLE), 10] }, count: PEOPLE, goal: 'east' };
    const others = { in: { box: [30 - depth(opposite), 0, 30, 10] }, count: opposite, goal: 'west' };
    play(
      {
        environment: { walkable: floor(PLACE) },
        profiles: { person: profile },
        walkers: opposite === 0 ? [hundred] : [hundred, others],
        goals: { east: { box: [28, 0, 30, 10] }, west: { box: [0, 0, 2, 10] } },
        duration: DURATION,
      },
      seed,
      through.look,
    );
    // Serials below a hundred are the hundred; the others may be beyond the line from the beginning.
    const moments = [...through.at].filter(([serial]) => serial < PEOPLE).map(([, moment]) => moment);
    figures[`stuck ${opposite}`] = PEOPLE - moments.length;
    figures[`against ${opposite}`] = moments.length === PEOPLE ? Math.max(...moments) : DURATION;
  }
  return figures;
}
