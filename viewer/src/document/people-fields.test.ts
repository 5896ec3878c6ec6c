/** How people come, what they are like, and shares of profiles: as the panel writes them, and right for the engine. */
import { parseScenario } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import {
  comingOf,
  withBurst,
  withBurstCell,
  withComing,
  withoutRow,
  withScheduleCell,
  withScheduleRow,
} from './arrivals.ts';
import { addExit, newRoom } from './create.ts';
import {
  type DistributionForm,
  FORM_NAMES,
  formOf,
  inForm,
  numbersIn,
  parametersOf,
  withParameter,
} from './distributions.ts';
import { type Data, put, valueAt } from './document.ts';
import { PROFILE_FIELDS } from './number-fields.ts';
import { problemsOf } from './problems.ts';
import { addProfile, percentOf, sharesOf, withOneMore, withoutShare, withShareOf, withShares } from './profiles.ts';
import { rename } from './references.ts';
import { findThing, remove, thingsOf } from './things.ts';

const room = addExit(newRoom(), {
  form: 'line',
  points: [
    [16, 0],
    [16, 8],
  ],
}).data;
const path = ['sources', 0];
const entrance = (fields: object): Data => put(room, ['sources'], [{ in: { box: [0, 0, 2, 2] }, ...fields }]);
const fieldsOf = (data: Data) => {
  const { in: _, ...fields } = valueAt(data, path) as Record<string, unknown>;
  return fields;
};
const isRight = (data: Data) => expect(problemsOf(data, undefined)).toEqual([]);

describe('how people come', () => {
  it('a rate becomes a schedule of the same rate, and back', () => {
    const rated = entrance({ rate: 0.75, from: 30, until: 90 });
    const scheduled = withComing(rated, path, 'schedule');
    expect(fieldsOf(scheduled)).toEqual({
      schedule: [
        [30, 0.75],
        [90, 0],
      ],
    });
    isRight(scheduled);
    // The engine means the same by both.
    expect(parseScenario(scheduled).sources[0].rates).toEqual(parseScenario(rated).sources[0].rates);
    expect(fieldsOf(withComing(scheduled, path, 'rate'))).toEqual({ rate: 0.75, from: 30, until: 90 });
  });
  it('only in bursts: there is one to begin with, and the rate is gone', () => {
    const bursts = withComing(entrance({ rate: 1, from: 5 }), path, 'bursts');
    expect(comingOf(valueAt(bursts, path))).toBe('bursts');
    expect(fieldsOf(bursts)).toEqual({ bursts: [{ at: 0, count: 100, over: 30, every: 300 }] });
    isRight(bursts);
    expect(fieldsOf(withComing(entrance({ rate: 1, bursts: [{ at: 3, count: 2 }] }), path, 'bursts'))).toEqual({
      bursts: [{ at: 3, count: 2 }],
    });
  });
  it('rows are added, typed exactly and removed', () => {
    const one = entrance({ schedule: [[0, 0.5]] });
    const two = withScheduleCell(withScheduleRow(one, path), path, 1, 1, 90);
    expect(valueAt(two, [...path, 'schedule'])).toEqual([
      [0, 0.5],
      [60, 1.5],
    ]);
    isRight(two);
    expect(withoutRow(two, path, 'schedule', 1)).toEqual(one);
    expect(withoutRow(one, path, 'schedule', 0)).toBe(one);
    const burst = withBurst(entrance({ bursts: [{ at: 10, count: 4, every: 60, until: 300 }] }), path);
    expect(valueAt(burst, [...path, 'bursts', 1])).toEqual({ at: 70, count: 4, every: 60, until: 300 });
    const once = withBurstCell(burst, path, 1, 'every', undefined);
    expect(valueAt(once, [...path, 'bursts', 1])).toEqual({ at: 70, count: 4 });
    isRight(once);
    expect(fieldsOf(withoutRow(entrance({ rate: 1, bursts: [{ at: 1, count: 1 }] }), path, 'bursts', 0))).toEqual({
      rate: 1,
    });
  });
  it('times that go back are a problem of that row', () => {
    const wrong = entrance({
      schedule: [
        [60, 1],
        [30, 2],
      ],
    });
    expect(problemsOf(wrong, undefined)).toMatchObject([{ path: ['sources', 0, 'schedule', 1, 0] }]);
  });
});

describe('distributions', () => {
  const forms = Object.keys(FORM_NAMES) as DistributionForm[];
  const profile = (fields: object): Data => ({ ...room, profiles: { some: fields } });
  it.each([
    ['speed', 1.34, { low: 0, high: 10 }],
    ['radius', 0.2, { low: 0.05, high: 1 }],
    ['start', 30, { low: 0, high: Infinity }],
  ] as const)('every form of a %s is right from the start, from every other', (field, usual, bounds) => {
    for (const from of [undefined, ...forms]) {
      for (const to of forms) {
        if (field !== 'speed' && (from === 'ages' || to === 'ages')) continue;
        const before = from === undefined ? undefined : inForm(from, undefined, usual, bounds);
        const value = inForm(to, before, usual, bounds);
        expect(formOf(value)).toBe(to);
        isRight(profile({ [field]: value }));
      }
    }
    expect(inForm('unsaid', 3, usual, bounds)).toBeUndefined();
  });
  it('the middle stays where it was', () => {
    const bounds = { low: 0, high: 10 };
    expect(inForm('fixed', { uniform: [1, 2] }, 9, bounds)).toBe(1.5);
    expect(inForm('normal', 2, 9, bounds)).toEqual({ normal: [2, 0.4], within: [0.8, 3.2] });
    expect(inForm('uniform', { normal: [2, 1] }, 9, bounds)).toEqual({ uniform: [1.6, 2.4] });
  });
  it('parameters are typed one by one', () => {
    const normal = { normal: [1, 0.2], within: [0.5, 1.5] };
    const [mean, , low] = parametersOf(normal);
    expect(withParameter(normal, mean!, 1.25)).toEqual({ normal: [1.25, 0.2], within: [0.5, 1.5] });
    expect(withParameter(normal, low!, 0.6)).toEqual({ normal: [1, 0.2], within: [0.6, 1.5] });
    expect(withParameter(normal, low!, undefined)).toEqual({ normal: [1, 0.2] });
    // The other end is above the middle.
    expect(withParameter({ normal: [1, 0.2] }, low!, 0.6)).toEqual({ normal: [1, 0.2], within: [0.6, 1.5] });
    expect(withParameter(2, parametersOf(2)[0], 3)).toBe(3);
    const ages = { ages: { normal: [50, 20], within: [10, 85] } };
    const labels = parametersOf(ages).map(({ label }) => label);
    expect(labels).toEqual(['age, mean', 'age, deviation', 'age, not below', 'age, not above', 'times']);
    expect(withParameter(ages, parametersOf(ages)[0], 40)).toEqual({ ages: { normal: [40, 20], within: [10, 85] } });
  });
  it('numbers with anything between them', () => {
    expect(numbersIn('1, 2.5;3 4')).toEqual([1, 2.5, 3, 4]);
    expect(numbersIn('1, x')).toBeUndefined();
    expect(numbersIn('')).toBeUndefined();
  });
});

describe('profiles', () => {
  const people = (...walkers: object[]): Data =>
    put(
      room,
      ['walkers'],
      walkers.map((fields) => ({ in: { box: [0, 0, 2, 2] }, count: 2, ...fields })),
    );
  it('the first one changes nobody', () => {
    const before = people({}, { profile: 'adult' });
    const { data, path: at } = addProfile(before);
    isRight(data);
    expect(at).toEqual(['profiles', 'profile']);
    const [some, adults] = parseScenario(data).walkers;
    expect(parseScenario(data).profiles[some!.profiles[0].profile].name).toBe('default');
    expect(parseScenario(data).profiles[adults!.profiles[0].profile].name).toBe('adult');
  });
  it('a second one lets those of the only one say so', () => {
    const { data } = addProfile(put(people({}), ['profiles'], { tourist: {} }));
    isRight(data);
    expect(valueAt(data, ['walkers', 0, 'profile'])).toBe('tourist');
  });
  it('a name changes wherever it is used, and who is used stays', () => {
    const profiles = { slow: { speed: 1 }, slower: { like: 'slow', speed: 0.5 }, wheelchair: { like: 'wheelchair' } };
    const data = put(people({ profile: 'slow' }, { profile: { slow: 3, adult: 1 } }), ['profiles'], profiles);
    isRight(data);
    const renamed = rename(data, 'profile', 'slow', 'calm');
    isRight(renamed);
    expect(JSON.stringify(renamed)).not.toContain('"slow"');
    expect(Object.keys(valueAt(renamed, ['walkers', 1, 'profile']) as object)).toEqual(['calm', 'adult']);
    const removal = remove(data, findThing(thingsOf(data), ['profiles', 'slow'])!);
    expect(removal).toEqual({
      refused: {
        what: '“slow” is used by people 1, people 2, profile “slower”',
        remedy: 'give them another profile first',
      },
    });
    // Like its own name means the built-in one.
    expect(valueAt(rename(data, 'profile', 'wheelchair', 'chair'), ['profiles', 'chair', 'like'])).toBe('wheelchair');
    const fewer = remove(data, findThing(thingsOf(data), ['profiles', 'slower'])!);
    if (!('data' in fewer)) throw new Error('refused');
    isRight(fewer.data);
  });
  it('the profile of those who name none is not deleted', () => {
    const { data } = addProfile(people({}));
    expect(remove(data, findThing(thingsOf(data), ['profiles', 'default'])!)).toHaveProperty(
      'refused.what',
      '“default” is used by people 1',
    );
  });
  it('shares are mixed, changed and left alone again', () => {
    const at = ['walkers', 0];
    const mixed = withShares(people({ profile: 'child' }), at);
    expect(sharesOf(valueAt(mixed, at))).toEqual([
      { name: 'child', share: 80 },
      { name: 'town-man', share: 20 },
    ]);
    isRight(mixed);
    const three = withOneMore(withShareOf(mixed, at, 'town-man', 'pram'), at);
    expect(valueAt(three, [...at, 'profile'])).toEqual({ child: 80, pram: 20, town: 10 });
    isRight(three);
    expect(percentOf(sharesOf(valueAt(three, at))!, 20)).toBe('18.2 %');
    expect(valueAt(withoutShare(withoutShare(three, at, 'town'), at, 'child'), [...at, 'profile'])).toBe('pram');
  });
  it('who was of the default profile is mostly of it when shares are mixed', () => {
    const mixed = withShares(people({}), ['walkers', 0]);
    expect(sharesOf(valueAt(mixed, ['walkers', 0]))![0]).toEqual({ name: 'default', share: 80 });
    expect(mixed.profiles).toEqual({ default: {} });
    isRight(mixed);
  });
  it('every number that is offered exists, within its range', () => {
    for (const { field, min = 0, max } of PROFILE_FIELDS) {
      for (const value of [min, max]) isRight({ ...room, profiles: { some: { [field]: value } } });
    }
  });
});
