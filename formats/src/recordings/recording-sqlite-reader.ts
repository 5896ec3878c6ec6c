/**
 * A SQLite file as JuPedSim writes it → a Recording. Versions 1, 2 and 3:
 *
 *   1   trajectory_data(frame, id, pos_x, pos_y, ori_x, ori_y), metadata(key, value), geometry(wkt)
 *   2   and frame_data(frame, geometry_hash), geometry(hash, wkt): the area of each frame, and frames without anybody
 *   3   as 2, without ori_x, ori_y
 *
 * Columns are found by name, since a file made newer by JuPedSim has them in another order. A frame is a step. Speeds, radii and levels
 * are not in the file. Source: JuPedSim, sqlite_serialization.py. Cost: as sqlite-file.ts.
 */
import { type AreaChange, InputError } from '@foulee/engine';
import { createRows, type Recording, rowsToRecording } from './recording-rows.ts';
import { openSqlite, readSqliteTable, type SqliteFile } from './sqlite-file.ts';

const NEWEST = 3;

export function readSqliteRecording(bytes: Uint8Array, fileName: string): Recording {
  const file = openSqlite(bytes, fileName);
  const metadata = new Map<string, string>();
  const isOurs = readSqliteTable(file, 'metadata', ['key', 'value'], (row) => metadata.set(row.text(0), row.text(1)));
  if (!isOurs || !file.tables.has('trajectory_data')) {
    throw new InputError(
      fileName,
      'a database, but not a recording: it has no tables metadata and trajectory_data',
      'give a trajectory that JuPedSim or foulee wrote',
    );
  }
  const version = Number(metadata.get('version') ?? 1);
  if (!(version >= 1 && version <= NEWEST)) {
    throw new InputError(
      fileName,
      `is of version ${metadata.get('version')} of JuPedSim's format; 1 to ${NEWEST} are read`,
      'save it with another version of JuPedSim, or as text',
    );
  }
  const fps = Number(metadata.get('fps') ?? Number.NaN);
  if (!(fps > 0 && fps <= 1e6)) {
    throw new InputError(fileName, 'does not say its frames per second (fps in metadata)', 'save it again');
  }

  const warnings = file.hasLog
    ? [`${fileName} may have its last rows in a log beside it (-wal), which is not read: close what writes it first`]
    : [];
  const rows = createRows();
  const isThere = readSqliteTable(file, 'trajectory_data', ['frame', 'id', 'pos_x', 'pos_y'], (row) => {
    const [frame, id, x, y] = [row.number(0), row.number(1), row.number(2), row.number(3)];
    if (frame !== (frame | 0) || frame < 0 || id !== (id | 0) || id < 0) {
      throw bad(fileName, `row ${rows.step.length} has frame ${frame} and id ${id}, not two whole numbers`);
    }
    if (!Number.isFinite(x) || !Number.isFinite(y)) throw bad(fileName, `row ${rows.step.length} has no place`);
    rows.step.push(frame);
    rows.time.push(frame / fps);
    rows.serial.push(id);
    rows.x.push(x);
    rows.y.push(y);
    rows.level.push(0);
    for (const column of [rows.vx, rows.vy, rows.radius]) column.push(Number.NaN);
  });
  if (!isThere) throw bad(fileName, 'trajectory_data lacks one of the columns frame, id, pos_x, pos_y');

  const { first, changes, frames } = readAreas(file, fileName);
  const isTaken = new Set(rows.step.values());
  for (const frame of frames) {
    if (isTaken.has(frame)) continue;
    isTaken.add(frame);
    rows.emptyStep.push(frame);
    rows.emptyTime.push(frame / fps);
  }
  const info = {
    name: fileName.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, ''),
    model: 'recorded',
    seed: 0,
    step: 1 / fps,
    every: 1,
    walkableArea: first,
  };
  const recording = rowsToRecording(rows, fileName, info, warnings);
  return changes.length === 0 ? recording : { ...recording, changes };
}

/** The area of the first frame, those that come after it, and all frames that are listed. */
function readAreas(file: SqliteFile, fileName: string): { first: string; changes: AreaChange[]; frames: number[] } {
  let first = '';
  const areaOf = new Map<string, string>();
  const isHashed = file.tables.get('geometry')?.columns.includes('hash') === true;
  readSqliteTable(file, 'geometry', isHashed ? ['wkt', 'hash'] : ['wkt'], (row) => {
    const area = row.text(0);
    first ||= area;
    if (isHashed) areaOf.set(row.text(1), area);
  });
  const listed: { frame: number; area: string }[] = [];
  readSqliteTable(file, 'frame_data', ['frame', 'geometry_hash'], (row) => {
    const frame = row.number(0);
    if (frame !== (frame | 0) || frame < 0) throw bad(fileName, `frame_data has frame ${frame}`);
    listed.push({ frame, area: areaOf.get(row.text(1)) ?? first });
  });
  listed.sort((a, b) => a.frame - b.frame);
  const changes: AreaChange[] = [];
  let now = (first = listed[0]?.area ?? first);
  for (const { frame, area } of listed) {
    if (area === now) continue;
    now = area;
    changes.push({ step: frame, walkableArea: area });
  }
  return { first, changes, frames: listed.map(({ frame }) => frame) };
}

function bad(fileName: string, what: string): InputError {
  return new InputError(fileName, what, 'export the recording again');
}
