/** When people think: three times a second, each in its turn; in between they go on as they wished and mind what is right before them. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../../build.ts';
import { planOf } from '../../../test/shapes.ts';
import { step } from '../../simulation/step.ts';
import { addPerson, createSimulation, type Simulation } from '../../simulation/simulation.ts';
import { USUAL_PROFILE } from '../../crowd/profiles.ts';
import type { ReactiveCrowd } from './columns.ts';

const WORLD = buildWorld(planOf('hall', 'polygons', [[[0, 0, 40, 0, 40, 40, 0, 40]]], []));

/** People at (10, 10 + 3k) who walk to (30, 10 + 3k). */
function hall(people: number, isPure = false, seconds = 0.1): Simulation {
  const rows = Array.from({ length: people }, (_, k) => 10 + 3 * k);
  const simulation = createSimulation(WORLD, {
    goals: rows.map((y) => ({ name: `${y}`, level: 0, shape: Float64Array.of(30, y), radius: 0.5 })),
    itineraries: rows.map((y, k) => ({ name: `${y}`, stages: [{ goals: [k], choice: 'assigned', wait: () => 0 }] })),
    profiles: [{ ...USUAL_PROFILE, sway: 0, pure: isPure }],
    step: seconds,
    capacity: 10,
  });
  for (const [k, y] of rows.entries()) addPerson(simulation, { x: 10, y, itinerary: k, speed: 1.3 });
  for (let n = 0; n < 20; n++) step(simulation);
  return simulation;
}

/** After how many steps each notices that its goal is elsewhere: straight up. */
function stepsToNotice(simulation: Simulation): number[] {
  const { crowd } = simulation;
  const slots = [...crowd.serial.subarray(0, crowd.count).keys()];
  for (const i of slots) crowd.goal.set([crowd.place[2 * i], crowd.place[2 * i + 1] + 10], 2 * i);
  const noticed = slots.map(() => 0);
  for (let n = 1; n <= 12; n++) {
    step(simulation);
    for (const i of slots) if (noticed[i] === 0 && crowd.aim[2 * i + 1] > 0.9) noticed[i] = n;
  }
  return noticed;
}

describe('thinking', () => {
  it('three times a second, each in its turn', () => {
    const noticed = stepsToNotice(hall(3));
    expect(noticed.toSorted()).toEqual([1, 2, 3]);
    expect(stepsToNotice(hall(3, false, 0.05)).every((steps) => steps >= 1 && steps <= 6)).toBe(true);
    expect(stepsToNotice(hall(3, false, 0.3))).toEqual([1, 1, 1]);
  });

  it('in every step in L04’s own walker', () => {
    expect(stepsToNotice(hall(3, true))).toEqual([1, 1, 1]);
  });

  it('in between, walks on as it wished', () => {
    const simulation = hall(1);
    const crowd = simulation.crowd as ReactiveCrowd;
    for (let n = 0; n < 3; n++) {
      step(simulation);
      expect(crowd.wish[0]).toBeCloseTo(1.3, 9);
      expect(crowd.velocity[0]).toBeCloseTo(1.3, 9);
    }
    crowd.wish.set([0, 1.3]);
    // It turns aside until it thinks again.
    const turned = [0, 0, 0].map(() => {
      step(simulation);
      return crowd.velocity[1] > 0.1;
    });
    expect(turned.filter(Boolean).length).toBeGreaterThan(0);
    for (let n = 0; n < 3; n++) step(simulation);
    expect(crowd.wish[0]).toBeGreaterThan(1.2);
  });

  it('in between, stops before somebody who is suddenly there', () => {
    // Whatever the moment: the next step brakes by as much as a body can.
    for (let moment = 0; moment < 3; moment++) {
      const simulation = hall(1);
      const { crowd } = simulation;
      for (let n = 0; n < moment; n++) step(simulation);
      addPerson(simulation, { x: crowd.place[0] + WORLD.mesh.origin[0] + 0.5, y: 10, itinerary: 0, startAt: 1e9 });
      step(simulation);
      expect(crowd.velocity[0]).toBeLessThan(1.3 - 0.29);
    }
  });
});
