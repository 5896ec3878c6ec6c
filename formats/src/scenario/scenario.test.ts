import { InputError, ScenarioError } from '@foulee/engine';
import { describe, expect, it } from 'vitest';
import { readScenario } from './scenario.ts';

/** The message of the error that a text ends in. */
function complaint(text: string, name = 'hall.yaml', place?: Parameters<typeof readScenario>[2]): string {
  try {
    readScenario(text, name, place);
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
  return 'no complaint';
}

const ROOM = 'environment: {walkable: [{box: [0, 0, 10, 4]}]}\n';

/** The four examples of the documentation. */
const EXAMPLES = {
  corridor: `
name: corridor
duration: 60
environment:
  walkable: [{box: [0, 0, 40, 3]}]
exits:
  east: [[39.5, 0], [39.5, 3]]
walkers:
  - {at: [1, 1.5], start: 0}
  - {in: {box: [0, 0, 10, 3]}, density: 1}
measure:
  lines: {middle: [[20, 0], [20, 3]]}
`,
  bottleneck: `
name: bottleneck 1.0 m
seed: 3
duration: 300
environment:
  walkable: [{box: [0, 0, 10, 10]}, {box: [10, 4.5, 12, 5.5]}, {box: [12, 2, 16, 8]}]
  doors: {neck: [[10, 4.5], [10, 5.5]]}
profiles:
  student: {speed: {normal: [1.55, 0.2], within: [1, 2.2]}, radius: {uniform: [0.18, 0.22]}}
areas:
  waiting: {box: [0, 0, 8, 10]}
exits:
  out: {box: [15, 2, 16, 8]}
walkers:
  - {in: waiting, count: 150}
measure:
  lines: {neck: [[10, 4.5], [10, 5.5]]}
  areas: {front: {box: [7, 3, 10, 7]}}
`,
  'four-exit room': `
name: four-exit room
environment:
  walkable: [{box: [0, 0, 30, 20]}]
  obstacles: [{box: [12, 8, 18, 12]}]
exits:
  north: [[14, 19.9], [16, 19.9]]
  south: [[14, 0.1], [16, 0.1]]
  west: [[0.1, 9], [0.1, 11]]
  east: [[29.9, 9], [29.9, 11]]
walkers:
  - {in: {box: [0, 0, 30, 20]}, count: 400, exit: quickest, start: {lognormal: [2, 0.5]}}
`,
  'station hall with trains': `
name: station hall
description: Two trains an hour and a quarter; commuters cross the hall.
seed: 7
duration: 1800
environment: {file: environment.geojson}
profiles:
  commuter: {}
  traveller:
    speed: {normal: [1.1, 0.2], within: [0.5, 1.8]}
    radius: 0.3
    behaviour: driving-rule
areas:
  platform: {box: [0, 40, 120, 48]}
goals:
  kiosk: {at: [60, 20], radius: 2}
exits:
  street: {line: [[40, 0], [50, 0]]}
  metro: {line: [[90, 0], [100, 0]]}
itineraries:
  coffee first:
    - {goal: kiosk, wait: {gamma: [2, 30]}}
    - {exit: nearest, of: [street, metro]}
sources:
  - name: trains
    in: platform
    bursts: [{at: 60, every: 600, count: 250, over: 40}]
    profile: {commuter: 4, traveller: 1}
    exit: quickest
  - name: from the street
    in: {line: [[41, 1], [49, 1]]}
    schedule: [[0, 0.5], [600, 2], [1200, 0.5]]
    profile: commuter
    itinerary: coffee first
    total: 1500
events:
  - {at: 900, close: west gate}
  - {at: 1200, oneWay: west gate, towards: [30, 10]}
measure:
  areas: {platform: platform}
limits: {maxWalkers: 5000}
`,
};

describe('examples', () => {
  it.each(Object.entries(EXAMPLES))('%s', (name, text) => {
    const scenario = readScenario(text, `${name}.yaml`);
    expect(scenario.walkers.length + scenario.sources.length).toBeGreaterThan(0);
    // Plain data: survives JSON and a worker.
    expect(JSON.parse(JSON.stringify(scenario))).toEqual(scenario);
  });

  it('is the same from JSON', () => {
    const yaml = readScenario(EXAMPLES.bottleneck, 'a.yaml');
    const { name, seed, duration, limits } = yaml;
    const json = {
      name,
      seed,
      duration,
      limits,
      environment: {
        walkable: [{ box: [0, 0, 10, 10] }, { box: [10, 4.5, 12, 5.5] }, { box: [12, 2, 16, 8] }],
        doors: {
          neck: [
            [10, 4.5],
            [10, 5.5],
          ],
        },
      },
      profiles: {
        student: { speed: { normal: [1.55, 0.2], within: [1, 2.2] }, radius: { uniform: [0.18, 0.22] } },
      },
      areas: { waiting: { box: [0, 0, 8, 10] } },
      exits: { out: { box: [15, 2, 16, 8] } },
      walkers: [{ in: 'waiting', count: 150 }],
      measure: {
        lines: {
          neck: [
            [10, 4.5],
            [10, 5.5],
          ],
        },
        areas: { front: { box: [7, 3, 10, 7] } },
      },
    };
    expect(readScenario(JSON.stringify(json), 'b.json')).toEqual(yaml);
    expect(readScenario(`\ufeff${JSON.stringify(json, null, '\t')}`, 'b')).toEqual(yaml);
  });

  it('is named after its file where it says no name', () => {
    expect(readScenario(ROOM, 'some/where/room.yaml').name).toBe('room');
  });
});

describe('messages point at the place', () => {
  it.each([
    [
      'an unknown field',
      `${ROOM}sed: 3\n`,
      'hall.yaml:2:1: the scenario has the unknown field "sed"; did you mean "seed"?',
    ],
    ['a wrong value', `${ROOM}step: 0`, 'hall.yaml:2:7: step is 0; give a number of seconds from 0.001 to 1'],
    ['10 s', `${ROOM}step: 10`, 'hall.yaml:2:7: step is 10; give a number of seconds from 0.001 to 1'],
    ['NaN', `${ROOM}duration: .nan`, 'hall.yaml:2:11: duration is NaN; give a number of seconds from 0.001 to 604800'],
    [
      'a field deep inside',
      `${ROOM}profiles:\n  adult:\n    speed:\n      normal: [1.3, 0.2]\n      whithin: [1, 2]\n`,
      'hall.yaml:6:7: profiles.adult.speed has the unknown field "whithin"; did you mean "within"?',
    ],
    [
      'an item of a list',
      `${ROOM}walkers:\n  - at: [1, 1]\n  - at: [1, x]\n`,
      'hall.yaml:4:13: walkers[1].at[1] is "x"; give a number of metres of at most 10000000 either way',
    ],
    [
      'a missing field, at what misses it',
      `${ROOM}events:\n  - at: 3\n`,
      'hall.yaml:3:5: events[0] is an object with at; give {at: t, close: door} or {at: t, open: door} or {at: t, oneWay: door, towards: [x, y]} or {at: t, announce: goal} or {at: t, add: {obstacle: polygon}} or {at: t, remove: name} or {at: t, demand: factor} or {at: t, speed: factor}',
    ],
    [
      'a name that is not there',
      `${ROOM}goals: {exit: [9, 2]}\nwalkers:\n  - {at: [1, 1], goal: exti}\n`,
      'hall.yaml:4:24: walkers[0].goal is "exti", but there is no such goal; did you mean "exit"?',
    ],
    [
      'an alias, where it is used for a wrong thing',
      `${ROOM}areas:\n  a: &a {box: [0, 0, 0, 1]}\n  b: *a\n`,
      'hall.yaml:3:15: areas.a.box has no area; give corners around an area\nhall.yaml:3:15: areas.b.box has no area; give corners around an area',
    ],
    ['an empty value', `${ROOM}seed:\n`, 'hall.yaml:2:6: seed is null; give a whole number from 0 to 4294967295'],
    ['no scenario at all', '', 'hall.yaml:1:1: the scenario is null; give a scenario (an object)'],
    ['a text', 'hello', 'hall.yaml:1:1: the scenario is "hello"; give a scenario (an object)'],
    [
      'a field twice',
      `${ROOM}seed: 1\nseed: 2\n`,
      'hall.yaml:3:1: the field "seed" is there twice; keep one of the two',
    ],
    ['bad YAML', `${ROOM}a:\n\tb: 1`, /^hall\.yaml:3:1: not valid YAML: Tabs .*; mend the text there$/],
    ['a tag', `${ROOM}seed: !js 1`, /^hall\.yaml:2:7: not valid YAML: Unresolved tag/],
    ['a second document', `${ROOM}---\n${ROOM}`, /^hall\.yaml:2:\d+: a second document begins/],
    ['an alias of nothing', `${ROOM}seed: *x`, /^hall\.yaml:2:7: \*x stands for nothing/],
    ['a merge key', `${ROOM}<<: {seed: 1}`, /^hall\.yaml:2:1: the scenario has the unknown field "<<"/],
  ])('%s', (_, text, expected) => {
    if (typeof expected === 'string') expect(complaint(text)).toBe(expected);
    else expect(complaint(text)).toMatch(expected);
  });

  it.each([
    [
      'an unknown field',
      '{"environment": {"file": "x"},\n  "sed": 1}',
      'a.json:2:3: the scenario has the unknown field "sed"; did you mean "seed"?',
    ],
    [
      'a value',
      '{"environment": {"file": "x"},\n "walkers": [{"at": [1, 2]}, {"at": [1, "}"]}]}',
      'a.json:2:41: walkers[1].at[1] is "}"; give a number of metres of at most 10000000 either way',
    ],
    ['a missing field', '{"seed":\n 1}', /^a\.json:1:1: environment is missing; give \{file/],
    [
      'a field twice',
      '{"seed": 1,\n "a": {"seed": 1}, "seed": 2}',
      'a.json:2:20: the field is there twice; keep one of the two',
    ],
    ['bad JSON', '{"seed": 1,}', /^a\.json: not valid JSON at line 1, column 12/],
    ['names with escapes', '{"environment": {"file": "x"}, "s\\u0065ed": -1}', /^a\.json:1:45: seed is -1/],
    [
      'an empty name',
      '{"environment": {"file": "x"}, "": {"seed": 1}}',
      /^a\.json:1:32: the scenario has the unknown field ""/,
    ],
  ])('JSON: %s', (_, text, expected) => {
    if (typeof expected === 'string') expect(complaint(text, 'a.json')).toBe(expected);
    else expect(complaint(text, 'a.json')).toMatch(expected);
  });

  it('all problems at once, as many as one can read', () => {
    const walkers = Array.from({ length: 30 }, (_, i) => `  - {at: [${i}]}\n`).join('');
    const lines = complaint(`${ROOM}walkers:\n${walkers}`).split('\n');
    expect(lines.length).toBe(21);
    expect(lines[3]).toMatch(/^hall\.yaml:6:10: walkers\[3\]\.at is a list of 1/);
    expect(lines[20]).toBe('… and 10 problems more');
  });

  it('names of doors and levels, once the environment is read', () => {
    const text =
      'environment: {file: a.geojson}\nareas:\n  a: {box: [0, 0, 1, 1], level: grond}\nevents:\n  - {at: 1, close: gat}\n';
    expect(complaint(text)).toBe('no complaint');
    expect(complaint(text, 'h.yaml', { levels: ['ground', 'first'], doors: ['gate'] })).toBe(
      'h.yaml:3:33: areas.a.level is "grond", but there is no such level; did you mean "ground"?\n' +
        'h.yaml:5:20: events[0].close is "gat", but there is no such door; did you mean "gate"?',
    );
  });

  it('is an InputError with all problems', () => {
    try {
      readScenario(`${ROOM}step: 0\nseed: -1`, 'x.yaml');
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ScenarioError);
      expect(error).toBeInstanceOf(InputError);
      expect((error as ScenarioError).problems.map(({ path }) => path)).toEqual([['seed'], ['step']]);
      expect((error as ScenarioError).where).toBe('x.yaml:3:7');
    }
  });
});

describe('hostile text ends in a message, soon', () => {
  const laughs = ['a: &a [1,1,1,1,1,1,1,1,1,1]'];
  for (let i = 0; i < 8; i++) {
    const [from, to] = ['abcdefghij'[i], 'abcdefghij'[i + 1]];
    laughs.push(`${to}: &${to} [${Array.from({ length: 10 }, () => `*${from}`).join()}]`);
  }
  it.each([
    ['a million brackets', '['.repeat(900_000), /nested deeper/],
    ['brackets behind a text that looks like a comment', '[" # ", '.repeat(20_000), /nested deeper/],
    ['closing brackets in texts', '["]", '.repeat(20_000), /nested deeper/],
    ['a block within a block', '- '.repeat(100_000), /nested deeper/],
    ['a field of a field', 'a: '.repeat(100_000), /nested deeper/],
    ['with tabs', '-\t'.repeat(100_000), /nested deeper/],
    ['anchors between', '&a - '.repeat(100_000), /nested deeper/],
    ['blocks down the lines', Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}a:\n`).join(''), /columns in/],
    ['ten to the ninth', laughs.join('\n'), /aliases|stands for|unfold/],
    ['many aliases', `a: &a 1\nb: [${'*a, '.repeat(200)}1]`, /aliases/],
    ['itself', 'environment: &a {walkable: *a}', /environment\.walkable is/],
    ['a megabyte too long', `${ROOM}description: "${'x'.repeat(1_000_000)}"`, /characters of YAML/],
    ['twenty megabytes too long', `{"a": "${'x'.repeat(20_000_000)}"}`, /characters long/],
    ['deep JSON', `{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`, /environment is missing/],
    ['a hundred thousand fields', Array.from({ length: 60_000 }, (_, i) => `k${i}: 1\n`).join(''), /problems more/],
    [
      'names of the language',
      '{"__proto__": {"seed": 1}, "constructor": 1, "environment": {"file": "x"}}',
      /unknown field/,
    ],
    ['null bytes', '\0\0\0', /hall/],
  ])('%s', (_, text, expected) => {
    const start = performance.now();
    expect(complaint(text).slice(0, 20_000)).toMatch(expected);
    expect(performance.now() - start).toBeLessThan(20_000);
  });

  it('reads a hundred thousand walkers one by one', () => {
    const walkers = Array.from({ length: 100_000 }, (_, i) => ({ at: [i % 300, i / 300], goal: 'exit' }));
    const text = JSON.stringify({ environment: { file: 'x' }, goals: { exit: [1, 1], other: [2, 2] }, walkers });
    const scenario = readScenario(text, 'many.json');
    expect(scenario.walkers.length).toBe(100_000);
    expect(scenario.itineraries.length).toBe(1);
  });
});
