/** All that a run is between two steps: what createRun (run.ts) makes, and events (events.ts) and steps change. */
import type { Scenario } from '../scenario/scenario.ts';
import type { DoorChange } from '../simulation/change-doors.ts';
import type { PlaceState } from '../simulation/change-place.ts';
import type { Simulation } from '../simulation/simulation.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { RunningSource } from './let-in.ts';

export interface Run {
  scenario: Scenario;
  /** What all its random numbers are made of. */
  seed: number;
  /** The cells as they were built, or built last when the place changed; all doors open. */
  original: CellMesh;
  place: PlaceState;
  /** What happened last to each door that is not simply open. */
  doors: Map<string, DoorChange>;
  simulation: Simulation;
  sources: RunningSource[];
  /** Events done. */
  events: number;
  /** What a reader of the results should know, each once. */
  warnings: string[];
}
