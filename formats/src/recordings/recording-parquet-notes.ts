/**
 * What a Parquet recording says in its footer beside the rows: the run, and the frames without walkers.
 *
 * Frames without walkers come in long rows (a hall before the first train, after the last walker), so they are kept as runs of
 * equal distance whose times are step × seconds per step, as the engine counts them; a frame with another time stands alone.
 */
import { type AreaChange, LINK_KINDS, type RecordingInfo } from '@foulee/engine';

export interface EmptyFrames {
  /** First step, steps between two, how many. */
  runs: [first: number, stride: number, count: number][];
  single: [step: number, time: number][];
}

export interface ParquetNotes {
  version: 1;
  /** Where in the file what is known of the run stands, JSON. */
  info: [offset: number, length: number];
  /** With and without walkers. */
  frames: number;
  empty: EmptyFrames;
  /** The run was ended, not killed. */
  complete: boolean;
}

export function addEmptyFrame(empty: EmptyFrames, step: number, time: number, info: RecordingInfo): void {
  if (!Object.is(time, step * info.step)) {
    empty.single.push([step, time]);
    return;
  }
  const run = empty.runs.at(-1);
  if (run !== undefined) {
    const [first, stride, count] = run;
    if (count === 1 || step === first + stride * count) {
      if (count === 1) run[1] = step - first;
      run[2]++;
      return;
    }
  }
  empty.runs.push([step, 1, 1]);
}

/** The notes in the footer's text, or undefined if they are not ours or make no sense for `limit` frames at most. */
export function parseNotes(text: string, limit: number): ParquetNotes | undefined {
  let notes: unknown;
  try {
    notes = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isRecord(notes) || notes['version'] !== 1) return undefined;
  const { info, frames, empty, complete } = notes as Record<string, unknown>;
  if (!Array.isArray(info) || info.length !== 2 || !info.every(isStep)) return undefined;
  if (!isStep(frames) || typeof complete !== 'boolean' || !isRecord(empty)) return undefined;
  const { runs, single } = empty as Record<string, unknown>;
  if (!Array.isArray(runs) || !Array.isArray(single)) return undefined;
  let count = single.length;
  for (const run of runs) {
    if (!Array.isArray(run) || run.length !== 3 || !run.every(isStep) || run[1] < 1) return undefined;
    if (run[0] + run[1] * run[2] > 2 ** 32) return undefined;
    count += run[2];
  }
  for (const frame of single) {
    if (!Array.isArray(frame) || frame.length !== 2 || !isStep(frame[0]) || !Number.isFinite(frame[1]))
      return undefined;
  }
  return count <= frames && frames <= limit ? (notes as unknown as ParquetNotes) : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function isStep(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= 0x7fffffff;
}

/** Also for the text format, whose header carries the same. */
export function isInfo(value: unknown): value is RecordingInfo {
  if (!isRecord(value)) return false;
  const { name, model, seed, step, every, walkableArea, levels, links } = value;
  return (
    typeof name === 'string' &&
    typeof model === 'string' &&
    typeof seed === 'number' &&
    typeof step === 'number' &&
    step > 0 &&
    isStep(every) &&
    every > 0 &&
    typeof walkableArea === 'string' &&
    (levels === undefined || (Array.isArray(levels) && levels.every(isLevel))) &&
    (links === undefined || (Array.isArray(links) && links.every(isLink)))
  );
}

function isLevel(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { name, elevation, walkableArea } = value;
  return (
    typeof name === 'string' && Number.isFinite(elevation) && ['string', 'undefined'].includes(typeof walkableArea)
  );
}

/** Whether it joins levels that there are, and has a usable outline, is said when the place is built. */
function isLink(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { name, kind, lower, upper, corners } = value;
  return (
    typeof name === 'string' &&
    (LINK_KINDS as readonly unknown[]).includes(kind) &&
    isStep(lower) &&
    isStep(upper) &&
    Array.isArray(corners) &&
    corners.length === 8 &&
    corners.every((one) => Number.isFinite(one))
  );
}

export function isChanges(value: unknown): value is AreaChange[] {
  const isChange = (change: unknown) => {
    if (!isRecord(change)) return false;
    const { step, walkableArea, levels } = change;
    const areGood = levels === undefined || (Array.isArray(levels) && levels.every((one) => typeof one === 'string'));
    return isStep(step) && typeof walkableArea === 'string' && areGood;
  };
  return Array.isArray(value) && value.every(isChange);
}
