/** For the tests: a run with walkers who appear and leave, and frames without anybody; bytes in memory; the recording it must be. */
import type { RecordedFrame, RecordingInfo } from '@foulee/engine';
import type { Recording } from '../src/recordings/recording-rows.ts';
import type { ByteOutput } from '../src/recordings/recording-sink.ts';

export const INFO: RecordingInfo = {
  name: 'Test hall, "two doors" in cm\n# framerate 3',
  model: 'reactive',
  seed: 42,
  step: 0.1,
  every: 2,
  walkableArea: 'MULTIPOLYGON (((-1.5 0, 20 0, 20 1e1, -1.5 10, -1.5 0), (2 2, 3 2, 3 3, 2 2)))',
};

/** Numbers that are easily lost: no sign, no digits, great and small. */
const AWKWARD = [0, -0, 0.1 + 0.2, 1e-310, -1.7976931348623157e308, 1e21, 123456789.12345679, -5e-324];

/**
 * Walker w walks in the frames w to w + 4 of every ten; nobody in frames that end in 9 and in the first. Arrays are longer than
 * the count and full of NaN behind it, as lent arrays may be.
 */
export function makeFrames(frames: number, info: RecordingInfo = INFO): RecordedFrame[] {
  return Array.from({ length: frames }, (_, f) => {
    const serials: number[] = [];
    if (f % 10 !== 9 && f > 0) for (let w = Math.max(0, f - 4); w <= f; w++) serials.push(3 * w + 1);
    return makeFrame(
      f * info.every,
      f * info.every * info.step,
      serials,
      (s, k) => AWKWARD[(s + k + f) % 16] ?? Math.sin(s + 7 * k + f),
    );
  });
}

export function makeFrame(
  step: number,
  time: number,
  serials: number[],
  value: (serial: number, k: number) => number,
): RecordedFrame {
  const count = serials.length;
  const frame: RecordedFrame = {
    step,
    time,
    count,
    serial: new Int32Array(count + 3).fill(-1),
    place: new Float64Array(2 * count + 6).fill(Number.NaN),
    velocity: new Float64Array(2 * count + 6).fill(Number.NaN),
    level: new Int32Array(count + 3).fill(-1),
    cell: new Int32Array(count + 3).fill(-1),
    radius: new Float64Array(count + 3).fill(Number.NaN),
  };
  serials.forEach((serial, i) => {
    frame.serial[i] = serial;
    frame.place[2 * i] = value(serial, 0);
    frame.place[2 * i + 1] = value(serial, 1);
    frame.velocity[2 * i] = value(serial, 2);
    frame.velocity[2 * i + 1] = value(serial, 3);
    frame.level[i] = serial % 3;
    frame.radius[i] = Math.abs(value(serial, 4));
  });
  return frame;
}

/** What a reader must give for these frames. */
export function expected(frames: readonly RecordedFrame[]): Omit<Recording, 'info' | 'warnings'> {
  const first = [0];
  for (const frame of frames) first.push(first.at(-1)! + frame.count);
  const rows = (pick: (frame: RecordedFrame, i: number) => number): number[] =>
    frames.flatMap((frame) => Array.from({ length: frame.count }, (_, i) => pick(frame, i)));
  return {
    steps: Int32Array.from(frames, (frame) => frame.step),
    time: Float64Array.from(frames, (frame) => frame.time),
    first: Int32Array.from(first),
    serial: Int32Array.from(rows((frame, i) => frame.serial[i])),
    x: Float64Array.from(rows((frame, i) => frame.place[2 * i])),
    y: Float64Array.from(rows((frame, i) => frame.place[2 * i + 1])),
    level: Int32Array.from(rows((frame, i) => frame.level[i])),
    vx: Float64Array.from(rows((frame, i) => frame.velocity[2 * i])),
    vy: Float64Array.from(rows((frame, i) => frame.velocity[2 * i + 1])),
    radius: Float64Array.from(rows((frame, i) => frame.radius[i])),
  };
}

const COLUMNS = ['steps', 'time', 'first', 'serial', 'x', 'y', 'level', 'vx', 'vy', 'radius'] as const;

/** The names of the columns that differ in a bit (so that −0 is not 0). */
export function differences(
  a: Omit<Recording, 'info' | 'warnings'>,
  b: Omit<Recording, 'info' | 'warnings'>,
  columns: readonly (typeof COLUMNS)[number][] = COLUMNS,
): string[] {
  return columns.filter((name) => {
    const [p, q] = [a[name], b[name]];
    return p.length !== q.length || p.some((value, i) => !Object.is(value, q[i]));
  });
}

/** Bytes in memory, and how many there were after each append. */
export interface MemoryOutput extends ByteOutput {
  bytes(): Uint8Array;
  appends: number[];
}

/** @param changed is told after every call */
export function memoryOutput(changed: () => void = () => {}): MemoryOutput {
  let all = new Uint8Array(1 << 16);
  let length = 0;
  const appends: number[] = [];
  const put = (bytes: Uint8Array, at: number) => {
    if (at + bytes.length > all.length) {
      const grown = new Uint8Array(2 * (at + bytes.length));
      grown.set(all.subarray(0, length));
      all = grown;
    }
    all.set(bytes, at);
    length = Math.max(length, at + bytes.length);
    changed();
  };
  return {
    append(bytes) {
      put(bytes, length);
      appends.push(length);
    },
    write: put,
    truncate(size) {
      all.fill(0, size, length);
      length = size;
      changed();
    },
    bytes: () => all.slice(0, length),
    appends,
  };
}
