/**
 * Where people with knowledge were lost, a row for each square metre and what they sought: a table of its own beside the recording, run-lost.parquet or
 * run-lost.csv.
 *
 *   x,y,level,place,seeks,search,hesitation,turns
 *
 * Cost: linear in the rows.
 */
import type { RecordedLost } from '@foulee/engine';
import { createTableWriter, readTable, type TableColumn } from './recording-table.ts';

const COLUMNS: readonly TableColumn<RecordedLost>[] = [
  ['x', 'DOUBLE', 'x'],
  ['y', 'DOUBLE', 'y'],
  ['level', 'INT32', 'level'],
  ['place', 'INT32', 'place'],
  ['seeks', 'STRING', 'seeks'],
  ['search', 'DOUBLE', 'search'],
  ['hesitation', 'DOUBLE', 'hesitation'],
  ['turns', 'INT32', 'turns'],
];

/** Loads what is needed; then tables are written at once. @param ending .parquet or .csv */
export function createLostWriter(ending: string): Promise<(rows: readonly RecordedLost[]) => Uint8Array | string> {
  return createTableWriter(ending, COLUMNS);
}

/** A table as it is written above. */
export function readLost(bytes: Uint8Array, fileName: string): Promise<RecordedLost[]> {
  return readTable(bytes, fileName, COLUMNS, ['x', 'y', 'level', 'seeks', 'search', 'hesitation', 'turns']);
}
