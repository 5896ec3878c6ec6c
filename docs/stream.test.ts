/** The constants in docs/stream.md are those of the program. */
import { readFileSync } from 'node:fs';
import { STREAM_DEFAULTS } from '@foulee/engine/inside';
import { expect, test } from 'vitest';

test('the table of constants is that of settings.ts', () => {
  const text = readFileSync(new URL('stream.md', import.meta.url), 'utf8');
  const rows = [...text.matchAll(/^\| `(\w+)` +\| +(\S+) +\|/gm)].map(([, name, value]) => [name, value]);
  const expected = Object.entries(STREAM_DEFAULTS).map(([name, value]) => [
    name,
    name === 'step' ? `1/${Math.round(1 / Number(value))}` : String(value),
  ]);
  expect(rows).toEqual(expected);
});
