/**
 * Bodies with a hard core and a shell that gives way: cores stay apart in random jams, people press before doors and nowhere else, the same bytes
 * come out for slots in any order, a mirrored place has the mirrored flow, and nobody is walled in at a crowded point.
 */
import { describe, expect, it } from 'vitest';
import { coreRadius, press } from '../src/bodies/press.ts';
import { BODY, PRESSED, RADIUS } from '../src/crowd/columns.ts';
import { createCrowdLike, orderWalkers } from '../src/crowd/crowd.ts';
import { tableOfProfiles, USUAL_PROFILE } from '../src/crowd/profiles.ts';
import type { Plan } from '../src/map/plan.ts';
import { buildWorld } from '../src/build.ts';
import { addPerson, createSimulation, type Simulation, stateHash } from '../src/simulation/simulation.ts';
import { step } from '../src/simulation/step.ts';
import { createRandom } from './random.ts';
import { planOf, rectangle } from './shapes.ts';
import { goalAt, itineraryTo, simulationTo, watch } from './watched-run.ts';

/** A room of 10 × 10 m with a door to another one; `isMirrored`: at y → 10 − y. */
function room(width: number, middle = 5, isMirrored = false): Plan {
  const [low, high] = [middle - width / 2, middle + width / 2];
  const ring = [0, 0, 10, 0, 10, low, 10.2, low, 10.2, 0, 16, 0, 16, 10, 10.2, 10, 10.2, high, 10, high, 10, 10, 0, 10];
  if (isMirrored) {
    const points = ring.map((value, k) => (k % 2 === 0 ? value : 10 - value));
    const turned: number[] = [];
    for (let k = points.length - 2; k >= 0; k -= 2) turned.push(points[k], points[k + 1]);
    return planOf('mirrored', 'polygons', [[turned]], []);
  }
  return planOf('room', 'polygons', [[ring]], []);
}

const BEYOND = [15, 0, 16, 0, 16, 10, 15, 10];

/** People at random, in each other here and there. */
function crowd(simulation: Simulation, count: number, seed: number, isMirrored = false): void {
  const random = createRandom(seed);
  for (let k = 0; k < count; k++) {
    const x = random.between(4, 9.7);
    const y = random.between(1, 9);
    const radius = random.between(0.14, 0.3);
    const speed = random.between(0.8, 1.8);
    addPerson(simulation, { x, y: isMirrored ? 10 - y : y, itinerary: 0, radius, speed });
  }
}

/** Metres by which two cores are in each other, at most. */
function deepestCores({ crowd: { count, place, body } }: Simulation): number {
  let deepest = 0;
  for (let i = 0; i < count; i++) {
    for (let j = 0; j < i; j++) {
      const far = Math.hypot(place[2 * i] - place[2 * j], place[2 * i + 1] - place[2 * j + 1]);
      const cores = coreRadius(body[BODY * i + RADIUS]) + coreRadius(body[BODY * j + RADIUS]);
      deepest = Math.max(deepest, cores - far);
    }
  }
  return deepest;
}

const mostPressed = ({ crowd: { count, body } }: Simulation) =>
  Math.max(0, ...Array.from({ length: count }, (_, i) => body[BODY * i + PRESSED]));

describe('the core', () => {
  it('is half the radius, 0.1 m at least, and never more than the body', () => {
    expect(coreRadius(0.2)).toBe(0.1);
    expect(coreRadius(0.5)).toBe(0.25);
    expect(coreRadius(0.14)).toBe(0.1);
    expect(coreRadius(0.05)).toBe(0.05);
  });

  it.each([1, 2, 3, 4, 5, 6])('stays apart from others in a jam before a door, seed %d', (seed) => {
    const random = createRandom(seed);
    const simulation = simulationTo(room(random.between(0.7, 1.4), random.between(2, 8)), BEYOND);
    crowd(simulation, 200, seed);
    // Who was put into others needs some steps to come out.
    for (let k = 0; k < 30; k++) step(simulation);
    let deepest = 0;
    let pressed = 0;
    for (let k = 0; k < 300; k++) {
      step(simulation);
      deepest = Math.max(deepest, deepestCores(simulation));
      pressed = Math.max(pressed, mostPressed(simulation));
    }
    expect(deepest).toBeLessThan(0.02);
    expect(pressed).toBeGreaterThan(0.05);
  });
});

describe('pressing', () => {
  it('is for doors: a column on its way through a corridor does not', () => {
    const simulation = simulationTo(
      planOf('corridor', 'polygons', [[rectangle(0, 0, 40, 3)]], []),
      [38, 0, 40, 0, 40, 3, 38, 3],
    );
    for (let k = 0; k < 60; k++) {
      addPerson(simulation, { x: 1 + 0.6 * Math.floor(k / 5), y: 0.3 + 0.6 * (k % 5), itinerary: 0, speed: 1.3 });
    }
    let pressed = 0;
    watch(simulation, 60, () => (pressed = Math.max(pressed, mostPressed(simulation))));
    expect(pressed).toBeLessThan(0.03);
  });

  it('gives the same bytes for slots in any order', () => {
    const make = () => {
      const simulation = simulationTo(room(0.9), BEYOND);
      crowd(simulation, 150, 9);
      return simulation;
    };
    const plain = make();
    const shuffled = make();
    const random = createRandom(4);
    for (let k = 0; k < 150; k++) {
      step(plain);
      const slots = Array.from({ length: shuffled.crowd.count }, (_, i) => i);
      const spare = createCrowdLike(shuffled.crowd, shuffled.crowd.capacity);
      orderWalkers(shuffled.crowd, Int32Array.from(random.shuffle(slots)), spare);
      step(shuffled);
    }
    expect(mostPressed(plain)).toBeGreaterThan(0.05);
    expect(stateHash(shuffled)).toBe(stateHash(plain));
  });

  it('lets as many through a mirrored door, but for chance', () => {
    const through = (isMirrored: boolean) => {
      let arrived = 0;
      for (let seed = 1; seed <= 6; seed++) {
        const simulation = simulationTo(room(1, 4, isMirrored), BEYOND);
        crowd(simulation, 120, seed, isMirrored);
        for (let k = 0; k < 400; k++) step(simulation);
        arrived += simulation.counts.arrived;
      }
      return arrived;
    };
    const plain = through(false);
    expect(plain).toBeGreaterThan(300);
    expect(Math.abs(through(true) / plain - 1)).toBeLessThan(0.06);
  });
});

describe('shoving', () => {
  it('moves nobody by more than 1 m/s beyond its own step, however many are put into each other', () => {
    const simulation = simulationTo(room(1), BEYOND);
    const random = createRandom(4);
    for (let k = 0; k < 60; k++) {
      addPerson(simulation, { x: random.between(4, 5), y: random.between(4, 5), itinerary: 0, radius: 0.25 });
    }
    const { crowd: people } = simulation;
    let fastest = 0;
    for (let k = 0; k < 20; k++) {
      const before = new Map(Array.from({ length: people.count }, (_, i) => [people.serial[i], i] as const));
      const places = people.place.slice();
      step(simulation);
      for (let i = 0; i < people.count; i++) {
        const was = before.get(people.serial[i])!;
        const far = Math.hypot(people.place[2 * i] - places[2 * was], people.place[2 * i + 1] - places[2 * was + 1]);
        fastest = Math.max(fastest, far / simulation.step);
      }
    }
    // Its own step has top speed at most, 1.3 · 1.34 m/s.
    expect(fastest).toBeGreaterThan(1);
    expect(fastest).toBeLessThan(1 + 1.3 * 1.34 + 1e-9);
  });
});

describe('turning one’s shoulders', () => {
  /** How narrow somebody has made itself in half a second between two who go the other way, after so many seconds without way. */
  function pressedAfter(seconds: number, isOnWheels = false): number {
    const simulation = simulationTo(room(2), BEYOND);
    for (const [x, y] of [
      [5, 5],
      [5.41, 5],
      [5.2, 5.36],
    ] as const) {
      addPerson(simulation, { x, y, itinerary: 0, radius: 0.2 });
    }
    const { crowd: people } = simulation;
    people.pace.fill(1.34);
    people.aim.set([1, 0, -1, 0, -1, 0]);
    people.stuck.fill(seconds);
    const table = tableOfProfiles([{ ...USUAL_PROFILE, stepFree: isOnWheels }], 0.1);
    const contacts = { ...simulation.context.contacts, touch: LISTS, touched: COUNTS };
    for (let k = 0; k < 5; k++) press(people, table, contacts, 0.1, 0, 1);
    return people.body[PRESSED];
  }
  const LISTS = new Int32Array(100);
  LISTS.set([1, 2]);
  const COUNTS = Uint8Array.of(2, 0, 0);

  it('towards people who go another way is for those who have made no way for 3 s', () => {
    expect(pressedAfter(2.9)).toBe(0);
    expect(pressedAfter(3.1)).toBeGreaterThan(0);
  });

  it('is not for wheelchairs', () => {
    expect(pressedAfter(3.1, true)).toBe(0);
  });
});

describe('a point that everybody goes to', () => {
  it.each([1, 2, 3])('100 bodies of 0.5 m reach it and leave by the walls, seed %d', (seed) => {
    const world = buildWorld(planOf('hall', 'polygons', [[rectangle(0, 0, 40, 40)]], []));
    const exits = [
      [0.5, 15, 0.5, 25],
      [39.5, 15, 39.5, 25],
    ];
    const simulation = createSimulation(world, {
      goals: [goalAt(world, [20, 20]), ...exits.map((shape) => goalAt(world, shape))],
      itineraries: [itineraryTo(0, 1), itineraryTo(0, 2)],
      capacity: 100,
    });
    const random = createRandom(seed);
    for (let k = 0; k < 100; k++) {
      const x = 3 + 3.5 * (k % 10) + random.between(-0.5, 0.5);
      const y = 3 + 3.5 * Math.floor(k / 10) + random.between(-0.5, 0.5);
      addPerson(simulation, { x, y, itinerary: k % 2, radius: 0.5, speed: random.between(1, 1.6) });
    }
    let nearest = Infinity;
    const { arrived } = watch(simulation, 300, () => {
      for (let i = 0; i < simulation.crowd.count; i++) {
        const { place } = simulation.crowd;
        const [x, y] = world.mesh.origin;
        nearest = Math.min(nearest, Math.hypot(place[2 * i] + x - 20, place[2 * i + 1] + y - 20));
      }
    });
    expect(arrived).toBe(100);
    expect(nearest).toBeLessThan(0.5);
  });
});
