/** Events that change the place: what the file may say, and what is said when it is wrong. */
import { expect, it } from 'vitest';
import { parseChange } from './parse-events.ts';
import { parseScenario } from './parse-scenario.ts';
import { ScenarioError } from './problems.ts';

const ROOM = { environment: { walkable: [{ box: [0, 0, 10, 5] }] }, goals: { g: [9, 2] } };
const eventsOf = (events: unknown) => parseScenario({ ...ROOM, events }).events;

function problemsOf(events: unknown): string[] {
  try {
    eventsOf(events);
  } catch (error) {
    if (error instanceof ScenarioError) return error.message.split('\n').map((line) => line.replace('scenario: ', ''));
    throw error;
  }
  return [];
}

it('may put in glass', () => {
  const points: [number, number][] = [
    [1, 1],
    [2, 1],
  ];
  const [event] = eventsOf([{ at: 2, add: { glass: points, name: 'screen' } }]);
  expect(event).toMatchObject({ add: { kind: 'glass', name: 'screen', points } });
  expect(() => eventsOf([{ at: 2, add: { glass: [points[0], points[0]] } }])).toThrow(
    /events\[0\]\.add\.glass\[1\] is the point before again/,
  );
});

it('are read in the order of time, shapes written out', () => {
  const events = eventsOf([
    { at: 9, remove: 'desk', add: { wall: [[1, 1] as const, [2, 1] as const, [2, 3] as const], name: 'rope' } },
    { at: 2, add: { obstacle: { box: [4, 3, 2, 1] }, name: 'desk' } },
    { at: 9, remove: { at: [1.5, 1] } },
    { at: 9, remove: 'rope' },
  ]);
  expect(events).toEqual([
    {
      at: 2,
      kind: 'place',
      remove: null,
      add: {
        kind: 'obstacle',
        name: 'desk',
        level: null,
        points: [
          [2, 1],
          [4, 1],
          [4, 3],
          [2, 3],
        ],
      },
    },
    {
      at: 9,
      kind: 'place',
      remove: { name: 'desk' },
      add: {
        kind: 'wall',
        name: 'rope',
        level: null,
        points: [
          [1, 1],
          [2, 1],
          [2, 3],
        ],
      },
    },
    { at: 9, kind: 'place', remove: { at: [1.5, 1], level: null }, add: null },
    { at: 9, kind: 'place', remove: { name: 'rope' }, add: null },
  ]);
});

it.each([
  [
    [{ at: 3, remove: 'desk' }],
    'events[0].remove is "desk", which is not there at 3 s; put in before and still there: nothing with a name',
  ],
  [
    [
      { at: 1, add: { obstacle: { box: [1, 1, 2, 2] }, name: 'a' } },
      { at: 2, add: { obstacle: { box: [3, 1, 4, 2] }, name: 'a' } },
    ],
    'events[1].add.name is "a", which is there already; give it another name',
  ],
  [
    [{ at: 1, add: { obstacle: { box: [1, 1, 1, 2] } } }],
    'events[0].add.obstacle has no area; give corners around an area',
  ],
  [
    [{ at: 1, add: { wall: [[1, 1] as const, [1, 1] as const] } }],
    'events[0].add.wall[1] is the point before again; leave it out',
  ],
  [
    [{ at: 1, add: { obstacle: { box: [1, 1, 2, 2] }, level: 'cellar' } }],
    'events[0].add.level is "cellar", but there is no such level; give "0"',
  ],
])('are refused with what is wrong: %j', (events, expected) => {
  expect(problemsOf(events)).toEqual([expected]);
});

it.each([
  [{ at: 1, add: { obstacle: [[1, 1] as const, [2, 2] as const] } }],
  [{ at: 1, add: { wall: [[1, 1] as const] } }],
  [{ at: 1, add: {} }],
  [{ at: 1, add: { obstacle: { box: [0, 0, 1, 1e9] } } }],
  [{ at: -1, remove: 'a' }],
  [{ at: 1, remove: { at: [1] } }],
  [{ at: 1, add: { wall: [[0, 0] as const, [1, 1] as const], obstacle: { box: [0, 0, 1, 1] } } }],
])('are refused where they have not the right form: %j', (event) => {
  expect(problemsOf([event]).length).toBeGreaterThan(0);
});

it('are bounded in number, and walls in points', () => {
  const many = Array.from({ length: 1001 }, (_, k) => ({ at: k, add: { obstacle: { box: [1, 1, 2, 2] } } }));
  expect(problemsOf(many)).toEqual([
    'events change the place 1001 times; give at most 1000 that add or remove something',
  ]);
  expect(problemsOf(many.slice(1))).toEqual([]);
  const wall = Array.from({ length: 1001 }, (_, k) => [k / 100, 1]);
  expect(problemsOf([{ at: 1, add: { wall } }]).length).toBeGreaterThan(0);
});

it('are read one by one, too', () => {
  const place = { levels: ['hall'], doors: [] };
  expect(parseChange({ at: 4, remove: 'a' }, place)).toEqual({
    at: 4,
    kind: 'place',
    remove: { name: 'a' },
    add: null,
  });
  expect(() => parseChange({ at: 4, close: 'a' }, place)).toThrow(ScenarioError);
  const add = { obstacle: { box: [0, 0, 1, 1] }, level: 'hlal' };
  expect(() => parseChange({ at: 4, add }, place)).toThrow(/no such level/);
});

it('say what is missing of the form they have, and where the level of a piece belongs', () => {
  expect(problemsOf([{ announce: 'g' }])).toEqual([
    expect.stringMatching(/^events\[0\]\.at is missing; give a number/),
  ]);
  expect(problemsOf([{ close: 'gate' }])).toContainEqual(expect.stringMatching(/^events\[0\]\.at is missing/));
  expect(problemsOf([{ at: 3, add: { obstacle: { box: [1, 1, 2, 2], level: 'upper' } } }])).toEqual([
    'events[0].add.obstacle has the unknown field "level"; write it beside obstacle: {obstacle: …, level: …}',
  ]);
});
