/** Local density over boxes of 4 m², and what people do who see that a way is crowded, has many turns, or is narrow. */
import { describe, expect, it } from 'vitest';
import { buildWorld, sceneryOf, type World } from '../src/build.ts';
import { NONE } from '../src/core/none.ts';
import type { Goal } from '../src/crowd/goals/goals.ts';
import { USUAL_PROFILE } from '../src/crowd/profiles.ts';
import { type Knowing, type KnowingCrowd, LOCAL_CROWD, USUAL_KNOWING } from '../src/knowledge/knowledge.ts';
import { densityOf } from '../src/knowledge/local-crowds.ts';
import { memoriesOf } from '../src/knowledge/memory.ts';
import { createBoxes, lookOverBoxes, wayTo } from '../src/perception/boxes.ts';
import { countPeople, createCounters } from '../src/perception/counters.ts';
import { addPerson, createSimulation, type Simulation } from '../src/simulation/simulation.ts';
import { step } from '../src/simulation/step.ts';
import { locate } from '../src/subdivision/locate.ts';
import { planOf, rectangle } from './shapes.ts';
import { createRandom, type Random } from './random.ts';

type Box = [number, number, number, number];

function worldOf(...boxes: Box[]): World {
  return buildWorld(
    planOf(
      'rooms',
      'polygons',
      boxes.map((box) => [rectangle(...box)]),
      [],
    ),
  );
}

const COMMUTER: Knowing = { ...USUAL_KNOWING, start: 'everything' };
const IDLE = { name: 'stay', stages: [] };

function simulate(world: World, spots: [number, number][], knowing: Knowing, capacity = 400): Simulation {
  const goals = spots.map(
    ([x, y], g): Goal => ({
      name: `goal ${g}`,
      level: 0,
      shape: Float64Array.of(x - world.mesh.origin[0], y - world.mesh.origin[1]),
      radius: 0.5,
    }),
  );
  return createSimulation(world, {
    goals,
    itineraries: [
      { name: 'there', stages: [{ goals: goals.map((_, g) => g), choice: 'nearest', wait: () => 0 }] },
      IDLE,
    ],
    profiles: [USUAL_PROFILE, USUAL_PROFILE],
    capacity,
    knowledge: { profiles: [knowing, undefined], signs: [], seed: 1 },
  });
}

/** A hall with a door at each end, 1.2 m wide, and a little room behind each. */
const HALL: Box[] = [
  [0, 0, 30, 12],
  [30, 2, 30.2, 3.2],
  [30.2, 0, 36, 12],
  [30, 9, 30.2, 10.2],
];

/** A crowd at random places of the hall. */
function scatter(simulation: Simulation, random: Random, count: number, [x0, y0, x1, y1]: Box): void {
  for (let k = 0; k < count; k++) {
    const [x, y] = [random.between(x0, x1), random.between(y0, y1)];
    addPerson(simulation, { x, y, itinerary: 1, profile: 1 });
  }
}

describe('boxes', () => {
  const world = worldOf(...HALL);
  const scenery = sceneryOf(world);
  const { places, mesh } = scenery;
  const [ox, oy] = mesh.origin;

  it('give the least cost over all ways, and the densest box on it: as a search without a heap does', () => {
    const random = createRandom(3);
    const simulation = simulate(world, [[33, 6]], COMMUTER);
    scatter(simulation, random, 120, [10, 1, 29, 11]);
    const own = addPerson(simulation, { x: 3, y: 6, itinerary: 1, profile: 1 });
    const { crowd, routes } = simulation;
    const counters = createCounters(scenery, 1);
    countPeople(counters, scenery, crowd, routes);
    const x = crowd.place[2 * own];
    const y = crowd.place[2 * own + 1];
    const pose = { x, y, cell: crowd.cell[own], dx: 1, dy: 0, sine: 1, cosine: 0, range: 60 };
    const boxes = createBoxes();
    expect(lookOverBoxes(boxes, { scenery, counters, crowd, pose, isRound: true, now: 1 })).toBe(true);
    const place = places.layer.ofCell[crowd.cell[own]];
    const here = boxes.of[place]!;
    // Everybody in the place is in a box, and all its floor.
    expect(here.people.reduce((sum, count) => sum + count, 0)).toBe(counters.people[place]);
    expect(here.floor.reduce((sum, area) => sum + area, 0)).toBeCloseTo(places.layer.surface[place], 6);
    for (let k = 0; k < crowd.count; k++) {
      if (places.layer.ofCell[crowd.cell[k]] !== place) continue;
      const box = (Math.floor(crowd.place[2 * k + 1] / 2) - here.row) * here.columns;
      expect(here.people[box + Math.floor(crowd.place[2 * k] / 2) - here.column]).toBeGreaterThan(0);
    }
    // Bellman and Ford over the boxes that were reached.
    const density = (b: number) => here.people[b] / Math.max(1, here.floor[b]);
    const cost = new Float64Array(here.floor.length).fill(Infinity);
    const start = boxes.cost.findIndex((value, b) => value === 0 && boxes.state[b] === 2);
    cost[start] = 0;
    for (let round = 0; round < here.floor.length; round++) {
      for (let b = 0; b < cost.length; b++) {
        if (boxes.state[b] !== 2) continue;
        for (let n = 0; n < cost.length; n++) {
          const near = Math.max(
            Math.abs((b % here.columns) - (n % here.columns)),
            Math.abs(Math.floor(b / here.columns) - Math.floor(n / here.columns)),
          );
          if (near !== 1 || boxes.state[n] !== 2) continue;
          const far = Math.hypot(here.spots[2 * b] - here.spots[2 * n], here.spots[2 * b + 1] - here.spots[2 * n + 1]);
          cost[b] = Math.min(cost[b], cost[n] + far * (1 + density(b)));
        }
      }
    }
    let reached = 0;
    for (let b = 0; b < cost.length; b++) {
      if (boxes.state[b] !== 2) continue;
      reached++;
      expect(boxes.cost[b]).toBeCloseTo(cost[b], 9);
    }
    expect(reached).toBeGreaterThan(60);
  });

  it('are not looked at through walls', () => {
    // A wall across the hall, with a gap in the south: what is behind it is not in sight.
    const plan = planOf('hall', 'polygons', [[rectangle(0, 0, 30, 12)]], [], [[10, 2, 10, 12]]);
    const walled = buildWorld(plan);
    const seen = sceneryOf(walled);
    const simulation = simulate(walled, [[29, 6]], COMMUTER);
    const own = addPerson(simulation, { x: 3, y: 11, itinerary: 1, profile: 1 });
    const { crowd, routes } = simulation;
    const counters = createCounters(seen, 1);
    countPeople(counters, seen, crowd, routes);
    const at = { x: crowd.place[0], y: crowd.place[1], cell: crowd.cell[own] };
    const pose = { ...at, dx: 1, dy: 0, sine: 1, cosine: 0, range: 60 };
    const boxes = createBoxes();
    lookOverBoxes(boxes, { scenery: seen, counters, crowd, pose, isRound: true, now: 1 });
    const here = boxes.of[seen.places.layer.ofCell[crowd.cell[own]]]!;
    for (let b = 0; b < here.floor.length; b++) {
      const x = here.spots[2 * b] + walled.mesh.origin[0];
      const y = here.spots[2 * b + 1] + walled.mesh.origin[1];
      if (boxes.state[b] === 2 && x > 10.1) expect(y).toBeLessThan(2 + (9 * (2 - 11)) / 7 + 9);
      if (x > 11 && y > 5) expect(boxes.state[b]).not.toBe(2);
    }
  });

  it('answer for the sides of the place only', () => {
    const simulation = simulate(world, [[33, 6]], COMMUTER);
    addPerson(simulation, { x: 3, y: 6, itinerary: 1, profile: 1 });
    const cell = locate(mesh, simulation.router.cells, 0, 33 - ox, 6 - oy);
    const side = mesh.cellFirst[cell];
    expect(wayTo(createBoxes(), scenery, side)).toBe(NONE);
  });
});

describe('a crowd before one of two doors', () => {
  const world = worldOf(...HALL);

  /** Somebody who knows everything walks through the hall. @returns y of where they left it */
  function doorTaken(knowing: Knowing, people: number): number {
    const simulation = simulate(world, [[33, 2.6]], knowing);
    const random = createRandom(5);
    scatter(simulation, random, people, [24, 0.5, 29.5, 5]);
    const serial = simulation.crowd.serial[addPerson(simulation, { x: 3, y: 6, itinerary: 0, profile: 0 })];
    const crowd = simulation.crowd as KnowingCrowd;
    while (simulation.time < 120) {
      step(simulation);
      const i = crowd.serial.subarray(0, crowd.count).indexOf(serial);
      if (i < 0) return NONE;
      if (crowd.place[2 * i] + world.mesh.origin[0] > 30.2) return crowd.place[2 * i + 1] + world.mesh.origin[1];
    }
    return NONE;
  }

  it('is gone round by people who see it and avoid crowds', () => {
    // 36 people: 0.1 per m² of the hall, which is no crowd, but 1.5 per m² before the south door.
    expect(doorTaken(COMMUTER, 36)).toBeGreaterThan(9);
    expect(doorTaken({ ...COMMUTER, avoidCrowds: 0 }, 36)).toBeLessThan(4);
    expect(doorTaken(COMMUTER, 0)).toBeLessThan(4);
  });

  it('is not known to people who cannot see that far', () => {
    const remembered = (knowing: Knowing) => {
      const simulation = simulate(world, [[33, 2.6]], knowing);
      scatter(simulation, createRandom(5), 36, [24, 0.5, 29.5, 5]);
      const i = addPerson(simulation, { x: 3, y: 6, itinerary: 0, profile: 0 });
      for (let k = 0; k < 10; k++) step(simulation);
      const densities = memoriesOf(simulation.crowd as KnowingCrowd, i, simulation.time)
        .filter(({ kind }) => kind === LOCAL_CROWD)
        .map(({ value }) => densityOf(value));
      return Math.max(0, ...densities);
    };
    // The best way there leads past most of it.
    expect(remembered(COMMUTER)).toBeGreaterThan(0.2);
    expect(remembered({ ...COMMUTER, range: 15 })).toBe(0);
    expect(remembered({ ...COMMUTER, avoidCrowds: 0 })).toBe(0);
  });
});

describe('turns and narrow accesses', () => {
  it('are avoided by people who mind them', () => {
    // From west to east: straight on through a door of 1 m, or round by a wide opening.
    const world = worldOf([0, 0, 10, 10], [10, 1, 10.2, 2], [10.2, 0, 20, 10], [10, 5, 10.2, 9]);
    const yOf = (fields: Partial<Knowing>) => {
      const simulation = simulate(world, [[19, 1.4]], { ...COMMUTER, ...fields });
      addPerson(simulation, { x: 1, y: 1.4, itinerary: 0, profile: 0 });
      const { crowd } = simulation;
      while (crowd.place[0] + world.mesh.origin[0] < 10.1 && simulation.time < 60) step(simulation);
      return crowd.place[1] + world.mesh.origin[1];
    };
    expect(yOf({})).toBeLessThan(2);
    expect(yOf({ avoidNarrow: 10 })).toBeGreaterThan(4.9);
  });

  it('make a longer way with fewer turns the better one', () => {
    // To the south with many turns, or to the north with two, which is longer.
    const world = worldOf(
      ...([
        [0, 8, 2, 22],
        [0, 22, 20, 24],
        [18, 8, 20, 22],
        [0, 6, 4, 8],
        [2, 0, 4, 6],
        [4, 0, 8, 2],
        [6, 2, 8, 6],
        [8, 4, 14, 6],
        [12, 0, 14, 4],
        [14, 0, 18, 2],
        [16, 2, 18, 8],
        [18, 6, 20, 8],
      ] as Box[]),
    );
    const yOf = (fields: Partial<Knowing>) => {
      const simulation = simulate(world, [[19, 8.4]], { ...COMMUTER, ...fields });
      addPerson(simulation, { x: 1, y: 8.4, itinerary: 0, profile: 0 });
      const { crowd } = simulation;
      while (crowd.place[0] + world.mesh.origin[0] < 9 && simulation.time < 60) step(simulation);
      return crowd.place[1] + world.mesh.origin[1];
    };
    expect(yOf({})).toBeLessThan(8);
    expect(yOf({ avoidTurns: 10 })).toBeGreaterThan(11);
  });
});
