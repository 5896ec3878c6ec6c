/**
 * Statistics that judge tests: mean and deviation, a straight line through points, and the Kolmogorov–Smirnov test of a sample
 * against a distribution.
 *
 * The p value is Kolmogorov's limit with Stephens' correction for small samples (Stephens 1970): λ = (√n + 0.12 + 0.11 / √n) · D,
 * good to a few thousandths from n = 8 on. Distribution functions are those of the scenario file; the normal one by Abramowitz
 * and Stegun's 7.1.5 and 7.1.14, the gamma one by its series and its continued fraction (6.5.29, 6.5.31).
 */

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Of a sample: count − 1. NaN below two. */
export function deviation(values: readonly number[]): number {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / (values.length - 1));
}

export interface Line {
  slope: number;
  offset: number;
  /** The share of the variance that the line explains. */
  r2: number;
}

/** The line of least squares. */
export function fitLine(x: readonly number[], y: readonly number[]): Line {
  const mx = mean(x);
  const my = mean(y);
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let k = 0; k < x.length; k++) {
    xx += (x[k] - mx) ** 2;
    xy += (x[k] - mx) * (y[k] - my);
    yy += (y[k] - my) ** 2;
  }
  const slope = xy / xx;
  return { slope, offset: my - slope * mx, r2: yy === 0 ? 1 : (xy * xy) / (xx * yy) };
}

/** The share of all that lies at or below a number. */
export type DistributionFunction = (value: number) => number;

/** The greatest distance between the shares of a sample and of a distribution. */
export function kolmogorovDistance(sample: readonly number[], below: DistributionFunction): number {
  const sorted = [...sample].sort((a, b) => a - b);
  const n = sorted.length;
  let greatest = 0;
  sorted.forEach((value, k) => {
    const share = below(value);
    greatest = Math.max(greatest, share - k / n, (k + 1) / n - share);
  });
  return greatest;
}

/** How likely a sample of that distribution is at least as far from it as this one. NaN for no sample, or one with NaN in it. */
export function kolmogorovSmirnov(sample: readonly number[], below: DistributionFunction): number {
  if (sample.length === 0 || sample.some(Number.isNaN)) return Number.NaN;
  const root = Math.sqrt(sample.length);
  return kolmogorovTail((root + 0.12 + 0.11 / root) * kolmogorovDistance(sample, below));
}

/** Q(λ) = 2 Σ (−1)^(k−1) exp(−2 k² λ²); below 0.2 the sum converges slowly and is 1 to ten digits. */
export function kolmogorovTail(lambda: number): number {
  if (lambda < 0.2) return 1;
  let sum = 0;
  for (let k = 1, sign = 2; k <= 50; k++, sign = -sign) sum += sign * Math.exp(-2 * k * k * lambda * lambda);
  return Math.min(1, Math.max(0, sum));
}

export function uniformBelow(low: number, high: number): DistributionFunction {
  return (value) => Math.min(1, Math.max(0, (value - low) / (high - low)));
}

export function normalBelow(middle: number, spread: number): DistributionFunction {
  return (value) => {
    const z = (value - middle) / spread;
    // The error function is an incomplete gamma function of one half.
    const half = gammaShare(0.5, (z * z) / 2) / 2;
    return z < 0 ? 0.5 - half : 0.5 + half;
  };
}

export function lognormalBelow(mu: number, sigma: number): DistributionFunction {
  const below = normalBelow(mu, sigma);
  return (value) => (value <= 0 ? 0 : below(Math.log(value)));
}

export function gammaBelow(shape: number, scale: number): DistributionFunction {
  return (value) => gammaShare(shape, value / scale);
}

export function weibullBelow(scale: number, shape: number): DistributionFunction {
  return (value) => (value <= 0 ? 0 : 1 - Math.exp(-((value / scale) ** shape)));
}

/** The incomplete gamma function P(a, x): 0 at x = 0, 1 far out. */
function gammaShare(a: number, x: number): number {
  if (x <= 0) return 0;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  if (x < a + 1) {
    let term = 1 / a;
    let sum = term;
    for (let n = 1; n < 500 && term > 1e-16 * sum; n++) {
      term *= x / (a + n);
      sum += term;
    }
    return front * sum;
  }
  // Lentz: the fraction from its front.
  let b = x + 1 - a;
  let c = 1e300;
  let d = 1 / b;
  let fraction = d;
  for (let n = 1; n < 500; n++) {
    const numerator = -n * (n - a);
    b += 2;
    d = 1 / (numerator * d + b);
    c = b + numerator / c;
    fraction *= c * d;
    if (Math.abs(c * d - 1) < 1e-15) break;
  }
  return 1 - front * fraction;
}

/** Stirling's series, after moving the argument up to where three terms are enough. */
function logGamma(a: number): number {
  let shift = 0;
  let x = a;
  for (; x < 15; x++) shift += Math.log(x);
  const inverse = 1 / (x * x);
  const series = (1 / 12 - inverse * (1 / 360 - inverse * (1 / 1260 - inverse / 1680))) / x;
  return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - shift;
}
