import { expect, it } from 'vitest';
import { clock, span } from './words.ts';

it('tells moments and spans', () => {
  expect([0, 83.4, 59.96, 3600].map(clock)).toEqual(['0:00.0', '1:23.4', '1:00.0', '60:00.0']);
  expect([0.04, 10.3, 59.96, 83.42].map(span)).toEqual(['0.0 s', '10.3 s', '1 min 0.0 s', '1 min 23.4 s']);
});
