/**
 * The seam for walkers. A walker model decides how walkers take their next step; place, routes, goals, companions, queues, contact,
 * recording and measuring are shared. To add one: write it in a folder beside this file and put it into models.ts.
 *
 * Numbers of a model that people are to set are fields of the profile: declare them in crowd/profiles.ts, with their defaults, and in
 * scenario/schema.ts.
 *
 * In a step every thread calls `decide` for some slots. It reads the state everybody had before the step and writes `nextVelocity`,
 * `nextAim` and columns of its own, of these slots only, so that neither the order of slots nor the number of threads matters.
 */
import type { NearWalls, WallsBeside } from '../bodies/near-walls.ts';
import type { Seams } from '../bodies/seams.ts';
import type { Stairs } from '../bodies/stairs.ts';
import type { Columns } from '../crowd/column.ts';
import type { Crowd } from '../crowd/crowd.ts';
import type { Goal } from '../crowd/goals/goals.ts';
import type { ProfileTable } from '../crowd/profiles.ts';
import type { Routes } from '../crowd/routes.ts';
import type { Corners } from '../routing/corners/corners.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { Explanation } from './explanation.ts';
import type { TileModel } from './tile-model.ts';

export interface WalkerModel<Prepared = unknown, Scratch = unknown> {
  readonly name: string;
  /** Columns of its own; allocated, sorted, saved and hashed like all others. */
  readonly columns: Columns;
  /** What it counts over all walkers and steps. */
  readonly tally: readonly string[];
  /** What it needs of a place and its goals beyond what all models share; made again when the place changes. Plain data. */
  prepare(ground: Ground, goals: readonly Goal[]): Prepared;
  /** What a thread works with. @param tally a number for each name in `tally`, to count up */
  createScratch(tally: Float64Array): Scratch;
  decide(view: StepView<Prepared>, scratch: Scratch, from: number, to: number): void;
  /** Why a walker decides as it does: the same stages, observed. The view is a copy that may be written to. */
  explain?(view: StepView<Prepared>, slot: number): Explanation;
  /** Present: its walkers move on tiles. */
  readonly tiles?: TileModel;
}

/** A place as walkers use it: everything that is derived from its cells, once, and again when they change. */
export interface Ground {
  mesh: CellMesh;
  corners: Corners;
  walls: NearWalls;
  /** Where stairs meet upper floors; undefined where there are none. */
  seams: Seams | undefined;
  /** Where people walk slower; undefined where there are none. */
  stairs: Stairs | undefined;
}

/** What a walker decides in: the place, the crowd, who is next to whom, and the moment. */
export interface StepView<Prepared = unknown> extends Ground {
  /** Walls within reach of each walker, gathered in this step. */
  beside: WallsBeside;
  crowd: Crowd;
  routes: Routes;
  profiles: ProfileTable;
  /** What is asked of those who have companions (crowd/companions/); undefined where nobody has any. */
  company: Float64Array | undefined;
  /** Neighbours of each slot: item[first[i]] … (neighbours/). */
  first: Int32Array;
  item: Int32Array;
  /** Seconds: of a step, and since the start. */
  step: number;
  time: number;
  /** What the model made of the place. */
  prepared: Prepared;
  /** Maps of a model on tiles (tile-model.ts). */
  shared?: unknown;
}
