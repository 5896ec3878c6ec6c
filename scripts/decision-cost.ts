/**
 * What it costs to record what people with knowledge decide: the same run with and without logging decisions, one after the other, many times.
 *
 *   node scripts/run.mjs scripts/decision-cost.ts [--runs 15]
 *
 * prints a table: processor time of a run without (median), what it takes longer with (median of the differences of pairs, which is noisy: runs differ by a few
 * per cent by themselves), and the time spent in logging and in writing the table once, as shares of the run. Each scenario also without its signs,
 * where people decide more. Where people are lost is logged by every run, and timed apart.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { markdownTable } from '@foulee/bench';
import { createRun, logDecisions, openInline, playWhile, type RecordedDecision, startPlay } from '@foulee/engine';
import { createLostLog, logLost } from '@foulee/engine/inside';
import { createDecisionsWriter, parseScenarioText } from '@foulee/formats';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '15' } } });
const runs = Number(values.runs);
const writeTable = await createDecisionsWriter('.parquet');

interface Cost {
  /** Milliseconds: processor time of the run, and in logging decisions, writing the table, and logging where people are lost. */
  cpu: number;
  logging: number;
  writing: number;
  lost: number;
  decisions: number;
}

function walk(data: object, isLogged: boolean): Cost {
  const { scenario, world } = openInline({ data });
  const run = createRun(scenario, world, { seed: 1 });
  const rows: RecordedDecision[] = [];
  const again = createLostLog(run.simulation)!;
  const cost: Cost = { cpu: 0, logging: 0, writing: 0, lost: 0, decisions: 0 };
  const timed = (what: 'logging' | 'writing' | 'lost', work: () => void) => {
    const begun = performance.now();
    work();
    cost[what] += performance.now() - begun;
  };
  const look = isLogged ? () => timed('logging', () => logDecisions(rows, run)) : () => {};
  const before = process.cpuUsage();
  playWhile(startPlay(run, { look }), () => true);
  if (isLogged) timed('writing', () => writeTable(rows));
  const { user, system } = process.cpuUsage(before);
  cost.cpu = (user + system) / 1000;
  cost.decisions = rows.length;
  if (!isLogged) {
    // The run once more, with a second log that is timed: the first is part of every run.
    const other = createRun(scenario, world, { seed: 1 });
    playWhile(startPlay(other, { look: () => timed('lost', () => logLost(again, other.simulation)) }), () => true);
  }
  return cost;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function scenarioOf(name: string): Record<string, unknown> {
  const file = join('scenarios', name, 'scenario.yaml');
  return parseScenarioText(readFileSync(file, 'utf8'), file).data as Record<string, unknown>;
}

const rows: string[][] = [];
for (const name of ['museum', 'station-signs']) {
  const whole = scenarioOf(name);
  for (const [title, data] of [
    [name, whole],
    [`${name}, no signs`, { ...whole, signs: {} }],
  ] as const) {
    walk(data, true);
    const without: Cost[] = [];
    const logged: Cost[] = [];
    for (let k = 0; k < runs; k++) {
      // By turns, so that a machine that gets slower slows both.
      const pair = k % 2 === 0 ? [false, true] : [true, false];
      for (const isLogged of pair) (isLogged ? logged : without).push(walk(data, isLogged));
    }
    const cpu = median(without.map((one) => one.cpu));
    const share = (milliseconds: number[]) => `${((100 * median(milliseconds)) / cpu).toFixed(2)} %`;
    rows.push([
      title,
      String(logged[0].decisions),
      cpu.toFixed(0),
      share(logged.map((one, k) => one.cpu - without[k].cpu)),
      share(logged.map((one) => one.logging)),
      share(logged.map((one) => one.writing)),
      share(without.map((one) => one.lost)),
    ]);
  }
}
const head = [
  'scenario',
  'decisions',
  'run, ms',
  'longer with',
  'logging',
  'writing the table',
  'where people are lost',
];
console.log(markdownTable(head, rows));
