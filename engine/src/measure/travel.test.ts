/**
 * Travel times, speeds, who is stuck; and the statistics under them, by hand and against plain formulas.
 */
import { describe, expect, it } from 'vitest';
import { GrowableFloats } from '../core/growable.ts';
import { bytesPerCall } from '../../test/oracles/allocation.ts';
import { createRandom } from '../../test/random.ts';
import { addWalker, createCrowd, removeWalker } from '../crowd/crowd.ts';
import { addNumber, createRunning, deviationOf, quantile, summarise } from './statistics.ts';
import {
  addArrival,
  addSpeeds,
  arrivedUntil,
  createSpeeds,
  createStuckTracker,
  createTravelLog,
  STUCK_SECONDS,
  trackStuck,
  travelSummary,
} from './travel.ts';

describe('statistics', () => {
  it('knows quantiles of a few numbers', () => {
    const sorted = Float64Array.of(1, 2, 4, 8);
    expect([0, 0.25, 0.5, 0.9, 1].map((share) => quantile(sorted, share))).toEqual([
      1,
      1.75,
      3,
      expect.closeTo(6.8, 12),
      8,
    ]);
    expect(quantile(Float64Array.of(5), 0.95)).toBe(5);
    expect(quantile(new Float64Array(0), 0.5)).toBeNaN();
  });

  it('equals plain formulas on random numbers, large and alike', () => {
    for (let seed = 0; seed < 30; seed++) {
      const random = createRandom(seed);
      const offset = random.pick([0, 1e6, -1e9]);
      const values = Array.from({ length: random.integer(2, 200) }, () => random.between(0, 1));
      const running = createRunning();
      for (const value of values) addNumber(running, offset + value);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1);
      expect(running.mean - offset).toBeCloseTo(mean, 5);
      expect(deviationOf(running)).toBeCloseTo(Math.sqrt(variance), 5);
      expect(running.least).toBe(offset + Math.min(...values));
      expect(running.greatest).toBe(offset + Math.max(...values));
    }
  });

  it('leaves out what is no number, and says NaN of nothing', () => {
    const values = new GrowableFloats();
    for (const value of [3, Number.NaN, 1, Infinity]) values.push(value);
    expect(summarise(values)).toMatchObject({ count: 2, mean: 2, least: 1, median: 2, greatest: 3 });
    // The order they came in is kept.
    expect(values.array[0]).toBe(3);
    expect(summarise(new GrowableFloats())).toMatchObject({ count: 0, mean: Number.NaN, median: Number.NaN });
  });
});

describe('travel', () => {
  it('sums up arrivals and draws the egress curve', () => {
    const log = createTravelLog();
    for (const [start, end] of [
      [0, 30],
      [5, 15],
      [0, 20],
      [2, 22],
    ] as const) {
      addArrival(log, start, end);
    }
    expect(travelSummary(log)).toMatchObject({ count: 4, mean: 20, least: 10, median: 20, greatest: 30 });
    expect(travelSummary(log).p95).toBeCloseTo(28.5, 12);
    expect(travelSummary(log).deviation).toBeCloseTo(Math.sqrt(200 / 3), 12);
    expect(arrivedUntil(log, [0, 15, 19.9, 20, 25, 30])).toEqual(Int32Array.of(0, 1, 1, 2, 3, 4));
  });

  it('takes speeds of the walkers there are', () => {
    const speeds = createSpeeds();
    addSpeeds(speeds, 2, Float64Array.of(3, 4, 0, 0, 99, 99));
    expect(speeds).toMatchObject({ count: 2, mean: 2.5, least: 0, greatest: 5 });
  });
});

describe('stuck', () => {
  function crowdOf(count: number) {
    const crowd = createCrowd(8);
    for (let i = 0; i < count; i++) crowd.goalCell[addWalker(crowd, 0, 10 * i, 0, 0)] = 0;
    return crowd;
  }

  it('counts who made no way for a minute, once', () => {
    const crowd = crowdOf(2);
    const tracker = createStuckTracker();
    for (let t = 0; t <= 200; t++) {
      crowd.place[0] = 0.02 * t; // slowly on: 1.2 m a minute
      crowd.place[3] = 0.3 * (t % 2); // sways on the spot
      trackStuck(tracker, crowd, t);
      expect(tracker.stuck).toBe(t < STUCK_SECONDS ? 0 : 1);
      expect(tracker.stuckNow).toBe(t < STUCK_SECONDS ? 0 : 1);
    }
    crowd.place[2] = 20;
    trackStuck(tracker, crowd, 201);
    expect(tracker.stuckNow).toBe(0);
    for (let t = 202; t < 300; t++) trackStuck(tracker, crowd, t);
    // Walker 1 once more, and now walker 0, who stopped: two walkers in all.
    expect(tracker.stuckNow).toBe(2);
    expect(tracker.stuck).toBe(2);
  });

  it('does not count who has no goal, waits, or has not started', () => {
    const crowd = crowdOf(4);
    crowd.goalCell[0] = -1;
    crowd.waitUntil[1] = 500;
    crowd.startAt[2] = 100;
    const tracker = createStuckTracker();
    for (let t = 0; t <= 150; t++) trackStuck(tracker, crowd, t);
    expect(tracker.stuck).toBe(1);
    for (let t = 151; t <= 170; t++) trackStuck(tracker, crowd, t);
    expect(tracker.stuck).toBe(2);
  });

  it('does not count who stands because it is asked to: in a queue, at its place, at a door', () => {
    const crowd = crowdOf(4);
    crowd.joinedAt[0] = 0;
    crowd.spot[1] = 7;
    crowd.admitted[2] = 2;
    const tracker = createStuckTracker();
    for (let t = 0; t <= 150; t++) trackStuck(tracker, crowd, t);
    expect(tracker.stuck).toBe(1);
    crowd.joinedAt[0] = -1;
    for (let t = 151; t <= 300; t++) trackStuck(tracker, crowd, t);
    expect(tracker.stuck).toBe(2);
  });

  it('follows walkers by serial when slots change, and grows with them', () => {
    const crowd = createCrowd(5000);
    const tracker = createStuckTracker();
    for (let i = 0; i < 3000; i++) crowd.goalCell[addWalker(crowd, 0, i, 0, 0)] = 0;
    trackStuck(tracker, crowd, 0);
    while (crowd.count > 1) removeWalker(crowd, 0); // the last one takes slot 0 at each turn
    const left = crowd.serial[0];
    expect(left).toBe(1);
    trackStuck(tracker, crowd, 30);
    trackStuck(tracker, crowd, 60);
    expect(tracker.stuck).toBe(1);
  });

  it('allocates nothing once warm, nor do speeds', () => {
    const crowd = createCrowd(1000);
    for (let i = 0; i < 1000; i++) crowd.goalCell[addWalker(crowd, 0, i, 0, 0)] = 0;
    const tracker = createStuckTracker();
    const speeds = createSpeeds();
    expect(bytesPerCall((t) => trackStuck(tracker, crowd, t))).toBeLessThan(200);
    expect(bytesPerCall(() => addSpeeds(speeds, crowd.count, crowd.velocity))).toBeLessThan(200);
  });
});
