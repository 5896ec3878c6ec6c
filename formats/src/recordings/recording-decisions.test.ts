import type { RecordedDecision } from '@foulee/engine';
import { expect, it } from 'vitest';
import { createDecisionsWriter, readDecisions } from './recording-decisions.ts';

const ROWS: RecordedDecision[] = [
  { step: 3, time: 0.3, serial: 0, code: 'explores', what: null, value: 7 },
  { step: 9, time: 0.9, serial: 4, code: 'reads', what: 'to "shop", east', value: null },
  { step: 9, time: 0.9, serial: 4, code: 'walks to', what: 'shop', value: 41.25 },
];

it.each(['.csv', '.parquet'])('decisions are read as they were written: %s', async (ending) => {
  const written = (await createDecisionsWriter(ending))(ROWS);
  const bytes = typeof written === 'string' ? new TextEncoder().encode(written) : written;
  expect(await readDecisions(bytes, `a${ending}`)).toEqual(ROWS);
});
