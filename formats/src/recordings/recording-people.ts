/**
 * The people of a recording, a row each: who they are, when and where they entered and left. A table of its own beside the recording,
 * run-people.parquet or run-people.csv, to be joined by `serial`:
 *
 *   serial,profile,source,group_id,goal,enter_time,enter_x,enter_y,enter_level,start_time,exit_time,exit_x,exit_y,exit_level,exit_name
 *
 * Empty (null): not known, or not (yet). Names are those that need no quotes in SQL. Cost: linear.
 */
import { InputError, type RecordedPerson } from '@foulee/engine';
import { eachLine, numberText, textNumber } from './recording-text.ts';

type Field = keyof RecordedPerson;
type Kind = 'INT32' | 'DOUBLE' | 'STRING';

const COLUMNS: readonly (readonly [name: string, kind: Kind, field: Field])[] = [
  ['serial', 'INT32', 'serial'],
  ['profile', 'STRING', 'profile'],
  ['source', 'STRING', 'source'],
  ['group_id', 'INT32', 'group'],
  ['goal', 'STRING', 'goal'],
  ['enter_time', 'DOUBLE', 'entered'],
  ['enter_x', 'DOUBLE', 'enteredX'],
  ['enter_y', 'DOUBLE', 'enteredY'],
  ['enter_level', 'INT32', 'enteredLevel'],
  ['start_time', 'DOUBLE', 'started'],
  ['exit_time', 'DOUBLE', 'left'],
  ['exit_x', 'DOUBLE', 'leftX'],
  ['exit_y', 'DOUBLE', 'leftY'],
  ['exit_level', 'INT32', 'leftLevel'],
  ['exit_name', 'STRING', 'exit'],
];

export async function peopleToParquet(people: readonly RecordedPerson[]): Promise<Uint8Array> {
  const { parquetWriteBuffer } = await import('hyparquet-writer');
  const columnData = COLUMNS.map(([name, type, field]) => ({
    name,
    type,
    data: people.map((person) => person[field]),
    nullable: true,
  }));
  return new Uint8Array(parquetWriteBuffer({ columnData }));
}

export function peopleToCsv(people: readonly RecordedPerson[]): string {
  const lines = [COLUMNS.map(([name]) => name).join(',')];
  for (const person of people) lines.push(COLUMNS.map(([, , field]) => fieldText(person[field])).join(','));
  return `${lines.join('\n')}\n`;
}

function fieldText(value: string | number | null): string {
  if (value === null) return '';
  if (typeof value === 'number') return numberText(value);
  const line = value.replace(/[\r\n]+/g, ' ');
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

/** A table as the two above write it. */
export async function readPeople(bytes: Uint8Array, fileName: string): Promise<RecordedPerson[]> {
  const isParquet = new TextDecoder('latin1').decode(bytes.subarray(0, 4)) === 'PAR1';
  const rows = isParquet ? await parquetRows(bytes, fileName) : csvRows(bytes, fileName);
  return rows.map((row, k) => {
    const entries = COLUMNS.map(([name, kind, field]) => {
      const value = row[name] ?? null;
      const isGood =
        value === null
          ? field !== 'serial' && field !== 'entered'
          : kind === 'STRING'
            ? typeof value === 'string'
            : Number.isFinite(value);
      if (!isGood) throw new InputError(fileName, `row ${k + 1} has ${name} ${String(value)}`, 'record the run again');
      return [field, value ?? (field === 'profile' || field === 'goal' ? '' : null)];
    });
    return Object.fromEntries(entries) as RecordedPerson;
  });
}

type Row = Record<string, unknown>;

async function parquetRows(bytes: Uint8Array, fileName: string): Promise<Row[]> {
  const { parquetReadObjects } = await import('hyparquet');
  try {
    return await parquetReadObjects({ file: new Uint8Array(bytes).buffer }); // a copy: Node’s buffers lie in larger ones
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new InputError(fileName, `is no table of people that can be read (${why})`, 'record the run again');
  }
}

/** Fields may hold commas and quotes, but no ends of lines. */
function csvRows(bytes: Uint8Array, fileName: string): Row[] {
  const rows: Row[] = [];
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
    const row: Row = {};
    for (const [name, kind] of COLUMNS) {
      const text = fields[names.indexOf(name)] ?? '';
      row[name] = text === '' ? null : kind === 'STRING' ? text : textNumber(text);
    }
    rows.push(row);
  });
  return rows;
}
