/**
 * World → Router → Route: find a way from one place to another, by any of four methods.
 *
 *   1. place    both ends on floor with room for the body, moved a little where they are not    routing/ends/fit.ts
 *   2. search   a sequence of portals        routing/hierarchical/hierarchical.ts, l04.ts, flat.ts, exact.ts
 *   3. tighten  the shortest polyline through them that keeps half the width from every wall     routing/taut/taut.ts
 *
 *   const router = createRouter(world);
 *   const route = findRoute(router, { from: [12, 40], to: [900, 1100], width: 0.5 });
 *
 * One subdivision serves every width. The index of `hierarchical` is made with the router, the others when first asked for.
 *
 * Doors may be one-way in the cells (a side with a twin that has none, simulation/change-doors.ts): `hierarchical` and `flat` mind that, the
 * other two refuse. Step-free routes are those in the cells from which stairs and escalators cannot be entered: one-way, too.
 */
import { InputError } from '../core/errors.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { type ClearanceScratch, createClearanceScratch } from '../subdivision/clearance.ts';
import type { FlatMap } from '../map/flat-map.ts';
import { leftOutAt } from '../map/left-out.ts';
import type { Plan } from '../map/plan.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf } from '../subdivision/cells.ts';
import { type CellIndex, indexCells, type Place } from '../subdivision/locate.ts';
import type { SameCells } from '../subdivision/same-cells.ts';
import { buildAbstractionTree } from '../topology/abstraction-tree.ts';
import { type Corners, findCorners } from './corners/corners.ts';
import { exactPortals } from './exact/exact.ts';
import { createExactScratch, type ExactScratch } from './exact/exact-state.ts';
import {
  createKnownFits,
  type FitFloor,
  fitReach,
  fitsAfter,
  type KnownFits,
  nearestFit,
  nearestKnownFit,
  type WantedPlace,
} from './ends/fit.ts';
import { createFlatScratch, flatPortals, type FlatScratch } from './roadmap/flat.ts';
import {
  buildGateIndex,
  createGateScratch,
  type GateIndex,
  type GateScratch,
  type GateSearch,
  prepareGates,
  searchGates,
  unfoldGates,
} from './hierarchical/hierarchical.ts';
import { edgeBetween } from './ends/inside-cell.ts';
import { createL04Scratch, l04Portals, type L04Scratch } from './l04/l04.ts';
import { buildL04Paths } from './l04/l04-build.ts';
import type { L04 } from './l04/l04-paths.ts';
import { findOneWays, MOST_ONE_WAYS, type OneWays, searchOneWays } from './hierarchical/one-way.ts';
import { buildRoadmap, type Roadmap } from './roadmap/roadmap.ts';
import { type Route, ROUTE_METHODS, type RouteMethod, type RouteQuery, type RouteRequest } from './route.ts';
import { tighten } from './taut/taut.ts';
import { createTautScratch, type TautScratch } from './taut/taut-state.ts';
import { findWidestWays, narrowestOnWidestWay, type WidestWays } from './ends/widest-way.ts';

/** What routes are found in: cells, and the links that cells of stairs belong to. A World is one. */
export interface RoutedPlace {
  mesh: CellMesh;
  plan: Pick<Plan, 'links'>;
  /** One per level: floor that is in no cell. Absent: nothing is known of any. */
  maps?: readonly Pick<FlatMap, 'leftOut'>[];
}

export interface Router {
  place: RoutedPlace;
  /** Where there are any; then the cells of the next two differ from the place's. */
  oneWays: OneWays | undefined;
  /** The cells with one-way doors as openings, where paths are pulled taut; and as walls, where places are looked for. */
  open: CellMesh;
  floor: FitFloor;
  cells: CellIndex;
  corners: Corners;
  gates: GateIndex;
  gateScratch: GateScratch;
  gateSearch: GateSearch;
  clearance: ClearanceScratch;
  /** Goals that people were given room at. */
  fits: KnownFits;
  /** The route asked for last: where an end is wanted, and where both are. */
  wanted: WantedPlace;
  query: RouteQuery & { from: Place; to: Place };
  taut: TautScratch;
  portals: GrowableInts;
  roadmap: Roadmap | undefined;
  flat: FlatScratch | undefined;
  l04: L04 | undefined;
  l04Scratch: L04Scratch | undefined;
  exact: ExactScratch | undefined;
  widest: WidestWays | undefined;
  /** For those who cannot use stairs; made when first asked for. */
  stepFree: Router | undefined;
}

/** Width of a walker where nothing is said, metres. */
const USUAL_WIDTH = 0.5;
/** Metres; nothing wider is looked for a place. */
const WIDEST = 1e6;
/** Cosines of half the largest turn between two pieces of an arc: 30° and 0.1 rad. */
const COARSE_ARC = 0.9659258262890683;
const FINE_ARC = 0.9987502603949663;

/**
 * @param before the router of the place before it was changed: what holds still is taken over
 * @param cells where cells are, if that is known already
 */
export function createRouter(
  place: RoutedPlace,
  before?: { router: Router; same: SameCells },
  cells?: CellIndex,
): Router {
  const { mesh } = place;
  const oneWays = findOneWays(mesh);
  const open = oneWays?.open ?? mesh;
  const shut = oneWays?.shut ?? mesh;
  const corners = findCorners(open, before && { corners: before.router.corners, same: before.same });
  const gates = buildGateIndex(shut, oneWays === undefined ? corners : { ...corners, cellWays: countWays(shut) });
  const index = cells ?? indexCells(mesh);
  const clearance = createClearanceScratch(mesh);
  return {
    place,
    oneWays,
    open,
    floor: { mesh: shut, cells: index, clearance },
    cells: index,
    corners,
    gates,
    gateScratch: createGateScratch(gates),
    gateSearch: { length: 0, meeting: NONE, expanded: 0 },
    clearance,
    fits: before === undefined ? createKnownFits() : fitsAfter(before.router.fits, before.same),
    wanted: { level: 0, x: 0, y: 0, radius: 0 },
    query: {
      from: { cell: NONE, x: 0, y: 0, distance: 0 },
      to: { cell: NONE, x: 0, y: 0, distance: 0 },
      width: 0,
    },
    taut: createTautScratch(),
    portals: new GrowableInts(),
    roadmap: undefined,
    flat: undefined,
    l04: undefined,
    l04Scratch: undefined,
    exact: undefined,
    widest: undefined,
    stepFree: undefined,
  };
}

/** Free sides of each cell. */
function countWays({ cellLevel, sideTwin, sideCell }: CellMesh): Int32Array {
  const ways = new Int32Array(cellLevel.length);
  for (let s = 0; s < sideTwin.length; s++) if (sideTwin[s] !== NONE) ways[sideCell[s]]++;
  return ways;
}

/** The same place for those who cannot use stairs or escalators: who is on some may leave them, nobody may enter. */
export function stepFreeRouter(router: Router): Router {
  if (router.stepFree !== undefined) return router.stepFree;
  const { place } = router;
  const { cellLink, sideTwin, sideCell } = place.mesh;
  const { links } = place.plan;
  const hasSteps = (c: number) => {
    const kind = cellLink[c] === NONE ? undefined : links[cellLink[c]].kind;
    return kind === 'stairs' || kind === 'escalator';
  };
  const twins = sideTwin.slice();
  let isSame = true;
  for (let s = 0; s < twins.length; s++) {
    if (twins[s] === NONE || hasSteps(sideCell[s]) || !hasSteps(sideCell[twins[s]])) continue;
    twins[s] = NONE;
    isSame = false;
  }
  const stepFree = { ...place, mesh: { ...place.mesh, sideTwin: twins } };
  router.stepFree = isSame ? router : createRouter(stepFree, undefined, router.cells);
  return router.stepFree;
}

export function findRoute(router: Router, request: RouteRequest): Route {
  if (request.stepFree === true) return findStepFree(router, { ...request, stepFree: false });
  const mesh = router.open;
  const width = request.width ?? USUAL_WIDTH;
  const method = request.method ?? 'hierarchical';
  checkRequest(router, request, width, method);
  const { query, taut, portals } = router;
  for (const isStart of [true, false]) {
    const off = placeOrSay(router, request, width, isStart);
    if (off !== undefined) return off;
  }

  query.width = width;
  router.gateScratch.person = NONE;
  let expanded = 0;
  if (query.from.cell === query.to.cell && !canLeave(router, query.from.cell, width)) {
    portals.clear();
    const edge = edgeBetween(mesh, query);
    if (edge !== undefined) return withMoves(router, tooNarrow(router, edge, width));
  } else {
    if (method === 'hierarchical') prepareGates(router.gates, width);
    expanded = search(router, method);
    if (expanded === NONE) return withMoves(router, unreachable(router));
  }
  tighten(mesh, router.corners, taut, query, portals, method === 'exact' ? FINE_ARC : COARSE_ARC);
  const points = taut.points.slice(0, 2 * taut.count);
  for (let i = 0; i < points.length; i += 2) {
    points[i] += mesh.origin[0];
    points[i + 1] += mesh.origin[1];
  }
  return withMoves(router, {
    status: 'found',
    length: taut.length,
    points,
    portals: portals.array.slice(0, portals.length),
    expanded,
  });
}

function findStepFree(router: Router, request: RouteRequest): Route {
  const route = findRoute(stepFreeRouter(router), request);
  if (route.status === 'unreachable' && findRoute(router, request).status === 'found') {
    delete route.blocked;
    route.reason = 'every way leads over stairs or escalators';
  }
  return route;
}

/**
 * Where the walker stands whose portals are looked for next; mesh coordinates, as all that follows.
 * @param person whose taste decides between ways that are about as long; NONE: the shortest
 */
export function startAt(
  { query: { from }, gateScratch }: Router,
  cell: number,
  x: number,
  y: number,
  person: number = NONE,
): void {
  gateScratch.person = person;
  from.cell = cell;
  from.x = x;
  from.y = y;
  from.distance = 0;
}

/** Where that walker wants to get. */
export function headFor({ wanted }: Router, level: number, x: number, y: number): void {
  wanted.level = level;
  wanted.x = x;
  wanted.y = y;
}

/**
 * For walkers: only the portals of a hierarchical route, into router.portals, between the places that `startAt` and `headFor` set.
 * These hold for several widths, until another route is asked for. The goal is moved to where there is room: router.query.to.
 * @returns how many portals; NONE if there is no way
 */
export function findPortals(router: Router, width: number): number {
  const { query, wanted, portals } = router;
  wanted.radius = width / 2;
  if (!nearestKnownFit(router.fits, router.floor, wanted, query.to)) return NONE;
  query.width = width;
  portals.clear();
  if (query.from.cell === query.to.cell) return 0;
  return search(router, 'hierarchical') === NONE ? NONE : portals.length;
}

/** Where there is room for a body as near as can be to a place, into router.query.to. @returns whether there is any */
export function putGoal(router: Router, level: number, x: number, y: number, width: number): boolean {
  headFor(router, level, x, y);
  router.wanted.radius = width / 2;
  return nearestKnownFit(router.fits, router.floor, router.wanted, router.query.to);
}

/** Fill the router's portals. @returns nodes expanded; NONE if there is no way */
function search(router: Router, method: RouteMethod): number {
  const { query, portals, corners, oneWays, open: mesh } = router;
  if (method === 'hierarchical' && oneWays !== undefined) return searchDirected(router, oneWays);
  if (method === 'hierarchical') {
    const { gates, gateScratch, gateSearch } = router;
    searchGates(gates, gateScratch, query, gateSearch);
    if (gateSearch.length === Infinity) return NONE;
    unfoldGates(gates, gateScratch, query, gateSearch, portals);
    return gateSearch.expanded;
  }
  if (method === 'exact') {
    const exact = (router.exact ??= createExactScratch(mesh));
    return exactPortals(mesh, corners, exact, query, portals);
  }
  const roadmap = (router.roadmap ??= buildRoadmap(mesh));
  if (method === 'flat') {
    const flat = (router.flat ??= createFlatScratch(roadmap));
    return flatPortals(roadmap, router.place.mesh, flat, query, portals);
  }
  const l04 = (router.l04 ??= makeL04(router, roadmap));
  const scratch = (router.l04Scratch ??= createL04Scratch(roadmap, l04.tree));
  return l04Portals(l04, mesh, scratch, query, portals);
}

/** As `hierarchical`, where there are one-way doors; very many of them are left to `flat`. */
function searchDirected(router: Router, oneWays: OneWays): number {
  const { query, gates, gateScratch, gateSearch, portals } = router;
  if (oneWays.side.length > MOST_ONE_WAYS) {
    const expanded = search(router, 'flat');
    gateSearch.length = expanded === NONE ? Infinity : router.flat!.length;
    return expanded;
  }
  searchOneWays(oneWays, gates, gateScratch, query, gateSearch, portals);
  return gateSearch.length === Infinity ? NONE : gateSearch.expanded;
}

function makeL04({ place }: Router, roadmap: Roadmap): L04 {
  const tree = buildAbstractionTree(place.mesh);
  return { roadmap, tree, paths: buildL04Paths(place.mesh, roadmap, tree) };
}

function checkRequest(router: Router, request: RouteRequest, width: number, method: RouteMethod): void {
  if (!(width >= 0 && width < Infinity)) {
    throw new InputError('width', `${width} is not a width`, 'give metres, 0 for a point or more');
  }
  if (!ROUTE_METHODS.includes(method)) {
    throw new InputError('method', `"${String(method)}" is not known`, `give one of ${ROUTE_METHODS.join(', ')}`);
  }
  if (router.oneWays !== undefined && (method === 'exact' || method === 'l04')) {
    throw new InputError(
      'method',
      `"${method}" knows no one-way doors and no stairs to avoid`,
      'use hierarchical or flat',
    );
  }
  checkEnd(router, 'from', request.from, request.fromLevel ?? 0);
  checkEnd(router, 'to', request.to, request.toLevel ?? 0);
}

function checkEnd(router: Router, name: string, point: readonly [number, number], level: number): void {
  if (!Number.isFinite(point[0]) || !Number.isFinite(point[1])) {
    throw new InputError(name, `(${point[0]}, ${point[1]}) is not a place`, 'give two finite numbers x, y');
  }
  const levels = router.place.mesh.levels.length;
  if (Number.isInteger(level) && level >= 0 && level < levels) return;
  const remedy = levels === 1 ? 'this place has one level, 0' : `give a level from 0 to ${levels - 1}`;
  throw new InputError(name, `there is no level ${level}`, remedy);
}

/** Put an end where there is room for the body. @returns what is to be said if there is none */
function placeOrSay(router: Router, request: RouteRequest, width: number, isStart: boolean): Route | undefined {
  const { query, place, floor } = router;
  const point = isStart ? request.from : request.to;
  const level = (isStart ? request.fromLevel : request.toLevel) ?? 0;
  const end = isStart ? query.from : query.to;
  const isPlaced = placeEnd(router, point, level, width, end);
  if (isPlaced && end.distance === 0) return undefined;
  // Beside a wall is the floor that was taken, perhaps; who asks for a place means that place.
  const [x, y] = floor.mesh.origin;
  const area = leftOutAt(place.maps?.[level]?.leftOut ?? [], point[0] - x, point[1] - y)?.area;
  if (area !== undefined) return inLeftOut(point, area, isStart);
  return isPlaced ? undefined : nowhere(request, width, isStart);
}

/** @returns whether there is room near the point; where is put into `place` */
function placeEnd(
  router: Router,
  point: readonly [number, number],
  level: number,
  width: number,
  place: Place,
): boolean {
  const { floor, wanted } = router;
  // Wider than any place: not to be squared.
  if (width > WIDEST) return false;
  wanted.level = level;
  wanted.x = point[0] - floor.mesh.origin[0];
  wanted.y = point[1] - floor.mesh.origin[1];
  wanted.radius = width / 2;
  return nearestFit(floor, wanted, fitReach(width / 2), place);
}

/** Is any free side of the cell wide enough? */
function canLeave({ place, corners }: Router, cell: number, width: number): boolean {
  const { cellFirst, sideTwin } = place.mesh;
  for (let s = cellFirst[cell]; s < cellFirst[cell + 1]; s++) {
    if (sideTwin[s] !== NONE && corners.sideLength[s] > width) return true;
  }
  return false;
}

function none(reason: string): Route {
  return {
    status: 'unreachable',
    reason,
    length: 0,
    points: new Float64Array(0),
    portals: new Int32Array(0),
    expanded: 0,
  };
}

function inLeftOut(point: readonly [number, number], area: number, isStart: boolean): Route {
  const what = isStart ? 'start' : 'goal';
  const where = `another area, of ${area.toFixed(area < 10 ? 1 : 0)} m², that was left out`;
  return {
    ...none(
      `the ${what} (${point[0]}, ${point[1]}) lies in ${where}: no way leads there from the floor that was taken`,
    ),
    leftOut: { end: isStart ? 'from' : 'to', area },
  };
}

function nowhere(request: RouteRequest, width: number, isStart: boolean): Route {
  const [x, y] = isStart ? request.from : request.to;
  const within = fitReach(width / 2);
  const who = width === 0 ? 'a point' : `a walker ${width} m wide`;
  const what = isStart ? 'start' : 'goal';
  return none(`there is no room for ${who} within ${within} m of the ${what} (${x}, ${y})`);
}

function unreachable(router: Router): Route {
  const { open: mesh, query } = router;
  router.widest ??= findWidestWays(mesh, router.corners);
  const s = narrowestOnWidestWay(router.widest, query.from.cell, query.to.cell);
  if (s === NONE) return none('start and goal are in areas that are not connected');
  if (router.corners.sideLength[s] > query.width) {
    return none('every way leads through a one-way door from its wrong side');
  }
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  const x = (mesh.vertices[a] + mesh.vertices[b]) / 2;
  const y = (mesh.vertices[a + 1] + mesh.vertices[b + 1]) / 2;
  return tooNarrow(router, { x, y, width: router.corners.sideLength[s] }, query.width);
}

/** @param blocked in mesh coordinates */
function tooNarrow({ place }: Router, blocked: { x: number; y: number; width: number }, width: number): Route {
  const reason = `every way is too narrow for a walker ${width} m wide: the widest is ${round(blocked.width)} m at its narrowest`;
  return {
    ...none(reason),
    blocked: {
      x: blocked.x + place.mesh.origin[0],
      y: blocked.y + place.mesh.origin[1],
      width: blocked.width,
    },
  };
}

/** To the millimetre, rounded down: 0.8996 m is no 0.9 m. */
function round(metres: number): number {
  return Math.floor(metres * 1000) / 1000;
}

function withMoves(router: Router, route: Route): Route {
  const { from, to } = router.query;
  if (from.distance === 0 && to.distance === 0) return route;
  const [x0, y0] = router.place.mesh.origin;
  route.moved = {};
  if (from.distance > 0) route.moved.from = [from.x + x0, from.y + y0];
  if (to.distance > 0) route.moved.to = [to.x + x0, to.y + y0];
  return route;
}
