/**
 * Distributions of a scenario file, checked against what they are for: ends the right way round, ranges that hold some of the
 * distribution, every number that can come within bounds.
 */
import { isRangeLikely, supportOf } from './distributions.ts';
import { fail, type FieldPath, type Problems } from './problems.ts';
import type { Distribution } from './scenario.ts';
import type { ScenarioFile } from './schema.ts';
import { OLDEST, YOUNGEST } from './walking-age.ts';

type DistributionFile = NonNullable<NonNullable<ScenarioFile['profiles']>[string]['speed']>;
type AgesOf = Extract<Distribution, { kind: 'ages' }>['ages'];

interface Bounds {
  low: number;
  high: number;
  what: string;
}
export const RADII: Bounds = { low: 0.05, high: 1, what: 'a radius of 0.05 to 1 m' };
export const SPEEDS: Bounds = { low: 0, high: 10, what: 'a speed of 0 to 10 m/s' };
const AGES: Bounds = { low: YOUNGEST, high: OLDEST, what: `an age of ${YOUNGEST} to ${OLDEST} years` };
export const TIMES: Bounds = { low: 0, high: Infinity, what: 'a time of 0 s or more' };
/** With so many problems the scenario is lost, and ranges, which take long to find unlikely, are not checked any more. */
const MOST_CHECKED = 100;

export function readDistribution(
  file: DistributionFile,
  path: FieldPath,
  parts: Problems,
  bounds: Bounds,
): Distribution {
  if (typeof file === 'object' && 'ages' in file) {
    const before = parts.problems.length;
    const ages = readDistribution(file.ages, [...path, 'ages'], parts, AGES);
    const distribution: Distribution = { kind: 'ages', ages: ages as AgesOf, factor: file.factor ?? 1 };
    if (parts.problems.length === before) checkSupport(distribution, path, parts, bounds);
    return distribution;
  }
  const distribution = distributionOf(file);
  if (distribution.kind === 'uniform' && distribution.low > distribution.high) {
    fail(parts, [...path, 'uniform'], 'has its ends the wrong way round', 'give [least, greatest]');
  } else if ('within' in distribution && distribution.within !== null) {
    const [low, high] = distribution.within;
    if (low > high) fail(parts, [...path, 'within'], 'has its ends the wrong way round', 'give [least, greatest]');
    else if (parts.problems.length < MOST_CHECKED && !isRangeLikely(distribution)) {
      fail(parts, [...path, 'within'], 'holds hardly any of the distribution', 'give a range around its middle');
    }
  }
  checkSupport(distribution, path, parts, bounds);
  return distribution;
}

function checkSupport(distribution: Distribution, path: FieldPath, parts: Problems, bounds: Bounds): void {
  const [least, greatest] = supportOf(distribution);
  if (least < bounds.low || greatest > bounds.high) {
    const range = least === greatest ? `is ${least}` : `gives numbers from ${least} to ${greatest}`;
    const isOpen = 'within' in distribution && distribution.within === null;
    fail(parts, path, range, `give ${bounds.what}${isOpen ? ' by within: [least, greatest]' : ''}`);
  }
}

function distributionOf(file: Exclude<DistributionFile, { ages: unknown }>): Distribution {
  if (typeof file === 'number') return { kind: 'fixed', value: file };
  if ('uniform' in file) return { kind: 'uniform', low: file.uniform[0], high: file.uniform[1] };
  if ('values' in file) return { kind: 'values', values: file.values };
  const within = file.within ?? null;
  if ('normal' in file) return { kind: 'normal', mean: file.normal[0], deviation: file.normal[1], within };
  if ('lognormal' in file) return { kind: 'lognormal', mu: file.lognormal[0], sigma: file.lognormal[1], within };
  if ('gamma' in file) return { kind: 'gamma', shape: file.gamma[0], scale: file.gamma[1], within };
  return { kind: 'weibull', scale: file.weibull[0], shape: file.weibull[1], within };
}
