/** Recordings while they are written: what a killed run would leave at each moment, and what a full disk leaves. */
import { existsSync, readFileSync } from 'node:fs';
import { createRun, openScenario, type RecordedFrame, type Run } from '@foulee/engine';
import { parseScenarioText, readPeople, readRecording } from '@foulee/formats';
import { temporaryFolder } from '@foulee/testing';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { partialName } from '../terminal/write-file.ts';
import { filesBeside } from './beside-files.ts';
import { recordingTarget } from './recording-files.ts';
import { openRecorder } from './run-record.ts';

const disk = vi.hoisted(() => ({ room: Infinity }));
vi.mock('node:fs', async (original) => {
  const real = await original<typeof import('node:fs')>();
  /** As a disk with so much room: the last bytes that fit are written. */
  const writeSync = (descriptor: number, bytes: Uint8Array, from: number, length: number, at: number | null) => {
    if (disk.room <= 0) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    const written = real.writeSync(descriptor, bytes, from, Math.min(length, disk.room), at);
    disk.room -= written;
    return written;
  };
  const ftruncateSync = (descriptor: number, size: number) => {
    disk.room += real.fstatSync(descriptor).size - size;
    real.ftruncateSync(descriptor, size);
  };
  return { ...real, writeSync, ftruncateSync };
});

const folder = temporaryFolder();
let run: Run;
beforeAll(async () => {
  const text =
    'environment: { walkable: [{ box: [0, 0, 9, 9] }] }\ngoals: { a: [8, 8] }\nwalkers: [{ at: [1, 1], goal: a }]\n';
  const { scenario, world } = await openScenario(parseScenarioText(text, 'box.yaml'), {
    readPlace: () => Promise.reject(new Error('no files here')),
  });
  run = createRun(scenario, world, { seed: 1, clock: () => 0 });
});
afterEach(() => {
  vi.restoreAllMocks();
  disk.room = Infinity;
});
afterAll(folder.remove);

/** A frame with one walking person. */
function frame(step: number): RecordedFrame {
  return {
    step,
    time: step * run.scenario.step,
    count: 1,
    serial: Int32Array.of(0),
    place: Float64Array.of(step, 1),
    velocity: Float64Array.of(1, 0),
    level: Int32Array.of(0),
    cell: Int32Array.of(0),
    radius: Float64Array.of(0.25),
  };
}

test.each(['parquet', 'csv', 'txt'])(
  '.%s lacks no frame that is older than a second, at any moment',
  async (ending) => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const name = folder.in(`clock.${ending}`);
    const told: string[] = [];
    const recorder = await openRecorder(recordingTarget('--out', name, false), run, (text) => told.push(text));
    /** Milliseconds of work for each step: quick ones, then slow ones. */
    const work = [...Array(30).fill(90), ...Array(4).fill(700), ...Array(3).fill(3000), ...Array(20).fill(90)];
    const recordedAt: number[] = [];
    for (const [step, milliseconds] of work.entries()) {
      recorder.record(frame(step));
      recordedAt.push(now);
      // Killed at the latest moment before the next step, or a moment after it has become slower than the one before.
      now += Math.min(milliseconds, work[step - 1] ?? 90);
      const left = (await readRecording(readFileSync(partialName(name)), name)).steps.length;
      expect(left).toBeGreaterThanOrEqual(recordedAt.filter((at) => at <= now - 1000).length);
      const { people } = filesBeside(partialName(name));
      if (people !== undefined) expect(await readPeople(readFileSync(people), people)).toHaveLength(1);
      now = recordedAt[step] + milliseconds;
    }
    expect(told).toEqual([`recording to ${partialName(name)} until the run is over`]);
    await recorder.finish();
    expect((await readRecording(readFileSync(name), name)).steps).toHaveLength(work.length);
  },
);

test.each(['parquet', 'csv', 'txt'])('a full disk keeps what was recorded as .%s, and it is said', async (ending) => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const name = folder.in(`full.${ending}`);
  const recorder = await openRecorder(recordingTarget('--out', name, false), run, () => {});
  const record = (step: number) => {
    now = 100 * step;
    recorder.record(frame(step));
  };
  for (let step = 0; step < 20; step++) record(step);
  disk.room = 4;
  let said = '';
  try {
    for (let step = 20; step < 40; step++) record(step);
  } catch (error) {
    said = (error as Error).message;
  }
  expect(said).toMatch(
    /^--out: could not write .*full\.\w+: the disk is full; make room or write elsewhere; the run until /,
  );
  expect(said).toContain(`s at least is kept in ${partialName(name)}`);
  const kept = await readRecording(readFileSync(partialName(name)), name);
  expect(said).toContain(`until ${kept.time.at(-1)!.toFixed(1)} s`);
  expect(kept.steps.length).toBeGreaterThan(10);
  expect([existsSync(name), existsSync(`${name}.lock`)]).toEqual([false, false]);
});

test('a disk that is full from the start leaves nothing', async () => {
  disk.room = 3;
  const target = recordingTarget('--out', folder.in('none.parquet'), false);
  await expect(openRecorder(target, run, () => {})).rejects.toThrow(/none\.parquet: the disk is full; make room/);
  expect(existsSync(partialName(target.name))).toBe(false);
});

test('a run that breaks leaves its steps, and says where', async () => {
  const name = folder.in('broken.parquet');
  const told: string[] = [];
  const recorder = await openRecorder(recordingTarget('--out', name, false), run, (text) => told.push(text));
  for (let step = 0; step < 5; step++) recorder.record(frame(step));
  recorder.giveUp();
  expect(told).toEqual([`foulee: the run broke: its steps until then are in ${partialName(name)}`]);
  const recording = await readRecording(readFileSync(partialName(name)), name);
  expect(recording.steps).toHaveLength(5);
  expect(recording.warnings.join()).toContain('did not end');
});
