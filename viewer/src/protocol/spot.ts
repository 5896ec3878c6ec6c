/** What is at a place that was clicked, as the worker tells it: a door, a bottleneck, a border between places, or a cell. */
import type { Sketch } from './sketch.ts';

/** A group or a zone. */
export interface SpotPart {
  number: number;
  /** CLOSED, DEAD_END, PASSAGE or CROSSROADS (engine). */
  kind: number;
  /** Square metres, and cells in it. */
  area: number;
  cells: number;
}

export interface SpotCell {
  number: number;
  area: number;
  /** For somebody as wide as in the overlay of kinds. */
  kind: number;
  group: SpotPart;
  zone: SpotPart;
}

/** A free side of a cell. */
export interface SpotWay {
  /** Metres. */
  width: number;
  /** The cell beyond. */
  to: number;
  door: string | undefined;
  /** Does its door let people only come here, not leave? */
  isAgainst: boolean;
}

interface SpotShape {
  level: number;
  levelName: string;
  /** Height of the floor. */
  z: number;
  /** Metres: of a door or bottleneck from end to end; of a cell its second widest way in or out, since what comes in must leave. */
  width: number;
}

export type Spot =
  | (SpotShape & {
      kind: 'cell';
      cell: SpotCell;
      /** Stairs, ramp, escalator, lift. */
      link: string | undefined;
      ways: SpotWay[];
      /** x, y of its corners, counter-clockwise. */
      ring: number[];
    })
  | (SpotShape & {
      kind: 'door' | 'bottleneck' | 'border';
      name: string;
      /** On its right and on its left, seen along `ends`; one only where it leads nowhere. */
      between: SpotCell[];
      ends: [number, number, number, number];
      /** Of a border. */
      sight?: SpotSight;
      /** Do people only see through it? */
      isWindow?: true;
    });

/** What is seen to the left of a border, to the right, and both ways. */
export const SEEN_COLOURS = { left: '#1f9d63', right: '#f59e0b', both: '#7c3aed' } as const;

/** What is seen through a border, to its left and to its right, seen along `ends`. */
export interface SpotSight {
  left: { places: number; borders: number };
  right: { places: number; borders: number };
  sketches: Sketch[];
  /** False: so much is seen that not all was looked for. */
  isWhole: boolean;
}

/** What may be meant, beside doors. */
export interface SpotWanted {
  cells: boolean;
  bottlenecks: boolean;
  borders: boolean;
}
