/**
 * A Parquet file to a Recording: ours, or one with the same columns from elsewhere.
 *
 * The last footer that is whole is looked for from the end, since a run killed inside an append leaves a tail behind it
 * (recording-parquet-writer.ts). hyparquet decodes one row group at a time. What footer and pages claim is checked against the
 * bytes there are before anything is reserved. Cost: one pass; memory: the recording and one group.
 */
import { type AreaChange, InputError, type RecordingInfo } from '@foulee/engine';
import type { ColumnMetaData, FileMetaData, PageHeader, RowGroup } from 'hyparquet';
import { isChanges, isInfo, type ParquetNotes, parseNotes } from './recording-parquet-notes.ts';
import { createRows, type Recording, type RecordingRows, rowsToRecording } from './recording-rows.ts';

const INTEGERS = ['step', 'serial', 'level'] as const;
const NUMBERS = ['time', 'x', 'y', 'vx', 'vy', 'radius'] as const;
/** A file is believed to hold this many rows per byte at most: compressed walkers that stand still come near, nothing else. */
const MAX_ROWS_PER_BYTE = 4;
/** Frames without walkers take no bytes: so many are believed. */
const MAX_FRAMES = 1 << 24;
/** So many places that look like the end of a footer are tried, from the end of the file. */
const MAX_TRIES = 256;

export async function readParquetRecording(bytes: Uint8Array, fileName: string): Promise<Recording> {
  const [hyparquet, { parquetHeader }] = await Promise.all([import('hyparquet'), import('hyparquet/src/column.js')]);
  const warnings: string[] = [];
  const { metadata, end } = findFooter(bytes, fileName, (footer) =>
    hyparquet.parquetMetadata(footer, { geoparquet: false }),
  );
  const text = metadata.key_value_metadata?.find((entry) => entry.key === 'foulee')?.value;
  const notes = text === undefined ? undefined : parseNotes(text, MAX_FRAMES);
  if (text !== undefined && notes === undefined) {
    throw new InputError(fileName, 'its footer says things that cannot be', 'export the recording again');
  }
  const total = checkGroups(metadata, end, bytes.length, fileName);
  const info = notes === undefined ? undefined : readInfo(bytes, notes);
  if (notes !== undefined && info === undefined) {
    throw new InputError(fileName, 'what it should know of the run is damaged', 'export the recording again');
  }

  const rows = createRows();
  const file = {
    byteLength: end,
    slice: (from: number, to?: number) => bytes.slice(from, Math.min(to ?? end, end)).buffer as ArrayBuffer,
  };
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const count = Number(group.num_rows);
    const rowEnd = rowStart + count;
    const from = rows.step.length;
    const filled = new Map<string, number>();
    checkPages(group, bytes, parquetHeader, fileName);
    // hyparquet does not wait for this callback's errors: they are kept and thrown after.
    let refusal: unknown;
    try {
      await hyparquet.parquetRead({
        file,
        metadata,
        columns: [...INTEGERS, ...NUMBERS],
        rowStart,
        rowEnd,
        onChunk({ columnName, columnData, rowStart: chunkStart }) {
          try {
            take(rows, columnName, columnData as ArrayLike<unknown>, from, chunkStart - rowStart, count, fileName);
            filled.set(columnName, (filled.get(columnName) ?? 0) + columnData.length);
          } catch (error) {
            refusal ??= error;
          }
        },
      });
      if (refusal !== undefined) throw refusal;
    } catch (error) {
      if (error instanceof InputError) throw error;
      throw new InputError(
        fileName,
        `rows ${rowStart} to ${rowEnd} cannot be decoded (${message(error)})`,
        'export it again',
      );
    }
    for (const name of [...INTEGERS, ...NUMBERS]) {
      if (filled.get(name) !== count) {
        throw new InputError(
          fileName,
          `column ${name} has not the ${count} rows of its group`,
          'export the recording again',
        );
      }
      rows[name].length = from + count;
    }
    rowStart = rowEnd;
  }

  if (notes !== undefined && info !== undefined) {
    addEmptyFrames(rows, notes, info);
    if (end < bytes.length) {
      warnings.push(`${fileName} was cut while it was written: ${total} rows before that are kept`);
    } else if (!notes.complete) {
      warnings.push(`the run that wrote ${fileName} did not end: its last frames may be missing`);
    }
  }
  const recording = rowsToRecording(rows, fileName, info, warnings);
  if (notes !== undefined && recording.steps.length !== notes.frames) {
    throw new InputError(
      fileName,
      `it holds ${recording.steps.length} frames but says ${notes.frames}`,
      'export the recording again',
    );
  }
  const changes = readChanges(metadata);
  return changes.length === 0 ? recording : { ...recording, changes };
}

function readChanges({ key_value_metadata: entries }: FileMetaData): AreaChange[] {
  try {
    const changes: unknown = JSON.parse(entries?.find(({ key }) => key === 'foulee.changes')?.value ?? '[]');
    return isChanges(changes) ? changes : [];
  } catch {
    return [];
  }
}

/** The last whole footer, and the byte behind it. */
function findFooter(
  bytes: Uint8Array,
  fileName: string,
  parse: (footer: Uint8Array) => FileMetaData,
): { metadata: FileMetaData; end: number } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let tries = 0;
  let reason = 'no footer is whole';
  for (let end = bytes.length; end >= 12 && tries < MAX_TRIES; end--) {
    if (bytes[end - 1] !== 0x31 || view.getUint32(end - 4, true) !== 0x31524150) continue;
    const length = view.getUint32(end - 8, true);
    if (length === 0 || length > end - 12) continue;
    tries++;
    try {
      const metadata = parse(bytes.subarray(end - 8 - length, end));
      if (Array.isArray(metadata.row_groups) && Array.isArray(metadata.schema)) return { metadata, end };
    } catch (error) {
      reason = message(error);
    }
  }
  throw new InputError(
    fileName,
    `not a Parquet file that can be read (${reason})`,
    'if its run was killed before the first frames were written, there is nothing in it; run again',
  );
}

/** What the footer claims, against the bytes there are: gives the number of rows. */
function checkGroups(metadata: FileMetaData, end: number, size: number, fileName: string): number {
  const missing = [...INTEGERS, ...NUMBERS].filter(
    (name) => !metadata.schema.some((element) => element.name === name && element.type !== undefined),
  );
  if (missing.length > 0) {
    throw new InputError(
      fileName,
      `a Parquet file, but not a recording: it has no column ${missing.join(', ')}`,
      'give a file with the columns time, step, serial, x, y, level, vx, vy, radius',
    );
  }
  let total = 0;
  for (const group of metadata.row_groups) {
    total += Number(group.num_rows);
    if (!groupFits(group, end) || !(total <= size * MAX_ROWS_PER_BYTE)) {
      throw new InputError(fileName, 'its footer claims more than the file holds', 'export the recording again');
    }
  }
  return total;
}

function groupFits(group: RowGroup, end: number): boolean {
  const rows = Number(group.num_rows);
  if (!(rows >= 0)) return false;
  return ourColumns(group).every((column) => {
    const from = firstPage(column);
    const size = Number(column.total_compressed_size);
    return Number(column.num_values) === rows && from >= 4 && size >= 0 && from + size <= end;
  });
}

/** What the pages claim, before anything is reserved for them: a forged count of values would take all memory there is. */
function checkPages(
  group: RowGroup,
  bytes: Uint8Array,
  parquetHeader: (reader: { view: DataView; offset: number }) => PageHeader,
  fileName: string,
): void {
  const rows = Number(group.num_rows);
  for (const column of ourColumns(group)) {
    const from = firstPage(column);
    const size = Number(column.total_compressed_size);
    const reader = { view: new DataView(bytes.buffer, bytes.byteOffset + from, size), offset: 0 };
    let values = 0;
    while (values < rows) {
      let header: PageHeader | undefined;
      try {
        header = parquetHeader(reader);
      } catch {
        // Past the end of the chunk, or no header.
      }
      const data = header?.data_page_header ?? header?.data_page_header_v2;
      // Forged fields may be of another type than the format's.
      const unpacked = Number(header?.uncompressed_page_size ?? Number.NaN);
      const packed = Number(header?.compressed_page_size ?? Number.NaN);
      const count = Number(data?.num_values ?? 0);
      const entries = Number(header?.dictionary_page_header?.num_values ?? 0);
      reader.offset += packed;
      const good =
        packed >= 0 &&
        reader.offset <= size &&
        unpacked >= 0 &&
        unpacked <= 16 * rows + 64 * packed + 4096 &&
        (data === undefined ? header?.type === 'DICTIONARY_PAGE' : count > 0) &&
        entries >= 0 &&
        entries <= unpacked;
      values += count;
      if (good && values <= rows) continue;
      const name = column.path_in_schema.join('.');
      throw new InputError(fileName, `column ${name} claims more than the file holds`, 'export the recording again');
    }
  }
}

/** Others may stand beside them, of any kind: they are not read. */
function ourColumns(group: RowGroup): ColumnMetaData[] {
  const names: readonly (string | undefined)[] = [...INTEGERS, ...NUMBERS];
  return group.columns
    .map((chunk) => chunk.meta_data)
    .filter((column) => column !== undefined)
    .filter((column) => names.includes(column.path_in_schema[0]));
}

function firstPage(column: ColumnMetaData): number {
  const data = Number(column.data_page_offset);
  return Math.min(data, Number(column.dictionary_page_offset ?? data));
}

function readInfo(bytes: Uint8Array, notes: ParquetNotes): RecordingInfo | undefined {
  const [offset, length] = notes.info;
  if (offset + length > bytes.length) return undefined;
  try {
    const info: unknown = JSON.parse(new TextDecoder().decode(bytes.subarray(offset, offset + length)));
    return isInfo(info) ? info : undefined;
  } catch {
    return undefined;
  }
}

function addEmptyFrames(rows: RecordingRows, notes: ParquetNotes, info: RecordingInfo): void {
  for (const [first, stride, count] of notes.empty.runs) {
    for (let i = 0; i < count; i++) {
      rows.emptyStep.push(first + stride * i);
      rows.emptyTime.push((first + stride * i) * info.step);
    }
  }
  for (const [step, time] of notes.empty.single) {
    rows.emptyStep.push(step);
    rows.emptyTime.push(time);
  }
}

/** Copy a piece of a column to its rows. Columns of 64-bit integers, as others write them, are taken if they fit. */
function take(
  rows: RecordingRows,
  name: string,
  data: ArrayLike<unknown>,
  from: number,
  offset: number,
  count: number,
  fileName: string,
): void {
  if (offset < 0 || offset + data.length > count) {
    throw new InputError(fileName, `column ${name} has more rows than its group`, 'export the recording again');
  }
  const column = rows[name as keyof RecordingRows];
  while (column.array.length < from + count) {
    column.length = column.array.length;
    column.push(0);
  }
  const start = from + offset;
  const to = column.array;
  if (to instanceof Int32Array) {
    const least = name === 'level' ? -0x80000000 : 0;
    for (let i = 0; i < data.length; i++) {
      const value = data[i];
      const number = typeof value === 'bigint' ? Number(value) : (value as number);
      if (number !== (number | 0) || number < least) throw badValue(fileName, start + i, name, value);
      to[start + i] = number;
    }
  } else if (data instanceof Float64Array) {
    let wrong = 0;
    for (let i = 0; i < data.length; i++) wrong += data[i] * 0; // NaN if one is not finite
    if (wrong !== 0) {
      const i = data.findIndex((value) => !Number.isFinite(value));
      throw badValue(fileName, start + i, name, data[i]);
    }
    to.set(data, start);
  } else {
    for (let i = 0; i < data.length; i++) {
      const value = data[i];
      if (typeof value !== 'number' || !Number.isFinite(value)) throw badValue(fileName, start + i, name, value);
      to[start + i] = value;
    }
  }
}

function badValue(fileName: string, row: number, name: string, value: unknown): InputError {
  return new InputError(fileName, `row ${row} has ${name} ${String(value)}`, 'export the recording again');
}

function message(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
