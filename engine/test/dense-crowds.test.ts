/**
 * Whole runs of dense crowds: every step judged by code that knows nothing of the engine, and what must not matter: which way the
 * place lies, on which hand people keep, how long a step is, in which slots people are.
 */
import { describe, expect, it } from 'vitest';
import { createCrowdLike, orderWalkers } from '../src/crowd/crowd.ts';
import type { ReactiveCrowd } from '../src/walkers/reactive/columns.ts';
import { type Profile, USUAL_PROFILE } from '../src/crowd/profiles.ts';
import { step } from '../src/simulation/step.ts';
import { type Simulation, stateHash } from '../src/simulation/simulation.ts';
import {
  AS_IT_IS,
  circleScene,
  counterFlowScene,
  crossingScene,
  type DenseScene,
  doorScene,
  fileScene,
  MIRRORED,
  type Moved,
  simulationOf,
  TURNED,
} from './dense-scenes.ts';
import { createRandom } from './random.ts';
import { type Watched, watch } from './watched-run.ts';

const SCENES: [string, DenseScene][] = [
  ['door', doorScene(0.7, 100, 1)],
  ['counter-flow', counterFlowScene(2, 1)],
  ['crossing', crossingScene(40, 1)],
  ['circle', circleScene(100, 12, 1)],
  ['single file', fileScene(30, 1)],
];
const SEEDS = [1, 2, 3];

/** Persons per second, over the middle 60 % of those who left. */
function flowOf({ leftAt }: Watched): number {
  const times = [...leftAt.values()].sort((a, b) => a - b);
  const [first, last] = [Math.floor(0.2 * times.length), Math.floor(0.8 * times.length)];
  return (last - first) / (times[last] - times[first]);
}

/** Persons per second through a door of 1 m. */
function doorFlow(moved: Moved = AS_IT_IS, change: Partial<Profile> = {}, seconds = 0.1): number {
  const runs = SEEDS.map((seed) => watch(simulationOf(doorScene(1, 100, seed), moved, change, seconds), 120));
  for (const { arrived } of runs) expect(arrived).toBe(100);
  return mean(runs.map(flowOf));
}

/** Of the place as it is: what others are compared with. */
let usual = Number.NaN;
function usualFlow(): number {
  if (Number.isNaN(usual)) usual = doorFlow();
  return usual;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Where everybody is, by serial; NaN for those who left. */
function placesOf({ crowd, world }: Simulation): [number, number][] {
  const [x, y] = world.mesh.origin;
  const places = Array.from({ length: crowd.nextSerial }, (): [number, number] => [Number.NaN, Number.NaN]);
  for (let i = 0; i < crowd.count; i++) {
    places[crowd.serial[i]] = [crowd.place[2 * i] + x, crowd.place[2 * i + 1] + y];
  }
  return places;
}

/** Metres between where people are in one run and in the other, moved. */
function apart(one: Simulation, other: Simulation, moved: Moved): number[] {
  const places = placesOf(other);
  return placesOf(one).map(([x, y], serial) => {
    const [wantedX, wantedY] = moved(x, y);
    return Math.hypot(wantedX - places[serial][0], wantedY - places[serial][1]);
  });
}

function stepBoth(one: Simulation, other: Simulation, steps: number): void {
  for (let k = 0; k < steps; k++) {
    step(one);
    step(other);
  }
}

describe('every step is right, and everybody arrives', () => {
  it.each(SCENES)('%s', (_, scene) => {
    const { arrived, seconds, deepest } = watch(simulationOf(scene), 120);
    expect(arrived).toBe(scene.people.length);
    expect(seconds).toBeLessThan(120);
    expect(deepest).toBeLessThan(0.02);
  });

  it('a file stays in its order', () => {
    const { leftAt } = watch(simulationOf(fileScene(30, 2)), 120);
    expect([...leftAt.keys()]).toEqual(Array.from({ length: 30 }, (_, k) => k));
  });
});

describe('mirrored, and keeping to the other side', () => {
  const { keepSide } = USUAL_PROFILE;

  it.each(SCENES)('%s: the mirrored ways for a second', (_, scene) => {
    const one = simulationOf(scene);
    const other = simulationOf(scene, MIRRORED, { keepSide: -keepSide });
    stepBoth(one, other, 10);
    expect(Math.max(...apart(one, other, MIRRORED))).toBeLessThan(1e-9);
  });

  it('but not where the side stays', () => {
    const one = simulationOf(counterFlowScene(2, 1));
    const other = simulationOf(counterFlowScene(2, 1), MIRRORED);
    stepBoth(one, other, 10);
    expect(Math.max(...apart(one, other, MIRRORED))).toBeGreaterThan(0.05);
  });

  it('as many pass a door a second', () => {
    const ratio = doorFlow(MIRRORED, { keepSide: -keepSide }) / usualFlow();
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  });

  it('lanes of a counter-flow are on the one hand, on the other, or on any', () => {
    /** Metres to the right of one's own direction after 5 s, the mean of those still there. */
    const offset = (side: number) => {
      const scene = counterFlowScene(1, 1);
      const simulation = simulationOf(scene, AS_IT_IS, { keepSide: side });
      for (let k = 0; k < 50; k++) step(simulation);
      const offsets = placesOf(simulation).map(([, y], serial) => (scene.people[serial].goal === 0 ? -y : y));
      return mean(offsets.filter(Number.isFinite));
    };
    expect(offset(keepSide)).toBeGreaterThan(0.2);
    expect(offset(-keepSide)).toBeLessThan(-0.2);
    // By chance, some of it.
    expect(Math.abs(offset(0))).toBeLessThan(offset(keepSide) / 2);
  });
});

describe('turned by a right angle, and somewhere else', () => {
  // At a velocity that just passes somebody, the last bits decide: runs part from there on, by centimetres first.
  it.each(SCENES)('%s: the same ways at first', (_, scene) => {
    const one = simulationOf(scene);
    const other = simulationOf(scene, TURNED);
    stepBoth(one, other, 1);
    expect(Math.max(...apart(one, other, TURNED))).toBeLessThan(1e-9);
    stepBoth(one, other, 9);
    const after = apart(one, other, TURNED);
    expect(mean(after)).toBeLessThan(0.05);
    expect(Math.max(...after)).toBeLessThan(0.5);
  });

  it('as many pass a door a second', () => {
    const ratio = doorFlow(TURNED) / usualFlow();
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  });

  it('two streams that meet are through as soon', () => {
    const seconds = (moved: Moved) =>
      mean(SEEDS.map((seed) => mean([...watch(simulationOf(counterFlowScene(2, seed), moved), 120).leftAt.values()])));
    const ratio = seconds(TURNED) / seconds(AS_IT_IS);
    expect(ratio).toBeGreaterThan(0.85);
    expect(ratio).toBeLessThan(1.15);
  });
});

describe('steps of half the length', () => {
  it('let as many pass a door a second', () => {
    const ratio = doorFlow(AS_IT_IS, {}, 0.05) / usualFlow();
    expect(ratio).toBeGreaterThan(0.9);
    expect(ratio).toBeLessThan(1.1);
  });
});

describe('the same bytes', () => {
  function hashAfter(simulation: Simulation, steps: number): string {
    for (let k = 0; k < steps; k++) step(simulation);
    return stateHash(simulation);
  }

  it.each(SCENES)('%s: with slots in any order', (_, scene) => {
    for (const seed of [1, 2]) {
      const random = createRandom(seed);
      const shuffled = simulationOf(scene);
      const spare = createCrowdLike(shuffled.crowd, shuffled.crowd.capacity);
      for (let k = 0; k < 60; k++) {
        const slots = Array.from({ length: shuffled.crowd.count }, (__, i) => i);
        orderWalkers(shuffled.crowd, Int32Array.from(random.shuffle(slots)), spare);
        step(shuffled);
      }
      expect(stateHash(shuffled)).toBe(hashAfter(simulationOf(scene), 60));
    }
  });

  it('others for other people', () => {
    const hashes = [1, 2].map((seed) => hashAfter(simulationOf(counterFlowScene(2, seed)), 20));
    expect(hashes[0]).not.toBe(hashes[1]);
  });
});

describe('who stands', () => {
  it('forgets that it was held up, and where it swerved to', () => {
    const simulation = simulationOf(doorScene(1, 2, 1));
    const { crowd } = simulation;
    const { held, swerve } = crowd as ReactiveCrowd;
    held.set([2, 2]);
    crowd.startAt[1] = 60;
    step(simulation);
    expect(held[0]).toBeGreaterThan(1.5);
    expect(held[1]).toBe(0);
    expect(swerve[1]).toBe(0);
  });
});

describe('stages left out', () => {
  const dense = counterFlowScene(2, 1);
  const others = { follow: 0.1, push: 2, courtesy: 1.5, keepSide: -1 };
  // Swaying is not told apart here: who keeps left sways as the mirror image of who keeps right.
  function run(change: Partial<Profile>, scene = dense): string {
    const simulation = simulationOf(scene, AS_IT_IS, { sway: 0, ...change });
    for (let k = 0; k < 60; k++) step(simulation);
    return stateHash(simulation);
  }

  it('pure: nothing that belongs to them matters', () => {
    const plain = run({ pure: true });
    expect(run({ pure: true, timeGap: 0, swerve: 0, ...others })).toBe(plain);
    expect(run({ pure: true, timeGap: 3 })).toBe(plain);
    expect(run({ pure: true, sway: 0.3 })).toBe(plain);
    expect(run({ pure: true, reactionTime: 0.2 })).not.toBe(plain);
    expect(run({})).not.toBe(plain);
  });

  it('a time gap of 0: neither headway nor fan, whatever else is said', () => {
    const plain = run({ timeGap: 0 });
    expect(run({ timeGap: 0, swerve: 0, ...others })).toBe(plain);
    expect(run({})).not.toBe(plain);
  });

  it('a swerve of 0: the side does not matter, the rest does', () => {
    // Streams that cross: of those who only meet head-on, courtesy is no matter.
    const crossed = crossingScene(40, 1);
    const plain = run({ swerve: 0 }, crossed);
    expect(run({ swerve: 0, keepSide: -1 }, crossed)).toBe(plain);
    for (const change of [{ push: 0 }, { follow: 0 }, { courtesy: 0 }, { timeGap: 0 }]) {
      expect(run({ swerve: 0, ...change }, crossed)).not.toBe(plain);
    }
  });

  /** One alone, or two who meet 0.3 m beside each other's line, in a hall without walls near. */
  const few = (people: number): DenseScene => ({
    floor: [[-20, -20, 20, -20, 20, 20, -20, 20]],
    goals: [
      [10, 0],
      [-10, 0.3],
    ],
    people: Array.from({ length: people }, (_, k) => ({
      at: [k === 0 ? -8 : 8, 0.3 * k],
      goal: k,
      radius: 0.2,
      speed: 1.3 + 0.1 * k,
    })),
  });
  /** Where everybody is after each of 100 steps. */
  function wayOf(scene: DenseScene, change: Partial<Profile>): number[] {
    const simulation = simulationOf(scene, AS_IT_IS, { sway: 0, ...change });
    // In full stride: `pure` starts faster.
    scene.people.forEach(({ goal, speed }, k) => (simulation.crowd.velocity[2 * k] = goal === 0 ? speed : -speed));
    return Array.from({ length: 100 }, () => {
      step(simulation);
      return placesOf(simulation);
    }).flat(2);
  }

  /** The largest difference of any coordinate. */
  function metresApart(way: readonly number[], other: readonly number[]): number {
    expect(way.length).toBe(other.length);
    return Math.max(...way.map((value, k) => Math.abs(value - other[k])));
  }

  it('are not missed by one alone: pure, or not, or with a time gap of 0, it walks the same way', () => {
    const pure = wayOf(few(1), { pure: true });
    expect(wayOf(few(1), { timeGap: 0 })).toEqual(pure);
    expect(wayOf(few(1), {})).toEqual(pure);
  });

  it('pure is the rest, and security: without time to react two who meet walk as with a time gap of 0', () => {
    const hasty = wayOf(few(2), { pure: true, reactionTime: 0.01 });
    // Two files find the path to a goal in sight: the last bits may differ.
    expect(metresApart(wayOf(few(2), { timeGap: 0 }), hasty)).toBeLessThan(1e-12);
    expect(metresApart(wayOf(few(2), { pure: true, reactionTime: 3 }), hasty)).toBeGreaterThan(0.01);
    expect(metresApart(wayOf(few(2), {}), hasty)).toBeGreaterThan(0.01);
  });
});
