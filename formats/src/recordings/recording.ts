/**
 * Recordings: frames of a run to a file, and a file back to frames. Works in a browser and in Node; nothing here opens files but
 * the SQLite writer, which needs a path (recording-sqlite.ts).
 *
 * | ending     | holds                                             | read back by                      |
 * | .parquet   | everything, to the bit, and what the run was      | readRecording; any Parquet reader |
 * | .csv       | everything, to the bit                            | readRecording; anything           |
 * | .txt       | places and levels                                 | readRecording; PedPy              |
 * | .sqlite    | places and headings, walkable area of each frame  | readRecording; PedPy, JuPedSim    |
 */
import { InputError, type RecordingInfo } from '@foulee/engine';
import type { Recording } from './recording-rows.ts';
import type { ByteOutput, FrameSink } from './recording-sink.ts';
import { isSqlite } from './sqlite-file.ts';

export type { Recording } from './recording-rows.ts';
export type { ByteOutput, FrameSink } from './recording-sink.ts';
export { createSqliteSink } from './recording-sqlite.ts';
export { fileBeside, infoFromJson, infoToJson } from './recording-info.ts';
export {
  framesOf,
  runOf,
  tracksOf,
  untoldIn,
  usualStep,
  velocitiesOf,
  withEmptyFrames,
  WITHIN,
  withInfo,
} from './recording-frames.ts';
export { joinSinks, recordingFiles } from './recording-levels.ts';
export { createPeopleWriter, readPeople } from './recording-people.ts';

/** The endings of file names that a recording can have; `.sqlite` is written through createSqliteSink. */
export const RECORDING_ENDINGS: readonly string[] = ['.parquet', '.sqlite', '.txt', '.csv'];

/** A writer for the format that the file name's ending says. */
export async function createRecordingSink(
  fileName: string,
  info: RecordingInfo,
  output: ByteOutput,
): Promise<FrameSink> {
  switch (endingOf(fileName)) {
    case '.parquet':
      return (await import('./recording-parquet-writer.ts')).createParquetSink(info, output);
    case '.csv':
      return (await import('./recording-csv.ts')).createCsvSink(info, output);
    case '.txt':
      return (await import('./recording-txt.ts')).createTxtSink(info, output);
    case '.sqlite':
      throw new InputError(fileName, 'a database is not written byte after byte', 'use createSqliteSink with its path');
    default:
      throw new InputError(
        fileName,
        'the ending says no format of recordings',
        `end the name in ${RECORDING_ENDINGS.join(', ')}`,
      );
  }
}

/** Read a recording. The format is recognised by content, then by the name's ending. What a cut file lost is in `warnings`. */
export async function readRecording(file: Uint8Array, fileName: string): Promise<Recording> {
  // Node's Buffer is a Uint8Array whose slice() does not copy.
  const bytes = new Uint8Array(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length === 0) throw new InputError(fileName, 'the file is empty', 'give a recording');
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, 64));
  if (start.startsWith('PAR1'))
    return (await import('./recording-parquet-reader.ts')).readParquetRecording(bytes, fileName);
  if (isSqlite(bytes)) return (await import('./recording-sqlite-reader.ts')).readSqliteRecording(bytes, fileName);
  const ending = endingOf(fileName);
  if (ending === '.csv' || /^[^\n#]*\btime,/.test(start)) {
    return (await import('./recording-csv.ts')).readCsvRecording(bytes, fileName);
  }
  if (ending === '.txt' || start.startsWith('#')) {
    return (await import('./recording-txt.ts')).readTxtRecording(bytes, fileName);
  }
  throw new InputError(fileName, 'not a recording', `give a recording that ends in ${RECORDING_ENDINGS.join(', ')}`);
}

function endingOf(fileName: string): string {
  return /\.[^./\\]*$/.exec(fileName)?.[0].toLowerCase() ?? '';
}
