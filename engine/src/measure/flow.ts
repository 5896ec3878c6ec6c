/**
 * Flow: frames → who crossed which line, when, which way; N(t) and flow over a window.
 *
 *        left of the line: +1          Between two frames a walker goes straight from p to q. It crosses a line from a
 *                 q                    to b if p and q are on different sides, the line itself belonging to the right
 *        a ──────╱──────▶ b            side, and the place lies on [a, b): a is part of the line, b is not. So a way
 *               p                      that only touches counts not at all or both ways, one that ends on the line is
 *        right of the line, and on it  counted when it is left, and lines that share an end count nobody twice.
 *
 * Only exact signs decide; the moment is interpolated. A walker that goes back is counted with its sign, so that N(t) is
 * who is through. Somebody who is taken out of the run at the line must be in one more frame behind it to count. A
 * crossing counts if the walker is on the line's level before or after. Cost: O(walkers · lines), nearly all settled by
 * a box; crossings are kept one by one.
 */
import { InputError } from '../core/errors.ts';
import { grownFloats, grownInts, GrowableFloats, GrowableInts } from '../core/growable.ts';
import { orient } from '../core/predicates.ts';
import type { Frame } from '../record/frame.ts';

export interface MeasurementLine {
  name: string;
  level: number;
  /** x, y of both ends, metres in the plan's coordinates; walking to the left of the way from the first to the second counts +1. */
  ends: [number, number, number, number];
}

export interface FlowRecord {
  lines: readonly MeasurementLine[];
  /** One entry per crossing, frame after frame; within a frame by serial, then by line. */
  line: GrowableInts;
  serial: GrowableInts;
  /** Seconds, interpolated between the frames. */
  time: GrowableFloats;
  /** +1 or −1. */
  direction: GrowableInts;
  /** Level, and least and greatest x and y, of each line: BOX numbers. */
  box: Float64Array;
  /** The frame before. */
  before: { time: number; count: number; serial: Int32Array; place: Float64Array; level: Int32Array };
}

const BOX = 5;

export function createFlowRecord(lines: readonly MeasurementLine[]): FlowRecord {
  for (const { name, ends } of lines) {
    if (!ends.every(Number.isFinite) || (ends[0] === ends[2] && ends[1] === ends[3])) {
      throw new InputError(
        `measurement line "${name}"`,
        `its ends are ${ends.join(', ')}`,
        'give two different places',
      );
    }
  }
  return {
    lines,
    line: new GrowableInts(),
    serial: new GrowableInts(),
    time: new GrowableFloats(),
    direction: new GrowableInts(),
    box: Float64Array.from(
      lines.flatMap(({ level, ends: [ax, ay, bx, by] }) => [
        level,
        Math.min(ax, bx),
        Math.min(ay, by),
        Math.max(ax, bx),
        Math.max(ay, by),
      ]),
    ),
    before: {
      time: -Infinity,
      count: 0,
      serial: new Int32Array(0),
      place: new Float64Array(0),
      level: new Int32Array(0),
    },
  };
}

/** The next frame of the run; walkers are met again by their serial. */
export function addFlowFrame(record: FlowRecord, frame: Frame): void {
  const { before, box } = record;
  const { serial, place, level } = frame;
  if (!(frame.time > before.time)) {
    throw new InputError('frame', `its time ${frame.time} is not after ${before.time}`, 'give frames in order of time');
  }
  for (let i = 0, j = 0; i < frame.count; i++) {
    if (i > 0 && serial[i] <= serial[i - 1]) {
      throw new InputError('frame', 'its walkers are not in order of their serials', 'sort them');
    }
    while (j < before.count && before.serial[j] < serial[i]) j++;
    if (j === before.count || before.serial[j] !== serial[i]) continue;
    const px = before.place[2 * j];
    const py = before.place[2 * j + 1];
    const qx = place[2 * i];
    const qy = place[2 * i + 1];
    for (let k = 0; k < box.length; k += BOX) {
      if ((px < box[k + 1] && qx < box[k + 1]) || (px > box[k + 3] && qx > box[k + 3])) continue;
      if ((py < box[k + 2] && qy < box[k + 2]) || (py > box[k + 4] && qy > box[k + 4])) continue;
      if (before.level[j] === box[k] || level[i] === box[k]) crossLine(record, k / BOX, j, frame, i);
    }
  }
  keepFrame(record, frame);
}

/** Does walker i of the frame, walker j of the frame before, cross line k? Near it and on its level, it is. */
function crossLine(record: FlowRecord, k: number, j: number, frame: Frame, i: number): void {
  const { before } = record;
  const px = before.place[2 * j];
  const py = before.place[2 * j + 1];
  const qx = frame.place[2 * i];
  const qy = frame.place[2 * i + 1];
  const [ax, ay, bx, by] = record.lines[k].ends;
  const from = orient(ax, ay, bx, by, px, py);
  const to = orient(ax, ay, bx, by, qx, qy);
  if (from > 0 === to > 0 || !(Number.isFinite(from) && Number.isFinite(to))) return;
  // The line through p and q has a on one side and b on the other, or passes through a.
  const a = orient(px, py, qx, qy, ax, ay);
  const b = orient(px, py, qx, qy, bx, by);
  if (a > 0 ? b >= 0 : a < 0 ? b <= 0 : b === 0) return;
  record.line.push(k);
  record.serial.push(frame.serial[i]);
  record.time.push(before.time + (from / (from - to)) * (frame.time - before.time));
  record.direction.push(to > 0 ? 1 : -1);
}

/** Frames are only lent: copy what the next one is compared with. */
function keepFrame({ before }: FlowRecord, frame: Frame): void {
  if (before.serial.length < frame.count) {
    before.serial = grownInts(before.serial, frame.count);
    before.level = grownInts(before.level, before.serial.length);
    before.place = grownFloats(before.place, 2 * before.serial.length);
  }
  for (let i = 0; i < frame.count; i++) {
    before.serial[i] = frame.serial[i];
    before.level[i] = frame.level[i];
    before.place[2 * i] = frame.place[2 * i];
    before.place[2 * i + 1] = frame.place[2 * i + 1];
  }
  before.count = frame.count;
  before.time = frame.time;
}

/** N(t) of one line: after time[i], net[i] more had crossed one way than the other. */
export interface PassageCurve {
  time: Float64Array;
  net: Int32Array;
}

/** All crossings of a line in order of time, those at the same moment by serial. */
export function passageCurve(record: FlowRecord, line: number): PassageCurve {
  const order: number[] = [];
  for (let k = 0; k < record.line.length; k++) if (record.line.array[k] === line) order.push(k);
  const { array: time } = record.time;
  const { array: serial } = record.serial;
  order.sort((i, j) => time[i] - time[j] || serial[i] - serial[j] || i - j);
  let sum = 0;
  return {
    time: Float64Array.from(order, (k) => time[k]),
    net: Int32Array.from(order, (k) => (sum += record.direction.array[k])),
  };
}

/** N(t): the net crossings of a line up to and including a moment. */
export function netUntil({ time, net }: PassageCurve, moment: number): number {
  let low = 0;
  let high = time.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (time[middle] <= moment) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : net[low - 1];
}

/** Net crossings per second after `from`, up to and including `to`. Divide by the line's length for the specific flow. */
export function flowOver(curve: PassageCurve, from: number, to: number): number {
  if (!(to > from)) throw new InputError('flow', `the window from ${from} to ${to}`, 'let it end after it begins');
  return (netUntil(curve, to) - netUntil(curve, from)) / (to - from);
}

/**
 * Steady flow of a stream in one direction: passages, the first moments at which |N| reaches 1, 2, 3 …, without a share
 * of them at both ends; (number − 1) / (last − first). Going back and forth on the line adds nothing. NaN below two.
 */
export function steadyFlow({ time, net }: PassageCurve, skippedShare = 0): number {
  const sign = (net.at(-1) ?? 0) < 0 ? -1 : 1;
  const moments: number[] = [];
  for (let i = 0; i < net.length; i++) if (sign * net[i] > moments.length) moments.push(time[i]);
  const skipped = Math.floor(skippedShare * moments.length);
  const kept = moments.slice(skipped, moments.length - skipped);
  return kept.length < 2 ? Number.NaN : (kept.length - 1) / (kept.at(-1)! - kept[0]);
}
