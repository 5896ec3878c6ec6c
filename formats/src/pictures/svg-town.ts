/**
 * Towns on tiles → an SVG: buildings, streets, pavements and crossings, goals as dots, their graph as lines; what is not connected with the
 * largest part stands out in colour. Levels side by side in one scale, lowest left; title, counts, legend, scale bar. y points up on paper.
 *
 * Tiles of a kind are drawn as rectangles: runs of a row, and equal runs of rows on each other as one. So the text grows with the
 * outlines of buildings rather than with their area. Linear in tiles.
 */
import { BUILDING, CROSSING, GROUND, OUTSIDE, partsOfGraph, PAVEMENT, type Tiles, type Town } from '@foulee/engine';
import { legend, type LegendEntry } from './svg-legend.ts';
import { COLOURS, FONT, pixels, xmlText } from './svg-text.ts';

export interface DrawnTown {
  /** Of the level; shown where there are several. */
  name: string;
  town: Town;
}

/** Pixels. */
const DRAWING_WIDTH = 1500;
const DRAWING_HEIGHT = 1050;
const MARGIN = 44;
const HEADER = 84;
const LEVEL_NAME = 26;
const LEAST_PAGE = 760;
const GAP = 40;
const DOT = 2;
const LINE = 0.7;

const KINDS: readonly (readonly [kind: number, colour: string, text: string])[] = [
  [OUTSIDE, '#9fb0a6', 'beyond the place, or in the way of tiles'],
  [GROUND, '#cfd8de', 'street'],
  [BUILDING, '#4b545d', 'building'],
  [PAVEMENT, '#f7eed6', 'pavement'],
  [CROSSING, '#f2c230', 'crossing'],
];
const JOINED = '#1f4fb4';
const APART = '#c4161c';

export function townsToSvg(towns: readonly DrawnTown[], title: string): string {
  const wide = towns.map(({ town: { tiles } }) => tiles.columns * tiles.side);
  const high = towns.map(({ town: { tiles } }) => tiles.rows * tiles.side);
  const gaps = GAP * (towns.length - 1);
  const across = wide.reduce((sum, width) => sum + width, 0);
  const scale = Math.min(Math.max(20, DRAWING_WIDTH - gaps) / across, DRAWING_HEIGHT / Math.max(...high));
  const drawingWidth = across * scale + gaps;
  const pageWidth = Math.round(Math.max(LEAST_PAGE, drawingWidth + 2 * MARGIN));
  const top = HEADER + (towns.length > 1 ? LEVEL_NAME : 0);
  let x = (pageWidth - drawingWidth) / 2;
  const panels: string[] = [];
  for (const [k, { name, town }] of towns.entries()) {
    if (towns.length > 1) {
      panels.push(
        `<text x="${pixels(x)}" y="${top - 9}" font-size="14" font-weight="bold" fill="${COLOURS.ink}">${xmlText(`Level ${name}`, 40)}</text>`,
      );
    }
    panels.push(drawTown(town, x, top, scale));
    x += wide[k] * scale + GAP;
  }
  const foot = legend(legendEntries(towns), {
    x: MARGIN,
    y: top + Math.max(...high) * scale + 28,
    width: pageWidth - 2 * MARGIN,
    pixelsPerMetre: scale,
    drawingWidth,
    north: false,
  });
  const pageHeight = Math.round(top + Math.max(...high) * scale + 28 + foot.height + MARGIN * 0.6);
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${pageWidth} ${pageHeight}" width="${pageWidth}" height="${pageHeight}" font-family="${FONT}" role="img">`,
    `<title>${xmlText(title, 90)}</title>`,
    `<rect width="${pageWidth}" height="${pageHeight}" fill="${COLOURS.paper}"/>`,
    `<text x="${MARGIN}" y="42" font-size="24" font-weight="bold" fill="${COLOURS.ink}">${xmlText(title, 90)}</text>`,
    `<text x="${MARGIN}" y="64" font-size="13" fill="${COLOURS.quiet}">${countsLine(towns)}</text>`,
    ...panels,
    foot.text,
    '</svg>',
  ].join('\n')}\n`;
}

function drawTown({ tiles, goals, graph, crossings }: Town, left: number, top: number, scale: number): string {
  const { columns, rows, side } = tiles;
  const perPixel = 1 / (scale * side);
  const paths = tilePaths(tiles);
  const x = (g: number) => pixels((goals.x[g] - tiles.x) / side);
  const y = (g: number) => pixels(rows - (goals.y[g] - tiles.y) / side);
  const isCrossing = new Set<string>();
  for (let i = 0; i < crossings.length; i += 2) isCrossing.add(`${crossings[i]} ${crossings[i + 1]}`);
  const part = partsOfGraph(graph);
  const main = largestOf(part);
  const lines = ['', '', ''];
  const dots = ['', ''];
  for (let a = 0; a < goals.x.length; a++) {
    const isApart = part[a] === main ? 0 : 1;
    // A line without length and with round ends is a dot.
    dots[isApart] += `M${x(a)} ${y(a)}h0`;
    for (let k = graph.first[a]; k < graph.first[a + 1]; k++) {
      const b = graph.item[k];
      if (b > a) lines[isCrossing.has(`${a} ${b}`) ? 2 : isApart] += `M${x(a)} ${y(a)}L${x(b)} ${y(b)}`;
    }
  }
  const width = pixels(LINE * perPixel);
  const drawn = [
    `<g transform="translate(${pixels(left)} ${pixels(top)}) scale(${Number((scale * side).toPrecision(9))})">`,
    `<rect width="${columns}" height="${rows}" fill="${KINDS[0][1]}"/>`,
  ];
  for (const [kind, colour] of KINDS) {
    if (kind !== OUTSIDE && paths[kind] !== '') {
      drawn.push(`<path fill="${colour}" shape-rendering="crispEdges" d="${paths[kind]}"/>`);
    }
  }
  for (const [k, path] of lines.entries()) {
    if (path === '') continue;
    const dash = k === 2 ? ` stroke-dasharray="${pixels(3 * perPixel)}"` : '';
    drawn.push(
      `<path fill="none" stroke="${k === 1 ? APART : JOINED}" stroke-width="${width}" opacity="0.7"${dash} d="${path}"/>`,
    );
  }
  for (const [k, path] of dots.entries()) {
    if (path === '') continue;
    const stroke = k === 1 ? APART : JOINED;
    drawn.push(
      `<path stroke="${stroke}" stroke-width="${pixels(2 * DOT * perPixel)}" stroke-linecap="round" d="${path}"/>`,
    );
  }
  return [...drawn, '</g>'].join('\n');
}

/** A path per kind, in tiles from the top left. */
function tilePaths({ columns, rows, kind }: Tiles): string[] {
  const paths = KINDS.map(() => '');
  /** Runs of the row above, by where they start: their kind, length and first row. */
  let above = new Map<number, [kind: number, length: number, from: number]>();
  const finish = (column: number, [k, length, from]: [number, number, number], to: number) => {
    if (k !== OUTSIDE) paths[k] += `M${column} ${from}h${length}v${to - from}h-${length}z`;
  };
  for (let row = 0; row <= rows; row++) {
    const runs: typeof above = new Map();
    const start = (rows - 1 - row) * columns;
    const width = row < rows ? columns : 0;
    for (let column = 0; column < width; ) {
      const k = kind[start + column];
      let end = column + 1;
      while (end < width && kind[start + end] === k) end++;
      const upper = above.get(column);
      const isSame = upper !== undefined && upper[0] === k && upper[1] === end - column;
      runs.set(column, [k, end - column, isSame ? upper[2] : row]);
      if (isSame) above.delete(column);
      column = end;
    }
    for (const [column, run] of above) finish(column, run, row);
    above = runs;
  }
  return paths;
}

/** The part with most goals. */
function largestOf(part: Int32Array): number {
  const size = new Map<number, number>();
  for (const p of part) size.set(p, (size.get(p) ?? 0) + 1);
  let largest = 0;
  for (const [p, count] of size) if (count > (size.get(largest) ?? 0)) largest = p;
  return largest;
}

function countsLine(towns: readonly DrawnTown[]): string {
  const sum = (count: (town: Town) => number) => towns.reduce((total, { town }) => total + count(town), 0);
  const some = (n: number, one: string) => `${n.toLocaleString('en-US')} ${one}${n === 1 ? '' : 's'}`;
  const sides = [...new Set(towns.map(({ town }) => town.tiles.side))].join(', ');
  return [
    `${some(
      sum(({ tiles }) => tiles.kind.length),
      'tile',
    )} of ${sides} m`,
    some(
      sum(({ goals }) => goals.x.length),
      'goal',
    ),
    some(
      sum(({ crossings }) => crossings.length / 2),
      'crossing',
    ),
    some(
      sum(({ report }) => report.parts.length),
      'part',
    ),
  ].join(' · ');
}

function legendEntries(towns: readonly DrawnTown[]): LegendEntry[] {
  const entries = KINDS.filter(([kind]) => towns.some(({ town }) => town.tiles.kind.includes(kind))).map(
    ([, colour, text]): LegendEntry => ({ mark: 'fill', colour, text }),
  );
  entries.push({ mark: 'line', colour: JOINED, text: 'goals, and which lead to which' });
  if (towns.some(({ town }) => town.report.parts.length > 1)) {
    entries.push({ mark: 'line', colour: APART, text: 'not connected with the largest part' });
  }
  return entries;
}
