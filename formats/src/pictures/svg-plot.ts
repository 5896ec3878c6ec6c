/**
 * A plot as SVG: series of numbers → lines, points and bands between axes with ticks, units and a legend, as one text.
 *
 *      title                     Room is given in this order: title and subtitle on top, ticks at the left, the legend below; what is
 *      ▲ ·  ·  band ▒▒▒          left is the area, and data beyond its axes is cut off at its edge. With `isMap` a metre is as long
 *      │  ·╱───                  upward as to the right, so that places can be drawn.
 *      └──────────▶ x (unit)
 *      ● legend
 *
 * All lettering is text, never markup. The same plot gives the same bytes. What is no number makes a gap. Linear.
 */
import { InputError } from '@foulee/engine';
import { type AxisScale, type PlotAxis, scaleOf } from './svg-plot-axis.ts';
import { COLOURS, FONT, pixels, textWidth, xmlText } from './svg-text.ts';

export type { PlotAxis } from './svg-plot-axis.ts';

export type PlotSeries =
  | { kind: 'line'; name: string; x: ArrayLike<number>; y: ArrayLike<number>; colour?: string; isDashed?: boolean }
  | { kind: 'scatter'; name: string; x: ArrayLike<number>; y: ArrayLike<number>; colour?: string; mark?: PlotMark }
  | {
      kind: 'band';
      name: string;
      x: ArrayLike<number>;
      low: ArrayLike<number>;
      high: ArrayLike<number>;
      colour?: string;
    };

export type PlotMark = 'disc' | 'ring' | 'square' | 'cross' | 'dot' | 'triangle';

export interface Plot {
  title: string;
  /** One line below the title: what was measured, where it comes from. */
  subtitle?: string;
  x: PlotAxis;
  y: PlotAxis;
  /** Drawn in this order; those without a name are not in the legend. */
  series: readonly PlotSeries[];
  /** Both axes have the same scale. */
  isMap?: boolean;
  /** Pixels, of the area between the axes; of a map, at most. */
  width?: number;
  height?: number;
}

/** Told apart in print and by the colour-blind; the first is for what was measured in reality. */
export const PLOT_COLOURS = [
  '#1b2530',
  '#c8501e',
  '#1f6fb4',
  '#0b7a6b',
  '#8a4f9e',
  '#b8860b',
  '#6b7a87',
  '#c4161c',
] as const;

const TITLE = 17;
const SIZE = 13;
const ROW = 22;
const MARGIN = 24;
/** Room for the ticks' numbers and the axis' name, pixels. */
const LEFT = 74;
const BOTTOM = 58;
/** Pixels for one tick, about. */
const TICK_ROOM = 80;
/** Ends of axes, at most. */
const LONGEST = 1e12;

export function plotToSvg(plot: Plot): string {
  checkPlot(plot);
  const across = scaleOf(plot.x, valuesAcross(plot.series), Math.max(2, Math.floor((plot.width ?? 640) / TICK_ROOM)));
  const up = scaleOf(plot.y, valuesUp(plot.series), Math.max(2, Math.floor((plot.height ?? 400) / (0.6 * TICK_ROOM))));
  const area = areaOf(plot, across, up);
  const heading = head(plot);
  const top = MARGIN + heading.height;
  const foot = legendOf(plot, Math.max(area.width, 320));
  const width = Math.max(MARGIN + LEFT + area.width, LEFT + foot.width, heading.width) + MARGIN;
  const height = top + area.height + BOTTOM + foot.height + MARGIN / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${pixels(width)}" height="${pixels(height)}" viewBox="0 0 ${pixels(width)} ${pixels(height)}" font-family="${FONT}" font-size="${SIZE}">`,
    `<title>${xmlText(plot.title, 200)}</title>`,
    `<rect width="100%" height="100%" fill="${COLOURS.paper}"/>`,
    heading.text,
    `<g transform="translate(${MARGIN + LEFT - 14} ${pixels(top)})">`,
    axes(plot, across, up, area),
    `<svg width="${pixels(area.width)}" height="${pixels(area.height)}" overflow="hidden">`,
    ...plot.series.map((series, i) => drawSeries(series, colourOf(plot.series, i), across, up, area)),
    '</svg>',
    `<g transform="translate(0 ${pixels(area.height + BOTTOM)})">`,
    foot.text,
    '</g>',
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function checkPlot({ series, x, y, width, height }: Plot): void {
  for (const { label, min = -LONGEST, max = LONGEST } of [x, y]) {
    if (Math.abs(min) <= LONGEST && Math.abs(max) <= LONGEST && min + 1e-6 * Math.max(1, Math.abs(min)) < max) continue;
    throw new InputError(`axis "${label}"`, `from ${min} to ${max}`, 'let it end after it begins');
  }
  for (const size of [width ?? 640, height ?? 400]) {
    if (size >= 50 && size <= 10_000) continue;
    throw new InputError('plot', `a size of ${size} pixels`, 'give one from 50 to 10000');
  }
  for (const one of series) {
    const columns = one.kind === 'band' ? [one.low, one.high] : [one.y];
    for (const column of columns) {
      if (column.length === one.x.length) continue;
      throw new InputError(
        `series "${one.name}"`,
        `has ${one.x.length} places along x and ${column.length} along y`,
        'give as many of both',
      );
    }
    if (one.colour === undefined || /^#[0-9a-f]{6}$/i.test(one.colour)) continue;
    throw new InputError(`series "${one.name}"`, 'its colour is none', 'write it like #1b2530');
  }
}

function* valuesAcross(series: readonly PlotSeries[]): Iterable<number> {
  for (const { x } of series) for (let i = 0; i < x.length; i++) yield x[i];
}

function* valuesUp(series: readonly PlotSeries[]): Iterable<number> {
  for (const one of series) {
    for (const column of one.kind === 'band' ? [one.low, one.high] : [one.y]) {
      for (let i = 0; i < column.length; i++) yield column[i];
    }
  }
}

function areaOf({ width = 640, height = 400, isMap }: Plot, across: AxisScale, up: AxisScale): Area {
  if (!isMap) return { width, height };
  const scale = Math.min(width / (across.max - across.min), height / (up.max - up.min));
  return { width: scale * (across.max - across.min), height: scale * (up.max - up.min) };
}

interface Area {
  width: number;
  height: number;
}

/** Colours go round among the series that have none of their own. */
function colourOf(series: readonly PlotSeries[], index: number): string {
  const before = series.slice(0, index).filter(({ colour }) => colour === undefined).length;
  return series[index].colour ?? PLOT_COLOURS[before % PLOT_COLOURS.length];
}

function head({ title, subtitle }: Plot): { text: string; width: number; height: number } {
  const shown = xmlText(title, 100);
  const lines = [
    `<text x="${MARGIN}" y="${MARGIN + 14}" font-size="${TITLE}" font-weight="bold" fill="${COLOURS.ink}">${shown}</text>`,
  ];
  let width = MARGIN + textWidth(title.slice(0, 100), TITLE, true) * 0.9;
  if (subtitle !== undefined) {
    lines.push(`<text x="${MARGIN}" y="${MARGIN + 35}" fill="${COLOURS.quiet}">${xmlText(subtitle, 140)}</text>`);
    width = Math.max(width, MARGIN + textWidth(subtitle.slice(0, 140), SIZE, false) * 0.9);
  }
  return { text: lines.join('\n'), width, height: subtitle === undefined ? 32 : 54 };
}

function axes(plot: Plot, across: AxisScale, up: AxisScale, { width, height }: Area): string {
  const lines: string[] = [];
  const grid: string[] = [];
  across.ticks.forEach((tick, i) => {
    const x = pixels(placeAcross(tick, across, width));
    grid.push(`M${x} 0V${pixels(height)}`);
    lines.push(`<text x="${x}" y="${pixels(height + 19)}" text-anchor="middle">${across.texts[i]}</text>`);
  });
  up.ticks.forEach((tick, i) => {
    const y = placeUp(tick, up, height);
    grid.push(`M0 ${pixels(y)}H${pixels(width)}`);
    lines.push(`<text x="-9" y="${pixels(y + 4.5)}" text-anchor="end">${up.texts[i]}</text>`);
  });
  const named = ({ label, unit }: PlotAxis) => xmlText(unit === '' ? label : `${label} (${unit})`, 80);
  return [
    `<path d="${grid.join('')}" stroke="#e4e9ee" fill="none"/>`,
    `<path d="M0 0V${pixels(height)}H${pixels(width)}" stroke="${COLOURS.quiet}" fill="none"/>`,
    `<g fill="${COLOURS.quiet}">`,
    ...lines,
    '</g>',
    `<g fill="${COLOURS.ink}" text-anchor="middle">`,
    `<text x="${pixels(width / 2)}" y="${pixels(height + 42)}">${named(plot.x)}</text>`,
    `<text transform="translate(-48 ${pixels(height / 2)}) rotate(-90)">${named(plot.y)}</text>`,
    '</g>',
  ].join('\n');
}

function placeAcross(value: number, { min, max }: AxisScale, width: number): number {
  return ((value - min) / (max - min)) * width;
}

function placeUp(value: number, { min, max }: AxisScale, height: number): number {
  return height - ((value - min) / (max - min)) * height;
}

function drawSeries(series: PlotSeries, colour: string, across: AxisScale, up: AxisScale, area: Area): string {
  const at = (x: number, y: number) => placeOf(x, y, across, up, area);
  switch (series.kind) {
    case 'line': {
      let path = '';
      let isOn = false;
      for (let i = 0; i < series.x.length; i++) {
        const [x, y] = at(series.x[i], series.y[i]);
        const isNumber = Number.isFinite(x) && Number.isFinite(y);
        if (isNumber) path += `${isOn ? 'L' : 'M'}${pixels(x)} ${pixels(y)}`;
        isOn = isNumber;
      }
      return strokeOf(path, colour, series.isDashed === true);
    }
    case 'scatter': {
      const marks: string[] = [];
      for (let i = 0; i < series.x.length; i++) {
        const [x, y] = at(series.x[i], series.y[i]);
        if (Number.isFinite(x) && Number.isFinite(y)) marks.push(markPath(series.mark ?? 'disc', x, y));
      }
      return drawMarks(series.mark ?? 'disc', marks.join(''), colour);
    }
    case 'band': {
      const there: string[] = [];
      const back: string[] = [];
      for (let i = 0; i < series.x.length; i++) {
        const [x, low] = at(series.x[i], series.low[i]);
        const [, high] = at(series.x[i], series.high[i]);
        if (!(Number.isFinite(x) && Number.isFinite(low) && Number.isFinite(high))) continue;
        there.push(`${pixels(x)} ${pixels(low)}`);
        back.unshift(`${pixels(x)} ${pixels(high)}`);
      }
      if (there.length === 0) return '';
      return `<path d="M${[...there, ...back].join('L')}Z" fill="${colour}" fill-opacity="0.16"/>`;
    }
  }
}

/** Pixels; far outside it makes no difference how far, and the numbers stay small. */
function placeOf(x: number, y: number, across: AxisScale, up: AxisScale, { width, height }: Area): [number, number] {
  const within = (value: number, most: number) =>
    Number.isFinite(value) ? Math.min(2 * most, Math.max(-most, value)) : Number.NaN;
  return [within(placeAcross(x, across, width), width), within(placeUp(y, up, height), height)];
}

function strokeOf(path: string, colour: string, isDashed: boolean): string {
  const dashes = isDashed ? ' stroke-dasharray="7 5"' : '';
  return path === ''
    ? ''
    : `<path d="${path}" stroke="${colour}" stroke-width="2" stroke-linejoin="round" fill="none"${dashes}/>`;
}

/** A mark around a place, as a path: thousands of them are one element. */
function markPath(mark: PlotMark, x: number, y: number): string {
  const at = `M${pixels(x)} ${pixels(y)}`;
  switch (mark) {
    case 'disc':
    case 'ring':
      return `${at}m-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z`;
    case 'dot':
      return `${at}m-1.5 0a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0Z`;
    case 'square':
      return `${at}m-3.5 -3.5h7v7h-7Z`;
    case 'triangle':
      return `${at}m0 -5l4.5 8h-9Z`;
    case 'cross':
      return `${at}m-4 -4l8 8m0 -8l-8 8`;
  }
}

function drawMarks(mark: PlotMark, path: string, colour: string): string {
  if (path === '') return '';
  if (mark === 'cross' || mark === 'ring')
    return `<path d="${path}" stroke="${colour}" stroke-width="1.6" fill="none"/>`;
  return `<path d="${path}" fill="${colour}" fill-opacity="${mark === 'dot' ? 0.55 : 0.85}"/>`;
}

/** Names of the series in rows, each beside its mark. */
function legendOf({ series }: Plot, width: number): { text: string; width: number; height: number } {
  const parts: string[] = [];
  let x = 0;
  let y = 10;
  let widest = 0;
  series.forEach((one, i) => {
    if (one.name === '') return;
    const colour = colourOf(series, i);
    const room = 34 + textWidth(one.name.slice(0, 80), SIZE, false) * 0.92 + 18;
    if (x > 0 && x + room > width) {
      x = 0;
      y += ROW;
    }
    if (one.kind === 'line') parts.push(strokeOf(`M${pixels(x)} ${y}h26`, colour, one.isDashed === true));
    else if (one.kind === 'band') {
      parts.push(`<rect x="${pixels(x)}" y="${y - 7}" width="26" height="14" fill="${colour}" fill-opacity="0.16"/>`);
    } else parts.push(drawMarks(one.mark ?? 'disc', markPath(one.mark ?? 'disc', x + 13, y), colour));
    parts.push(`<text x="${pixels(x + 34)}" y="${y + 4.5}" fill="${COLOURS.ink}">${xmlText(one.name, 80)}</text>`);
    x += room;
    widest = Math.max(widest, x);
  });
  return { text: parts.join('\n'), width: widest, height: parts.length === 0 ? 0 : y + 12 };
}
