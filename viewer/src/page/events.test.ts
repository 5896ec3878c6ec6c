import { describe, expect, it } from 'vitest';
import { momentsOf, shutAt } from './events.ts';

const DATA = {
  events: [
    { at: 9, open: 'a' },
    { at: 3, close: 'a' },
    { at: 3, close: 'b' },
    { at: 5, oneWay: 'c' },
  ],
};

describe('announcements', () => {
  it('are told with the goals they are about', () => {
    const events = [
      { at: 2, announce: ['exit A', 'exit B'], in: 'hall' },
      { at: 1, announce: 'everything' },
      { at: 3, announce: 7 },
    ];
    expect(momentsOf({ events })).toEqual([
      { at: 1, text: 'the way to everything is announced' },
      { at: 2, text: 'the way to exit A, exit B is announced' },
      { at: 3, text: 'the way to a goal is announced' },
    ]);
    expect(shutAt({ events }, 9).size).toBe(0);
  });
});

it('factors are told in percent', () => {
  const events = [
    { at: 1, demand: 0.4 },
    { at: 2, speed: 0.07 * 11 },
    { at: 2, speed: 1 },
    { at: 3, demand: 'none' },
    { at: 4, speed: null },
  ];
  expect(momentsOf({ events })).toEqual([
    { at: 1, text: 'demand changes to 40 %' },
    { at: 2, text: 'walking speed changes to 77 %; walking speed changes to 100 %' },
    { at: 3, text: 'demand changes' },
    { at: 4, text: 'walking speed changes' },
  ]);
});

describe('doors that are shut', () => {
  it.each([
    [0, []],
    [2.9, []],
    [3, ['a', 'b']],
    [8.9, ['a', 'b']],
    [9, ['b']],
  ])('after %d s', (time, shut) => {
    expect([...shutAt(DATA, time)]).toEqual(shut);
  });

  it('all of a list', () => {
    const events = [
      { at: 1, close: ['a', 'b', 'c'] },
      { at: 2, open: ['c', 'a'] },
    ];
    expect([...shutAt({ events }, 1)]).toEqual(['a', 'b', 'c']);
    expect([...shutAt({ events }, 2)]).toEqual(['b']);
  });

  it('not those that become one-way, which opens them', () => {
    const events = [
      { at: 1, close: ['a', 'b'] },
      { at: 2, oneWay: 'a', towards: [1, 1] },
    ];
    expect([...shutAt({ events }, 2)]).toEqual(['b']);
  });

  it('in the order of the file, where several events happen at once', () => {
    const events = [
      { at: 1, close: 'a' },
      { at: 1, open: 'a' },
      { at: 1, open: 'b' },
      { at: 1, close: 'b' },
    ];
    expect([...shutAt({ events }, 1)]).toEqual(['b']);
  });

  it('none without events, whatever stands there', () => {
    for (const data of [
      undefined,
      {},
      { events: 3 },
      { events: [{ at: 'soon', close: 'a' }, null, 3, { at: 1, close: null }] },
    ]) {
      expect(shutAt(data, 99).size).toBe(0);
    }
  });
});

it('says what happens when', () => {
  const events = [
    { at: 9, remove: 'desk' },
    { at: 2, close: ['a', 'b'] },
    { at: 2, add: { wall: [[0, 0] as const, [1, 1] as const] } },
    { at: 4, remove: 'desk', add: { obstacle: { box: [0, 0, 1, 1] }, name: 'desk' } },
  ];
  expect(momentsOf({ events })).toEqual([
    { at: 2, text: 'a, b shuts; a wall comes' },
    { at: 4, text: 'desk is moved' },
    { at: 9, text: 'desk is taken away' },
  ]);
  expect(momentsOf({})).toEqual([]);
});

it.each([
  [{ at: 1, flood: 'hall' }, 'unknown event'],
  [{ at: 1 }, 'unknown event'],
  [{ at: 1, close: null }, 'a door shuts'],
  [{ at: 1, open: [] }, 'a door opens'],
  [{ at: 1, add: 'desk' }, 'something comes'],
  [{ at: 1, add: { wall: [], name: '' } }, 'a wall comes'],
  [{ at: 1, add: {}, remove: { at: [1, 1] } }, 'something is moved'],
  [{ at: 1, remove: '' }, 'something is taken away'],
])('has words for what it does not know: %j', (event, text) => {
  expect(momentsOf({ events: [event] })).toEqual([{ at: 1, text }]);
});
