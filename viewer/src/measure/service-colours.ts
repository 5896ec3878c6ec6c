/**
 * Scales of density in colours, and a density map as a picture in one of them. *Level of service* is Fruin's, for walkways: blue is free,
 * red is broken down, and it ends where walking does. *Events* is for crowds that stand: its colours begin where the other one ends, and
 * tell 4, 5 and 6 people per m² apart. With less than a tenth of a person per m² the floor is seen.
 */
import { type DensityMap, meanDensity, serviceByDensity, type ServiceLevel } from '@foulee/engine';

export const SERVICE_LEVELS: readonly ServiceLevel[] = ['A', 'B', 'C', 'D', 'E', 'F'];

/** Walkways, Fruin 1971: persons per m² at which B, C, D, E and F begin. */
export const SERVICE_BORDERS: readonly number[] = [0.31, 0.43, 0.72, 1.08, 2.17];

export const SERVICE_COLOURS: Readonly<Record<ServiceLevel, string>> = {
  A: '#5b8def',
  B: '#4cc3d9',
  C: '#58b368',
  D: '#f2d544',
  E: '#f08c2e',
  F: '#d63a34',
};

/** Persons per m² at which its second colour and those after it begin. */
const EVENT_BORDERS: readonly number[] = [2, 3, 4, 5, 6];
const EVENT_COLOURS: readonly string[] = ['#8fb4e3', '#58b368', '#f2d544', '#f08c2e', '#d63a34', '#8d1b9e'];

/** Persons per m² from which on a map is coloured. */
const SEEN = 0.1;

/** "0.31–0.43". */
export function rangeOf(level: ServiceLevel): string {
  return rangeAt(SERVICE_BORDERS, SERVICE_LEVELS.indexOf(level));
}

function rangeAt(borders: readonly number[], k: number): string {
  if (k === 0) return `up to ${borders[0]}`;
  return k === borders.length ? `over ${borders[k - 1]}` : `${borders[k - 1]}–${borders[k]}`;
}

/** The same of a map: where there are fewest, it leaves the floor as it is. @param unit after it, where it is not said elsewhere */
export function mapRangeOf(level: ServiceLevel, unit = ''): string {
  return mapRangeAt(SERVICE_BORDERS, SERVICE_LEVELS.indexOf(level), unit);
}

function mapRangeAt(borders: readonly number[], k: number, unit = ''): string {
  return k === 0 ? `${SEEN}–${borders[0]}${unit} (less: no colour)` : `${rangeAt(borders, k)}${unit}`;
}

export type MapScale = 'service' | 'event';

interface ScaleWords {
  title: string;
  /** What it is good for. */
  says: string;
  /** What colours mean, the lowest first. */
  entries: readonly { colour: string; label: string }[];
}

export const MAP_SCALES: Readonly<Record<MapScale, ScaleWords>> = {
  service: {
    title: 'Level of service',
    says: 'Fruin’s levels for walkways: how freely people walk.',
    entries: SERVICE_LEVELS.map((level) => ({
      colour: SERVICE_COLOURS[level],
      label: `${level} ${mapRangeOf(level)}`,
    })),
  },
  event: {
    title: 'Events',
    says: 'For dense crowds: tells 2, 3, 4, 5 and 6 people/m² apart.',
    entries: EVENT_COLOURS.map((colour, k) => ({ colour, label: mapRangeAt(EVENT_BORDERS, k) })),
  },
};

/** Which of a scale's colours a density has. */
function entryOf(scale: MapScale, density: number): number {
  if (scale === 'service') return SERVICE_LEVELS.indexOf(serviceByDensity('walkway', density));
  let k = 0;
  while (k < EVENT_BORDERS.length && density > EVENT_BORDERS[k]) k++;
  return k;
}

export type MapShown = 'now' | 'mean' | 'greatest';

/** Of 255. */
const OPACITY = 190;

/** RGBA of each square, the lowest row first; then of other parts of squares, in rows as long, the last one filled up. */
export function pictureOf(map: DensityMap, shown: MapShown, scale: MapScale = 'service'): Uint8Array {
  const densities = shown === 'now' ? map.density : shown === 'mean' ? meanDensity(map) : map.greatest;
  const colours = MAP_SCALES[scale].entries.map(({ colour }) => Number.parseInt(colour.slice(1), 16));
  const pixels = new Uint8Array(4 * map.columns * Math.ceil(densities.length / map.columns));
  for (let k = 0; k < densities.length; k++) {
    const density = densities[k];
    if (!(density >= SEEN) || !(map.floor[k] > 0)) continue;
    const colour = colours[entryOf(scale, density)];
    pixels[4 * k] = colour >> 16;
    pixels[4 * k + 1] = (colour >> 8) & 255;
    pixels[4 * k + 2] = colour & 255;
    pixels[4 * k + 3] = OPACITY;
  }
  return pixels;
}
