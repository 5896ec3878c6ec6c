/** Series → what a small chart draws: ticks at round numbers, and paths with no more points than pixels; and the same as a plot to save. */
import type { Plot } from '@foulee/formats';
import type { Series } from './readings.ts';

/** Of the first, second and third series, on the screen by day and in what is saved: the accent, an orange, the soft ink. */
export const SERIES_COLOURS = ['#2456c4', '#c8701e', '#5a6675'] as const;

/** Round numbers from at most `least` to at least `most`, about `wanted` of them, with 0 among them. */
export function ticksOver(least: number, most: number, wanted: number): number[] {
  const low = least < 0 && Number.isFinite(least) ? least : 0;
  const high = most > 0 && Number.isFinite(most) ? most : low < 0 ? 0 : 1;
  const step = roundStep((high - low) / wanted);
  const first = Math.floor(low / step + 1e-9);
  const last = Math.ceil(high / step - 1e-9);
  return Array.from({ length: last - first + 1 }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

/** Round numbers within, seconds: by 1, 2, 5, 10, 20, 30 s, 1, 2, 5, 10, 20, 30 minutes and hours. */
export function timeTicks(from: number, to: number, wanted: number): number[] {
  const steps = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 18000, 36000, 86400];
  const step = steps.find((one) => (to - from) / one <= wanted) ?? roundStep((to - from) / wanted);
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => Number(((first + k) * step).toPrecision(12)));
}

function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(least));
  const share = least / power;
  return power * (share <= 1.0001 ? 1 : share <= 2.0001 ? 2 : share <= 5.0001 ? 5 : 10);
}

/** Seconds as an axis up to `to` says them: 45 s; 0:30, 2:30; 1:05:00. */
export function timeText(seconds: number, to: number): string {
  if (to < 60) return `${seconds} s`;
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) - 60 * hours;
  const rest = Math.round(seconds - 60 * (minutes + 60 * hours));
  const two = (value: number) => String(value).padStart(2, '0');
  return to >= 3600 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** What a series says at a time: its last point until then; NaN: nothing yet, or a gap. */
export function valueAt({ x, y }: Series, time: number): number {
  let low = 0;
  let high = x.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x[middle] <= time + 1e-9) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? Number.NaN : y[low - 1];
}

/** The least and the greatest of all series, and 0. More come back over a line than went: then N(t) is below it. */
export function rangeOfAll(series: readonly Series[]): { least: number; most: number } {
  let [least, most] = [0, 0];
  for (const { y } of series) {
    for (let k = 0; k < y.length; k++) {
      if (y[k] < least) least = y[k];
      if (y[k] > most) most = y[k];
    }
  }
  return { least, most };
}

/** To be saved as a picture, in the colours of the screen. @param subtitle of which run */
export function plotOf(title: string, subtitle: string, unit: string, series: readonly Series[]): Plot {
  return {
    title,
    subtitle,
    x: { label: 'time', unit: 's' },
    y: { label: title, unit, ...(rangeOfAll(series).least < 0 ? {} : { min: 0 }) },
    series: series.map((one, k) => ({
      kind: 'line',
      ...one,
      name: series.length > 1 ? one.name : '',
      colour: SERIES_COLOURS[k],
    })),
  };
}

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
  from: number;
  to: number;
  /** At the bottom and at the top. */
  least: number;
  most: number;
}

/** An SVG path. Of points in the same column of pixels the least, the greatest and the last are kept; NaN makes a gap. */
export function pathOf({ x, y }: Series, { left, top, width, height, from, to, least, most }: Area): string {
  const across = to > from ? width / (to - from) : 0;
  const down = (value: number) => (top + (height * (most - value)) / (most - least)).toFixed(1);
  let path = '';
  let isDrawing = false;
  for (let k = 0; k < x.length; ) {
    const column = Math.floor((x[k] - from) * across);
    let [low, high, last] = [Infinity, -Infinity, Number.NaN];
    const first = y[k];
    for (; k < x.length && Math.floor((x[k] - from) * across) === column; k++) {
      last = y[k];
      if (last < low) low = last;
      if (last > high) high = last;
    }
    if (Number.isNaN(last) && Number.isNaN(first)) {
      isDrawing = false;
      continue;
    }
    const at = (left + column).toFixed(0);
    const values = [first, low, high, last].filter((value, i, all) => Number.isFinite(value) && value !== all[i - 1]);
    for (const value of values) {
      path += `${isDrawing ? 'L' : 'M'}${at} ${down(value)}`;
      isDrawing = true;
    }
    if (Number.isNaN(last)) isDrawing = false;
  }
  return path;
}
