/** The engine's public face. Inside the engine, files import each other directly, never through here. */
export { InputError } from './core/errors.ts';
export { shortened, shortenedMessage } from './core/shorten.ts';
export { GrowableFloats, GrowableInts } from './core/growable.ts';
export { NONE } from './core/none.ts';
export { nextRandom, seedRandom } from './core/random.ts';
export { type BuildReport, createReport, countRepair, type DrawingLayer, type Repair } from './core/report.ts';
export { sineCosine, sineCosineDegrees } from './core/trigonometry.ts';
export {
  type Frame,
  LINK_KINDS,
  type LinkKind,
  METRES,
  type Plan,
  type PlanDoor,
  type PlanLevel,
  type PlanLink,
  type PlanPolygon,
  type PolygonRole,
} from './map/plan.ts';
export type { TriangleSoup } from './map/triangle-soup.ts';
export { SeedPointError } from './map/build-map.ts';
export { fileCoordinates, planCoordinates } from './map/file-coordinates.ts';
export { DOOR, type FlatMap, LEFT_WALKABLE, PORTAL, RIGHT_WALKABLE, WALL } from './map/flat-map.ts';
export type { CellMesh, MeshDoor, MeshLevel } from './subdivision/cell-mesh.ts';
export {
  BUILD_DEFAULTS,
  type BuildOptions,
  type BuildStage,
  buildWorld,
  checkWorld,
  routerOf,
  sceneryOf,
  topologyOf,
  visibilityOf,
  type World,
} from './build.ts';
export type { Triangulation } from './triangulation/triangulation.ts';
export { cellArea, cellHolds, nextSideOf, previousSideOf, sideLength } from './subdivision/cells.ts';
export { sees } from './subdivision/sight.ts';
export { narrowestPassages, type Passage } from './subdivision/narrowest.ts';
export { type CellIndex, indexCells, locate, nearestWalkable, type Place } from './subdivision/locate.ts';
export { aimWalk, createWalkResult, walk, type WalkResult } from './subdivision/walk.ts';
export { clearance, type ClearanceScratch, createClearanceScratch } from './subdivision/clearance.ts';
export { CLOSED, CROSSROADS, cellKinds, DEAD_END, PASSAGE } from './topology/kinds.ts';
export { informGraph, type InformedGraph, type Layer } from './topology/informed-graph.ts';
export { checkPlaces, type Places, type Scenery } from './topology/places.ts';
export { SIGHT_RANGE, type Visibility } from './topology/visibility.ts';
export { checkVisibility } from './topology/check-visibility.ts';
export { checkGroups } from './topology/check-groups.ts';
export { checkTopology, type Topology } from './topology/topology.ts';
export { borderDistance, type BorderSearch, measureBorders } from './topology/border-distances.ts';
export { measureLayer, measureSyntax, type SpaceSyntax } from './topology/space-syntax.ts';
export { type AxialLines, findAxialLines } from './topology/axial-lines.ts';
export { type AbstractionTree, buildAbstractionTree } from './topology/abstraction-tree.ts';
export { buildRoadmap, type Roadmap } from './routing/roadmap/roadmap.ts';
export { createFlatScratch, type FlatScratch, flatPortals } from './routing/roadmap/flat.ts';
export { createL04Scratch, l04Portals, type L04Scratch } from './routing/l04/l04.ts';
export { buildL04Paths } from './routing/l04/l04-build.ts';
export type { L04, L04Paths } from './routing/l04/l04-paths.ts';
export { type DistanceField, distanceField, distanceToGoal, portalsToGoal } from './routing/fields/distance-field.ts';
export {
  type Route,
  ROUTE_METHODS,
  type RouteEnd,
  type RouteMethod,
  type RouteQuery,
  type RouteRequest,
} from './routing/route.ts';
export { createRouter, findRoute, type Router } from './routing/find-route.ts';
export {
  BUILDING,
  CROSSING,
  GROUND,
  OUTSIDE,
  PAVEMENT,
  type PictureOptions,
  type Tiles,
  tilesOfPicture,
} from './raster/tiles.ts';
export { type MeshTiles, tilesOfMesh } from './raster/mesh-tiles.ts';
export { coarseTileAt, CONGESTED, isCongested, predictDensity, type TownDensity } from './raster/density-map.ts';
export { directionShare } from './raster/direction-field.ts';
export type { TileSheet } from './raster/tile-sheet.ts';
export { makeTown, type Town, TOWN_DEFAULTS, type TownOptions } from './raster/town.ts';
export { checkTown } from './raster/check-town.ts';
export { partsOfGraph } from './raster/goal-parts.ts';
export { loadTown, saveTown } from './raster/town-bytes.ts';
export { BODY, PREFERRED, RADIUS } from './crowd/columns.ts';
export { copyColumns, createCrowd, createCrowdLike, type Crowd } from './crowd/crowd.ts';
export { portalOf } from './crowd/routes.ts';
export type { Goal, Itinerary, Stage } from './crowd/goals/goals.ts';
export {
  type Knowing,
  type KnowledgeOptions,
  type KnowingCrowd,
  type Sign,
  USUAL_KNOWING,
} from './knowledge/knowledge.ts';
export { auditSigns, isLegible } from './knowledge/sign-audit.ts';
export { DECISIONS, logDecisions, type RecordedDecision } from './run/decision-log.ts';
export { PARTIAL, PERFECT, UNKNOWN, whatIsKnown } from './knowledge/what-is-known.ts';
export { closeEyes, createSighting, observe, type Pose, type Sighting } from './perception/observe.ts';
export { BEHAVIOURS, type Profile, USUAL_PROFILE } from './crowd/profiles.ts';
export type { Snapshot } from './crowd/snapshot.ts';
export { createNeighbourhood, type Neighbourhood, updateNeighbourhood } from './neighbours/neighbourhood.ts';
export { type Counters, countPeople, createCounters } from './perception/counters.ts';
export { streamMapsOf } from './walkers/stream/stream.ts';
export { MODEL_NAMES, modelNamed } from './walkers/models.ts';
export { HORIZON } from './walkers/reactive/notice.ts';
export type {
  Explanation,
  ForeseenCollision,
  RatedVelocity,
  TileDecision,
  TriedDirection,
  WalkerAhead,
} from './walkers/explanation.ts';
export { explainDecision } from './simulation/explain.ts';
export { explainKnowledge, type KnownThings } from './simulation/explain-knowledge.ts';
export { step, timesByPhase } from './simulation/step.ts';
export {
  addPerson,
  createSimulation,
  type Person,
  resume,
  type Simulation,
  type SimulationOptions,
  snapshot,
  stateHash,
} from './simulation/simulation.ts';
export { createTeam, dismiss, type Invitation, serve, tallied, type Team } from './simulation/team.ts';
export { buildPlace, type PlaceStage } from './run/build-place.ts';
export {
  buildPlaceOf,
  type OpenedScenario,
  openInline,
  type OpenOptions,
  openScenario,
  type OpenStage,
  placeNames,
  scenarioIn,
} from './run/open-scenario.ts';
export { changeNow } from './run/events.ts';
export { unsupportedIn } from './run/check-model.ts';
export { usualTiles } from './run/tiles-of.ts';
export { advance, createRun, isOver, type RunOptions } from './run/run.ts';
export type { Run } from './run/run-state.ts';
export { type Play, type PlayOptions, playWhile, startPlay } from './run/play.ts';
export { createMeasures, type RunMeasures } from './run/measures.ts';
export { resultOf, type RunResult, type RunSummary, summaryOf } from './run/result.ts';
export { lostRows, type RecordedLost } from './run/lost-table.ts';
export {
  LOST_SQUARE,
  lostInAll,
  lostInSquare,
  type LostMap,
  type LostMeasure,
  worstPlaces,
} from './run/lost-map.ts';
export { type BestSign, type SearchResult, searchResultOf, type SignResult } from './run/search-result.ts';
export { leftOver, runWarnings } from './run/warnings.ts';
export { createAreaWatch, recordingInfoOf } from './run/recorded-place.ts';
export { createPeopleLog, logPeople, type PeopleLog, type RecordedPerson } from './run/people-log.ts';
export type { AreaChange, Frame as RecordedFrame, RecordedLevel, RecordedLink, RecordingInfo } from './record/frame.ts';
export { createFrame, fillFrame } from './record/fill-frame.ts';
export { walkableWkt } from './record/walkable-wkt.ts';
export { inlinePlan, type PlaceNames } from './scenario/parse-environment.ts';
export { expectedWalkers } from './scenario/expected-walkers.ts';
export { parseChange } from './scenario/parse-events.ts';
export { parseScenario } from './scenario/parse-scenario.ts';
export { nearestName, ScenarioError, type ScenarioProblem } from './scenario/problems.ts';
export { checkScenario, type ScenarioInput } from './scenario/scenario-input.ts';
export { type DoorEventFile, type PlaceEventFile, scenarioJsonSchema } from './scenario/schema.ts';
export type { FileOptions, Scenario, ScenarioProfile } from './scenario/scenario.ts';
export { addDeparture, almostAllAt, createDepartures, type Destination } from './measure/destinations.ts';
export { countInArea, type FloorArea, floorAreaOf, type MeasurementArea } from './measure/density.ts';
export { addCounts, addKernel, createDensityMap, type DensityMap, meanDensity } from './measure/density-map.ts';
export {
  addKernelOverLinks,
  closeDoorsOnMaps,
  createDensityMaps,
  type DensityMaps,
  type LinkOutline,
} from './measure/density-maps.ts';
export {
  addFlowFrame,
  createFlowRecord,
  flowOver,
  type FlowRecord,
  type MeasurementLine,
  passageCurve,
  steadyFlow,
} from './measure/flow.ts';
export { createFoundGroups, type FoundGroups, updateFoundGroups } from './measure/found-groups.ts';
export {
  addOverlaps,
  countCrowdOverlaps,
  createOverlapResult,
  createOverlapScratch,
  createOverlapTotals,
} from './measure/overlaps.ts';
export {
  addArrival,
  arrivedUntil,
  createStuckTracker,
  createTravelLog,
  trackStuck,
  travelSummary,
} from './measure/travel.ts';
export { cutConvex } from './subdivision/polygon.ts';
export { serviceByDensity, type ServiceLevel } from './measure/level-of-service.ts';
export { voronoiCells, voronoiInArea } from './measure/voronoi-density.ts';
export { indexWalls } from './measure/wall-index.ts';
export { countCrowdWallPenetrations, createWallResult } from './measure/wall-penetrations.ts';
