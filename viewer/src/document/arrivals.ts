/**
 * How people come through an entrance, as the panel shows it ↔ as the file has it: at a rate, by a schedule of rates, or only in bursts;
 * bursts may come beside the other two. Rates are people a minute in the panel, a second in the file.
 */
import { type Data, isRecord, listAt, type Path, put, valueAt } from './document.ts';
import { perSecond } from './fields.ts';

export type Coming = 'rate' | 'schedule' | 'bursts';

/** What comes first when somebody asks for it: 30 a minute; a train that brings a hundred people every five minutes. */
export const RATE = 0.5;
const BURST = { at: 0, count: 100, over: 30, every: 300 };
/** Seconds from the last row of a table to a new one. */
const LATER = 60;

export function comingOf(entry: unknown): Coming {
  if (valueAt(entry, ['schedule']) !== undefined) return 'schedule';
  return valueAt(entry, ['rate']) === undefined && valueAt(entry, ['bursts']) !== undefined ? 'bursts' : 'rate';
}

/** [seconds, people a second from then on]. */
export function scheduleOf(entry: unknown): [number, number][] {
  return listAt(entry, ['schedule']).filter(
    (row): row is [number, number] =>
      Array.isArray(row) && row.length === 2 && row.every((one) => Number.isFinite(one)),
  );
}

export interface BurstRow {
  at?: number;
  count?: number;
  over?: number;
  every?: number;
  until?: number;
}

export function burstsOf(entry: unknown): BurstRow[] {
  return listAt(entry, ['bursts']).filter(isRecord);
}

/** As many come as before, as far as it can be said that way. */
export function withComing(data: Data, path: Path, to: Coming): Data {
  const entry = valueAt(data, path);
  const from = comingOf(entry);
  if (from === to) return data;
  const number = (field: string): number | undefined => {
    const value = valueAt(entry, [field]);
    return typeof value === 'number' ? value : undefined;
  };
  const schedule = scheduleOf(entry);
  const [begin, rate] = schedule.find(([, people]) => people > 0) ?? [undefined, number('rate') ?? RATE];
  const fields: Record<string, unknown> = { rate: undefined, schedule: undefined, from: undefined, until: undefined };
  if (to === 'rate') {
    fields.rate = rate;
    const end = schedule.find(([time, people]) => people === 0 && time > (begin ?? 0))?.[0];
    if (begin !== undefined && begin > 0) fields.from = begin;
    if (end !== undefined) fields.until = end;
  } else if (to === 'schedule') {
    const until = number('until');
    fields.schedule = [[number('from') ?? 0, rate], ...(until === undefined ? [] : [[until, 0]])];
  } else if (burstsOf(entry).length === 0) fields.bursts = [BURST];
  return Object.entries(fields).reduce((now, [field, value]) => put(now, [...path, field], value), data);
}

/** One more row: a minute after the last, as many as there. */
export function withScheduleRow(data: Data, path: Path): Data {
  const rows = scheduleOf(valueAt(data, path));
  const [time, rate] = rows.at(-1) ?? [-LATER, RATE];
  return put(data, [...path, 'schedule', rows.length], [time + LATER, rate]);
}

/** @param column 0: seconds; 1: people a minute */
export function withScheduleCell(data: Data, path: Path, row: number, column: 0 | 1, value: number): Data {
  return put(data, [...path, 'schedule', row, column], column === 1 ? perSecond(value) : value);
}

/** One more: like the last, so much later. */
export function withBurst(data: Data, path: Path): Data {
  const bursts = burstsOf(valueAt(data, path));
  const last = bursts.at(-1);
  const next = last === undefined ? BURST : { ...last, at: (last.at ?? 0) + LATER };
  return put(data, [...path, 'bursts', bursts.length], next);
}

export function withBurstCell(
  data: Data,
  path: Path,
  row: number,
  field: keyof BurstRow,
  value: number | undefined,
): Data {
  const changed = put(data, [...path, 'bursts', row, field], value);
  // An end without a repetition says nothing.
  return field === 'every' && value === undefined
    ? put(changed, [...path, 'bursts', row, 'until'], undefined)
    : changed;
}

/** Without one row; without bursts at all where it was the last. A schedule keeps its last row. */
export function withoutRow(data: Data, path: Path, table: 'schedule' | 'bursts', row: number): Data {
  const count = listAt(data, [...path, table]).length;
  if (count > 1) return put(data, [...path, table, row], undefined);
  return table === 'bursts' ? put(data, [...path, table], undefined) : data;
}
