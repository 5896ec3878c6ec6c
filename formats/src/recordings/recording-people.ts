/**
 * The people of a recording, a row each: who they are, when and where they entered and left. A table of its own beside the recording,
 * run-people.parquet or run-people.csv, to be joined by `serial`:
 *
 *   serial,profile,source,group_id,goal,enter_time,enter_x,enter_y,enter_level,exit_time,exit_x,exit_y,exit_level,exit_name
 *
 * Empty (null): not known, or not (yet). Names are those that need no quotes in SQL. Cost: linear.
 */
import type { RecordedPerson } from '@foulee/engine';
import { createTableWriter, readTable, type TableColumn } from './recording-table.ts';

const COLUMNS: readonly TableColumn<RecordedPerson>[] = [
  ['serial', 'INT32', 'serial'],
  ['profile', 'STRING', 'profile'],
  ['source', 'STRING', 'source'],
  ['group_id', 'INT32', 'group'],
  ['goal', 'STRING', 'goal'],
  ['enter_time', 'DOUBLE', 'entered'],
  ['enter_x', 'DOUBLE', 'enteredX'],
  ['enter_y', 'DOUBLE', 'enteredY'],
  ['enter_level', 'INT32', 'enteredLevel'],
  ['exit_time', 'DOUBLE', 'left'],
  ['exit_x', 'DOUBLE', 'leftX'],
  ['exit_y', 'DOUBLE', 'leftY'],
  ['exit_level', 'INT32', 'leftLevel'],
  ['exit_name', 'STRING', 'exit'],
];

/** Loads what is needed; then tables are written at once, as often as they are asked for. @param ending .parquet or .csv */
export function createPeopleWriter(
  ending: string,
): Promise<(people: readonly RecordedPerson[]) => Uint8Array | string> {
  return createTableWriter(ending, COLUMNS);
}

/** A table as it is written above. */
export async function readPeople(bytes: Uint8Array, fileName: string): Promise<RecordedPerson[]> {
  const rows = await readTable(bytes, fileName, COLUMNS, ['serial', 'entered']);
  return rows.map((row) => ({ ...row, profile: row.profile ?? '', goal: row.goal ?? '' }));
}
