/** Who walks together, as a file says it: read, placed next to each other, coming together. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../build.ts';
import { NONE } from '../core/none.ts';
import { advance, createRun } from '../run/run.ts';
import type { Run } from '../run/run-state.ts';
import { inlinePlan } from './parse-environment.ts';
import { parseScenario } from './parse-scenario.ts';
import { ScenarioError } from './problems.ts';

const HALL = {
  environment: { walkable: [{ box: [0, 0, 40, 40] }] },
  areas: { middle: { box: [5, 5, 35, 35] } },
  goals: { out: [39, 20], back: [1, 20] },
};

function start(raw: object, seed = 1): Run {
  const scenario = parseScenario({ ...HALL, ...raw });
  if (scenario.environment.kind !== 'inline') throw new Error('no place');
  return createRun(scenario, buildWorld(inlinePlan(scenario.environment, 'hall')), { seed });
}

/** Slots of each group. */
function groupsOf({ simulation: { crowd } }: Run): number[][] {
  const groups = new Map<number, number[]>();
  for (let i = 0; i < crowd.count; i++) {
    const group = crowd.companions[i];
    if (group !== NONE) groups.set(group, [...(groups.get(group) ?? []), i]);
  }
  return [...groups.values()];
}

const walkersWith = (companions: unknown, more: object = {}) => ({
  walkers: [{ in: 'middle', count: 200, goal: 'out', companions, ...more }],
});

function read(companions: unknown) {
  return parseScenario({ ...HALL, ...walkersWith(companions) }).walkers[0].companions!;
}

/** What is wrong, one line each. */
function problems(raw: object): string {
  try {
    parseScenario({ ...HALL, ...raw });
  } catch (error) {
    if (error instanceof ScenarioError) return error.message;
    throw error;
  }
  return '';
}

describe('reading', () => {
  it('a size: all in groups of it', () => {
    expect(read(4)).toEqual([{ size: 4, share: 1 }]);
  });

  it('a share of people and sizes of groups', () => {
    // Of 100 people 30 in pairs: 15 pairs and 70 alone, 15 of 85 begin a pair.
    const [alone, pairs] = read({ share: 0.3, sizes: { 2: 5 } });
    expect(alone!.size).toBe(1);
    expect(alone!.share).toBeCloseTo(70 / 85, 12);
    expect(pairs!.size).toBe(2);
    expect(pairs!.share).toBeCloseTo(15 / 85, 12);
    expect(read({ sizes: { 2: 3, 5: 1 } })).toEqual([
      { size: 2, share: 0.75 },
      { size: 5, share: 0.25 },
    ]);
  });

  it('a town: 95 % of the groups of one or two, 5 % of three to ten (M02)', () => {
    const town = read('town');
    const sum = (from: number, to: number) =>
      town.filter(({ size }) => size >= from && size <= to).reduce((all, { share }) => all + share, 0);
    expect(sum(1, 2)).toBeCloseTo(0.95, 12);
    expect(sum(3, 10)).toBeCloseTo(0.05, 12);
    expect(sum(11, 100)).toBe(0);
  });

  it('nothing: all alone', () => {
    expect(parseScenario({ ...HALL, walkers: [{ at: [1, 1], goal: 'out' }] }).walkers[0]).toMatchObject({
      companions: null,
      group: null,
    });
  });

  it.each<[unknown, string]>([
    [1, 'walkers[0].companions'],
    [65, 'walkers[0].companions'],
    [2.5, 'walkers[0].companions'],
    ['family', 'walkers[0].companions'],
    [{ share: 0.3 }, 'sizes'],
    [{ share: 2, sizes: { 2: 1 } }, 'share'],
    [{ sizes: { 0: 1 } }, 'sizes of groups'],
    [{ sizes: { two: 1 } }, 'sizes of groups'],
    [{ sizes: { 65: 1 } }, 'sizes of groups'],
    [{ sizes: { 2: 0 } }, 'has no share above 0'],
    [{ size: { 2: 1 } }, 'size'],
  ])('refuses %j', (companions, said) => {
    expect(problems(walkersWith(companions))).toContain(said);
  });

  it('refuses a group that goes two ways, and a group beside companions', () => {
    const walkers = [
      { at: [10, 10], goal: 'out', group: 'smiths' },
      { in: 'middle', count: 3, goal: 'back', group: 'smiths' },
    ];
    expect(problems({ walkers })).toContain('goes another way than others of group "smiths"');
    expect(problems(walkersWith(3, { group: 'smiths' }))).toContain('give one of group and companions');
    expect(problems({ walkers: [{ at: [1, 1], goal: 'out', companions: 2 }] })).toContain('companions');
  });
});

describe('setting up', () => {
  it('about so many are in groups, of these sizes', () => {
    let [grouped, pairs, all] = [0, 0, 0];
    for (let seed = 1; seed <= 10; seed++) {
      const groups = groupsOf(start(walkersWith({ share: 0.3, sizes: { 2: 0.8, 3: 0.2 } }), seed));
      all += groups.length;
      pairs += groups.filter((members) => members.length === 2).length;
      grouped += groups.flat().length;
    }
    expect(grouped / 2000).toBeGreaterThan(0.26);
    expect(grouped / 2000).toBeLessThan(0.34);
    expect(pairs / all).toBeGreaterThan(0.72);
    expect(pairs / all).toBeLessThan(0.88);
  });

  it.each([200, 3000, 5200])('%d people: companions stand next to each other', (count) => {
    const run = start(walkersWith(4, { count }));
    const { place } = run.simulation.crowd;
    const groups = groupsOf(run);
    expect(run.warnings).toEqual([]);
    expect(groups).toHaveLength(count / 4);
    let far = 0;
    for (const members of groups) {
      expect(members).toHaveLength(4);
      const [a] = members;
      const furthest = Math.max(
        ...members.map((b) => Math.hypot(place[2 * a!] - place[2 * b], place[2 * a! + 1] - place[2 * b + 1])),
      );
      if (furthest > 3) far++;
    }
    // At 5.8 per m² the last ones take what is left.
    expect(far / groups.length).toBeLessThan(count > 5000 ? 0.25 : 0.05);
  });

  it('not with a wall between them', () => {
    const environment = {
      walkable: [{ box: [0, 0, 40, 40] }],
      lines: [
        [
          [20, 0],
          [20, 39],
        ],
      ],
    };
    const { place } = start({ environment, ...walkersWith(2) }).simulation.crowd;
    for (const [a, b] of groupsOf(start({ environment, ...walkersWith(2) }))) {
      expect(place[2 * a!] < 20).toBe(place[2 * b!] < 20);
    }
  });

  it('companions start together, when the last of them does', () => {
    const run = start(walkersWith(3, { count: 30, start: { uniform: [0, 60] } }));
    const { startAt } = run.simulation.crowd;
    for (const members of groupsOf(run)) {
      for (const i of members) expect(startAt[i]).toBe(startAt[members[0]]);
    }
    expect(new Set(startAt.subarray(0, 30)).size).toBe(10);
  });

  it('entries with one name are one group, whatever their profiles', () => {
    const run = start({
      profiles: { quick: { speed: 1.25 }, slow: { speed: 0.5 } },
      walkers: [
        { at: [10, 10], goal: 'out', profile: 'slow', group: 'smiths' },
        { in: { box: [10, 11, 12, 13] }, count: 4, goal: 'out', profile: 'quick', group: 'smiths' },
        { at: [20, 20], goal: 'out', profile: 'quick' },
      ],
    });
    expect(groupsOf(run)).toEqual([[0, 1, 2, 3, 4]]);
    expect(run.simulation.crowd.companions[5]).toBe(NONE);
  });

  it('without groups people are where they were before there were any', () => {
    const places = (raw: object) => [...start(raw).simulation.crowd.place.subarray(0, 60)];
    const alone = places({ walkers: [{ in: 'middle', count: 30, goal: 'out' }] });
    expect(
      places({ walkers: [{ in: 'middle', count: 30, goal: 'out', companions: { share: 0, sizes: { 2: 1 } } }] }),
    ).toEqual(alone);
  });
});

describe('sources', () => {
  const source = (more: object) => ({
    duration: 120,
    sources: [{ in: { box: [1, 15, 6, 25] }, goal: 'out', ...more }],
  });

  /** Who comes in each step, as sizes of groups; 1 for somebody alone. */
  function comings(run: Run, seconds: number): number[] {
    const sizes: number[] = [];
    const { crowd } = run.simulation;
    for (let next = 0; run.simulation.time < seconds; next = crowd.nextSerial) {
      advance(run);
      const came = new Map<number, number>();
      for (let i = 0; i < crowd.count; i++) {
        if (crowd.serial[i] < next) continue;
        const group = crowd.companions[i];
        if (group === NONE) sizes.push(1);
        else came.set(group, (came.get(group) ?? 0) + 1);
      }
      sizes.push(...came.values());
    }
    return sizes;
  }

  it('send groups as a whole, as many people as they say', () => {
    const run = start(source({ rate: 1, total: 90, companions: 3 }));
    const sizes = comings(run, 120);
    expect(sizes).toEqual(new Array(30).fill(3));
  });

  it('the last group is as large as there are people left', () => {
    const sizes = comings(start(source({ bursts: [{ at: 1, count: 10 }], companions: 4 })), 20);
    expect(sizes.sort()).toEqual([2, 4, 4]);
  });

  it('a group for which there is no room comes in parts', () => {
    const small = { in: { box: [20, 20, 20.45, 20.45] }, rate: 1, total: 12, companions: 6 };
    const run = start({ duration: 120, sources: [{ goal: 'out', ...small }] });
    const sizes = comings(run, 110);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(12);
    expect(Math.max(...sizes)).toBeLessThan(6);
  });
});
