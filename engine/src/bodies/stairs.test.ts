/** Stairs: one person up and down, timed over the plan; ramps and places without stairs are as before. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../build.ts';
import { advance, createRun, isOver } from '../run/run.ts';
import { inlinePlan } from '../scenario/parse-environment.ts';
import { parseScenario } from '../scenario/parse-scenario.ts';
import { findStairs } from './stairs.ts';

const box = (x0: number, x1: number) => ({ box: [x0, 0, x1, 2] });

/** 10 m of floor, a link of 10 m, 10 m of floor a storey higher; `corners` in either direction. */
function scenarioWith(kind: string, isUp: boolean, profile: object, isTurned = false) {
  const corners = [
    [10, 2],
    [10, 0],
    [20, 0],
    [20, 2],
  ];
  return parseScenario({
    environment: {
      levels: {
        low: { walkable: [box(0, 10)] },
        high: { elevation: 6, walkable: [box(20, 30)] },
      },
      links: {
        way: {
          kind,
          lower: 'low',
          upper: 'high',
          corners: isTurned ? [corners[1], corners[0], corners[3], corners[2]] : corners,
        },
      },
    },
    profiles: { person: { sway: 0, ...profile } },
    walkers: [isUp ? { at: [2, 1], level: 'low' } : { at: [28, 1], level: 'high' }],
    goals: { end: { at: isUp ? [29, 1] : [1, 1], level: isUp ? 'high' : 'low' } },
    duration: 200,
  });
}

/** Metres per second between x = 12 and x = 18. */
function speedOnLink(kind: string, isUp: boolean, profile: object, isTurned = false): number {
  const scenario = scenarioWith(kind, isUp, profile, isTurned);
  if (scenario.environment.kind !== 'inline') throw new Error('the place is in the scenario');
  const run = createRun(scenario, buildWorld(inlinePlan(scenario.environment, 'stairs')));
  let steps = 0;
  let way = 0;
  let before = Number.NaN;
  while (!isOver(run)) {
    advance(run);
    const { crowd } = run.simulation;
    const x = crowd.count === 0 ? Number.NaN : crowd.place[0] + run.original.origin[0];
    if (x > 12 && x < 18 && before > 12 && before < 18) {
      way += Math.abs(x - before);
      steps++;
    }
    before = x;
  }
  expect(run.simulation.counts.arrived).toBe(1);
  return way / (steps * run.simulation.step);
}

describe('stairs', () => {
  it.each([false, true])('slow people down as the profile says, up and down, corners turned: %s', (isTurned) => {
    const profile = { speed: 1.2, stairs: { up: 0.5, down: 0.75 } };
    expect(speedOnLink('stairs', true, profile, isTurned)).toBeCloseTo(0.6, 2);
    expect(speedOnLink('stairs', false, profile, isTurned)).toBeCloseTo(0.9, 2);
  });

  it('take Fruin’s speeds where nothing is said: 0.50–0.55 m/s up, 0.65–0.76 m/s down for 1.34', () => {
    const up = speedOnLink('stairs', true, { speed: 1.34 });
    const down = speedOnLink('stairs', false, { speed: 1.34 });
    expect(up).toBeGreaterThan(0.5);
    expect(up).toBeLessThan(0.55);
    expect(down).toBeGreaterThan(0.65);
    expect(down).toBeLessThan(0.76);
  });

  it('one way may be said alone', () => {
    expect(scenarioWith('stairs', true, { stairs: { up: 0.3 } }).profiles[0].stairs).toEqual({ up: 0.3, down: 0.55 });
  });

  it.each(['ramp', 'escalator', 'lift'])('a %s does not', (kind) => {
    expect(speedOnLink(kind, true, { speed: 1.2 })).toBeCloseTo(1.2, 2);
  });

  it('are not looked for where there are none', () => {
    const scenario = parseScenario({ environment: { walkable: [box(0, 10)] } });
    if (scenario.environment.kind !== 'inline') throw new Error('the place is in the scenario');
    const world = buildWorld(inlinePlan(scenario.environment, 'floor'));
    expect(findStairs(world.mesh, world.plan.links)).toBeUndefined();
  });

  it('tells of factors that are none, with the field', () => {
    expect(() => scenarioWith('stairs', true, { stairs: { up: 0 } })).toThrow(/profiles\.person\.stairs\.up is 0/);
    expect(() => scenarioWith('stairs', true, { stairs: { upp: 1 } })).toThrow(/did you mean "up"/);
  });
});
