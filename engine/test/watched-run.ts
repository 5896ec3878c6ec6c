/**
 * For tests of the simulation: plans, people, and a run in which every step is judged by code that knows nothing of the
 * engine (oracles/crowd-invariants.ts).
 */
import { expect } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import { BODY, RADIUS, TOP } from '../src/crowd/columns.ts';
import type { Goal, Itinerary } from '../src/crowd/goals/goals.ts';
import type { Plan } from '../src/map/plan.ts';
import { step } from '../src/simulation/step.ts';
import { createSimulation, type Simulation, type SimulationOptions } from '../src/simulation/simulation.ts';
import { groundOf, judgeCrowd } from './oracles/crowd-invariants.ts';

export interface Watched {
  seconds: number;
  arrived: number;
  /** Pairs whose hard cores overlap by more than 2 cm, over time; the deepest such overlap, metres. */
  pairSeconds: number;
  deepest: number;
  /** Seconds at which each serial left. */
  leftAt: Map<number, number>;
}

/** A point, a line or a ring, the plan's coordinates; for worlds whose origin is not moved. */
export function goalAt(world: World, shape: number[], radius = 0.3, level = 0): Goal {
  const [x, y] = world.mesh.origin;
  const places = Float64Array.from(shape, (value, k) => value - (k % 2 === 0 ? x : y));
  return { name: `goal ${shape.join(' ')}`, level, shape: places, radius };
}

export function itineraryTo(...goals: number[]): Itinerary {
  return {
    name: `to ${goals.join(', ')}`,
    stages: goals.map((goal) => ({ goals: [goal], choice: 'assigned', wait: () => 0 })),
  };
}

/** A simulation in which everybody goes to one goal. */
export function simulationTo(plan: Plan, shape: number[], options: Partial<SimulationOptions> = {}): Simulation {
  const world = buildWorld(plan);
  return createSimulation(world, {
    goals: [goalAt(world, shape)],
    itineraries: [itineraryTo(0)],
    capacity: 2000,
    ...options,
  });
}

/** Run until everybody has left, or the time is over; every step is judged. */
export function watch(simulation: Simulation, seconds: number, look: () => void = () => {}): Watched {
  const { crowd, world } = simulation;
  const ground = groundOf(world.maps[0]);
  const watched: Watched = { seconds: 0, arrived: 0, pairSeconds: 0, deepest: 0, leftAt: new Map() };
  const entered = crowd.count + simulation.counts.arrived;
  while (crowd.count > 0 && simulation.time < seconds) {
    step(simulation);
    for (const { serial } of simulation.left) watched.leftAt.set(serial, simulation.time);
    const { faults, overlaps, deepest } = judgeCrowd(ground, {
      count: crowd.count,
      place: crowd.place,
      velocity: crowd.velocity,
      radius: Array.from({ length: crowd.count }, (_, i) => crowd.body[BODY * i + RADIUS]),
      topSpeed: Array.from({ length: crowd.count }, (_, i) => crowd.body[BODY * i + TOP]),
    });
    expect(faults, `after ${simulation.time} s`).toEqual([]);
    expect(crowd.count + simulation.counts.arrived, 'walkers are conserved').toBe(entered);
    watched.pairSeconds += overlaps * simulation.step;
    watched.deepest = Math.max(watched.deepest, deepest);
    look();
  }
  watched.seconds = simulation.time;
  watched.arrived = simulation.counts.arrived;
  return watched;
}
