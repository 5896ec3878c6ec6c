/**
 * What people with knowledge decided, a row each: a table of its own beside the recording, run-decisions.parquet or run-decisions.csv.
 *
 *   step,time,serial,code,what,value
 *
 * Cost: linear in the rows.
 */
import type { RecordedDecision } from '@foulee/engine';
import { createTableWriter, readTable, type TableColumn } from './recording-table.ts';

const COLUMNS: readonly TableColumn<RecordedDecision>[] = [
  ['step', 'INT32', 'step'],
  ['time', 'DOUBLE', 'time'],
  ['serial', 'INT32', 'serial'],
  ['code', 'STRING', 'code'],
  ['what', 'STRING', 'what'],
  ['value', 'DOUBLE', 'value'],
];

/** Loads what is needed; then tables are written at once. @param ending .parquet or .csv */
export function createDecisionsWriter(
  ending: string,
): Promise<(rows: readonly RecordedDecision[]) => Uint8Array | string> {
  return createTableWriter(ending, COLUMNS);
}

/** A table as it is written above. */
export function readDecisions(bytes: Uint8Array, fileName: string): Promise<RecordedDecision[]> {
  return readTable(bytes, fileName, COLUMNS, ['step', 'time', 'serial', 'code']);
}
