/** RunResult or SeedsResult → what a person reads at a terminal: who arrived in the first line, then when, how crowded, how quick. */
import { type BestSign, leftOver, type RunResult } from '@foulee/engine';
import type { CrowdOutcome } from './run-crowd.ts';
import { counted, duration, plainText, whole } from '../terminal/output.ts';
import type { SeedsResult, Spread } from './run-seeds.ts';

type Bold = (text: string) => string;

/** Rows of the egress curve that are printed, about. */
const CURVE_ROWS = 10;

export function runSummary(outcome: CrowdOutcome, result: RunResult, bold: Bold): string {
  const { measures, play } = outcome;
  const { agents, arrived, overlaps, measure } = result;
  const lines = [bold(`${plainText(result.name)}: ${whole(arrived)} of ${counted(agents, 'walker')} arrived`)];
  const row = (name: string, text: string) => lines.push(`  ${name.padEnd(12)}${text}`);
  const { inside, outside } = leftOver(play.run);
  row('time', `${seconds(result.simulatedSeconds)} simulated, at most ${whole(play.log.mostInside)} inside at once`);
  if (inside + outside > 0) {
    row('left', `${whole(inside)} on the way${outside > 0 ? `, ${whole(outside)} found no room to come in` : ''}`);
  }
  for (const [name, times, what] of [
    ['inside', result.insideSeconds, 'from entering to leaving'],
    ['travel', result.travelSeconds, 'from starting to walk'],
  ] as const) {
    if (times.mean === null) continue;
    const parts = (['mean', 'median', 'p95', 'max'] as const).map((one) => `${one} ${seconds(times[one]!)}`);
    row(name, `${parts.join(', ')}, ${what}`);
  }
  searchRows(result, play.run.simulation.world.mesh.levels.length > 1, row);
  const { crowding } = measures;
  if (crowding.most > 0) {
    const { mesh } = play.run.simulation.world;
    const level = mesh.levels.length > 1 ? `, level ${plainText(mesh.levels[crowding.level].name)}` : '';
    const at = placeText(crowding.x + mesh.origin[0], crowding.y + mesh.origin[1]);
    row('densest', `${whole(crowding.most)} on one m² at ${at}${level}, after ${seconds(crowding.time)}`);
  }
  const where = measures.deepestAt === undefined ? '' : ` at ${placeText(...measures.deepestAt)}`;
  row(
    'overlaps',
    overlaps.pairsMax === 0
      ? 'no hard cores deeper than 2 cm in each other'
      : `hard cores: deepest ${(100 * overlaps.deepest).toFixed(1)} cm${where}, at most ${counted(overlaps.pairsMax, 'pair')} at once`,
  );
  const { deepestInWall } = result;
  if (deepestInWall !== null) {
    const { serial, depth, at, time } = deepestInWall;
    const who = `person ${serial} at ${placeText(...at)}, after ${seconds(time)}`;
    row(
      'in walls',
      `${counted(result.wallPenetrations, 'walker-step')}; deepest ${(100 * depth).toFixed(1)} cm: ${who}`,
    );
  }
  row('stuck', result.stuck === 0 ? 'nobody' : `${counted(result.stuck, 'walker')} for 60 s or more`);
  for (const { name, left, right, peakFlow, peakFlowLeft, peakFlowRight } of measure?.lines ?? []) {
    const isTwoWay = left > 0 && right > 0;
    const ways = isTwoWay ? `${whole(left)} one way, ${whole(right)} the other` : whole(left + right);
    const each = isTwoWay ? ` (${peakFlowLeft.toFixed(2)} one way, ${peakFlowRight.toFixed(2)} the other)` : '';
    row('line', `${plainText(name)}: ${ways} crossed, at most ${peakFlow.toFixed(2)} per second over 10 s${each}`);
  }
  for (const { name, density, speed } of measure?.areas ?? []) {
    if (density.mean === null) continue;
    const crowded = `mean ${density.mean.toFixed(2)}, at most ${density.max.toFixed(2)} per m²`;
    row('area', `${plainText(name)}: ${crowded}${speed.mean === null ? '' : `, ${speed.mean.toFixed(2)} m/s`}`);
  }
  speedRows(result, row);
  return `${lines.join('\n')}\n`;
}

type Row = (name: string, text: string) => void;

/** How long people with knowledge searched, where, and what signs do. @param hasLevels does the place have several? */
function searchRows({ search }: RunResult, hasLevels: boolean, row: Row): void {
  if (search === undefined || search.seconds.mean === null) return;
  const { mean, median, p95 } = search.seconds;
  const each = `mean ${seconds(mean)}, median ${seconds(median!)}, p95 ${seconds(p95!)}`;
  row('search', `${each} of exploring, by ${counted(search.people, 'walker')} with knowledge`);
  if (search.profiles.length > 1) {
    for (const { name, people: count, seconds: own } of search.profiles) {
      row(
        '  of',
        `${plainText(name)}: mean ${seconds(own.mean!)}, median ${seconds(own.median!)}, ${counted(count, 'walker')}`,
      );
    }
  }
  if (search.searchSeconds > 0) {
    const { searchSeconds, hesitationSeconds, turns } = search;
    row(
      'lost',
      `${seconds(searchSeconds)} of search, ${seconds(hesitationSeconds)} of hesitation, turned back ${often(turns)}`,
    );
  }
  if (search.noWay.people > 0) {
    const { people, seconds: without } = search.noWay;
    row(
      'no way',
      `${seconds(without)} in which ${counted(people, 'walker')} could not have got there, whatever they knew`,
    );
  }
  for (const { at, level, area, searchSeconds, hesitationSeconds, turns } of search.worst) {
    const where = `${placeText(...at)}${hasLevels ? `, level ${plainText(level)}` : ''}`;
    const named = area === null ? `the place around ${where}` : `${plainText(area)}, most of it around ${where}`;
    const rest = `${seconds(hesitationSeconds)} of hesitation, turned back ${often(turns)}`;
    row('  in', `${named}: ${seconds(searchSeconds)} of search, ${rest}`);
  }
  const percent = (share: number) => `${(100 * share).toFixed(0)} %`;
  for (const { name, readers, newTo, legibleShare } of search.signs) {
    const read = `read by ${whole(readers)}, new to ${whole(newTo)} of them`;
    row('sign', `${plainText(name)}: ${read}, legible from ${percent(legibleShare)} of the floor`);
  }
  if (search.signs.length > 0) row('no sign', `can be read from ${percent(search.blindShare)} of the floor`);
  const { bestSign } = search;
  if (bestSign === null) return;
  const { coveredSeconds, uncoveredSeconds } = bestSign;
  row('one more', `signs: {${signText(bestSign, search.signs, hasLevels)}}`);
  row('', `would cover ${seconds(coveredSeconds)} of the ${seconds(uncoveredSeconds)} of search where no sign helped`);
}

/** As it is written in a scenario. */
function signText(sign: BestSign, others: readonly { name: string }[], hasLevels: boolean): string {
  const { at, level, facing, shows } = sign;
  let name = 'new sign';
  for (let k = 2; others.some((other) => other.name === name); k++) name = `new sign ${k}`;
  const on = hasLevels ? `, level: ${yamlText(level)}` : '';
  const goals = shows.length === 1 ? yamlText(shows[0]) : `[${shows.map(yamlText).join(', ')}]`;
  return `${name}: {at: [${at.join(', ')}]${on}, facing: ${facing}, shows: ${goals}}`;
}

/** Plain where YAML reads it as text, else in quotes. */
function yamlText(name: string): string {
  const isPlain = /^[a-z][a-z0-9_ -]*$/i.test(name) && !/^(?:true|false|yes|no|on|off|null|y|n)$/i.test(name);
  return isPlain && !name.endsWith(' ') ? name : JSON.stringify(name);
}

function often(count: number): string {
  return count === 1 ? 'once' : `${whole(count)} times`;
}

function speedRows(result: RunResult, row: Row): void {
  const { stepMilliseconds: step } = result;
  const threads = result.threads === 1 ? '' : `, ${result.threads} threads`;
  row('speed', `${result.realTimeFactor.toFixed(1)} times real time${threads}, ${duration(result.wallSeconds * 1000)}`);
  if (step.median !== null) {
    row('step', `median ${step.median.toFixed(2)} ms, p95 ${step.p95!.toFixed(2)} ms, max ${step.max!.toFixed(1)} ms`);
  }
  const passes = Object.entries(result.passes).filter(([, milliseconds]) => milliseconds >= 0.5);
  if (passes.length > 0) row('passes', passes.map(([name, value]) => `${name} ${whole(value)}`).join(', ') + ' ms');
  row('hash', `${result.hash}, seed ${result.seed}`);
}

export function seedsSummary(result: SeedsResult, bold: Bold): string {
  const { runs, egress } = result;
  const agents = runs.reduce((sum, run) => sum + run.agents, 0);
  const arrived = runs.reduce((sum, run) => sum + run.arrived, 0);
  const head = `${plainText(result.name)}: ${counted(runs.length, 'run')}, ${whole(arrived)} of ${counted(agents, 'walker')} arrived`;
  const lines = [bold(head), ''];
  const hasSearch = result.search !== undefined;
  lines.push(
    `      seed   walkers   arrived   last s  inside s  travel s     p95 s   stuck${hasSearch ? '  search s' : ''}`,
  );
  for (const run of runs) {
    const cell = (value: number | null, width: number, digits = 0) =>
      (value === null ? '–' : value.toFixed(digits)).padStart(width);
    const { mean, p95 } = run.travelSeconds;
    lines.push(
      `${cell(run.seed, 10)}${cell(run.agents, 10)}${cell(run.arrived, 10)}${cell(run.simulatedSeconds, 9, 1)}` +
        `${cell(run.insideSeconds.mean, 10, 1)}${cell(mean, 10, 1)}${cell(p95, 10, 1)}${cell(run.stuck, 8)}` +
        (hasSearch ? cell(run.search?.seconds.mean ?? null, 10, 1) : ''),
    );
  }
  lines.push('', '              mean      deviation   95 % interval of the mean (t)');
  for (const [name, spread] of [
    ['total time', result.totalSeconds],
    ['time inside', result.insideSeconds],
    ['travel time', result.travelSeconds],
  ] as const) {
    lines.push(`  ${name.padEnd(12)}${spreadText(spread)}`);
  }
  if (result.search !== undefined) lines.push(...searchSpreads(result.search));
  lines.push('', '  arrived after      mean   least … greatest');
  const every = Math.max(1, Math.round(egress.time.length / CURVE_ROWS));
  egress.time.forEach((time, k) => {
    if (k % every !== 0 && k !== egress.time.length - 1) return;
    const band = `${whole(egress.least[k])} … ${whole(egress.greatest[k])}`;
    lines.push(`  ${seconds(time).padStart(12)}${egress.mean[k].toFixed(1).padStart(11)}   ${band}`);
  });
  return `${lines.join('\n')}\n`;
}

/** How long people searched, and how many read each sign. */
function searchSpreads({ seconds: each, noWaySeconds, signs }: NonNullable<SeedsResult['search']>): string[] {
  const lines = [`  search      ${spreadText(each)}`];
  if ((noWaySeconds.mean ?? 0) > 0) lines.push(`  no way      ${spreadText(noWaySeconds)}, of all together`);
  for (const { name, readers, newTo } of signs) {
    lines.push(`  read by     ${spreadText(readers, people)}, ${plainText(name)}`);
    lines.push(`  new to      ${spreadText(newTo, people)}, of these`);
  }
  return lines;
}

function people(value: number): string {
  return value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 });
}

function spreadText({ mean, standardDeviation, interval95 }: Spread, text = seconds): string {
  if (mean === null) return 'nobody arrived';
  const deviation = standardDeviation === null ? '–' : text(standardDeviation);
  const interval = interval95 === null ? '–' : `${text(interval95[0])} … ${text(interval95[1])}`;
  return `${text(mean).padEnd(10)}${deviation.padEnd(12)}${interval}`;
}

function placeText(x: number, y: number): string {
  return `(${x.toFixed(1)}, ${y.toFixed(1)})`;
}

function seconds(value: number): string {
  return `${value.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} s`;
}
