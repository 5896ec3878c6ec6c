/**
 * Recording → what a writer takes: the frames of a run, and what is known of the run. What the file did not tell is made up where that is
 * honest, and the caller can say so (`untoldIn`, `notes`):
 *
 *   velocity   from places up to WITHIN seconds before and after; heads sway, and from frame to frame that would be most of it
 *   radius     0: not known
 *   step       of frames that are evenly spaced
 *   levels     numbered; area: with `needsArea`, a box around everybody of a level
 *
 * Cost: linear in rows.
 */
import {
  createFrame,
  InputError,
  NONE,
  type RecordedFrame,
  type RecordedLevel,
  type RecordingInfo,
} from '@foulee/engine';
import { infoFromJson } from './recording-info.ts';
import type { Recording } from './recording-rows.ts';

/** Seconds. */
export const WITHIN = 0.2;
/** Metres: floor around everybody. */
const AROUND = 1;
/** A file that numbers its levels higher does not number levels. */
const MOST_LEVELS = 1000;

/** What the file did not tell of people. */
export function untoldIn({ vx, vy, radius }: Recording): { velocities: boolean; radii: boolean } {
  return { velocities: vx.some(Number.isNaN) || vy.some(Number.isNaN), radii: radius.some(Number.isNaN) };
}

/** The frame is lent until the next. */
export function* framesOf(recording: Recording): Generator<RecordedFrame> {
  const { steps, time, first, serial, x, y, level, radius } = recording;
  const { vx, vy } = untoldIn(recording).velocities ? velocitiesOf(recording, tracksOf(recording)) : recording;
  let most = 0;
  for (let f = 0; f < steps.length; f++) most = Math.max(most, first[f + 1] - first[f]);
  const frame = createFrame(most);
  frame.cell.fill(NONE);
  for (let f = 0; f < steps.length; f++) {
    frame.step = steps[f];
    frame.time = time[f];
    frame.count = first[f + 1] - first[f];
    for (let k = 0; k < frame.count; k++) {
      const row = first[f] + k;
      frame.serial[k] = serial[row];
      frame.level[k] = level[row];
      frame.radius[k] = Number.isNaN(radius[row]) ? 0 : radius[row];
      frame.place[2 * k] = x[row];
      frame.place[2 * k + 1] = y[row];
      frame.velocity[2 * k] = vx[row];
      frame.velocity[2 * k + 1] = vy[row];
    }
    yield frame;
  }
}

/** The rows of a recording as tracks: of each, the row before and after of the same person, or NONE, and its frame. */
export interface Tracks {
  before: Int32Array;
  after: Int32Array;
  frame: Int32Array;
}

export function tracksOf({ time, first, serial }: Recording): Tracks {
  const rows = serial.length;
  const before = new Int32Array(rows).fill(NONE);
  const after = new Int32Array(rows).fill(NONE);
  const frame = new Int32Array(rows);
  const last = new Map<number, number>();
  for (let f = 0; f < time.length; f++) {
    for (let row = first[f]; row < first[f + 1]; row++) {
      frame[row] = f;
      const past = last.get(serial[row]);
      if (past !== undefined) {
        before[row] = past;
        after[past] = row;
      }
      last.set(serial[row], row);
    }
  }
  return { before, after, frame };
}

/** The velocities of all rows: those of the recording; where it tells none, from places. */
export function velocitiesOf(
  recording: Recording,
  { before, after, frame }: Tracks,
): { vx: Float64Array; vy: Float64Array } {
  const { time, x, y } = recording;
  const rows = x.length;
  const vx = recording.vx.slice();
  const vy = recording.vy.slice();
  for (let row = 0; row < rows; row++) {
    if (Number.isFinite(vx[row]) && Number.isFinite(vy[row])) continue;
    const now = time[frame[row]];
    // At least the frame before and the one after, however long that is.
    let a = before[row] === NONE ? row : before[row];
    let b = after[row] === NONE ? row : after[row];
    while (before[a] !== NONE && now - time[frame[before[a]]] <= WITHIN) a = before[a];
    while (after[b] !== NONE && time[frame[after[b]]] - now <= WITHIN) b = after[b];
    const seconds = time[frame[b]] - time[frame[a]];
    vx[row] = seconds > 0 ? (x[b] - x[a]) / seconds : 0;
    vy[row] = seconds > 0 ? (y[b] - y[a]) / seconds : 0;
  }
  return { vx, vy };
}

/** Seconds between two frames, of most of them. */
export function usualStep({ time, info }: Recording): number {
  const gaps = Array.from(time.subarray(1), (t, f) => t - time[f]).filter((gap) => gap > 0);
  if (gaps.length === 0) return info === undefined ? 0.1 : info.step * info.every;
  gaps.sort((a, b) => a - b);
  // 1.1 − 1.0 is not 0.1.
  return Number(gaps[gaps.length >> 1].toFixed(6)) || gaps[gaps.length >> 1];
}

/** What is known of the run, made whole. @param needsArea the target has none without a walkable area */
export function runOf(recording: Recording, fileName: string, needsArea: boolean, notes: string[]): RecordingInfo {
  const name = fileName.replace(/^.*[/\\]/, '').replace(/\.[^.]*$/, '');
  const info: RecordingInfo = recording.info ?? {
    name,
    model: 'recorded',
    seed: 0,
    ...spacingOf(recording),
    walkableArea: '',
  };
  const levels = levelsOf(recording, info, fileName);
  if (!needsArea) return { ...info, ...(levels === undefined ? {} : { levels }) };
  const isSplit = levels !== undefined && levels.length > 1;
  const lacks = isSplit ? levels.some(({ walkableArea }) => walkableArea === undefined) : info.walkableArea === '';
  if (lacks) notes.push(`the walkable area is not known: a box ${AROUND} m around everybody is written`);
  const boxed = levels?.map((one, k) =>
    isSplit && one.walkableArea === undefined ? { ...one, walkableArea: boxAround(recording, k) } : one,
  );
  const walkableArea = info.walkableArea || boxAround(recording);
  return { ...info, walkableArea, ...(boxed === undefined ? {} : { levels: boxed }) };
}

/** Seconds between two steps, and steps between two frames. */
function spacingOf({ steps, time }: Recording): { step: number; every: number } {
  let every = 0;
  for (const step of steps) every = greatestDivisor(every, step);
  const last = steps.length - 1;
  const seconds = last > 0 ? (time[last] - time[0]) / (steps[last] - steps[0]) : 0;
  // 1.1 − 1.0 is not 0.1.
  const step = seconds > 0 ? Number(seconds.toPrecision(12)) : 0.1;
  return { step, every: Math.max(1, every) };
}

function greatestDivisor(a: number, b: number): number {
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

/** undefined: there is one, and nothing is known of it. */
function levelsOf({ level }: Recording, { levels }: RecordingInfo, fileName: string): RecordedLevel[] | undefined {
  let highest = (levels?.length ?? 1) - 1;
  let lowest = 0;
  for (const one of level) {
    highest = Math.max(highest, one);
    lowest = Math.min(lowest, one);
  }
  if (lowest < 0 || highest >= MOST_LEVELS) {
    const what = `has people on level ${lowest < 0 ? lowest : highest}; levels are numbered from 0 on`;
    throw new InputError(fileName, what, 'number its levels 0, 1, …');
  }
  if (highest === 0) return levels;
  return Array.from({ length: highest + 1 }, (_, k) => levels?.[k] ?? { name: `level ${k}`, elevation: 0 });
}

/** @param only the level of those who count; all if it is not given. Empty: nobody. */
function boxAround({ x, y, level }: Recording, only?: number): string {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let row = 0; row < x.length; row++) {
    if (only !== undefined && level[row] !== only) continue;
    left = Math.min(left, x[row] - AROUND);
    right = Math.max(right, x[row] + AROUND);
    bottom = Math.min(bottom, y[row] - AROUND);
    top = Math.max(top, y[row] + AROUND);
  }
  if (left > right) return '';
  const corners = [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
    [left, bottom],
  ];
  return `POLYGON ((${corners.map(([a, b]) => `${a} ${b}`).join(', ')}))`;
}

/** A recording and the text of the file beside it that tells of its run (recording-info.ts). What is of no use is in `warnings`. */
export function withInfo(recording: Recording, text: string, fileName: string): Recording {
  const run = infoFromJson(text);
  if (run === undefined) {
    const warning = `${fileName} is not what a run writes beside its recording: left out`;
    return { ...recording, warnings: [...recording.warnings, warning] };
  }
  const filled = withEmptyFrames(recording, run.info, run.steps);
  return { ...filled, info: run.info, ...(run.changes.length === 0 ? {} : { changes: run.changes }) };
}

/** The recording with the frames without people that a table of rows cannot hold. */
export function withEmptyFrames(
  recording: Recording,
  info: RecordingInfo,
  [from, to]: readonly [number, number],
): Recording {
  const steps: number[] = [];
  const time: number[] = [];
  const first: number[] = [];
  let f = 0;
  const frames = recording.steps.length;
  for (let step = from; step <= to || f < frames; ) {
    if (f < frames && recording.steps[f] <= step) {
      steps.push(recording.steps[f]);
      time.push(recording.time[f]);
      first.push(recording.first[f]);
      if (recording.steps[f++] === step) step += info.every;
      continue;
    }
    if (step > to) step = recording.steps[f];
    else {
      steps.push(step);
      time.push(step * info.step);
      first.push(recording.first[f]);
      step += info.every;
    }
  }
  first.push(recording.serial.length);
  return { ...recording, steps: Int32Array.from(steps), time: Float64Array.from(time), first: Int32Array.from(first) };
}
