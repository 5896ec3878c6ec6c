/**
 * Recordings as comma-separated values, for spreadsheets and everything else: a header, then a line per walker and frame.
 * A frame without walkers has no line: its step is missing. Older files have one with its time and step alone, which is read.
 *
 *   time,step,serial,x,y,level,vx,vy,radius
 *   0.1,1,0,2.5,1.25,0,1.3,0,0.23
 *
 * Also read are tables of others with a person and a frame in each line (ID,Frame,x,y …), recording-frames-csv.ts.
 *
 * Every number comes back as the same double. Frames are put out whole, so a killed run leaves whole frames; a file cut elsewhere
 * loses the frame it was cut in, unless the cut falls exactly between two lines of a frame, which nothing in the file can tell.
 * Nothing in the file tells of the run either: `info` is missing, and stands in a file beside it (recording-info.ts). Cost: about 3 µs and 110 bytes per line, most of it
 * for the digits of five doubles.
 */
import { InputError, type RecordingInfo } from '@foulee/engine';
import { addFrame, clearFrames, createFrameBuffer } from './recording-buffer.ts';
import { isFramesCsv, readFramesCsv } from './recording-frames-csv.ts';
import { createRows, dropLastFrame, type Recording, rowsToRecording } from './recording-rows.ts';
import { alreadyClosed, type ByteOutput, type FrameSink } from './recording-sink.ts';
import { eachLine, ENOUGH, numberText, textInteger, textNumber } from './recording-text.ts';

const COLUMNS = ['time', 'step', 'serial', 'x', 'y', 'level', 'vx', 'vy', 'radius'] as const;

export function createCsvSink(info: RecordingInfo, output: ByteOutput): FrameSink {
  const buffer = createFrameBuffer(info);
  const encoder = new TextEncoder();
  /** Whole frames, not put out yet. */
  let text = '';
  let closed = false;
  text = `${COLUMNS.join(',')}\n`;
  putOut();
  return {
    write(frame) {
      if (closed) throw alreadyClosed(info);
      addFrame(buffer, frame);
      const start = `${numberText(frame.time)},${frame.step},`;
      const { serial, x, y, level, vx, vy, radius } = buffer;
      for (let i = 0; i < buffer.rows; i++) {
        text += `${start}${serial[i]},${numberText(x[i])},${numberText(y[i])},${level[i]},${numberText(vx[i])},${numberText(vy[i])},${numberText(radius[i])}\n`;
      }
      clearFrames(buffer);
      if (text.length >= ENOUGH) putOut();
    },
    flush() {
      if (!closed) putOut();
    },
    close() {
      if (closed) return;
      closed = true;
      putOut();
    },
  };

  function putOut(): void {
    if (text !== '') output.append(encoder.encode(text));
    text = '';
  }
}

export function readCsvRecording(bytes: Uint8Array, fileName: string): Recording {
  if (isFramesCsv(bytes)) return readFramesCsv(bytes, fileName);
  const rows = createRows();
  const warnings: string[] = [];
  /** Where each of COLUMNS stands in a line. */
  let at: number[] | undefined;
  let fieldCount = 0;
  eachLine(bytes, fileName, (line, number, whole) => {
    if (at === undefined) {
      const names = line.split(',').map((name) => name.trim());
      at = COLUMNS.map((name) => names.indexOf(name));
      fieldCount = names.length;
      const missing = COLUMNS.filter((_, i) => at![i] === -1);
      if (missing.length > 0) {
        if (names[0] === 'serial' && names[1] === 'profile') {
          const remedy = `open the recording it was written beside, ${fileName.replace(/-people(?=\.[^.]*$)/, '')}`;
          throw new InputError(fileName, 'is a table of people', remedy);
        }
        throw new InputError(
          fileName,
          `not a recording: its first line does not name ${missing.join(', ')}`,
          `begin it with ${COLUMNS.join(',')}, or with id,frame,x,y and comments that say frame rate and unit`,
        );
      }
      return;
    }
    if (line === '') return;
    const fields = line.split(',');
    if (!whole) {
      // The frame before is whole if this line shows that another has begun.
      const step = fields.length > at[1] + 1 ? textInteger(fields[at[1]]) : Number.NaN;
      const { length } = rows.step;
      if (length > 0 && (Number.isNaN(step) || step === rows.step.array[length - 1])) dropLastFrame(rows);
      warnings.push(`${fileName} was cut at line ${number}: the frames before that are kept`);
      return;
    }
    if (fields.length !== fieldCount) {
      throw new InputError(
        fileName,
        `line ${number} has ${fields.length} values, not ${fieldCount}`,
        'mend the line or export the recording again',
      );
    }
    const field = (column: number): string => fields[at![column]];
    const whole32 = (column: number, least: number): number => {
      const value = textInteger(field(column));
      if (!(value >= least)) throw badField(fileName, number, column, field(column));
      return value;
    };
    const real = (column: number): number => {
      const value = textNumber(field(column));
      if (Number.isNaN(value)) throw badField(fileName, number, column, field(column));
      return value;
    };
    const time = real(0);
    const step = whole32(1, 0);
    if (field(2) === '') {
      rows.emptyStep.push(step);
      rows.emptyTime.push(time);
      return;
    }
    rows.time.push(time);
    rows.step.push(step);
    rows.serial.push(whole32(2, 0));
    rows.x.push(real(3));
    rows.y.push(real(4));
    rows.level.push(whole32(5, -0x80000000));
    rows.vx.push(real(6));
    rows.vy.push(real(7));
    rows.radius.push(real(8));
  });
  if (at === undefined) throw new InputError(fileName, 'the file is empty', 'give a recording');
  return rowsToRecording(rows, fileName, undefined, warnings);
}

function badField(fileName: string, line: number, column: number, text: string): InputError {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return new InputError(
    fileName,
    `line ${line} has ${COLUMNS[column]} ${JSON.stringify(shown)}`,
    'mend the line or export the recording again',
  );
}
