import { describe, expect, it } from 'vitest';
import { USUAL_KNOWING } from '../knowledge/knowledge.ts';
import { parseScenario } from './parse-scenario.ts';
import { ScenarioError } from './problems.ts';

const ROOM = { walkable: [{ box: [0, 0, 10, 10] }] };

function parse(fields: object) {
  return parseScenario({ environment: ROOM, goals: { shop: [9, 2] }, walkers: [], ...fields });
}

function faults(fields: object): string[] {
  try {
    parse(fields);
  } catch (error) {
    if (error instanceof ScenarioError) return error.problems.map(({ what, remedy }) => `${what}; ${remedy}`);
    throw error;
  }
  return [];
}

describe('knowledge of a profile', () => {
  it('is absent, a word, or a table', () => {
    const { profiles } = parse({
      areas: { hall: { box: [0, 0, 5, 5] } },
      profiles: {
        resident: {},
        tourist: { knowledge: 'nothing' },
        porter: { knowledge: { start: ['hall', 'shop'], memory: 30 } },
        boss: { like: 'porter', knowledge: 'everything' },
      },
    });
    expect(profiles.map(({ knowledge }) => knowledge)).toEqual([
      undefined,
      { ...USUAL_KNOWING, start: 'nothing' },
      { ...USUAL_KNOWING, start: ['hall', 'shop'], memory: 30 },
      { ...USUAL_KNOWING, start: 'everything', memory: 30 },
    ]);
  });

  it('is built in for visitors, commuters and staff', () => {
    const { profiles, walkers } = parse({ walkers: [{ at: [1, 1], profile: { visitor: 1, commuter: 1, staff: 1 } }] });
    const used = walkers[0].profiles.map(({ profile }) => profiles[profile].knowledge?.start);
    expect(used).toEqual(['entrance', 'everything', 'everything']);
  });

  it('names areas and goals that are there', () => {
    expect(faults({ profiles: { a: { knowledge: { start: ['hal'] } } } }).join()).toMatch(/hal/);
    expect(faults({ profiles: { a: { knowledge: 'some' } } }).join()).toMatch(/nothing, entrance, everything/);
    expect(faults({ profiles: { a: { knowledge: { range: -1 } } } })).toHaveLength(1);
  });
});

describe('signs', () => {
  it('have defaults, and face degrees or a point', () => {
    const { signs } = parse({
      signs: {
        way: { at: [5, 9], facing: -90, shows: 'shop' },
        map: { at: [1, 1], facing: { towards: [2, 2] }, shows: 'everything', range: 3, notice: 0.38, angle: 90 },
      },
    });
    expect(signs).toEqual([
      {
        name: 'way',
        at: [5, 9],
        level: null,
        facing: { degrees: -90 },
        range: 20,
        angle: 170,
        notice: 1,
        shows: [0],
        gives: 'way',
      },
      {
        name: 'map',
        at: [1, 1],
        level: null,
        facing: { towards: [2, 2] },
        range: 3,
        angle: 90,
        notice: 0.38,
        shows: null,
        gives: 'way',
      },
    ]);
  });

  it('show goals that are there, and face something', () => {
    expect(faults({ signs: { way: { at: [5, 9], facing: 0, shows: 'shopp' } } }).join()).toMatch(/shop/);
    expect(faults({ signs: { way: { at: [5, 9], facing: { towards: [5, 9] }, shows: 'shop' } } }).join()).toMatch(
      /place of the sign itself/,
    );
    expect(faults({ signs: { way: { at: [5, 9], shows: 'shop' } } })).toHaveLength(1);
  });
});
