import { describe, expect, it } from 'vitest';
import { METRES, type Plan, type PlanLevel } from '../map/plan.ts';
import { openScenario } from './open-scenario.ts';
import { createRun } from './run.ts';

const level = (name: string, elevation: number, width: number): PlanLevel => ({
  name,
  elevation,
  polygons: [{ role: 'walkable', rings: [Float64Array.of(0, 0, width, 0, width, 10, 0, 10)] }],
  lines: [],
  floor: 'polygons',
  margin: 10,
});
/** The ground floor is longer than the upper one. */
const PLAN: Plan = {
  name: 'house',
  frame: METRES,
  levels: [level('ground', 0, 30), level('upper', 4, 20)],
  doors: [],
  links: [],
  isAllWanted: true,
};
const AWAY = { box: [100, 100, 110, 110], level: 'ground' };
const SCENARIO = {
  environment: { file: 'house.wkt' },
  profiles: { guest: { knowledge: 'nothing' } },
  goals: { desk: { at: [29, 5], level: 'ground' } },
  walkers: [{ at: [1, 5], level: 'ground', profile: 'guest', goal: 'desk' }],
};

const open = (fields: object) =>
  openScenario(
    { data: { ...SCENARIO, ...fields }, placeOf: ({ path }) => `house.yaml:${path.length}` },
    { readPlace: async () => PLAN },
  );
async function warningsOf(fields: object): Promise<string[]> {
  const { scenario, world } = await open(fields);
  return createRun(scenario, world).warnings;
}

describe('warnings before the first step', () => {
  it('of an announcement where nobody can be', async () => {
    const events = [{ at: 10, announce: 'desk', in: 'foyer' }];
    const area = (foyer: object) => warningsOf({ areas: { foyer }, events });
    expect(await area(AWAY)).toEqual(['nobody hears the announcement at 10 s: there is no floor in area "foyer"']);
    expect(await area({ box: [25, 0, 120, 5], level: 'ground' })).toEqual([]);
  });

  it('of an area that is known and holds nothing', async () => {
    const knows = (area: object) =>
      warningsOf({ areas: { wing: area }, profiles: { guest: { knowledge: { start: ['wing'] } } } });
    const who = 'people of profile "guest" know nothing of area "wing"';
    expect(await knows(AWAY)).toEqual([`${who}: there is no floor in it`]);
    expect(await knows({ box: [0, 0, 1, 1], level: 'ground' })).toEqual([`${who}: it holds no whole room`]);
    expect(await knows({ box: [0, 0, 30, 10], level: 'ground' })).toEqual([]);
  });

  it('of a sign that is on the lowest level since none is given', async () => {
    const sign = (fields: object) => warningsOf({ signs: { s: { facing: 180, shows: 'desk', ...fields } } });
    expect(await sign({ at: [10, 5] })).toEqual([
      'sign "s" has no level: it is on ground; there is floor on upper, too',
    ]);
    expect(await sign({ at: [10, 5], level: 'ground' })).toEqual([]);
    expect(await sign({ at: [25, 5] })).toEqual([]);
  });
});

it('a sign off the floor is a problem of the file, with its line and level', async () => {
  const sign = (fields: object) => open({ signs: { s: { facing: 180, shows: 'desk', ...fields } } });
  await expect(sign({ at: [25, 5], level: 'upper' })).rejects.toThrow(
    'house.yaml:3: signs.s.at is (25, 5), which is not on the floor of level "upper"; there is floor on ground',
  );
  await expect(sign({ at: [25, 50], level: 'upper' })).rejects.toThrow(/put it on the floor, just before the wall$/);
});
