import { expect, test } from 'vitest';
import { gapText } from './town-words.ts';

test('a gap is told by what matters of it', () => {
  const gap = { x: 0, y: 0, z: 0, goals: 1, size: 1234.4 };
  expect(gapText('part', gap)).toBe('1 goal, 1,234 m²');
  expect(gapText('part', { ...gap, goals: 2, size: 0.48 })).toBe('2 goals, 0.5 m²');
  expect(gapText('withoutGoals', gap)).toBe('1,234 m²');
  expect(gapText('cutOff', { ...gap, size: 9 })).toBe('9 m²');
  expect(gapText('narrowDoor', { ...gap, size: 0.9 })).toBe('0.90 m wide');
});
