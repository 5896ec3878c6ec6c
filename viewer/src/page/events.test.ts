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

  it('none without events, whatever stands there', () => {
    for (const data of [undefined, {}, { events: 3 }, { events: [{ at: 'soon', close: 'a' }] }]) {
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
