/**
 * InspectResult → what a person reads at a terminal. Calm: names left, numbers right of them, nothing that is zero.
 */
import { type Layer, NONE, narrowestPassages, type World } from '@foulee/engine';
import { coordinateTexts } from '../place/file-coordinates.ts';
import type { InspectResult } from './inspect-result.ts';
import { townSummary } from './inspect-town.ts';
import { byteSize, counted, duration, plainText, squareMetres, whole } from '../terminal/output.ts';
import { syntaxSummary } from './syntax-summary.ts';

/** Places shown per kind of repair; --json lists more. */
const PLACES_SHOWN = 3;
/** Findings of --check shown; --json lists all. */
const FINDINGS_SHOWN = 20;
const NAMES = 18;
/** Walls are known to this; what is narrower by less is not narrower. */
const MILLIMETRE = 0.001;

export interface SummaryContext {
  world: World;
  zones: Layer;
  format: string;
  /** Diameter of a walker: narrower passages are marked. */
  width: number;
  bold: (text: string) => string;
}

export function inspectSummary(result: InspectResult, context: SummaryContext): string {
  const { world, zones, bold } = context;
  const [toX, toY] = coordinateTexts(world.plan.frame);
  const lines: string[] = [];
  const row = (name: string, text: string) => lines.push(`  ${name.padEnd(NAMES)}${text}`);
  const heading = (text: string) => lines.push('', `  ${bold(text)}`);
  lines.push(`${bold(plainText(result.name))}  (${context.format})`);
  for (const note of world.report.notes) lines.push(`  ${plainText(note)}`);
  lines.push('');
  row('walkable area', squareMetres(result.area));
  row('levels', levelsText(world));
  row('cells', `${whole(result.cells)} convex, joined by ${counted(result.freeSegments, 'free segment')}`);
  const { closed, deadEnd, passage, crossroads } = result.kinds;
  row(
    'kinds',
    `${whole(closed)} closed, ${counted(deadEnd, 'dead end')}, ${counted(passage, 'passage')}, ${whole(crossroads)} crossroads`,
  );
  row(
    'groups',
    `${whole(result.groups)}, in ${counted(result.zones, 'zone')}; ${counted(result.borders, 'border')} between groups`,
  );
  if (result.visibility !== null) row('places', placesText(result.visibility));
  row('tree', `${whole(result.tree.nodes)} nodes, ${whole(result.tree.depth)} deep (abstraction of L04)`);
  row('walls', counted(result.constrainedSegments, 'constrained segment'));
  if (result.glass !== undefined) row('glass', `${result.glass.toFixed(1)} m that people can see through`);
  row('points', `${whole(result.vertices)}, ${whole(result.generatedPoints)} of them generated at bottlenecks`);
  const doors = countDistinct(world.mesh.sideDoor);
  if (doors > 0) row('doors', whole(doors));
  const links = countDistinct(world.mesh.cellLink);
  if (links > 0) row('links', `${whole(links)} between levels (stairs, ramps, escalators, lifts)`);
  passages(result, context, lines, heading);
  const syntax = syntaxSummary(world, zones);
  if (syntax.length > 0) {
    heading('Zones (space syntax)');
    lines.push(...syntax);
  }
  for (const [name, townLines] of townSummary(world, result.towns ?? [])) {
    heading(name);
    lines.push(...townLines);
  }
  if (result.repairs.length > 0) {
    heading('Repaired');
    for (const { kind, count, places } of result.repairs) {
      const shown = places.slice(0, PLACES_SHOWN).map(([x, y]) => `${toX(x)},${toY(y)}`);
      const more = count > shown.length ? ' …' : '';
      lines.push(`  ${whole(count).padStart(8)} × ${plainText(kind)}, at ${shown.join('  ')}${more}`);
    }
  }
  if (result.findings !== undefined) {
    heading('Checks');
    for (const finding of result.findings.slice(0, FINDINGS_SHOWN)) lines.push(`  ! ${plainText(finding)}`);
    const more = result.findings.length - FINDINGS_SHOWN;
    if (more > 0) lines.push(`  … and ${whole(more)} more (--json lists all)`);
    lines.push(
      result.findings.length === 0 ? '  all checks passed' : `  ${counted(result.findings.length, 'finding')}`,
    );
  }
  const { import: read, map, subdivision, topology, routing } = result.milliseconds;
  lines.push(
    '',
    `  read in ${duration(read)}, map in ${duration(map)}, cells in ${duration(subdivision)}, ` +
      `groups in ${duration(topology)}, routes in ${duration(routing)}; ${byteSize(result.bytes)}`,
  );
  return `${lines.join('\n')}\n`;
}

function placesText({ places, accesses, windows, seen, range }: NonNullable<InspectResult['visibility']>): string {
  const ways = accesses === 1 ? '1 access' : `${whole(accesses)} accesses`;
  const between = `${ways}${windows > 0 ? ` and ${counted(windows, 'window')}` : ''} between them`;
  const sight =
    seen === null
      ? 'too many to count what is seen through each'
      : `${whole(seen)} seen through another within ${number(range)} m`;
  return `${whole(places)}, as people tell them apart; ${between}, ${sight}`;
}

function levelsText({ mesh }: World): string {
  if (mesh.levels.length === 1) return '1';
  const names = mesh.levels.slice(0, 8).map(({ name, elevation }) => `${plainText(name)} at ${number(elevation)} m`);
  return `${mesh.levels.length}: ${names.join(', ')}${mesh.levels.length > names.length ? ', …' : ''}`;
}

function passages(
  result: InspectResult,
  { world, width }: SummaryContext,
  lines: string[],
  heading: (text: string) => void,
): void {
  heading('Narrowest passages');
  const all = narrowestPassages(world.mesh, Infinity);
  if (all.length === 0) {
    lines.push('  none: nowhere do the walls come nearer to each other than elsewhere');
    return;
  }
  const several = world.mesh.levels.length > 1;
  const [toX, toY] = coordinateTexts(world.plan.frame);
  const isNarrower = (passage: { width: number }) => passage.width < width - MILLIMETRE;
  const cells = result.narrowest.map((passage, i) => {
    const cell = [`${passage.width.toFixed(2)} m`, toX(passage.x), toY(passage.y)];
    if (several) cell.push(plainText(world.mesh.levels[all[i].level].name));
    cell.push(isNarrower(passage) ? `narrower than ${number(width)} m` : '');
    return cell;
  });
  const table = [['width', 'x', 'y', ...(several ? ['level'] : []), ''], ...cells];
  const widths = table[0].map((_, column) => Math.max(...table.map((cell) => cell[column].length)));
  for (const cell of table) {
    // Numbers stand right, words left.
    const text = cell.map((part, i) => (i < 3 ? part.padStart(widths[i] + 2) : `  ${part.padEnd(widths[i])}`));
    lines.push(`  ${text.join('').trimEnd()}`);
  }
  const more = all.length - result.narrowest.length;
  const narrower = all.slice(result.narrowest.length).filter(isNarrower).length;
  if (more > 0) {
    const also = narrower > 0 ? `, ${whole(narrower)} of them narrower than ${number(width)} m` : '';
    lines.push(`    … and ${whole(more)} more${also}`);
  }
}

/** Without the tail of rounding: six decimals at most. */
function number(value: number): string {
  return String(Number(value.toFixed(6)));
}

/** How many doors or links the mesh really has: those that were left out have no side and no cell. */
function countDistinct(indices: Int32Array): number {
  return new Set(indices.filter((index) => index !== NONE)).size;
}
