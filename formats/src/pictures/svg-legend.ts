/** The foot of the SVG map: scale bar, which way is up, and what the marks mean. Pixels. */
import { COLOURS, pixels, textWidth, xmlText } from './svg-text.ts';

export interface LegendEntry {
  mark: 'fill' | 'line' | 'passage' | 'none';
  colour: string;
  text: string;
}

interface Place {
  x: number;
  y: number;
  width: number;
  pixelsPerMetre: number;
  /** Width of one level's drawing: the scale bar is about a quarter of it. */
  drawingWidth: number;
  /** Is up north (longitude/latitude), or only the file's y? */
  north: boolean;
}

const ROW = 24;
const SIZE = 12;

export function legend(entries: LegendEntry[], place: Place): { text: string; height: number } {
  const bar = scaleBar(place);
  const lines = [bar.text];
  const left = place.x + bar.width + 40;
  const right = place.x + place.width;
  let x = left;
  let row = 0;
  for (const entry of entries) {
    const width = 34 + textWidth(entry.text, SIZE, false) + 16;
    if (x > left && x + width > right) {
      x = left;
      row++;
    }
    lines.push(drawEntry(entry, x, place.y + 12 + row * ROW));
    x += width;
  }
  return { text: lines.join('\n'), height: Math.max(44, (row + 1) * ROW) };
}

function drawEntry({ mark, colour, text }: LegendEntry, x: number, y: number): string {
  const label = `<text x="${pixels(x + 32)}" y="${pixels(y + 4)}" font-size="${SIZE}" fill="${COLOURS.ink}">${xmlText(text, 80)}</text>`;
  if (mark === 'fill') {
    return `<rect x="${pixels(x)}" y="${pixels(y - 7)}" width="24" height="14" fill="${colour}" stroke="${COLOURS.border}" stroke-width="0.8"/>${label}`;
  }
  if (mark === 'none') return label;
  const line = `M${pixels(x)} ${pixels(y)}h24`;
  if (mark === 'line') return `<path d="${line}" stroke="${colour}" stroke-width="2.6"/>${label}`;
  const ticks = `M${pixels(x)} ${pixels(y - 4)}v8M${pixels(x + 24)} ${pixels(y - 4)}v8`;
  return `<path d="${line}${ticks}" stroke="${colour}" stroke-width="1.8"/>${label}`;
}

/** A bar of a round length, black and white halves, with an arrow for "up" beside it. */
function scaleBar(place: Place): { text: string; width: number } {
  const most = Math.min(320, Math.max(80, place.drawingWidth / 4));
  const metres = roundLength(most / place.pixelsPerMetre);
  const width = metres * place.pixelsPerMetre;
  const x = place.x + 34;
  const y = place.y + 8;
  const unit = metres >= 1000 ? [1000, 'km'] : metres >= 0.1 ? [1, 'm'] : metres >= 0.01 ? [0.01, 'cm'] : [0.001, 'mm'];
  const number = (value: number) => String(Number((value / (unit[0] as number)).toPrecision(6)));
  const caption = (at: number, text: string) =>
    `<text x="${pixels(at)}" y="${pixels(y + 24)}" font-size="${SIZE}" text-anchor="middle" fill="${COLOURS.ink}">${text}</text>`;
  const text = [
    `<path d="M${pixels(place.x + 6)} ${pixels(y + 26)}V${pixels(y - 2)}m-5 9l5-9l5 9" fill="none" stroke="${COLOURS.ink}" stroke-width="1.4"/>`,
    `<text x="${pixels(place.x + 15)}" y="${pixels(y + 6)}" font-size="${SIZE}" fill="${COLOURS.ink}">${place.north ? 'N' : 'y'}</text>`,
    `<rect x="${pixels(x)}" y="${pixels(y)}" width="${pixels(width)}" height="7" fill="${COLOURS.paper}" stroke="${COLOURS.ink}" stroke-width="1"/>`,
    `<rect x="${pixels(x)}" y="${pixels(y)}" width="${pixels(width / 2)}" height="7" fill="${COLOURS.ink}"/>`,
    caption(x, '0'),
    caption(x + width / 2, number(metres / 2)),
    caption(x + width, `${number(metres)} ${unit[1]}`),
  ].join('\n');
  return { text, width: width + 34 + 16 };
}

/** The largest of 1, 2, 5 × 10ⁿ that is not more. */
function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return (most >= 5 * power ? 5 : most >= 2 * power ? 2 : 1) * power;
}
