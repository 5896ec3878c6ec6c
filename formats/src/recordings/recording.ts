/**
 * Recordings: frames of a run to a file, and a file back to frames. Works in a browser and in Node; nothing here opens files but
 * the SQLite writer, which needs a path (recording-sqlite.ts).
 *
 * | ending     | holds                                             | read back by                      |
 * | .parquet   | everything, to the bit, and what the run was      | readRecording; any Parquet reader |
 * | .csv       | everything, to the bit                            | readRecording; anything           |
 * | .txt       | places and levels                                 | readRecording; PedPy              |
 * | .sqlite    | places and headings, walkable area                | PedPy, JuPedSim's tools           |
 */
import { InputError, type RecordingInfo } from '@foulee/engine';
import type { Recording } from './recording-rows.ts';
import type { ByteOutput, FrameSink } from './recording-sink.ts';

export type { Recording } from './recording-rows.ts';
export type { ByteOutput, FrameSink } from './recording-sink.ts';
export { createSqliteSink } from './recording-sqlite.ts';

/** The endings of file names that a recording can be written to; `.sqlite` through createSqliteSink. */
export const RECORDING_ENDINGS: readonly string[] = ['.parquet', '.sqlite', '.txt', '.csv'];

/** Those that are read back; `.sqlite` is for other tools. */
export const RECORDING_ENDINGS_READ: readonly string[] = RECORDING_ENDINGS.filter((ending) => ending !== '.sqlite');

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
  if (start.startsWith('SQLite format 3\0')) {
    throw new InputError(
      fileName,
      'databases are for PedPy and JuPedSim',
      'record the run as .parquet to read it here',
    );
  }
  const ending = endingOf(fileName);
  if (ending === '.csv' || /^[^\n#]*\btime,/.test(start)) {
    return (await import('./recording-csv.ts')).readCsvRecording(bytes, fileName);
  }
  if (ending === '.txt' || start.startsWith('#')) {
    return (await import('./recording-txt.ts')).readTxtRecording(bytes, fileName);
  }
  throw new InputError(fileName, 'not a recording', 'give a recording that ends in .parquet, .csv or .txt');
}

function endingOf(fileName: string): string {
  return /\.[^./\\]*$/.exec(fileName)?.[0].toLowerCase() ?? '';
}
