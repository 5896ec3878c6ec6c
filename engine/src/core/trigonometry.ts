/**
 * Sine and cosine with the same bits on every machine, for geometry that ends up in the state of a simulation.
 *
 * `Math.sin` and `Math.cos` are not bit-specified. The angle is brought to ±45° (exactly, for degrees) and summed as
 * its power series up to the term below 1e-17. Error: about one unit in the last place. Cost: some 20 multiplications.
 */

const RADIANS_PER_DEGREE = Math.PI / 180;

/** [sine, cosine] of an angle in degrees; exact at multiples of 90. */
export function sineCosineDegrees(degrees: number): [number, number] {
  const turn = degrees % 360; // exact
  const quarter = Math.round(turn / 90);
  return fromQuarter(quarter, (turn - 90 * quarter) * RADIANS_PER_DEGREE);
}

// π/2 as a short number whose small multiples are exact, and the rest.
const HALF_PI_HIGH = 1.57079632673412561417;
const HALF_PI_LOW = 6.07710050650619224932e-11;

/** [sine, cosine] of an angle in radians; meant for a few turns, not for huge angles. */
export function sineCosine(radians: number): [number, number] {
  const quarter = Math.round(radians / (Math.PI / 2));
  return fromQuarter(quarter, radians - quarter * HALF_PI_HIGH - quarter * HALF_PI_LOW);
}

/** quarter · 90° + rest, |rest| ≤ π/4 */
function fromQuarter(quarter: number, rest: number): [number, number] {
  const s = sineSeries(rest);
  const c = cosineSeries(rest);
  switch (((quarter % 4) + 4) % 4) {
    case 0:
      return [s, c];
    case 1:
      return [c, -s];
    case 2:
      return [-s, -c];
    default:
      return [-c, s];
  }
}

/** x − x³/6 + x⁵/120 − …, from the innermost term outwards. */
function sineSeries(x: number): number {
  const q = x * x;
  let sum = 0;
  for (let k = 17; k >= 3; k -= 2) sum = (-q / (k * (k - 1))) * (1 + sum);
  return x + x * sum;
}

function cosineSeries(x: number): number {
  const q = x * x;
  let sum = 0;
  for (let k = 18; k >= 2; k -= 2) sum = (-q / (k * (k - 1))) * (1 + sum);
  return 1 + sum;
}

/**
 * The angle, 0 … π, between two directions whose cross product has the absolute value `cross` and whose dot product is
 * `dot`. Twice halved, so that a short series is enough; same bits everywhere.
 */
export function angleFrom(cross: number, dot: number): number {
  const length = Math.sqrt(cross * cross + dot * dot);
  if (length === 0) return 0;
  // tan(α/2) = sin α / (1 + cos α), from the side where it does not cancel.
  const half = 2 * arcTangent(Math.abs(cross) / (length + Math.abs(dot)));
  return dot >= 0 ? half : Math.PI - half;
}

/** For 0 ≤ t ≤ 1: halved twice more, then t − t³/3 + t⁵/5 − … */
function arcTangent(t: number): number {
  const u = t / (1 + Math.sqrt(1 + t * t));
  const v = u / (1 + Math.sqrt(1 + u * u));
  const q = v * v;
  let sum = 0;
  for (let k = 23; k >= 3; k -= 2) sum = -q * (1 / k + sum);
  return 4 * v * (1 + sum);
}
