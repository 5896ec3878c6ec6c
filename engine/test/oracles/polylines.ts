/**
 * Is a route what it says it is? Judged from the walls of the map and the sides of the cells alone: where the polyline
 * begins and ends, how near it comes to walls, whether it slips through one, how long it is, and whether the portals are
 * a way through the cells that the polyline takes. Gives what is wrong, in words; nothing if nothing is.
 */
import type { FlatMap } from '../../src/map/flat-map.ts';
import type { Route, RouteRequest } from '../../src/routing/route.ts';
import type { CellMesh } from '../../src/subdivision/cell-mesh.ts';
import { cellRing, depthIn, type Side } from './cells.ts';
import { distanceToSegment } from './planarity.ts';
import { portalCrossings } from './portal-crossings.ts';
import { distanceBetweenSegments } from './segments.ts';
import { createWallNetwork, isFloorSector, isOpen, joinedSectors, type Point, sectorCount } from './wall-network.ts';
import { clearanceOf, type Walls } from './walls.ts';

/** Metres that a polyline may be nearer to a wall, or pass beside a portal. */
const NEAR = 1e-6;
/** Metres beside a wall that count as on it, for a point walker: rounding of coordinates some thousand kilometres off. */
const ON_WALL = 1e-8;
/** Metres between where a polyline ends and where it should. */
const ROUNDING = 1e-9;

export interface RoutePlace {
  mesh: CellMesh;
  /** All sides of the mesh: sidesOf(mesh). */
  sides: readonly Side[];
  /** The level on which the route begins and ends; of several levels: undefined, walls are then judged elsewhere. */
  map: FlatMap | undefined;
  /** wallsOf(map). */
  walls: Walls;
}

/** The polyline in the mesh's coordinates. */
export function pointsOf(route: Route, mesh: CellMesh): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < route.points.length; i += 2) {
    points.push([route.points[i] - mesh.origin[0], route.points[i + 1] - mesh.origin[1]]);
  }
  return points;
}

export function judgeRoute(place: RoutePlace, request: RouteRequest, route: Route): string[] {
  return route.status === 'found' ? judgeFound(place, request, route) : judgeUnreachable(request, route);
}

function judgeUnreachable({ width = 0.5 }: RouteRequest, route: Route): string[] {
  const wrong: string[] = [];
  if (route.status !== 'unreachable') wrong.push(`status ${route.status}`);
  if (!(typeof route.reason === 'string' && route.reason.length > 10)) wrong.push(`no reason: ${route.reason}`);
  if (route.length !== 0 || route.points.length > 0 || route.portals.length > 0) wrong.push('unreachable, with a way');
  if (route.blocked !== undefined) {
    const { x, y, width: gap } = route.blocked;
    if (!Number.isFinite(x) || !Number.isFinite(y)) wrong.push('blocked nowhere');
    if (!(gap >= 0 && gap <= width)) wrong.push(`blocked by a gap of ${gap}, wide enough for ${width}`);
  }
  return wrong;
}

function judgeFound(place: RoutePlace, request: RouteRequest, route: Route): string[] {
  const { mesh, map, walls } = place;
  const { width = 0.5 } = request;
  const wrong: string[] = [];
  const points = pointsOf(route, mesh);
  if (points.length === 0 || points.some((point) => !point.every(Number.isFinite))) return ['no finite points'];
  if (route.reason !== undefined || route.blocked !== undefined) wrong.push('found, with a reason why not');
  const rounding = ROUNDING * (1 + Math.max(...mesh.origin.map(Math.abs)) / 1e6);

  // Ends.
  for (const end of ['from', 'to'] as const) {
    const asked: Point = [request[end][0] - mesh.origin[0], request[end][1] - mesh.origin[1]];
    const moved = route.moved?.[end];
    const expected: Point = moved === undefined ? asked : [moved[0] - mesh.origin[0], moved[1] - mesh.origin[1]];
    const found = points.at(end === 'from' ? 0 : -1)!;
    const off = Math.hypot(found[0] - expected[0], found[1] - expected[1]);
    if (!(off <= rounding)) wrong.push(`${end}: ${off} m from where it should be`);
    if (map === undefined || moved === undefined) continue;
    const stays = Math.hypot(expected[0] - asked[0], expected[1] - asked[1]) <= rounding;
    if (stays) wrong.push(`${end}: moved to where it was`);
  }

  // Walls.
  if (map !== undefined) {
    const near = nearestWall(walls, points);
    if (near.distance < width / 2 - NEAR) {
      wrong.push(`${near.distance} m from a wall at (${near.x}, ${near.y}), width ${width}`);
    }
    if (width / 2 <= NEAR) wrong.push(...slips(map, points));
  }

  // Length.
  let length = 0;
  for (let i = 1; i < points.length; i++) {
    length += Math.hypot(points[i][0] - points[i - 1][0], points[i][1] - points[i - 1][1]);
  }
  if (!(Math.abs(length - route.length) <= 1e-9 * (1 + length) + points.length * rounding)) {
    wrong.push(`length ${route.length} instead of ${length}`);
  }
  return [...wrong, ...judgePortals(place, request, route, points)];
}

/** The least distance from a polyline to a wall, and the end of the segment where it is. */
function nearestWall(walls: Walls, points: readonly Point[]): { distance: number; x: number; y: number } {
  const [x, y] = points[0];
  const nearest = { distance: clearanceOf(walls, x, y), x, y };
  for (let i = 1; i < points.length; i++) {
    const [px, py] = points[i - 1];
    const [qx, qy] = points[i];
    const reach = nearest.distance;
    for (let s = 0; s < walls.length; s += 4) {
      if (Math.max(walls[s], walls[s + 2]) < Math.min(px, qx) - reach) continue;
      if (Math.min(walls[s], walls[s + 2]) > Math.max(px, qx) + reach) continue;
      if (Math.max(walls[s + 1], walls[s + 3]) < Math.min(py, qy) - reach) continue;
      if (Math.min(walls[s + 1], walls[s + 3]) > Math.max(py, qy) + reach) continue;
      const wall = [walls[s], walls[s + 1], walls[s + 2], walls[s + 3]] as const;
      const distance = distanceBetweenSegments(px, py, qx, qy, ...wall);
      if (distance < nearest.distance) Object.assign(nearest, { distance, x: qx, y: qy });
    }
  }
  return nearest;
}

/**
 * Does a polyline that touches walls stay on its side of them? It is told anew from point of a wall to point of a wall,
 * and the sectors it can be in are followed (wall-network.ts); where none is left, it went through.
 */
function slips(map: FlatMap, points: readonly Point[]): string[] {
  const network = createWallNetwork(map, points, NEAR, ON_WALL);
  const onWalls = network.points.map((_, i) => i).filter((i) => network.star[i].length > 0);
  const floorSectors = (point: number) =>
    Array.from({ length: sectorCount(network, point) }, (_, sector) => sector).filter((sector) =>
      isFloorSector(network, point, sector),
    );
  let here = network.places[0];
  let sectors = floorSectors(here);
  for (const next of network.places.slice(1)) {
    const [p, q] = [network.points[here], network.points[next]];
    const along = ([x, y]: Point) => (x - p[0]) * (q[0] - p[0]) + (y - p[1]) * (q[1] - p[1]);
    const touched = onWalls
      .filter((i) => i !== here && i !== next && distanceToSegment(...network.points[i], ...p, ...q) <= ON_WALL)
      .toSorted((i, j) => along(network.points[i]) - along(network.points[j]));
    for (const stop of [...touched, next]) {
      if (stop === here) continue;
      if (!isOpen(network, here, stop)) return [`crosses a wall between (${p}) and (${q})`];
      const joined = joinedSectors(network, here, stop);
      sectors = [...new Set(joined.filter(([s]) => sectors.includes(s)).map(([, t]) => t))].filter((sector) =>
        isFloorSector(network, stop, sector),
      );
      if (sectors.length === 0) return [`slips through walls that meet, between (${p}) and (${q})`];
      here = stop;
    }
  }
  return [];
}

function judgePortals({ mesh, sides }: RoutePlace, request: RouteRequest, route: Route, points: Point[]): string[] {
  const { width = 0.5 } = request;
  const wrong: string[] = [];
  const portals = [...route.portals];
  const unknown = portals.filter((s) => sides[s] === undefined || sides[sides[s].twin] === undefined);
  if (unknown.length > 0) return [`portals that are no free sides: ${unknown}`];
  const holds = (cell: number, [x, y]: Point) => depthIn(cellRing(mesh, cell), x, y) >= -NEAR;
  const [start, end] = [points[0], points.at(-1)!];
  const levels = { from: request.fromLevel ?? 0, to: request.toLevel ?? 0 };
  if (portals.length === 0) {
    const isHere = (_: number, cell: number) =>
      mesh.cellLevel[cell] === levels.from && holds(cell, start) && holds(cell, end);
    if (levels.from !== levels.to || !mesh.cellLevel.some(isHere))
      wrong.push('no portals, and no cell holds both ends');
    return wrong;
  }
  const first = sides[portals[0]].cell;
  const last = sides[sides[portals.at(-1)!].twin].cell;
  if (!holds(first, start) || mesh.cellLevel[first] !== levels.from)
    wrong.push('the first cell does not hold the start');
  if (!holds(last, end) || mesh.cellLevel[last] !== levels.to) wrong.push('the last cell does not hold the end');
  for (const [i, s] of portals.entries()) {
    const { cell, length } = sides[s];
    if (!(length > width - 1e-12)) wrong.push(`portal ${s} is ${length} wide, the walker ${width}`);
    if (i > 0 && sides[sides[portals[i - 1]].twin].cell !== cell) wrong.push(`portal ${s} is not of the cell entered`);
  }
  const crossed = portalCrossings(sides, portals, points, NEAR).length;
  if (crossed < portals.length) {
    wrong.push(`the polyline does not cross portal ${portals[crossed]} (number ${crossed}) in its turn`);
  }
  return wrong;
}
