/** What a plan marks on its walls, boundary or glass, and no wall of the map has: the reader of the report is told. */
import type { BuildReport } from '../core/report.ts';
import type { PlanLevel } from './plan.ts';

/** A level has boundaries, and none of them bounds the floor that was taken. */
export function warnOfBoundaries({ name, polygons, boundaries = [] }: PlanLevel, report: BuildReport): void {
  if (boundaries.length === 0 && !polygons.some((polygon) => polygon.isBoundary)) return;
  report.warnings.push(
    `the boundary drawn on level "${name}" bounds no floor and marks nothing; ` +
      'draw it along the outline of the floor, or where it closes an opening',
  );
}

/** A level has glass, and none of it stands between floor and floor. Windows to the outside are such: worth a note, no flaw. */
export function sayGlassIsOpaque({ name, glass = [] }: PlanLevel, report: BuildReport): void {
  if (glass.length === 0) return;
  report.notes.push(
    `no glass on level "${name}" has floor on both sides, so it makes no difference to what people see; ` +
      'glass counts where it stands on the floor, apart from other walls',
  );
}
