import { describe, expect, test } from 'vitest';
import { type Drawing, paintNotes, type PictureNotes } from './notes.ts';
import { scaleBarOf } from './scale-bar.ts';

describe('a scale bar', () => {
  test.each([
    // 100 pixels of 2 cm are 2 m; a little less has room for 1 m only.
    [0.02, 100, '2 m', 100],
    [0.0199, 100, '1 m', 1 / 0.0199],
    [0.07, 100, '5 m', 5 / 0.07],
    [0.1, 100, '10 m', 100],
    [0.004, 100, '0.2 m', 50],
    [15, 100, '1 km', 1000 / 15],
  ])('%d m a pixel, %d pixels: %s', (metresPerPixel, most, text, pixels) => {
    const bar = scaleBarOf(metresPerPixel, most)!;
    expect(bar.text).toBe(text);
    expect(bar.pixels).toBeCloseTo(pixels, 9);
  });

  test('none where a pixel is no length', () => {
    expect(scaleBarOf(0, 100)).toBeUndefined();
    expect(scaleBarOf(Infinity, 100)).toBeUndefined();
  });
});

interface Written {
  text: string;
  x: number;
  y: number;
  font: string;
}

/** Letters are 7 pixels wide. */
function sheet(): { drawing: Drawing; written: Written[]; line: number[] } {
  const written: Written[] = [];
  const line: number[] = [];
  const nothing = () => {};
  const drawing = {
    beginPath: nothing,
    arc: nothing,
    rect: nothing,
    roundRect: nothing,
    fill: nothing,
    stroke: nothing,
    moveTo: (x: number) => line.push(x),
    lineTo: (x: number) => line.push(x),
    measureText: (text: string) => ({ width: 7 * text.length }) as TextMetrics,
    fillText: (text: string, x: number, y: number) => written.push({ text, x, y, font: drawing.font }),
    font: '',
  } as unknown as Drawing;
  return { drawing, written, line };
}

const NOTES: PictureNotes = {
  title: 'Hall',
  time: 'Time 0:50.5',
  legends: [
    {
      title: 'Speed, m/s',
      entries: [
        { colour: '#000000', label: '0.0' },
        { colour: '#ffffff', label: '1.8 or more' },
      ],
    },
  ],
  places: [
    { x: 500, y: 300, text: 'exit', colour: '#ff0000' },
    { x: 502, y: 301, text: 'over it', colour: '#ff0000' },
    { x: -40, y: 300, text: 'outside', colour: '#ff0000' },
  ],
  metresPerPixel: 0.05,
  isDark: false,
};

describe('notes on a picture', () => {
  test('name, moment, what colours mean, names that are seen and have room, and the scale', () => {
    const { drawing, written, line } = sheet();
    paintNotes(drawing, 1140, 800, NOTES);
    expect(written.map(({ text }) => text)).toEqual([
      'exit',
      'Hall',
      'Time 0:50.5',
      'Speed, m/s',
      '0.0',
      '1.8 or more',
      '5 m',
    ]);
    // 120 pixels have room for 5 m: 100 pixels.
    expect(Math.max(...line) - Math.min(...line)).toBeCloseTo(100, 9);
    expect(written[0]).toMatchObject({ x: 513 });
    expect(written.every(({ x, y }) => x > 0 && x < 1140 && y > 0 && y < 800)).toBe(true);
  });

  test('letters grow with the picture, and are never too small to be read; no scale where there is none', () => {
    const fontOf = (width: number, height: number) => {
      const { drawing, written } = sheet();
      paintNotes(drawing, width, height, { ...NOTES, metresPerPixel: undefined });
      expect(written.at(-1)!.text).toBe('1.8 or more');
      return Number.parseFloat(written.at(-1)!.font);
    };
    expect(fontOf(1140, 800)).toBe(12);
    expect(fontOf(3840, 1600)).toBe(24);
    expect(fontOf(320, 180)).toBe(9);
  });

  test('a name that is too long for the picture is cut', () => {
    const { drawing, written } = sheet();
    paintNotes(drawing, 400, 300, { ...NOTES, places: [], title: 'x'.repeat(200) });
    const title = written[0].text;
    expect(title.endsWith('…')).toBe(true);
    // 400 less two edges of 22, at three quarters: 367 pixels, of 7 each.
    expect(title.length).toBe(52);
  });
});
