/** The engine's public face. Inside the engine, files import each other directly, never through here. */
export { InputError } from './core/errors.ts';
export { GrowableFloats, GrowableInts } from './core/growable.ts';
export { NONE } from './core/none.ts';
export { nextRandom, seedRandom } from './core/random.ts';
export { type BuildReport, createReport, countRepair, type Repair } from './core/report.ts';
export { sineCosine, sineCosineDegrees } from './core/trigonometry.ts';
export {
  type Frame,
  METRES,
  type Plan,
  type PlanDoor,
  type PlanLevel,
  type PlanLink,
  type PlanPolygon,
  type PolygonRole,
} from './map/plan.ts';
export type { TriangleSoup } from './map/triangle-soup.ts';
export { DOOR, type FlatMap, LEFT_WALKABLE, PORTAL, RIGHT_WALKABLE, WALL } from './map/flat-map.ts';
export type { CellMesh, MeshDoor, MeshLevel } from './subdivision/cell-mesh.ts';
export { BUILD_DEFAULTS, type BuildOptions, type BuildStage, buildWorld, type World } from './build.ts';
export type { Triangulation } from './triangulation/triangulation.ts';
export { checkWorld } from './check-world.ts';
export { cellArea, cellHolds, nextSideOf, previousSideOf, sideLength } from './subdivision/cells.ts';
export { narrowestPassages, type Passage } from './subdivision/narrowest.ts';
export { type CellIndex, indexCells, locate, nearestWalkable, type Place } from './subdivision/locate.ts';
export { createWalkResult, walk, type WalkResult } from './subdivision/walk.ts';
export { clearance, type ClearanceScratch, createClearanceScratch } from './subdivision/clearance.ts';
export { CLOSED, CROSSROADS, cellKinds, DEAD_END, PASSAGE } from './topology/kinds.ts';
export { informGraph, type InformedGraph, type Layer } from './topology/informed-graph.ts';
export { checkGroups } from './topology/check-groups.ts';
export { borderDistance, type BorderSearch, measureBorders } from './topology/border-distances.ts';
