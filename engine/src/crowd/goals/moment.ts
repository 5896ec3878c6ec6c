/**
 * What queues, waiting areas, doors with rules and the choice of exits look at when a step begins. Only shapes: a Router is a Floor,
 * and a Simulation is a Moment, so that neither has to be made or copied for them.
 */
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import type { ClearanceScratch } from '../../subdivision/clearance.ts';
import type { CellIndex } from '../../subdivision/locate.ts';
import type { Crowd } from '../crowd.ts';
import type { Routes } from '../routes.ts';
import type { Goal, Itinerary } from './goals.ts';

/** Where people may stand; another object once a door has been closed or opened, or the place has changed. */
export interface Floor {
  /** The cells people walk on, one-way doors as they are. */
  place: { mesh: CellMesh };
  cells: CellIndex;
  clearance: ClearanceScratch;
}

/** The crowd before a step, where it walks, what everybody is to do, and the time. */
export interface Moment {
  crowd: Crowd;
  routes: Routes;
  router: Floor;
  goals: readonly Goal[];
  itineraries: readonly Itinerary[];
  /** Stages of all itineraries in one row: those of itinerary n from stageFirst[n] on. */
  stageFirst: Int32Array;
  /** Seconds: since the start, and of a step; and how many steps there were. */
  time: number;
  step: number;
  steps: number;
}
