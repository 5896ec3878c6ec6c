/**
 * Distributions of a scenario (speeds, radii, times) as the panel shows them ↔ as the file has them: a form, and a number for each of its
 * parameters. Another form begins around the middle of the one before.
 */
import { isRecord, listAt, type Path, put, valueAt } from './document.ts';

const FORMS = ['uniform', 'normal', 'lognormal', 'gamma', 'weibull', 'ages', 'values'] as const;
export type DistributionForm = 'unsaid' | 'fixed' | (typeof FORMS)[number];

export const FORM_NAMES: Readonly<Record<Exclude<DistributionForm, 'unsaid'>, string>> = {
  fixed: 'one number',
  uniform: 'between two numbers',
  normal: 'normal',
  lognormal: 'lognormal',
  gamma: 'gamma',
  weibull: 'Weibull',
  ages: 'by age',
  values: 'from a list, in turn',
};

export interface Parameter {
  label: string;
  path: Path;
  /** In the unit of what is distributed; else a mere number, or years. */
  unit: 'own' | 'years' | undefined;
  isOptional?: true;
}

/** What may come out. */
export interface Bounds {
  low: number;
  high: number;
}

export function formOf(value: unknown): DistributionForm {
  if (typeof value === 'number') return 'fixed';
  return (isRecord(value) ? FORMS.find((form) => value[form] !== undefined) : undefined) ?? 'unsaid';
}

const PARAMETERS: Partial<Record<DistributionForm, readonly [label: string, isOwn: boolean][]>> = {
  uniform: [
    ['from', true],
    ['to', true],
  ],
  normal: [
    ['mean', true],
    ['deviation', true],
  ],
  lognormal: [
    ['mean of the logarithm', false],
    ['its deviation', false],
  ],
  gamma: [
    ['shape', false],
    ['scale', true],
  ],
  weibull: [
    ['scale', true],
    ['shape', false],
  ],
};

export function parametersOf(value: unknown): Parameter[] {
  const form = formOf(value);
  if (form === 'fixed') return [{ label: 'exactly', path: [], unit: 'own' }];
  if (form === 'ages') {
    const ages = parametersOf(valueAt(value, ['ages'])).map(
      ({ label, path, unit, ...rest }): Parameter => ({
        ...rest,
        label: label === 'exactly' ? 'age' : `age, ${label}`,
        path: ['ages', ...path],
        unit: unit === 'own' ? 'years' : undefined,
      }),
    );
    return [...ages, { label: 'times', path: ['factor'], unit: undefined, isOptional: true }];
  }
  const said = (PARAMETERS[form] ?? []).map(
    ([label, isOwn], k): Parameter => ({ label, path: [form, k], unit: isOwn ? 'own' : undefined }),
  );
  if (form === 'uniform' || said.length === 0) return said;
  const ends = ['not below', 'not above'].map(
    (label, k): Parameter => ({ label, path: ['within', k], unit: 'own', isOptional: true }),
  );
  return [...said, ...ends];
}

export function parameterAt(value: unknown, { path }: Parameter): number | undefined {
  const found = valueAt(value, path);
  return typeof found === 'number' ? found : undefined;
}

/** @param number undefined: it is not said; of the two ends of a range, neither is then */
export function withParameter(value: unknown, { path }: Parameter, number: number | undefined): unknown {
  const base = path.slice(0, -1);
  if (path.at(-1) === 'factor' || base.at(-1) !== 'within') return put(value, path, number);
  if (number === undefined) return put(value, base, undefined);
  // The other end, where none was: as far from the middle on the other side, or as far as reason goes.
  const owner = valueAt(value, base.slice(0, -1));
  const middle = middleOf(owner) ?? number;
  const [low = Math.min(number, middle), high = Math.max(number, 2 * middle - Math.min(number, 0.5 * middle))] = listAt(
    owner,
    ['within'],
  ) as number[];
  return put(value, base, path.at(-1) === 0 ? [number, high] : [low, number]);
}

/** About what comes out most; undefined: nothing is said. */
function middleOf(value: unknown): number | undefined {
  const form = formOf(value);
  const [a = 0, b = 0] = listAt(value, [form]) as number[];
  if (form === 'fixed') return value as number;
  if (form === 'uniform') return (a + b) / 2;
  if (form === 'normal') return a;
  if (form === 'lognormal') return Math.exp(a);
  if (form === 'gamma') return a * b;
  if (form === 'weibull') return a;
  if (form === 'values') return a;
  return undefined;
}

const tidy = (value: number): number => Number(value.toPrecision(3));

/** @param usual the middle where none was said */
export function inForm(form: DistributionForm, before: unknown, usual: number, { low, high }: Bounds): unknown {
  if (form === formOf(before)) return before;
  const middle = middleOf(before) ?? usual;
  const within = [tidy(Math.max(low, 0.4 * middle)), tidy(Math.min(high, 1.6 * middle))];
  // Only what has bounds needs to be kept within them.
  const ends = high < Infinity ? { within } : {};
  switch (form) {
    case 'unsaid':
      return undefined;
    case 'fixed':
      return tidy(middle);
    case 'uniform':
      return { uniform: [tidy(Math.max(low, 0.8 * middle)), tidy(Math.min(high, 1.2 * middle))] };
    case 'normal':
      return { normal: [tidy(middle), tidy(0.2 * middle)], within };
    case 'lognormal':
      return { lognormal: [tidy(Math.log(middle)), 0.5], ...ends };
    case 'gamma':
      return { gamma: [2, tidy(middle / 2)], ...ends };
    case 'weibull':
      return { weibull: [tidy(middle), 2], ...ends };
    case 'ages':
      return { ages: { normal: [50, 20], within: [10, 85] } };
    case 'values':
      return { values: [tidy(middle)] };
  }
}

/** Numbers that somebody typed one after the other; undefined: something is no number. */
export function numbersIn(text: string): number[] | undefined {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const numbers = words.map(Number);
  return numbers.length > 0 && numbers.every(Number.isFinite) ? numbers : undefined;
}
