/** First truths about walkers: RiMEA 1, 5, 6 and the Jülich unit tests. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import { addPerson, createSimulation } from '../src/simulation/simulation.ts';
import { createRandom } from './random.ts';
import { planOf } from './shapes.ts';
import { goalAt, itineraryTo, simulationTo, watch } from './watched-run.ts';

const corridor = (long: number, wide: number) =>
  planOf('corridor', 'polygons', [[[0, 0, long, 0, long, wide, 0, wide]]], []);

/** A corridor turned by 45°. */
function turned(
  long: number,
  wide: number,
): { plan: ReturnType<typeof planOf>; at: (x: number, y: number) => [number, number] } {
  const at = (x: number, y: number): [number, number] => [(x - y) * Math.SQRT1_2, (x + y) * Math.SQRT1_2];
  return {
    plan: planOf('turned', 'polygons', [[[...at(0, 0), ...at(long, 0), ...at(long, wide), ...at(0, wide)]]], []),
    at,
  };
}

describe('RiMEA', () => {
  it('1: 40 m of corridor at 1.33 m/s take 26 to 34 s', () => {
    const simulation = simulationTo(corridor(42, 2), [40.8, 1]);
    addPerson(simulation, { x: 0.8, y: 1, itinerary: 0, speed: 1.33 });
    const { seconds, arrived } = watch(simulation, 60);
    expect(arrived).toBe(1);
    expect(seconds).toBeGreaterThan(26);
    expect(seconds).toBeLessThan(34);
  });

  it('5: everybody starts when it is time', () => {
    const room = [0, 0, 8, 0, 8, 2, 10, 2, 10, 3, 8, 3, 8, 5, 0, 5];
    const simulation = simulationTo(planOf('room', 'polygons', [[room]], []), [9, 2, 10, 2, 10, 3, 9, 3]);
    const began = new Map<number, number>();
    for (let k = 0; k < 10; k++) {
      const x = 1 + 1.2 * (k % 5);
      addPerson(simulation, { x, y: k < 5 ? 1.5 : 3.5, itinerary: 0, startAt: 10 * (k + 1) });
    }
    const { arrived } = watch(simulation, 200, () => {
      for (let i = 0; i < simulation.crowd.count; i++) {
        const serial = simulation.crowd.serial[i];
        const speed = Math.hypot(simulation.crowd.velocity[2 * i], simulation.crowd.velocity[2 * i + 1]);
        if (speed > 0.05 && !began.has(serial)) began.set(serial, simulation.time);
      }
    });
    expect(arrived).toBe(10);
    for (let k = 0; k < 10; k++) {
      expect(began.get(k)).toBeGreaterThanOrEqual(10 * (k + 1));
      expect(began.get(k)).toBeLessThanOrEqual(10 * (k + 1) + 0.2 + 1e-9);
    }
  });

  it('6: twenty go round a corner, none through it', () => {
    const simulation = simulationTo(
      planOf('corner', 'polygons', [[[0, 0, 12, 0, 12, 12, 10, 12, 10, 2, 0, 2]]], []),
      [10, 11, 12, 11, 12, 12, 10, 12],
    );
    for (let k = 0; k < 20; k++)
      addPerson(simulation, { x: 0.4 + 0.55 * (k % 10), y: k < 10 ? 0.6 : 1.4, itinerary: 0 });
    const { arrived, deepest } = watch(simulation, 60);
    expect(arrived).toBe(20);
    expect(deepest).toBeLessThan(0.02);
  });
});

describe('Jülich', () => {
  /** Seconds for 10 m at 1 m/s, from a standing start and up to 0.3 m before the goal. */
  const expected = 10;

  it('1: 10 m at 1 m/s take 10 s', () => {
    const simulation = simulationTo(corridor(14, 4), [12.3, 2]);
    addPerson(simulation, { x: 2, y: 2, itinerary: 0, speed: 1 });
    const { seconds } = watch(simulation, 60);
    expect(Math.abs(seconds - expected)).toBeLessThanOrEqual(0.5);
  });

  it('2: also turned by 45°', () => {
    const { plan, at } = turned(14, 4);
    const simulation = simulationTo(plan, at(12.3, 2));
    const [x, y] = at(2, 2);
    addPerson(simulation, { x, y, itinerary: 0, speed: 1 });
    const { seconds } = watch(simulation, 60);
    expect(Math.abs(seconds - expected)).toBeLessThanOrEqual(0.5);
  });

  it('3: from anywhere everybody gets there', () => {
    const simulation = simulationTo(
      planOf(
        'rooms',
        'polygons',
        [[[0, 0, 20, 0, 20, 10, 0, 10]]],
        [[[5, 0, 6, 0, 6, 6, 5, 6]], [[12, 3, 13, 3, 13, 10, 12, 10]]],
      ),
      [19, 0, 20, 0, 20, 10, 19, 10],
    );
    const random = createRandom(3);
    let count = 0;
    while (count < 20) {
      const [x, y] = [random.between(0.5, 18), random.between(0.5, 9.5)];
      const isFree = !(x > 4.6 && x < 6.4 && y < 6.4) && !(x > 11.6 && x < 13.4 && y > 2.6);
      if (!isFree) continue;
      addPerson(simulation, { x, y, itinerary: 0 });
      count++;
    }
    expect(watch(simulation, 120).arrived).toBe(20);
  });

  it('4: somebody who stands is walked round', () => {
    const world = buildWorld(corridor(14, 4));
    const simulation = createSimulation(world, {
      goals: [goalAt(world, [12.3, 2])],
      itineraries: [itineraryTo(0)],
      capacity: 2,
    });
    addPerson(simulation, { x: 2, y: 2, itinerary: 0, speed: 1 });
    addPerson(simulation, { x: 7, y: 2, itinerary: 0, startAt: 1000 });
    const { leftAt, deepest } = watch(simulation, 30);
    expect(leftAt.get(0)).toBeLessThan(expected + 2);
    expect(deepest).toBeLessThan(0.02);
  });

  it('5: in a narrow corridor one stops behind who stands, without overlap', () => {
    const simulation = simulationTo(corridor(14, 0.7), [13, 0.35]);
    addPerson(simulation, { x: 2, y: 0.35, itinerary: 0 });
    addPerson(simulation, { x: 8, y: 0.35, itinerary: 0, startAt: 1000 });
    const { arrived, deepest } = watch(simulation, 30);
    expect(arrived).toBe(0);
    expect(deepest).toBeLessThan(0.02);
    const x = [simulation.crowd.place[0], simulation.crowd.place[2]].sort((a, b) => a - b);
    expect(x[0]).toBeGreaterThan(6);
    expect(x[0]).toBeLessThan(7.7);
    expect(x[1]).toBeLessThan(8.5);
  });

  it('6: several goals in line take no longer than the last', () => {
    const world = buildWorld(corridor(14, 4));
    const simulation = createSimulation(world, {
      goals: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12.3].map((x) => goalAt(world, [x, 2])),
      itineraries: [itineraryTo(0, 1, 2, 3, 4, 5, 6, 7, 8, 9)],
      capacity: 1,
    });
    addPerson(simulation, { x: 2, y: 2, itinerary: 0, speed: 1 });
    const { seconds } = watch(simulation, 60);
    expect(Math.abs(seconds - expected)).toBeLessThanOrEqual(0.5);
  });

  it('8: an obstacle that hides the exit is walked round', () => {
    const simulation = simulationTo(
      planOf('hidden', 'polygons', [[[0, 0, 14, 0, 14, 8, 0, 8]]], [[[6, 2, 7, 2, 7, 6, 6, 6]]]),
      [12.3, 4],
    );
    for (let k = 0; k < 5; k++) addPerson(simulation, { x: 1.5 + k, y: 4, itinerary: 0 });
    const { arrived, deepest } = watch(simulation, 60);
    expect(arrived).toBe(5);
    expect(deepest).toBeLessThan(0.02);
  });

  it('12: people behind a wall are not minded', () => {
    const walls = planOf('wall', 'polygons', [[[0, 0, 14, 0, 14, 4, 0, 4]]], [], [[0, 2, 13, 2]]);
    const paths = [0, 1].map((others) => {
      const simulation = simulationTo(walls, [12.3, 1]);
      addPerson(simulation, { x: 1, y: 1, itinerary: 0, speed: 1 });
      for (let k = 0; k < 8 * others; k++)
        addPerson(simulation, { x: 2 + 1.2 * k, y: 2.4, itinerary: 0, startAt: 1000 });
      const path: number[] = [];
      watch(simulation, 15, () => {
        for (let i = 0; i < simulation.crowd.count; i++) {
          if (simulation.crowd.serial[i] === 0)
            path.push(simulation.crowd.place[2 * i], simulation.crowd.place[2 * i + 1]);
        }
      });
      return path;
    });
    expect(paths[0].length).toBeGreaterThan(100);
    expect(paths[1].slice(0, paths[0].length)).toEqual(paths[0]);
  });
});
