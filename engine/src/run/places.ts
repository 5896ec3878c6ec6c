/**
 * Places that a scenario names, in the mesh: levels by name, points in mesh coordinates, changes of the place; and the check that people can
 * use them. What no walker could use is refused at once, with its name.
 */
import { InputError } from '../core/errors.ts';
import { shortened } from '../core/shorten.ts';
import { NONE } from '../core/none.ts';
import type { LevelName, PlaceEvent, Point, Scenario } from '../scenario/scenario.ts';
import { checkCounters } from '../scenario/standing-places.ts';
import { sidesTowards } from '../simulation/change-doors.ts';
import { type PlaceChange, type PlaceState, planAfter } from '../simulation/change-place.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { type CellIndex, locate } from '../subdivision/locate.ts';

export function inMesh({ origin }: CellMesh, points: readonly Point[]): Float64Array {
  return Float64Array.from(points.flatMap(([x, y]) => [x - origin[0], y - origin[1]]));
}

export function levelOf({ levels }: CellMesh, name: LevelName, what: string): number {
  if (name === null) return 0;
  const found = levels.findIndex((known) => known.name === name);
  if (found >= 0) return found;
  throw new InputError(
    what,
    `there is no level "${name}"`,
    `there is ${levels.map((known) => shortened(known.name)).join(', ')}`,
  );
}

export function placeChangeOf(mesh: CellMesh, { remove, add }: PlaceEvent): PlaceChange {
  const level = (name: LevelName) => levelOf(mesh, name, 'events');
  return {
    remove: remove === null || 'name' in remove ? remove : { at: remove.at, level: level(remove.level) },
    add:
      add === null
        ? null
        : {
            kind: add.kind,
            name: add.name,
            level: level(add.level),
            points: Float64Array.from(add.points.flat()),
          },
  };
}

/** Places that no walker could use: said now, with their names. */
export function checkPlaces(scenario: Scenario, original: CellMesh, cells: CellIndex, place: PlaceState): void {
  for (const [i, group] of scenario.walkers.entries()) {
    if (group.kind !== 'one') continue;
    const [x, y] = group.at;
    const cell = locate(
      original,
      cells,
      levelOf(original, group.level, 'walkers'),
      x - original.origin[0],
      y - original.origin[1],
    );
    if (cell === NONE) throw new InputError(`walkers[${i}]`, `(${x}, ${y}) is not on the floor`, 'put it on the floor');
  }
  checkCounters(scenario, original, cells, (goal) => levelOf(original, goal.level, `goal ${goal.name}`));
  for (const { door, letOutFirst } of scenario.doors)
    if (letOutFirst !== null) sidesTowards(original, door, letOutFirst);
  let planned: Pick<PlaceState, 'plan' | 'pieces'> = place;
  for (const event of scenario.events) {
    if (event.kind === 'place') {
      planned = plannedAfter(planned, original, event);
      continue;
    }
    if (event.kind === 'announce' || event.kind === 'demand' || event.kind === 'speed') continue;
    if (original.doors.every(({ name }) => name !== event.door)) {
      const known = original.doors.map(({ name }) => shortened(name)).join(', ') || 'none';
      throw new InputError('events', `there is no door "${event.door}" in the environment`, `doors there: ${known}`);
    }
    // Says where the point is on neither side.
    if (event.towards !== null) sidesTowards(original, event.door, event.towards);
  }
}

/** The plan after an event. Throws, with its time, where there is nothing to take away. */
function plannedAfter(before: Pick<PlaceState, 'plan' | 'pieces'>, mesh: CellMesh, event: PlaceEvent) {
  try {
    return planAfter(before, placeChangeOf(mesh, event));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    throw new InputError(`event at ${event.at} s, ${error.where}`, error.what, error.remedy);
  }
}
