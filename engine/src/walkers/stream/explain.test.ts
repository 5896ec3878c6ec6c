/** Why a stream walker goes where it goes: cases by hand, and that what is told of a crowd is what it does. */
import { expect, test } from 'vitest';
import { townOf } from '../../../test/stream-towns.ts';
import { openInline } from '../../run/open-scenario.ts';
import { advance, createRun } from '../../run/run.ts';
import { explainDecision } from '../../simulation/explain.ts';
import { stateHash } from '../../simulation/simulation.ts';
import { crossTile } from '../../raster/direction-field.ts';
import type { Streamers } from './columns.ts';
import { createThinking, decideAll } from './decide.ts';
import { explainStream } from './explain.ts';
import { createGroups, findGroups } from './groups.ts';
import { polarOf, SPEED } from './polar.ts';
import { addToStreamTown, createStreamTown, stepStreamTown, type StreamTown } from './stream-town.ts';

const OPEN = Array<string>(20).fill('p'.repeat(40)).join('\n');

/** An open place with goals far in the east and in the west. */
function place(text = OPEN, capacity = 4): StreamTown {
  const goals: [number, number][] = [
    [39.5, 9.5],
    [0.5, 9.5],
  ];
  return createStreamTown(townOf(text, goals, [0, 1]), { capacity, seed: 1 });
}

/** Columns lie in memory that structuredClone shares. */
function copyOf(crowd: Streamers): Streamers {
  const copies = Object.entries(crowd).map(([name, value]) => [
    name,
    typeof value === 'number' ? value : value.slice(),
  ]);
  return Object.fromEntries(copies) as Streamers;
}

/** Of the coming step; the run is not changed. */
function explain({ maps, ways, crowd, moment, seed }: StreamTown, i: number) {
  const draw = (Math.imul(seed, 0x9e3779b1) + moment.steps) | 0;
  return explainStream(maps, ways, copyOf(crowd), { ...moment, draw }, i, false);
}

test('alone on its way: the former direction is advised, by the marks of M02', () => {
  const run = place();
  const i = addToStreamTown(run, { x: 5.5, y: 9.5, goal: 0, preferred: 8 });
  run.crowd.polar[i] = polarOf(0, 8);
  const told = explain(run, i).onTiles!;
  expect(told).toMatchObject({ does: 'searches', isWandering: true, goal: [39.5, 9.5], angle: 0, norm: 8, wait: 0 });
  expect(told.directions).toEqual([
    { steps: 0, marks: { static: 100, flow: undefined, goal: 100, mean: 100 }, least: 93, isAdvised: true },
  ]);
  expect([told.ahead, told.group, told.turnsBack]).toEqual([undefined, undefined, false]);
  // Somebody came the other way over the next tile a moment ago: flow 0, with all its weight.
  crossTile(run.maps.field, run.crowd.tile[i] + 1, 0, -1, 0);
  const against = explain(run, i).onTiles!.directions;
  expect(against[0].marks).toEqual({ static: 100, flow: 0, goal: 100, mean: 200 / 3 });
  expect(against.map(({ steps }) => steps)).toEqual([0, -1, 1]);
  // Both lead over the same tile: π/8 off the goal, 7 steps off the flow.
  for (const { marks } of against.slice(1)) {
    expect(marks!.flow).toBe(12.5);
    expect(marks!.goal).toBeCloseTo(50 * (1 + Math.cos(Math.PI / 8)), 9);
  }
});

test('before a wall the directions into it are refused, and the search goes further', () => {
  const rows = OPEN.split('\n').map((row, k) => (k >= 8 && k <= 11 ? `pppppp#${row.slice(7)}` : row));
  const run = place(rows.join('\n'));
  const i = addToStreamTown(run, { x: 5.5, y: 9.5, goal: 0, preferred: 8 });
  run.crowd.polar[i] = polarOf(0, 8);
  const told = explain(run, i).onTiles!;
  expect(told.directions.map(({ steps, marks }) => [steps, marks])).toEqual(
    [0, -1, 1, -2, 2].map((k) => [k, undefined]),
  );
  expect(told).toMatchObject({ does: 'waits', norm: 0 });
  expect(told.wait).toBeCloseTo(4 / 24, 9);
});

test('somebody ahead: who, how far, how they meet, and the entry of the table', () => {
  const run = place();
  const i = addToStreamTown(run, { x: 5.5, y: 9.5, goal: 0, preferred: 8 });
  const j = addToStreamTown(run, { x: 9.5, y: 9.5, goal: 1, preferred: 8 });
  run.crowd.polar[i] = polarOf(0, 8);
  run.crowd.polar[j] = polarOf(8, 8);
  const { minded, velocity, onTiles } = explain(run, i);
  expect(onTiles!.ahead).toEqual({
    serial: run.crowd.serial[j],
    tiles: 3.5,
    distance: 'near',
    relation: 'front',
    isWaiting: false,
    isCongested: false,
    turns: [2],
    act: 'slow or wait',
    passesBehind: false,
  });
  expect(minded).toEqual([run.crowd.serial[j]]);
  // A turn of π/4 to the right, and one norm slower for it.
  expect([onTiles!.angle, onTiles!.norm]).toEqual([14, 7]);
  expect(Math.hypot(...velocity)).toBeCloseTo(SPEED[7], 9);
  // The same one standing, close, in congested traffic.
  run.crowd.polar[j] = polarOf(0, 0);
  run.maps.congested.fill(1);
  expect(explain(run, i).onTiles!.ahead).toMatchObject({ isWaiting: true, relation: 'following', act: 'slow sharply' });
});

test('a group: who leads it; members keep formation without a search of their own', () => {
  const run = place();
  const people = [0, 1].map((k) => addToStreamTown(run, { x: 8.5, y: 9.5 + k, goal: 0, preferred: 8, group: 0 }));
  for (const i of people) run.crowd.polar[i] = polarOf(0, 8);
  const [leader, member] = people.map((i) => explain(run, i).onTiles!);
  const group = { leader: run.crowd.serial[people[0]], size: 2 };
  expect([leader.group, member.group]).toEqual([group, group]);
  expect([leader.does, member.does]).toEqual(['searches', 'keeps formation']);
  expect(member.directions).toEqual([]);
});

test('what is told of everybody in a crowd is what they decide', () => {
  const run = place(OPEN, 120);
  for (let k = 0; k < 120; k++) {
    const isEast = k % 2 === 0;
    addToStreamTown(run, {
      x: 4.5 + (k % 15) * 2,
      y: 4.5 + Math.floor(k / 15),
      goal: isEast ? 0 : 1,
      preferred: 6 + (k % 5),
    });
  }
  let searches = 0;
  let waits = 0;
  let minding = 0;
  for (let k = 0; k < 60; k++) {
    if (k % 6 === 0) {
      const told = Array.from({ length: run.crowd.count }, (_, i) => explain(run, i));
      const crowd = copyOf(run.crowd);
      const draw = (Math.imul(run.seed, 0x9e3779b1) + run.moment.steps) | 0;
      const groups = createGroups(crowd.count);
      findGroups(groups, crowd);
      decideAll(run.maps, run.ways, crowd, createThinking(run.maps, crowd, groups), { ...run.moment, draw });
      for (let i = 0; i < crowd.count; i++) {
        const { onTiles, isThinking } = told[i];
        if (onTiles!.does === 'waits') waits++;
        if (!isThinking) continue;
        expect(polarOf(onTiles!.angle, onTiles!.norm)).toBe(crowd.nextPolar[i]);
        expect(onTiles!.wait).toBe(crowd.wait[i] * run.settings.step);
        const advised = onTiles!.directions.filter(({ isAdvised }) => isAdvised);
        expect(advised).toHaveLength(onTiles!.norm === 0 && onTiles!.ahead === undefined ? 0 : 1);
        for (const { marks, least } of advised) expect(marks!.mean).toBeGreaterThanOrEqual(least);
        searches++;
        if (onTiles!.ahead !== undefined) minding++;
      }
    }
    stepStreamTown(run);
  }
  expect(searches).toBeGreaterThan(300);
  expect(waits).toBeGreaterThan(10);
  expect(minding).toBeGreaterThan(100);
});

test('of a run: places are those of the mesh, and asking changes nothing', () => {
  const { scenario, world } = openInline({
    data: {
      model: 'stream',
      duration: 60,
      environment: { walkable: [{ box: [100, 100, 130, 110] }] },
      goals: { desk: { at: [128, 105], radius: 1 } },
      walkers: [
        { at: [103, 105], goal: 'desk' },
        { at: [103, 107], itinerary: [{ wander: 30 }, 'desk'] },
      ],
    },
  });
  const run = createRun(scenario, world, { seed: 1 });
  for (let k = 0; k < 40; k++) advance(run);
  const before = stateHash(run.simulation);
  const [bound, wanders] = [0, 1].map((serial) => explainDecision(run.simulation, serial)!.onTiles!);
  expect([bound.isWandering, wanders.isWandering]).toEqual([false, true]);
  const [ox, oy] = run.simulation.world.mesh.origin;
  for (const { goal } of [bound, wanders]) {
    expect(goal[0] + ox).toBeGreaterThan(100);
    expect(goal[0] + ox).toBeLessThan(130);
    expect(goal[1] + oy).toBeGreaterThan(100);
    expect(goal[1] + oy).toBeLessThan(110);
  }
  expect(stateHash(run.simulation)).toBe(before);
  expect(explainDecision(run.simulation, 7)).toBeUndefined();
});
