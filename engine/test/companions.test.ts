/** People who belong together: side by side, in file through doors, waiting for each other, one exit for all; and the same bytes as ever. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import { createCrowdLike, orderWalkers } from '../src/crowd/crowd.ts';
import { USUAL_PROFILE } from '../src/crowd/profiles.ts';
import { createGroupCuts, watchGroupCuts } from '../src/measure/group-cuts.ts';
import { advance, createRun, isOver } from '../src/run/run.ts';
import type { Run } from '../src/run/run-state.ts';
import { inlinePlan } from '../src/scenario/parse-environment.ts';
import { parseScenario } from '../src/scenario/parse-scenario.ts';
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
import { goalAt, simulationTo, watch } from './watched-run.ts';

const corridor = (long: number, wide: number) =>
  simulationTo(planOf('corridor', 'polygons', [[[0, 0, long, 0, long, wide, 0, wide]]], []), [
    long - 1,
    0,
    long,
    0,
    long,
    wide,
    long - 1,
    wide,
  ]);

interface Member {
  x: number;
  y: number;
  /** Metres per second along x. */
  vx: number;
  speed: number;
}

/** Where everybody is, by serial. */
function members({ crowd }: Simulation): Map<number, Member> {
  const found = new Map<number, Member>();
  for (let i = 0; i < crowd.count; i++) {
    const [vx, vy] = crowd.velocity.subarray(2 * i, 2 * i + 2);
    found.set(crowd.serial[i], {
      x: crowd.place[2 * i],
      y: crowd.place[2 * i + 1],
      vx: vx!,
      speed: Math.hypot(vx!, vy!),
    });
  }
  return found;
}

function join(simulation: Simulation, places: [number, number][], speeds: number[], companions: number | undefined) {
  for (const [k, [x, y]] of places.entries()) {
    const own = { x, y, itinerary: 0, speed: speeds[k % speeds.length] };
    addPerson(simulation, companions === undefined ? own : { ...own, companions });
  }
}

const spreadOf = (leftAt: Map<number, number>) => Math.max(...leftAt.values()) - Math.min(...leftAt.values());

describe('in the open', () => {
  const PAIR: [number, number][] = [
    [1, 1],
    [1.5, 3],
  ];

  it.each([1.8, 3, 6])('two walk side by side in a corridor of %d m, at the pace of the slower', (wide) => {
    const simulation = corridor(40, wide);
    join(
      simulation,
      PAIR.map(([x, y]) => [x, (y / 4) * wide]),
      [1.5, 1.2],
      0,
    );
    let looked = 0;
    const { leftAt, deepest } = watch(simulation, 60, () => {
      const [a, b] = [...members(simulation).values()];
      if (a === undefined || b === undefined || a.x < 15 || a.x > 32) return;
      looked++;
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(0.5);
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(0.85);
      expect(Math.abs(a.x - b.x)).toBeLessThan(0.2);
      expect(Math.abs(a.speed - 1.2)).toBeLessThan(1.2 * (USUAL_PROFILE.sway + 0.04));
    });
    expect(looked).toBeGreaterThan(100);
    expect(leftAt.size).toBe(2);
    expect(spreadOf(leftAt)).toBeLessThan(1);
    expect(deepest).toBe(0);
  });

  it('strangers do not: the quicker is there seconds before', () => {
    const simulation = corridor(40, 4);
    join(simulation, PAIR, [1.5, 1.2], undefined);
    expect(spreadOf(watch(simulation, 60).leftAt)).toBeGreaterThan(4);
    expect(simulation.companions).toBeUndefined();
  });

  it('pure walkers know nothing of groups', () => {
    const profiles = [{ ...USUAL_PROFILE, pure: true }];
    const plan = planOf('corridor', 'polygons', [[[0, 0, 40, 0, 40, 4, 0, 4]]], []);
    const hashes = [undefined, 0].map((companions) => {
      const simulation = simulationTo(plan, [39, 0, 40, 0, 40, 4, 39, 4], { profiles });
      join(simulation, PAIR, [1.5, 1.2], companions);
      for (let k = 0; k < 100; k++) step(simulation);
      simulation.crowd.companions.fill(-1);
      return stateHash(simulation);
    });
    expect(hashes[1]).toBe(hashes[0]);
  });

  it('in a corridor of 1.1 m two walk one before the other, a little aside', () => {
    const simulation = corridor(30, 1.1);
    join(
      simulation,
      [
        [1, 0.4],
        [1.8, 0.7],
      ],
      [1.3],
      0,
    );
    const { leftAt } = watch(simulation, 60, () => {
      const [a, b] = [...members(simulation).values()];
      if (a === undefined || b === undefined || a.x < 6 || a.x > 18) return;
      expect(Math.abs(a.x - b.x)).toBeGreaterThan(0.3);
      expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeLessThan(1.2);
    });
    expect(spreadOf(leftAt)).toBeLessThan(1.5);
  });

  it('five with a slow one keep to its pace and come together', () => {
    const simulation = corridor(30, 6);
    join(
      simulation,
      [
        [1, 1],
        [1, 2],
        [1, 3],
        [2, 1.5],
        [2, 2.5],
      ],
      [1.25, 1.25, 0.5, 1.25, 1.25],
      3,
    );
    const { leftAt, seconds } = watch(simulation, 120, () => {
      const all = [...members(simulation).values()];
      if (all.length < 5 || all[0].x < 6) return;
      const middle = all.reduce((sum, { x }) => sum + x / 5, 0);
      for (const { x } of all) expect(Math.abs(x - middle)).toBeLessThan(1.5);
    });
    expect(leftAt.size).toBe(5);
    expect(spreadOf(leftAt)).toBeLessThan(4);
    // 28 m at 0.5 m/s, a little hurried.
    expect(seconds).toBeGreaterThan(45);
    expect(seconds).toBeLessThan(60);
  });
});

/** Two rooms of 10 × 6 m, a doorway between them. */
function throughDoor(door: number): Simulation {
  const [low, high] = [3 - door / 2, 3 + door / 2];
  const ring = [0, 0, 10, 0, 10, low, 10.4, low, 10.4, 0, 22, 0, 22, 6, 10.4, 6, 10.4, high, 10, high, 10, 6, 0, 6];
  return simulationTo(planOf('rooms', 'polygons', [[ring]], []), [21, 0, 22, 0, 22, 6, 21, 6]);
}

describe('through a door', () => {
  it('of 0.8 m three go in file, and are abreast again 6 m behind it', () => {
    const simulation = throughDoor(0.8);
    join(
      simulation,
      [
        [1, 1],
        [1, 2],
        [1, 3],
      ],
      [1.25],
      0,
    );
    const passed = new Map<number, number>();
    let isAbreast = false;
    const { leftAt } = watch(simulation, 60, () => {
      const all = members(simulation);
      for (const [serial, { x, vx }] of all) {
        if (x > 10.2 && !passed.has(serial)) passed.set(serial, simulation.time - (x - 10.2) / vx);
      }
      const xs = [...all.values()].map(({ x }) => x);
      const ys = [...all.values()].map(({ y }) => y);
      if (xs.length === 3 && Math.min(...xs) > 15 && Math.max(...xs) < 19) {
        isAbreast ||= Math.max(...xs) - Math.min(...xs) < 0.6 && Math.max(...ys) - Math.min(...ys) > 1;
      }
    });
    const moments = [...passed.values()].sort((a, b) => a - b);
    // One after the other.
    expect(moments[1] - moments[0]).toBeGreaterThan(0.3);
    expect(moments[2] - moments[1]).toBeGreaterThan(0.3);
    expect(isAbreast).toBe(true);
    expect(spreadOf(leftAt)).toBeLessThan(1.5);
  });

  it('of 2.4 m they stay abreast', () => {
    const simulation = throughDoor(2.4);
    join(
      simulation,
      [
        [1, 2.3],
        [1, 3],
        [1, 3.7],
      ],
      [1.25],
      0,
    );
    watch(simulation, 60, () => {
      const all = [...members(simulation).values()];
      if (all.length < 3 || all[0].x < 5 || all[0].x > 18) return;
      expect(Math.max(...all.map(({ x }) => x)) - Math.min(...all.map(({ x }) => x))).toBeLessThan(0.5);
    });
  });
});

describe('many through a door', () => {
  it.each([0.7, 1.2])('of %d m: all leave, and every step keeps the rules', (door) => {
    const [low, high] = [5 - door / 2, 5 + door / 2];
    const ring = [
      0,
      0,
      10,
      0,
      10,
      low,
      10.4,
      low,
      10.4,
      0,
      16,
      0,
      16,
      10,
      10.4,
      10,
      10.4,
      high,
      10,
      high,
      10,
      10,
      0,
      10,
    ];
    const simulation = simulationTo(planOf('rooms', 'polygons', [[ring]], []), [15, 0, 16, 0, 16, 10, 15, 10]);
    const random = createRandom(3);
    // 100 people in groups of one to seven, neighbours together.
    for (let k = 0, group = 0, rest = 0; k < 100; k++, rest--) {
      if (rest === 0) {
        rest = random.integer(1, 7);
        group = k;
      }
      const [x, y] = [0.5 + 0.95 * (k % 10), 0.5 + 0.95 * Math.floor(k / 10)];
      addPerson(simulation, { x, y, itinerary: 0, speed: random.between(0.8, 1.7), companions: group });
    }
    const { arrived, deepest } = watch(simulation, 200);
    expect(arrived).toBe(100);
    expect(deepest).toBeLessThan(0.02);
  });
});

describe('waiting', () => {
  /** The second of two is held where it is for so many seconds, after 5. How far the first gets from it, and how slow it is at 5 + 8 s. */
  function hold(seconds: number) {
    const simulation = corridor(60, 6);
    const { crowd } = simulation;
    join(
      simulation,
      [
        [1, 2.5],
        [1, 3.2],
      ],
      [1.3],
      0,
    );
    let held: number[] | undefined;
    let furthest = 0;
    let speed = Infinity;
    const leftAt = new Map<number, number>();
    while (crowd.count > 0 && simulation.time < 150) {
      step(simulation);
      for (const { serial } of simulation.left) leftAt.set(serial, simulation.time);
      const i = crowd.serial.subarray(0, crowd.count).indexOf(1);
      if (i < 0 || simulation.time < 5 || simulation.time > 5 + seconds) continue;
      held ??= [crowd.place[2 * i], crowd.place[2 * i + 1], crowd.cell[i]];
      crowd.place.set(held.slice(0, 2), 2 * i);
      crowd.cell[i] = held[2];
      crowd.velocity.fill(0, 2 * i, 2 * i + 2);
      const other = members(simulation).get(0);
      if (other === undefined) continue;
      furthest = Math.max(furthest, other.x - held[0]);
      if (simulation.time < 13) speed = other.speed;
    }
    return { furthest, speed, leftAt };
  }

  it('somebody held up is waited for, and they come together', () => {
    const { furthest, speed, leftAt } = hold(15);
    expect(speed).toBe(0);
    expect(furthest).toBeLessThan(6);
    expect(leftAt.size).toBe(2);
    expect(spreadOf(leftAt)).toBeLessThan(2);
    expect(leftAt.get(0)).toBeGreaterThan(15 + 58 / 1.6);
  });

  it('but not for ever', () => {
    const { furthest, leftAt } = hold(100);
    expect(furthest).toBeGreaterThan(40);
    // 58 m, and 20 s of patience.
    expect(leftAt.get(0)).toBeGreaterThan(58 / 1.3 + 20);
    expect(leftAt.get(0)).toBeLessThan(58 / 1.3 + 30);
  });

  it('who comes to a place on the way first waits there for the other', () => {
    const world = buildWorld(planOf('room', 'polygons', [[[0, 0, 30, 0, 30, 30, 0, 30]]], []));
    const stages = [0, 1].map((goal) => ({ goals: [goal], choice: 'assigned' as const, wait: () => 0 }));
    const simulation = createSimulation(world, {
      goals: [goalAt(world, [15, 5], 0.5), goalAt(world, [5, 25], 0.5)],
      itineraries: [{ name: 'two', stages }],
      capacity: 10,
    });
    // The second starts 4 m behind.
    join(
      simulation,
      [
        [6, 5],
        [2, 5],
      ],
      [1.3],
      7,
    );
    expect(spreadOf(watch(simulation, 120).leftAt)).toBeLessThan(3);
  });
});

const FOUR_EXITS = {
  environment: { walkable: [{ box: [0, 0, 30, 30] }] },
  exits: {
    west: { box: [0, 14, 0.5, 16] },
    east: { box: [29.5, 14, 30, 16] },
    south: { box: [14, 0, 16, 0.5] },
    north: { box: [14, 29.5, 16, 30] },
  },
  walkers: [
    {
      in: { box: [2, 2, 28, 28] },
      count: 200,
      exit: 'quickest',
      companions: { share: 0.3, sizes: { 2: 0.6, 3: 0.2, 4: 0.1, 5: 0.1 } },
    },
  ],
  duration: 200,
};

function start(raw: object, seed = 1): Run {
  const scenario = parseScenario(raw);
  if (scenario.environment.kind !== 'inline') throw new Error('no place');
  return createRun(scenario, buildWorld(inlinePlan(scenario.environment, 'place')), { seed });
}

describe('a crowd of 200, three in ten with companions, four exits', () => {
  /** All leave, each group by one exit. @returns seconds between the first and the last of each group */
  function leave(seed: number): number[] {
    const run = start(FOUR_EXITS, seed);
    const { simulation } = run;
    const { crowd } = simulation;
    const groupOf = new Map<number, number>();
    for (let i = 0; i < crowd.count; i++) groupOf.set(crowd.serial[i], crowd.companions[i]);
    const exits = new Map<number, Set<number>>();
    const moments = new Map<number, number[]>();
    const chosen = new Map<number, number>();
    while (!isOver(run)) {
      for (let i = 0; i < crowd.count; i++) chosen.set(crowd.serial[i], crowd.chosen[i]);
      advance(run);
      for (const { serial } of simulation.left) {
        const group = groupOf.get(serial)!;
        if (group < 0) continue;
        exits.set(group, (exits.get(group) ?? new Set()).add(chosen.get(serial)!));
        moments.set(group, [...(moments.get(group) ?? []), simulation.time]);
      }
    }
    expect(crowd.count).toBe(0);
    expect([...exits.values()].filter((used) => used.size > 1)).toEqual([]);
    return [...moments.values()].map((times) => Math.max(...times) - Math.min(...times));
  }

  it('all leave, each group by one exit, soon after each other', () => {
    const spreads = [1, 2, 3].flatMap(leave);
    // 180 of 600 people, in groups of 2.7 on average.
    expect(spreads.length).toBeGreaterThan(44);
    expect(spreads.length).toBeLessThan(89);
    expect(Math.max(...spreads)).toBeLessThan(15);
    expect(spreads.reduce((sum, spread) => sum + spread, 0) / spreads.length).toBeLessThan(3);
  });

  it('the same bytes with slots in any order', () => {
    const usual = start(FOUR_EXITS);
    const shuffled = start(FOUR_EXITS);
    const random = createRandom(5);
    const { crowd } = shuffled.simulation;
    const spare = createCrowdLike(crowd, crowd.capacity);
    for (let k = 0; k < 150; k++) {
      const slots = Array.from({ length: crowd.count }, (_, i) => i);
      orderWalkers(crowd, Int32Array.from(random.shuffle(slots)), spare);
      advance(shuffled);
      advance(usual);
      expect(stateHash(shuffled.simulation)).toBe(stateHash(usual.simulation));
    }
  });

  it('and after a stop', () => {
    const whole = start(FOUR_EXITS);
    const first = start(FOUR_EXITS);
    for (let k = 0; k < 120; k++) advance(whole);
    for (let k = 0; k < 50; k++) advance(first);
    const second = start({ ...FOUR_EXITS, walkers: [] });
    const simulation = createSimulation(first.simulation.world, {
      goals: first.simulation.goals,
      itineraries: first.simulation.itineraries,
      profiles: first.simulation.profiles,
      capacity: 200,
    });
    expect(second.simulation.companions).toBeUndefined();
    resume(simulation, snapshot(first.simulation));
    for (let k = 50; k < 120; k++) step(simulation);
    expect(stateHash(simulation)).toBe(stateHash(whole.simulation));
  });

  it('what members remember counts in the hash', () => {
    const run = start(FOUR_EXITS);
    for (let k = 0; k < 5; k++) advance(run);
    const { crowd } = run.simulation;
    const i = crowd.companions.findIndex((group) => group >= 0);
    const hash = stateHash(run.simulation);
    for (const column of [crowd.companions, crowd.breadth, crowd.waited]) {
      const value = column[i];
      column[i] = value + 1;
      expect(stateHash(run.simulation)).not.toBe(hash);
      column[i] = value;
    }
    expect(stateHash(run.simulation)).toBe(hash);
  });
});

it('opposite streams of 0.2 per m² cut groups less than once a minute', () => {
  const companions = { share: 0.4, sizes: { 2: 0.8, 3: 0.2 } };
  const raw = {
    environment: { walkable: [{ box: [0, 0, 40, 8] }] },
    goals: { right: { box: [39, 0, 40, 8] }, left: { box: [0, 0, 1, 8] } },
    walkers: [
      { in: { box: [1, 0, 20, 8] }, count: 32, goal: 'right', companions },
      { in: { box: [20, 0, 39, 8] }, count: 32, goal: 'left', companions },
    ],
    duration: 80,
  };
  const watched = createGroupCuts();
  for (let seed = 1; seed <= 16; seed++) {
    const run = start(raw, seed);
    watched.before.clear();
    while (!isOver(run)) {
      advance(run);
      watchGroupCuts(watched, run.simulation.crowd, run.simulation.step);
    }
    expect(run.simulation.crowd.count).toBe(0);
  }
  expect(watched.minutes).toBeGreaterThan(50);
  expect(watched.cuts / watched.minutes).toBeLessThan(1);
});
