/** The text as PedPy takes it, by a small parser written from PedPy's rules alone. */
import { describe, expect, it } from 'vitest';
import { createRecordingSink } from './recording.ts';
import { expected, INFO, makeFrames, memoryOutput } from '../../test/recording-fixture.ts';

/** Rate: the first number in the first comment that says "framerate". Unit: of the last comment that has one. Rows: not "#". */
function parseAsPedPy(text: string) {
  const lines = text.split('\n');
  let rate: number | undefined;
  let unit: string | undefined;
  for (const line of lines) {
    if (!line.startsWith('#')) break;
    if (line.includes('framerate')) {
      for (const word of line.split(/\s+/)) {
        if (rate === undefined && word !== '' && !Number.isNaN(Number(word))) rate = Number(word);
      }
    }
    const lower = line.toLowerCase();
    if (lower.includes('x/cm') || lower.includes('in cm')) unit = 'cm';
    if (lower.includes('x/m') || lower.includes('in m')) unit = 'm';
  }
  const rows = lines
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
    .map((line) => line.split(/\s+/).map(Number));
  return { rate, unit, rows };
}

async function write(frames: ReturnType<typeof makeFrames>, info = INFO): Promise<string> {
  const output = memoryOutput();
  const sink = await createRecordingSink('a.txt', info, output);
  for (const frame of frames) sink.write(frame);
  await sink.close();
  return new TextDecoder().decode(output.bytes());
}

describe('text for PedPy', () => {
  it('gives id, frame, x, y, z, the rate and the unit, whatever the scenario is called', async () => {
    const frames = makeFrames(40);
    const { rate, unit, rows } = parseAsPedPy(await write(frames));
    expect(rate).toBe(5);
    expect(unit).toBe('m');
    const right = expected(frames);
    expect(rows.every((row) => row.length === 5)).toBe(true);
    expect(rows.map((row) => row[0])).toEqual([...right.serial]);
    expect(rows.map((row) => row[1])).toEqual(frames.flatMap((frame, f) => Array(frame.count).fill(f)));
    expect(rows.map((row) => row[2])).toEqual([...right.x]);
    expect(rows.map((row) => row[3])).toEqual([...right.y]);
    expect(rows.map((row) => row[4])).toEqual([...right.level]);
  });

  it('writes the rate with two decimals where that is exact, else in full', async () => {
    expect((await write([], { ...INFO, step: 0.1, every: 1 })).split('\n')[0]).toBe('# framerate: 10.00');
    expect((await write([], { ...INFO, step: 0.125, every: 1 })).split('\n')[0]).toBe('# framerate: 8.00');
    expect(parseAsPedPy(await write([], { ...INFO, step: 0.3, every: 1 })).rate).toBe(1 / 0.3);
  });
});
