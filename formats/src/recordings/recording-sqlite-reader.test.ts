/** Databases as JuPedSim makes them, of each version, by SQLite itself; read by our own reader, whole and damaged. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '@foulee/engine';
import fc from 'fast-check';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, describe, expect, it } from 'vitest';
import { createSqliteSink, readRecording } from './recording.ts';
import { expected, INFO, makeFrames } from '../../test/recording-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'foulee-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

let made = 0;
function database(...statements: string[]): Uint8Array {
  const path = join(folder, `${made++}.sqlite`);
  const open = new sqlite.Database(path);
  for (const statement of statements) open.exec(statement);
  open.close();
  return readFileSync(path);
}

const AREA = 'POLYGON ((0 0, 10 0, 10 5, 0 5, 0 0))';
const LARGE = `POLYGON ((${Array.from({ length: 3000 }, (_, i) => `${i} ${(i * i) % 97}`).join(', ')}, 0 0))`;
const META = 'CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL)';
const ORIENTED =
  'CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL)';
const PLAIN =
  'CREATE TABLE trajectory_data (   frame INTEGER NOT NULL,   id INTEGER NOT NULL,   pos_x REAL NOT NULL,   pos_y REAL NOT NULL)';
const HASHED = [
  'CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL)',
  'CREATE UNIQUE INDEX geometry_hash on geometry( hash)',
];
const FRAMES = 'CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL)';
/** Python's hashes have 64 bits; as doubles these two are the same. */
const [HASH, OTHER] = ['-9007199254740993', '-9007199254740992'];

const ROWS = '(0, 3, 1, 2.5, 1, 0), (0, 7, -4.25, 300, 1, 0), (2, 3, 1.5, 2.5, 1, 0)';
const VERSION_1 = () =>
  database(
    ORIENTED,
    META,
    "INSERT INTO metadata VALUES ('version', 1), ('fps', 4.0)",
    'CREATE TABLE geometry(wkt TEXT NOT NULL)',
    `INSERT INTO geometry VALUES ('${LARGE}')`,
    'CREATE INDEX frame_id_idx ON trajectory_data(frame, id)',
    `INSERT INTO trajectory_data VALUES ${ROWS}`,
  );
const VERSION_3 = () =>
  database(
    PLAIN,
    META,
    "INSERT INTO metadata VALUES ('version', 3), ('fps', 4.0)",
    ...HASHED,
    `INSERT INTO geometry VALUES (${HASH}, '${AREA}'), (${OTHER}, '${LARGE}')`,
    FRAMES,
    `INSERT INTO frame_data VALUES (0.0, ${HASH}), (1.0, ${HASH}), (2.0, ${OTHER}), (3.0, ${OTHER}), (4, ${HASH})`,
    `INSERT INTO trajectory_data SELECT column1, column2, column3, column4 FROM (VALUES ${ROWS})`,
  );

describe('JuPedSim databases', () => {
  it('reads version 1: one area, however long', async () => {
    const recording = await readRecording(VERSION_1(), 'corridor.sqlite');
    expect([...recording.steps]).toEqual([0, 2]);
    expect([...recording.time]).toEqual([0, 0.5]);
    expect([...recording.serial]).toEqual([3, 7, 3]);
    expect([...recording.x]).toEqual([1, -4.25, 1.5]);
    expect([...recording.y]).toEqual([2.5, 300, 2.5]);
    expect([...recording.vx]).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect(recording.info).toMatchObject({ name: 'corridor', step: 0.25, every: 1, walkableArea: LARGE });
    expect(recording.changes).toBeUndefined();
    expect(recording.warnings).toEqual([]);
  });

  it('reads version 3: an area for each frame, and frames without anybody', async () => {
    const recording = await readRecording(VERSION_3(), 'a.sqlite');
    expect([...recording.steps]).toEqual([0, 1, 2, 3, 4]);
    expect([...recording.first]).toEqual([0, 2, 2, 3, 3, 3]);
    expect(recording.info!.walkableArea).toBe(AREA);
    expect(recording.changes).toEqual([
      { step: 2, walkableArea: LARGE },
      { step: 4, walkableArea: AREA },
    ]);
  });

  it('reads a version 1 that was made a version 2: columns in another order', async () => {
    const bytes = database(
      ORIENTED,
      META,
      "INSERT INTO metadata VALUES ('version', 1), ('fps', 4.0)",
      'CREATE TABLE geometry(wkt TEXT NOT NULL)',
      `INSERT INTO geometry VALUES ('${AREA}')`,
      `INSERT INTO trajectory_data VALUES ${ROWS}`,
      FRAMES,
      'ALTER TABLE geometry ADD hash INTEGER NOT NULL DEFAULT 0',
      `UPDATE geometry SET hash = ${HASH}`,
      `INSERT INTO frame_data VALUES (0, ${HASH}), (1, ${HASH}), (2, ${HASH})`,
      "UPDATE metadata SET value = 2 WHERE key = 'version'",
      'VACUUM',
    );
    const recording = await readRecording(bytes, 'a.sqlite');
    expect([...recording.steps]).toEqual([0, 1, 2]);
    expect(recording.info!.walkableArea).toBe(AREA);
    expect(recording.changes).toBeUndefined();
  });

  it('reads other page sizes and encodings', async () => {
    for (const settings of [
      ["PRAGMA encoding = 'UTF-16le'", 'PRAGMA page_size = 512'],
      ["PRAGMA encoding = 'UTF-16be'", 'PRAGMA page_size = 65536'],
    ]) {
      const bytes = database(
        ...settings,
        ORIENTED,
        META,
        "INSERT INTO metadata VALUES ('version', 1), ('fps', 4.0)",
        'CREATE TABLE geometry(wkt TEXT NOT NULL)',
        `INSERT INTO geometry VALUES ('${LARGE}')`,
        `WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 4999)
         INSERT INTO trajectory_data SELECT i, 70000, i * 0.25, -i, 1, 0 FROM n`,
      );
      const recording = await readRecording(bytes, 'a.sqlite');
      expect(recording.steps).toEqual(Int32Array.from({ length: 5000 }, (_, i) => i));
      expect(recording.x).toEqual(Float64Array.from({ length: 5000 }, (_, i) => i / 4));
      expect(recording.y).toEqual(Float64Array.from({ length: 5000 }, (_, i) => -i + 0));
      expect(recording.info!.walkableArea).toBe(LARGE);
    }
  });

  it('reads what we write', async () => {
    const path = join(folder, 'ours.sqlite');
    const frames = makeFrames(300);
    const sink = await createSqliteSink(path, INFO);
    for (const frame of frames) sink.write(frame);
    await sink.close();
    const recording = await readRecording(readFileSync(path), path);
    const right = expected(frames);
    expect(recording.steps).toEqual(right.steps.map((step) => step / INFO.every));
    expect(recording.first).toEqual(right.first);
    expect(recording.serial).toEqual(right.serial);
    expect(recording.x).toEqual(right.x.map((x) => x + 0)); // SQLite has no −0
    expect(recording.info!.walkableArea).toBe(INFO.walkableArea);
  });

  it('says what is wrong with other databases', async () => {
    const cases: [Uint8Array, RegExp][] = [
      [database('CREATE TABLE song (title TEXT)'), /not a recording: it has no tables metadata and trajectory_data/],
      [database(PLAIN, META, "INSERT INTO metadata VALUES ('version', 4), ('fps', 4)"), /version 4.*1 to 3 are read/],
      [database(PLAIN, META, "INSERT INTO metadata VALUES ('version', 3)"), /frames per second/],
      [database('CREATE TABLE trajectory_data (a)', META, "INSERT INTO metadata VALUES ('fps', 4)"), /lacks one of/],
    ];
    for (const [bytes, message] of cases) await expect(readRecording(bytes, 'a.sqlite')).rejects.toThrow(message);
  });

  it('cut or damaged, is read or refused in one line, and never asks for more than it holds', {
    timeout: 20_000,
  }, async () => {
    for (const whole of [VERSION_1(), VERSION_3()]) {
      const attempt = async (bytes: Uint8Array) => {
        try {
          const recording = await readRecording(bytes, 'a.sqlite');
          expect(recording.first.at(-1)).toBe(recording.x.length);
          expect(recording.x.length).toBeLessThan(bytes.length);
        } catch (error) {
          expect(error).toBeInstanceOf(InputError);
        }
      };
      for (let length = 1; length < whole.length; length += 97) await attempt(whole.slice(0, length));
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 12 }),
          fc.constantFrom(whole.length, 200),
          async (changes, within) => {
            const bytes = whole.slice();
            // Often near the beginning of a page, where most of its structure is.
            for (const [at, value] of changes) bytes[at - (at % 4096) + ((at % 4096) % within)] = value;
            await attempt(bytes);
          },
        ),
        { numRuns: 1500, seed: 7 },
      );
    }
  });
});
