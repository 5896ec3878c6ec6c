import { describe, expect, it } from 'vitest';
import { seedRandom } from '../core/random.ts';
import { BUILT_IN_NAMES } from './built-in-profiles.ts';
import { sample } from './distributions.ts';
import { parseScenario } from './parse-scenario.ts';
import { ScenarioError } from './problems.ts';
import { DEFAULT_PROFILE, type Scenario } from './scenario.ts';

const environment = { walkable: [{ box: [0, 0, 10, 4] }] };
const parse = (fields: object): Scenario => parseScenario({ environment, ...fields });

function faults(fields: object): string[] {
  try {
    parse(fields);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.message.split('\n').map((line) => line.replace(/^scenario: /, ''));
  }
  return [];
}

/** Names and shares of the profiles of the first walkers. */
function mixOf({ profiles, walkers }: Scenario): Record<string, number> {
  return Object.fromEntries(walkers[0].profiles.map(({ profile, share }) => [profiles[profile].name, share]));
}

describe('built-in profiles', () => {
  it('need no declaration, and those that are not named are not there', () => {
    const scenario = parse({ walkers: [{ at: [1, 1], profile: 'wheelchair' }, { at: [2, 1] }] });
    expect(scenario.profiles.map(({ name }) => name)).toEqual(['default', 'wheelchair']);
    expect(scenario.profiles[0]).toEqual(DEFAULT_PROFILE);
    expect(scenario.profiles[1]).toMatchObject({ radius: { kind: 'fixed', value: 0.35 }, turning: 90, stepFree: true });
    expect(scenario.walkers.map((walker) => walker.profiles)).toEqual([
      [{ profile: 1, share: 1 }],
      [{ profile: 0, share: 1 }],
    ]);
  });

  it('are all right, and slow enough to tell from each other', () => {
    for (const name of BUILT_IN_NAMES) expect(faults({ walkers: [{ at: [1, 1], profile: name }] })).toEqual([]);
    const mean = (name: string, field: 'speed' | 'radius') => {
      const { profiles } = parse({ walkers: [{ at: [1, 1], profile: name }] });
      const random = seedRandom(1);
      let sum = 0;
      for (let i = 0; i < 20_000; i++) sum += sample(profiles.at(-1)![field], random, i);
      return sum / 20_000;
    };
    // FDS+Evac: speeds; half shoulders times the root of torso over shoulders.
    for (const [name, speed, shoulders] of [
      ['adult', 1.25, 0.255],
      ['child', 0.9, 0.21],
      ['elderly', 0.8, 0.25],
    ] as const) {
      expect(mean(name, 'speed')).toBeCloseTo(speed, 1);
      expect(mean(name, 'radius')).toBeCloseTo(shoulders * Math.sqrt(0.5882), 2);
    }
    expect(mean('luggage', 'speed')).toBeCloseTo(0.92 * 1.25, 1);
    expect(mean('wheelchair', 'speed')).toBeCloseTo(0.61, 1);
    const { profiles } = parse({ walkers: [{ at: [1, 1], profile: { pram: 1, luggage: 1 } }] });
    expect(profiles.map(({ stepFree }) => stepFree)).toEqual([false, true, false]);
  });

  it('a town is half men and half women, and mixes with others', () => {
    expect(mixOf(parse({ walkers: [{ at: [1, 1], profile: 'town' }] }))).toEqual({
      'town-man': 0.5,
      'town-woman': 0.5,
    });
    const mixed = parse({ walkers: [{ at: [1, 1], profile: { town: 95, wheelchair: 5 } }] });
    expect(mixOf(mixed)).toEqual({ 'town-man': 0.475, 'town-woman': 0.475, wheelchair: 0.05 });
    expect(mixed.profiles[1].speed).toEqual({
      kind: 'ages',
      ages: { kind: 'normal', mean: 50, deviation: 20, within: [10, 85] },
      factor: 1.05,
    });
  });

  it('a profile of the file takes the place of one with the same name', () => {
    const scenario = parse({
      profiles: { town: { speed: 1 } },
      walkers: [{ at: [1, 1], profile: 'town' }, { at: [2, 1] }],
    });
    expect(scenario.profiles).toEqual([{ ...DEFAULT_PROFILE, name: 'town', speed: { kind: 'fixed', value: 1 } }]);
    // The only profile of the file goes without saying, whatever built-in ones are named elsewhere.
    const other = parse({ profiles: { slow: {} }, walkers: [{ at: [1, 1], profile: 'child' }, { at: [2, 1] }] });
    expect(other.walkers[1].profiles).toEqual([{ profile: 0, share: 1 }]);
  });
});

describe('like', () => {
  it('starts from a built-in profile, or from another of the file, in any order', () => {
    const { profiles } = parse({
      profiles: {
        tired: { like: 'mine', acceleration: 0.5 },
        mine: { like: 'wheelchair', radius: 0.4, speed: 0.8 },
        wheelchair: { like: 'wheelchair', reactionTime: 1 },
        plain: {},
      },
    });
    const [tired, mine, wheelchair, plain] = profiles;
    expect(wheelchair).toMatchObject({ name: 'wheelchair', turning: 90, acceleration: 1, reactionTime: 1 });
    expect(mine).toEqual({
      ...wheelchair,
      name: 'mine',
      radius: { kind: 'fixed', value: 0.4 },
      speed: { kind: 'fixed', value: 0.8 },
    });
    expect(tired).toEqual({ ...mine, name: 'tired', acceleration: 0.5 });
    expect(plain).toEqual({ ...DEFAULT_PROFILE, name: 'plain' });
    // Nothing is shared.
    (mine!.radius as { value: number }).value = 9;
    expect(tired!.radius).toEqual({ kind: 'fixed', value: 0.4 });
  });

  it('takes a long chain, and tells of one that closes', () => {
    const chain = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, i) => [`p${i}`, i < 19_999 ? { like: `p${i + 1}` } : { turning: 77 }]),
    );
    expect(parse({ profiles: chain }).profiles[0].turning).toBe(77);
    expect(faults({ profiles: { a: { like: 'b' }, b: { like: 'c' }, c: { like: 'b' } } })).toEqual([
      'profiles.c.like leads back to "b"; start from a profile that stands alone',
    ]);
  });

  it.each<[object, string]>([
    [
      { a: { like: 'wheelchiar' } },
      'profiles.a.like is "wheelchiar", but there is no such profile; did you mean "wheelchair"?',
    ],
    [{ a: { like: 'town' } }, 'profiles.a.like is "town", a mix of profiles; give town-man or town-woman'],
    [{ mine: { like: 'mine' } }, 'profiles.mine.like is "mine", but there is no such profile;'],
    [{ a: { like: 3 } }, 'profiles.a.like is 3; give a name: 1 to 100 characters'],
    [
      { a: { speed: { ages: { normal: [50, 20] } } } },
      'profiles.a.speed.ages gives numbers from -Infinity to Infinity; give an age of 5 to 100 years by within',
    ],
    [{ a: { speed: { ages: 130 } } }, 'profiles.a.speed.ages is 130; give an age of 5 to 100 years'],
    [{ a: { speed: { agse: 30 } } }, 'profiles.a.speed has the unknown field "agse"; did you mean "ages"?'],
    [{ a: { speed: { ages: 30, factor: 9 } } }, 'profiles.a.speed.factor is 9; give a number from 0.1 to 3'],
    [{ a: { radius: { ages: 30 } } }, 'profiles.a.radius'],
  ])('%j: %s', (profiles, text) => {
    const found = faults({ profiles });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain(text);
  });

  it('an unknown profile of a walker: the nearest built-in one is suggested', () => {
    expect(faults({ walkers: [{ at: [1, 1], profile: { twon: 1 } }] })).toEqual([
      'walkers[0].profile.twon is "twon", but there is no such profile; did you mean "town"?',
    ]);
  });
});
