/**
 * Run → what recordings say of its place: what the run is called, its levels and stairs, and the walkable area now, with the doors that are closed now.
 * A one-way door counts as open: people pass it.
 */
import type { PlanLink } from '../map/plan.ts';
import type { AreaChange, RecordedLink, RecordingInfo } from '../record/frame.ts';
import { walkableWkt } from '../record/walkable-wkt.ts';
import type { Run } from './run-state.ts';

/** @param run before its first step; every step is recorded */
export function recordingInfoOf(run: Run): RecordingInfo {
  const { scenario, seed, original, place } = run;
  const { walkableArea, levels } = areaNow(run);
  return {
    name: scenario.name,
    model: scenario.model,
    seed,
    step: scenario.step,
    every: 1,
    walkableArea,
    levels: original.levels.map(({ name, elevation }, level) => ({
      name,
      elevation,
      ...(levels === undefined ? {} : { walkableArea: levels[level] }),
    })),
    ...(levels === undefined ? {} : { links: place.plan.links.map(recordedLink) }),
  };
}

function recordedLink({ name, kind, lower, upper, corners }: PlanLink): RecordedLink {
  return { name, kind, lower, upper, corners: [...corners] };
}

/** The walkable area at the present step. */
function areaNow({ original, doors, simulation }: Run): AreaChange {
  const closed = [...doors.values()].filter(({ isOpen }) => !isOpen).map(({ name }) => name);
  const closedDoors: ReadonlySet<string> = new Set(closed);
  const walkableArea = walkableWkt(original, { closedDoors });
  if (original.levels.length === 1) return { step: simulation.steps, walkableArea };
  const levels = original.levels.map((_, level) => walkableWkt(original, { level, closedDoors }));
  return { step: simulation.steps, walkableArea, levels };
}

/**
 * Follows the place of a run: gives the area again when an event has changed it.
 * @param last the walkable area that is known
 */
export function createAreaWatch(run: Run, last: string): () => AreaChange | undefined {
  let { events } = run;
  return () => {
    if (run.events === events) return undefined;
    events = run.events;
    const now = areaNow(run);
    if (now.walkableArea === last) return undefined;
    last = now.walkableArea;
    return now;
  };
}
