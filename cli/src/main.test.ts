/** Help texts are written by hand, so that `--help` does not load the readers: here they are held to what there is. */
import { MODEL_NAMES } from '@foulee/engine';
import { FORMATS_READ, RECORDING_ENDINGS } from '@foulee/formats';
import { expect, test } from 'vitest';
import { runMain } from '../test/run-main.ts';

/** The formats of places, as messages name them before their endings: WKT (.wkt), … */
const FORMATS = [...FORMATS_READ.matchAll(/(\w+) \(\./g)].map(([, name]) => name!);

test.each(['inspect', 'plan'])('%s --help names every format of places', async (command) => {
  const { out } = await runMain(command, '--help');
  expect(FORMATS).toHaveLength(6);
  for (const format of FORMATS) expect(out).toMatch(new RegExp(`<?ENV>? .*\\b${format}\\b`));
});

test('run --help names every ending of recordings', async () => {
  const { out } = await runMain('run', '--help');
  expect(RECORDING_ENDINGS.length).toBeGreaterThan(0);
  for (const ending of RECORDING_ENDINGS) expect(out).toMatch(new RegExp(`--out .*\\${ending}\\b`));
});

test('run --help names every walker model', async () => {
  const { out } = await runMain('run', '--help');
  for (const model of MODEL_NAMES) expect(out).toMatch(new RegExp(`--model .*\\b${model}\\b`));
});
