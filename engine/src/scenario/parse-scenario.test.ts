import { describe, expect, it } from 'vitest';
import { inlinePlan } from './parse-environment.ts';
import { parseScenario } from './parse-scenario.ts';
import { ScenarioError } from './problems.ts';
import { DEFAULT_PROFILE, type Scenario } from './scenario.ts';
import { scenarioJsonSchema } from './schema.ts';

const environment = {
  walkable: [{ box: [0, 0, 10, 4] }],
  doors: {
    gate: [
      [5, 0],
      [5, 4],
    ],
  },
};
const parse = (fields: object): Scenario => parseScenario({ environment, ...fields });

/** Problems as "path: what; remedy". */
function problems(data: unknown): string[] {
  try {
    parseScenario(data);
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return error.message.split('\n').map((line) => line.replace(/^scenario: /, ''));
  }
  return [];
}
const faults = (fields: object): string[] => problems({ environment, ...fields });

describe('short forms and defaults', () => {
  it('a room, a goal, some walkers', () => {
    const scenario = parse({ goals: { right: [9, 2] }, walkers: [{ in: { box: [2, 4, 0, 0] }, count: 10 }] });
    expect(scenario).toEqual({
      name: 'scenario',
      description: '',
      seed: 1,
      duration: 600,
      step: 0.1,
      model: 'reactive',
      tiles: { place: null, side: null, pavement: null, attraction: [] },
      environment: {
        kind: 'inline',
        levels: [
          {
            name: '0',
            elevation: 0,
            walkable: [
              [
                [0, 0],
                [10, 0],
                [10, 4],
                [0, 4],
              ],
            ],
            obstacles: [],
            lines: [],
            glass: [],
            doors: [
              {
                name: 'gate',
                ends: [
                  [5, 0],
                  [5, 4],
                ],
              },
            ],
          },
        ],
        links: [],
      },
      profiles: [DEFAULT_PROFILE],
      areas: [
        {
          name: 'walkers[0].in',
          level: null,
          polygon: [
            [0, 0],
            [2, 0],
            [2, 4],
            [0, 4],
          ],
        },
      ],
      goals: [
        {
          name: 'right',
          level: null,
          kind: null,
          isExit: false,
          shape: { kind: 'point', at: [9, 2], radius: 0.5 },
          counter: null,
          maxFlow: null,
        },
      ],
      itineraries: [
        { name: 'to right', stages: [{ choose: 'assigned', goals: [0], wait: { kind: 'fixed', value: 0 } }] },
      ],
      walkers: [
        {
          kind: 'area',
          area: 0,
          count: 10,
          density: null,
          profiles: [{ profile: 0, share: 1 }],
          itinerary: 0,
          start: null,
          companions: null,
          group: null,
        },
      ],
      sources: [],
      demand: [],
      doors: [],
      signs: [],
      events: [],
      measure: { lines: [], areas: [] },
      limits: { maxWalkers: 200_000 },
    });
  });

  it('options of a file are kept as they are said', () => {
    const environment = { file: 'hall.dxf', scale: 0.001, layers: ['walls', 'doors'] };
    expect(parseScenario({ environment }).environment).toEqual({
      kind: 'file',
      file: 'hall.dxf',
      options: { scale: 0.001, layers: ['walls', 'doors'] },
    });
    expect(() => parseScenario({ environment: { ...environment, layers: 'walls' } })).toThrow(/layers/);
  });

  it('defaults are the usual ones, and not shared', () => {
    const { radius, speed, ...rest } = DEFAULT_PROFILE;
    expect(radius).toEqual({ kind: 'fixed', value: 0.2 });
    expect(speed).toEqual({ kind: 'normal', mean: 1.34, deviation: 0.26, within: [0.5, 2.2] });
    expect(rest).toMatchObject({ topSpeedRatio: 1.3, personalDistance: 0.8, wallDistance: 0.4, epsilon: 0.03 });
    expect(rest).toMatchObject({
      reactionTime: 0.5,
      coneThreshold: 10,
      wallMargin: 0.01,
      acceleration: 3,
      turning: 180,
    });
    const changed = parse({}).profiles[0];
    changed.radius = { kind: 'fixed', value: 9 };
    (changed.speed as { mean: number }).mean = 9;
    expect(parse({}).profiles[0]).toEqual(DEFAULT_PROFILE);
  });

  it('every form of a goal', () => {
    const { goals } = parse({
      areas: {
        hall: {
          polygon: [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        },
      },
      goals: {
        a: [1, 2],
        b: [
          [1, 2],
          [3, 4],
        ],
        c: [
          [0, 0],
          [2, 0],
          [0, 2],
        ],
        d: { at: [1, 1], radius: 2 },
      },
      exits: {
        e: {
          line: [
            [0, 0],
            [0, 1],
          ],
        },
        f: { area: 'hall' },
        g: { box: [0, 0, 1, 2] },
      },
    });
    expect(goals.map(({ name, isExit, shape }) => [name, isExit, shape.kind])).toEqual([
      ['a', false, 'point'],
      ['b', false, 'line'],
      ['c', false, 'area'],
      ['d', false, 'point'],
      ['e', true, 'line'],
      ['f', true, 'area'],
      ['g', true, 'area'],
    ]);
    // The repeated first corner is dropped.
    expect(goals[5].shape).toEqual({
      kind: 'area',
      polygon: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    });
  });

  it('where to: goal, exit, itinerary, a list in place, the only goal, nowhere', () => {
    const { itineraries, walkers, goals } = parse({
      goals: { kiosk: [1, 1] },
      exits: { left: [0, 1], right: [9, 1] },
      itineraries: { tour: ['kiosk', { goal: 'left', wait: { uniform: [1, 5] } }] },
      walkers: [
        { at: [1, 1], goal: 'right' },
        { at: [1, 1], exit: 'quickest' },
        { at: [1, 1], itinerary: 'tour' },
        { at: [1, 1], itinerary: [{ exit: 'nearest', of: ['left', 'kiosk'] }] },
        { at: [1, 1], itinerary: [] },
        { at: [1, 1], goal: [4, 4] },
        { at: [1, 1], goal: 'right' },
      ],
    });
    const stagesOf = (i: number) =>
      itineraries[walkers[i].itinerary].stages.map(({ choose, goals }) => [choose, goals]);
    expect(stagesOf(0)).toEqual([['assigned', [2]]]);
    expect(stagesOf(1)).toEqual([['quickest', [1, 2]]]);
    expect(stagesOf(2)).toEqual([
      ['assigned', [0]],
      ['assigned', [1]],
    ]);
    expect(itineraries[0].stages[1].wait).toEqual({ kind: 'uniform', low: 1, high: 5 });
    expect(stagesOf(3)).toEqual([['nearest', [1, 0]]]);
    expect(stagesOf(4)).toEqual([]);
    expect(stagesOf(5)).toEqual([['assigned', [3]]]);
    expect(goals[3].shape).toEqual({ kind: 'point', at: [4, 4], radius: 0.5 });
    expect(walkers[6].itinerary).toBe(walkers[0].itinerary);
    const nowhere = parse({ walkers: [{ at: [1, 1] }] });
    expect(nowhere.itineraries[nowhere.walkers[0].itinerary].stages).toEqual([]);
  });

  it('profiles: by name, by shares, the one called default', () => {
    const profiles = { adult: { behaviour: 'driving-rule', pure: true }, default: {}, child: { speed: 0.9 } };
    const { walkers, profiles: read } = parse({
      profiles,
      walkers: [{ at: [1, 1], profile: 'child' }, { at: [1, 1] }, { at: [1, 1], profile: { adult: 3, child: 1 } }],
    });
    expect(walkers.map((walker) => walker.profiles)).toEqual([
      [{ profile: 2, share: 1 }],
      [{ profile: 1, share: 1 }],
      [
        { profile: 0, share: 0.75 },
        { profile: 2, share: 0.25 },
      ],
    ]);
    expect(read[0]).toEqual({ ...DEFAULT_PROFILE, name: 'adult', behaviour: 'driving-rule', pure: true });
  });

  it('a behaviour table of one’s own', () => {
    const behaviour = { rightAvoid: { front: [1, 16] }, accept: ['rear', 'back'] };
    expect(parse({ profiles: { a: { behaviour } } }).profiles[0].behaviour).toEqual({
      rightAvoid: { front: [1, 16] },
      leftAvoid: {},
      decelerate: {},
      accelerate: {},
      accept: ['rear', 'back'],
    });
  });

  it('rates: from, until, schedules cut by them', () => {
    const rates = (fields: object) => parse({ sources: [{ in: { box: [0, 0, 1, 1] }, ...fields }] }).sources[0].rates;
    expect(rates({ rate: 2 })).toEqual([[0, 2]]);
    expect(rates({ rate: 2, from: 10, until: 30 })).toEqual([
      [10, 2],
      [30, 0],
    ]);
    const schedule = [
      [0, 1],
      [60, 3],
      [120, 0],
    ];
    expect(rates({ schedule })).toEqual(schedule);
    expect(rates({ schedule, from: 30 })).toEqual([
      [30, 1],
      [60, 3],
      [120, 0],
    ]);
    expect(rates({ schedule, from: 70, until: 100 })).toEqual([
      [70, 3],
      [100, 0],
    ]);
    expect(rates({ bursts: [{ at: 5, count: 3 }] })).toEqual([]);
  });

  it('events in order of time, lists of doors written out', () => {
    const { events } = parse({
      environment: {
        walkable: [{ box: [0, 0, 9, 9] }],
        doors: {
          a: [
            [1, 0],
            [1, 9],
          ],
          b: [
            [2, 0],
            [2, 9],
          ],
        },
      },
      events: [
        { at: 9, open: 'a' },
        { at: 3, close: ['a', 'b'] },
        { at: 5, oneWay: 'b', towards: [8, 4] },
      ],
    });
    expect(events).toEqual([
      { at: 3, kind: 'close', door: 'a', towards: null },
      { at: 3, kind: 'close', door: 'b', towards: null },
      { at: 5, kind: 'one-way', door: 'b', towards: [8, 4] },
      { at: 9, kind: 'open', door: 'a', towards: null },
    ]);
  });

  it('glass beside lines, to a plan; none where there is none', () => {
    const pane: [number, number][] = [
      [4, 0],
      [4, 3],
    ];
    const planOf = (environment: object) => {
      const { environment: read } = parseScenario({ environment });
      return inlinePlan(read as Extract<typeof read, { kind: 'inline' }>, 'place').levels;
    };
    const room = { walkable: [{ box: [0, 0, 10, 4] }] };
    expect(planOf({ ...room, glass: [pane] })[0]?.glass).toEqual([Float64Array.of(4, 0, 4, 3)]);
    expect(planOf(room)[0]).not.toHaveProperty('glass');
    expect(planOf({ glass: [[...pane, [9, 0], [4, 0]]] })[0]?.floor).toBe('enclosed');
    expect(
      planOf({ levels: { hall: { ...room, glass: [pane] }, roof: room } }).map(({ glass }) => glass?.length),
    ).toEqual([1, undefined]);
    expect(() => parseScenario({ environment: { ...room, glass: [[[4, 0]]] } })).toThrow(/the points of a glass wall/);
  });

  it('levels and links, to a plan', () => {
    const { environment: read } = parseScenario({
      environment: {
        levels: {
          ground: {
            walkable: [{ box: [0, 0, 10, 10] }],
            doors: {
              d: [
                [1, 0],
                [1, 10],
              ],
            },
          },
          first: {
            elevation: 4,
            lines: [
              [
                [0, 0],
                [9, 0],
                [9, 9],
                [0, 0],
              ],
            ],
          },
          roof: { elevation: 8, obstacles: [{ box: [0, 0, 1, 1] }] },
        },
        links: {
          s: {
            kind: 'stairs',
            lower: 'ground',
            upper: 'first',
            corners: [
              [2, 2],
              [4, 2],
              [4, 6],
              [2, 6],
            ],
          },
        },
      },
    });
    if (read.kind !== 'inline') throw new Error('inline expected');
    const plan = inlinePlan(read, 'p');
    expect(plan.levels.map(({ name, elevation, floor }) => [name, elevation, floor])).toEqual([
      ['ground', 0, 'polygons'],
      ['first', 4, 'enclosed'],
      ['roof', 8, 'box'],
    ]);
    expect(plan.doors).toEqual([{ name: 'd', level: 0, ends: [1, 0, 1, 10] }]);
    expect(plan.links).toMatchObject([{ name: 's', kind: 'stairs', lower: 0, upper: 1 }]);
    expect([...plan.links[0].corners]).toEqual([2, 2, 4, 2, 4, 6, 2, 6]);
  });
});

describe('problems', () => {
  it.each<[string, object, string[]]>([
    [
      'unknown profile',
      { profiles: { adult: {} }, walkers: [{ at: [1, 1], profile: 'adlut' }] },
      ['walkers[0].profile is "adlut", but there is no such profile; did you mean "adult"?'],
    ],
    [
      'unknown profile in shares',
      { profiles: { adult: {} }, walkers: [{ at: [1, 1], profile: { adults: 1 } }] },
      ['walkers[0].profile.adults is "adults", but there is no such profile; did you mean "adult"?'],
    ],
    [
      'unknown area',
      { areas: { hall: { box: [0, 0, 1, 1] } }, walkers: [{ in: 'hal', count: 1 }] },
      ['walkers[0].in is "hal", but there is no such area; did you mean "hall"?'],
    ],
    [
      'unknown area of a goal',
      { goals: { g: { area: 'x' } } },
      ['goals.g.area is "x", but there is no such area; none is defined'],
    ],
    [
      'unknown itinerary',
      { itineraries: { tour: [] }, walkers: [{ at: [1, 1], itinerary: 'tor' }] },
      ['walkers[0].itinerary is "tor", but there is no such itinerary; did you mean "tour"?'],
    ],
    [
      'unknown goal in a stage',
      { goals: { kiosk: [1, 1] }, itineraries: { tour: ['kiosc'] } },
      ['itineraries.tour[0] is "kiosc", but there is no such goal; did you mean "kiosk"?'],
    ],
    [
      'unknown goal to choose',
      { goals: { a: [1, 1] }, itineraries: { t: [{ exit: 'nearest', of: ['zzz'] }] } },
      ['itineraries.t[0].of[0] is "zzz", but there is no such goal; give "a"'],
    ],
    [
      'unknown door',
      { events: [{ at: 1, close: ['gate', 'gaet'] }] },
      ['events[0].close[1] is "gaet", but there is no such door; did you mean "gate"?'],
    ],
    [
      'unknown level',
      { areas: { a: { box: [0, 0, 1, 1], level: '1' } } },
      ['areas.a.level is "1", but there is no such level; give "0"'],
    ],
    [
      'no exits',
      { walkers: [{ at: [1, 1], exit: 'nearest' }] },
      ['walkers[0].exit has no exits to choose from; list them under exits: {name: …}, or give of: [names]'],
    ],
    [
      'two ways to go',
      { goals: { a: [1, 1] }, exits: { e: [2, 2] }, walkers: [{ at: [1, 1], goal: 'a', exit: 'nearest' }] },
      ['walkers[0] has goal and exit; give one of goal, exit and itinerary'],
    ],
    [
      'several goals and none said',
      { goals: { a: [1, 1], b: [2, 2] }, walkers: [{ at: [1, 1] }] },
      ['walkers[0] has no goal, and there are several; give goal: name, exit: nearest or itinerary: name'],
    ],
    [
      'a name twice',
      { goals: { a: [1, 1] }, exits: { a: [2, 2] } },
      ['exits.a is the name of a goal too; give it another name'],
    ],
    [
      'neither count nor density',
      { walkers: [{ in: { box: [0, 0, 1, 1] } }] },
      ['walkers[0] has no count; give count or density'],
    ],
    [
      'a speed without bounds',
      { profiles: { a: { speed: { normal: [1, 0.2] } } } },
      [
        'profiles.a.speed gives numbers from -Infinity to Infinity; give a speed of 0 to 10 m/s by within: [least, greatest]',
      ],
    ],
    [
      'a negative wait',
      { goals: { g: [1, 1] }, itineraries: { a: [{ goal: 'g', wait: -1 }] } },
      ['itineraries.a[0].wait is -1; give a time of 0 s or more'],
    ],
    [
      'a radius of nothing',
      { profiles: { a: { radius: { values: [0.2, 0] } } } },
      ['profiles.a.radius gives numbers from 0 to 0.2; give a radius of 0.05 to 1 m'],
    ],
    [
      'a range out of reach',
      { profiles: { a: { start: { gamma: [2, 3], within: [500, 600] } } } },
      ['profiles.a.start.within holds hardly any of the distribution; give a range around its middle'],
    ],
    [
      'ends the wrong way round',
      { profiles: { a: { speed: { uniform: [2, 1] } } } },
      ['profiles.a.speed.uniform has its ends the wrong way round; give [least, greatest]'],
    ],
    [
      'an area without area',
      {
        areas: {
          a: [
            [0, 0],
            [1, 1],
            [2, 2],
          ],
        },
      },
      ['areas.a has no area; give corners around an area'],
    ],
    [
      'a line without length',
      {
        measure: {
          lines: {
            l: [
              [1, 1],
              [1, 1],
            ],
          },
        },
      },
      ['measure.lines.l has no length; give two different points'],
    ],
    [
      'a schedule out of order',
      {
        sources: [
          {
            in: { box: [0, 0, 1, 1] },
            schedule: [
              [5, 1],
              [5, 2],
            ],
          },
        ],
      },
      ['sources[0].schedule[1][0] is 5, not after the one before; give times in ascending order'],
    ],
    [
      'a source of nobody',
      { sources: [{ in: { box: [0, 0, 1, 1] } }] },
      ['sources[0] brings nobody; give rate, schedule or bursts'],
    ],
    [
      'a rate beyond all measure',
      { sources: [{ in: { box: [0, 0, 1, 1] }, rate: 1e6 }] },
      ['sources[0].rate is 1000000; give a number of walkers per second from 0 to 1000'],
    ],
    [
      'bursts too many',
      { sources: [{ in: { box: [0, 0, 1, 1] }, bursts: [{ at: 0, count: 1000, every: 0.5 }] }] },
      ['sources[0].bursts[0].every is 0.5: 1000 walkers as often; give at most 1000 a second'],
    ],
    [
      'more walkers than the limit',
      { limits: { maxWalkers: 5 }, walkers: [{ at: [1, 1] }, { in: { box: [0, 0, 1, 1] }, count: 5 }] },
      ['walkers are 6 together; give at most 5, or raise limits.maxWalkers'],
    ],
    [
      'exponents that are not whole',
      { profiles: { a: { behaviour: { accelerate: { back: [1, 2.5] } } } } },
      ['profiles.a.behaviour.accelerate.back[1] is 2.5; give a whole number from 1 to 16'],
    ],
    ['dt', { step: Number.NaN }, ['step is NaN; give a number of seconds from 0.001 to 1']],
    ['infinity', { duration: Infinity }, ['duration is Infinity; give a number of seconds from 0.001 to 604800']],
    [
      'a form of its own',
      { walkers: [{ at: [1, 1], in: 'x', count: 1 }] },
      [
        'walkers[0] has the field "at", which does not go with the others; give {at: [x, y], …} for one walker or {in: area, count: n, …} for many',
      ],
    ],
    [
      'nothing to walk on',
      { environment: {} },
      ['environment has no floor; give walkable: polygons, or lines or obstacles around which one walks'],
    ],
    [
      'a file misspelt',
      { environment: { fle: 'x' } },
      ['environment has the unknown field "fle"; did you mean "file"?'],
    ],
    [
      'links as a list',
      { environment: { levels: { ground: { walkable: [{ box: [0, 0, 9, 9] }] } }, links: [] } },
      ['environment.links is an empty list; give links: names, each with what it stands for (an object)'],
    ],
    [
      'a level misspelt',
      { environment: { levels: { ground: { walkabel: [] } } } },
      ['environment.levels.ground has the unknown field "walkabel"; did you mean "walkable"?'],
    ],
    [
      'links without levels',
      { environment: { walkable: [{ box: [0, 0, 9, 9] }], links: {} } },
      [
        'environment has the field "links", which does not go with the others; give {file: path} or {walkable: […], obstacles: […], lines: […], glass: […], doors: {…}} or {levels: {…}, links: {…}}',
      ],
    ],
    [
      'a far field',
      { whatsoever: 1 },
      [
        'the scenario has the unknown field "whatsoever"; known here: name, description, seed, duration, step, model, tiles, environment, profiles, areas, goals, exits, itineraries, walkers, sources, demand, doors, signs, events, measure, limits',
      ],
    ],
  ])('%s', (_, fields, expected) => {
    expect(faults(fields)).toEqual(expected);
  });

  it('on any data: a ScenarioError, never another', () => {
    const odd: unknown[] = [undefined, null, 0, Number.NaN, '', 'x', true, [], [[]], {}, { a: {} }, () => 1, new Map()];
    for (const value of odd) {
      expect(problems(value).length).toBeGreaterThan(0);
      for (const field of Object.keys((scenarioJsonSchema() as { properties: object }).properties)) {
        // Some are right where a field may be empty: what matters is that nothing else is thrown.
        for (const data of [value, [value], { x: value }, [{ x: value }]]) problems({ environment, [field]: data });
      }
    }
  });
});

/** A judge of the parts of JSON Schema that are used. */
function accepts(schema: any, value: any, root = schema): boolean {
  if (schema === true || schema === undefined) return true;
  if (schema === false) return false;
  if (schema.$ref) {
    const target = schema.$ref
      .split('/')
      .slice(1)
      .reduce((at: any, part: string) => at[part], root);
    if (target === undefined) throw new Error(`no ${schema.$ref}`);
    return accepts(target, value, root);
  }
  if (schema.not && accepts(schema.not, value, root)) return false;
  if (schema.anyOf && !schema.anyOf.some((branch: any) => accepts(branch, value, root))) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  if ('const' in schema && schema.const !== value) return false;
  const type = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  if (schema.type === 'integer' ? !Number.isInteger(value) : schema.type && schema.type !== type) return false;
  if (type === 'number' && (value < (schema.minimum ?? -Infinity) || value > (schema.maximum ?? Infinity)))
    return false;
  if (type === 'string' && (value.length < (schema.minLength ?? 0) || value.length > (schema.maxLength ?? Infinity)))
    return false;
  if (type === 'array') {
    if (value.length < (schema.minItems ?? 0) || value.length > (schema.maxItems ?? Infinity)) return false;
    return value.every((item: any, i: number) => accepts(schema.prefixItems?.[i] ?? schema.items, item, root));
  }
  if (type !== 'object') return true;
  if ((schema.required ?? []).some((name: string) => !(name in value))) return false;
  return Object.entries(value).every(([name, item]) => {
    return accepts(schema.properties?.[name] ?? schema.additionalProperties, item, root);
  });
}

describe('JSON Schema', () => {
  const schema = scenarioJsonSchema();
  const good = {
    name: 'x',
    environment,
    profiles: {
      a: {
        like: 'luggage',
        speed: { normal: [1.3, 0.2], within: [1, 2] },
        behaviour: { accept: ['rear'], rightAvoid: { front: [1, 5] } },
      },
      default: { speed: { ages: { uniform: [20, 60] }, factor: 1.1 } },
    },
    areas: { hall: { box: [0, 0, 1, 1] } },
    exits: {
      out: [
        [9, 0],
        [9, 4],
      ],
    },
    walkers: [
      { in: 'hall', density: 1 },
      { at: [1, 1], start: { weibull: [3, 2] } },
    ],
    sources: [{ in: 'hall', bursts: [{ at: 3, count: 5 }], itinerary: [{ exit: 'nearest', wait: 3 }] }],
    events: [{ at: 3, oneWay: 'gate', towards: [1, 1] }],
    measure: {
      lines: {
        l: [
          [1, 0],
          [1, 4],
        ],
      },
    },
  };

  it('accepts what the reader accepts', () => {
    expect(schema).toMatchObject({ title: 'Foulée scenario', type: 'object', required: ['environment'] });
    expect(problems(good)).toEqual([]);
    expect(accepts(schema, good)).toBe(true);
  });

  it.each([
    { sed: 1 },
    { step: 0 },
    { step: 'x' },
    { environment: { file: 3 } },
    { walkers: [{ in: 'hall', cuont: 3 }] },
    { walkers: [{ at: [1] }] },
    { profiles: { a: { speed: { unifrm: [1, 2] } } } },
    { profiles: { a: { speed: { ages: { ages: 30 } } } } },
    { profiles: { a: { radius: { ages: 30 } } } },
    { profiles: { a: { like: {} } } },
    { profiles: { a: { behaviour: { rightAvoid: { front: [0, 1] } } } } },
    { events: [{ at: 3, oneWay: 'gate' }] },
    { model: 'river' },
    { tiles: { side: 0 } },
    { tiles: { place: 'field' } },
  ])('refuses what the reader refuses: %j', (fields) => {
    expect(problems({ ...good, ...fields }).length).toBeGreaterThan(0);
    expect(accepts(schema, { ...good, ...fields })).toBe(false);
  });
});
