/** Plots as SVG: read back as text; where marks lie is told from where the ticks lie. */
import { InputError } from '@foulee/engine';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Plot, plotToSvg } from './svg-plot.ts';
import { scaleOf } from './svg-plot-axis.ts';

const AXES = { x: { label: 'Density', unit: '1/m²' }, y: { label: 'Speed', unit: 'm/s' } };

function plotOf(series: Plot['series'], more: Partial<Plot> = {}): Plot {
  return { title: 'plot', ...AXES, series, ...more };
}

/** What is wrong with a text as XML: unbalanced or unknown tags, loose signs; and its elements. */
function parse(svg: string): { flaws: string[]; names: string[] } {
  const flaws: string[] = [];
  const names: string[] = [];
  const open: string[] = [];
  const rest = svg.replace(/<(\/?)([a-zA-Z]+)((?: [a-zA-Z:-]+="[^"<>]*")*)(\/?)>/g, (_, end, name, __, closed) => {
    names.push(name);
    if (end === '/') {
      if (open.pop() !== name) flaws.push(`</${name}>`);
    } else if (closed !== '/') open.push(name);
    return '';
  });
  if (open.length > 0) flaws.push(`open: ${open.join()}`);
  if (/[<>]/.test(rest)) flaws.push('a loose bracket');
  if (/&(?!amp;|lt;|gt;|quot;|#39;)/.test(svg)) flaws.push('a loose &');
  return { flaws, names };
}

/** Pixels of the ticks of both axes, by their text. */
function ticks(svg: string): { across: Map<string, number>; up: Map<string, number> } {
  const across = new Map<string, number>();
  const up = new Map<string, number>();
  for (const [, x, text] of svg.matchAll(/<text x="([^"]+)" y="[^"]+" text-anchor="middle">([^<]+)</g))
    across.set(text!, Number(x));
  for (const [, y, text] of svg.matchAll(/<text x="-9" y="([^"]+)" text-anchor="end">([^<]+)</g))
    up.set(text!, Number(y) - 4.5);
  return { across, up };
}

describe('plotToSvg', () => {
  test('points lie where the ticks say', () => {
    const svg = plotToSvg(plotOf([{ kind: 'scatter', mark: 'square', name: 'a', x: [0, 4, 8], y: [1, 0.5, 0] }]));
    const { across, up } = ticks(svg);
    const places = [...svg.matchAll(/M([\d.-]+) ([\d.-]+)m-3\.5/g)].map(([, x, y]) => [Number(x), Number(y)]);
    expect(places.slice(0, 3)).toEqual([
      [across.get('0')!, up.get('1.0')!],
      [across.get('4')!, up.get('0.5') ?? (up.get('0.4')! + up.get('0.6')!) / 2],
      [across.get('8')!, up.get('0.0')!],
    ]);
    expect(across.get('8')! - across.get('0')!).toBeGreaterThan(500);
    expect(up.get('0.0')! - up.get('1.0')!).toBeGreaterThan(300);
  });

  test('what is no number makes a gap in a line and no point', () => {
    const line = plotToSvg(plotOf([{ kind: 'line', name: '', x: [0, 1, 2, 3], y: [0, 1, Number.NaN, 1] }]));
    const path = /<path d="([^"]+)" stroke="#1b2530" stroke-width="2"/.exec(line)![1];
    expect(path.match(/M/g)).toHaveLength(2);
    expect(path.match(/L/g)).toHaveLength(1);
    const scatter = plotToSvg(plotOf([{ kind: 'scatter', name: '', x: [0, Number.NaN, 2], y: [0, 1, Infinity] }]));
    expect(scatter.match(/m-4 0a/g)).toHaveLength(1);
    expect(line + scatter).not.toMatch(/NaN|Infinity/);
  });

  test('a band goes there below and back above', () => {
    const svg = plotToSvg(plotOf([{ kind: 'band', name: 'b', x: [0, 1], low: [0, 0], high: [1, 1] }]));
    const [, path] = /<path d="M([^"]+)Z" fill="#1b2530" fill-opacity="0.16"/.exec(svg)!;
    const corners = path!.split('L').map((corner) => corner.split(' ').map(Number));
    expect(corners.map(([x]) => x)).toEqual([0, 640, 640, 0]);
    expect(corners.map(([, y]) => y)).toEqual([400, 400, 0, 0]);
  });

  test('text is text, whatever it says', () => {
    const nasty = '<script>alert("1")</script>&\u202e\u0000';
    const svg = plotToSvg({
      title: nasty,
      subtitle: nasty,
      x: { label: nasty, unit: nasty },
      y: { label: nasty, unit: '' },
      series: [{ kind: 'line', name: nasty, x: [0, 1], y: [0, 1] }],
    });
    expect(parse(svg).flaws).toEqual([]);
    expect(parse(svg).names).not.toContain('script');
    for (const mark of '\u202e\u0000') expect(svg).not.toContain(mark);
    expect(parse(svg.replace('&lt;script', '<script')).flaws).not.toEqual([]);
  });

  test('colours that are none, columns of unlike length and axes that go back are refused', () => {
    const wrong =
      (series: Plot['series'], more: Partial<Plot> = {}) =>
      () =>
        plotToSvg(plotOf(series, more));
    expect(wrong([{ kind: 'line', name: 'a', x: [0, 1], y: [0] }])).toThrow(InputError);
    expect(wrong([{ kind: 'band', name: 'a', x: [0], low: [0], high: [] }])).toThrow('as many of both');
    expect(wrong([{ kind: 'line', name: 'a', x: [0], y: [0], colour: '"/><script>' }])).toThrow('colour');
    expect(wrong([], { x: { label: 'x', unit: '', min: 3, max: 2 } })).toThrow('axis "x"');
    expect(wrong([], { y: { label: 'y', unit: '', min: Number.NaN } })).toThrow('axis "y"');
    expect(wrong([], { width: Infinity })).toThrow('size');
  });

  test('a map has one scale', () => {
    const svg = plotToSvg(
      plotOf([{ kind: 'scatter', name: '', x: [0, 10], y: [0, 2] }], { isMap: true, width: 800, height: 800 }),
    );
    const { across, up } = ticks(svg);
    const right = across.get('10')! / 10;
    const height = (up.get('0.0')! - up.get('2.0')!) / 2;
    expect(height).toBeCloseTo(right, 1);
  });

  test('without data, or with one place, there are axes still; far places stay small numbers', () => {
    expect(ticks(plotToSvg(plotOf([]))).across.size).toBeGreaterThan(2);
    const one = plotToSvg(plotOf([{ kind: 'scatter', name: 'one', x: [3], y: [7] }]));
    expect(ticks(one).up.size).toBeGreaterThan(2);
    const far = plotToSvg(
      plotOf([{ kind: 'line', name: '', x: [0, 1], y: [0, 1e300] }], { y: { label: 'y', unit: '', min: 0, max: 1 } }),
    );
    expect(far).not.toMatch(/\d{7}|e\+/);
  });

  test('any series: sound XML, no NaN, the same bytes again', () => {
    const number = fc.oneof(fc.double(), fc.double({ min: -10, max: 10 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { maxLength: 20 }), fc.string(), (pairs, name) => {
        const x = pairs.map(([a]) => a);
        const y = pairs.map(([, b]) => b);
        const plot = plotOf([
          { kind: 'line', name, x, y, isDashed: true },
          { kind: 'scatter', mark: 'cross', name, x, y },
          { kind: 'band', name, x, low: y, high: x },
        ]);
        const svg = plotToSvg(plot);
        expect(parse(svg).flaws).toEqual([]);
        expect(svg.replace(/<text.*<\/text>/g, '')).not.toMatch(/NaN|Infinity/);
        expect(plotToSvg(plot)).toBe(svg);
      }),
      { numRuns: 200 },
    );
  });
});

describe('scaleOf', () => {
  test('round ticks around the data', () => {
    expect(scaleOf({ label: '', unit: '' }, [0.1, 5.3], 8)).toEqual({
      min: 0,
      max: 6,
      ticks: [0, 1, 2, 3, 4, 5, 6],
      texts: ['0', '1', '2', '3', '4', '5', '6'],
    });
    const { texts } = scaleOf({ label: '', unit: '' }, [-0.03, 0.05], 5);
    expect(texts).toEqual(['−0.04', '−0.02', '0.00', '0.02', '0.04', '0.06']);
    expect(scaleOf({ label: '', unit: '', min: 0.5, max: 2.2 }, [], 5).texts).toEqual(['0.5', '1.0', '1.5', '2.0']);
    expect(scaleOf({ label: '', unit: '' }, [0, 1234], 6).texts).toEqual(['0', '500', '1000', '1500']);
  });

  test('any numbers are within the axis, ticks rise by 1, 2 or 5 and all differ in writing', () => {
    const number = fc.double({ min: -1e9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(
        fc.array(number, { minLength: 1, maxLength: 10 }),
        fc.integer({ min: 2, max: 20 }),
        (values, most) => {
          const { min, max, ticks: at, texts } = scaleOf({ label: '', unit: '' }, values, most);
          expect(max).toBeGreaterThan(min);
          const slack = 1e-6 * (max - min);
          for (const value of values) {
            expect(value).toBeGreaterThanOrEqual(min - slack);
            expect(value).toBeLessThanOrEqual(max + slack);
          }
          expect(at.length).toBeGreaterThanOrEqual(2);
          expect(at.length).toBeLessThanOrEqual(most + 3);
          expect(new Set(texts).size).toBe(texts.length);
          const step = (at.at(-1)! - at[0]) / (at.length - 1);
          expect(Number(step.toExponential(0).replace(/e.*/, ''))).toSatisfy((digit: number) =>
            [1, 2, 5].includes(digit),
          );
        },
      ),
      { numRuns: 500 },
    );
  });
});
