/**
 * Instruments: frames, one after the other, → numbers. They know nothing of the crowd, so that they can be tried on trajectories
 * whose answer is known (emergent-instruments.test.ts).
 *
 * - Overlaps: pairs whose hard cores are deeper in each other than 2 cm, how long in all, and the longest one together.
 * - Traffic in a box after Edie 1963: density = Σ time spent / (area · T), specific flow = Σ way made in one's own direction /
 *   (area · T), speed = flow / density. The three agree by definition, and no line has to be chosen.
 * - Lanes: φ = mean over rows of ((n₊ − n₋)/(n₊ + n₋))², rows with two people or more.
 * - Stripes: do people side by side across the sum of two directions go the same way, and those one behind the other not?
 *
 * Cost: a sweep along x per frame for overlaps; everything else is linear.
 */
import { createFrame, fillFrame, type RecordedFrame, type Run } from '@foulee/engine';
import { coreRadius } from '@foulee/engine/inside';
import { type Played, play, type RawScenario } from './play.ts';
import { fitLine, mean } from './statistics.ts';

/** x, y, x, y: two opposite corners, the lesser ones first. */
export type Box = readonly [number, number, number, number];

/** As `play`, with what is recorded of the crowd after each step. The frame is used again. */
export function playFrames(raw: RawScenario, seed: number, look: (frame: RecordedFrame, run: Run) => void): Played {
  let frame: RecordedFrame | undefined;
  return play(raw, seed, (run) => {
    const { crowd, steps, time } = run.simulation;
    frame ??= createFrame(crowd.capacity);
    fillFrame(frame, run.original, crowd, steps, time);
    look(frame, run);
  });
}

// --- overlaps ---------------------------------------------------------------------------------------------------------

/** Metres: less is touch. */
const DEEP = 0.02;
/** Serials below this make a pair one exact number. */
const MOST_SERIALS = 2 ** 26;

export interface OverlapWatch {
  /** Since when each pair overlaps: smaller serial · MOST_SERIALS + the other one. */
  since: Map<number, number>;
  before: number;
  pairSeconds: number;
  /** Seconds the longest of all overlaps went on. */
  longest: number;
  /** Metres. */
  deepest: number;
}

export function createOverlapWatch(): OverlapWatch {
  return { since: new Map(), before: 0, pairSeconds: 0, longest: 0, deepest: 0 };
}

export function watchOverlaps(watch: OverlapWatch, { time, count, serial, place, radius }: RecordedFrame): void {
  const seconds = time - watch.before;
  let widest = 0;
  const core = Array.from({ length: count }, (_, i) => coreRadius(radius[i]));
  for (let i = 0; i < count; i++) widest = Math.max(widest, core[i]);
  const order = Array.from({ length: count }, (_, i) => i).sort((i, j) => place[2 * i] - place[2 * j]);
  const since = new Map<number, number>();
  for (let a = 0; a < count; a++) {
    const i = order[a];
    const reach = core[i] + widest - DEEP;
    for (let b = a + 1; b < count; b++) {
      const j = order[b];
      const dx = place[2 * j] - place[2 * i];
      if (dx >= reach) break;
      const dy = place[2 * j + 1] - place[2 * i + 1];
      const depth = core[i] + core[j] - Math.sqrt(dx * dx + dy * dy);
      if (!(depth > DEEP)) continue;
      const pair = Math.min(serial[i], serial[j]) * MOST_SERIALS + Math.max(serial[i], serial[j]);
      // A pair counts for the step that led to it.
      const start = watch.since.get(pair) ?? watch.before;
      since.set(pair, start);
      watch.pairSeconds += seconds;
      watch.longest = Math.max(watch.longest, time - start);
      watch.deepest = Math.max(watch.deepest, depth);
    }
  }
  watch.since = since;
  watch.before = time;
}

// --- traffic in a box -------------------------------------------------------------------------------------------------

export interface Traffic {
  box: Box;
  /** Unit vector each serial wants to go along. */
  headingOf: (serial: number) => readonly [number, number];
  /** Where each serial was a frame before: x, y interleaved. NaN: not there. */
  place: number[];
  before: number;
  /** Seconds measured; person-seconds in the box; metres made in one's own direction there. */
  seconds: number;
  stay: number;
  way: number;
}

export function createTraffic(box: Box, headingOf: Traffic['headingOf']): Traffic {
  return { box, headingOf, place: [], before: Number.NaN, seconds: 0, stay: 0, way: 0 };
}

/** A step belongs to the box if its middle lies in it. */
export function watchTraffic(
  traffic: Traffic,
  { time, count, serial, place }: RecordedFrame,
  isMeasured: boolean,
): void {
  const [left, bottom, right, top] = traffic.box;
  const seconds = time - traffic.before;
  const there: number[] = [];
  for (let i = 0; i < count; i++) {
    const s = serial[i];
    const x = (there[2 * s] = place[2 * i]);
    const y = (there[2 * s + 1] = place[2 * i + 1]);
    const dx = x - (traffic.place[2 * s] ?? Number.NaN);
    const dy = y - (traffic.place[2 * s + 1] ?? Number.NaN);
    const middleX = x - dx / 2;
    const middleY = y - dy / 2;
    if (!isMeasured || !(middleX >= left && middleX < right && middleY >= bottom && middleY < top)) continue;
    const [hx, hy] = traffic.headingOf(s);
    traffic.stay += seconds;
    traffic.way += dx * hx + dy * hy;
  }
  if (isMeasured && seconds > 0) traffic.seconds += seconds;
  traffic.place = there;
  traffic.before = time;
}

/** Persons per m², metres per second, persons per metre and second. */
export function trafficFigures({ box, seconds, stay, way }: Traffic): { density: number; speed: number; flow: number } {
  const area = (box[2] - box[0]) * (box[3] - box[1]);
  return { density: stay / (area * seconds), speed: way / stay, flow: way / (area * seconds) };
}

// --- lanes and stripes ------------------------------------------------------------------------------------------------

/** Metres. */
const ROW = 0.4;

/** φ of one moment, rows along x; NaN where no row has two people. `wayOf`: +1 or −1. */
export function laneOrder(
  { count, serial, place }: RecordedFrame,
  box: Box,
  wayOf: (serial: number) => number,
): number {
  const rows = Math.max(1, Math.round((box[3] - box[1]) / ROW));
  const number = new Array<number>(rows).fill(0);
  const sum = new Array<number>(rows).fill(0);
  for (let i = 0; i < count; i++) {
    const x = place[2 * i];
    const y = place[2 * i + 1];
    if (!(x >= box[0] && x < box[2] && y >= box[1] && y < box[3])) continue;
    const row = Math.min(rows - 1, Math.floor(((y - box[1]) / (box[3] - box[1])) * rows));
    number[row]++;
    sum[row] += wayOf(serial[i]);
  }
  return mean(sum.flatMap((total, row) => (number[row] >= 2 ? [(total / number[row]) ** 2] : [])));
}

/** Metres between two who count as neighbours in a stripe. */
const NEIGHBOURS = 1;
/** Cosine of 22.5°: pairs nearer to one diagonal than to an axis. */
const ALONG = 0.9239;

/**
 * One moment of two streams along x and along y. Pairs of neighbours along (1, −1) score +1 if they are of one stream and −1 if
 * not; pairs along (1, 1) the other way round. A stripe keeps its shape only where both streams move it alike, that is if it
 * lies along (1, −1): sums are added to `sums` as [score, pairs].
 */
export function addStripes(
  { count, serial, place }: RecordedFrame,
  box: Box,
  streamOf: (serial: number) => number,
  sums: [number, number],
): void {
  const inside: number[] = [];
  for (let i = 0; i < count; i++) {
    const x = place[2 * i];
    const y = place[2 * i + 1];
    if (x >= box[0] && x < box[2] && y >= box[1] && y < box[3]) inside.push(i);
  }
  for (const [a, i] of inside.entries()) {
    for (const j of inside.slice(a + 1)) {
      const dx = place[2 * j] - place[2 * i];
      const dy = place[2 * j + 1] - place[2 * i + 1];
      const distance = Math.sqrt(dx * dx + dy * dy);
      if (distance > NEIGHBOURS) continue;
      const across = Math.abs(dx - dy) * Math.SQRT1_2 >= ALONG * distance;
      const ahead = Math.abs(dx + dy) * Math.SQRT1_2 >= ALONG * distance;
      if (across === ahead) continue;
      const same = streamOf(serial[i]) === streamOf(serial[j]);
      sums[0] += same === across ? 1 : -1;
      sums[1]++;
    }
  }
}

/** The line of least squares as d = a + b·v is written. */
export function leastSquares(v: readonly number[], d: readonly number[]): { a: number; b: number } {
  const { offset, slope } = fitLine(v, d);
  return { a: offset, b: slope };
}
