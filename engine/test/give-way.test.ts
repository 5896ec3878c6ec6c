/** Two streams that meet where only one person can pass: one walks back, and everybody arrives. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import { type Profile, USUAL_PROFILE } from '../src/crowd/profiles.ts';
import { addPerson, createSimulation, type Simulation } from '../src/simulation/simulation.ts';
import { planOf } from './shapes.ts';
import { goalAt, itineraryTo, watch } from './watched-run.ts';

/** Two rooms of 8 × 8 m and a passage 4 m long between them; people in both who want into the other. */
function rooms(width: number, people: number, radius = 0.2, change: Partial<Profile> = {}): Simulation {
  const [low, high] = [4 - width / 2, 4 + width / 2];
  const outline = [0, 0, 8, 0, 8, low, 12, low, 12, 0, 20, 0, 20, 8, 12, 8, 12, high, 8, high, 8, 8, 0, 8];
  const world = buildWorld(planOf('rooms', 'polygons', [[outline]], []));
  const simulation = createSimulation(world, {
    goals: [goalAt(world, [19, 0.5, 19, 7.5]), goalAt(world, [1, 0.5, 1, 7.5])],
    itineraries: [itineraryTo(0), itineraryTo(1)],
    profiles: [{ ...USUAL_PROFILE, ...change }],
    capacity: 100,
  });
  for (let k = 0; k < people; k++) {
    const y = 1.5 + 1.1 * (k % 5);
    const x = 5 - 1.1 * Math.floor(k / 5);
    addPerson(simulation, { x, y, radius, itinerary: 0, speed: 1.2 + 0.03 * k });
    addPerson(simulation, { x: 20 - x, y: y + 0.2, radius, itinerary: 1, speed: 1.3 - 0.02 * k });
  }
  return simulation;
}

describe('giving way in a passage too narrow for two', () => {
  it.each([
    [0.5, 5, 0.2],
    [0.6, 1, 0.2],
    [0.6, 5, 0.2],
    [0.7, 10, 0.2],
    // Wheelchairs.
    [1.2, 2, 0.35],
  ])('%f m wide, %i people each way, radius %f m', (width, people, radius) => {
    const simulation = rooms(width, people, radius);
    const { arrived, deepest } = watch(simulation, 400);
    expect(arrived).toBe(2 * people);
    expect(deepest).toBeLessThan(0.02);
  });

  it('is what does it: walkers of L04 alone block the passage for good', () => {
    // 0.1 m for two centres: with shoulders turned, too, their cores do not pass each other.
    const simulation = rooms(0.5, 5, 0.2, { pure: true });
    expect(watch(simulation, 200).arrived).toBeLessThan(10);
  });

  it('is not for wide passages: nobody walks back in one of 2 m', () => {
    const simulation = rooms(2, 10);
    const { crowd } = simulation;
    let back = 0;
    watch(simulation, 200, () => {
      for (let i = 0; i < crowd.count; i++) {
        const along =
          crowd.nextAim[2 * i] * crowd.velocity[2 * i] + crowd.nextAim[2 * i + 1] * crowd.velocity[2 * i + 1];
        if (along < -0.3) back++;
      }
    });
    expect(crowd.count).toBe(0);
    expect(back).toBeLessThan(10);
  });
});
