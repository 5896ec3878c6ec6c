/**
 * Fruin's levels of service in colours, and a density map as a picture in them. Blue is free, red is broken down; with less than a tenth
 * of a person per m² the floor is seen.
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

/** Persons per m² from which on a map is coloured. */
const SEEN = 0.1;

/** "0.31–0.43". */
export function rangeOf(level: ServiceLevel): string {
  const k = SERVICE_LEVELS.indexOf(level);
  if (k === 0) return `up to ${SERVICE_BORDERS[0]}`;
  return k === 5 ? `over ${SERVICE_BORDERS[4]}` : `${SERVICE_BORDERS[k - 1]}–${SERVICE_BORDERS[k]}`;
}

/** The same of a map: where there are fewest, it leaves the floor as it is. @param unit after it, where it is not said elsewhere */
export function mapRangeOf(level: ServiceLevel, unit = ''): string {
  return level === 'A' ? `${SEEN}–${SERVICE_BORDERS[0]}${unit} (less: no colour)` : `${rangeOf(level)}${unit}`;
}

export type MapShown = 'now' | 'mean' | 'greatest';

/** Of 255. */
const OPACITY = 190;

/** RGBA of each square, the lowest row first. */
export function pictureOf(map: DensityMap, shown: MapShown): Uint8Array {
  const densities = shown === 'now' ? map.density : shown === 'mean' ? meanDensity(map) : map.greatest;
  const pixels = new Uint8Array(4 * densities.length);
  for (let k = 0; k < densities.length; k++) {
    const density = densities[k];
    if (!(density >= SEEN) || !(map.floor[k] > 0)) continue;
    const colour = Number.parseInt(SERVICE_COLOURS[serviceByDensity('walkway', density)].slice(1), 16);
    pixels[4 * k] = colour >> 16;
    pixels[4 * k + 1] = (colour >> 8) & 255;
    pixels[4 * k + 2] = colour & 255;
    pixels[4 * k + 3] = OPACITY;
  }
  return pixels;
}
