/**
 * A place with the obstacles and walls that events put in at its start: as the first step of a run makes it, so that it can be seen before
 * anybody walks. A run begins in the place without them, and does the same itself.
 */
import { advance, createRun, InputError, type Scenario, type World } from '@foulee/engine';

/** @returns the world itself, where nothing is put in; what cannot be is said */
export function placeFromStart(scenario: Scenario, world: World): { world: World; leftOut: string[] } {
  const events = scenario.events.filter(({ at, kind }) => kind === 'place' && at <= 1e-9);
  if (events.length === 0) return { world, leftOut: [] };
  try {
    const run = createRun({ ...scenario, events, walkers: [], sources: [], goals: [], itineraries: [] }, world);
    advance(run);
    return { world: run.place.world, leftOut: run.warnings };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { world, leftOut: [`what was to stand there from the start was left out: ${error.where} ${error.what}`] };
  }
}
