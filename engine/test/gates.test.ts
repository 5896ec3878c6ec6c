/**
 * People at one-way doors, at doors that shut while they walk, and people who cannot use stairs. Who crosses a door which way is counted
 * from places alone, step by step, by code that knows nothing of the engine's cells.
 *
 *     y 10 ┌──────────┬──────────┐
 *          │          │          │      the gate, at y 4.4 to 5.6 in a wall 20 cm thick
 *          │   left   ▷   right  │
 *          │          │          │
 *     y 1  │          ╷ (a second opening, where there is one)
 *        0 └──────────┴──────────┘
 *          0         10         20
 */
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import { BODY, RADIUS } from '../src/crowd/columns.ts';
import { type Profile, USUAL_PROFILE } from '../src/crowd/profiles.ts';
import { portalOf } from '../src/crowd/routes.ts';
import { findRoute } from '../src/routing/find-route.ts';
import type { LinkKind, Plan } from '../src/map/plan.ts';
import { advance, createRun, isOver } from '../src/run/run.ts';
import type { Run } from '../src/run/run-state.ts';
import { inlinePlan } from '../src/scenario/parse-environment.ts';
import { parseScenario } from '../src/scenario/parse-scenario.ts';
import { setDoor, withOwnDoors } from '../src/simulation/change-doors.ts';
import { step } from '../src/simulation/step.ts';
import { addPerson, createSimulation, type Simulation, stateHash } from '../src/simulation/simulation.ts';
import { crossing, type Gate } from './oracles/directed-paths.ts';
import { createRandom } from './random.ts';
import { levelOf, planOf, rectangle, stairs } from './scenes/storeys.ts';
import { goalAt, itineraryTo, watch } from './watched-run.ts';

const LINE = 10.1;
const GATE: Gate = { from: [LINE, 4.4], to: [LINE, 5.6], way: 1 };
const TO_THE_RIGHT = [15, 5] as const;
const RIGHT_END = [18, 0, 20, 0, 20, 10, 18, 10];
const LEFT_END = [0, 0, 2, 0, 2, 10, 0, 10];

function rooms(hasSecond: boolean): Plan {
  const walls = hasSecond
    ? [rectangle(10, -1, 10.2, 0.4), rectangle(10, 1.6, 10.2, 4.4), rectangle(10, 5.6, 10.2, 11)]
    : [rectangle(10, -1, 10.2, 4.4), rectangle(10, 5.6, 10.2, 11)];
  return planOf(
    [levelOf('rooms', 0, [rectangle(0, 0, 20, 10)], walls)],
    [],
    [{ name: 'gate', level: 0, ends: [...GATE.from, ...GATE.to] as [number, number, number, number] }],
  );
}

interface Scene {
  simulation: Simulation;
  world: World;
  set: (isOpen: boolean, towards?: readonly [number, number]) => void;
}

/** Itinerary 0 leads to the right end, 1 to the left end. */
function scene(hasSecond: boolean): Scene {
  const world = buildWorld(rooms(hasSecond));
  const simulation = createSimulation(
    { ...world, mesh: withOwnDoors(world.mesh) },
    {
      goals: [goalAt(world, RIGHT_END), goalAt(world, LEFT_END)],
      itineraries: [itineraryTo(0), itineraryTo(1)],
      capacity: 200,
    },
  );
  const set: Scene['set'] = (isOpen, towards) => setDoor(simulation, world.mesh, 'gate', isOpen, towards);
  return { simulation, world, set };
}

function fill({ simulation }: Scene, count: number, box: [number, number, number, number], itinerary: number) {
  const random = createRandom(count + itinerary);
  const [x0, y0, x1, y1] = box;
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

/** Counts who crosses the gate, each way, when called after each step. */
function countCrossings({ simulation, world }: Scene) {
  const last = new Map<number, [number, number]>();
  const counted = { right: 0, left: 0, furthest: 0, look: () => {} };
  const [ox, oy] = world.mesh.origin;
  counted.look = () => {
    const { crowd } = simulation;
    for (let i = 0; i < crowd.count; i++) {
      const now: [number, number] = [crowd.place[2 * i] + ox, crowd.place[2 * i + 1] + oy];
      const before = last.get(crowd.serial[i]) ?? now;
      const way = crossing(GATE, before, now);
      if (way === 1) counted.right++;
      if (way === -1) counted.left++;
      // Steps of those who are in the doorway.
      const isInDoor = before[1] > 4.4 && before[1] < 5.6 && before[0] > LINE - 0.3 && before[0] < LINE + 0.5;
      if (isInDoor) counted.furthest = Math.max(counted.furthest, Math.hypot(now[0] - before[0], now[1] - before[1]));
      last.set(crowd.serial[i], now);
    }
  };
  counted.look();
  return counted;
}

describe('a one-way door', () => {
  it('lets people through one way; the others take the longer way', () => {
    const both = scene(true);
    both.set(true, TO_THE_RIGHT);
    fill(both, 25, [3, 3, 9, 8], 0);
    fill(both, 25, [12, 3, 17, 8], 1);
    const counted = countCrossings(both);
    const { arrived } = watch(both.simulation, 120, counted.look);
    expect(arrived).toBe(50);
    expect(counted.left).toBe(0);
    expect(counted.right).toBeGreaterThan(15);
    expect(both.simulation.counts.unreachable).toBe(0);
  });

  it('is counted by a check that sees wrong crossings', () => {
    const both = scene(true);
    fill(both, 25, [12, 3, 17, 8], 1);
    const counted = countCrossings(both);
    expect(watch(both.simulation, 120, counted.look).arrived).toBe(25);
    expect(counted.left).toBeGreaterThan(15);
  });

  it('leaves nobody a way where there is no other, until it is opened', () => {
    const only = scene(false);
    only.set(true, TO_THE_RIGHT);
    fill(only, 15, [4, 3, 9, 8], 0);
    fill(only, 15, [12, 3, 17, 8], 1);
    const counted = countCrossings(only);
    watch(only.simulation, 40, counted.look);
    expect(only.simulation.counts.arrived).toBe(15);
    expect(only.simulation.counts.unreachable).toBeGreaterThan(15);
    expect([counted.right, counted.left]).toEqual([15, 0]);
    only.set(true);
    watch(only.simulation, 90, counted.look);
    expect(only.simulation.counts.arrived).toBe(30);
    expect([counted.right, counted.left]).toEqual([15, 15]);
  });

  it('turns round those who were on their way through, shuts for both, and turns again', () => {
    const both = scene(true);
    fill(both, 20, [12, 4, 15, 6], 1);
    const counted = countCrossings(both);
    const run = (steps: number) => {
      for (let k = 0; k < steps; k++) {
        step(both.simulation);
        counted.look();
      }
    };
    run(30);
    const before = counted.left;
    expect(before).toBeGreaterThan(0);
    both.set(true, TO_THE_RIGHT);
    run(40);
    expect(counted.left).toBe(before);
    both.set(false);
    run(10);
    expect([counted.left, counted.right]).toEqual([before, 0]);
    both.set(true, [5, 5]);
    expect(watch(both.simulation, 120, counted.look).arrived).toBe(20);
    expect(counted.right).toBe(0);
  });

  it('holds against 50 people who push from the wrong side', () => {
    const only = scene(false);
    fill(only, 50, [10.5, 2, 15, 8], 1);
    const counted = countCrossings(only);
    const { simulation } = only;
    const { crowd } = simulation;
    step(simulation);
    // Routes through the gate, made while it was open, and kept: they press on as if it still was.
    const goals = crowd.goalCell.slice();
    const routes = crowd.route.slice();
    only.set(true, TO_THE_RIGHT);
    const radii = Array.from({ length: 50 }, (_, i) => crowd.body[BODY * i + RADIUS]);
    let nearest = Infinity;
    let pressing = 0;
    for (let k = 0; k < 400; k++) {
      for (let i = 0; i < 50; i++) {
        if (crowd.route[i] === -1) {
          crowd.route[i] = routes[i];
          crowd.goalCell[i] = goals[i];
        }
        crowd.stuck[i] = 0;
      }
      step(simulation);
      counted.look();
      for (let i = 0; i < 50; i++) {
        const y = crowd.place[2 * i + 1] + only.world.mesh.origin[1];
        if (y < 4.4 || y > 5.6) continue;
        const gap = crowd.place[2 * i] + only.world.mesh.origin[0] - LINE - radii[i];
        if (gap < nearest) nearest = gap;
        if (gap < 0.05) pressing++;
      }
    }
    expect(crowd.count).toBe(50);
    expect([counted.left, counted.right]).toEqual([0, 0]);
    expect(pressing).toBeGreaterThan(200);
    // Bodies, too, stay behind it.
    expect(nearest).toBeGreaterThan(-0.03);
    only.set(true);
    expect(watch(simulation, 120, counted.look).arrived).toBe(50);
  });

  it('does not fling forward who has just passed, and still eases it out', () => {
    // Two who stand side by side, touching, their centres just past the door.
    const steps = (spoil: boolean) => {
      const two = scene(false);
      two.set(true, TO_THE_RIGHT);
      if (spoil) two.simulation.context.view.walls.copies = undefined;
      for (const y of [4.8, 5.15]) {
        addPerson(two.simulation, { x: LINE + 0.01, y, itinerary: 0, radius: 0.2, startAt: 100 });
      }
      const { place } = two.simulation.crowd;
      return Array.from({ length: 3 }, () => {
        const before = place[0];
        step(two.simulation);
        return place[0] - before;
      });
    };
    const [first, ...others] = steps(false);
    expect(first).toBeGreaterThan(0);
    for (const moved of [first!, ...others]) expect(moved).toBeLessThan(0.02);
    expect(steps(true)[0], 'without copies of the wall').toBeGreaterThan(0.15);
    // And crowds that stream through make no longer steps than where it is simply open.
    const stream = (isOneWay: boolean, count: number) => {
      const dense = scene(false);
      if (isOneWay) dense.set(true, TO_THE_RIGHT);
      fill(dense, count, [6, 2, 9.8, 8], 0);
      const counted = countCrossings(dense);
      watch(dense.simulation, 120, counted.look);
      expect(dense.simulation.counts.arrived).toBe(count);
      return counted.furthest;
    };
    const longest = (isOneWay: boolean) => [52, 56, 60, 64, 68].map((count) => stream(isOneWay, count)).sort()[2];
    expect(longest(true)).toBeLessThan(longest(false) + 0.02);
  });

  it('leads nobody back through it, whoever was pushed in', () => {
    const both = scene(true);
    both.set(true, TO_THE_RIGHT);
    // One who wants to the left end, and is carried to the right by a crowd.
    addPerson(both.simulation, { x: 9.85, y: 5, itinerary: 1, radius: 0.2 });
    fill(both, 40, [6, 4, 9.5, 6], 0);
    const counted = countCrossings(both);
    const { crowd, routes, world } = both.simulation;
    const { arrived } = watch(both.simulation, 120, () => {
      counted.look();
      for (let i = 0; i < crowd.count; i++) {
        if (crowd.route[i] === -1) continue;
        for (let k = 0; k < crowd.portalsLeft[i]; k++) {
          expect(world.mesh.sideTwin[portalOf(routes, crowd, i, k)]).not.toBe(-1);
        }
      }
    });
    expect(arrived).toBe(41);
    expect(counted.left).toBe(0);
    // The others take the second opening, as some like to.
    expect(counted.right).toBeGreaterThan(30);
  });

  it('gives the same bytes twice', () => {
    const hash = () => {
      const both = scene(true);
      fill(both, 20, [4, 3, 9, 8], 0);
      fill(both, 20, [12, 3, 17, 8], 1);
      both.set(true, TO_THE_RIGHT);
      for (let k = 0; k < 100; k++) step(both.simulation);
      return stateHash(both.simulation);
    };
    expect(hash()).toBe(hash());
  });
});

/** A scenario given as it would be in a file, run to its end. */
function play(data: object, look: (run: Run) => void = () => {}): Run {
  const scenario = parseScenario(data);
  if (scenario.environment.kind !== 'inline') throw new Error('not in place');
  const run = createRun(scenario, buildWorld(inlinePlan(scenario.environment, 'test')));
  while (!isOver(run)) {
    advance(run);
    look(run);
  }
  return run;
}

const box = (...sides: number[]) => ({ box: sides });
const HALL = {
  walkable: [box(0, 0, 10, 10), box(10, 4, 12, 6), box(-2, 4, 0, 6), box(4, 10, 6, 12)],
  doors: {
    east: [
      [10, 4],
      [10, 6],
    ],
    west: [
      [0, 4],
      [0, 6],
    ],
    north: [
      [4, 10],
      [6, 10],
    ],
  },
};
const EXITS = { east: box(11, 4, 12, 6), west: box(-2, 4, -1, 6), north: box(4, 11, 6, 12) };

describe('scenarios', () => {
  it.each(['nearest', 'quickest'])('doors that shut turn people round to another exit, chosen as %s', (exit) => {
    // The hall is left by three doors: the west one is shut from the start, the east one when most are on their way to it.
    const seen = { east: 0, west: 0, north: 0 };
    const run = play(
      {
        duration: 90,
        environment: HALL,
        exits: EXITS,
        itineraries: { out: [{ exit }] },
        walkers: [{ in: box(6, 2, 9, 8), count: 30, itinerary: 'out' }],
        events: [
          { at: 0, close: 'west' },
          { at: 2, close: 'east' },
        ],
      },
      ({ simulation, original }) => {
        const { crowd, time } = simulation;
        for (let i = 0; i < crowd.count; i++) {
          const x = crowd.place[2 * i] + original.origin[0];
          const y = crowd.place[2 * i + 1] + original.origin[1];
          if (x < 0) seen.west++;
          if (x > 10 && time > 2.1) seen.east++;
          if (y > 10) seen.north++;
        }
      },
    );
    expect(run.simulation.counts.arrived).toBe(30);
    expect(seen.west).toBe(0);
    expect(seen.north).toBeGreaterThan(0);
  });

  it('make doors one-way and open them again', () => {
    const [east, west] = [EXITS.east, EXITS.west];
    const data = {
      duration: 100,
      environment: {
        ...HALL,
        doors: {
          middle: [
            [5, 0],
            [5, 12],
          ],
        },
      },
      goals: { east, west },
      itineraries: { east: ['east'], west: ['west'] },
      walkers: [
        { in: box(1, 1, 4, 9), count: 10, itinerary: 'east' },
        { in: box(6, 1, 9, 9), count: 10, itinerary: 'west' },
      ],
      events: [
        { at: 0, oneWay: 'middle', towards: [8, 5] },
        { at: 30, open: 'middle' },
      ],
    };
    const last = new Map<number, number>();
    let wrong = 0;
    let later = 0;
    const run = play(data, ({ simulation, original }) => {
      const { crowd, time } = simulation;
      for (let i = 0; i < crowd.count; i++) {
        const x = crowd.place[2 * i] + original.origin[0];
        if ((last.get(crowd.serial[i]) ?? x) > 5 && x <= 5) {
          if (time <= 30) wrong++;
          else later++;
        }
        last.set(crowd.serial[i], x);
      }
    });
    expect(run.simulation.counts.arrived).toBe(20);
    expect([wrong, later]).toEqual([0, 10]);
    expect(() => play({ ...data, events: [{ at: 0, oneWay: 'middle', towards: [5, 20] }] })).toThrow(/on its line/);
  });
});

const simulationProfile = (stepFree: boolean): Profile => ({ ...USUAL_PROFILE, stepFree });

describe('step-free walkers', () => {
  /** Two storeys of a hall, joined by stairs near by and a ramp (or a lift, or an escalator) far off. */
  const house = (...kinds: LinkKind[]): Plan => {
    const links = kinds.map((kind, k) => {
      const x = 4 + 10 * k;
      return { ...stairs(`${kind} ${k}`, 0, 1, [x, 4, x + 2, 4, x + 2, 8, x, 8]), kind };
    });
    const hall = [rectangle(0, 0, 30, 12)];
    return planOf([levelOf('ground', 0, hall), levelOf('upper', 4, hall)], links);
  };
  const request = { from: [5, 1], to: [5, 11], toLevel: 1 } as const;

  it.each(['ramp', 'lift'] as const)('use a %s, others the stairs', (kind) => {
    const world = buildWorld(house('stairs', 'escalator', kind));
    const simulation = createSimulation(world, {
      goals: [goalAt(world, [4, 10, 6, 10, 6, 12, 4, 12], 0.3, 1)],
      itineraries: [itineraryTo(0)],
      profiles: [simulationProfile(false), simulationProfile(true)],
      capacity: 20,
    });
    for (let k = 0; k < 5; k++) addPerson(simulation, { x: 2 + k, y: 1, itinerary: 0, profile: 0 });
    // Apart from the others: nobody is pushed onto the stairs.
    for (let k = 0; k < 5; k++) addPerson(simulation, { x: 9 + k, y: 1, itinerary: 0, profile: 1 });
    const { crowd } = simulation;
    const used = [new Set<number>(), new Set<number>()];
    while (crowd.count > 0 && simulation.time < 120) {
      step(simulation);
      for (let i = 0; i < crowd.count; i++) used[crowd.profile[i]].add(world.mesh.cellLink[crowd.cell[i]]);
    }
    expect(simulation.counts).toMatchObject({ arrived: 10, unreachable: 0 });
    expect([...used[0]].sort()).toEqual([-1, 0]);
    expect([...used[1]].sort()).toEqual([-1, 2]);
    // The same for routes.
    const links = (stepFree: boolean) => {
      const { portals } = findRoute(simulation.router, { ...request, stepFree });
      return new Set(Array.from(portals, (s) => world.mesh.cellLink[world.mesh.sideCell[s]]));
    };
    expect([links(false), links(true)]).toEqual([new Set([-1, 0]), new Set([-1, 2])]);
  });

  it('have no way where there are only stairs; who is on stairs may leave them', () => {
    const world = buildWorld(house('stairs', 'escalator'));
    const simulation = createSimulation(world, {
      goals: [goalAt(world, [4, 10, 6, 10, 6, 12, 4, 12], 0.3, 1)],
      itineraries: [itineraryTo(0)],
      profiles: [simulationProfile(true)],
      capacity: 20,
    });
    addPerson(simulation, { x: 2, y: 1, itinerary: 0 });
    addPerson(simulation, { x: 5, y: 6, itinerary: 0 });
    for (let k = 0; k < 200; k++) step(simulation);
    expect(simulation.counts.arrived).toBe(1);
    expect(simulation.counts.unreachable).toBeGreaterThan(2);
    expect(findRoute(simulation.router, { ...request, stepFree: true })).toMatchObject({
      status: 'unreachable',
      reason: 'every way leads over stairs or escalators',
    });
  });

  it('are asked for in a scenario', () => {
    const scenario = parseScenario({
      environment: HALL,
      exits: EXITS,
      profiles: { wheelchair: { stepFree: true, radius: 0.4 } },
      walkers: [{ at: [5, 5], profile: 'wheelchair', exit: 'nearest' }],
    });
    expect(scenario.profiles.map(({ stepFree }) => stepFree)).toContain(true);
    const world = buildWorld(planOf([levelOf('hall', 0, [rectangle(-2, 0, 12, 12)])]));
    const run = createRun(scenario, world);
    expect(run.simulation.profiles.map(({ stepFree }) => stepFree)).toContain(true);
  });
});
