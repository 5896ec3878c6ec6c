/** One person in a corridor 2 m wide: how long 40 m take. RiMEA 1, IMO 1, NIST 2.1, ISO 2. */
import { lineAcross } from '../instruments/places.ts';
import { play } from '../instruments/play.ts';
import { watchLine } from '../instruments/watch.ts';

const LENGTH = 40;

/** @param runIn metres walked before the 40 begin; 0: it stands at their beginning. There are 10 m more behind their end. */
export function secondsFor40Metres(speed: number, runIn: number, seed: number): number {
  const start = watchLine(0);
  const end = watchLine(LENGTH);
  play(
    {
      environment: { walkable: [{ box: [-runIn - 1, 0, LENGTH + 11, 2] }] },
      profiles: { person: { speed } },
      walkers: [{ at: [-runIn, 1] }],
      exits: { end: { line: lineAcross(LENGTH + 10, 0, 2) } },
      duration: (2 * (LENGTH + runIn + 10)) / speed,
    },
    seed,
    (run) => {
      start.look(run);
      end.look(run);
    },
  );
  return (end.at.get(0) ?? Number.NaN) - (runIn === 0 ? 0 : start.at.get(0)!);
}
