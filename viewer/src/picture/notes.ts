/**
 * What a picture says beside the scene: name and moment above, what colours mean below, names where they belong, a scale bar. Painted with
 * a 2D canvas over a copy of the scene's, as large as the picture asks for, so that it can be read in print and in a small video.
 */
import type { Legend } from '../scene/colours.ts';
import { darkEnough, keepInside, showApart } from '../scene/labels.ts';
import { scaleBarOf } from './scale-bar.ts';

interface NamedPlace {
  /** Pixels of the picture. */
  x: number;
  y: number;
  text: string;
  colour: string;
}

export interface PictureNotes {
  title: string;
  /** The moment, as text; undefined: nobody walks. */
  time: string | undefined;
  /** From the lowest one up; those of maps have square signs. */
  legends: readonly (Legend & { isMap?: boolean })[];
  places: readonly NamedPlace[];
  /** Where it is the same everywhere: seen from straight above. */
  metresPerPixel: number | undefined;
  isDark: boolean;
}

/** Of a picture in which a letter is as high as on the page: pixels. */
const USUAL_WIDTH = 1140;
const USUAL_HEIGHT = 800;
/** Letters are not smaller than so many times those of the page. */
const SMALLEST = 0.75;
/** For letters as on the page, pixels: from the picture's edge, within a box, of a line, of a sign, and the longest scale bar. */
const EDGE = 12;
const PADDING = 10;
const LINE = 18;
const SIGN = 10;
const LONGEST_BAR = 120;
/** What the scale bar takes beside the legend. */
const BESIDE_BAR = LONGEST_BAR + 32;
const FAMILY = 'system-ui, -apple-system, "Segoe UI", Roboto, sans-serif';

const PAPER = { light: 'rgba(255, 255, 255, 0.92)', dark: 'rgba(29, 35, 43, 0.92)' };
const INK = { light: '#1c2430', dark: '#e8edf3' };
const FRAME = { light: '#d8dee6', dark: '#39424e' };

/** What a 2D canvas draws with. */
export type Drawing = Pick<
  CanvasRenderingContext2D,
  | 'beginPath'
  | 'arc'
  | 'roundRect'
  | 'rect'
  | 'moveTo'
  | 'lineTo'
  | 'fill'
  | 'stroke'
  | 'fillText'
  | 'measureText'
  | 'font'
  | 'fillStyle'
  | 'strokeStyle'
  | 'lineWidth'
  | 'textBaseline'
  | 'textAlign'
>;

/** @param width, height of the picture, pixels */
export function paintNotes(drawing: Drawing, width: number, height: number, notes: PictureNotes): void {
  const scale = Math.max(SMALLEST, Math.min(width / USUAL_WIDTH, height / USUAL_HEIGHT));
  const look = notes.isDark ? 'dark' : 'light';
  drawing.textBaseline = 'middle';
  drawing.textAlign = 'left';
  const font = (size: number, isBold = false) => {
    drawing.font = `${isBold ? '600 ' : ''}${size * scale}px ${FAMILY}`;
  };
  const box = (left: number, top: number, wide: number, high: number) => {
    drawing.beginPath();
    drawing.roundRect(left, top, wide, high, 8 * scale);
    drawing.fillStyle = PAPER[look];
    drawing.fill();
    drawing.strokeStyle = FRAME[look];
    drawing.lineWidth = scale;
    drawing.stroke();
  };
  paintPlaces();
  paintTitle();
  let bottom = height - EDGE * scale;
  for (const legend of notes.legends) bottom = paintLegend(legend, bottom) - 8 * scale;
  if (notes.metresPerPixel !== undefined) paintScaleBar(notes.metresPerPixel);

  /** As on the stage: below and to the right of what they name, never over each other. */
  function paintPlaces(): void {
    const texts = notes.places.map(({ text }) => text);
    const places = notes.places.map(({ x: left, y: top, text }) => {
      const [x, y] = [left / scale, top / scale];
      const place = { x, y, isShown: true };
      keepInside(place, text, [x, y, x, y], [width / scale, height / scale]);
      return place;
    });
    showApart(places, texts);
    font(12);
    notes.places.forEach(({ text, colour }, k) => {
      if (!places[k].isShown) return;
      const [x, y] = [places[k].x * scale, places[k].y * scale];
      const wide = drawing.measureText(text).width + 14 * scale;
      drawing.beginPath();
      drawing.roundRect(x + 6 * scale, y + 6 * scale, wide, LINE * scale, 9 * scale);
      drawing.fillStyle = darkEnough(colour);
      drawing.fill();
      drawing.fillStyle = '#ffffff';
      drawing.fillText(text, x + 13 * scale, y + (6 + LINE / 2 + 0.5) * scale);
    });
  }

  function paintTitle(): void {
    const inner = (PADDING + EDGE) * scale;
    font(15, true);
    const title = shortened(notes.title, width - 2 * inner);
    const titleWide = drawing.measureText(title).width;
    font(13);
    const timeWide = notes.time === undefined ? 0 : drawing.measureText(notes.time).width;
    const lines = notes.time === undefined ? 1 : 2;
    const high = (2 * 6 + 20 * lines) * scale;
    box(EDGE * scale, EDGE * scale, Math.max(titleWide, timeWide) + 2 * PADDING * scale, high);
    drawing.fillStyle = INK[look];
    font(15, true);
    drawing.fillText(title, inner, (EDGE + 6 + 10) * scale);
    font(13);
    if (notes.time !== undefined) drawing.fillText(notes.time, inner, (EDGE + 6 + 30) * scale);
  }

  function shortened(text: string, most: number): string {
    let kept = text;
    while (kept.length > 1 && drawing.measureText(kept).width > most) kept = `${kept.slice(0, -2)}…`;
    return kept;
  }

  /** A strip as on the stage, on as many lines as it takes beside the scale bar. @returns where it begins */
  function paintLegend({ title, entries, isMap }: PictureNotes['legends'][number], end: number): number {
    const sign = SIGN * scale;
    const most = width - (2 * EDGE + 2 * PADDING) * scale - BESIDE_BAR * scale;
    font(12, true);
    const parts = [{ text: title, colour: '', wide: drawing.measureText(title).width }];
    font(12);
    for (const { colour, label } of entries) {
      parts.push({ text: label, colour, wide: sign + 5 * scale + drawing.measureText(label).width });
    }
    let [line, along, longest] = [0, 0, 0];
    const placed = parts.map((part) => {
      if (along > 0 && along + part.wide > most) [line, along] = [line + 1, 0];
      const at = { ...part, line, along };
      along += part.wide + 12 * scale;
      longest = Math.max(longest, at.along + part.wide);
      return at;
    });
    const high = (2 * 5 + LINE * (line + 1)) * scale;
    const top = end - high;
    box(EDGE * scale, top, longest + 2 * PADDING * scale, high);
    placed.forEach(({ text, colour, line: on, along: from }, k) => {
      const left = (EDGE + PADDING) * scale + from;
      const middle = top + (5 + LINE * (on + 0.5)) * scale;
      font(12, k === 0);
      if (k > 0) {
        drawing.beginPath();
        if (isMap === true) drawing.rect(left, middle - sign / 2, sign, sign);
        else drawing.arc(left + sign / 2, middle, sign / 2, 0, 2 * Math.PI);
        drawing.fillStyle = colour;
        drawing.fill();
      }
      drawing.fillStyle = INK[look];
      drawing.fillText(text, k === 0 ? left : left + sign + 5 * scale, middle);
    });
    return top;
  }

  function paintScaleBar(metresPerPixel: number): void {
    const bar = scaleBarOf(metresPerPixel, LONGEST_BAR * scale);
    if (bar === undefined) return;
    const wide = bar.pixels + 2 * PADDING * scale;
    const high = 34 * scale;
    const [left, top] = [width - EDGE * scale - wide, height - EDGE * scale - high];
    box(left, top, wide, high);
    const [from, to] = [left + PADDING * scale, left + PADDING * scale + bar.pixels];
    const base = top + 26 * scale;
    drawing.beginPath();
    drawing.moveTo(from, base - 5 * scale);
    drawing.lineTo(from, base);
    drawing.lineTo(to, base);
    drawing.lineTo(to, base - 5 * scale);
    drawing.strokeStyle = INK[look];
    drawing.lineWidth = 1.5 * scale;
    drawing.stroke();
    drawing.fillStyle = INK[look];
    drawing.textAlign = 'center';
    font(12);
    drawing.fillText(bar.text, (from + to) / 2, top + 12 * scale);
    drawing.textAlign = 'left';
  }
}
