/**
 * What a reader takes and gives: the options of `ENV` on the command line, and a plan (2D files) or a triangle soup (3D
 * files).
 */
import { InputError, type Plan, type TriangleSoup } from '@foulee/engine';

export interface ReadOptions {
  /** Metres per unit of the file. Not given: 1, or what the file itself says (DXF header). */
  scale?: number;
  /** 3D files: the axis that points up. Not given: guessed (OBJ) or defined (glTF: y). */
  up?: 'y' | 'z';
  /** 2D files: what polygons without a role are. Not given: see drawing-to-plan.ts. */
  as?: 'walkable' | 'obstacles';
  /** Metres around the bounding box where obstacles stand in a box; default 10. */
  margin?: number;
  /** Metres in the plane, or degrees. Not given: decided from the file. */
  crs?: 'local' | 'lonlat';
  /** DXF: read these layers only. */
  layers?: string[];
  /** DXF: the largest distance, in metres, between a curve and the straight pieces it becomes; default 0.01. */
  chordError?: number;
  /** PNG: pixels darker than this, 0 … 255, are dark; default 128. */
  threshold?: number;
}

export type Environment =
  | { kind: 'plan'; format: string; plan: Plan }
  | { kind: 'soup'; format: string; soup: TriangleSoup };

export const DEFAULT_MARGIN = 10;
export const DEFAULT_CHORD_ERROR = 0.01;

/** Coordinates beyond this many metres are taken for garbage: squares and differences of them lose all meaning. */
export const COORDINATE_LIMIT = 1e10;

export function checkOptions(options: ReadOptions): void {
  positive('--scale', options.scale, 'metres per unit of the file, for example 0.001 for millimetres');
  positive('chordError', options.chordError, 'metres, for example 0.01');
  const { threshold = 1 } = options;
  if (!(threshold > 0 && threshold <= 255)) {
    throw new InputError('--threshold', `${threshold} is out of range`, 'give a grey above 0 and up to 255');
  }
  if (options.margin !== undefined && !(options.margin >= 0 && options.margin <= COORDINATE_LIMIT)) {
    throw new InputError('--margin', `${options.margin} is no width`, 'give metres, zero or more');
  }
  oneOf('--up', options.up, ['y', 'z']);
  oneOf('--as', options.as, ['walkable', 'obstacles']);
  oneOf('--crs', options.crs, ['local', 'lonlat']);
}

function positive(name: string, value: number | undefined, remedy: string): void {
  if (value === undefined) return;
  if (!(value >= 1e-12 && value <= 1e12)) throw new InputError(name, `${value} is out of range`, `give ${remedy}`);
}

function oneOf(name: string, value: string | undefined, allowed: string[]): void {
  if (value === undefined || allowed.includes(value)) return;
  throw new InputError(name, `"${value}" is not known`, `give ${allowed.join(' or ')}`);
}

/** The name a product carries: the file's, without folders and extension. */
export function nameOfFile(fileName: string): string {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return dot > 0 ? base.slice(0, dot) : base;
}

/** "1 polygon", "3 geometries", "2 inserts of a missing block". */
export function count(n: number, words: string): string {
  if (n === 1) return `1 ${words}`;
  const [, noun = words, rest = ''] = /^(.*?)( (?:of|in|without) .*)?$/.exec(words) ?? [];
  const plural = noun.endsWith('y') ? `${noun.slice(0, -1)}ies` : `${noun}${/(?:s|x|ch)$/.test(noun) ? 'es' : 's'}`;
  return `${n.toLocaleString('en-US')} ${plural}${rest}`;
}
