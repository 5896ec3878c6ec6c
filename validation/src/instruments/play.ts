/**
 * Raw scenario → a run to its end, looked at after every step. What a scenario file could say, as plain data: the same schema, the same
 * checks, the same engine as `foulee run`.
 */
import { createRun, openInline, playWhile, type Run, startPlay } from '@foulee/engine';

/** What a scenario file holds, before it is checked (docs/scenario.md). */
export type RawScenario = Record<string, unknown>;

export interface Played {
  run: Run;
  /** Simulated seconds until everybody had left, or the duration. */
  seconds: number;
  /** Seconds since the start at which each serial left, and its itinerary. */
  left: Map<number, { at: number; itinerary: number }>;
  /** Everybody who came has left. */
  isEmpty: boolean;
}

/**
 * @param look is called after each step
 * @param isEnough nothing more is to be seen: the run ends here
 */
export function play(
  raw: RawScenario,
  seed: number,
  look: (run: Run) => void = () => {},
  isEnough: (run: Run) => boolean = () => false,
): Played {
  const { scenario, world } = openInline({ data: raw });
  const run = createRun(scenario, world, { seed });
  const { simulation } = run;
  const left: Played['left'] = new Map();
  const playing = startPlay(run, {
    look: () => {
      for (const { serial, itinerary } of simulation.left) left.set(serial, { at: simulation.time, itinerary });
      look(run);
    },
  });
  playWhile(playing, () => !isEnough(run));
  return { run, seconds: simulation.time, left, isEmpty: simulation.crowd.count === 0 };
}
