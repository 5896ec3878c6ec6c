import { readdirSync, readFileSync } from 'node:fs';
import { parseScenario } from '@foulee/engine';
import { parseScenarioText } from '@foulee/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDoor,
  addExit,
  addGlass,
  addGoal,
  addGroup,
  addObstacle,
  addPerson,
  addSource,
  addWall,
  changeGlass,
  newRoom,
} from './create.ts';
import { type Data, freeName, put, renameField, valueAt } from './document.ts';
import { beginEdits, redo, remember, seal, undo } from './edits.ts';
import { BUILT_IN, perMinute, perSecond } from './fields.ts';
import { problemsOf } from './problems.ts';
import { namesOf, referencesTo, rename } from './references.ts';
import type { Place } from '../protocol/place.ts';
import { COLOURS, sketchesOf } from './sketches.ts';
import { savedAs, scenarioText } from './text.ts';
import { findThing, nameKind, remove, reshape, type Shape, thingsOf } from './things.ts';

const SCENARIOS = new URL('../../../scenarios/', import.meta.url);
const folders = readdirSync(SCENARIOS, { withFileTypes: true }).filter((entry) => entry.isDirectory());
const shipped = folders.map(({ name }): [string, Data] => {
  const text = readFileSync(new URL(`${name}/scenario.yaml`, SCENARIOS), 'utf8');
  return [name, parseScenarioText(text, 'scenario.yaml').data as Data];
});
const box = (...numbers: [number, number, number, number]): Shape => ({
  form: 'box',
  points: [
    [numbers[0], numbers[1]],
    [numbers[2], numbers[3]],
  ],
});
const reopened = (data: Data) => parseScenarioText(scenarioText(data), 'saved.yaml').data;

describe('putting values', () => {
  it('leaves the old data alone and shares what it did not touch', () => {
    const before = { a: { b: [1, 2] }, c: { d: 1 } };
    const after = put(before, ['a', 'b', 1], 5);
    expect(after).toEqual({ a: { b: [1, 5] }, c: { d: 1 } });
    expect(before.a.b[1]).toBe(2);
    expect(after.c).toBe(before.c);
  });
  it('makes what is missing on the way, and takes away', () => {
    expect(put({}, ['walkers', 0, 'count'], 3)).toEqual({ walkers: [{ count: 3 }] });
    expect(put({ list: [1, 2, 3] }, ['list', 1], undefined)).toEqual({ list: [1, 3] });
    expect(put({ a: 1, b: 2 }, ['a'], undefined)).toEqual({ b: 2 });
  });
  it('renames a field where it stands', () => {
    const renamed = renameField({ exits: { a: 1, b: 2, c: 3 } }, ['exits'], 'b', 'x');
    expect(Object.keys(renamed.exits)).toEqual(['a', 'x', 'c']);
  });
  it('counts names on', () => {
    expect(freeName('exit', [])).toBe('exit');
    expect(freeName('exit', ['exit', 'exit 2'])).toBe('exit 3');
    expect(freeName('exit 2', ['exit 2'])).toBe('exit 3');
  });
});

describe('undo and redo', () => {
  const [a, b, c, d] = [{ n: 0 }, { n: 1 }, { n: 2 }, { n: 3 }] as const;
  it('goes back and forth, and forgets what was undone at the next edit', () => {
    const both = remember(remember(beginEdits(a), b), c);
    expect(undo(both).present).toBe(b);
    expect(undo(undo(both)).present).toBe(a);
    expect(undo(undo(undo(both))).present).toBe(a);
    expect(redo(undo(both)).present).toBe(c);
    expect(redo(remember(undo(both), d)).present).toBe(d);
  });
  it('takes typing in one field as one edit, until it is sealed', () => {
    const typed = remember(remember(beginEdits(a), b, 'count'), c, 'count');
    expect(undo(typed).present).toBe(a);
    expect(undo(remember(typed, d, 'rate')).present).toBe(c);
    expect(undo(remember(seal(typed), d, 'count')).present).toBe(c);
  });
  it('after undo, the same field is another edit', () => {
    const back = undo(remember(remember(beginEdits(a), b), c, 'count'));
    expect(undo(remember(back, d, 'count')).present).toBe(b);
  });
});

describe('saving', () => {
  it.each(shipped)('%s is opened again as it was', (_, data) => {
    expect(reopened(data)).toEqual(data);
    expect(parseScenario(reopened(data))).toEqual(parseScenario(data));
  });
  it('puts short things on one line, fields in the order of the documentation', () => {
    const data = { walkers: [{ in: { box: [0, 0, 1, 1] }, count: 3 }], ...newRoom() };
    const text = scenarioText(data);
    expect(text.split('\n').slice(0, 4)).toEqual(['name: New room', 'seed: 1', 'duration: 300', 'environment:']);
    expect(text).toContain('  - {in: {box: [0, 0, 1, 1]}, count: 3}\n');
    expect(text.indexOf('walkers:')).toBeGreaterThan(text.indexOf('environment:'));
  });
  it('keeps names that look like something else', () => {
    const names = [
      '1',
      'true',
      'a: b',
      '# no',
      '- x',
      '"',
      "it's",
      'ünï',
      'null',
      '{',
      ' pad ',
      '~',
      '=',
      '<<',
      '&a',
      '*a',
    ];
    const exits = Object.fromEntries(names.map((name, k) => [name, { at: [k, 0] }]));
    expect(reopened({ ...newRoom(), exits })).toEqual({ ...newRoom(), exits });
  });
  it('is named after the document', () => {
    expect(savedAs('hall.json', {})).toBe('hall.yaml');
    expect(savedAs('scenario.yaml', { name: 'Bottleneck of 0.8 m' })).toBe('bottleneck-of-0.8-m.yaml');
    expect(savedAs('scenario.yaml', { name: '../..' })).toBe('scenario.yaml');
  });
});

/** Any of the acts a user has, told by three numbers. */
function act(data: Data, kind: number, a: number, b: number): Data {
  const shape = box(a, b, a + 1.25, b + 2);
  const line: Shape = {
    form: 'line',
    points: [
      [a, b],
      [a + 1, b],
    ],
  };
  const ring: Shape = {
    form: 'ring',
    points: [
      [a, b],
      [a + 2, b],
      [a, b + 3.001],
    ],
  };
  const things = thingsOf(data);
  const any = things[Math.floor(Math.abs(a * 7 + b)) % things.length];
  const acts = [
    () => addExit(data, line).data,
    () => addExit(data, ring).data,
    () => addGoal(data, shape).data,
    () => addGroup(data, shape, undefined, { count: Math.floor(a) }).data,
    () => addSource(data, ring).data,
    () => addPerson(data, [a, b], namesOf(data, 'goal')[0] ?? [b, a]).data,
    () => addWall(data, line.points).data,
    () => addGlass(data, line.points).data,
    () => addObstacle(data, shape).data,
    () => addDoor(data, line.points).data,
    () => {
      const removal = remove(data, any);
      return 'data' in removal ? removal.data : data;
    },
    () => {
      const names = nameKind(any);
      return names === undefined ? data : rename(data, names, any.name, freeName('renamed: x', namesOf(data, names)));
    },
    () => (any.kind === 'wall' || any.kind === 'glass' ? changeGlass(data, any).data : data),
    () => (any.shape?.form === 'box' ? reshape(data, any, shape) : data),
  ];
  return acts[kind % acts.length]();
}

it('any edits leave a scenario that is right, and saved and opened is the same', () => {
  const step = fc.tuple(
    fc.nat(13),
    fc.double({ min: 0, max: 9, noNaN: true }),
    fc.double({ min: 0, max: 9, noNaN: true }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      let data = newRoom();
      for (const [kind, a, b] of steps) {
        const hadExits = namesOf(data, 'goal').length > 0;
        data = act(data, kind, a, b);
        // Whoever goes to the nearest exit needs one: the only thing that deleting may leave, and the panel says it.
        if (hadExits && Object.keys((data.exits as object | undefined) ?? {}).length === 0) return;
      }
      expect(problemsOf(data, undefined)).toEqual([]);
      expect(reopened(data)).toEqual(data);
    }),
    { numRuns: 300 },
  );
});

describe('names', () => {
  const data: Data = {
    ...newRoom(),
    areas: { hall: { box: [0, 0, 5, 5] } },
    goals: { desk: { at: [1, 1] }, lounge: { area: 'hall' } },
    exits: {
      out: {
        line: [
          [1, 0],
          [2, 0],
        ],
      },
      back: { at: [3, 3] },
    },
    itineraries: { all: ['desk', { goal: 'lounge', wait: 5 }, { exit: 'nearest', of: ['out', 'back'] }] },
    walkers: [
      { in: 'hall', count: 1, goal: 'out' },
      { at: [1, 1], itinerary: ['desk', 'back'] },
    ],
    sources: [{ name: 'street', in: 'hall', rate: 1, itinerary: 'all' }],
    doors: { door: { maxFlow: 1 } },
    events: [
      { at: 1, close: 'door' },
      { at: 2, open: ['door'] },
      { at: 3, announce: ['out', 'lounge'], in: 'hall' },
    ],
    measure: { areas: { 'in the hall': 'hall' } },
    tiles: { attraction: [{ in: 'hall', weight: 2 }] },
    profiles: { guest: { knowledge: { start: ['hall', 'lounge'] } } },
    signs: {
      way: { at: [1, 4], facing: 0, shows: 'lounge' },
      both: { at: [2, 4], facing: 0, shows: ['out', 'back'] },
    },
  };
  it('finds who names whom', () => {
    const text = (kind: 'goal' | 'area' | 'door') => referencesTo(data, kind).map(({ path }) => path.join('.'));
    expect(text('goal')).toEqual([
      'walkers.0.goal',
      'walkers.1.itinerary.0',
      'walkers.1.itinerary.1',
      'itineraries.all.0',
      'itineraries.all.1.goal',
      'itineraries.all.2.of.0',
      'itineraries.all.2.of.1',
      'signs.way.shows',
      'signs.both.shows.0',
      'signs.both.shows.1',
      'events.2.announce.0',
      'events.2.announce.1',
      'profiles.guest.knowledge.start.1',
    ]);
    expect(text('area')).toEqual([
      'walkers.0.in',
      'sources.0.in',
      'events.2.in',
      'profiles.guest.knowledge.start.0',
      'goals.lounge.area',
      'measure.areas.in the hall',
      'tiles.attraction.0.in',
    ]);
    expect(text('door')).toEqual(['doors.door', 'events.0.close', 'events.1.open.0']);
  });
  it.each([
    ['goal', 'out'],
    ['goal', 'lounge'],
    ['area', 'hall'],
    ['door', 'door'],
  ] as const)('renaming %s %s renames it everywhere', (kind, name) => {
    expect(problemsOf(data, undefined)).toEqual([]);
    const renamed = rename(data, kind, name, 'other');
    expect(problemsOf(renamed, undefined)).toEqual([]);
    expect(JSON.stringify(renamed)).not.toContain(`"${name}"`);
    expect(rename(renamed, kind, 'other', name)).toEqual(data);
  });
  it('an exit people go to is not deleted, and it is said who they are', () => {
    const things = thingsOf(data);
    const removal = remove(data, findThing(things, ['exits', 'out'])!);
    expect(removal).toEqual({
      refused: { what: '“out” is used by people 1', remedy: 'give them another goal first' },
    });
  });
  it('what only speaks of a thing goes with it', () => {
    const without = remove(data, findThing(thingsOf(data), ['environment', 'doors', 'door'])!);
    if (!('data' in without)) throw new Error('refused');
    expect(without.data.events).toEqual([{ at: 3, announce: ['out', 'lounge'], in: 'hall' }]);
    expect(without.data.doors).toEqual({});
    expect(problemsOf(without.data, undefined)).toEqual([]);
  });
  it('one of several exits of a stage leaves the others', () => {
    const fewer = put(data, ['walkers'], []);
    const removal = remove(fewer, findThing(thingsOf(fewer), ['exits', 'out'])!);
    if (!('data' in removal)) throw new Error('refused');
    expect(valueAt(removal.data, ['itineraries', 'all', 2, 'of'])).toEqual(['back']);
    const last = remove(removal.data, findThing(thingsOf(removal.data), ['exits', 'back'])!);
    expect(last).toHaveProperty('refused.what', '“back” is used by itinerary “all”, sign “both”');
  });
  it('a second exit makes people say which they take', () => {
    const one = addExit(newRoom(), {
      form: 'line',
      points: [
        [16, 0],
        [16, 8],
      ],
    }).data;
    const people = put(one, ['walkers'], [{ at: [1, 1] }]);
    const two = addExit(people, {
      form: 'line',
      points: [
        [13, 0],
        [16, 0],
      ],
    });
    expect(two.path).toEqual(['exits', 'exit 2']);
    expect(valueAt(two.data, ['walkers', 0, 'exit'])).toBe('nearest');
    expect(problemsOf(two.data, undefined)).toEqual([]);
  });
});

describe('fields', () => {
  it('people a minute', () => {
    expect(perMinute(0.5)).toBe(30);
    expect(perMinute(perSecond(40))).toBe(40);
    expect(perSecond(40)).toBe(0.666667);
  });
  it('profiles that are offered exist', () => {
    for (const profile of BUILT_IN) {
      expect(problemsOf({ ...newRoom(), walkers: [{ at: [1, 1], profile }] }, undefined)).toEqual([]);
    }
  });
  it('a problem says whose it is and which field', () => {
    const [problem] = problemsOf({ ...newRoom(), walkers: [{ at: [1, 1], profile: 'adlt' }] }, undefined);
    expect(problem).toMatchObject({ where: 'people 1, profile', remedy: 'did you mean "adult"?' });
  });
});

describe('sketches', () => {
  const place = {
    origin: [10, 20],
    levels: [
      { name: 'ground', elevation: 0 },
      { name: 'upper', elevation: 4 },
    ],
  } as unknown as Place;
  const data: Data = {
    areas: { hall: { box: [0, 0, 5, 5] } },
    exits: {
      out: {
        line: [
          [11, 20],
          [12, 20],
        ],
        level: 'upper',
      },
    },
    walkers: [
      { in: { box: [10, 20, 14, 22] }, count: 7 },
      { at: [11, 21], goal: [13, 21] },
    ],
    sources: [
      { name: 'a', in: 'hall', rate: 1 },
      { name: 'b', in: 'hall', rate: 1 },
    ],
  };
  it('lie at their level, from the origin, named; an area shared by entrances once', () => {
    const sketches = sketchesOf(data, place, { chosen: undefined, hasBegun: false });
    expect(sketches.map(({ kind, label }) => `${kind} ${label}`)).toEqual([
      'line out',
      'area a',
      'area 7 people',
      'point person 2',
      // An arrow: its shaft and its barbs.
      'line undefined',
      'line undefined',
    ]);
    expect(sketches[0]).toMatchObject({ points: [1, 0, 2, 0], z: 4, colour: COLOURS.exit });
    // From the upper left corner.
    expect(sketches[2].points).toEqual([0, 2, 0, 0, 4, 0, 4, 2]);
  });
  it('people who walk are not drawn where they began, but for who is chosen', () => {
    expect(sketchesOf(data, place, { chosen: undefined, hasBegun: true }).map(({ label }) => label)).toEqual([
      'out',
      'a',
    ]);
    const chosen = sketchesOf(data, place, { chosen: ['walkers', 0], hasBegun: true }).find(({ isStrong }) => isStrong);
    expect(chosen?.label).toBe('7 people');
  });
});
