/** Explaining a decision: the same as the coming step takes, told on the present state, which stays as it is. */
import { describe, expect, it } from 'vitest';
import { planOf } from '../../../test/shapes.ts';
import { buildWorld } from '../../build.ts';
import { type Profile, USUAL_PROFILE } from '../../crowd/profiles.ts';
import { PASSES, step } from '../../simulation/step.ts';
import {
  addPerson,
  createSimulation,
  resume,
  type Simulation,
  snapshot,
  stateHash,
} from '../../simulation/simulation.ts';
import { explainDecision } from '../../simulation/explain.ts';

const WORLD = buildWorld(planOf('hall', 'polygons', [[[0, 0, 20, 0, 20, 6, 0, 6]]], []));

function hall(profile: Profile): Simulation {
  const goals = [
    [19, 3],
    [1, 3],
  ].map(([x, y]) => ({ name: `${x}`, level: 0, shape: Float64Array.of(x!, y!), radius: 0.5 }));
  const itineraries = [0, 1].map((g) => ({
    name: `${g}`,
    stages: [{ goals: [g], choice: 'assigned' as const, wait: () => 0 }],
  }));
  return createSimulation(WORLD, { goals, itineraries, profiles: [profile], step: 0.1, capacity: 100 });
}

/** Two streams that meet; some of them pairs. */
function crowded(profile: Profile, areTogether: boolean): Simulation {
  const simulation = hall(profile);
  for (let k = 0; k < 40; k++) {
    const isRight = k % 2 === 0;
    const column = Math.floor(k / 10);
    const x = isRight ? 2 + 1.1 * column : 18 - 1.1 * column;
    const person = { x, y: 0.8 + 0.5 * (k % 10) + 0.07 * column, itinerary: isRight ? 0 : 1, speed: 1.1 + 0.01 * k };
    addPerson(simulation, areTogether && k % 4 < 2 ? { ...person, companions: (k >> 2) * 2 + (k % 2) } : person);
  }
  return simulation;
}

/** The velocities that the coming step decides on, by slot; of a copy. */
function decided(simulation: Simulation, profile: Profile): Float64Array {
  const other = hall(profile);
  resume(other, snapshot(simulation));
  const { crowd } = other;
  other.context.view.time = other.time;
  for (const { name, when, run } of PASSES) {
    if (when?.(other) !== false) run(other);
    if (name === 'decide') break;
  }
  return crowd.nextVelocity;
}

const columnsOf = ({ crowd }: Simulation) =>
  Object.fromEntries(
    Object.entries(crowd).map(([name, column]) => [
      name,
      ArrayBuffer.isView(column) ? (column as Float64Array).slice() : column,
    ]),
  );

describe('explaining a decision', () => {
  it.each([
    ['of those in two streams', USUAL_PROFILE, false],
    ['of those with companions', USUAL_PROFILE, true],
    ['of L04’s own walker', { ...USUAL_PROFILE, pure: true }, false],
  ] as const)('gives what the coming step decides, %s', (_, profile, areTogether) => {
    const simulation = crowded(profile, areTogether);
    let compared = 0;
    let withProposals = 0;
    for (let n = 0; n < 80; n++) {
      step(simulation);
      if (n % 8 !== 7) continue;
      const next = decided(simulation, profile);
      const { crowd } = simulation;
      for (let i = 0; i < crowd.count; i++) {
        const told = explainDecision(simulation, crowd.serial[i])!;
        expect(told.stages.at(-1)!.velocity).toEqual(told.velocity);
        const taken = told.proposals.filter(({ verdict }) => ['taken', 'accepted', 'longest'].includes(verdict));
        if (told.proposals.length > 0) {
          withProposals++;
          expect(told.proposals[0].module).toBe('wish');
          expect(told.proposals.slice(1).map(({ module }) => module)).not.toContain('wish');
          for (const { module, velocity, against, time } of told.proposals.slice(1)) {
            if (module !== 'left' && module !== 'right') continue;
            const asked = told.proposals.filter(({ meets }) => meets?.serial === against && meets.time === time);
            // Who passes somebody is as fast as it was.
            expect(asked.some((one) => Math.abs(Math.hypot(...one.velocity) - Math.hypot(...velocity)) < 1e-9)).toBe(
              true,
            );
          }
          if (!profile.pure) expect(taken.length).toBe(1);
        }
        if (!told.isThinking) continue;
        compared++;
        expect(told.velocity).toEqual([next[2 * i], next[2 * i + 1]]);
      }
    }
    expect(compared).toBeGreaterThan(100);
    expect(withProposals).toBeGreaterThan(20);
  });

  it('changes nothing', () => {
    const simulation = crowded(USUAL_PROFILE, true);
    for (let n = 0; n < 40; n++) step(simulation);
    const hash = stateHash(simulation);
    const before = columnsOf(simulation);
    const company = simulation.companions!.company.slice();
    const lists = [simulation.neighbourhood.first.slice(), simulation.neighbourhood.item.slice()];
    for (const serial of simulation.crowd.serial.subarray(0, simulation.crowd.count)) {
      explainDecision(simulation, serial);
    }
    expect(stateHash(simulation)).toBe(hash);
    expect(columnsOf(simulation)).toEqual(before);
    expect(simulation.companions!.company).toEqual(company);
    expect([simulation.neighbourhood.first, simulation.neighbourhood.item]).toEqual(lists);
    expect(explainDecision(simulation, 4711)).toBeUndefined();
  });

  it('tells who would be met, where and when, and how it gets out of it', () => {
    const simulation = hall({ ...USUAL_PROFILE, epsilon: 0 });
    // Towards each other along one line, 8 m between their middles, 1 m/s each: they touch after (8 − 0.4) / 2 = 3.8 s.
    addPerson(simulation, { x: 6, y: 3, itinerary: 0, speed: 1, radius: 0.2 });
    addPerson(simulation, { x: 14, y: 3, itinerary: 1, speed: 1, radius: 0.2 });
    step(simulation);
    const { crowd, world } = simulation;
    crowd.place.set([
      6 - world.mesh.origin[0],
      3 - world.mesh.origin[1],
      14 - world.mesh.origin[0],
      3 - world.mesh.origin[1],
    ]);
    crowd.velocity.set([1, 0, -1, 0]);
    const told = explainDecision(simulation, 0)!;
    const [met, ...others] = told.collisions;
    expect(others).toEqual([]);
    expect(met).toMatchObject({ serial: 1, kind: 'front', isAvoided: true });
    expect(met!.time).toBeCloseTo(3.8, 6);
    expect(met!.place[0] + world.mesh.origin[0]).toBeCloseTo(10, 6);
    expect(met!.place[1] + world.mesh.origin[1]).toBeCloseTo(3, 6);
    const [wish, ...answers] = told.proposals;
    expect(wish).toMatchObject({ module: 'wish', quality: 1, verdict: 'refused', meets: { serial: 1, kind: 'front' } });
    // The tangents to a circle of 0.4 m about the other, 8 m off: as fast as before, a little to the right or left.
    const right = answers.find(({ module }) => module === 'right')!;
    const left = answers.find(({ module }) => module === 'left')!;
    expect(Math.hypot(...right.velocity)).toBeCloseTo(1, 9);
    expect(right.velocity[1]).toBeLessThan(0);
    expect(left.velocity[1]).toBeGreaterThan(0);
    expect(right.against).toBe(1);
    expect(right.time).toBeCloseTo(3.8, 6);
    expect(right.velocity[0]).toBeGreaterThan(0.99);
    expect(answers.filter(({ verdict }) => verdict === 'taken').length).toBe(1);
    expect(told.stages.map(({ name }) => name)).toEqual([
      'path',
      'fan',
      'personal space',
      'avoidance',
      'sway',
      'walls',
      'headway',
      'inertia',
    ]);
  });
});
