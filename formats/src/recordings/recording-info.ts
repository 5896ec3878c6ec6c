/**
 * What a recording says of its run beside the rows: name, seed, step, units, levels, walkable area. Parquet holds it in its footer; for
 * CSV, which has no room for it, it is a file of its own, run-info.json beside run.csv, with the steps that were recorded, since frames
 * without people have no line.
 */
import type { AreaChange, RecordingInfo } from '@foulee/engine';
import { isChanges, isInfo } from './recording-parquet-notes.ts';

/** A run of so many steps is believed. */
const MOST_STEPS = 1 << 24;

/** Of the columns of .parquet and .csv. */
const UNITS = { time: 's', x: 'm', y: 'm', vx: 'm/s', vy: 'm/s', radius: 'm', elevation: 'm' } as const;

export function infoWithUnits(info: RecordingInfo): object {
  return { ...info, units: UNITS };
}

/** The same without what is long. */
export function describeRun({ name, model, seed, step, every, levels }: RecordingInfo): object {
  const short = levels?.map((level) => ({ name: level.name, elevation: level.elevation }));
  return { name, model, seed, step, every, units: UNITS, ...(short === undefined ? {} : { levels: short }) };
}

export interface RecordedRun {
  info: RecordingInfo;
  changes: AreaChange[];
  /** The first and the last step that was recorded. */
  steps: [first: number, last: number];
}

/** The text of run-info.json. */
export function infoToJson({ info, changes, steps }: RecordedRun): string {
  return `${JSON.stringify({ ...infoWithUnits(info), steps, changes }, undefined, 2)}\n`;
}

/** undefined: the text is not of such a file. */
export function infoFromJson(text: string): RecordedRun | undefined {
  let all: unknown;
  try {
    all = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isInfo(all)) return undefined;
  const { units: _, steps, changes, ...info } = all as RecordingInfo & Record<string, unknown>;
  if (!Array.isArray(steps) || steps.length !== 2 || !isChanges(changes)) return undefined;
  const [from, to] = steps as [unknown, unknown];
  const isGood =
    Number.isSafeInteger(from) && Number.isSafeInteger(to) && (to as number) - (from as number) < MOST_STEPS;
  if (!isGood || (from as number) < 0) return undefined;
  return { info: info as RecordingInfo, changes, steps: [from as number, to as number] };
}

/** run.csv, people, .csv → run-people.csv */
export function fileBeside(fileName: string, what: string, ending: string): string {
  return `${fileName.replace(/\.[^./\\]*$/, '')}-${what}${ending}`;
}
