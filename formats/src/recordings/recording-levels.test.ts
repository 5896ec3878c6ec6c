import { expect, it } from 'vitest';
import { createRecordingSink, joinSinks, readRecording, recordingFiles } from './recording.ts';
import { INFO, makeFrames, memoryOutput } from '../../test/recording-fixture.ts';

const levels = (...names: string[]) =>
  names.map((name, k) => ({ name, elevation: 4 * k, walkableArea: `POLYGON ((0 0, ${k + 1} 0, ${k + 1} 1, 0 0))` }));
const namesOf = (file: string, ...names: string[]) =>
  recordingFiles(file, { ...INFO, levels: levels(...names) }).map(({ name }) => name);

it('names the file of a level after it, safe for file systems and distinct', () => {
  expect(namesOf('a.b/run.sqlite', 'hall', 'platform')).toEqual(['a.b/run-hall.sqlite', 'a.b/run-platform.sqlite']);
  expect(namesOf('Run.TXT', 'Gleis 1/2', '../../etc', 'Straße', '')).toEqual([
    'Run-Gleis-1-2.TXT',
    'Run-etc.TXT',
    'Run-Straße.TXT',
    'Run-level-3.TXT',
  ]);
  expect(namesOf('r.txt', 'Hall', 'hall', 'hall-2', 'HALL')).toEqual([
    'r-Hall.txt',
    'r-hall-2.txt',
    'r-hall-2-2.txt',
    'r-HALL-3.txt',
  ]);
  const [long] = namesOf('r.txt', '楼'.repeat(200), 'b');
  expect([...long].length).toBeLessThan(80);
});

it('one file where there is one level, or the format holds levels', () => {
  expect(namesOf('run.sqlite', 'hall')).toEqual(['run.sqlite']);
  expect(namesOf('run.parquet', 'hall', 'platform')).toEqual(['run.parquet']);
  expect(namesOf('run.csv', 'hall', 'platform')).toEqual(['run.csv']);
  expect(recordingFiles('run.sqlite', INFO)).toEqual([{ name: 'run.sqlite', info: INFO }]);
});

it('puts everybody into the file of their level, every frame into all, with the floor of the level', async () => {
  const links = [{ name: 'up', kind: 'stairs' as const, lower: 0, upper: 1, corners: [0, 0, 1, 0, 1, 5, 0, 5] }];
  const info = { ...INFO, levels: levels('a', 'b', 'c'), links };
  const files = recordingFiles('run.txt', info);
  const outputs = files.map(() => memoryOutput());
  const sinks = await Promise.all(files.map(({ name, info: own }, k) => createRecordingSink(name, own, outputs[k])));
  const all = joinSinks(files, sinks);
  const frames = makeFrames(60);
  for (const frame of frames) all.write(frame);
  await all.close();
  const read = await Promise.all(outputs.map((output, k) => readRecording(output.bytes(), files[k].name)));
  const people = frames.flatMap((frame) => [...frame.serial.subarray(0, frame.count)]);
  read.forEach((recording, level) => {
    expect(recording.steps).toEqual(Int32Array.from(frames, ({ step }) => step));
    expect([...recording.serial]).toEqual(people.filter((serial) => serial % 3 === level));
    expect(new Set(recording.level)).toEqual(recording.level.length > 0 ? new Set([level]) : new Set());
    expect(recording.info!.walkableArea).toBe(info.levels[level].walkableArea);
    // Stairs join levels, and the others are in other files.
    expect(recording.info).not.toHaveProperty('links');
  });
});
