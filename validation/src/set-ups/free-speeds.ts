/**
 * People who walk freely across a wide hall: how fast did each of them really walk? RiMEA 7, IMO 7, NIST 2.4, ISO 5.
 *
 * They start anywhere in the first 10 m and walk straight to the far side; the time each takes between two lines gives its speed.
 */
import { lineAcross } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import { lookAll, watchLine } from '../instruments/watch.ts';

export interface Hall {
  length: number;
  width: number;
}

/** Metres at both ends that do not count. */
const RUN_IN = 15;
const RUN_OUT = 5;

/**
 * @param groups so many people each, with a speed as in a scenario file; serials in their order
 * @returns metres per second by serial; NaN for who never crossed
 */
export function freeSpeeds(
  { length, width }: Hall,
  groups: readonly { count: number; speed: unknown }[],
  seed: number,
): number[] {
  const first = watchLine(RUN_IN);
  const second = watchLine(length - RUN_OUT);
  play(
    {
      environment: { walkable: [{ box: [0, 0, length, width] }] },
      profiles: Object.fromEntries(groups.map(({ speed }, k) => [`group ${k}`, { speed }])),
      walkers: groups.map(({ count }, k) => ({ in: { box: [0, 0, 10, width] }, count, profile: `group ${k}` })),
      exits: { end: { line: lineAcross(length - 0.5, 0, width) } },
      duration: 900,
    },
    seed,
    lookAll(first, second),
  );
  const people = groups.reduce((sum, { count }) => sum + count, 0);
  return Array.from({ length: people }, (_, serial) => {
    const seconds = (second.at.get(serial) ?? Number.NaN) - (first.at.get(serial) ?? Number.NaN);
    return (length - RUN_IN - RUN_OUT) / seconds;
  });
}
