/**
 * BuildReport: what a build decided, repaired and could not do.
 *
 * Readers and every stage of the build write into one report. Dirty geometry never throws and never hides: each repair
 * is counted under its kind, with the first places. Places are metres in the plan's own coordinates; front ends turn
 * them into the file's (map/plan.ts, `Frame`).
 */

import { shortenedMessage } from './shorten.ts';

/** How many places are kept per kind of repair; the count goes on. */
export const PLACES_KEPT = 20;

export interface Repair {
  /** What was repaired, as words a user understands: "vertices merged", "ring closed". */
  kind: string;
  count: number;
  /** The first PLACES_KEPT places, x and y in metres. */
  places: [number, number][];
}

/** A layer of a drawing, and whether it was read. */
export interface DrawingLayer {
  name: string;
  /** Those that are lines: texts and the like are not counted. */
  objects: number;
  state: 'read' | 'not chosen' | 'left out by name' | 'off or frozen';
}

export interface BuildReport {
  /** Which reading was chosen, one line each, with how to choose the other. */
  notes: string[];
  /** What a user should look at, one line each, with a remedy. */
  warnings: string[];
  repairs: Repair[];
  /** Of a drawing that has layers: all of them, so that others can be chosen. */
  layers?: DrawingLayer[];
}

export function createReport(): BuildReport {
  return { notes: [], warnings: [], repairs: [] };
}

/** Names of any length may stand in what was said. */
export function shortenReport(report: BuildReport): void {
  for (const texts of [report.notes, report.warnings]) texts.splice(0, texts.length, ...texts.map(shortenedMessage));
}

/** Count one repair of this kind at a place. */
export function countRepair(report: BuildReport, kind: string, x: number, y: number): void {
  let repair = report.repairs.find((r) => r.kind === kind);
  if (repair === undefined) {
    repair = { kind, count: 0, places: [] };
    report.repairs.push(repair);
  }
  repair.count++;
  if (repair.places.length < PLACES_KEPT) repair.places.push([x, y]);
}
