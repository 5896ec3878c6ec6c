import type { RecordedLost } from '@foulee/engine';
import { expect, it } from 'vitest';
import { createLostWriter, readLost } from './recording-lost.ts';

const ROWS: RecordedLost[] = [
  { x: 3.5, y: -0.5, level: 0, place: 2, seeks: 'east or west', search: 12.3, hesitation: 0.5, turns: 0 },
  { x: 4.5, y: -0.5, level: 1, place: null, seeks: 'the "shop", east', search: 0, hesitation: 0, turns: 7 },
];

it.each(['.csv', '.parquet'])('squares are read as they were written: %s', async (ending) => {
  const written = (await createLostWriter(ending))(ROWS);
  const bytes = typeof written === 'string' ? new TextEncoder().encode(written) : written;
  expect(await readLost(bytes, `a${ending}`)).toEqual(ROWS);
});
