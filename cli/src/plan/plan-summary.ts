/** PlanResult or PairsResult → what a person reads at a terminal: the answer in the first line, then what explains it. */
import type { World } from '@foulee/engine';
import { coordinateTexts } from '../place/file-coordinates.ts';
import { counted, metres, microseconds, plainText, whole } from '../terminal/output.ts';
import type { PlanEnd } from './plan-ends.ts';
import type { PairsOutcome } from './plan-pairs.ts';
import type { PlanResult } from './plan-result.ts';

/** Points listed one below the other; of more only the first and last. */
const POINTS_SHOWN = 16;
/** Lines without a route that are named. */
const LINES_SHOWN = 8;

export interface PlanContext {
  world: World;
  /** Diameter of the walker, metres. */
  width: number;
  from: PlanEnd;
  to: PlanEnd;
  bold: (text: string) => string;
}

export function planSummary(result: PlanResult, { world, width, from, to, bold }: PlanContext): string {
  const { frame, levels } = world.plan;
  const [toX, toY] = coordinateTexts(frame);
  const place = ([x, y]: [number, number]) => `${toX(x)},${toY(y)}`;
  const lines: string[] = [];
  const { status, reason, leftOut, blocked, moved, points, portals } = result;
  const time = microseconds(result.microseconds);
  if (status === 'found') {
    lines.push(`${bold(`found: ${metres(result.length)}`)}, ${counted(portals.length, 'portal')}, ${time}`);
  } else {
    lines.push(`${bold('unreachable')}${reason === undefined ? '' : `: ${plainText(reason)}`}`);
  }
  if (levels.length > 1) {
    lines.push(`  from level ${plainText(levels[from.level].name)} to level ${plainText(levels[to.level].name)}`);
  }
  if (leftOut !== undefined) {
    const { at } = leftOut.end === 'from' ? from : to;
    const point = place([frame.x0 + at[0] * frame.unitX, frame.y0 + at[1] * frame.unitY]);
    lines.push(`  to walk in that area instead, add --seed-point ${point}`);
  }
  if (blocked !== undefined) {
    const at = place([blocked.x, blocked.y]);
    lines.push(`  stopped at ${at}: the way is ${metres(blocked.width)} wide there, the walker ${metres(width)}`);
  }
  for (const [name, end, asked] of [
    ['start', moved?.from, from.at],
    ['goal', moved?.to, to.at],
  ] as const) {
    if (end === undefined) continue;
    const by = Math.hypot((end[0] - frame.x0) / frame.unitX - asked[0], (end[1] - frame.y0) / frame.unitY - asked[1]);
    lines.push(`  ${name} moved by ${metres(by)} to ${place(end)}, where the walker fits`);
  }
  if (points.length <= POINTS_SHOWN) for (const point of points) lines.push(`  ${place(point)}`);
  else {
    lines.push(`  ${place(points[0])}`, `  … ${whole(points.length - 2)} points (--json lists all)`);
    lines.push(`  ${place(points.at(-1)!)}`);
  }
  return `${lines.join('\n')}\n`;
}

export function pairsSummary({ result, unreachable }: PairsOutcome, bold: (text: string) => string): string {
  const { count, found, results, microseconds: times, expanded } = result;
  const lines = [bold(`found: ${whole(found)} of ${counted(count, 'route')}`)];
  const row = (name: string, text: string) => lines.push(`  ${name.padEnd(12)}${text}`);
  if (found > 0) {
    let sum = 0;
    let longest = 0;
    for (const { length } of results) {
      sum += length;
      longest = Math.max(longest, length);
    }
    row('length', `mean ${metres(sum / found)}, longest ${metres(longest)}`);
  }
  const time = ([name, value]: [string, number]) => `${name} ${microseconds(value)}`;
  row('per query', Object.entries(times).map(time).join(', '));
  row('expanded', `median ${whole(expanded.median)}, max ${whole(expanded.max)}`);
  if (unreachable.length > 0) {
    const more = unreachable.length - LINES_SHOWN;
    const shown = unreachable.slice(0, LINES_SHOWN).join(', ');
    row(
      'no route',
      `${unreachable.length === 1 ? 'line' : 'lines'} ${shown}${more > 0 ? ` and ${whole(more)} more` : ''}`,
    );
  }
  return `${lines.join('\n')}\n`;
}
