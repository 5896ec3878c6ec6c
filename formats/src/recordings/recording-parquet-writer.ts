/**
 * Frames to a Parquet file: one row per walker and frame with time, step, serial, x, y, level, vx, vy, radius.
 *
 * Rows are kept until there are enough for a row group, which is appended together with a footer that lists all groups so far:
 *
 *   PAR1 info footer₀ PAR1 | group₁ footer₁ PAR1 | group₂ footer₂ PAR1 | …
 *
 * Readers look at the last footer only; those before are dead bytes. A run killed between two appends leaves a whole file, and one
 * killed inside an append leaves a whole file and a tail, which our reader cuts off.
 *
 * A flush must not leave a trace in the closed file, since it follows the clock. So it appends the frames since the last flush as a
 * group for now, and a footer; when the group that stays is due, it takes the place of those:
 *
 *   … footer | for now footer | for now footer       →       … footer | group footer
 *
 * It is first put behind them, with a footer of its own, then in their place, and then the file is cut. So a run killed at
 * any moment of this leaves all its frames too. Where groups stay away for long, those for now are made one in the same way.
 *
 * So that footers stay a small part of the file, groups grow with what was written, up to MAX_GROUP_ROWS.
 * Frames without walkers have no row: they are listed in the footer's `foulee` entry. What is known of the run can be large (the
 * walkable area of a city), so it stands once, before the first footer, where `foulee` points; the last footer repeats it in
 * `foulee.info` for those who read with other tools, with units, and without the area where pandas looks (PANDAS_ATTRS). Changes of the
 * area are in `foulee.changes`. Who the people are is a table of its own beside the file (recording-people.ts).
 *
 * Pages are made here and not by hyparquet-writer, whose way through every single value costs 70 ns per double: places and
 * velocities are copied as they lie in memory (PLAIN, little-endian as every machine that runs this), step and time are a run
 * per frame (RLE_DICTIONARY), serial and level are differences (DELTA_BINARY_PACKED). Headers, footer and differences are
 * hyparquet-writer's. Data pages of version 1, no compression: every Parquet reader takes them.
 * Source: the Parquet format, apache/parquet-format. Cost: 40 bytes per walker and frame (32 where all radii are the same) and
 * 50 to 60 ns, disk not counted; memory: two groups.
 */
import type { ColumnChunk, Encoding, FileMetaData, RowGroup, SchemaElement } from 'hyparquet';
import type { AreaChange, RecordingInfo } from '@foulee/engine';
import { addFrame, clearFrames, createFrameBuffer } from './recording-buffer.ts';
import { describeRun, infoWithUnits } from './recording-info.ts';
import { addEmptyFrame, type EmptyFrames, type ParquetNotes } from './recording-parquet-notes.ts';
import { alreadyClosed, type ByteOutput, type FrameSink } from './recording-sink.ts';

/** A group is written when it has this many rows or frames, and an eighth of what was written before, … */
const MIN_GROUP_ROWS = 1 << 16;
const MIN_GROUP_FRAMES = 128;
/** … and at the latest at this many rows: 52 bytes each are kept. */
const MAX_GROUP_ROWS = 1 << 19;
/** Groups for now are made one when they take so many bytes more than their rows. */
const MOST_WASTE = 1 << 20;

/** About, and rather fewer. */
const BYTES_PER_ROW = 32;

const COLUMNS: readonly (readonly [name: string, type: 'INT32' | 'DOUBLE'])[] = [
  ['time', 'DOUBLE'],
  ['step', 'INT32'],
  ['serial', 'INT32'],
  ['x', 'DOUBLE'],
  ['y', 'DOUBLE'],
  ['level', 'INT32'],
  ['vx', 'DOUBLE'],
  ['vy', 'DOUBLE'],
  ['radius', 'DOUBLE'],
];

export async function createParquetSink(info: RecordingInfo, output: ByteOutput): Promise<FrameSink> {
  const buffer = createFrameBuffer(info);
  const [{ ByteWriter }, { writePageHeader }, { writeMetadata }, { deltaBinaryPack }] = await Promise.all([
    import('hyparquet-writer'),
    import('hyparquet-writer/src/datapage.js'),
    import('hyparquet-writer/src/metadata.js'),
    import('hyparquet-writer/src/delta.js'),
  ]);
  /** `offset` counts from the start of the file, `index` from the start of what is not yet put out. */
  const writer = new ByteWriter(1 << 16);
  const page = new ByteWriter(1 << 16);
  const groups: RowGroup[] = [];
  const empty: EmptyFrames = { runs: [], single: [] };
  const changes: AreaChange[] = [];
  let rowsWritten = 0;
  let framesWritten = 0;
  let closed = false;
  /** Bytes that stay, and all bytes: between them lie the groups for now, of the first frames of the buffer. */
  let staying = 0;
  let size = 0;
  let forNow: RowGroup[] = [];
  let framesForNow = 0;
  /** What of the buffer is being made a group. */
  let firstFrame = 0;
  let firstRow = 0;
  let rows = 0;

  const infoBytes = new TextEncoder().encode(JSON.stringify(info));
  writer.appendUint32(MAGIC);
  const infoAt: [offset: number, length: number] = [writer.offset, infoBytes.length];
  writer.appendBytes(infoBytes);
  appendFooter(groups, 0, false);
  putOut();
  staying = size;

  return {
    write(frame) {
      if (closed) throw alreadyClosed(info);
      addFrame(buffer, frame);
      if (frame.count === 0) addEmptyFrame(empty, frame.step, frame.time, info);
      const enoughRows = Math.min(Math.max(rowsWritten / 8, MIN_GROUP_ROWS), MAX_GROUP_ROWS);
      const enoughFrames = Math.max(framesWritten / 8, MIN_GROUP_FRAMES);
      if (buffer.rows >= enoughRows || buffer.frames >= enoughFrames) {
        writeGroup(false);
      }
    },
    changeArea(change) {
      changes.push(change);
    },
    flush() {
      if (closed || framesForNow === buffer.frames) return;
      startAt(size);
      const added = appendRows(framesForNow);
      if (added !== undefined) forNow.push(added);
      framesForNow = buffer.frames;
      appendFooter([...groups, ...forNow], framesForNow, false);
      putOut();
      if (size - staying > MOST_WASTE + 4 * BYTES_PER_ROW * buffer.rows) joinForNow();
    },
    close() {
      if (closed) return;
      closed = true;
      writeGroup(true);
    },
  };

  /** The frames of the buffer as a group that stays. */
  function writeGroup(complete: boolean): void {
    startAt(staying);
    const added = appendRows(0);
    if (added !== undefined) groups.push(added);
    const { index } = writer;
    framesWritten += buffer.frames;
    rowsWritten += buffer.rows;
    clearFrames(buffer);
    appendFooter(groups, 0, complete);
    replaceForNow(added, index);
    staying = size;
    forNow = [];
    framesForNow = 0;
  }

  /** All groups for now as one: many have long footers. */
  function joinForNow(): void {
    startAt(staying);
    const joined = appendRows(0);
    const { index } = writer;
    forNow = joined === undefined ? [] : [joined];
    appendFooter([...groups, ...forNow], framesForNow, false);
    replaceForNow(joined, index);
  }

  /**
   * Put what the writer holds, a group and a footer made for `staying`, in the place of the groups for now. Until that is done, a
   * copy of the group behind them holds the same frames.
   * @param length bytes of the group
   */
  function replaceForNow(group: RowGroup | undefined, length: number): void {
    if (size === staying) {
      putOut();
      return;
    }
    const bytes = writer.getBytes().slice();
    const copyAt = Math.max(size, staying + bytes.length);
    startAt(copyAt);
    writer.appendBytes(bytes.subarray(0, length));
    const before = groups.filter((other) => other !== group);
    const copied = group === undefined ? [] : [movedGroup(group, copyAt - staying)];
    appendFooter([...before, ...copied], buffer.frames, false);
    output.write!(writer.getBytes(), copyAt);
    output.write!(bytes, staying);
    output.truncate!(staying + bytes.length);
    size = staying + bytes.length;
  }

  /** What is put into the writer from here on will lie there in the file. */
  function startAt(offset: number): void {
    writer.index = 0;
    writer.offset = offset;
  }

  /** All that the writer holds, to the end of the file. */
  function putOut(): void {
    output.append(writer.getBytes());
    size = writer.offset;
  }

  /** The rows of the buffer from a frame on; undefined if there are none. */
  function appendRows(fromFrame: number): RowGroup | undefined {
    firstFrame = fromFrame;
    firstRow = buffer.first[fromFrame];
    rows = buffer.rows - firstRow;
    if (rows === 0) return undefined;
    const from = writer.offset;
    const columns = [
      frameColumn('time', 'DOUBLE', buffer.time),
      frameColumn('step', 'INT32', buffer.step),
      integerColumn('serial', buffer.serial),
      numberColumn('x', buffer.x),
      numberColumn('y', buffer.y),
      integerColumn('level', buffer.level),
      numberColumn('vx', buffer.vx),
      numberColumn('vy', buffer.vy),
      isConstant(buffer.radius, firstRow, buffer.rows)
        ? constantColumn('radius', buffer.radius[firstRow])
        : numberColumn('radius', buffer.radius),
    ];
    return { columns, total_byte_size: BigInt(writer.offset - from), num_rows: BigInt(rows) };
  }

  /** @param framesAlso frames of the buffer that the groups hold, beside those written for good */
  function appendFooter(listed: RowGroup[], framesAlso: number, complete: boolean): void {
    const frames = framesWritten + framesAlso;
    const notes: ParquetNotes = { version: 1, info: infoAt, frames, empty, complete };
    const entries = [{ key: 'foulee', value: JSON.stringify(notes) }];
    if (changes.length > 0) entries.push({ key: 'foulee.changes', value: JSON.stringify(changes) });
    if (complete) {
      entries.push({ key: 'foulee.info', value: JSON.stringify(infoWithUnits(info)) });
      // Where pandas keeps what is known of a table: df.attrs.
      entries.push({ key: 'PANDAS_ATTRS', value: JSON.stringify(describeRun(info)) });
    }
    const metadata: Omit<FileMetaData, 'metadata_length'> = {
      version: 2,
      created_by: 'foulee version 1',
      schema: SCHEMA,
      num_rows: listed.reduce((sum, group) => sum + group.num_rows, 0n),
      row_groups: listed,
      key_value_metadata: entries,
    };
    writeMetadata(writer, metadata as FileMetaData);
    writer.appendUint32(MAGIC);
  }

  /** Values as they lie in memory. */
  function numberColumn(name: string, values: Float64Array): ColumnChunk {
    const from = writer.offset;
    dataPage(new Uint8Array(values.buffer, values.byteOffset + firstRow * 8, rows * 8), 'PLAIN');
    return chunk(name, 'DOUBLE', ['PLAIN'], from);
  }

  /** Differences: serials rise by one nearly everywhere, levels stay the same. */
  function integerColumn(name: string, values: Int32Array): ColumnChunk {
    const from = writer.offset;
    startPage();
    deltaBinaryPack(page, values.subarray(firstRow, firstRow + rows));
    dataPage(page.getBytes(), 'DELTA_BINARY_PACKED');
    return chunk(name, 'INT32', ['DELTA_BINARY_PACKED'], from);
  }

  /** A value per frame: the frames' values are the dictionary, and each frame is one run of its number. */
  function frameColumn(name: string, type: 'INT32' | 'DOUBLE', all: readonly number[]): ColumnChunk {
    const from = writer.offset;
    const values = firstFrame === 0 ? all : all.slice(firstFrame);
    dictionaryPage(type, values);
    const dataFrom = writer.offset;
    startPage();
    // At least one bit: not every reader takes none.
    const width = Math.max(1, 32 - Math.clz32(values.length - 1));
    page.appendUint8(width);
    for (let frame = firstFrame; frame < buffer.frames; frame++) {
      appendRun(buffer.first[frame + 1] - buffer.first[frame], frame - firstFrame, width);
    }
    dataPage(page.getBytes(), 'RLE_DICTIONARY');
    const made = chunk(name, type, ['PLAIN', 'RLE_DICTIONARY'], from, dataFrom);
    made.meta_data!.statistics = { min_value: values[0], max_value: values.at(-1)!, null_count: 0n };
    return made;
  }

  function constantColumn(name: string, value: number): ColumnChunk {
    const from = writer.offset;
    dictionaryPage('DOUBLE', [value]);
    const dataFrom = writer.offset;
    startPage();
    page.appendUint8(1);
    appendRun(rows, 0, 1);
    dataPage(page.getBytes(), 'RLE_DICTIONARY');
    return chunk(name, 'DOUBLE', ['PLAIN', 'RLE_DICTIONARY'], from, dataFrom);
  }

  function startPage(): void {
    page.index = 0;
    page.offset = 0;
  }

  /** `count` times `value`, in as many bytes as `width` bits take. */
  function appendRun(count: number, value: number, width: number): void {
    if (count === 0) return;
    page.appendVarInt(count << 1);
    for (let bits = 0; bits < width; bits += 8) page.appendUint8((value >>> bits) & 0xff);
  }

  function dictionaryPage(type: 'INT32' | 'DOUBLE', values: readonly number[]): void {
    startPage();
    for (const value of values) {
      if (type === 'INT32') page.appendInt32(value);
      else page.appendFloat64(value);
    }
    writePageHeader(writer, {
      type: 'DICTIONARY_PAGE',
      uncompressed_page_size: page.index,
      compressed_page_size: page.index,
      dictionary_page_header: { num_values: values.length, encoding: 'PLAIN' },
    });
    writer.appendBytes(page.getBytes());
  }

  function dataPage(bytes: Uint8Array, encoding: Encoding): void {
    writePageHeader(writer, {
      type: 'DATA_PAGE',
      uncompressed_page_size: bytes.length,
      compressed_page_size: bytes.length,
      data_page_header: {
        num_values: rows,
        encoding,
        definition_level_encoding: 'RLE',
        repetition_level_encoding: 'RLE',
      },
    });
    writer.appendBytes(bytes);
  }

  /** What the footer says of a column of this group, whose pages lie from `from` to where the writer is. */
  function chunk(
    name: string,
    type: 'INT32' | 'DOUBLE',
    encodings: Encoding[],
    from: number,
    dataFrom = from,
  ): ColumnChunk {
    const size = BigInt(writer.offset - from);
    return {
      file_offset: BigInt(from),
      meta_data: {
        type,
        encodings,
        path_in_schema: [name],
        codec: 'UNCOMPRESSED',
        num_values: BigInt(rows),
        total_uncompressed_size: size,
        total_compressed_size: size,
        data_page_offset: BigInt(dataFrom),
        ...(dataFrom > from ? { dictionary_page_offset: BigInt(from) } : {}),
      },
    };
  }
}

/** "PAR1". */
const MAGIC = 0x31524150;

const SCHEMA: SchemaElement[] = [
  { name: 'recording', num_children: COLUMNS.length },
  ...COLUMNS.map(([name, type]): SchemaElement => ({ name, type, repetition_type: 'REQUIRED' })),
];

function isConstant(values: Float64Array, from: number, to: number): boolean {
  const value = values[from];
  for (let i = from + 1; i < to; i++) if (!Object.is(values[i], value)) return false;
  return true;
}

/** The same group so many bytes further on. */
function movedGroup(group: RowGroup, bytes: number): RowGroup {
  const by = BigInt(bytes);
  const columns = group.columns.map(({ file_offset, meta_data, ...rest }): ColumnChunk => {
    const { data_page_offset, dictionary_page_offset } = meta_data!;
    const moved = {
      ...meta_data!,
      data_page_offset: data_page_offset + by,
      ...(dictionary_page_offset === undefined ? {} : { dictionary_page_offset: dictionary_page_offset + by }),
    };
    return { ...rest, file_offset: file_offset + by, meta_data: moved };
  });
  return { ...group, columns };
}
