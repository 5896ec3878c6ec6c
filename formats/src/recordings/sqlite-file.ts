/**
 * Bytes of a SQLite file → the rows of a table. Only what recordings need: ordinary tables, read once from beginning to end; no index,
 * no query, no write-ahead log. For the page as well, where the library that writes databases does not run.
 *
 *   page 1: header of the file, then the table of all tables     interior page → pages below it     leaf page → rows
 *   a row: its size, its number, its columns' types, its columns; what does not fit goes on in a chain of overflow pages
 *
 * Files come from strangers. Every page is visited once at most, and the rows of a page may not hold more bytes than the page: so time
 * and memory are linear in the size of the file, and a circle of pages is an error. What is wrong is an InputError.
 * Source: sqlite.org/fileformat2.html. Cost: about 0.3 µs a row.
 */
import { InputError } from '@foulee/engine';

/** One row; only good until the next. */
export interface SqliteRow {
  /** The number in a column; NaN where there is none. */
  number(column: number): number;
  /** Text as it is, numbers as text (whole numbers with all their digits), '' for nothing. */
  text(column: number): string;
}

interface SqliteTable {
  root: number;
  /** Lower case. */
  columns: string[];
  /** The column that stands for the row's number, which rows leave empty; -1: none. */
  rowNumberColumn: number;
}

export interface SqliteFile {
  name: string;
  bytes: Uint8Array;
  view: DataView;
  pageSize: number;
  /** Bytes of a page that are used. */
  usable: number;
  pages: number;
  decoder: TextDecoder;
  isVisited: Uint8Array;
  tables: Map<string, SqliteTable>;
  /** Rows may be in a log beside the file. */
  hasLog: boolean;
}

const INTERIOR = 5;
const LEAF = 13;
const ENCODINGS = ['utf-8', 'utf-8', 'utf-16le', 'utf-16be'];
const MAGIC = 'SQLite format 3\0';

export function isSqlite(bytes: Uint8Array): boolean {
  return new TextDecoder('latin1').decode(bytes.subarray(0, 16)) === MAGIC;
}

export function openSqlite(bytes: Uint8Array, name: string): SqliteFile {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 512) throw damaged(name, 'it is shorter than a page');
  const stated = view.getUint16(16);
  const pageSize = stated === 1 ? 65536 : stated;
  const usable = pageSize - bytes[20];
  const encoding = ENCODINGS[view.getUint32(56)];
  if (pageSize < 512 || (pageSize & (pageSize - 1)) !== 0 || usable < 480 || encoding === undefined) {
    throw damaged(name, 'its header makes no sense');
  }
  const pages = Math.floor(bytes.length / pageSize);
  const file: SqliteFile = {
    name,
    bytes,
    view,
    pageSize,
    usable,
    pages,
    decoder: new TextDecoder(encoding),
    isVisited: new Uint8Array(pages + 1),
    tables: new Map(),
    hasLog: bytes[18] === 2 || bytes[19] === 2,
  };
  // type, name, tbl_name, rootpage, sql
  eachRow(file, { root: 1, columns: [], rowNumberColumn: -1 }, (row) => {
    if (row.text(0) === 'table') file.tables.set(row.text(1).toLowerCase(), tableOf(row.number(3), row.text(4)));
  });
  return file;
}

/**
 * @param take called with every row, in their order; columns are numbered as in `columns`
 * @returns false if the table or one of its columns is not there
 */
export function readSqliteTable(
  file: SqliteFile,
  table: string,
  columns: readonly string[],
  take: (row: SqliteRow) => void,
): boolean {
  const found = file.tables.get(table);
  const at = columns.map((column) => found?.columns.indexOf(column) ?? -1);
  if (found === undefined || at.includes(-1)) return false;
  let now: SqliteRow;
  const named: SqliteRow = { number: (column) => now.number(at[column]), text: (column) => now.text(at[column]) };
  eachRow(file, found, (row) => {
    now = row;
    take(named);
  });
  return true;
}

function tableOf(root: number, sql: string): SqliteTable {
  const parts = columnTexts(sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, ' '));
  const own = parts.filter((part) => !/^(?:constraint|primary|unique|check|foreign)\b/i.test(part));
  return {
    root,
    columns: own.map(
      (part) =>
        /^(?:"([^"]*)"|`([^`]*)`|\[([^\]]*)\]|'([^']*)'|([^\s(,]+))/
          .exec(part)
          ?.slice(1)
          .find(Boolean)
          ?.toLowerCase() ?? '',
    ),
    rowNumberColumn: own.findIndex((part) => /^\S+\s+integer\s+primary\s+key\b(?!\s+desc)/i.test(part)),
  };
}

/** What stands between the commas of CREATE TABLE name (…), commas in brackets aside. */
function columnTexts(sql: string): string[] {
  const texts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let i = 0; i < sql.length; i++) {
    const c = sql[i];
    if (c === '(' && depth++ === 0) from = i + 1;
    if (c === ')') depth--;
    if ((c === ',' && depth === 1) || (c === ')' && depth === 0)) {
      texts.push(sql.slice(from, i).trim());
      from = i + 1;
      if (depth === 0) break;
    }
  }
  return texts;
}

function eachRow(file: SqliteFile, table: SqliteTable, take: (row: SqliteRow) => void): void {
  const row = createRow(file, table.rowNumberColumn);
  const below: number[] = [table.root];
  while (below.length > 0) {
    const page = below.pop()!;
    visit(file, page);
    const start = (page - 1) * file.pageSize;
    const head = page === 1 ? start + 100 : start;
    const kind = file.bytes[head];
    const count = file.view.getUint16(head + 3);
    if (kind !== INTERIOR && kind !== LEAF) throw damaged(file.name, `page ${page} is not a page of a table`);
    const pointers = head + (kind === INTERIOR ? 12 : 8);
    if (pointers + 2 * count > start + file.usable) throw damaged(file.name, `page ${page} is overfull`);
    const cellAt = (k: number) => {
      const offset = file.view.getUint16(pointers + 2 * k);
      if (offset < 8 || offset + 4 > file.usable) throw damaged(file.name, `page ${page} points outside itself`);
      return start + offset;
    };
    if (kind === INTERIOR) {
      // The last one first, since the stack gives them back in the other order.
      below.push(file.view.getUint32(head + 8));
      for (let k = count - 1; k >= 0; k--) below.push(file.view.getUint32(cellAt(k)));
      if (below.length > file.pages) throw damaged(file.name, 'its pages are in a circle');
      continue;
    }
    let used = 0;
    for (let k = 0; k < count; k++) {
      used += row.read(cellAt(k), start + file.usable);
      if (used > file.usable) throw damaged(file.name, `the rows of page ${page} overlap`);
      take(row);
    }
  }
}

function visit(file: SqliteFile, page: number): void {
  if (!(page >= 1 && page <= file.pages)) throw damaged(file.name, `page ${page} is missing`);
  if (file.isVisited[page] === 1) throw damaged(file.name, `page ${page} belongs to two places`);
  file.isVisited[page] = 1;
}

interface ReadableRow extends SqliteRow {
  /** @returns the bytes of the row on its page */
  read(at: number, end: number): number;
}

function createRow(file: SqliteFile, rowNumberColumn: number): ReadableRow {
  let { bytes, view } = file;
  let rowNumber = 0;
  let columns = 0;
  /** Of each column: its type, and where it begins. */
  const types: number[] = [];
  const starts: number[] = [];
  /** Where the variable-length number that was read last ends. */
  let behind = 0;

  /** Seven bits a byte, most significant first; nine bytes at most. Beyond 2⁵³ digits are lost: nothing so large is used. */
  function readNumber(at: number): number {
    let value = 0;
    for (let i = 0; i < 8; i++) {
      const byte = bytes[at + i];
      if (byte === undefined) throw damaged(file.name, 'a row is cut');
      value = value * 128 + (byte & 0x7f);
      if (byte < 0x80) {
        behind = at + i + 1;
        return value;
      }
    }
    behind = at + 9;
    return value * 256 + (bytes[at + 8] ?? 0);
  }

  function integer(at: number, size: number): bigint {
    let value = 0n;
    for (let i = 0; i < size; i++) value = value * 256n + BigInt(bytes[at + i]);
    return BigInt.asIntN(8 * size, value);
  }

  return {
    read(at, end) {
      ({ bytes, view } = file);
      const size = readNumber(at);
      rowNumber = readNumber(behind);
      let from = behind;
      const here = bytesHere(file, size);
      if (from + here + (here < size ? 4 : 0) > end) throw damaged(file.name, 'a row leaves its page');
      const used = from + here - at;
      let to = from + size;
      if (here < size) {
        bytes = joined(file, from, here, size);
        view = new DataView(bytes.buffer);
        from = 0;
        to = size;
      }
      const headEnd = from + readNumber(from);
      if (headEnd > to) throw damaged(file.name, 'a row is cut');
      let start = headEnd;
      columns = 0;
      for (let p = behind; p < headEnd; p = behind) {
        const type = readNumber(p);
        types[columns] = type;
        starts[columns++] = start;
        start += sizeOf(type);
      }
      if (start > to) throw damaged(file.name, 'a row claims more than it holds');
      return used;
    },
    number(column) {
      if (column === rowNumberColumn) return rowNumber;
      if (column >= columns) return Number.NaN;
      const type = types[column];
      const at = starts[column];
      switch (type) {
        case 1:
          return view.getInt8(at);
        case 2:
          return view.getInt16(at);
        case 3:
          return view.getInt8(at) * 65536 + view.getUint16(at + 1);
        case 4:
          return view.getInt32(at);
        case 5:
        case 6:
          return Number(integer(at, sizeOf(type)));
        case 7:
          return view.getFloat64(at);
        case 8:
        case 9:
          return type - 8;
        default:
          return type > 12 && type % 2 === 1 ? numberIn(this.text(column)) : Number.NaN;
      }
    },
    text(column) {
      if (column >= columns && column !== rowNumberColumn) return '';
      const type = types[column];
      if (type >= 13 && type % 2 === 1) {
        return file.decoder.decode(bytes.subarray(starts[column], starts[column] + sizeOf(type)));
      }
      if (type === 6) return `${integer(starts[column], 8)}`;
      const value = this.number(column);
      return Number.isNaN(value) ? '' : `${value}`;
    },
  };
}

function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

function sizeOf(type: number): number {
  if (type < 5) return type;
  if (type === 5) return 6;
  if (type === 6 || type === 7) return 8;
  if (type < 12) return 0;
  return Math.floor((type - 12) / 2);
}

/** Bytes of a row's content that lie on its own page. */
function bytesHere({ usable }: SqliteFile, size: number): number {
  if (size <= usable - 35) return size;
  const least = Math.floor(((usable - 12) * 32) / 255) - 23;
  const rest = least + ((size - least) % (usable - 4));
  return rest <= usable - 35 ? rest : least;
}

/** A row's content that goes on in overflow pages, in one piece. */
function joined(file: SqliteFile, from: number, here: number, size: number): Uint8Array {
  if (size > file.bytes.length) throw damaged(file.name, 'a row claims more than the file holds');
  const whole = new Uint8Array(size);
  whole.set(file.bytes.subarray(from, from + here));
  let at = here;
  let page = file.view.getUint32(from + here);
  while (at < size) {
    visit(file, page);
    const start = (page - 1) * file.pageSize;
    const piece = Math.min(size - at, file.usable - 4);
    whole.set(file.bytes.subarray(start + 4, start + 4 + piece), at);
    at += piece;
    page = file.view.getUint32(start);
  }
  return whole;
}

function damaged(name: string, what: string): InputError {
  return new InputError(name, `the database is damaged: ${what}`, 'copy it again when nothing writes to it any more');
}
