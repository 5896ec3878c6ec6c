/**
 * People who know only what they see: they find every goal that can be reached, and use no access they have not seen or been told of.
 */
import { describe, expect, it } from 'vitest';
import { buildWorld, type World } from '../src/build.ts';
import { NONE } from '../src/core/none.ts';
import type { Goal } from '../src/crowd/goals/goals.ts';
import { USUAL_PROFILE } from '../src/crowd/profiles.ts';
import { type Knowing, type KnowingCrowd, type Sign, USUAL_KNOWING } from '../src/knowledge/knowledge.ts';
import { auditSigns } from '../src/knowledge/sign-audit.ts';
import { PARTIAL, PERFECT, UNKNOWN, whatIsKnown } from '../src/knowledge/what-is-known.ts';
import { portalOf } from '../src/crowd/routes.ts';
import { hasBit } from '../src/routing/known/known-way.ts';
import { explainKnowledge } from '../src/simulation/explain-knowledge.ts';
import { setDoor, withOwnDoors } from '../src/simulation/change-doors.ts';
import { changePlace, placeAtStart } from '../src/simulation/change-place.ts';
import {
  addPerson,
  createSimulation,
  resume,
  type Simulation,
  snapshot,
  stateHash,
} from '../src/simulation/simulation.ts';
import { step } from '../src/simulation/step.ts';
import { withMesh } from '../src/build.ts';
import { logDecisions, type RecordedDecision } from '../src/run/decision-log.ts';
import { advance, createRun, isOver } from '../src/run/run.ts';
import { parseScenario } from '../src/scenario/parse-scenario.ts';
import type { Plan } from '../src/map/plan.ts';
import { doorOf, levelOf, planOf as storeysOf } from './scenes/storeys.ts';
import { planOf, rectangle } from './shapes.ts';

const VISITOR: Knowing = { ...USUAL_KNOWING, start: 'nothing' };
const COMMUTER: Knowing = { ...USUAL_KNOWING, start: 'everything' };

/** Eight rooms in a row, doorways of 1.2 m staggered. */
function museum(): Plan {
  const rooms = Array.from({ length: 8 }, (_, k) => [rectangle(8.2 * k, 0, 8.2 * k + 8, 6)]);
  const ways = Array.from({ length: 7 }, (_, k) => {
    const y = k % 2 === 1 ? 4 : 1;
    return [rectangle(8.2 * k + 8, y, 8.2 * k + 8.2, y + 1.2)];
  });
  return planOf('museum', 'polygons', [...rooms, ...ways], []);
}

function pointGoal({ mesh }: World, x: number, y: number): Goal {
  const shape = Float64Array.of(x - mesh.origin[0], y - mesh.origin[1]);
  return { name: `${x}, ${y}`, level: 0, shape, radius: 0.5 };
}

function simulate(world: World, goals: Goal[], knowing: Knowing | undefined, signs: Sign[] = []): Simulation {
  return createSimulation(withMesh(world, withOwnDoors(world.mesh)), {
    goals,
    itineraries: [{ name: 'there', stages: [{ goals: goals.map((_, g) => g), choice: 'nearest', wait: () => 0 }] }],
    profiles: [USUAL_PROFILE],
    capacity: 50,
    knowledge: { profiles: [knowing], signs, seed: 1 },
  });
}

/** Walk until everybody has arrived; nobody crosses a border they do not know. @returns metres walked, and whether all arrived */
function walkAll(simulation: Simulation, seconds: number): { metres: number; arrived: boolean } {
  const crowd = simulation.crowd as KnowingCrowd;
  const { believed, size } = simulation.knowledge!;
  const { places, mesh } = believed;
  let metres = 0;
  while (crowd.count > 0 && simulation.time < seconds) {
    const before = crowd.serial.slice(0, crowd.count);
    const cells = crowd.cell.slice(0, crowd.count);
    const at = crowd.place.slice(0, 2 * crowd.count);
    step(simulation);
    for (let i = 0; i < crowd.count; i++) {
      const was = before.indexOf(crowd.serial[i]);
      if (was === NONE) continue;
      metres += Math.sqrt((crowd.place[2 * i] - at[2 * was]) ** 2 + (crowd.place[2 * i + 1] - at[2 * was + 1]) ** 2);
      const from = places.layer.ofCell[cells[was]];
      const to = places.layer.ofCell[crowd.cell[i]];
      if (from === to) continue;
      // Over a corner two borders may be crossed in a step.
      let isKnown = false;
      for (let b = 0; b < places.accesses; b++) {
        const ends = [0, 1].map((k) => places.layer.ofCell[mesh.sideCell[places.borderSides[2 * b + k]]]);
        if (ends.includes(to) && hasBit(crowd.knownAccesses, i * size.accesses, b)) isKnown = true;
      }
      expect(isKnown).toBe(true);
    }
  }
  return { metres, arrived: crowd.count === 0 };
}

describe('a visitor in a museum', () => {
  const world = buildWorld(museum());
  const goal = pointGoal(world, 61, 3);

  it('starts with seven of eight rooms unknown, and gets through all of them', () => {
    const simulation = simulate(world, [goal], VISITOR);
    addPerson(simulation, { x: 4, y: 3, itinerary: 0 });
    const crowd = simulation.crowd as KnowingCrowd;
    const unknown = () => whatIsKnown(simulation.knowledge!, crowd, 0).filter((known) => known === UNKNOWN).length;
    expect(unknown()).toBe(7);
    step(simulation);
    // It sees the doorway to the second.
    expect(unknown()).toBe(6);
    expect(hasBit(crowd.knownGoals, 0, 0)).toBe(false);
    expect(crowd.exploring[0]).not.toBe(NONE);
    const { arrived, metres } = walkAll(simulation, 300);
    expect(arrived).toBe(true);
    expect(metres).toBeLessThan(100);
  });

  it('is told the way by a sign, unless it faces away or is overlooked', () => {
    const [ox, oy] = world.mesh.origin;
    const sign = (dx: number, notice: number): Sign => ({
      name: 'exit',
      level: 0,
      x: 6 - ox,
      y: 5 - oy,
      dx,
      dy: 0,
      range: 20,
      cosine: 0.1,
      notice,
      goals: [0],
    });
    const hashAfter = (signs: Sign[]) => {
      const simulation = simulate(world, [goal], VISITOR, signs);
      addPerson(simulation, { x: 4, y: 3, itinerary: 0 });
      for (let k = 0; k < 5; k++) step(simulation);
      return { hash: stateHash(simulation), isTold: (simulation.crowd as KnowingCrowd).exploring[0] === NONE };
    };
    expect(hashAfter([sign(-1, 1)]).isTold).toBe(true);
    expect(hashAfter([sign(1, 1)])).toEqual(hashAfter([]));
    expect(hashAfter([sign(-1, 0)]).isTold).toBe(false);
  });

  it('walks on from a snapshot as if nothing had happened', () => {
    const simulation = simulate(world, [goal], VISITOR);
    addPerson(simulation, { x: 4, y: 3, itinerary: 0 });
    for (let k = 0; k < 100; k++) step(simulation);
    const taken = snapshot(simulation);
    const again = simulate(world, [goal], VISITOR);
    resume(again, taken);
    for (let k = 0; k < 100; k++) {
      step(simulation);
      step(again);
    }
    expect(stateHash(again)).toBe(stateHash(simulation));
  });
});

describe('a place that changes', () => {
  it('keeps what people know, but for what has changed', () => {
    const world = buildWorld(museum());
    const simulation = simulate(world, [pointGoal(world, 61, 3)], VISITOR);
    addPerson(simulation, { x: 4, y: 3, itinerary: 0 });
    const crowd = simulation.crowd as KnowingCrowd;
    while (crowd.place[0] + world.mesh.origin[0] < 30) step(simulation);
    const isKnown = () => Array.from(whatIsKnown(simulation.knowledge!, crowd, 0), (known) => known !== UNKNOWN);
    const places = isKnown();
    const obstacle = Float64Array.of(40, 1, 44, 1, 44, 5, 40, 5);
    const change = { remove: null, add: { kind: 'obstacle' as const, name: 'case', level: 0, points: obstacle } };
    const state = changePlace(simulation, placeAtStart(world), change, []);
    expect(isKnown()).toEqual(places);
    step(simulation);
    changePlace(simulation, state, { remove: { name: 'case' }, add: null }, []);
    expect(isKnown()).toEqual(places);
    expect(walkAll(simulation, 400).arrived).toBe(true);
  });

  it('is not changed where a sign would stand in a wall', () => {
    const world = buildWorld(museum());
    const [ox, oy] = world.mesh.origin;
    const at = { name: 'exit', level: 0, x: 6 - ox, y: 3 - oy };
    const sign: Sign = { ...at, dx: -1, dy: 0, range: 20, cosine: 0, notice: 1, goals: [0] };
    const simulation = simulate(world, [pointGoal(world, 61, 3)], VISITOR, [sign]);
    const points = Float64Array.of(5, 2, 7, 2, 7, 4, 5, 4);
    const change = { remove: null, add: { kind: 'obstacle' as const, name: null, level: 0, points } };
    expect(() => changePlace(simulation, placeAtStart(world), change, [])).toThrow(
      'sign "exit": (6, 3) is not on the floor',
    );
  });
});

describe('flows and densities', () => {
  it('equal a recount of next borders and of places at every step', () => {
    const world = buildWorld(museum());
    const simulation = simulate(world, [pointGoal(world, 61, 3), pointGoal(world, 30, 5)], VISITOR);
    for (let k = 0; k < 30; k++)
      addPerson(simulation, { x: 1 + (k % 6), y: 0.7 + 0.9 * Math.floor(k / 6), itinerary: 0 });
    const { crowd, routes } = simulation;
    const { places, mesh } = simulation.knowledge!.believed;
    let most = 0;
    for (let n = 0; n < 300; n++) {
      const people = new Map<number, number>();
      const flow = new Map<number, number>();
      const add = (to: Map<number, number>, key: number) => to.set(key, (to.get(key) ?? 0) + 1);
      for (let i = 0; i < crowd.count; i++) {
        add(people, places.layer.ofCell[crowd.cell[i]]);
        if (crowd.route[i] === NONE) continue;
        // The next portal of the route between two places, of the next eight.
        for (let k = 0; k < Math.min(8, crowd.portalsLeft[i]); k++) {
          const side = portalOf(routes, crowd, i, k);
          const [from, to] = [side, mesh.sideTwin[side]].map((s) => places.layer.ofCell[mesh.sideCell[s]]);
          if (from === to) continue;
          add(flow, places.borderSides.indexOf(side));
          break;
        }
      }
      step(simulation);
      const { counters } = simulation.knowledge!;
      expect([...counters.people.entries()].filter(([, count]) => count > 0)).toEqual(
        [...people].sort(([a], [b]) => a - b),
      );
      expect([...counters.flow.entries()].filter(([, count]) => count > 0)).toEqual(
        [...flow].sort(([a], [b]) => a - b),
      );
      most = Math.max(most, ...flow.values());
    }
    expect(most).toBeGreaterThan(5);
  });
});

describe('an audit of signs', () => {
  it('counts the floor from which each can be read, and the floor of which none can', () => {
    const plan = planOf('hall', 'polygons', [[rectangle(0, 0, 20, 10)]], [], [[10, 0, 10, 8]]);
    const world = buildWorld(plan);
    const [ox, oy] = world.mesh.origin;
    const sign: Sign = {
      name: 'a',
      level: 0,
      x: 0.1 - ox,
      y: 5 - oy,
      dx: 1,
      dy: 0,
      range: 100,
      cosine: 0,
      notice: 1,
      goals: [0],
    };
    const away: Sign = { ...sign, name: 'b', dx: -1 };
    const simulation = simulate(world, [pointGoal(world, 19, 5)], VISITOR, [sign, away]);
    const { legible, blind } = auditSigns(simulation.knowledge!.believed, simulation.knowledge!.signs);
    // The western half before the wall, and what is seen past its end.
    expect(legible[0]).toBeGreaterThan(0.5);
    expect(legible[0]).toBeLessThan(0.65);
    expect(legible[1]).toBeLessThan(0.01);
    expect(blind).toBeCloseTo(1 - legible[0], 1);
  });
});

describe('decisions', () => {
  it('say what somebody did, in order', () => {
    const environment = { walkable: [{ box: [0, 0, 10, 10] }, { box: [10, 4, 10.3, 5] }, { box: [10.3, 0, 20, 10] }] };
    const scenario = parseScenario({
      environment,
      goals: { shop: [19, 9] },
      profiles: { guest: { knowledge: 'nothing' } },
      signs: { way: { at: [9, 9], facing: 180, shows: 'shop', range: 4 } },
      walkers: [{ at: [1, 1], profile: 'guest', goal: 'shop' }],
    });
    const run = createRun(
      scenario,
      buildWorld(
        planOf(
          'two',
          'polygons',
          [[rectangle(0, 0, 10, 10)], [rectangle(10, 4, 10.3, 5)], [rectangle(10.3, 0, 20, 10)]],
          [],
        ),
      ),
    );
    const rows: RecordedDecision[] = [];
    while (!isOver(run)) {
      advance(run);
      logDecisions(rows, run);
    }
    expect(rows.map(({ code, what }) => [code, what])).toEqual([
      ['explores', '(15.2, 5.0)'],
      ['walks to', 'shop'],
    ]);
    expect(rows[1].value).toBeGreaterThan(5);
    expect(rows[1].step).toBeGreaterThan(10);
  });
});

describe('a closed door', () => {
  it('is found closed by somebody who did not know, and they take another way', () => {
    const rooms = [
      [rectangle(0, 0, 10, 20)],
      [rectangle(12, 0, 22, 20)],
      [rectangle(10, 2, 12, 4)],
      [rectangle(10, 16, 12, 18)],
    ];
    const plan = storeysOf(
      [
        levelOf(
          'ground',
          0,
          rooms.map(([ring]) => ring),
        ),
      ],
      [],
      [doorOf('south', 11, 2, 11, 4), doorOf('north', 11, 16, 11, 18)],
    );
    const world = buildWorld(plan);
    const simulation = simulate(world, [pointGoal(world, 20, 1)], COMMUTER);
    addPerson(simulation, { x: 8, y: 11, itinerary: 0 });
    setDoor(simulation, world.mesh, 'south', false);
    const crowd = simulation.crowd as KnowingCrowd;
    let nearest = Infinity;
    while (crowd.count > 0 && simulation.time < 120) {
      step(simulation);
      const [x, y] = [crowd.place[0] + world.mesh.origin[0], crowd.place[1] + world.mesh.origin[1]];
      if (crowd.count > 0 && x < 10) nearest = Math.min(nearest, y);
    }
    expect(crowd.count).toBe(0);
    // It set out for the near door, saw that it was closed, and turned back.
    expect(nearest).toBeLessThan(9);
    expect(nearest).toBeGreaterThan(4);
  });

  it('is remembered as closed: what lies behind it stays as well known as it was', () => {
    const floor = [rectangle(0, 0, 10, 10), rectangle(0, 10.4, 10, 16), rectangle(4, 10, 6, 10.4)];
    const world = buildWorld(storeysOf([levelOf('ground', 0, floor)], [], [doorOf('workshop', 4, 10.2, 6, 10.2)]));
    for (const [knowing, behind] of [
      [COMMUTER, PERFECT],
      [VISITOR, PARTIAL],
    ] as const) {
      const simulation = simulate(world, [pointGoal(world, 5, 9.5)], knowing);
      addPerson(simulation, { x: 5, y: 2, itinerary: 0 });
      const known = () => explainKnowledge(simulation, 0)!;
      setDoor(simulation, world.mesh, 'workshop', false);
      const before = known().accesses.length;
      for (let k = 0; k < 12; k++) step(simulation);
      const { closed, accesses, places, scenery } = known();
      const { layer, borderSides } = scenery.places;
      expect(closed.map((b) => scenery.mesh.sideDoor[borderSides[2 * b]])).toEqual([0]);
      // People who counted on the door count on it no more.
      expect(before - accesses.length).toBe(knowing === COMMUTER ? 1 : 0);
      const room = [...scenery.mesh.cellLevel.keys()].filter(
        (c) => scenery.middle[2 * c + 1] + world.mesh.origin[1] > 11,
      );
      expect(room.map((c) => places[layer.ofCell[c]])).toEqual(room.map(() => behind));
      expect(places[layer.ofCell[simulation.crowd.cell[0]]]).toBe(PERFECT);
    }
  });

  it('is explained: what somebody does, knows, remembers and sees', () => {
    const world = buildWorld(museum());
    const simulation = simulate(world, [pointGoal(world, 60, 3)], VISITOR);
    expect(addPerson(simulation, { x: 2, y: 3, profile: 0, itinerary: 0 })).toBe(0);
    expect(explainKnowledge(simulation, 7)).toBeUndefined();
    step(simulation);
    const before = stateHash(simulation);
    const first = explainKnowledge(simulation, 0)!;
    expect(first).toMatchObject({ doing: 'explores', goal: NONE, wanted: [0], goals: [], crowds: [], queues: [] });
    expect(first.places[first.scenery.places.layer.ofCell[simulation.crowd.cell[0]]]).not.toBe(UNKNOWN);
    // Through the first doorway and no further.
    expect(first.accesses.length).toBeGreaterThan(0);
    expect(first.accesses.length).toBeLessThan(first.scenery.places.accesses);
    const xs = first.view.filter((_, k) => k % 2 === 0);
    expect(Math.min(...xs)).toBeLessThan(simulation.crowd.place[0] + 1e-9);
    expect(stateHash(simulation)).toBe(before);
    const knowing = simulation.crowd as KnowingCrowd;
    while (!hasBit(knowing.knownGoals, 0, 0) && simulation.time < 300) step(simulation);
    step(simulation);
    expect(explainKnowledge(simulation, 0)).toMatchObject({ doing: 'walks', goal: 0, goals: [0] });
    // Who knows everything, always, has nothing to explain.
    const other = simulate(world, [pointGoal(world, 60, 3)], undefined);
    addPerson(other, { x: 2, y: 3, profile: 0, itinerary: 0 });
    expect(explainKnowledge(other, 0)).toBeUndefined();
  });
});

/** A room with an opening at each end; behind them passages that turn, and an exit in each: the west one and the east one. */
function twoWays(): { world: World; goals: Goal[] } {
  const boxes: [number, number, number, number][] = [
    [0, 0, 20, 10],
    [-0.2, 4.5, 0, 5.5],
    [-2.2, 4, -0.2, 10],
    [20, 4.5, 20.2, 5.5],
    [20.2, 4, 22.2, 10],
  ];
  const plan = planOf(
    'two ways',
    'polygons',
    boxes.map((box) => [rectangle(...box)]),
    [],
  );
  const world = buildWorld(plan);
  return { world, goals: [pointGoal(world, -1.2, 9.5), pointGoal(world, 21.2, 9.5)] };
}

describe('people who follow others', () => {
  const { world, goals } = twoWays();
  const leader: Knowing = { ...USUAL_KNOWING, start: { areas: [], goals: [1] } };

  /** Somebody nearer to the west waits for five seconds, and then goes. @returns the goal they found */
  function goalOf(follow: number, leaders: number): number {
    const simulation = createSimulation(world, {
      goals,
      itineraries: [{ name: 'out', stages: [{ goals: [0, 1], choice: 'nearest', wait: () => 0 }] }],
      profiles: [USUAL_PROFILE, USUAL_PROFILE],
      capacity: 10,
      knowledge: { profiles: [leader, { ...VISITOR, follow }], signs: [], seed: 1 },
    });
    for (let k = 0; k < leaders; k++) addPerson(simulation, { x: 12, y: 3 + 2 * k, itinerary: 0 });
    const serial = simulation.crowd.serial[addPerson(simulation, { x: 7, y: 5, itinerary: 0, profile: 1, startAt: 5 })];
    const { crowd } = simulation;
    let found: number = NONE;
    while (crowd.count > 0 && simulation.time < 120) {
      const at = crowd.serial.subarray(0, crowd.count).indexOf(serial);
      if (at !== NONE) found = crowd.chosen[at];
      step(simulation);
    }
    return found;
  }

  it('go after those who know their way, although another opening is nearer', () => {
    expect(goalOf(0.8, 2)).toBe(1);
  });

  it('go to the nearest where they do not follow, or there is nobody to follow', () => {
    expect(goalOf(0, 2)).toBe(0);
    expect(goalOf(0.8, 0)).toBe(0);
  });
});

describe('people who know nothing before a busy opening', () => {
  it('wait for their turn instead of taking what is behind it for seen', () => {
    const { world, goals } = twoWays();
    const simulation = createSimulation(world, {
      goals,
      itineraries: [{ name: 'out', stages: [{ goals: [0, 1], choice: 'nearest', wait: () => 0 }] }],
      profiles: [USUAL_PROFILE],
      capacity: 50,
      knowledge: { profiles: [{ ...VISITOR, avoidCrowds: 0 }], signs: [], seed: 1 },
    });
    for (let k = 0; k < 40; k++)
      addPerson(simulation, { x: 1 + 0.5 * (k % 5), y: 2.75 + 0.5 * Math.floor(k / 5), itinerary: 0 });
    const { crowd } = simulation;
    let east = 0;
    let longest = 0;
    while (crowd.count > 0 && simulation.time < 120) {
      step(simulation);
      for (let i = 0; i < crowd.count; i++) {
        if (crowd.place[2 * i] + world.mesh.origin[0] > 12) east++;
        longest = Math.max(longest, crowd.stuck[i]);
      }
    }
    expect(crowd.count).toBe(0);
    // Some stood for longer than people do who are alone.
    expect(longest).toBeGreaterThan(5);
    expect(east).toBe(0);
  });
});
