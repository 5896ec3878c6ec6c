import { expect, it } from 'vitest';
import { KNOWN_COLOURS } from '../protocol/knows.ts';
import { INSIGHT_COLOURS } from './sketch-insight.ts';

it('what somebody knows has other colours than what they have in mind: both are drawn at once', () => {
  const both = [...Object.values(INSIGHT_COLOURS), ...Object.values(KNOWN_COLOURS)];
  expect(new Set(both).size).toBe(both.length);
});
