import { expect, test } from 'vitest';
import { exponential, logarithm, power } from './exponential.ts';

/** Numbers of many sizes, the same every time. */
function* numbers(count: number): Generator<number> {
  let seed = 1;
  for (let i = 0; i < count; i++) yield (seed = (seed * 48271) % 2147483647) / 2147483647;
}

test('the exponential is the built-in one, to rounding', () => {
  let worst = 0;
  for (const u of numbers(20000)) {
    const x = (2 * u - 1) * 700;
    worst = Math.max(worst, Math.abs(exponential(x) / Math.exp(x) - 1));
  }
  expect(worst).toBeLessThan(4e-16);
  expect(exponential(0)).toBe(1);
  expect(exponential(1)).toBeCloseTo(Math.E, 15);
});

test('the logarithm is the built-in one, to rounding, over all sizes', () => {
  let worst = 0;
  for (const u of numbers(20000)) {
    for (const x of [u, 1 + 1e-3 * (u - 0.5), u * 1e-300, u * 1e300, u * 1e-9, u * 1e12]) {
      if (x > 0 && x !== 1) worst = Math.max(worst, Math.abs(logarithm(x) / Math.log(x) - 1));
    }
  }
  expect(worst).toBeLessThan(5e-16);
  expect(logarithm(1)).toBe(0);
  expect(logarithm(2)).toBe(Math.LN2);
  expect(logarithm(1024)).toBeCloseTo(10 * Math.LN2, 14);
});

test('ends of the range', () => {
  expect(exponential(-Infinity)).toBe(0);
  expect(exponential(-800)).toBe(0);
  expect(exponential(-745)).toBe(5e-324);
  expect(exponential(709.7)).toBeGreaterThan(1.6e308);
  expect(exponential(711)).toBe(Infinity);
  expect(exponential(Number.NaN)).toBeNaN();
  expect(logarithm(0)).toBe(-Infinity);
  expect(logarithm(-1)).toBeNaN();
  expect(logarithm(Infinity)).toBe(Infinity);
  expect(Math.abs(logarithm(5e-324) / Math.log(5e-324) - 1)).toBeLessThan(4e-16);
  expect(Math.abs(logarithm(Number.MAX_VALUE) / Math.log(Number.MAX_VALUE) - 1)).toBeLessThan(4e-16);
});

test('powers: whole ones exact, others to rounding', () => {
  expect(power(3, 4)).toBe(81);
  expect(power(1.5, 2)).toBe(2.25);
  expect(power(2, -3)).toBe(0.125);
  expect(power(0, 0)).toBe(1);
  expect(power(0, 0.5)).toBe(0);
  expect(power(7, 0)).toBe(1);
  expect(power(1, 0.3)).toBe(1);
  let worst = 0;
  for (const u of numbers(5000)) {
    for (const exponent of [0.5, -1.7, 1 / 3, 3.3]) {
      worst = Math.max(worst, Math.abs(power(10 * u, exponent) / (10 * u) ** exponent - 1));
    }
  }
  expect(worst).toBeLessThan(2e-14);
});

test('golden bits: the same on every machine', () => {
  const bits = (x: number) => Array.from(new Uint8Array(Float64Array.of(x).buffer), (b) => b.toString(16)).join(' ');
  expect([exponential(0.1), logarithm(10), power(2, 0.5)].map(bits)).toMatchInlineSnapshot(`
    [
      "d4 0 5a b3 c7 ae f1 3f",
      "16 55 b5 bb b1 6b 2 40",
      "cc 3b 7f 66 9e a0 f6 3f",
    ]
  `);
});
