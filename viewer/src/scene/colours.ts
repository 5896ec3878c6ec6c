/** Colours of the scene, light and dark, and of people by what is asked about them. Those of the panels are in style.css. */
import type { LinkKind } from '@foulee/engine';
import type { RunInfo } from '../protocol/moment.ts';
import { KINDS } from '@foulee/formats';

export interface Colours extends Record<LinkKind, string> {
  /** Around the plan. */
  background: string;
  /** Above the horizon, and what the ground fades into there. */
  sky: string;
  /** Around the place. */
  ground: string;
  floor: string;
  wall: string;
  glass: string;
  /** Tops of walls, and whatever is solid between rooms. */
  mass: string;
  edge: string;
  door: string;
  /** How dark shadows are on the ground around the place, 0 to 1. */
  groundShade: number;
}

export const LIGHT: Colours = {
  background: '#dde3ea',
  sky: '#e4edf7',
  ground: '#d8dee5',
  floor: '#f6f4ef',
  wall: '#dfe4ea',
  glass: '#4fb0e6',
  mass: '#b9c2ce',
  edge: '#7f8b9a',
  stairs: '#e3d3b8',
  escalator: '#c9cfe0',
  ramp: '#d9dfc9',
  lift: '#cfd8dc',
  door: '#d98324',
  groundShade: 0.2,
};

export const DARK: Colours = {
  background: '#161b21',
  sky: '#222d39',
  ground: '#161b20',
  floor: '#424b57',
  wall: '#6b7683',
  glass: '#7cc8f2',
  mass: '#566270',
  edge: '#8492a2',
  stairs: '#6b5f49',
  escalator: '#525a70',
  ramp: '#56604a',
  lift: '#4d5a61',
  door: '#e59a43',
  groundShade: 0.45,
};

/** From standing to walking fast: readable by the colour-blind (viridis, turned a little to the warm). */
export const SPEED_RAMP: readonly string[] = [
  '#7b1e4b',
  '#c2435b',
  '#f0864d',
  '#f6c453',
  '#8fcf6b',
  '#2a9d8f',
  '#1b6ca8',
];

/** Metres per second at the end of the ramp. */
export const FAST = 1.8;

/** From getting on to held up: seconds at the end. */
export const WAITING_RAMP: readonly string[] = ['#3b7ea1', '#9cc3a4', '#f3d367', '#ee8a3c', '#b3202c', '#6d0f2b'];
export const LONG_WAIT = 10;

/** Fruin's levels of service of walkways: A to F, and where B, C, D, E, F begin: people per m². */
export const SERVICE_COLOURS: readonly string[] = ['#2b6cb0', '#45a8b8', '#8cc665', '#f4cf52', '#ef8436', '#b3202c'];
const SERVICE_BORDERS: readonly number[] = [0.31, 0.43, 0.72, 1.08, 2.17];

/** What people are coloured by where a map on the floor has the colours: nothing; and what they wear then. */
export const NEUTRAL = 'neutral';
export const NEUTRAL_ON_DARK = 'neutral on dark';
export const NEUTRAL_COLOURS: readonly string[] = ['#4a5462', '#e6eaf0'];

export interface Legend {
  title: string;
  entries: { colour: string; label: string }[];
}

/** More are not listed. */
const MOST_ENTRIES = 12;

const SERVICE_LABELS = [
  'A · below 0.31',
  'B · from 0.31',
  'C · from 0.43',
  'D · from 0.72',
  'E · from 1.08',
  'F · from 2.17',
];

/** What the colours of people mean. */
export function legendOf(colouring: string, info: RunInfo | undefined): Legend {
  if (colouring === 'density') {
    const entries = SERVICE_COLOURS.map((colour, k) => ({ colour, label: SERVICE_LABELS[k] }));
    return { title: 'People per m² (level of service)', entries };
  }
  if (colouring === 'destination') return { title: 'Destination', entries: named(info?.itineraries ?? []) };
  if (colouring === 'profile') return { title: 'Profile', entries: named(info?.profiles ?? []) };
  if (colouring === 'waiting') return { title: 'Held up, seconds', entries: along(WAITING_RAMP, LONG_WAIT, 0) };
  return { title: 'Speed, m/s', entries: along(SPEED_RAMP, FAST, 1) };
}

function named(names: readonly string[]): Legend['entries'] {
  const entries = names.slice(0, MOST_ENTRIES).map((label, k) => ({ colour: KINDS[k % KINDS.length], label }));
  if (names.length > MOST_ENTRIES)
    entries.push({ colour: 'transparent', label: `and ${names.length - MOST_ENTRIES} more` });
  return entries;
}

/** The colours of a ramp and the numbers they stand for; the last one is for more, too. */
function along(ramp: readonly string[], end: number, digits: number): Legend['entries'] {
  return ramp.map((colour, k) => {
    const value = ((k / (ramp.length - 1)) * end).toFixed(digits);
    return { colour, label: k === ramp.length - 1 ? `${value} or more` : value };
  });
}

/** Entries of a ramp's table. */
export const SHADES = 256;

/** Hex colours, evenly apart → red, green, blue of SHADES steps from the first to the last. */
export function tableOf(ramp: readonly string[]): Uint8Array {
  const table = new Uint8Array(3 * SHADES);
  for (let k = 0; k < SHADES; k++) {
    const at = (k / (SHADES - 1)) * (ramp.length - 1);
    const low = Math.min(ramp.length - 2, Math.floor(at));
    for (let c = 0; c < 3; c++) {
      const from = channel(ramp[low], c);
      table[3 * k + c] = Math.round(from + (at - low) * (channel(ramp[low + 1], c) - from));
    }
  }
  return table;
}

/** Hex colours → red, green, blue each. */
export function bytesOf(colours: readonly string[]): Uint8Array {
  return Uint8Array.from(colours.flatMap((hex) => [channel(hex, 0), channel(hex, 1), channel(hex, 2)]));
}

function channel(hex: string, c: number): number {
  return Number.parseInt(hex.slice(1 + 2 * c, 3 + 2 * c), 16);
}

/** Which of Fruin's levels a density has: 0 (A) to 5 (F). */
export function serviceLevel(density: number): number {
  let level = 0;
  while (level < SERVICE_BORDERS.length && density >= SERVICE_BORDERS[level]) level++;
  return level;
}
