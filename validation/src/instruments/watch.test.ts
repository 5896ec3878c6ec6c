/** What is seen of runs whose places are known: walkers are put by hand, step by step. */
import type { Run } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { distanceTo, doorway, holds } from './places.ts';
import { forEachWalker, steadyFlow, watchDensity, watchLine, watchPlaces, watchRoom } from './watch.ts';

/** A moment of a run with walkers at given places of the plan, in a mesh whose origin is (100, 50). */
function moment(time: number, walkers: Record<number, [number, number]>): Run {
  const serials = Object.keys(walkers).map(Number).toReversed();
  const crowd = {
    count: serials.length,
    serial: Int32Array.from(serials),
    place: Float64Array.from(serials.flatMap((serial) => [walkers[serial][0] - 100, walkers[serial][1] - 50])),
  };
  return { simulation: { crowd, time, step: 0.1 }, original: { origin: [100, 50] } } as unknown as Run;
}

it('places are the plan’s', () => {
  const seen: number[][] = [];
  forEachWalker(moment(0, { 3: [1, 2], 8: [30, 4] }), (...walker) => seen.push(walker));
  expect(seen).toEqual([
    [8, 30, 4],
    [3, 1, 2],
  ]);
});

describe('a line', () => {
  it('is crossed between two steps, once', () => {
    const { look, at } = watchLine(10);
    look(moment(0.1, { 1: [9.9, 0], 2: [8, 0] }));
    look(moment(0.2, { 1: [10.3, 0], 2: [9.99, 0] }));
    look(moment(0.3, { 1: [9.8, 0], 2: [10, 0] }));
    look(moment(0.4, { 1: [10.2, 0] }));
    expect(at.get(1)).toBeCloseTo(0.125, 12);
    expect(at.get(2)).toBeCloseTo(0.3, 12);
    expect(at.size).toBe(2);
  });

  it('nobody on the near side is counted; who begins beyond it is', () => {
    const { look, at } = watchLine(10);
    look(moment(0.1, { 1: [9.999, 0], 2: [12, 0] }));
    look(moment(0.2, { 1: [9.999, 5] }));
    expect([...at]).toEqual([[2, 0.1]]);
  });

  it('its flow is that of the middle three fifths', () => {
    // Twenty at two per second, with stragglers that do not count.
    const moments = Array.from({ length: 20 }, (_, k) => k / 2);
    expect(steadyFlow(moments)).toBeCloseTo(2, 12);
    expect(steadyFlow([500, ...moments.slice(0, 18), 900])).toBeCloseTo(2, 12);
    expect(steadyFlow(moments.slice(0, 9))).toBeNaN();
  });
});

it('a room is empty when the last one has left it, or has left the run', () => {
  const room = watchRoom([0, 0, 10, 10]);
  room.look(moment(0.1, { 1: [5, 5], 2: [9, 1] }));
  expect([room.inside, room.emptyAt]).toEqual([2, 0.2]);
  room.look(moment(0.2, { 1: [5, 5], 2: [11, 1] }));
  room.look(moment(0.3, { 2: [12, 1] }));
  expect(room.inside).toBe(0);
  expect(room.emptyAt).toBeCloseTo(0.3, 12);
  room.look(moment(7, { 1: [10, 10] }));
  expect(room.emptyAt).toBeCloseTo(7.1, 12);
});

it('somebody was last where it was seen last', () => {
  const places = watchPlaces();
  places.look(moment(0.1, { 1: [5, 5], 2: [9, 1] }));
  places.look(moment(0.2, { 2: [9.5, 1] }));
  expect([...places.last].sort()).toEqual([
    [1, [5, 5]],
    [2, [9.5, 1]],
  ]);
});

it('density is people over area', () => {
  const box = watchDensity([0, 0, 2, 0.5]);
  box.look(moment(0.1, { 1: [1, 0.2], 2: [1.9, 0.4], 3: [2.1, 0.2], 4: [1, 0.6] }));
  box.look(moment(0.2, {}));
  expect(box.samples).toEqual([
    { time: 0.1, density: 2 },
    { time: 0.2, density: 0 },
  ]);
});

describe('places', () => {
  it('inside, on the edge, outside', () => {
    expect(holds([0, 0, 2, 1], 2, 1)).toBe(true);
    expect(holds([0, 0, 2, 1], 2.01, 1)).toBe(false);
    expect(distanceTo([0, 0, 2, 1], 1, 0.5)).toBe(0);
    expect(distanceTo([0, 0, 2, 1], 5, 5)).toBe(5);
    expect(distanceTo([0, 0, 2, 1], -3, 0.5)).toBe(3);
  });

  it('a doorway leads outward from its wall', () => {
    expect(doorway('north', 20, 5, 1)).toEqual({
      walkable: [
        [4.5, 20, 5.5, 20.2],
        [3.5, 20.2, 6.5, 22.2],
      ],
      exit: [3.5, 21.2, 6.5, 22.2],
    });
    expect(doorway('west', 0, 5, 1)).toEqual({
      walkable: [
        [-0.2, 4.5, 0, 5.5],
        [-2.2, 3.5, -0.2, 6.5],
      ],
      exit: [-2.2, 3.5, -1.2, 6.5],
    });
    expect(doorway('south', 0, 5, 1).exit).toEqual([3.5, -2.2, 6.5, -1.2]);
    expect(doorway('east', 8, 2.5, 1).walkable[0]).toEqual([8, 2, 8.2, 3]);
  });
});
