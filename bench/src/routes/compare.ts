/**
 * The tables of the benchmark of routes: who took how long for which quality. A time never stands without the lengths
 * and failures beside it.
 */
import type { City } from '../city.ts';
import { largest, quantile } from '../statistics.ts';
import { markdownTable, percent, readable } from '../table.ts';
import { type Answer, type Contender, FAR, judgeAnswers, type Quality } from './contenders.ts';
import type { Walls } from './judge-paths.ts';
import type { Pair } from './pairs.ts';
import { type QueryTimes, timeInterleaved } from './timing.ts';

export interface Result {
  name: string;
  width: number;
  /** Microseconds. */
  median: number;
  p95: number;
  max: number;
  /** The slowest route, and the slowest answer that there is none; -Infinity if there was no such pair. */
  maxReached: number;
  maxUnreached: number;
  times: QueryTimes;
  quality: Quality;
}

/** @param exactAnswers answers of `exact` for a width, by pair */
export function compare(
  city: City,
  walls: Walls,
  contenders: readonly Contender[],
  pairs: readonly Pair[],
  rounds: number,
  exactAnswers: (width: number) => readonly Answer[],
): Result[] {
  const judged = contenders.map((contender) => {
    const answers = pairs.map(contender.answer);
    const quality = judgeAnswers(city, walls, pairs, answers, exactAnswers(contender.width));
    return { quality, reached: answers.map(({ reached }) => reached) };
  });
  const times = timeInterleaved(contenders, pairs, rounds);
  return contenders.map(({ name, width }, i) => {
    const ofThis = times[i] as QueryTimes;
    const { quality, reached } = judged[i] as (typeof judged)[number];
    const maxWhere = (found: boolean) => largest(ofThis.perPair.filter((_, pair) => reached[pair] === found));
    return {
      name,
      width,
      median: quantile(ofThis.perPair, 0.5),
      p95: quantile(ofThis.perPair, 0.95),
      max: largest(ofThis.perPair),
      maxReached: maxWhere(true),
      maxUnreached: maxWhere(false),
      times: ofThis,
      quality,
    };
  });
}

export function resultTable(results: readonly Result[]): string {
  const header = [
    'method',
    'walker, m',
    'median / p95 / max, µs',
    'max with / without a route, µs',
    'slowest call, µs',
    'CPU, µs',
    `over exact, ≥ ${FAR} m apart: mean / worst`,
    `nearer: mean / worst`,
    'no route',
    'other answer than exact',
    'shorter than exact',
    'expanded: median / max',
    'nearest to a wall, m',
    'deepest in a building, m',
  ];
  const rows = results.map(({ name, width, median, p95, max, maxReached, maxUnreached, times, quality }) => [
    name,
    readable(width),
    [median, p95, max].map(readable).join(' / '),
    [maxReached, maxUnreached].map((value) => (Number.isFinite(value) ? readable(value) : '–')).join(' / '),
    readable(times.slowestCall),
    readable(times.cpu),
    excess(quality.far),
    excess(quality.near),
    readable(quality.unreached),
    readable(quality.disagreeing),
    readable(quality.shorter),
    quality.expanded === undefined ? '' : `${readable(quality.expanded.median)} / ${readable(quality.expanded.max)}`,
    quality.leastClearance.toFixed(3),
    quality.deepest.toFixed(3),
  ]);
  return markdownTable(header, rows);
}

function excess({ pairs, mean, worst }: Quality['far']): string {
  return pairs === 0 ? '' : `${percent(mean)} / ${percent(worst)}`;
}

export interface Target {
  what: string;
  figure: number;
  /** The figure must not exceed `most`, or must reach `least`. */
  most?: number;
  least?: number;
  show: (value: number) => string;
}

export function targetTable(targets: readonly Target[]): string {
  const rows = targets.map(({ what, figure, most, least, show }) => {
    const isMet = most === undefined ? figure >= (least ?? 0) : figure <= most;
    const asked = most === undefined ? `≥ ${show(least ?? 0)}` : `≤ ${show(most)}`;
    return [what, show(figure), asked, isMet ? 'met' : 'not met'];
  });
  return markdownTable(['figure', 'measured', 'target', ''], rows);
}
