/**
 * A room of 8 × 5 m with 100 people, a corridor of 12 × 2 m, stairs 3 m long and 2 m wide that lead up: where does it get crowded?
 * NIST 5.1, ISO 10.
 *
 *    ┌────────┐            The greatest number of people per m² in three boxes of 2 m across and 0.5 m along the way: in the
 *    │       n└──────┬──┐  room before the corridor (n), in the middle of the corridor (m), before the stairs (s).
 *    │       n   m  s│  │
 *    │       n┌──────┴──┘
 *    └────────┘
 */
import { type Box, floor } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import type { Figures } from '../instruments/validation-test.ts';
import { lookAll, watchDensity } from '../instruments/watch.ts';

const ROOM: Box = [-8, -1.5, 0, 3.5];
const BOXES = {
  neck: [-0.5, 0, 0, 2],
  corridor: [5.75, 0, 6.25, 2],
  stairs: [11.5, 0, 12, 2],
} as const satisfies Record<string, Box>;

/** `neck`, `corridor`, `stairs`: peaks, per m²; `inside`: people who did not get out. */
export function congestion(profile: unknown, seed: number): Figures {
  const watches = Object.entries(BOXES).map(([name, box]) => ({ name, ...watchDensity(box) }));
  const { run } = play(
    {
      environment: {
        levels: {
          ground: { walkable: floor([ROOM, [0, 0, 12, 2]]) },
          upper: { elevation: 2, walkable: floor([[15, 0, 20, 2]]) },
        },
        links: {
          stairs: {
            kind: 'stairs',
            lower: 'ground',
            upper: 'upper',
            corners: [
              [12, 2],
              [12, 0],
              [15, 0],
              [15, 2],
            ],
          },
        },
      },
      profiles: { person: profile },
      walkers: [{ in: { box: ROOM, level: 'ground' }, count: 100 }],
      exits: { up: { box: [19, 0, 20, 2], level: 'upper' } },
      duration: 300,
    },
    seed,
    lookAll(...watches),
  );
  const figures: Figures = { inside: run.simulation.crowd.count };
  for (const { name, samples } of watches) figures[name] = Math.max(...samples.map(({ density }) => density));
  return figures;
}
