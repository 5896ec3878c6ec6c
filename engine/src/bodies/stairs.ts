/**
 * Stairs slow people down: on the cells of stairs, a walker would like to walk at its preferred speed times a factor of its profile,
 * one for up and one for down.
 *
 *      lower ══▶ up ══▶ upper      each cell of stairs knows which way is up; where its path led in the step before says which way
 *                                  a walker goes. Who has no path yet goes up, which is slower.
 *
 * The factors are `stairs` of a profile; their defaults are in crowd/profiles.ts.
 *
 * Speeds are those over the plan, not along the slope: so were they measured (Fruin, horizontal). Ramps, escalators and lifts are
 * floor as any other. Cost: a look per walker.
 */
import { NONE } from '../core/none.ts';
import { sharedMemory } from '../core/shared-memory.ts';
import { BODY, PREFERRED } from '../crowd/columns.ts';
import type { Crowd } from '../crowd/crowd.ts';
import { PROFILE, type ProfileTable, STAIRS_DOWN, STAIRS_UP } from '../crowd/profiles.ts';
import { linkCorners } from '../map/links.ts';
import type { PlanLink } from '../map/plan.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';

export interface Stairs {
  /** Which way is up, x, y of each cell, not of unit length; 0, 0 for cells that are no stairs. */
  up: Float64Array;
}

/** @returns undefined where there are no stairs */
export function findStairs({ cellLink }: CellMesh, links: readonly PlanLink[]): Stairs | undefined {
  if (links.every(({ kind }) => kind !== 'stairs')) return undefined;
  const up = new Float64Array(sharedMemory(16 * cellLink.length));
  for (let c = 0; c < cellLink.length; c++) {
    const link = cellLink[c] === NONE ? undefined : links[cellLink[c]];
    if (link?.kind !== 'stairs') continue;
    const corners = linkCorners(link);
    // From the middle of the lower end to the middle of the upper.
    for (let k = 0; k < 2; k++) up[2 * c + k] = (corners[4 + k] + corners[6 + k] - corners[k] - corners[2 + k]) / 2;
  }
  return { up };
}

/** Slots `from` … `to` - 1: the speed each would like to walk at where it is, into crowd.pace. */
export function setPace(
  stairs: Stairs | undefined,
  crowd: Crowd,
  { numbers }: ProfileTable,
  from: number,
  to: number,
): void {
  const { cell, aim, profile, body, pace } = crowd;
  for (let i = from; i < to; i++) {
    pace[i] = body[BODY * i + PREFERRED];
    if (stairs === undefined) continue;
    const x = stairs.up[2 * cell[i]];
    const y = stairs.up[2 * cell[i] + 1];
    if (x === 0 && y === 0) continue;
    const isDown = x * aim[2 * i] + y * aim[2 * i + 1] < 0;
    pace[i] *= numbers[PROFILE * profile[i] + (isDown ? STAIRS_DOWN : STAIRS_UP)];
  }
}
