import { describe, expect, it } from 'vitest';
import { shutAt } from './doors.ts';

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
