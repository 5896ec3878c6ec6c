/** Rows → a small table beside a recording, as Parquet or CSV. Empty (null): not known, or not (yet). Linear. */
import { InputError } from '@foulee/engine';
import { eachLine, numberText, textNumber } from './recording-text.ts';

/** Name in the file, kind there, and the field of a row. */
export type TableColumn<Row> = readonly [name: string, kind: 'INT32' | 'DOUBLE' | 'STRING', field: keyof Row];

/** Loads what is needed; then tables are written at once, as often as they are asked for. @param ending .parquet or .csv */
export async function createTableWriter<Row>(
  ending: string,
  columns: readonly TableColumn<Row>[],
): Promise<(rows: readonly Row[]) => Uint8Array | string> {
  if (ending.toLowerCase() === '.csv') return (rows) => tableToCsv(rows, columns);
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  return (rows) => {
    const columnData = columns.map(([name, type, field]) => ({
      name,
      type,
      data: rows.map((row) => row[field]),
      nullable: true,
    }));
    return new Uint8Array(parquetWriteBuffer({ columnData }));
  };
}

function tableToCsv<Row>(rows: readonly Row[], columns: readonly TableColumn<Row>[]): string {
  const lines = [columns.map(([name]) => name).join(',')];
  for (const row of rows) {
    lines.push(columns.map(([, , field]) => fieldText(row[field] as string | number | null)).join(','));
  }
  return `${lines.join('\n')}\n`;
}

function fieldText(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return numberText(value);
  const line = value.replace(/[\r\n]+/g, ' ');
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

/** A table as it is written above. @param needed fields that every row must have */
export async function readTable<Row>(
  bytes: Uint8Array,
  fileName: string,
  columns: readonly TableColumn<Row>[],
  needed: readonly (keyof Row)[],
): Promise<Row[]> {
  const isParquet = new TextDecoder('latin1').decode(bytes.subarray(0, 4)) === 'PAR1';
  const rows = isParquet ? await parquetRows(bytes, fileName) : csvRows(bytes, fileName, columns);
  return rows.map((row, k) => {
    const entries = columns.map(([name, kind, field]) => {
      const value = row[name] ?? null;
      const isText = kind === 'STRING' ? typeof value === 'string' : Number.isFinite(value);
      const isGood = value === null ? !needed.includes(field) : isText;
      if (!isGood) throw new InputError(fileName, `row ${k + 1} has ${name} ${String(value)}`, 'record the run again');
      return [field, value];
    });
    return Object.fromEntries(entries) as Row;
  });
}

type Fields = Record<string, unknown>;

async function parquetRows(bytes: Uint8Array, fileName: string): Promise<Fields[]> {
  const { parquetReadObjects } = await import('hyparquet');
  try {
    return await parquetReadObjects({ file: new Uint8Array(bytes).buffer }); // a copy: Node’s buffers lie in larger ones
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError(fileName, `is no table that can be read (${why})`, 'record the run again');
  }
}

/** Fields may hold commas and quotes, but no ends of lines. */
function csvRows<Row>(bytes: Uint8Array, fileName: string, columns: readonly TableColumn<Row>[]): Fields[] {
  const rows: Fields[] = [];
  let names: string[] | undefined;
  eachLine(bytes, fileName, (line) => {
    if (line === '') return;
    const fields = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
      quoted === undefined ? plain : quoted.replaceAll('""', '"'),
    );
    if (names === undefined) {
      names = fields;
      return;
    }
    const row: Fields = {};
    for (const [name, kind] of columns) {
      const text = fields[names.indexOf(name)] ?? '';
      row[name] = text === '' ? null : kind === 'STRING' ? text : textNumber(text);
    }
    rows.push(row);
  });
  return rows;
}
