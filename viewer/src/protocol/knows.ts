/** What somebody knows of the place at a moment, as the worker tells it. */
import type { KnownThings } from '@foulee/engine';
import type { Sketch } from './sketch.ts';

/** How it is drawn on the floor; the card explains it. */
export const KNOWN_COLOURS = {
  fully: '#4fa877',
  partly: '#e0b64c',
  unknown: '#7b8794',
  access: '#7c3aed',
  closed: '#c62828',
  view: '#06b6d4',
  crowd: '#b45309',
} as const;

export interface Knows {
  doing: KnownThings['doing'];
  /** The goal they walk to; undefined: none. */
  goal: string | undefined;
  /** Goals of the stage they are at. */
  wanted: string[];
  /** Goals they know, and how many there are. */
  goals: string[];
  allGoals: number;
  /** How many places they do not know, know in part, and know fully. */
  places: [unknown: number, partly: number, fully: number];
  /** Remembered: people/m², seconds ago, metres away, and where: x, y, height of the floor. */
  crowds: { density: number; age: number; far: number; at: [number, number, number] }[];
  queues: { goal: string; people: number; age: number }[];
  /** How crowded the ways to accesses of the place they are in are: metres, people/m². */
  ways: KnownThings['ways'];
  /** The sign whose arrow they follow; undefined: none. */
  sign: string | undefined;
  /** None unless they were asked for. */
  sketches: Sketch[];
}
