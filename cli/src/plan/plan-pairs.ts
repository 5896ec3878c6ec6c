/**
 * `plan --pairs`: a CSV file of starts and goals → the routes between them and how long each took to find.
 *
 * The first line names the columns: sx, sy, gx, gy in any order, and slevel and glevel where a place has several
 * levels; others are passed over. Between queries the loop lets signals in now and then: one ends it after the
 * query at hand, and what was found until then is kept.
 */
import { findRoute, InputError, type RouteMethod, type Router } from '@foulee/engine';
import { parseNumber } from '../place/environment.ts';
import { counted, whole } from '../terminal/output.ts';
import type { GivenEnd, LocateEnd, PlanEnd } from './plan-ends.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import type { Progress } from '../terminal/progress.ts';

/** Bytes of a file of pairs, and how many pairs it may hold. */
export const LARGEST_PAIRS_FILE = 100e6;
const MOST_PAIRS = 1_000_000;
/** Milliseconds between two looks at progress and signals. */
const BREATH = 100;

const REQUIRED = ['sx', 'sy', 'gx', 'gy'] as const;
const LEVELS = ['slevel', 'glevel'] as const;

interface Pair {
  /** In the file, from 1. */
  line: number;
  from: GivenEnd;
  to: GivenEnd;
}

export interface PairsResult {
  count: number;
  found: number;
  results: { status: 'found' | 'unreachable'; length: number }[];
  microseconds: { median: number; p95: number; max: number; mean: number };
  expanded: { median: number; max: number };
}

export interface PairsOutcome {
  result: PairsResult;
  /** Lines of the file whose pair has no route. */
  unreachable: number[];
  /** Exit code of the signal that came before the last pair. */
  interrupted?: number;
}

export function readPairs(bytes: Uint8Array, file: string): Pair[] {
  const remedy = 'the first line names the columns sx,sy,gx,gy, each other line is one pair';
  if (bytes.length === 0) throw new InputError(file, 'is empty', remedy);
  if (bytes.includes(0)) throw new InputError(file, 'is no text', `give a CSV file in UTF-8: ${remedy}`);
  // The decoder drops a mark of byte order.
  const lines = new TextDecoder().decode(bytes).split(/\r\n|\n|\r/);
  const header = lines[0];
  const separator = [',', ';', '\t'].find((mark) => header.includes(mark)) ?? ',';
  const names = splitLine(header, separator).map((name) => name.toLowerCase());
  const column = (name: string): number => {
    const at = names.indexOf(name);
    if (at !== names.lastIndexOf(name)) throw new InputError(`${file}, line 1`, `has two columns ${name}`, remedy);
    return at;
  };
  const missing = REQUIRED.filter((name) => column(name) < 0);
  if (missing.length > 0) throw new InputError(`${file}, line 1`, `names no column ${missing.join(', ')}`, remedy);
  const [sx, sy, gx, gy] = REQUIRED.map(column) as [number, number, number, number];
  const [sLevel, gLevel] = LEVELS.map(column) as [number, number];
  const pairs: Pair[] = [];
  for (let i = 1; i < lines.length; i++) {
    if (lines[i].trim() === '') continue;
    if (pairs.length === MOST_PAIRS) {
      throw new InputError(file, `holds more than ${whole(MOST_PAIRS)} pairs`, 'split it into several files');
    }
    const fields = splitLine(lines[i], separator);
    const number = (at: number): number => {
      const where = `${file}, line ${i + 1}, ${names[at]}`;
      return parseNumber(where, fields[at] ?? '', 'a number in the coordinates of ENV');
    };
    const end = (x: number, y: number, level: number): GivenEnd => {
      const place: GivenEnd = { x: number(x), y: number(y) };
      const text = level < 0 ? '' : (fields[level] ?? '');
      if (text !== '') place.level = text;
      return place;
    };
    pairs.push({ line: i + 1, from: end(sx, sy, sLevel), to: end(gx, gy, gLevel) });
  }
  if (pairs.length === 0) throw new InputError(file, 'names its columns and holds no pair', remedy);
  return pairs;
}

/** Fields of a line, quoted ones without their quotes. */
function splitLine(line: string, separator: string): string[] {
  if (!line.includes('"')) return line.split(separator).map((field) => field.trim());
  const fields: string[] = [];
  let field = '';
  let quoted = false;
  for (let i = 0; i < line.length; i++) {
    const letter = line[i];
    if (letter === '"' && quoted && line[i + 1] === '"') field += line[i++];
    else if (letter === '"') quoted = !quoted;
    else if (letter === separator && !quoted) {
      fields.push(field.trim());
      field = '';
    } else field += letter;
  }
  fields.push(field.trim());
  return fields;
}

export interface LocatedPair {
  line: number;
  from: PlanEnd;
  to: PlanEnd;
}

/** All levels are told apart before the first query: a bad line 900 is not worth waiting for. */
export function locatePairs(pairs: readonly Pair[], file: string, locateEnd: LocateEnd): LocatedPair[] {
  const hint = 'in columns slevel and glevel';
  const located = (line: number, end: GivenEnd): PlanEnd => {
    try {
      return locateEnd(`${file}, line ${line}`, end);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      throw new InputError(error.where, error.what, `${error.remedy}, ${hint}`);
    }
  };
  return pairs.map(({ line, from, to }) => ({ line, from: located(line, from), to: located(line, to) }));
}

export async function planPairs(
  router: Router,
  pairs: readonly LocatedPair[],
  width: number,
  method: RouteMethod,
  progress: Progress,
): Promise<PairsOutcome> {
  const results: PairsResult['results'] = [];
  const times: number[] = [];
  const expanded: number[] = [];
  const unreachable: number[] = [];
  const interruption = listenForInterruption();
  try {
    let breath = performance.now();
    for (const { line, from, to } of pairs) {
      const request = { from: from.at, to: to.at, fromLevel: from.level, toLevel: to.level, width, method };
      const start = performance.now();
      const route = findRoute(router, request);
      const now = performance.now();
      times.push((now - start) * 1000);
      expanded.push(route.expanded);
      results.push({ status: route.status, length: route.length });
      if (route.status === 'unreachable') unreachable.push(line);
      if (now - breath > BREATH && results.length < pairs.length) {
        breath = now;
        const share = results.length / pairs.length;
        progress.advance(share, `${whole(results.length)} of ${counted(pairs.length, 'route')}`);
        await new Promise(setImmediate);
        if (interruption.hasCome()) break;
      }
    }
  } finally {
    interruption.end();
  }
  const sortedTimes = times.sort((a, b) => a - b);
  const sortedExpanded = expanded.sort((a, b) => a - b);
  const hundredth = (value: number) => Math.round(value * 100) / 100;
  return {
    result: {
      count: results.length,
      found: results.length - unreachable.length,
      results,
      microseconds: {
        median: hundredth(quantile(sortedTimes, 0.5)),
        p95: hundredth(quantile(sortedTimes, 0.95)),
        max: hundredth(sortedTimes.at(-1)!),
        mean: hundredth(sortedTimes.reduce((sum, time) => sum + time, 0) / sortedTimes.length),
      },
      expanded: { median: quantile(sortedExpanded, 0.5), max: sortedExpanded.at(-1)! },
    },
    unreachable,
    ...(interruption.hasCome() && results.length < pairs.length ? { interrupted: interruption.code() } : {}),
  };
}

/** The value that this share of all values does not exceed; of two in the middle the mean. */
function quantile(sorted: readonly number[], share: number): number {
  const rank = share * sorted.length;
  const at = Math.max(0, Math.ceil(rank) - 1);
  const next = Math.min(sorted.length - 1, at + 1);
  return rank > 0 && Number.isInteger(rank) ? (sorted[at] + sorted[next]) / 2 : sorted[at];
}
