/** The published numbers: Weidmann's curve against a table of it, tables against what their sources say of them. */
import { expect, test } from 'vitest';
import { CORRIDOR_SPEEDS, DOOR_FLOWS, weidmannSpeed } from './literature.ts';

test('Weidmann: speeds of the table, nobody moves at 5.4 per m², capacity 1.225 at 1.75', () => {
  for (const [density, speed] of [
    [0.5, 1.298],
    [1, 1.058],
    [2, 0.606],
    [3, 0.331],
    [5, 0.037],
  ] as const) {
    expect(weidmannSpeed(density)).toBeCloseTo(speed, 3);
  }
  expect(weidmannSpeed(0)).toBe(1.34);
  expect(weidmannSpeed(5.4)).toBe(0);
  expect(weidmannSpeed(8)).toBe(0);
  expect(1.75 * weidmannSpeed(1.75)).toBeCloseTo(1.225, 3);
  for (const density of [1.6, 1.7, 1.8, 1.9]) expect(density * weidmannSpeed(density)).toBeLessThan(1.2251);
});

test('flows of doors: as many points as published, 1.6 to 2.8 per metre', () => {
  const counts = DOOR_FLOWS.map(({ flows }) => flows.length);
  expect(counts).toEqual([5, 20, 4, 10, 5, 30]);
  for (const { flows } of DOOR_FLOWS) {
    for (const [width, flow] of flows) {
      expect(flow / width).toBeGreaterThan(1.6);
      expect(flow / width).toBeLessThan(2.8);
    }
  }
});

test('speeds in corridors fall with density', () => {
  for (const { density, speed } of CORRIDOR_SPEEDS) {
    expect(speed).toHaveLength(density.length);
    for (let i = 1; i < speed.length; i++) expect(speed[i]).toBeLessThan(speed[i - 1]);
  }
});
