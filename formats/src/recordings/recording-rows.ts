/**
 * Rows as they stand in a file to a Recording: frames in the order of their steps, the walkers of each in the order of serials.
 *
 * Our own files are in that order already, and then rows are only counted; others (PedPy's, sorted by walker) are sorted. A walker
 * twice in a frame, or a frame with two times, is an error: the file does not say what happened.
 * Cost: one pass; n log n where rows must be sorted.
 */
import { type AreaChange, GrowableFloats, GrowableInts, InputError, type RecordingInfo } from '@foulee/engine';

export interface Recording {
  /** What the file knows of the run. */
  info?: RecordingInfo;
  /** Where the walkable area changed during the run, in the order of steps. */
  changes?: AreaChange[];
  /** Of each frame: steps done since the start of the run, and seconds. */
  steps: Int32Array;
  time: Float64Array;
  /** Rows of frame f: first[f] to first[f + 1]. */
  first: Int32Array;
  /** Of each row: the walker and its place, velocity and radius. NaN where the format does not tell (`.txt`: velocity, radius). */
  serial: Int32Array;
  x: Float64Array;
  y: Float64Array;
  level: Int32Array;
  vx: Float64Array;
  vy: Float64Array;
  radius: Float64Array;
  /** What was lost or guessed, a sentence each. */
  warnings: string[];
}

export interface RecordingRows {
  step: GrowableInts;
  time: GrowableFloats;
  serial: GrowableInts;
  x: GrowableFloats;
  y: GrowableFloats;
  level: GrowableInts;
  vx: GrowableFloats;
  vy: GrowableFloats;
  radius: GrowableFloats;
  /** Frames without walkers. */
  emptyStep: GrowableInts;
  emptyTime: GrowableFloats;
}

export function createRows(): RecordingRows {
  return {
    step: new GrowableInts(),
    time: new GrowableFloats(),
    serial: new GrowableInts(),
    x: new GrowableFloats(),
    y: new GrowableFloats(),
    level: new GrowableInts(),
    vx: new GrowableFloats(),
    vy: new GrowableFloats(),
    radius: new GrowableFloats(),
    emptyStep: new GrowableInts(4),
    emptyTime: new GrowableFloats(4),
  };
}

/** Drop the rows of the last step written, of which some may be missing. */
export function dropLastFrame(rows: RecordingRows): void {
  const { length } = rows.step;
  if (length === 0) return;
  const last = rows.step.array[length - 1];
  let keep = length;
  while (keep > 0 && rows.step.array[keep - 1] === last) keep--;
  const { step, time, serial, x, y, level, vx, vy, radius } = rows;
  for (const column of [step, time, serial, x, y, level, vx, vy, radius]) column.length = keep;
}

export function rowsToRecording(
  rows: RecordingRows,
  fileName: string,
  info: RecordingInfo | undefined,
  warnings: string[],
): Recording {
  if (!inOrder(rows.step.values(), rows.serial.values())) sortRows(rows);
  const step = rows.step.values();
  const time = rows.time.values();
  const serial = rows.serial.values();
  const steps = new GrowableInts();
  const times = new GrowableFloats();
  const first = new GrowableInts();
  const empty = emptyInOrder(rows);
  let nextEmpty = 0;
  for (let row = 0; row <= step.length; row++) {
    const end = row === step.length;
    if (!end && row > 0 && step[row] === step[row - 1]) {
      if (serial[row] === serial[row - 1]) {
        throw wrong(fileName, `walker ${serial[row]} stands twice in the frame of step ${step[row]}`);
      }
      if (time[row] !== time[row - 1]) {
        throw wrong(fileName, `the frame of step ${step[row]} has two times, ${time[row - 1]} and ${time[row]}`);
      }
      continue;
    }
    // The frames without walkers that come before this one, or after the last.
    for (; nextEmpty < empty.length; nextEmpty++) {
      const at = empty[nextEmpty];
      const emptyStep = rows.emptyStep.array[at];
      if (!end && emptyStep >= step[row]) break;
      add(emptyStep, rows.emptyTime.array[at], row);
    }
    if (!end) add(step[row], time[row], row);
  }
  first.push(step.length);

  function add(frameStep: number, frameTime: number, row: number): void {
    const { length } = steps;
    if (length > 0 && frameStep === steps.array[length - 1])
      throw wrong(fileName, `two frames have the step ${frameStep}`);
    if (length > 0 && frameTime < times.array[length - 1]) {
      throw wrong(fileName, `time runs backwards at step ${frameStep}`);
    }
    steps.push(frameStep);
    times.push(frameTime);
    first.push(row);
  }

  return {
    ...(info === undefined ? {} : { info }),
    steps: steps.values().slice(),
    time: times.values().slice(),
    first: first.values().slice(),
    serial: serial.slice(),
    x: rows.x.values().slice(),
    y: rows.y.values().slice(),
    level: rows.level.values().slice(),
    vx: rows.vx.values().slice(),
    vy: rows.vy.values().slice(),
    radius: rows.radius.values().slice(),
    warnings,
  };
}

function wrong(fileName: string, what: string): InputError {
  return new InputError(fileName, what, 'export the recording again');
}

function inOrder(step: Int32Array, serial: Int32Array): boolean {
  for (let row = 1; row < step.length; row++) {
    if (step[row] < step[row - 1] || (step[row] === step[row - 1] && serial[row] < serial[row - 1])) return false;
  }
  return true;
}

function sortRows(rows: RecordingRows): void {
  const step = rows.step.values().slice();
  const serial = rows.serial.values().slice();
  const order = new Uint32Array(step.length);
  for (let row = 0; row < order.length; row++) order[row] = row;
  order.sort((a, b) => step[a] - step[b] || serial[a] - serial[b] || a - b);
  for (const column of [rows.step, rows.serial, rows.level]) {
    const from = column.values().slice();
    for (let row = 0; row < order.length; row++) column.array[row] = from[order[row]];
  }
  for (const column of [rows.time, rows.x, rows.y, rows.vx, rows.vy, rows.radius]) {
    const from = column.values().slice();
    for (let row = 0; row < order.length; row++) column.array[row] = from[order[row]];
  }
}

function emptyInOrder(rows: RecordingRows): Uint32Array {
  const step = rows.emptyStep.values();
  const order = new Uint32Array(step.length);
  for (let i = 0; i < order.length; i++) order[i] = i;
  return order.sort((a, b) => step[a] - step[b] || a - b);
}
