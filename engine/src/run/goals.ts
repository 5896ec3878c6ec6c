/** Scenario → goals and itineraries of its simulation: shapes in mesh coordinates, what is drawn for each walker from generators of their own. */
import type { Goal, Itinerary } from '../crowd/goals/goals.ts';
import { sample } from '../scenario/distributions.ts';
import type { Scenario } from '../scenario/scenario.ts';
import { counterOf, flowOf } from '../scenario/standing-places.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { randomFor } from './generators.ts';
import { inMesh, levelOf } from './places.ts';

/** Metres before a line at which somebody has arrived, beside its own radius. */
const LINE_REACH = 0.3;

export function goalsOf(scenario: Scenario, mesh: CellMesh, seed: number): Goal[] {
  return scenario.goals.map(({ name, level, shape, counter, maxFlow }, g) => {
    const goal: Goal = {
      name,
      level: levelOf(mesh, level, `goal ${name}`),
      shape: inMesh(mesh, shape.kind === 'point' ? [shape.at] : shape.kind === 'line' ? shape.line : shape.polygon),
      radius: shape.kind === 'point' ? shape.radius : LINE_REACH,
    };
    if (counter !== null) goal.counter = counterOf(counter, mesh, (serial) => randomFor(seed, 'services', serial, g));
    if (maxFlow !== null) goal.maxFlow = flowOf(goal, maxFlow);
    return goal;
  });
}

export function itinerariesOf(scenario: Scenario, seed: number): Itinerary[] {
  return scenario.itineraries.map(({ name, stages }, i) => ({
    name,
    stages: stages.map(({ choose, goals: among, wait }, k) => ({
      goals: among,
      // Who knows only some goals takes the nearest of those, anyway.
      choice: choose === 'known' ? 'nearest' : choose,
      wait: (serial) =>
        wait.kind === 'fixed' ? wait.value : sample(wait, randomFor(seed, 'waits', serial, 64 * i + k), serial),
      isWaiting: wait.kind !== 'fixed' || wait.value > 0,
    })),
  }));
}
