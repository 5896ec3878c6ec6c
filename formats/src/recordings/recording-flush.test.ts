/** Flushing: a run killed at any moment leaves all frames up to its last flush, and the closed file does not tell that there was one. */
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RecordedFrame } from '@foulee/engine';
import { afterAll, describe, expect, it } from 'vitest';
import { type ByteOutput, createRecordingSink, createSqliteSink, readRecording } from './recording.ts';
import { differences, expected, INFO, makeFrames, memoryOutput } from '../../test/recording-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'foulee-flush-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What of a recording the format keeps. */
const kept = (name: string) =>
  name.endsWith('.txt') ? (['steps', 'time', 'first', 'serial', 'x', 'y', 'level'] as const) : undefined;

async function record(name: string, frames: ReturnType<typeof makeFrames>, output: ByteOutput, every: number) {
  const sink = await createRecordingSink(name, INFO, output);
  for (const [f, frame] of frames.entries()) {
    sink.write(frame);
    if (f % every === every - 1) sink.flush();
  }
  await sink.close();
  sink.flush();
}

/** A .csv has no lines for frames without people. */
function held(name: string, frames: RecordedFrame[]): RecordedFrame[] {
  return name.endsWith('.csv') ? frames.filter(({ count }) => count > 0) : frames;
}

describe.each(['run.parquet', 'run.csv', 'run.txt'])('%s', (name) => {
  it('has the same bytes when closed, however often it was flushed', async () => {
    const frames = makeFrames(310);
    const never = memoryOutput();
    await record(name, frames, never, Infinity);
    for (const every of [1, 7, 128, 200]) {
      const flushed = memoryOutput();
      await record(name, frames, flushed, every);
      expect(Buffer.compare(flushed.bytes(), never.bytes()), `every ${every}`).toBe(0);
    }
  });

  it('holds every frame so far after a flush', async () => {
    const frames = makeFrames(300);
    const output = memoryOutput();
    const sink = await createRecordingSink(name, INFO, output);
    for (const [f, frame] of frames.entries()) {
      sink.write(frame);
      sink.flush();
      if (f % 9 !== 0) continue;
      const recording = await readRecording(output.bytes(), name);
      expect(differences(recording, expected(held(name, frames.slice(0, f + 1))), kept(name)), `frame ${f}`).toEqual(
        [],
      );
    }
    // The last frame, which has no walkers: nothing new to put out.
    const { length } = output.bytes();
    sink.flush();
    expect(output.bytes()).toHaveLength(length);
  });

  it('killed within any call, lacks what came after the last flush at most', async () => {
    const frames = makeFrames(140);
    const every = 4;
    /** What would be left, and how many frames were flushed by then. */
    const moments: { bytes: Uint8Array; flushed: number }[] = [];
    let flushed = 0;
    let calls = 0;
    const memory = memoryOutput(() => {
      // All calls around the group that stays, and a few others.
      if (calls++ % 11 === 0 || (flushed > 120 && flushed < 136)) moments.push({ bytes: memory.bytes(), flushed });
    });
    const half = (bytes: Uint8Array) => Math.floor(bytes.length / 2);
    const output: ByteOutput = {
      append: (bytes) => {
        memory.append(bytes.subarray(0, half(bytes)));
        memory.append(bytes.subarray(half(bytes)));
      },
      write: (bytes, at) => {
        memory.write!(bytes.subarray(0, half(bytes)), at);
        memory.write!(bytes.subarray(half(bytes)), at + half(bytes));
      },
      truncate: memory.truncate!,
    };
    const sink = await createRecordingSink(name, INFO, output);
    for (const [f, frame] of frames.entries()) {
      sink.write(frame);
      if (f % every !== every - 1) continue;
      sink.flush();
      flushed = f + 1;
    }
    expect(moments.length).toBeGreaterThan(10);
    for (const { bytes, flushed: before } of moments.slice(1)) {
      const least = held(name, frames.slice(0, before)).length;
      const recording = await readRecording(bytes, name);
      const got = recording.steps.length;
      // Text cannot tell whether its last frame is whole.
      expect(got).toBeGreaterThanOrEqual(name.endsWith('.parquet') ? least : least - 1);
      const isCutLine = name.endsWith('.csv');
      if (!isCutLine) expect(differences(recording, expected(frames.slice(0, got)), kept(name))).toEqual([]);
    }
  });
});

it('.sqlite has the same bytes when closed, however often it was flushed', async () => {
  const frames = makeFrames(260, { ...INFO, every: 1 });
  const written = await Promise.all(
    [Infinity, 1, 7].map(async (every) => {
      const path = join(folder, `every-${every}.sqlite`);
      closeSync(openSync(path, 'w'));
      const sink = await createSqliteSink(path, { ...INFO, every: 1 }, (bytes, at) => {
        const descriptor = openSync(path, 'r+');
        writeSync(descriptor, bytes, 0, bytes.length, at);
        closeSync(descriptor);
      });
      for (const [f, frame] of frames.entries()) {
        sink.write(frame);
        if (f % every === every - 1) sink.flush();
      }
      await sink.close();
      return readFileSync(path);
    }),
  );
  expect(written[0].length).toBeGreaterThan(50_000);
  for (const flushed of written.slice(1)) expect(Buffer.compare(flushed, written[0])).toBe(0);
  const { Database } = await sqlite();
  const database = new Database(join(folder, 'every-7.sqlite'), { readOnly: true });
  expect(database.get('PRAGMA integrity_check')).toEqual({ integrity_check: 'ok' });
  expect(database.get('SELECT count(*) AS n FROM frame_data')).toEqual({ n: 260 });
  database.close();
});

it('.sqlite holds every frame so far after a flush', async () => {
  const path = join(folder, 'flushed.sqlite');
  closeSync(openSync(path, 'w'));
  const sink = await createSqliteSink(path, { ...INFO, every: 1 });
  for (const frame of makeFrames(12, { ...INFO, every: 1 })) sink.write(frame);
  sink.flush();
  const { Database } = await sqlite();
  const database = new Database(path, { readOnly: true });
  expect(database.get('SELECT count(*) AS n FROM frame_data')).toEqual({ n: 12 });
  database.close();
  await sink.close();
});

async function sqlite(): Promise<typeof import('node-sqlite3-wasm')> {
  const loaded = await import('node-sqlite3-wasm');
  return 'Database' in loaded ? loaded : (loaded as { default: typeof import('node-sqlite3-wasm') }).default;
}
