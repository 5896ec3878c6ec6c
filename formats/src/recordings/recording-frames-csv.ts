/**
 * Trajectories of others as comma-separated values: a line per person and frame, in any order, after comments as in the text for PedPy.
 *
 *   # framerate: 25
 *   # id frame x/m y/m
 *   ID,Frame,x,y,v_x,v_y
 *   21,1010,0.222,-0.105,0.404,0.093
 *
 * The four columns are found by name, however they are written; a unit may stand there, too (x/cm). All others are left alone: what
 * velocities were taken over is not said, so they are taken from places. Cost: as recording-csv.ts.
 */
import { InputError } from '@foulee/engine';
import { checkHeading, createHeading, takeHeading } from './recording-heading.ts';
import { createRows, type Recording, rowsToRecording } from './recording-rows.ts';
import { eachLine, textInteger, textNumber } from './recording-text.ts';

/** Bytes in which the names of the columns are to come. */
const BEGINNING = 1 << 16;

/** Where id, frame, x and y stand in a line; -1: not there. */
function columnsOf(line: string): number[] {
  const names = line.split(',').map((name) =>
    name
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .toLowerCase(),
  );
  return [/^(?:id|person_?id|serial)$/, /^frame$/, /^x(?:\/c?m)?$/, /^y(?:\/c?m)?$/].map((name) =>
    names.findIndex((one) => name.test(one)),
  );
}

const isComment = (line: string) => line.startsWith('#') || line.trim() === '';

export function isFramesCsv(bytes: Uint8Array): boolean {
  const beginning = new TextDecoder().decode(bytes.subarray(0, BEGINNING));
  const named = beginning.split(/\r?\n/).find((line) => !isComment(line));
  return named !== undefined && columnsOf(named).every((at) => at !== -1);
}

export function readFramesCsv(bytes: Uint8Array, fileName: string): Recording {
  const rows = createRows();
  const warnings: string[] = [];
  const heading = createHeading();
  let at: number[] | undefined;
  let fieldCount = 0;
  eachLine(bytes, fileName, (line, number, whole) => {
    if (at === undefined) {
      takeHeading(heading, line);
      if (isComment(line)) return;
      at = columnsOf(line);
      fieldCount = line.split(',').length;
      checkHeading(heading, fileName, ['id', 'frame', 'x', 'y']);
      return;
    }
    if (isComment(line)) return;
    if (!whole) {
      warnings.push(`${fileName} was cut at line ${number}: what is before that is kept`);
      return;
    }
    const fields = line.split(',');
    const [id, frame] = [0, 1].map((k) => textInteger((fields[at![k]] ?? '').trim()));
    const [x, y] = [2, 3].map((k) => textNumber((fields[at![k]] ?? '').trim()));
    if (fields.length !== fieldCount || !(id! >= 0 && frame! >= 0) || Number.isNaN(x) || Number.isNaN(y)) {
      const what = `line ${number} does not have a number for id, frame, x and y`;
      throw new InputError(fileName, what, 'mend the line or export the recording again');
    }
    rows.serial.push(id!);
    rows.step.push(frame!);
    rows.time.push(frame! / heading.rate);
    // Divided, as PedPy does: 0.01 is not a double.
    rows.x.push(heading.metresPerUnit === 1 ? x! : x! / 100);
    rows.y.push(heading.metresPerUnit === 1 ? y! : y! / 100);
    rows.level.push(0);
    for (const column of [rows.vx, rows.vy, rows.radius]) column.push(Number.NaN);
  });
  return rowsToRecording(rows, fileName, undefined, warnings);
}
