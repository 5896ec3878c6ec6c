/** Series → what a small chart draws: ticks at round numbers, and paths with no more points than pixels. */
import type { Series } from './readings.ts';

/** Round numbers from 0 up to at least `most`, about `wanted` of them. */
export function ticksUpTo(most: number, wanted: number): number[] {
  const reach = most > 0 && Number.isFinite(most) ? most : 1;
  const step = roundStep(reach / wanted);
  const count = Math.ceil(reach / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, k) => Number((k * step).toPrecision(12)));
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
    if (x[middle]! <= time + 1e-9) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? Number.NaN : y[low - 1]!;
}

/** The greatest of all series; 0 where there is none. */
export function greatestOf(series: readonly Series[]): number {
  let most = 0;
  for (const { y } of series) for (let k = 0; k < y.length; k++) if (y[k]! > most) most = y[k]!;
  return most;
}

export interface Area {
  left: number;
  top: number;
  width: number;
  height: number;
  from: number;
  to: number;
  most: number;
}

/** An SVG path. Of points in the same column of pixels the least, the greatest and the last are kept; NaN makes a gap. */
export function pathOf({ x, y }: Series, { left, top, width, height, from, to, most }: Area): string {
  const across = to > from ? width / (to - from) : 0;
  const down = (value: number) => (top + height * (1 - value / most)).toFixed(1);
  let path = '';
  let isDrawing = false;
  for (let k = 0; k < x.length; ) {
    const column = Math.floor((x[k]! - from) * across);
    let [low, high, last] = [Infinity, -Infinity, Number.NaN];
    const first = y[k]!;
    for (; k < x.length && Math.floor((x[k]! - from) * across) === column; k++) {
      last = y[k]!;
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
