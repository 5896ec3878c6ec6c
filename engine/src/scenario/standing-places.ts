/**
 * Counters, limits of flow and rules of doors, as a scenario says them → as a simulation takes them (crowd/goals/standing.ts); and whether
 * they are where people can get to.
 */
import { InputError } from '../core/errors.ts';
import { shortened } from '../core/shorten.ts';
import { NONE } from '../core/none.ts';
import { type Counter, type Goal, widthOf } from '../crowd/goals/goals.ts';
import type { DoorRule } from '../crowd/goals/let-out.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { sideLength } from '../subdivision/cells.ts';
import { type CellIndex, locate } from '../subdivision/locate.ts';
import { sample } from './distributions.ts';
import type { Point, Scenario, ScenarioCounter } from './scenario.ts';

/** Draws from which the mean time of service is taken. */
const DRAWS = 200;
/** Metres: whatever it is, one person at a time gets through. */
const NARROWEST = 0.5;

/** @param randomFor a generator for a number, always the same for the same one */
export function counterOf(
  { servers, service, queue, patience }: ScenarioCounter,
  { origin }: CellMesh,
  randomFor: (serial: number) => Int32Array,
): Counter {
  const seconds = (serial: number) =>
    service.kind === 'fixed' ? service.value : sample(service, randomFor(serial), serial);
  let sum = 0;
  for (let n = 0; n < DRAWS; n++) sum += seconds(n);
  return {
    servers,
    service: seconds,
    meanService: sum / DRAWS,
    queue: Float64Array.from(queue.flatMap(([x, y]) => [x - origin[0], y - origin[1]])),
    patience: patience ?? Infinity,
  };
}

/** People per second, for a goal that says how many pass each metre of it. A point is as wide as it reaches. */
export function flowOf(goal: Goal, perMetre: number): number {
  return perMetre * Math.max(NARROWEST, goal.shape.length === 2 ? 2 * goal.radius : widthOf(goal));
}

export function doorRulesOf({ doors }: Scenario, mesh: CellMesh): DoorRule[] {
  return doors.map(({ door: name, maxFlow, letOutFirst }) => {
    const door = mesh.doors.findIndex((known) => known.name === name);
    if (door === NONE) {
      const known = mesh.doors.map((other) => shortened(other.name)).join(', ') || 'none';
      throw new InputError('doors', `there is no door "${name}" in the environment`, `doors there: ${known}`);
    }
    // Each side of a door is there twice, once for each cell.
    let width = 0;
    for (let s = 0; s < mesh.sideDoor.length; s++) if (mesh.sideDoor[s] === door) width += sideLength(mesh, s) / 2;
    if (width === 0) throw new InputError(`doors.${name}`, 'it leads nowhere: no floor on both sides', 'leave it out');
    return {
      door,
      maxFlow: maxFlow === null ? null : maxFlow * Math.max(NARROWEST, width),
      outTo: letOutFirst === null ? null : [letOutFirst[0] - mesh.origin[0], letOutFirst[1] - mesh.origin[1]],
    };
  });
}

/** Counters and queues that nobody could get to: said now, with their names. */
export function checkCounters(
  scenario: Scenario,
  mesh: CellMesh,
  index: CellIndex,
  levelOf: (goal: Scenario['goals'][number]) => number,
): void {
  for (const goal of scenario.goals) {
    if (goal.counter === null) continue;
    const where = `${goal.isExit ? 'exits' : 'goals'}.${goal.name}`;
    const check = (path: string, [x, y]: Point) => {
      if (locate(mesh, index, levelOf(goal), x - mesh.origin[0], y - mesh.origin[1]) !== NONE) return;
      throw new InputError(path, `(${x}, ${y}) is not on the floor`, 'put it on the floor, where people stand');
    };
    if (goal.shape.kind === 'point') check(`${where}.at`, goal.shape.at);
    else if (goal.shape.kind === 'line') goal.shape.line.forEach((end, k) => check(`${where}.line[${k}]`, end));
    goal.counter.queue.forEach((place, k) => check(`${where}.queue[${k}]`, place));
  }
}
