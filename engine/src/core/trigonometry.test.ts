import { expect, test } from 'vitest';
import { sineCosine, sineCosineDegrees } from './trigonometry.ts';

test('as the built-in ones, to rounding', () => {
  let worst = 0;
  for (let i = -2000; i <= 2000; i++) {
    const angle = i / 137;
    const [s, c] = sineCosine(angle);
    worst = Math.max(worst, Math.abs(s - Math.sin(angle)), Math.abs(c - Math.cos(angle)));
  }
  expect(worst).toBeLessThan(3e-16);
});

test('degrees are exact at quarter turns and symmetric', () => {
  const quarters = [-450, -90, 0, 90, 180, 270, 360, 810].map((degrees) =>
    sineCosineDegrees(degrees).map((v) => v + 0),
  );
  expect(quarters).toEqual([
    [-1, 0],
    [-1, 0],
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
    [0, 1],
    [1, 0],
  ]);
  for (const degrees of [1, 17.25, 44.875, 60, 89]) {
    const [s, c] = sineCosineDegrees(degrees);
    expect(Math.abs(s - Math.sin((degrees * Math.PI) / 180))).toBeLessThan(3e-16);
    expect(sineCosineDegrees(degrees + 90)).toEqual([c, -s]);
  }
});
