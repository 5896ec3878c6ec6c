/** Overlays of a moment, and what somebody had in mind at one: in a hall with a wall across, open from y = 4 on. */
import { advance, buildWorld, createRun, inlinePlan, parseScenario, type Run, stateHash } from '@foulee/engine';
import { expect, test } from 'vitest';
import { insightOf } from './inspect.ts';
import { momentOfPeople } from '../../test/moment-fixture.ts';
import { MOMENT, type Moment } from '../protocol/moment.ts';
import { overlayNow } from './overlays-now.ts';
import { createRecent, keepState, simulationAt } from './recent.ts';

const scenario = parseScenario({
  name: 'hall',
  duration: 60,
  environment: { walkable: [{ box: [0, 0, 10, 6] }], obstacles: [{ box: [4.9, 0, 5.1, 4] }] },
  goals: { east: { at: [9, 1], radius: 0.4 }, west: { at: [1, 1], radius: 0.4 } },
  profiles: { person: { speed: 1.2, radius: 0.2 } },
  walkers: [
    { at: [2, 1], goal: 'east' },
    { at: [3, 1], goal: 'east' },
    { at: [8, 1], goal: 'west' },
  ],
});
if (scenario.environment.kind !== 'inline') throw new Error('inline');
const world = buildWorld(inlinePlan(scenario.environment, 'hall'));
const NO_DOORS: ReadonlySet<string> = new Set();

function momentOf({ simulation: { crowd, time } }: Run): Moment {
  const order = [...crowd.serial.subarray(0, crowd.count).keys()].sort((a, b) => crowd.serial[a] - crowd.serial[b]);
  const numbers = new Float32Array(MOMENT * order.length);
  order.forEach((i, k) => numbers.set([crowd.place[2 * i], crowd.place[2 * i + 1]], MOMENT * k));
  return momentOfPeople(
    time,
    order.map((i) => crowd.serial[i]),
    numbers,
  );
}

test('neighbours see each other: nobody does through the wall', () => {
  const run = createRun(scenario, world);
  const { sketches } = overlayNow(world, undefined, 'neighbours', momentOf(run), NO_DOORS);
  const lines = [...sketches[0].lines!].map((value) => Math.round(value));
  // 0 and 1, both on the left; the third is behind the wall.
  expect([lines.slice(0, 2), lines.slice(3, 5)].toSorted()).toEqual([
    [2, 1],
    [3, 1],
  ]);
  expect(lines).toHaveLength(6);
  // Above it they do: three in a row are two lines.
  const above = momentOf(run);
  for (let k = 0; k < 3; k++) above.numbers[MOMENT * k + 1] = 5;
  expect(overlayNow(world, undefined, 'neighbours', above, NO_DOORS).sketches[0].lines).toHaveLength(12);
});

test('routes lead around the end of the wall, a body’s radius beside it; they are of the present', () => {
  const run = createRun(scenario, world);
  const moment = momentOf(run);
  expect(overlayNow(world, undefined, 'routes', moment, NO_DOORS).note).toMatch(/end of the timeline/);
  advance(run);
  const { sketches, legend, note } = overlayNow(world, run, 'routes', momentOf(run), NO_DOORS);
  expect(note).toBeUndefined();
  expect(legend).toHaveLength(2);
  for (const { lines } of sketches) {
    const ys = [...lines!].filter((_, k) => k % 3 === 1);
    expect(Math.max(...ys)).toBeGreaterThan(4.1);
    expect(Math.max(...ys)).toBeLessThan(4.6);
  }
  const east = [...sketches[0].lines!];
  expect(Math.hypot(east.at(-3)! - 9, east.at(-2)! - 1)).toBeLessThan(0.5);
});

test('level of service: two people a metre apart are denser than one alone, and nobody is free floor', () => {
  const run = createRun(scenario, world);
  const { pictures, legend } = overlayNow(world, undefined, 'service', momentOf(run), NO_DOORS);
  expect(legend.map(({ label }) => label[0])).toEqual(['A', 'B', 'C', 'D', 'E', 'F']);
  const [{ left, bottom, width, columns, pixels }] = pictures as [NonNullable<typeof pictures>[number]];
  const colourAt = (x: number, y: number) => {
    const size = width / columns;
    const at = 4 * (columns * Math.floor((y - bottom) / size) + Math.floor((x - left) / size));
    return [...pixels.subarray(at, at + 4)];
  };
  // One alone is at A by the size of the kernel (gauges.ts), whatever the square.
  expect(colourAt(8, 1)).toEqual([0x5b, 0x8d, 0xef, 190]);
  expect(colourAt(2.5, 1)).not.toEqual(colourAt(8, 1));
  expect(colourAt(8, 5)[3]).toBe(0);
});

test('level of service ends at a door that is closed at the moment, whatever it is at present', () => {
  const environment = {
    walkable: [{ box: [0, 0, 10, 6] }],
    obstacles: [{ box: [4.9, 0, 5.1, 2] }, { box: [4.9, 4, 5.1, 6] }],
    doors: { gate: [[5, 2] as [number, number], [5, 4] as [number, number]] as [[number, number], [number, number]] },
  };
  const walkers = [1, 2, 3, 4].map((k) => ({ at: [4, 2 + 0.4 * k], goal: 'out' }));
  const rooms = parseScenario({ environment, walkers, goals: { out: { at: [1, 1] } }, profiles: { person: {} } });
  if (rooms.environment.kind !== 'inline') throw new Error('inline');
  const built = buildWorld(inlinePlan(rooms.environment, 'rooms'));
  const run = createRun(rooms, built);
  const colouredBeyond = (closed: string[]) => {
    const { pictures } = overlayNow(run.simulation.world, run, 'service', momentOf(run), new Set(closed));
    const [{ left, columns, width, pixels }] = pictures as [NonNullable<typeof pictures>[number]];
    const size = width / columns;
    let beyond = 0;
    for (let square = 0; square < pixels.length / 4; square++) {
      if (left + (square % columns) * size > 5.1 && pixels[4 * square + 3] > 0) beyond++;
    }
    return beyond;
  };
  expect(colouredBeyond([])).toBeGreaterThan(2);
  expect(colouredBeyond(['gate'])).toBe(0);
  expect(colouredBeyond([])).toBeGreaterThan(2);
});

test('what somebody had in mind is told of the moment asked for, and asking changes nothing', () => {
  const run = createRun(scenario, world);
  const recent = createRecent();
  const places = new Map<number, number>();
  for (let n = 0; n < 30; n++) {
    advance(run);
    keepState(recent, run);
    places.set(Math.round(10 * run.simulation.time), run.simulation.crowd.place[0]);
  }
  const hash = stateHash(run.simulation);
  const insightAt = (time: number) => insightOf(simulationAt(recent, run, time)!, 0)!;
  for (const time of [3, 2.5, 0.52]) {
    expect(insightAt(time).time).toBeCloseTo(Math.round(10 * time) / 10, 9);
    expect(insightAt(time).place[0]).toBe(places.get(Math.round(10 * time)));
  }
  expect(stateHash(run.simulation)).toBe(hash);
  // Long ago is not known, nor what was when the walls were others.
  recent.states.splice(0, 25);
  expect(simulationAt(recent, run, 0.4)).toBeUndefined();
  expect(simulationAt(recent, run, 2.1)!.time).toBeCloseTo(2.6, 9);
  run.simulation.world = { ...run.simulation.world, mesh: { ...run.simulation.world.mesh } };
  expect(simulationAt(recent, run, 2.1)).toBe(run.simulation);
  expect(insightOf(run.simulation, 99)).toBeUndefined();
});
