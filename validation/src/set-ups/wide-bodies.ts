/**
 * A hundred bodies 1 m wide (people with carts, say) in a hall of 24 × 24 m. Everybody goes to the same point in the middle of the hall
 * first, and then to the nearest of four exits in the middle of its walls.
 */
import { type Box, floor } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import { PLANNING } from '../instruments/populations.ts';
import type { Figures } from '../instruments/validation-test.ts';

const SIDE = 24;
const PEOPLE = 100;
/** Metres. */
const RADIUS = 0.5;
const EXIT_WIDTH = 4;
const LONGEST = 300;

/** `left`: people still inside after 300 s. */
export function meetAtPoint(seed: number, people = PEOPLE): Figures {
  const [low, high] = [(SIDE - EXIT_WIDTH) / 2, (SIDE + EXIT_WIDTH) / 2];
  const exits: Record<string, Box> = {
    south: [low, 0, high, 1],
    north: [low, SIDE - 1, high, SIDE],
    west: [0, low, 1, high],
    east: [SIDE - 1, low, SIDE, high],
  };
  const { run, seconds } = play(
    {
      environment: { walkable: floor([[0, 0, SIDE, SIDE]]) },
      profiles: { person: { ...PLANNING, radius: RADIUS } },
      goals: { middle: { at: [SIDE / 2, SIDE / 2] } },
      exits: Object.fromEntries(Object.entries(exits).map(([name, box]) => [name, { box }])),
      itineraries: { 'by the middle': ['middle', { exit: 'nearest' }] },
      walkers: [{ in: { box: [0, 0, SIDE, SIDE] }, count: people, itinerary: 'by the middle' }],
      duration: LONGEST,
    },
    seed,
  );
  return { left: run.simulation.crowd.count, seconds };
}
