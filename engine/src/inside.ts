/**
 * What benchmarks and research scripts look at inside the engine: stages of the build, phases of routing, and
 * measures that nobody else needs. For this repository only: names come and go without notice. Programs use index.ts.
 */
export { arrange, type Arrangement } from './map/arrangement.ts';
export { netUntil, type PassageCurve } from './measure/flow.ts';
export { addSample, createFundamentalDiagram, type DiagramRow, diagramRows } from './measure/fundamental-diagram.ts';
export { coreRadius } from './bodies/press.ts';
export { countOverlaps } from './measure/overlaps.ts';
export { createExactScratch } from './routing/exact/exact.ts';
export { searchGates, unfoldGates } from './routing/hierarchical/hierarchical.ts';
export { tighten } from './routing/taut/taut.ts';
export { sample } from './scenario/distributions.ts';
export { floorPart } from './scenario/floor-part.ts';
export { placeInPart } from './scenario/placing.ts';
export { triangulate } from './triangulation/constrain.ts';
export { createLostLog, logLost } from './run/lost-log.ts';
export { measureSyntax } from './topology/space-syntax.ts';
export { laneOrderLater, measureStreet, startStreet } from './walkers/stream/busy-street.ts';
export { decideAll } from './walkers/stream/decide.ts';
export { findGroups, leaderOf } from './walkers/stream/groups.ts';
export { STREAM_DEFAULTS } from './walkers/stream/settings.ts';
export { createStreamTown, stepStreamTown, type StreamTown } from './walkers/stream/stream-town.ts';
export { correlation, densities, meanAndInterval } from './walkers/stream/town-figures.ts';
