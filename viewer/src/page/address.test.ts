import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Address } from './address.ts';

/** The browser's history, as far as it matters. */
let entries: { state: unknown; address: string }[];

beforeEach(() => {
  entries = [{ state: null, address: '/page/?scenario=corner' }];
  vi.stubGlobal('location', {
    get href() {
      return `http://here${entries.at(-1)!.address}`;
    },
    pathname: '/page/',
  });
  vi.stubGlobal('history', {
    pushState: (state: unknown, _: string, address: string) => void entries.push({ state, address }),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('names scenarios of the gallery, and holds what has no name', () => {
  const address = new Address<string>();
  expect(Address.scenario()).toBe('corner');
  address.push({ scenario: 'corner' });
  expect(entries).toHaveLength(1);
  address.push({ scenario: 'four exits' });
  expect(Address.scenario()).toBe('four exits');
  address.push({ held: 'my plan' });
  expect(Address.scenario()).toBeUndefined();
  expect(entries.map((entry) => entry.address)).toEqual([
    '/page/?scenario=corner',
    '/page/?scenario=four%20exits',
    '/page/',
  ]);
  expect(entries.map(({ state }) => address.heldBy(state))).toEqual([undefined, undefined, 'my plan']);
  // Another time the page is loaded, nothing is held.
  vi.setSystemTime(Date.now() + 1000);
  expect(new Address<string>().heldBy(entries[2].state)).toBeUndefined();
  vi.useRealTimers();
});

it('lets go of the oldest', () => {
  const address = new Address<number>();
  for (let k = 0; k < 8; k++) address.push({ held: k });
  expect(entries.slice(1).map(({ state }) => address.heldBy(state))).toEqual([undefined, undefined, 2, 3, 4, 5, 6, 7]);
});
