/** What people learn from others: announcements, arrows, people they meet; and goals of a kind. Each with the case in which nothing is learned. */
import { describe, expect, it } from 'vitest';
import { buildWorld } from '../src/build.ts';
import { logDecisions, type RecordedDecision } from '../src/run/decision-log.ts';
import { advance, createRun, isOver } from '../src/run/run.ts';
import { parseScenario } from '../src/scenario/parse-scenario.ts';
import { planOf, rectangle } from './shapes.ts';

type Box = [number, number, number, number];

/** All decisions of a run. */
function decisionsOf(boxes: Box[], fields: object): RecordedDecision[] {
  const environment = { walkable: boxes.map((box) => ({ box })) };
  const scenario = parseScenario({ environment, duration: 300, ...fields });
  const rooms = boxes.map((box) => [rectangle(...box)]);
  const run = createRun(scenario, buildWorld(planOf('rooms', 'polygons', rooms, [])));
  const rows: RecordedDecision[] = [];
  while (!isOver(run)) {
    advance(run);
    logDecisions(rows, run);
  }
  return rows;
}

const codesOf = (rows: RecordedDecision[], serial = 0) =>
  rows.filter((row) => row.serial === serial).map(({ code, what }) => [code, what]);

/** A corridor with six rooms to the north; what is looked for is in the last but one. */
const CORRIDOR: Box[] = [
  [0, 0, 60, 3],
  ...Array.from({ length: 6 }, (_, k): Box => [10 * k, 3.2, 10 * k + 9.8, 11]),
  ...Array.from({ length: 6 }, (_, k): Box => [10 * k + 4, 3, 10 * k + 5.2, 3.2]),
];
const GUEST = { profiles: { guest: { knowledge: 'nothing' } }, goals: { shop: [48, 9] } };
const ONE = [{ at: [2, 9], profile: 'guest', goal: 'shop' }];

describe('an announcement', () => {
  const said = { at: 4, announce: 'shop', in: 'west', for: 2 };
  const areas = { west: { box: [0, 0, 10, 11] } };

  it('tells everybody in its area the way, once', () => {
    const rows = decisionsOf(CORRIDOR, { ...GUEST, areas, walkers: ONE, events: [said] });
    const heard = rows.filter(({ code }) => code === 'hears');
    expect(heard.map(({ what }) => what)).toEqual(['shop']);
    expect(heard[0].time).toBeGreaterThanOrEqual(4);
    expect(heard[0].time).toBeLessThan(4.7);
    expect(codesOf(rows).at(-1)).toEqual(['walks to', 'shop']);
    expect(rows.at(-1)!.step).toBe(heard[0].step);
    expect(rows.at(-1)!.value).toBeGreaterThan(35);
  });

  it('is not heard elsewhere, later, or by people who do not listen', () => {
    const codes = (event: object) =>
      codesOf(decisionsOf(CORRIDOR, { ...GUEST, areas, walkers: ONE, events: [event] })).map(([code]) => code);
    expect(codes({ ...said, in: undefined })).toContain('hears');
    expect(codes({ ...said, notice: 0 })).not.toContain('hears');
    expect(codes({ ...said, at: 60 })).not.toContain('hears');
  });

  it('needs an area and goals that are there', () => {
    const parse = (event: object) => () =>
      parseScenario({ environment: { walkable: [{ box: [0, 0, 9, 9] }] }, ...GUEST, events: [event] });
    expect(parse({ at: 1, announce: 'shpo' })).toThrow(/shop/);
    expect(parse({ at: 1, announce: 'shop', in: 'wets' })).toThrow(/area/);
    expect(parse({ at: 1, announce: 'shop', for: 0 })).toThrow(/seconds/);
    expect(parse({ at: 1, announce: 'everything' })()).toMatchObject({ events: [{ kind: 'announce', shows: null }] });
  });
});

/** Two corridors meet in a T; rooms with doors along both. What is looked for is at the end of the east one, round a corner. */
const CROSSING: Box[] = [
  [0, 0, 3, 20],
  [-30, 20, 33, 23],
  [30, 23, 33, 45],
  [-30, 23, -27, 45],
];

describe('an arrow', () => {
  const goals = { shop: [31.5, 44] };
  const walkers = [{ at: [1.5, 1], profile: 'guest', goal: 'shop' }];
  const sign = (gives: string, fields: object = {}) => ({
    signs: { arrow: { at: [1.5, 22.8], facing: -90, shows: 'shop', range: 30, gives, ...fields } },
  });
  const run = (fields: object) => decisionsOf(CROSSING, { ...GUEST, goals, walkers, ...fields });

  it('points as far as one sees from it, a sign that gives the way tells all of it', () => {
    const arrow = codesOf(run(sign('direction')));
    // They go where it points, until they see what they look for.
    expect(arrow).toEqual([
      ['reads', 'arrow'],
      ['follows', 'arrow'],
      ['walks to', 'shop'],
    ]);
    const way = codesOf(run(sign('way')));
    expect(way).toEqual([
      ['reads', 'arrow'],
      ['walks to', 'shop'],
    ]);
  });

  it('saves a search in the other direction, and points the other way for people who look for something else', () => {
    const timeOf = (rows: RecordedDecision[]) => rows.findLast(({ code }) => code === 'walks to')!.time;
    const west = { goals: { ...goals, bar: [-28.5, 44] } };
    const arrow = timeOf(run({ ...sign('direction', { shows: ['bar', 'shop'] }), ...west }));
    const toBar = timeOf(
      run({
        ...sign('direction', { shows: ['bar', 'shop'] }),
        ...west,
        walkers: [{ ...walkers[0], goal: 'bar' }],
      }),
    );
    const none = [timeOf(run({ ...west })), timeOf(run({ ...west, walkers: [{ ...walkers[0], goal: 'bar' }] }))];
    // Without it one of the two goes the wrong way first.
    expect(Math.max(...none)).toBeGreaterThan(1.5 * Math.max(arrow, toBar));
  });
});

describe('people who meet', () => {
  const walkers = [
    { at: [2, 9], profile: 'guest', goal: 'shop' },
    { at: [3, 9], profile: 'porter', goal: 'desk' },
  ];
  const run = (tell: number, known: string) =>
    decisionsOf(CORRIDOR, {
      profiles: { guest: { knowledge: 'nothing' }, porter: { knowledge: { start: [known, 'desk'], tell } } },
      goals: { shop: [48, 9], desk: [3, 9.5], bar: [28, 9] },
      walkers: [walkers[0], { ...walkers[1], goal: undefined, itinerary: [{ goal: 'desk', wait: 20 }] }],
    });

  it('tell the way if they know it, and tell people', () => {
    const rows = run(1, 'shop');
    const told = rows.find(({ code }) => code === 'is told')!;
    expect(told).toMatchObject({ serial: 0, what: 'shop', value: 1 });
    expect(told.time).toBeLessThan(1);
    expect(codesOf(rows).at(-1)).toEqual(['walks to', 'shop']);
    expect(rows.filter(({ code }) => code === 'is told')).toHaveLength(1);
  });

  it('do not if they do not tell, or do not know it', () => {
    expect(run(0, 'shop').some(({ code }) => code === 'is told')).toBe(false);
    expect(run(1, 'bar').some(({ code }) => code === 'is told')).toBe(false);
  });
});

describe('goals of a kind', () => {
  const goals = {
    north: { at: [48, 9], kind: 'ticket machine' },
    south: { at: [18, 9], kind: 'ticket machine' },
    shop: [28, 9],
  };

  it('are chosen from: the nearest that somebody knows or sees', () => {
    const rows = (start: string[]) =>
      codesOf(
        decisionsOf(CORRIDOR, {
          profiles: { guest: { knowledge: { start } } },
          goals,
          walkers: [{ at: [28, 8], profile: 'guest', goal: 'ticket machine' }],
        }),
      );
    expect(rows(['north'])).toEqual([['walks to', 'north']]);
    expect(rows(['ticket machine'])).toEqual([['walks to', 'south']]);
    expect(rows(['shop']).at(-1)![0]).toBe('walks to');
  });

  it('are told apart from names of goals', () => {
    const parse = (fields: object) => () =>
      parseScenario({ environment: { walkable: [{ box: [0, 0, 60, 11] }] }, goals, ...fields });
    expect(parse({ walkers: [{ at: [1, 1], goal: 'ticket office' }] })).toThrow(/ticket machine/);
    expect(parse({ goals: { ...goals, 'ticket machine': [3, 3] } })).toThrow(/another name/);
    const { itineraries } = parse({ walkers: [{ at: [1, 1], itinerary: ['ticket machine', 'shop'] }] })();
    expect(itineraries[0].stages.map(({ goals: of, choose }) => [of, choose])).toEqual([
      [[0, 1], 'nearest'],
      [[2], 'assigned'],
    ]);
  });
});
