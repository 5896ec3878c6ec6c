/** What tests and checking scripts of other packages use of the engine's tests: small places, and oracles of routes and of sight. */
export { cellRing, freeSegments, sidesOf } from './oracles/cells.ts';
export { componentAt, erode, type ErodedSpace } from './oracles/erosion.ts';
export { judgeRoute, type RoutePlace } from './oracles/polylines.ts';
export { compareWithExact, type KnownRoutes } from './oracles/known-routes.ts';
export { aimAtBorder, lookByRays, randomPose, whatTreesLack } from './oracles/sight.ts';
export { clearanceOf, wallsOf } from './oracles/walls.ts';
export { reachable } from './oracles/widest-ways.ts';
export { createRandom, type Random } from './random.ts';
export { ROUTE_KINDS, routePlan } from './route-plans.ts';
export { levelOf, planOf, rectangle, stairs } from './scenes/storeys.ts';
export { apply, transformed, turn } from './transforms.ts';
export { walkLevels } from './stream-levels.ts';
