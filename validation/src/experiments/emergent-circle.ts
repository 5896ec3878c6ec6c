/**
 * People on a circle, evenly, each of whom wants to the place opposite: everybody meets everybody in the middle. Places are a few centimetres
 * off, at random, since perfect symmetry is nothing that happens. Takes as long as until the last one has arrived.
 */
import { nextRandom, seedRandom, sineCosine } from '@foulee/engine';
import { createOverlapWatch, playFrames, watchOverlaps } from '../instruments/emergent-instruments.ts';
import { PLANNING, type ProfileFields } from '../instruments/populations.ts';
import type { Figures } from '../instruments/validation-test.ts';

/** Seconds after which it is given up. */
const LONGEST = 300;

export function circleSwap(seed: number, people = 100, radius = 15, more: ProfileFields = {}): Figures {
  const random = seedRandom(seed);
  const places = Array.from({ length: people }, (_, k): [number, number] => {
    const [sine, cosine] = sineCosine((2 * Math.PI * k) / people);
    return [radius * cosine + 0.1 * (nextRandom(random) - 0.5), radius * sine + 0.1 * (nextRandom(random) - 0.5)];
  });
  const wall = radius + 5;
  const overlaps = createOverlapWatch();
  const played = playFrames(
    {
      environment: { walkable: [{ box: [-wall, -wall, wall, wall] }] },
      profiles: { person: { ...PLANNING, ...more } },
      walkers: places.map((at) => ({ at, goal: [-at[0], -at[1]] })),
      duration: LONGEST,
    },
    seed,
    (frame) => watchOverlaps(overlaps, frame),
  );
  return {
    people,
    seconds: played.seconds,
    left: played.run.simulation.crowd.count,
    longestOverlap: overlaps.longest,
  };
}
