/**
 * What M02 found, in a two-way street of 60 × 6 m and in a town. The street is endless: its goals lie far beyond its ends, and somebody who
 * comes to one end goes on at the other as soon as there is room. If walkers turned round at the ends, they would meet their own lane.
 */
import { makeBitmapTown } from '@foulee/testing';
import { expect, test } from 'vitest';
import { createRandom } from '../../../test/random.ts';
import { townOf } from '../../../test/stream-towns.ts';
import { NONE } from '../../core/none.ts';
import { tilesOfPicture } from '../../raster/tiles.ts';
import { makeTown, type Town } from '../../raster/town.ts';
import { bodyInWay } from './bodies.ts';
import type { StreamSettings } from './settings.ts';
import { addToStreamTown, createStreamTown, stepStreamTown, type StreamTown } from './stream-town.ts';

const LENGTH = 60;
const WIDTH = 6;
/** Metres that goals lie beyond the ends. */
const BEYOND = 300;
/** Columns at each end from which people go on at the other. */
const END = 2;
const PERIOD = LENGTH - 2 * END;

function street(): Town {
  const text = Array<string>(WIDTH).fill('p'.repeat(LENGTH)).join('\n');
  return townOf(
    text,
    [
      [-BEYOND, WIDTH / 2],
      [LENGTH + BEYOND, WIDTH / 2],
    ],
    [0, 1],
  );
}

/** Walkers on tiles drawn by chance, every second one in each direction. */
function startStreet(walkers: number, seed: number, settings: Partial<StreamSettings> = {}): StreamTown {
  const town = street();
  const run = createStreamTown(town, { capacity: walkers, seed, settings });
  const tiles = createRandom(seed).shuffle([...Array(LENGTH * WIDTH).keys()]);
  for (let i = 0; i < walkers; i++) {
    const t = tiles[i % tiles.length];
    addToStreamTown(run, { x: (t % LENGTH) + 0.5, y: Math.floor(t / LENGTH) + 0.5, goal: i % 2 });
  }
  expect(run.crowd.count).toBe(walkers);
  return run;
}

/** A step, and people at an end go on at the other. */
function stepStreet(run: StreamTown): void {
  stepStreamTown(run);
  const { crowd, maps } = run;
  for (let i = 0; i < crowd.count; i++) {
    const [x, y] = crowd.place.subarray(2 * i, 2 * i + 2);
    const isEast = crowd.goal[i] === 1;
    if (isEast ? x < LENGTH - END : x >= END) continue;
    const to = isEast ? x - PERIOD : x + PERIOD;
    if (maps.settings.avoids) {
      if (maps.human[tileOf(to, y)] !== NONE || bodyInWay(maps, crowd, i, to, y) !== NONE) continue;
      maps.human[crowd.tile[i]] = NONE;
      maps.human[tileOf(to, y)] = i;
    }
    crowd.tile[i] = tileOf(to, y);
    crowd.place[2 * i] = to;
    crowd.due[i] = 1;
  }
}

const tileOf = (x: number, y: number) => Math.floor(y) * LENGTH + Math.floor(x);

interface Traffic {
  /** Walkers per metre of width and second, over lines across the street, towards their goals. */
  flow: number;
  /** Walkers per m², and metres per second along the street, between the outer lines. */
  density: number;
  speed: number;
}

const LINES = [20, 25, 30, 35, 40];

/** @param seconds before measuring, and of measuring */
function measure(run: StreamTown, [before, seconds]: readonly [number, number]): Traffic {
  for (let k = 0; k < before * 24; k++) stepStreet(run);
  const { crowd } = run;
  let crossings = 0;
  let inside = 0;
  let way = 0;
  const old = new Float64Array(2 * crowd.count);
  for (let k = 0; k < seconds * 24; k++) {
    old.set(crowd.place.subarray(0, 2 * crowd.count));
    stepStreet(run);
    for (let i = 0; i < crowd.count; i++) {
      const [a, b] = [old[2 * i], crowd.place[2 * i]];
      // Carried over from one end to the other.
      if (Math.abs(b - a) > 1) continue;
      // Towards one's goal counts, back counts against it: both for the flow and for the speed.
      const ahead = crowd.goal[i] === 1 ? 1 : -1;
      for (const line of LINES) if (a < line !== b < line) crossings += b > a ? ahead : -ahead;
      if (a < LINES[0] || a >= LINES[4]) continue;
      inside++;
      way += ahead * (b - a);
    }
  }
  const steps = seconds * 24;
  return {
    flow: crossings / LINES.length / WIDTH / seconds,
    density: inside / steps / ((LINES[4] - LINES[0]) * WIDTH),
    speed: (way / Math.max(1, inside)) * 24,
  };
}

test('without avoidance flow grows linearly with the number of walkers', () => {
  const counts = [40, 80, 120, 160, 200, 240, 280, 320];
  const flows = counts.map((walkers) => measure(startStreet(walkers, 1, { avoids: false }), [20, 40]).flow);
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [n, q] = [mean(counts), mean(flows)];
  const [nn, nq, qq] = [0, 1, 2].map((kind) =>
    mean(counts.map((c, i) => (kind === 2 ? flows[i] - q : c - n) * (kind === 0 ? c - n : flows[i] - q))),
  );
  expect((nq * nq) / (nn * qq)).toBeGreaterThanOrEqual(0.98);
  expect(nq).toBeGreaterThan(0);
});

test('with avoidance flow rises, peaks inside and falls to half or less', () => {
  const counts = [20, 40, 60, 80, 120, 160, 200, 240, 300];
  const flows = counts.map((walkers) => {
    const each = [1, 2, 3, 4].map((seed) => measure(startStreet(walkers, seed), [20, 40]).flow);
    return each.reduce((sum, flow) => sum + flow, 0) / each.length;
  });
  const peak = flows.indexOf(Math.max(...flows));
  expect(peak).toBeGreaterThan(0);
  expect(peak).toBeLessThan(counts.length - 1);
  expect(flows[counts.length - 1]).toBeLessThanOrEqual(flows[peak] / 2);
});

test('flow is density times speed, within 5 %', () => {
  for (const [walkers, settings] of [
    [40, {}],
    [80, {}],
    [200, { avoids: false }],
  ] as const) {
    const { flow, density, speed } = measure(startStreet(walkers, 2, settings), [20, 60]);
    expect(flow).toBeGreaterThan(0.02);
    expect(Math.abs(flow / (density * speed) - 1)).toBeLessThan(0.05);
  }
});

/** Mean over walkers of ((same − opposite) / all)² of those in their row of tiles: 1 in pure lanes. */
function laneOrder({ crowd }: StreamTown): number {
  const east = new Int32Array(WIDTH);
  const all = new Int32Array(WIDTH);
  for (let i = 0; i < crowd.count; i++) {
    const row = Math.floor(crowd.place[2 * i + 1]);
    all[row]++;
    if (crowd.goal[i] === 1) east[row]++;
  }
  let sum = 0;
  for (let row = 0; row < WIDTH; row++) if (all[row] > 0) sum += (2 * east[row] - all[row]) ** 2 / all[row];
  return sum / crowd.count;
}

function meanLaneOrder(usesField: boolean, walkers: number, from: number): number {
  let sum = 0;
  for (let seed = from; seed < from + 20; seed++) {
    const run = startStreet(walkers, seed, { usesField });
    for (let second = 0; second < 50; second++) {
      for (let k = 0; k < 24; k++) stepStreet(run);
      if (second >= 40) sum += laneOrder(run) / 10 / 20;
    }
  }
  return sum;
}

test('lanes: the direction field raises their order by 0.1 at least (20 seeds)', () => {
  const withField = meanLaneOrder(true, 60, 201);
  const without = meanLaneOrder(false, 60, 201);
  expect(withField).toBeGreaterThanOrEqual(without + 0.1);
});

const picture = makeBitmapTown(160, 3);
const TOWN = makeTown(tilesOfPicture(picture.pixels, picture.width, picture.height));

test('40 to 60 % keep their direction in a town of 512 × 512 with 10,000 walkers', () => {
  const { pixels, width, height } = makeBitmapTown(512, 1);
  const run = createStreamTown(makeTown(tilesOfPicture(pixels, width, height)), { walkers: 10_000, seed: 1 });
  for (let k = 0; k < 24 * 10; k++) stepStreamTown(run);
  const { advice } = run.thinking;
  advice.asked = advice.kept = 0;
  for (let k = 0; k < 24 * 10; k++) stepStreamTown(run);
  expect(advice.kept / advice.asked).toBeGreaterThanOrEqual(0.4);
  expect(advice.kept / advice.asked).toBeLessThanOrEqual(0.6);
});

test('in free flow the way from goal to goal is straight: chord over path at least 0.9', () => {
  // All alone: members of groups get goals from their leaders, without having been there.
  const run = createStreamTown(TOWN, { walkers: 60, seed: 1, settings: { pairs: 0, bands: 0 } });
  const { crowd } = run;
  const goal = crowd.goal.slice();
  const start = crowd.place.slice();
  const path = new Float64Array(crowd.count);
  const [ratios, legs] = [[] as number[], { chord: 0, path: 0 }];
  for (let k = 0; k < 24 * 120; k++) {
    const old = crowd.place.slice();
    stepStreamTown(run);
    for (let i = 0; i < crowd.count; i++) {
      path[i] += Math.hypot(crowd.place[2 * i] - old[2 * i], crowd.place[2 * i + 1] - old[2 * i + 1]);
      if (crowd.goal[i] === goal[i]) continue;
      const chord = Math.hypot(crowd.place[2 * i] - start[2 * i], crowd.place[2 * i + 1] - start[2 * i + 1]);
      if (path[i] > 5) {
        ratios.push(chord / path[i]);
        legs.chord += chord;
        legs.path += path[i];
      }
      goal[i] = crowd.goal[i];
      path[i] = 0;
      start.set(crowd.place.subarray(2 * i, 2 * i + 2), 2 * i);
    }
  }
  expect(ratios.length).toBeGreaterThan(200);
  expect(legs.chord / legs.path).toBeGreaterThanOrEqual(0.9);
});
