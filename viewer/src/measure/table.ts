/**
 * Readings as tables of comma-separated values (RFC 4180): a row per moment of the run, units in the header. Names come from files and
 * from people: they are quoted, and one that a spreadsheet would take for a formula begins with an apostrophe.
 */
import type { AreaGauge, LineGauge, PeopleGauge } from './gauges.ts';
import { areaAt, lineAt, peopleAt } from './readings.ts';
import { serviceByDensity } from '@foulee/engine';

/** The name of a column and its unit, and what stands in it at a time. */
interface Column {
  name: string;
  at: (time: number) => number | string;
}

/** A table of what these gauges read at each moment. */
export function tableOf(people: PeopleGauge, gauges: readonly (LineGauge | AreaGauge)[], withPeople: boolean): string {
  const columns = [...(withPeople ? peopleColumns(people) : []), ...gauges.flatMap(columnsOf)];
  const lines = [['time [s]', ...columns.map(({ name }) => name)].map(cellOf).join(',')];
  const times = people.time.values();
  for (const time of times) {
    lines.push([round(time), ...columns.map(({ at }) => at(time))].map(cellOf).join(','));
  }
  return `${lines.join('\r\n')}\r\n`;
}

function peopleColumns(gauge: PeopleGauge): Column[] {
  return [
    { name: 'inside [persons]', at: (time) => peopleAt(gauge, time).inside },
    { name: 'entered [persons]', at: (time) => peopleAt(gauge, time).entered },
    { name: 'left [persons]', at: (time) => peopleAt(gauge, time).left },
  ];
}

function columnsOf(gauge: LineGauge | AreaGauge): Column[] {
  const { name } = gauge.measurement;
  if (gauge.kind === 'line') {
    const of = (what: string, at: Column['at']): Column => ({ name: `${name}: ${what}`, at });
    return [
      of('forward [persons]', (time) => lineAt(gauge, time).forward),
      of('back [persons]', (time) => lineAt(gauge, time).back),
      of('N [persons]', (time) => lineAt(gauge, time).net),
      of('flow forward over 10 s [persons/s]', (time) => round(lineAt(gauge, time).flowForward)),
      of('flow back over 10 s [persons/s]', (time) => round(lineAt(gauge, time).flowBack)),
      of('flow both ways over 10 s [persons/s]', (time) => round(lineAt(gauge, time).flow)),
      of('specific flow both ways [persons/(m s)]', (time) => round(lineAt(gauge, time).specific)),
    ];
  }
  const of = (what: string, at: Column['at']): Column => ({ name: `${name}: ${what}`, at });
  return [
    of('persons [persons]', (time) => areaAt(gauge, time).persons),
    of('density by count [persons/m^2]', (time) => round(areaAt(gauge, time).density)),
    of('density by Voronoi [persons/m^2]', (time) => round(areaAt(gauge, time).voronoi)),
    of('mean speed [m/s]', (time) => round(areaAt(gauge, time).speed)),
    of('level of service (Fruin, walkway)', (time) => serviceByDensity('walkway', areaAt(gauge, time).density)),
  ];
}

/** Six digits after the point; what is no number is an empty cell. */
function round(value: number): number | string {
  return Number.isFinite(value) ? Number(value.toFixed(6)) : '';
}

/** Numbers as they are; text in quotes. */
export function cellOf(value: number | string): string {
  if (typeof value === 'number') return String(value);
  if (value === '') return '';
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return `"${harmless.replaceAll('"', '""')}"`;
}
