import { expect, it } from 'vitest';
import { timeLineEnd } from './time-line.ts';

const line = (present: number, duration = 900, happens: number[] = []) =>
  timeLineEnd({ present, duration, isOver: false, happens });

it('is as long as what is simulated, with room ahead', () => {
  expect([0, 24, 24.1, 48, 79, 240, 241, 480].map((present) => line(present))).toEqual([
    30, 30, 60, 60, 120, 300, 600, 600,
  ]);
});

it('is never longer than the run may take, and ends with it', () => {
  expect([line(500), line(800), line(900), line(10, 20), line(5, 4e5), line(3e5, 4e5)]).toEqual([
    900, 900, 900, 20, 30, 4e5,
  ]);
  expect(timeLineEnd({ present: 79, duration: 900, isOver: true, happens: [] })).toBe(79);
  // A recording that has come further than it says.
  expect(line(12, 10)).toBe(12);
});

it('never gets shorter while the run goes on', () => {
  const ends = Array.from({ length: 9000 }, (_, k) => line(k / 10, 900, [45, 200, 2000]));
  for (let k = 1; k < ends.length; k++) expect(ends[k]).toBeGreaterThanOrEqual(ends[k - 1]);
});

it('holds what happens next', () => {
  expect(line(0, 900, [200, 45])).toBe(60);
  expect(line(45, 900, [45, 200])).toBe(300);
  expect(line(0, 900, [2000])).toBe(30);
});
