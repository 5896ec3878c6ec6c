/**
 * Frames to a SQLite file as JuPedSim writes it, schema version 2: PedPy reads versions 1 and 2, JuPedSim's tools 2 and later.
 *
 *   trajectory_data(frame, id, pos_x, pos_y, ori_x, ori_y)   metadata(key, value): version, fps, xmin, xmax, ymin, ymax
 *   frame_data(frame, geometry_hash)                         geometry(hash, wkt)
 *
 * The area of a frame is the one that was last given before it: an event that changes the place adds one. One level only, since the
 * format has no levels: a place with several is written as a file for each (recording-levels.ts).
 *
 * Frames are kept and written in batches, a transaction each (a flush is one, too), so that a run killed at any moment leaves the batches before it. The
 * pages of a transaction stay in memory until its end, when SQLite notes the old ones in a journal beside the file and writes:
 * a run killed in that moment leaves the journal, and SQLite undoes what was begun when the file is opened next. JuPedSim writes
 * without a journal; we do not. The disk is not waited for: a machine that loses power may lose the file.
 * ori is the direction of walking; who stands keeps the last one, and (1, 0) before the first step.
 * node-sqlite3-wasm, loaded when needed, Node only. It locks with a folder FILE.lock, which a run killed inside a transaction leaves
 * behind: other programs do not look at it. It does not see a journal left behind (tested with 0.8.60): open with another.
 * Source: JuPedSim 1.2, sqlite_serialization.py. Cost: 63 bytes and 2 µs per walker and frame.
 */
import { InputError, type RecordingInfo } from '@foulee/engine';
import { addFrame, clearFrames, createFrameBuffer } from './recording-buffer.ts';
import { alreadyClosed, frameNumber, frameRate, type FrameSink } from './recording-sink.ts';

/** A batch is written when it has this many rows or frames. */
const BATCH_ROWS = 20_000;
const BATCH_FRAMES = 100;
/** Rows per statement: binding many at once halves the cost. */
const ROWS_AT_ONCE = 50;

/** Where a database counts its transactions, twice; a closed recording says one, however often it was flushed. */
const CHANGE_COUNTERS = [24, 92];
const ONE_CHANGE = new Uint8Array([0, 0, 0, 1]);

/**
 * Writes to a new file: one that exists must be removed before, with FILE-journal and FILE.lock beside it.
 * @param rewrite puts bytes over others of the closed file, so that flushes leave no trace
 */
export async function createSqliteSink(
  path: string,
  info: RecordingInfo,
  rewrite?: (bytes: Uint8Array, at: number) => void,
): Promise<FrameSink> {
  const buffer = createFrameBuffer(info);
  const bounds = wktBounds(info.walkableArea, path);
  // A CommonJS package: depending on who bundles, its names stand on the module or on `default`.
  const loaded = await import('node-sqlite3-wasm');
  const { Database } =
    'Database' in loaded ? loaded : (loaded as { default: typeof import('node-sqlite3-wasm') }).default;
  /** The area of the frames to come, and the numbers of those that are in the file. */
  let area = info.walkableArea;
  const hashes = new Map([[area, hashText(area)]]);
  let headings: Headings = { count: 0, serial: new Int32Array(0), x: new Float64Array(0), y: new Float64Array(0) };
  let closed = false;

  let database: InstanceType<typeof Database>;
  try {
    database = new Database(path);
  } catch (error) {
    throw failed(path, error);
  }
  attempt(() => {
    database.exec('PRAGMA synchronous = OFF');
    database.exec('PRAGMA cache_size = -131072'); // KiB at most: a batch of a frame of a million walkers
    database.exec('BEGIN');
    database.exec(SCHEMA);
    const metadata: [string, string][] = [
      ['version', '2'],
      ['fps', `${frameRate(info)}`],
      ['xmin', `${bounds[0]}`],
      ['xmax', `${bounds[2]}`],
      ['ymin', `${bounds[1]}`],
      ['ymax', `${bounds[3]}`],
    ];
    for (const entry of metadata) database.run('INSERT INTO metadata VALUES(?, ?)', entry);
    database.run('INSERT INTO geometry VALUES(?, ?)', [hashes.get(area)!, area]);
    database.exec('COMMIT');
  });
  const insertMany = database.prepare(
    `INSERT INTO trajectory_data VALUES ${Array(ROWS_AT_ONCE).fill('(?,?,?,?,?,?)').join(',')}`,
  );
  const insertOne = database.prepare('INSERT INTO trajectory_data VALUES (?,?,?,?,?,?)');
  const insertFrame = database.prepare('INSERT INTO frame_data VALUES (?,?)');
  const many: number[] = Array(ROWS_AT_ONCE * 6).fill(0);

  return {
    write(frame) {
      if (closed) throw alreadyClosed(info);
      frameNumber(frame, info); // refuses a step between two frames
      addFrame(buffer, frame);
      if (buffer.rows >= BATCH_ROWS || buffer.frames >= BATCH_FRAMES) attempt(writeBatch);
    },
    changeArea({ walkableArea }) {
      if (closed) throw alreadyClosed(info);
      if (walkableArea === area) return;
      attempt(() => {
        writeBatch();
        area = walkableArea;
        if (!hashes.has(area)) addArea();
      });
    },
    flush() {
      if (!closed) attempt(writeBatch);
    },
    close() {
      if (closed) return;
      closed = true;
      attempt(() => {
        writeBatch();
        insertMany.finalize();
        insertOne.finalize();
        insertFrame.finalize();
        database.close();
        for (const at of CHANGE_COUNTERS) rewrite?.(ONE_CHANGE, at);
      });
    },
  };

  function writeBatch(): void {
    if (buffer.frames === 0) return;
    database.exec('BEGIN');
    for (let f = 0; f < buffer.frames; f++) {
      const frame = buffer.step[f] / info.every;
      const from = buffer.first[f];
      const to = buffer.first[f + 1];
      headings = turn(headings, buffer.serial, buffer.vx, buffer.vy, from, to);
      let filled = 0;
      for (let row = from; row < to; row++) {
        many[filled++] = frame;
        many[filled++] = buffer.serial[row];
        many[filled++] = buffer.x[row];
        many[filled++] = buffer.y[row];
        many[filled++] = headings.x[row - from];
        many[filled++] = headings.y[row - from];
        if (filled < many.length) continue;
        insertMany.run(many);
        filled = 0;
      }
      // Statements end with the frame: SQLite lays out its pages by their order, and that must not depend on where batches end.
      for (let i = 0; i < filled; i += 6) insertOne.run(many.slice(i, i + 6));
      insertFrame.run([frame, hashes.get(area)!]);
    }
    database.exec('COMMIT');
    clearFrames(buffer);
  }

  function addArea(): void {
    const taken = new Set(hashes.values());
    let hash = hashText(area);
    while (taken.has(hash)) hash++;
    hashes.set(area, hash);
    const [xmin, ymin, xmax, ymax] = widen(bounds, wktBounds(area, path));
    database.exec('BEGIN');
    database.run('INSERT INTO geometry VALUES(?, ?)', [hash, area]);
    for (const [key, value] of Object.entries({ xmin, ymin, xmax, ymax })) {
      database.run('UPDATE metadata SET value = ? WHERE key = ?', [`${value}`, key]);
    }
    database.exec('COMMIT');
  }

  /** A failure of the database (disk full, no such folder) as an InputError, with nothing left open. */
  function attempt(act: () => void): void {
    try {
      act();
    } catch (error) {
      closed = true;
      database.close();
      throw failed(path, error);
    }
  }
}

/** Directions of walking of the last frame, ordered by serial as its rows. */
interface Headings {
  count: number;
  serial: Int32Array;
  x: Float64Array;
  y: Float64Array;
}

/** Directions of a frame; who stands takes that of the frame before, found by going through both in step. */
function turn(
  before: Headings,
  serial: Int32Array,
  vx: Float64Array,
  vy: Float64Array,
  from: number,
  to: number,
): Headings {
  const count = to - from;
  const now: Headings = {
    count,
    serial: serial.slice(from, to),
    x: new Float64Array(count),
    y: new Float64Array(count),
  };
  let at = 0;
  for (let i = 0; i < count; i++) {
    const length = Math.hypot(vx[from + i], vy[from + i]);
    while (at < before.count && before.serial[at] < now.serial[i]) at++;
    if (length > 0) {
      now.x[i] = vx[from + i] / length;
      now.y[i] = vy[from + i] / length;
    } else if (at < before.count && before.serial[at] === now.serial[i]) {
      now.x[i] = before.x[at];
      now.y[i] = before.y[at];
    } else {
      now.x[i] = 1;
    }
  }
  return now;
}

const SCHEMA = `
CREATE TABLE trajectory_data (
  frame INTEGER NOT NULL,
  id INTEGER NOT NULL,
  pos_x REAL NOT NULL,
  pos_y REAL NOT NULL,
  ori_x REAL NOT NULL,
  ori_y REAL NOT NULL);
CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);
CREATE UNIQUE INDEX geometry_hash ON geometry (hash);
CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
CREATE INDEX frame_id_idx ON trajectory_data (frame, id);
`;

type Bounds = [number, number, number, number];

/** Makes the first so large that it holds both. */
function widen(bounds: Bounds, other: Bounds): Bounds {
  for (const k of [0, 1]) bounds[k] = Math.min(bounds[k], other[k]);
  for (const k of [2, 3]) bounds[k] = Math.max(bounds[k], other[k]);
  return bounds;
}

/** Least x, least y, greatest x, greatest y of the walkable area. */
function wktBounds(area: string, path: string): Bounds {
  const bounds: Bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [, xText, yText] of area.matchAll(/[(,]\s*(-?[\d.][\d.eE+-]*)\s+(-?[\d.][\d.eE+-]*)/g)) {
    const x = Number(xText);
    const y = Number(yText);
    bounds[0] = Math.min(bounds[0], x);
    bounds[1] = Math.min(bounds[1], y);
    bounds[2] = Math.max(bounds[2], x);
    bounds[3] = Math.max(bounds[3], y);
  }
  if (!bounds.every(Number.isFinite)) {
    throw new InputError(path, 'the walkable area has no points', 'give it as WKT: PedPy and JuPedSim need it');
  }
  return bounds;
}

/** FNV-1a, 32 bits: any number that stands for the text will do. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

function failed(path: string, error: unknown): InputError {
  const what = error instanceof Error ? error.message : String(error);
  return new InputError(
    path,
    `the recording cannot be written (${what})`,
    'give a new file in a folder with room; remove an old one with its -journal and .lock',
  );
}
