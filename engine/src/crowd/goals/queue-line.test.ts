/** Where desks and queues are: places computed by hand in a hall of 20 × 10 m. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../../build.ts';
import { inlinePlan } from '../../scenario/parse-environment.ts';
import { parseScenario } from '../../scenario/parse-scenario.ts';
import { indexCells } from '../../subdivision/locate.ts';
import type { Counter } from './goals.ts';
import { layQueue, placeAlong, type QueueLine } from './queue-line.ts';

function hall(): ReturnType<typeof buildWorld>['mesh'] {
  const { environment } = parseScenario({ environment: { walkable: [{ box: [0, 0, 20, 10] }] } });
  if (environment.kind !== 'inline') throw new Error('the place is in the scenario');
  return buildWorld(inlinePlan(environment, 'hall')).mesh;
}
const mesh = hall();
const index = indexCells(mesh);
const [ox, oy] = mesh.origin;
const inMesh = (points: number[]) => Float64Array.from(points, (value, k) => value - (k % 2 === 0 ? ox : oy));
const inPlan = (points: ArrayLike<number>) =>
  Array.from(points, (value, k) => Math.round(1e6 * (value + (k % 2 === 0 ? ox : oy))) / 1e6);

function lay(shape: number[], servers: number, queue: number[] = []): QueueLine {
  const counter: Counter = { servers, service: () => 1, meanService: 1, queue: inMesh(queue), patience: Infinity };
  return layQueue(mesh, index, { name: 'desk', level: 0, shape: inMesh(shape), radius: 0.5 }, counter);
}

function placeAt({ line }: QueueLine, metres: number): number[] {
  const target = Float64Array.of(metres, 0);
  placeAlong(line, target);
  return inPlan(target);
}

describe('a queue that is given', () => {
  const laid = lay([2, 5], 1, [3, 5, 8, 5, 8, 2]);

  it('begins where it says, bends, and goes on to the wall', () => {
    expect(inPlan(laid.desks)).toEqual([2, 5]);
    expect(laid.first).toBe(0);
    expect(placeAt(laid, 0)).toEqual([3, 5]);
    expect(placeAt(laid, 5)).toEqual([8, 5]);
    expect(placeAt(laid, 7.5)).toEqual([8, 2.5]);
    // 3 m down, and 2 m more to 0.4 m before the wall.
    expect(laid.length).toBeCloseTo(5 + 3 + 1.6, 9);
    expect(placeAt(laid, 9)).toEqual([8, 1]);
  });

  it('ends where there is no more floor', () => {
    expect(placeAt(laid, 100)).toEqual([8, 0.4]);
    expect(placeAt(laid, -1)).toEqual([3, 5]);
  });

  it('that begins at the desk has its first place 0.9 m from it', () => {
    expect(lay([2, 5], 1, [2, 5, 8, 5]).first).toBeCloseTo(0.9, 6);
  });

  it('of one point goes on away from the counter', () => {
    const one = lay([2, 5], 1, [4, 5]);
    expect(placeAt(one, 3)).toEqual([7, 5]);
  });
});

describe('a queue that is not given', () => {
  it('leads to where there is most floor', () => {
    const laid = lay([2, 5], 1);
    const [x, y] = placeAt(laid, 10) as [number, number];
    // The longest of 32 looks: along the hall, a little to one side.
    expect(x).toBeGreaterThan(11.5);
    expect(Math.hypot(x - 2, y - 5)).toBeCloseTo(10, 5);
    expect(laid.first).toBeGreaterThan(0.89);
  });

  it('leaves a line across it, on the side with more floor', () => {
    const laid = lay([4, 3, 4, 7], 2);
    expect(inPlan(laid.desks)).toEqual([4, 4, 4, 6]);
    expect(placeAt(laid, 6)).toEqual([10, 5]);
    expect(placeAt(lay([16, 3, 16, 7], 2), 6)).toEqual([10, 5]);
  });

  it('is there even off the floor, as a point', () => {
    const { length, desks } = lay([40, 40], 1);
    expect([Number.isFinite(length), desks.every(Number.isFinite)]).toEqual([true, true]);
  });
});

it('desks of a point stand side by side across the queue, 0.8 m apart', () => {
  expect(inPlan(lay([2, 5], 3, [4, 5, 9, 5]).desks)).toEqual([2, 4.2, 2, 5, 2, 5.8]);
  expect(inPlan(lay([5, 8], 2, [5, 6, 5, 2]).desks)).toEqual([4.6, 8, 5.4, 8]);
});
