/** What M02 found, in a busy street and in a town. */
import { makeBitmapTown } from '@foulee/testing';
import { expect, test } from 'vitest';
import { tilesOfPicture } from '../../raster/tiles.ts';
import { makeTown } from '../../raster/town.ts';
import { laneOrderLater, measureStreet, startStreet } from './busy-street.ts';
import { createStreamTown, stepStreamTown } from './stream-town.ts';
import { correlation, densities, meanAndInterval } from './town-figures.ts';

test('without avoidance flow grows linearly with the number of walkers', () => {
  const counts = [40, 80, 120, 160, 200, 240, 280, 320];
  const flows = counts.map((walkers) => measureStreet(startStreet(walkers, 1, { avoids: false }), [20, 40]).flow);
  const r = correlation(counts, flows);
  expect(r).toBeGreaterThan(0);
  expect(r * r).toBeGreaterThanOrEqual(0.98);
});

test('with avoidance flow rises, peaks inside and falls to half or less', () => {
  const counts = [20, 40, 60, 80, 120, 160, 200, 240, 300];
  const flows = counts.map((walkers) => {
    const each = [1, 2, 3, 4].map((seed) => measureStreet(startStreet(walkers, seed), [20, 40]).flow);
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
    const { flow, density, speed } = measureStreet(startStreet(walkers, 2, settings), [20, 60]);
    expect(flow).toBeGreaterThan(0.02);
    expect(Math.abs(flow / (density * speed) - 1)).toBeLessThan(0.05);
  }
});

test('lanes: the direction field raises their order by 0.1 at least, intervals of 95 % apart (20 seeds)', () => {
  const seeds = Array.from({ length: 20 }, (_, k) => 201 + k);
  const [withField, without] = [true, false].map((usesField) =>
    meanAndInterval(seeds.map((seed) => laneOrderLater(60, seed, { usesField }))),
  );
  expect(withField.mean).toBeGreaterThanOrEqual(without.mean + 0.1);
  expect(withField.mean - withField.half).toBeGreaterThan(without.mean + without.half);
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

test('where there are more goals there are more walkers: r at least 0.7 on the map of 30 × 30', () => {
  const { pixels, width, height } = makeBitmapTown(512, 1);
  const run = createStreamTown(makeTown(tilesOfPicture(pixels, width, height)), { walkers: 24_000, seed: 1 });
  // docs/stream.md counts for a minute, which takes four times as long.
  const { goals, walkers } = densities(run, 15);
  expect(goals.length).toBeGreaterThan(500);
  expect(correlation(goals, walkers)).toBeGreaterThanOrEqual(0.7);
});
