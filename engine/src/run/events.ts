/**
 * What the events of a scenario do to a run: `happen` does what is due before a step, `changeNow` what somebody changes while people
 * walk. How many people come depends on all events at once (scenario/demand.ts), so nothing is to be done when one of these is due. Changes of doors that follow each other are made at once. A change of the place builds it anew, and the sources look for their
 * floor in it. A change of the place may be impossible: somebody would stand in a new wall, and there is no room near. Then `happen`
 * leaves the event out with a warning, and `changeNow` throws.
 */
import { InputError } from '../core/errors.ts';
import { changeRates } from '../scenario/arrivals.ts';
import { ratesUnderDemand } from '../scenario/demand.ts';
import { floorPart } from '../scenario/floor-part.ts';
import type { DoorEvent, FactorEvent, PlaceEvent } from '../scenario/scenario.ts';
import { type DoorChange, setDoors } from '../simulation/change-doors.ts';
import { changePlace } from '../simulation/change-place.ts';
import { changeSpeeds } from '../simulation/change-speeds.ts';
import { warn } from './let-in.ts';
import { levelOf, placeChangeOf } from './places.ts';
import type { Run } from './run-state.ts';

/** All that is due, in its order; doors that follow each other change at once. */
export function happen(run: Run): void {
  const { simulation, scenario } = run;
  let doors: DoorEvent[] = [];
  for (; run.events < scenario.events.length; run.events++) {
    const event = scenario.events[run.events];
    if (event.at > simulation.time + 1e-9) break;
    // People hear it when they look round (knowledge/start.ts).
    if (event.kind === 'announce' || event.kind === 'demand') continue;
    if (event.kind === 'speed') {
      changeSpeeds(simulation, event.factor);
      continue;
    }
    if (event.kind !== 'place') {
      doors.push(event);
      continue;
    }
    changeDoors(run, doors);
    doors = [];
    try {
      applyPlaceEvent(run, event);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      warn(run, `what was to change at ${event.at} s was left out: ${error.where} ${error.what}`);
    }
  }
  changeDoors(run, doors);
}

function changeDoors(run: Run, events: readonly DoorEvent[]): void {
  if (events.length === 0) return;
  const changes = events.map(doorChangeOf);
  setDoors(run.simulation, run.original, changes);
  for (const change of changes) {
    run.doors.delete(change.name);
    if (!change.isOpen || (change.towards ?? null) !== null) run.doors.set(change.name, change);
  }
}

function doorChangeOf({ door, kind, towards }: DoorEvent): DoorChange {
  return { name: door, isOpen: kind !== 'close', towards };
}

/**
 * Change the place, how many people come or how fast they walk now, between two steps, as an event of the scenario would that is the last
 * of those due: it is put behind them. Throws an InputError and changes nothing where that cannot be.
 * @param event its time is the present one
 */
export function changeNow(run: Run, event: PlaceEvent | FactorEvent): void {
  happen(run);
  if (event.kind === 'place') applyPlaceEvent(run, event);
  if (event.kind === 'speed') changeSpeeds(run.simulation, event.factor);
  run.scenario.events.splice(run.events++, 0, event);
  if (event.kind !== 'demand') return;
  for (const { arrivals } of run.sources) {
    changeRates(arrivals, ratesUnderDemand(arrivals.source.rates, run.scenario));
  }
}

function applyPlaceEvent(run: Run, event: PlaceEvent): void {
  const { simulation, scenario } = run;
  run.place = changePlace(simulation, run.place, placeChangeOf(run.original, event), [...run.doors.values()]);
  run.original = run.place.world.mesh;
  for (const [s, source] of run.sources.entries()) {
    const { where } = scenario.sources[s];
    const on = where.kind === 'area' ? scenario.areas[where.area].level : where.level;
    const level = levelOf(run.original, on, `source ${source.name}`);
    source.part = floorPart(run.original, simulation.router.cells, level, source.outline);
  }
}
