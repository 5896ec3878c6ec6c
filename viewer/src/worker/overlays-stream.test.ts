/** Maps of people on tiles, drawn: arrows of the direction field, measured density, occupied tiles; what is in view, and bounded. */
import { advance, buildWorld, createRun, inlinePlan, parseScenario, type Run } from '@foulee/engine';
import { expect, test } from 'vitest';
import { momentOfPeople } from '../../test/moment-fixture.ts';
import { MOMENT, type Moment } from '../protocol/moment.ts';
import { directionColour } from '../protocol/direction-colours.ts';
import { streamOverlay } from './overlays-stream.ts';

/** A hall of 60 × 20 m; two walk east in the lower half. */
function runOf(fields: object = {}, size: [number, number] = [60, 20]): Run {
  const scenario = parseScenario({
    name: 'hall',
    model: 'stream',
    duration: 600,
    environment: { walkable: [{ box: [0, 0, ...size] }] },
    goals: { east: { at: [size[0] - 2, 5], radius: 0.5 } },
    walkers: [
      { at: [2.2, 5.2], goal: 'east' },
      { at: [8.2, 5.2], goal: 'east' },
    ],
    ...fields,
  });
  if (scenario.environment.kind !== 'inline') throw new Error('inline');
  return createRun(scenario, buildWorld(inlinePlan(scenario.environment, 'hall')));
}

function momentOf({ simulation: { crowd, time } }: Run): Moment {
  const numbers = new Float32Array(MOMENT * crowd.count);
  for (let i = 0; i < crowd.count; i++) numbers.set(crowd.place.subarray(2 * i, 2 * i + 2), MOMENT * i);
  return momentOfPeople(time, [...crowd.serial.subarray(0, crowd.count)], numbers);
}

function walked(run: Run, seconds: number): Run {
  while (run.simulation.time < seconds - 1e-6) advance(run);
  return run;
}

test('arrows point the way people walked, and fade behind them', () => {
  const run = walked(runOf(), 8);
  const { sketches, legend, note } = streamOverlay(run, 'field', momentOf(run), [0, 0, 20, 20]);
  expect(legend).toHaveLength(4);
  expect(note).toMatch(/mean of one tile \(0.4 m\)/);
  const main = sketches.find(({ colour }) => colour === directionColour(0))!;
  const arrows = [...main.opacities!]
    .filter((_, k) => k % 3 === 0)
    .map((opacity, k) => {
      const [ax, ay, , bx, by] = main.lines!.subarray(18 * k, 18 * k + 6);
      return { x: (ax + bx) / 2, dx: bx - ax, dy: by - ay, opacity };
    });
  expect(arrows.length).toBeGreaterThan(10);
  for (const { dx, dy } of arrows) {
    expect(dx).toBeGreaterThan(0.3);
    expect(Math.abs(dy)).toBeLessThan(0.1);
  }
  // Crossed by the same two, the earlier the fainter.
  arrows.sort((a, b) => a.x - b.x);
  expect(arrows[1].opacity).toBeLessThan(arrows.at(-2)!.opacity);
  for (const { opacity } of arrows) expect(opacity).toBeLessThanOrEqual(1);
  // Of all of the place, blocks are larger; where nobody was there is nothing.
  expect(streamOverlay(run, 'field', momentOf(run)).note).toMatch(/3 × 3 tiles/);
  expect(streamOverlay(run, 'field', momentOf(run), [0, 10, 20, 20]).note).toMatch(/^Nobody crossed/);
  // Under the arrows a colour for each tile.
  const [{ columns, rows, pixels }] = streamOverlay(run, 'field', momentOf(run)).pictures!;
  expect([columns, rows]).toEqual([150, 50]);
  expect(pixels.filter((value, k) => k % 4 === 3 && value > 0).length).toBeGreaterThan(20);
  // Of the past nothing is known.
  const past = { ...momentOf(run), time: 1 };
  expect(streamOverlay(run, 'field', past)).toMatchObject({ sketches: [], note: /present/ });
});

test('measured density counts everybody in their square; two in one are congested', () => {
  const run = runOf();
  const moment = momentOf(run);
  // Both in the same square, in which the centres of five tiles lie.
  moment.numbers.set([10.3, 5.2], 0);
  moment.numbers.set([10.9, 5.2], MOMENT);
  const { note, pictures, legend } = streamOverlay(run, 'measured', moment);
  expect(note).toMatch(/30 × 30 squares of 2.0 × 0.7 m\. 1 of the 900 .* is congested; the densest has 2.50 people/);
  expect(legend.at(-1)!.label).toMatch(/1 person per 1.5 m²/);
  const [{ pixels, columns, rows, width, left }] = pictures!;
  expect([columns, rows]).toEqual([150, 50]);
  const coloured = [...Array(columns * rows).keys()].filter((p) => pixels[4 * p + 3] > 0);
  expect(coloured).toHaveLength(5);
  for (const p of coloured) {
    const x = left + ((p % columns) + 0.5) * (width / columns);
    expect(x).toBeGreaterThan(10);
    expect(x).toBeLessThan(12);
  }
});

test('occupied tiles are outlined where they are in view', () => {
  const run = runOf();
  const moment = momentOf(run);
  const all = streamOverlay(run, 'occupied', moment);
  expect(all.sketches[0].lines!.length).toBe(2 * 4 * 6);
  const [one] = streamOverlay(run, 'occupied', moment, [0, 0, 5, 10]).sketches;
  expect(one.lines!.length).toBe(4 * 6);
  const xs = [...one.lines!].filter((_, k) => k % 3 === 0);
  expect(Math.min(...xs)).toBeCloseTo(2, 5);
  expect(Math.max(...xs)).toBeCloseTo(2.4, 5);
});

test('in a large town as many arrows and pixels as in a small one', () => {
  // 1000 × 800 tiles.
  const run = runOf({ tiles: { place: 'open', side: 1, pavement: 4 } }, [1000, 800]);
  walked(run, 1);
  const moment = momentOf(run);
  const { shared } = run.simulation.tiled!;
  const [x, , time] = run.simulation.tiled!.model.state(shared) as [Float32Array, Float32Array, Float64Array];
  x.fill(1);
  time.fill(run.simulation.time);
  const begun = process.cpuUsage();
  const field = streamOverlay(run, 'field', moment);
  const { user, system } = process.cpuUsage(begun);
  expect(field.sketches.reduce((sum, { opacities }) => sum + opacities!.length / 3, 0)).toBeLessThanOrEqual(64 * 64);
  // About 50 ms once warm, where every tile was crossed; 190 ms at first, on a busy machine.
  expect((user + system) / 1000).toBeLessThan(500);
  for (const picture of [...field.pictures!, ...streamOverlay(run, 'measured', moment).pictures!]) {
    expect(picture.pixels.length).toBeLessThanOrEqual(4 * 256 * 256);
  }
});

test('without a run, or of another model, it is said why there is nothing', () => {
  const run = runOf({ model: 'reactive' });
  for (const name of ['field', 'measured', 'occupied'] as const) {
    expect(streamOverlay(undefined, name, momentOf(run)).note).toMatch(/press Play/);
    expect(streamOverlay(run, name, momentOf(run)).note).toMatch(/choose the walker model Stream/);
  }
});

test('opposite directions have opposite colours', () => {
  const rgb = (turn: number) => [1, 3, 5].map((at) => Number.parseInt(directionColour(turn).slice(at, at + 2), 16));
  expect(directionColour(0)).not.toBe(directionColour(0.5));
  const [right, left] = [rgb(0), rgb(0.5)];
  expect(right[2]).toBeGreaterThan(right[0]);
  expect(left[0]).toBeGreaterThan(left[2]);
});
