/** The database as JuPedSim and PedPy see it: schema, rows and what a killed run leaves. Read with SQL alone. */
import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InputError } from '@foulee/engine';
import sqlite from 'node-sqlite3-wasm';
import { afterAll, describe, expect, it } from 'vitest';
import { createSqliteSink } from './recording.ts';
import { expected, INFO, makeFrame, makeFrames } from '../../test/recording-fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'foulee-recording-'));
afterAll(() => rmSync(folder, { recursive: true }));
const FPS = 1 / (0.1 * 2);

function query(path: string, sql: string): Record<string, unknown>[] {
  const database = new sqlite.Database(path, { readOnly: true });
  try {
    return database.all(sql) as Record<string, unknown>[];
  } finally {
    database.close();
  }
}

const column = (path: string, sql: string, name: string) => query(path, sql).map((row) => row[name]);

describe('a database', () => {
  it('has the tables, columns and indices of version 2', async () => {
    const path = join(folder, 'schema.sqlite');
    const sink = await createSqliteSink(path, INFO);
    await sink.close();
    const columns = (table: string) =>
      query(path, `PRAGMA table_info(${table})`).map((row) => `${row['name']} ${row['type']} ${row['notnull']}`);
    expect(columns('trajectory_data')).toEqual([
      'frame INTEGER 1',
      'id INTEGER 1',
      'pos_x REAL 1',
      'pos_y REAL 1',
      'ori_x REAL 1',
      'ori_y REAL 1',
    ]);
    expect(columns('metadata')).toEqual(['key TEXT 1', 'value TEXT 1']);
    expect(columns('geometry')).toEqual(['hash INTEGER 1', 'wkt TEXT 1']);
    expect(columns('frame_data')).toEqual(['frame INTEGER 1', 'geometry_hash INTEGER 1']);
    expect(
      query(path, `SELECT name, tbl_name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name`),
    ).toEqual([
      { name: 'frame_id_idx', tbl_name: 'trajectory_data' },
      { name: 'geometry_hash', tbl_name: 'geometry' },
    ]);
    expect(query(path, 'SELECT key, value FROM metadata ORDER BY key')).toEqual([
      { key: 'fps', value: `${FPS}` },
      { key: 'version', value: '2' },
      { key: 'xmax', value: '20' },
      { key: 'xmin', value: '-1.5' },
      { key: 'ymax', value: '10' },
      { key: 'ymin', value: '0' },
    ]);
    // The questions PedPy asks.
    expect(column(path, 'SELECT wkt FROM geometry', 'wkt')).toEqual([INFO.walkableArea]);
    expect(query(path, 'select frame, id, pos_x as x, pos_y as y from trajectory_data')).toEqual([]);
  });

  it('holds every walker of every frame to the bit, and every frame', async () => {
    const path = join(folder, 'rows.sqlite');
    const frames = makeFrames(257);
    const sink = await createSqliteSink(path, INFO);
    for (const frame of frames) sink.write(frame);
    await sink.close();
    const right = expected(frames);
    const rows = query(path, 'SELECT frame, id, pos_x, pos_y, ori_x, ori_y FROM trajectory_data ORDER BY frame, id');
    expect(rows.map((row) => row['id'])).toEqual([...right.serial]);
    // SQLite has no −0.
    expect(rows.map((row) => row['pos_x'])).toEqual([...right.x].map((x) => x + 0));
    expect(rows.map((row) => row['pos_y'])).toEqual([...right.y].map((y) => y + 0));
    expect(rows.map((row) => row['frame'])).toEqual(frames.flatMap((frame, f) => Array(frame.count).fill(f)));
    for (const row of rows) expect(Math.hypot(row['ori_x'] as number, row['ori_y'] as number)).toBeCloseTo(1, 12);
    expect(column(path, 'SELECT frame FROM frame_data ORDER BY frame', 'frame')).toEqual(frames.map((_, f) => f));
    const hashes = 'SELECT DISTINCT geometry_hash AS h FROM frame_data JOIN geometry ON geometry_hash = hash';
    expect(query(path, hashes)).toHaveLength(1);
    expect(column(path, 'SELECT typeof(pos_x) AS t FROM trajectory_data GROUP BY t', 't')).toEqual(['real']);
  });

  it('keeps the heading of who stands, through batches and while others come and go', async () => {
    const path = join(folder, 'heading.sqlite');
    const sink = await createSqliteSink(path, { ...INFO, every: 1 });
    for (let f = 0; f < 250; f++) {
      const serials = f % 2 === 0 ? [1, 4, 9] : [4, 9];
      const frame = makeFrame(f, f * 0.1, serials, (_, k) => (k < 2 ? f : 0));
      if (f === 3) frame.velocity[1] = -2; // walker 4, once
      sink.write(frame);
    }
    await sink.close();
    const headings = (id: number) =>
      query(path, `SELECT frame, ori_x AS x, ori_y AS y FROM trajectory_data WHERE id = ${id}`);
    for (const { frame, x, y } of headings(4)) expect([x, y]).toEqual((frame as number) < 3 ? [1, 0] : [0, -1]);
    for (const { x, y } of headings(9)) expect([x, y]).toEqual([1, 0]);
  });

  it('is readable while the run goes on, and whole frames only', async () => {
    const path = join(folder, 'open.sqlite');
    const copy = join(folder, 'copy.sqlite');
    const frames = makeFrames(257);
    const sink = await createSqliteSink(path, INFO);
    for (const frame of frames) sink.write(frame);
    copyFileSync(path, copy); // what a kill would leave now
    const right = expected(frames.slice(0, 200));
    expect(column(copy, 'SELECT id FROM trajectory_data ORDER BY frame, id', 'id')).toEqual([...right.serial]);
    expect(column(copy, 'SELECT max(frame) AS f FROM frame_data', 'f')).toEqual([199]);
    await sink.close();
  });

  it('killed inside a transaction, leaves the batches before it', async () => {
    // The file as it lies on the disk right before the third batch is committed: what SIGKILL would leave then.
    const path = join(folder, 'killed.sqlite');
    const copy = join(folder, 'killed-copy.sqlite');
    const sink = await createSqliteSink(path, INFO);
    const exec = sqlite.Database.prototype.exec;
    let commits = 0;
    let journal = false;
    sqlite.Database.prototype.exec = function (sql: string) {
      if (sql === 'COMMIT' && ++commits === 3) {
        copyFileSync(path, copy);
        journal = existsSync(`${path}-journal`);
      }
      return exec.call(this, sql);
    };
    const frames = Array.from({ length: 12 }, (_, f) =>
      makeFrame(
        2 * f,
        0.2 * f,
        Array.from({ length: 5000 }, (_, i) => i),
        (s) => s,
      ),
    );
    try {
      for (const frame of frames) sink.write(frame);
    } finally {
      sqlite.Database.prototype.exec = exec;
      await sink.close();
    }
    expect(commits).toBe(3);
    expect(journal).toBe(true); // inside a transaction, indeed
    expect(query(copy, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
    expect(query(copy, 'SELECT count(*) AS n, max(frame) AS f FROM trajectory_data')).toEqual([{ n: 40_000, f: 7 }]);
    expect(query(path, 'SELECT count(*) AS n, max(frame) AS f FROM trajectory_data')).toEqual([{ n: 60_000, f: 11 }]);
  });

  it('refuses bad frames, bad places and bad paths in one line', async () => {
    const path = join(folder, 'refused.sqlite');
    const sink = await createSqliteSink(path, INFO);
    const frame = makeFrame(2, 0.2, [1], () => Number.NaN);
    expect(() => sink.write(frame)).toThrow(/walker 1 has x NaN/);
    expect(() => sink.write(makeFrame(3, 0.3, [1], () => 1))).toThrow(/between two frames/);
    await sink.close();
    expect(() => sink.write(makeFrame(4, 0.4, [1], () => 1))).toThrow(/closed/);
    await expect(createSqliteSink(path, INFO)).rejects.toThrow(/already exists/);
    await expect(createSqliteSink(join(folder, 'none', 'a.sqlite'), INFO)).rejects.toThrow(InputError);
    await expect(createSqliteSink(join(folder, 'b.sqlite'), { ...INFO, walkableArea: '' })).rejects.toThrow(
      /no points/,
    );
  });
});
