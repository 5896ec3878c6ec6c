/** How steadily somebody walks, on tracks whose answer is known. */
import { expect, it } from 'vitest';
import { measureSteadiness } from './steadiness.ts';

/** Ten places a second along x. */
function walked(seconds: number, place: (time: number) => number) {
  const x = Array.from({ length: 10 * seconds + 1 }, (_, k) => place(k / 10));
  return { rate: 10, people: [{ x, y: x.map(() => 0) }] };
}

it('a steady walker varies by nothing', () => {
  const { range, turns } = measureSteadiness(walked(10, (time) => 1.3 * time));
  expect(range).toBeCloseTo(0, 12);
  expect(turns).toBe(0);
});

it('a walker who gets faster varies by what they gain between the first and the last of ten speeds', () => {
  // 0.1 m/s² over 0.9 s.
  expect(measureSteadiness(walked(10, (time) => time + 0.05 * time * time)).range).toBeCloseTo(0.09, 12);
});

it('a walker who speeds up and slows down every 4 s turns round twice in that time', () => {
  const { turns } = measureSteadiness(
    walked(42, (time) => time - (0.4 / (Math.PI / 2)) * Math.cos((Math.PI / 2) * time)),
  );
  expect(turns).toBeGreaterThan(0.44);
  expect(turns).toBeLessThan(0.52);
});
