/**
 * Exponential, logarithm and power with the same bits on every machine, for what ends up in the state of a simulation.
 *
 * `Math.exp`, `Math.log` and `**` are not bit-specified. The argument is brought near 0 (exp: by a whole number of ln 2)
 * or near 1 (log: by a power of two), where a short series ends below 1e-17. Error of exponential and logarithm: a few
 * units in the last place; of `power`: that, times the size of the exponent's argument. Cost: some 30 operations.
 */

// ln 2 as a short number whose products with |k| ≤ 2048 are exact, and the rest.
const LN2_HIGH = 0.693147180369123816490173339844;
const LN2_LOW = 1.90821492927058770002e-10;

/** e to the power of x; 0 below the least number, Infinity above the greatest. */
export function exponential(x: number): number {
  if (Number.isNaN(x)) return Number.NaN;
  if (x > 710) return Infinity;
  if (x < -746) return 0;
  const k = Math.round(x / (LN2_HIGH + LN2_LOW));
  const rest = x - k * LN2_HIGH - k * LN2_LOW; // |rest| ≤ 0.35
  let sum = 0;
  for (let n = 16; n >= 2; n--) sum = (rest / n) * (1 + sum);
  const value = 1 + rest * (1 + sum);
  // In two steps: 2^1024 and 2^-1075 are no numbers, their halves are.
  const half = Math.trunc(k / 2);
  return value * powerOfTwo(half) * powerOfTwo(k - half);
}

/** Exact for |k| ≤ 1022. */
function powerOfTwo(k: number): number {
  let value = 1;
  let square = k < 0 ? 0.5 : 2;
  for (let bits = Math.abs(k); bits > 0; bits >>= 1) {
    if (bits & 1) value *= square;
    square *= square;
  }
  return value;
}

/** The natural logarithm; -Infinity of 0, NaN of negative numbers. */
export function logarithm(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : Number.NaN;
  if (x === Infinity) return Infinity;
  // x = m · 2^k with m near 1; multiplying by powers of two is exact, and a tiny x only grows.
  let m = x;
  let k = 0;
  for (let step = 512; step >= 1; step >>= 1) {
    const large = powerOfTwo(step);
    while (m >= large) {
      m /= large;
      k += step;
    }
    while (m < 1 / large) {
      m *= large;
      k -= step;
    }
  }
  // Now ½ ≤ m < 2; √½ … √2 keeps the series short.
  if (m > Math.SQRT2) {
    m /= 2;
    k++;
  } else if (m < Math.SQRT1_2) {
    m *= 2;
    k--;
  }
  // ln m = 2 (s + s³/3 + s⁵/5 + …), s = (m − 1)/(m + 1), |s| ≤ 0.172
  const s = (m - 1) / (m + 1);
  const q = s * s;
  let sum = 0;
  for (let n = 23; n >= 3; n -= 2) sum = q * (1 / n + sum);
  return k * LN2_HIGH + (2 * s + (2 * s * sum + k * LN2_LOW));
}

/** base ≥ 0 to any power. Whole exponents up to 64 by multiplication, so that squares are squares. */
export function power(base: number, exponent: number): number {
  if (Number.isInteger(exponent) && Math.abs(exponent) <= 64) {
    let value = 1;
    let square = base;
    for (let bits = Math.abs(exponent); bits > 0; bits >>= 1) {
      if (bits & 1) value *= square;
      square *= square;
    }
    return exponent < 0 ? 1 / value : value;
  }
  if (base === 0) return exponent > 0 ? 0 : Infinity;
  if (base === 1) return 1;
  return exponential(exponent * logarithm(base));
}
