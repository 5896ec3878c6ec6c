/** People with knowledge look, learn and plan without leaving much to be collected. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import type { Itinerary } from '../src/crowd/goals/goals.ts';
import { USUAL_PROFILE } from '../src/crowd/profiles.ts';
import { type Knowing, USUAL_KNOWING } from '../src/knowledge/knowledge.ts';
import { countForPerception, lookAndLearn } from '../src/simulation/know.ts';
import { addPerson, createSimulation, type Simulation } from '../src/simulation/simulation.ts';
import { step } from '../src/simulation/step.ts';
import { bytesPerCall } from './oracles/allocation.ts';
import { planOf, rectangle } from './shapes.ts';

const PEOPLE = 60;

/** People who walk to and fro between six goals in a hall with 49 columns, ten seconds after they came. */
function hall(knowing: Knowing | undefined): Simulation {
  const columns = Array.from({ length: 49 }, (_, k) => {
    const [x, y] = [k % 7, Math.floor(k / 7)].map((n) => 3.5 + 7.5 * n);
    return [rectangle(x, y, x + 0.8, y + 0.8)];
  });
  const world = buildWorld(planOf('hall', 'polygons', [[rectangle(0, 0, 52, 52)]], columns));
  const [ox, oy] = world.mesh.origin;
  const goals = Array.from({ length: 6 }, (_, g) => {
    const shape = Float64Array.of(2 + 48 * (g % 2) - ox, 2 + 22 * Math.floor(g / 2) - oy);
    return { name: `goal ${g}`, level: 0, shape, radius: 1 };
  });
  const itineraries = goals.map(({ name }, g): Itinerary => {
    const stages = Array.from({ length: 40 }, (_, k) => {
      return { goals: [(g + k) % goals.length], choice: 'nearest' as const, wait: () => 0 };
    });
    return { name, stages };
  });
  const simulation = createSimulation(world, {
    goals,
    itineraries,
    profiles: [USUAL_PROFILE],
    capacity: PEOPLE,
    knowledge: { profiles: [knowing], signs: [], seed: 1 },
  });
  for (let k = 0; k < PEOPLE; k++)
    addPerson(simulation, { x: 1.5 + 7.5 * (k % 7), y: 1.5 + 5.5 * Math.floor(k / 7), itinerary: k % goals.length });
  for (let n = 0; n < 100; n++) step(simulation);
  return simulation;
}

describe.each(['nothing', 'everything'] as const)(
  'what a step leaves to be collected, knowing %s at first',
  (start) => {
    const knowing = hall({ ...USUAL_KNOWING, start });
    const other = hall(undefined);

    it('is hardly more than without knowledge', () => {
      const more = bytesPerCall(() => step(knowing)) - bytesPerCall(() => step(other));
      expect(more).toBeLessThan(50 * PEOPLE);
    });

    it('is nothing of looking and learning, but for a number or two', () => {
      expect(bytesPerCall(() => countForPerception(knowing))).toBeLessThan(100);
      // Twelve of them look in each step.
      const look = () => {
        knowing.steps++;
        lookAndLearn(knowing);
      };
      expect(bytesPerCall(look)).toBeLessThan(2 * 16 * (PEOPLE / knowing.knowledge!.every));
      expect(knowing.crowd.count).toBe(PEOPLE);
    });
  },
);
