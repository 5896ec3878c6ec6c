/**
 * Recordings as the text that PedPy and the archive of pedestrian experiments use: a line per walker and frame.
 *
 *   # framerate: 10.00
 *   # foulee: {"name":"hall",…}
 *   # id frame x/m y/m z
 *   0 0 2.5 1.25 0
 *   # frame 1: no walkers
 *   # end: 2 frames
 *
 * PedPy takes the frame rate from the first line with the word, and the unit from the last line with a unit in it, and in other
 * lines finds units by accident ("in m…"): so the rate comes first and the columns last. z is the number of the level, since
 * PedPy wants a fifth column and does not read it. Frames are counted from the start of the run, one every `every` steps.
 * Velocity and radius are not kept. Read back, our files give `info` and levels; a missing last line tells that the run was
 * killed, and every "so far" that the frames before it are whole. Others (also in cm) give places alone. Source: PedPy 1.x, load_trajectory_from_txt. Cost: 1.3 µs, 46 bytes.
 */
import { InputError, type RecordingInfo } from '@foulee/engine';
import { addFrame, clearFrames, createFrameBuffer } from './recording-buffer.ts';
import { checkHeading, createHeading, takeHeading } from './recording-heading.ts';
import { isInfo } from './recording-parquet-notes.ts';
import { createRows, dropLastFrame, type Recording, rowsToRecording } from './recording-rows.ts';
import { alreadyClosed, type ByteOutput, frameNumber, frameRate, type FrameSink } from './recording-sink.ts';
import { eachLine, ENOUGH, numberText, textInteger, textNumber } from './recording-text.ts';

export function createTxtSink(info: RecordingInfo, output: ByteOutput): FrameSink {
  const buffer = createFrameBuffer(info);
  const encoder = new TextEncoder();
  let text = '';
  let frames = 0;
  let closed = false;
  /** Bytes put out for good; behind them may stand a "so far" that only a killed run leaves. */
  let size = 0;
  let mark = '';
  /** Characters since the last "so far" that stays. */
  let since = 0;
  const rate = frameRate(info);
  const rateText = Number(rate.toFixed(2)) === rate ? rate.toFixed(2) : `${rate}`;
  text = `# framerate: ${rateText}\n# foulee: ${JSON.stringify(info)}\n# id frame x/m y/m z\n`;
  putOut('');
  return {
    write(frame) {
      if (closed) throw alreadyClosed(info);
      const number = frameNumber(frame, info);
      addFrame(buffer, frame);
      const before = text.length;
      if (frame.count === 0) text += `# frame ${number}: no walkers\n`;
      const { serial, x, y, level } = buffer;
      for (let i = 0; i < buffer.rows; i++) {
        text += `${serial[i]} ${number} ${numberText(x[i])} ${numberText(y[i])} ${level[i]}\n`;
      }
      frames++;
      clearFrames(buffer);
      since += text.length - before;
      if (since < ENOUGH) return;
      since = 0;
      text += soFar();
      putOut('');
    },
    flush() {
      if (!closed && text !== '') putOut(soFar());
    },
    close() {
      if (closed) return;
      closed = true;
      text += `# end: ${frames} frames\n`;
      putOut('');
    },
  };

  function soFar(): string {
    return `# so far: ${frames} frames\n`;
  }

  /** @param nextMark goes behind the text, and is cut off by the next call */
  function putOut(nextMark: string): void {
    const bytes = encoder.encode(text + nextMark);
    if (mark !== '') output.truncate!(size);
    try {
      output.append(bytes);
    } catch (error) {
      // A full disk: there is room for what stood there before.
      if (mark !== '') output.append(encoder.encode(mark));
      throw error;
    }
    size += bytes.length - nextMark.length;
    mark = nextMark;
    text = '';
  }
}

export function readTxtRecording(bytes: Uint8Array, fileName: string): Recording {
  const rows = createRows();
  const warnings: string[] = [];
  let info: RecordingInfo | undefined;
  const heading = createHeading();
  let inHeader = true;
  let ended = false;
  /** The line that was cut, and whether it shows that the frame before it is whole. */
  let cutAt = 0;
  let cutBeginsFrame = false;
  /** Rows before the last line that says how many frames there are so far. */
  let certainRows = 0;

  eachLine(bytes, fileName, (line, number, whole) => {
    if (ended && line.trim() !== '') throw badLine(fileName, number, 'comes after the end');
    if (line.startsWith('#')) {
      if (!whole) {
        cutAt = number;
        cutBeginsFrame = true;
      } else if (inHeader && takeHeader(line, number)) return;
      else if (info !== undefined) takeNote(line, number);
      return;
    }
    if (line.trim() === '') return;
    inHeader = false;
    const fields = line.trim().split(/\s+/);
    if (!whole) {
      cutAt = number;
      const { length } = rows.step;
      cutBeginsFrame = fields.length > 2 && length > 0 && textInteger(fields[1]) !== rows.step.array[length - 1];
      return;
    }
    if (fields.length < 4) throw badLine(fileName, number, `has ${fields.length} values, not at least 4`);
    const serial = textInteger(fields[0]);
    const frame = textInteger(fields[1]);
    const x = textNumber(fields[2]);
    const y = textNumber(fields[3]);
    if (!(serial >= 0) || !(frame >= 0) || Number.isNaN(x) || Number.isNaN(y)) {
      throw badLine(fileName, number, 'is not id, frame, x, y, z');
    }
    const level = info === undefined ? 0 : textInteger(fields[4] ?? '');
    if (Number.isNaN(level)) throw badLine(fileName, number, 'has no level in its fifth column');
    rows.serial.push(serial);
    rows.step.push(frame); // turned into steps at the end
    rows.x.push(x);
    rows.y.push(y);
    rows.level.push(level);
    rows.vx.push(Number.NaN);
    rows.vy.push(Number.NaN);
    rows.radius.push(Number.NaN);
  });

  checkHeading(heading, fileName, ['id', 'frame', 'x', 'y', 'z']);
  rows.time.array = new Float64Array(Math.max(rows.step.length, 4));
  rows.time.length = rows.step.length;
  if (cutAt > 0 || (info !== undefined && !ended)) {
    // A file of ours without its last line may have been cut between two lines of a frame as well.
    if (!cutBeginsFrame && rows.step.length > certainRows) dropLastFrameUnlessEmptyFollows();
    const where = cutAt > 0 ? `was cut at line ${cutAt}` : 'has no last line, its run was killed';
    warnings.push(`${fileName} ${where}: the frames before that are kept`);
  }
  toSteps();
  return rowsToRecording(rows, fileName, info, warnings);

  /** True if the line says something of the whole file. */
  function takeHeader(line: string, number: number): boolean {
    if (line.startsWith('# foulee: ')) {
      info = parseInfo(line.slice(10));
      if (info === undefined) throw badLine(fileName, number, 'does not say what a run is');
      return true;
    }
    return takeHeading(heading, line);
  }

  function takeNote(line: string, number: number): void {
    const empty = /^# frame (\d{1,10}): no walkers$/.exec(line);
    if (empty !== null) {
      const frame = textInteger(empty[1]);
      if (Number.isNaN(frame)) throw badLine(fileName, number, 'is not a frame');
      rows.emptyStep.push(frame);
      rows.emptyTime.push(0);
    } else if (line.startsWith('# so far: ') || line.startsWith('# end: ')) {
      certainRows = rows.step.length;
      ended = line.startsWith('# end: ');
    }
  }

  function dropLastFrameUnlessEmptyFollows(): void {
    const lastEmpty = rows.emptyStep.length === 0 ? -1 : rows.emptyStep.array[rows.emptyStep.length - 1];
    if (lastEmpty < rows.step.array[rows.step.length - 1]) dropLastFrame(rows);
  }

  /** Frame numbers to steps and seconds. */
  function toSteps(): void {
    const every = info?.every ?? 1;
    for (const [step, time] of [
      [rows.step, rows.time],
      [rows.emptyStep, rows.emptyTime],
    ] as const) {
      for (let i = 0; i < step.length; i++) {
        const frame = step.array[i];
        if (frame * every > 0x7fffffff)
          throw new InputError(fileName, `frame ${frame} is too late`, 'count frames from 0');
        step.array[i] = frame * every;
        time.array[i] = info === undefined ? frame / heading.rate : frame * every * info.step;
      }
    }
    if (heading.metresPerUnit === 1) return;
    // Divided, as PedPy does: 0.01 is not a double.
    for (const column of [rows.x, rows.y]) for (let i = 0; i < column.length; i++) column.array[i] /= 100;
  }
}

function parseInfo(text: string): RecordingInfo | undefined {
  try {
    const info: unknown = JSON.parse(text);
    return isInfo(info) ? info : undefined;
  } catch {
    return undefined;
  }
}

function badLine(fileName: string, line: number, what: string): InputError {
  return new InputError(fileName, `line ${line} ${what}`, 'mend the line or export the recording again');
}
