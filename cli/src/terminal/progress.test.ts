import { expect, test } from 'vitest';
import { createProgress } from './progress.ts';
import { recordingTerminal } from '../../test/run-main.ts';

/** A clock that advances by so much at every look. */
function clock(step: number): () => number {
  let time = -step;
  return () => (time += step);
}

test('away from a terminal, quick work says nothing', () => {
  const terminal = recordingTerminal();
  const progress = createProgress(terminal, 3, false, clock(90));
  for (const stage of ['a', 'b', 'c']) progress.begin(stage);
  progress.end();
  expect(terminal.texts).toEqual({ out: '', error: '' });
});

test('away from a terminal, long work says its stages in plain lines, large work from the start', () => {
  const slow = recordingTerminal();
  const progress = createProgress(slow, 3, false, clock(200));
  for (const stage of ['a', 'b', 'c']) progress.begin(stage);
  expect(slow.texts.error).toBe('   0.4 s  b\n   0.6 s  c\n');
  const large = recordingTerminal();
  createProgress(large, 3, true, clock(0)).begin('a');
  expect(large.texts.error).toBe('   0.0 s  a\n');
});

test('on a terminal it is a bar that grows, fits the line and is wiped away', () => {
  const terminal = { ...recordingTerminal(true), columns: 40 };
  const progress = createProgress(terminal, 2, false);
  progress.begin('first');
  progress.begin('second, with a name that is far too long for a line of this width');
  progress.end();
  const { error, out } = terminal.texts;
  expect(out).toBe('');
  const [, first, second, end] = error.split('\r');
  expect(first).toMatch(/^░{24} first/);
  expect(second).toMatch(/^█{12}░{12} second/);
  expect(second!.replace('\u001b[K', '').length).toBeLessThan(40);
  expect(end).toBe('\u001b[K');
});
