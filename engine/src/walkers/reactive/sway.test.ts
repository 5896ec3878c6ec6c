/** Swaying: how much a lone walker's speed and direction vary, and that nobody loses time, drifts or leaves the way by it. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../../build.ts';
import { planOf } from '../../../test/shapes.ts';
import { step } from '../../simulation/step.ts';
import { addPerson, createSimulation } from '../../simulation/simulation.ts';
import { USUAL_PROFILE } from '../../crowd/profiles.ts';
import { wander } from './sway.ts';

const WORLD = buildWorld(planOf('corridor', 'polygons', [[[0, 0, 60, 0, 60, 2, 0, 2]]], []));
const [ORIGIN_X, ORIGIN_Y] = WORLD.mesh.origin;

/** Steps that somebody alone takes from x = 5 to 45, and at each its speed over half a second and its distance from the middle. */
function walk(sway: number, keepSide = USUAL_PROFILE.keepSide) {
  const simulation = createSimulation(WORLD, {
    goals: [{ name: 'end', level: 0, shape: Float64Array.of(59 - ORIGIN_X, 1 - ORIGIN_Y), radius: 0.5 }],
    itineraries: [{ name: 'there', stages: [{ goals: [0], choice: 'assigned', wait: () => 0 }] }],
    profiles: [{ ...USUAL_PROFILE, sway, keepSide }],
  });
  addPerson(simulation, { x: 1, y: 1, itinerary: 0, speed: 1.3 });
  const { crowd } = simulation;
  const x: number[] = [];
  const aside: number[] = [];
  for (;;) {
    step(simulation);
    const now = crowd.place[0] + ORIGIN_X;
    if (now > 45) break;
    if (now < 5) continue;
    x.push(now);
    aside.push(crowd.place[1] + ORIGIN_Y - 1);
  }
  const speeds = x.slice(5).map((now, k) => (now - x[k]) / 0.5);
  return { x, aside, speeds };
}

/** Largest less smallest speed of each second, the mean of all. */
function rangeOf(speeds: readonly number[]): number {
  let sum = 0;
  let seconds = 0;
  for (let k = 0; k + 10 <= speeds.length; k += 10, seconds++) {
    sum += Math.max(...speeds.slice(k, k + 10)) - Math.min(...speeds.slice(k, k + 10));
  }
  return sum / seconds;
}

describe('swaying', () => {
  it('varies the speed of somebody alone by a tenth of a metre a second, costs no time, and keeps in the middle', () => {
    const { x, aside, speeds } = walk(USUAL_PROFILE.sway);
    expect(rangeOf(speeds)).toBeGreaterThan(0.07);
    expect(rangeOf(speeds)).toBeLessThan(0.18);
    expect((x.at(-1)! - x[0]) / (0.1 * (x.length - 1))).toBeCloseTo(1.3, 1.5);
    expect(Math.max(...aside.map(Math.abs))).toBeLessThan(0.15);
    expect(Math.max(...aside.map(Math.abs))).toBeGreaterThan(0.005);
  });

  it('is left out by 0', () => {
    const { aside, speeds } = walk(0);
    expect(rangeOf(speeds)).toBeLessThan(1e-9);
    expect(Math.max(...aside.map(Math.abs))).toBeLessThan(1e-9);
  });

  it('is a mirror image for those who keep left', () => {
    const right = walk(USUAL_PROFILE.sway);
    const left = walk(USUAL_PROFILE.sway, -USUAL_PROFILE.keepSide);
    expect(left.x.length).toBe(right.x.length);
    left.x.forEach((now, k) => expect(now).toBeCloseTo(right.x[k], 9));
    left.aside.forEach((now, k) => expect(now).toBeCloseTo(-right.aside[k], 9));
  });
});

describe('wandering', () => {
  it('is smooth, within ±1, gives back what it took, and differs from one to another', () => {
    for (const number of [0, 1, 2, 3, 1000, 2 ** 30]) {
      let sum = 0;
      let largest = 0;
      for (let k = 0; k < 4000; k++) {
        const now = wander(number, k / 20);
        expect(Math.abs(now)).toBeLessThanOrEqual(1);
        expect(Math.abs(wander(number, (k + 1) / 20) - now)).toBeLessThan(0.16);
        expect(wander(number + 1, k / 20)).not.toBe(now);
        sum += now;
        largest = Math.max(largest, Math.abs(now));
        // Never further ahead than what two units of time bring.
        expect(Math.abs(sum / 20)).toBeLessThan(2);
      }
      expect(largest).toBeGreaterThan(0.9);
    }
  });
});
