/**
 * Raw scenario → a run to its end, looked at after every step. What a scenario file could say, as plain data: the same schema, the same
 * checks, the same engine as `foulee run`.
 */
import { advance, buildWorld, createRun, inlinePlan, isOver, parseScenario, type Run } from '@foulee/engine';

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
  const scenario = parseScenario(raw);
  if (scenario.environment.kind !== 'inline') throw new Error('validation tests bring their own place');
  const world = buildWorld(inlinePlan(scenario.environment, scenario.name));
  const run = createRun(scenario, world, { seed });
  const left: Played['left'] = new Map();
  while (!isOver(run) && !isEnough(run)) {
    advance(run);
    const { simulation } = run;
    for (const { serial, itinerary } of simulation.left) left.set(serial, { at: simulation.time, itinerary });
    look(run);
  }
  return { run, seconds: run.simulation.time, left, isEmpty: run.simulation.crowd.count === 0 };
}
