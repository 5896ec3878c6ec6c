/** Runs of crowds: invariants in every step, the same bytes whatever slots, stops or runs, levels apart, doors. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import { NONE } from '../src/core/none.ts';
import { createCrowdLike, orderWalkers } from '../src/crowd/crowd.ts';
import type { Plan } from '../src/map/plan.ts';
import { setDoor, withOwnDoors } from '../src/simulation/change-doors.ts';
import { step } from '../src/simulation/step.ts';
import {
  addPerson,
  createSimulation,
  resume,
  type Simulation,
  snapshot,
  stateHash,
} from '../src/simulation/simulation.ts';
import { createRandom } from './random.ts';
import { planOf } from './shapes.ts';
import { goalAt, itineraryTo, simulationTo, watch } from './watched-run.ts';

/** Two rooms of 10 × 10 m and a door between them. */
function twoRooms(door: number): Plan {
  const [low, high] = [5 - door / 2, 5 + door / 2];
  return planOf(
    'rooms',
    'polygons',
    [[[0, 0, 10, 0, 10, low, 10.2, low, 10.2, 0, 20, 0, 20, 10, 10.2, 10, 10.2, high, 10, high, 10, 10, 0, 10]]],
    [],
  );
}

/** People in rows, a little apart, of different sizes and speeds. */
function fill(
  simulation: Simulation,
  count: number,
  [x0, y0, x1, y1]: [number, number, number, number],
  itinerary: number,
  seed: number,
) {
  const random = createRandom(seed);
  const columns = Math.ceil(Math.sqrt((count * (x1 - x0)) / (y1 - y0)));
  const rows = Math.ceil(count / columns);
  for (let k = 0; k < count; k++) {
    addPerson(simulation, {
      x: x0 + ((k % columns) + 0.5 + random.between(-0.1, 0.1)) * ((x1 - x0) / columns),
      y: y0 + (Math.floor(k / columns) + 0.5 + random.between(-0.1, 0.1)) * ((y1 - y0) / rows),
      itinerary,
      radius: random.between(0.18, 0.24),
      speed: random.between(0.8, 1.8),
    });
  }
}

describe('crowds keep the rules in every step', () => {
  it.each([0.8, 1, 1.4])('100 people through a door of %d m', (door) => {
    const simulation = simulationTo(twoRooms(door), [18, 0, 20, 0, 20, 10, 18, 10]);
    fill(simulation, 100, [0.3, 0.3, 9.7, 9.7], 0, 7);
    const { arrived, deepest } = watch(simulation, 200);
    expect(arrived).toBe(100);
    expect(deepest).toBeLessThan(0.02);
  });

  it('80 people who meet in a corridor of 4 m', () => {
    const world = buildWorld(planOf('corridor', 'polygons', [[[0, 0, 40, 0, 40, 4, 0, 4]]], []));
    const simulation = createSimulation(world, {
      goals: [goalAt(world, [39, 0, 40, 0, 40, 4, 39, 4]), goalAt(world, [0, 0, 1, 0, 1, 4, 0, 4])],
      itineraries: [itineraryTo(0), itineraryTo(1)],
      capacity: 100,
    });
    fill(simulation, 40, [1.5, 0.3, 13, 3.7], 0, 1);
    fill(simulation, 40, [27, 0.3, 38.5, 3.7], 1, 2);
    const { arrived, deepest } = watch(simulation, 200);
    expect(arrived).toBe(80);
    expect(deepest).toBeLessThan(0.02);
  });

  it('people put into each other come apart', () => {
    const simulation = simulationTo(twoRooms(2), [18, 0, 20, 0, 20, 10, 18, 10]);
    for (let k = 0; k < 30; k++)
      addPerson(simulation, { x: 5 + 0.01 * (k % 6), y: 5 + 0.01 * Math.floor(k / 6), itinerary: 0 });
    let after = Infinity;
    const { arrived } = watch(simulation, 120, () => {
      if (Math.abs(simulation.time - 10) > 0.01) return;
      after = deepestNow(simulation);
    });
    expect(arrived).toBe(30);
    expect(after).toBeLessThan(0.02);
  });

  it('without contact, overlaps are there to be counted', () => {
    const simulation = simulationTo(twoRooms(0.8), [18, 0, 20, 0, 20, 10, 18, 10], { withoutContact: true });
    fill(simulation, 100, [0.3, 0.3, 9.7, 9.7], 0, 7);
    expect(watch(simulation, 60).pairSeconds).toBeGreaterThan(0);
  });
});

function deepestNow({ crowd }: Simulation): number {
  let deepest = 0;
  for (let i = 0; i < crowd.count; i++) {
    for (let j = 0; j < i; j++) {
      const far = Math.hypot(crowd.place[2 * i] - crowd.place[2 * j], crowd.place[2 * i + 1] - crowd.place[2 * j + 1]);
      deepest = Math.max(deepest, crowd.body[4 * i] + crowd.body[4 * j] - far);
    }
  }
  return deepest;
}

describe('same bytes', () => {
  const start = () => {
    const simulation = simulationTo(twoRooms(1), [18, 0, 20, 0, 20, 10, 18, 10]);
    fill(simulation, 120, [0.3, 0.3, 9.7, 9.7], 0, 3);
    return simulation;
  };
  const run = (simulation: Simulation, steps: number) => {
    for (let k = 0; k < steps; k++) step(simulation);
    return stateHash(simulation);
  };

  it('for two runs', () => {
    expect(run(start(), 250)).toBe(run(start(), 250));
  });

  it('after a stop, in a simulation of its own', () => {
    const whole = start();
    const first = start();
    run(whole, 250);
    run(first, 100);
    const taken = snapshot(first);
    // What is taken is a copy.
    run(first, 10);
    const second = start();
    resume(second, taken);
    expect(second.steps).toBe(100);
    run(second, 150);
    expect(stateHash(second)).toBe(stateHash(whole));
  });

  it('with slots in any order', () => {
    const usual = start();
    const shuffled = start();
    const random = createRandom(5);
    const spare = createCrowdLike(shuffled.crowd, shuffled.crowd.capacity);
    for (let k = 0; k < 250; k++) {
      const { count } = shuffled.crowd;
      const order = Int32Array.from({ length: count }, (_, i) => i);
      for (let i = count - 1; i > 0; i--) {
        const j = Math.floor(random.between(0, i + 1));
        [order[i], order[j]] = [order[j], order[i]];
      }
      orderWalkers(shuffled.crowd, order, spare);
      step(shuffled);
      step(usual);
    }
    expect(stateHash(shuffled)).toBe(stateHash(usual));
  });

  it('and other bytes for another start', () => {
    const other = start();
    other.crowd.place[0] += 1e-12;
    expect(run(other, 1)).not.toBe(run(start(), 1));
  });
});

/** Two corridors above each other, joined by stairs at their end. */
const storeys: Plan = {
  name: 'storeys',
  frame: { x0: 0, y0: 0, unitX: 1, unitY: 1 },
  levels: [0, 3].map((elevation) => ({
    name: `at ${elevation}`,
    elevation,
    polygons: [
      {
        role: 'walkable' as const,
        rings: [Float64Array.of(0, 0, elevation === 0 ? 14 : 22, 0, elevation === 0 ? 14 : 22, 4, 0, 4)],
      },
    ],
    lines: [],
    floor: 'polygons' as const,
    margin: 1,
  })),
  doors: [],
  links: [{ name: 'stairs', kind: 'stairs', lower: 0, upper: 1, corners: Float64Array.of(14, 3, 14, 1, 18, 1, 18, 3) }],
};

describe('levels', () => {
  it('nobody minds or touches who is on another storey', () => {
    const paths = [0, 1].map((others) => {
      const world = buildWorld(storeys);
      const simulation = createSimulation(world, {
        goals: [goalAt(world, [12.3, 2])],
        itineraries: [itineraryTo(0)],
        capacity: 100,
      });
      addPerson(simulation, { x: 1, y: 2, itinerary: 0 });
      for (let k = 0; k < 40 * others; k++) {
        addPerson(simulation, { x: 2 + 0.25 * k, y: 2, level: 1, itinerary: 0, startAt: 1000 });
      }
      const path: number[] = [];
      for (let k = 0; k < 70; k++) {
        step(simulation);
        for (let i = 0; i < simulation.crowd.count; i++) {
          if (simulation.crowd.serial[i] === 0)
            path.push(simulation.crowd.place[2 * i], simulation.crowd.place[2 * i + 1]);
        }
      }
      return path;
    });
    expect(paths[0].length).toBe(140);
    expect(paths[1]).toEqual(paths[0]);
  });
});

describe('stairs', () => {
  it('people on stairs and those where they end are beside each other', () => {
    const world = buildWorld(storeys);
    const simulation = createSimulation(world, {
      goals: [goalAt(world, [21, 2], 0.5, 1)],
      itineraries: [itineraryTo(0)],
      capacity: 100,
    });
    // Somebody stands in the way, half a metre beyond the last step.
    addPerson(simulation, { x: 18.5, y: 2, level: 1, itinerary: 0, startAt: 1000 });
    for (let k = 0; k < 12; k++) addPerson(simulation, { x: 4 + 0.6 * k, y: k % 2 === 0 ? 1.7 : 2.3, itinerary: 0 });
    let deepest = 0;
    for (let k = 0; k < 400; k++) {
      step(simulation);
      // The footprint of the stairs is cut out of both floors: whoever overlaps in x, y there is beside the other.
      for (let i = 0; i < simulation.crowd.count; i++) {
        for (let j = 0; j < i; j++) {
          const [x, other] = [simulation.crowd.place[2 * i], simulation.crowd.place[2 * j]];
          if (x < 14.2 || other < 14.2) continue;
          const far = Math.hypot(x - other, simulation.crowd.place[2 * i + 1] - simulation.crowd.place[2 * j + 1]);
          deepest = Math.max(deepest, 0.2 - far);
        }
      }
    }
    expect(simulation.counts.arrived).toBe(12);
    expect(deepest).toBeLessThan(0.02);
  });
});

describe('doors', () => {
  const plan: Plan = {
    ...twoRooms(1.2),
    doors: [{ name: 'between', level: 0, ends: [10.1, 4.4, 10.1, 5.6] }],
  };

  it('let nobody through while they are shut, and everybody afterwards', () => {
    const world = buildWorld(plan);
    const original = world.mesh;
    const simulation = createSimulation(
      { ...world, mesh: withOwnDoors(original) },
      { goals: [goalAt(world, [18, 0, 20, 0, 20, 10, 18, 10])], itineraries: [itineraryTo(0)], capacity: 100 },
    );
    fill(simulation, 40, [3, 3, 9.7, 7], 0, 4);
    const beyond = () =>
      Array.from({ length: simulation.crowd.count }, (_, i) => simulation.crowd.place[2 * i]).filter((x) => x > 10.1)
        .length;
    for (let k = 0; k < 60; k++) step(simulation);
    setDoor(simulation, original, 'between', false);
    const through = simulation.counts.arrived + beyond();
    expect(through).toBeGreaterThan(0);
    expect(through).toBeLessThan(40);
    for (let k = 0; k < 300; k++) step(simulation);
    expect(simulation.counts.arrived).toBe(through);
    expect(beyond()).toBe(0);
    expect(simulation.counts.unreachable).toBeGreaterThan(0);
    setDoor(simulation, original, 'between', true);
    const { arrived } = watch(simulation, 200);
    expect(arrived).toBe(40);
  });

  it('are known by their names', () => {
    const simulation = simulationTo(plan, [18, 5]);
    expect(() => setDoor(simulation, simulation.world.mesh, 'betwen', false)).toThrow(
      /no door "betwen"; there is between/,
    );
  });
});

describe('trouble of one', () => {
  it('somebody without a way stands, the others go', () => {
    const world = buildWorld(
      planOf('parted', 'polygons', [[[0, 0, 10, 0, 10, 10, 0, 10]], [[20, 0, 30, 0, 30, 10, 20, 10]]], []),
    );
    const simulation = createSimulation(world, {
      goals: [goalAt(world, [9, 5]), goalAt(world, [25, 5])],
      itineraries: [itineraryTo(0), itineraryTo(1)],
      capacity: 10,
    });
    addPerson(simulation, { x: 2, y: 5, itinerary: 0 });
    const alone = addPerson(simulation, { x: 2, y: 7, itinerary: 1 });
    const { arrived } = watch(simulation, 30);
    expect(arrived).toBe(1);
    expect(simulation.crowd.serial[0]).toBe(alone);
    expect(simulation.crowd.goalCell[0]).toBe(NONE);
    expect(simulation.counts.unreachable).toBeGreaterThan(0);
  });

  it('a crowd that is full takes nobody more', () => {
    const simulation = simulationTo(twoRooms(1), [18, 5], { capacity: 2 });
    expect(addPerson(simulation, { x: 1, y: 1, itinerary: 0 })).toBe(0);
    expect(addPerson(simulation, { x: 2, y: 1, itinerary: 0 })).toBe(1);
    expect(addPerson(simulation, { x: 3, y: 1, itinerary: 0 })).toBe(NONE);
  });

  it.each([0, -1, 10, NaN])('a step of %d s is refused', (seconds) => {
    expect(() => simulationTo(twoRooms(1), [18, 5], { step: seconds })).toThrow(/step/);
  });

  it('an empty crowd steps on', () => {
    const simulation = simulationTo(twoRooms(1), [18, 5]);
    step(simulation);
    expect(simulation.time).toBeCloseTo(0.1, 12);
  });
});
