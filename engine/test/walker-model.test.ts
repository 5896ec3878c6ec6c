/** The seam for walkers: a second model walks, and a column of a model is sorted, saved and hashed like all others. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import { ints } from '../src/crowd/column.ts';
import { createCrowdLike, orderWalkers } from '../src/crowd/crowd.ts';
import { explainDecision } from '../src/simulation/explain.ts';
import {
  addPerson,
  createSimulation,
  resume,
  type Simulation,
  snapshot,
  stateHash,
} from '../src/simulation/simulation.ts';
import { step } from '../src/simulation/step.ts';
import { tallied } from '../src/simulation/team.ts';
import type { WalkerModel } from '../src/walkers/model.ts';
import { modelNamed } from '../src/walkers/models.ts';
import { REACTIVE } from '../src/walkers/reactive/reactive.ts';
import { planOf } from './shapes.ts';
import { STRAIGHT, type StraightCrowd } from './straight-model.ts';

/** Two rooms, and a door of a metre in the wall between them at x = 10. */
const ROOMS = [0, 0, 10, 0, 10, 4, 10.2, 4, 10.2, 0, 20, 0, 20, 9, 10.2, 9, 10.2, 5, 10, 5, 10, 9, 0, 9];
const WORLD = buildWorld(planOf('rooms', 'polygons', [[ROOMS]], []));

function rooms(model: WalkerModel, withoutContact = false): Simulation {
  const simulation = createSimulation(WORLD, {
    model,
    goals: [
      {
        name: 'far',
        level: 0,
        shape: Float64Array.of(18 - WORLD.mesh.origin[0], 2 - WORLD.mesh.origin[1]),
        radius: 0.5,
      },
    ],
    itineraries: [{ name: 'there', stages: [{ goals: [0], choice: 'assigned', wait: () => 0 }] }],
    capacity: 20,
    withoutContact,
  });
  for (let k = 0; k < 8; k++)
    addPerson(simulation, { x: 2 + 0.6 * (k % 4), y: 2 + 4 * (k % 2), itinerary: 0, speed: 1.3 });
  return simulation;
}

describe('a second walker model', () => {
  it('walks its people to their goals, with bodies that touch or without', () => {
    for (const withoutContact of [false, true]) {
      const simulation = rooms(STRAIGHT, withoutContact);
      let steps = 0;
      for (; simulation.crowd.count > 0 && steps < 600; steps++) step(simulation);
      expect(simulation.counts.arrived).toBe(8);
      // 14 to 17 m at 1.3 m/s: people who ignore each other arrive as fast as if each were alone.
      if (withoutContact) expect(steps / 10).toBeLessThan(20);
      expect(tallied(simulation.tally, 'steps')).toBeGreaterThan(8 * 100);
      expect(tallied(simulation.tally, 'boundHits')).toBe(0);
    }
  });

  it('goes on from a snapshot to the same state, its own columns included', () => {
    const whole = rooms(STRAIGHT);
    for (let n = 0; n < 60; n++) step(whole);
    const half = rooms(STRAIGHT);
    for (let n = 0; n < 30; n++) step(half);
    const other = rooms(STRAIGHT);
    resume(other, snapshot(half));
    for (let n = 0; n < 30; n++) step(other);
    expect(stateHash(other)).toBe(stateHash(whole));
    expect((other.crowd as StraightCrowd).walked[0]).toBe(60);
  });

  it('explains nothing, and says so', () => {
    const simulation = rooms(STRAIGHT);
    step(simulation);
    expect(explainDecision(simulation, 0)).toBeUndefined();
    expect(explainDecision(rooms(REACTIVE), 0)?.stages[0].name).toBe('path');
  });

  it('is found by its name, or the names there are are told', () => {
    expect(modelNamed('reactive')).toBe(REACTIVE);
    expect(() => modelNamed('straight')).toThrow(/no walker model "straight".*reactive/s);
    expect(modelNamed('straight', [REACTIVE, STRAIGHT])).toBe(STRAIGHT);
  });
});

describe('one column more', () => {
  const moody: WalkerModel = { ...REACTIVE, columns: { ...REACTIVE.columns, mood: ints(1, 'state', 5) } };
  const moodOf = ({ crowd }: Simulation) => (crowd as unknown as { mood: Int32Array }).mood;

  it('has its initial value, and is part of the hash', () => {
    const [one, other] = [rooms(moody), rooms(moody)];
    expect([...moodOf(one).subarray(0, 9)]).toEqual([5, 5, 5, 5, 5, 5, 5, 5, 0]);
    expect(stateHash(one)).toBe(stateHash(other));
    moodOf(other)[3] = 6;
    expect(stateHash(one)).not.toBe(stateHash(other));
  });

  it('is saved, restored and sorted with its walker', () => {
    const simulation = rooms(moody);
    const { crowd } = simulation;
    for (let i = 0; i < crowd.count; i++) moodOf(simulation)[i] = 100 + crowd.serial[i];
    const taken = snapshot(simulation);
    const hash = stateHash(simulation);
    orderWalkers(crowd, Int32Array.of(3, 1, 0, 2, 7, 6, 5, 4), createCrowdLike(crowd, crowd.capacity));
    expect(crowd.serial[0]).toBe(3);
    expect([...moodOf(simulation).subarray(0, 8)]).toEqual([103, 101, 100, 102, 107, 106, 105, 104]);
    expect(stateHash(simulation)).toBe(hash);
    const other = rooms(moody);
    resume(other, taken);
    expect([...moodOf(other).subarray(0, 8)]).toEqual([100, 101, 102, 103, 104, 105, 106, 107]);
    expect(stateHash(other)).toBe(hash);
  });

  it('that is only worked with is neither saved nor hashed', () => {
    const working: WalkerModel = { ...REACTIVE, columns: { ...REACTIVE.columns, mood: ints(1, 'working', 5) } };
    const simulation = rooms(working);
    const hash = stateHash(simulation);
    moodOf(simulation)[2] = 9;
    expect(stateHash(simulation)).toBe(hash);
    const other = rooms(working);
    resume(other, snapshot(simulation));
    expect(moodOf(other)[2]).toBe(5);
  });
});
