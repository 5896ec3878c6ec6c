/**
 * Which triangles of the arrangement are floor, and which floor hangs together.
 *
 * One walk over all triangles, depth first, keeps the winding number of every ring while it goes: crossing a part of a
 * ring changes that ring's number by one, turning back undoes it. A triangle is floor when it lies in some walkable
 * polygon (outer ring wound around, no hole) and in no obstacle. Linear in triangles and parts, exact, and each
 * polygon keeps its own holes: an island in another polygon's hole is floor.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { next, type Triangulation } from '../triangulation/triangulation.ts';
import type { Arrangement } from './arrangement.ts';
import { HOLE, LINE, LINK_PORTAL, OUTER, type Sources } from './linework.ts';

/** 1 per triangle that is floor. `everywhere`: floor is whatever no obstacle covers, no polygon is needed. */
export function findFloor(t: Triangulation, map: Arrangement, sources: Sources, everywhere: boolean): Uint8Array {
  const floor = new Uint8Array(t.triangleCount);
  const winding = new Int32Array(sources.kind.length);
  const outerRings = new Int32Array(sources.obstacle.length);
  const holes = new Int32Array(sources.obstacle.length);
  let walkable = everywhere ? 1 : 0;
  let obstacles = 0;

  const addRing = (source: number, change: number) => {
    const before = winding[source];
    const after = before + change;
    winding[source] = after;
    const became = (after !== 0 ? 1 : 0) - (before !== 0 ? 1 : 0);
    if (became === 0) return;
    const polygon = sources.owner.array[source];
    const wasIn = outerRings[polygon] > 0 && holes[polygon] === 0;
    if (sources.kind.array[source] === OUTER) outerRings[polygon] += became;
    else holes[polygon] += became;
    const isIn = outerRings[polygon] > 0 && holes[polygon] === 0;
    if (isIn === wasIn) return;
    if (sources.obstacle.array[polygon] === 1) obstacles += isIn ? 1 : -1;
    else walkable += isIn ? 1 : -1;
  };
  /** Leave the triangle left of half-edge e through e. A ring running along e has its inside on the left: one less. */
  const cross = (e: number) => {
    const edge = t.constraint[e];
    if (edge === NONE) return;
    const a = t.corner[e];
    for (let i = map.edgeParts.first[edge]; i < map.edgeParts.first[edge + 1]; i++) {
      const part = map.edgeParts.item[i];
      const source = map.partSource[part];
      const kind = sources.kind.array[source];
      if (kind === OUTER || kind === HOLE) addRing(source, map.partFrom[part] === a ? -1 : 1);
    }
  };

  // Start at a frame vertex, outside of everything. `path` holds the half-edges crossed to get here, then which side
  // of the present triangle to try next.
  const visited = new Uint8Array(t.triangleCount);
  const path = new GrowableInts();
  const start = t.vertexEdge[t.frameFirst];
  let e = start - (start % 3);
  visited[e / 3] = 1;
  floor[e / 3] = walkable > 0 && obstacles === 0 ? 1 : 0;
  for (let side = 0; ; ) {
    if (side === 3) {
      if (path.length === 0) return floor;
      const crossed = path.pop();
      cross(t.twin[crossed]);
      side = (crossed % 3) + 1;
      e = crossed - (crossed % 3);
      continue;
    }
    const f = t.twin[e + side];
    if (f === NONE || visited[(f / 3) | 0] === 1) {
      side++;
      continue;
    }
    cross(e + side);
    path.push(e + side);
    e = f - (f % 3);
    visited[e / 3] = 1;
    floor[e / 3] = walkable > 0 && obstacles === 0 ? 1 : 0;
    side = 0;
  }
}

/** A source of this kind that runs along the edge, or NONE. */
export function edgeHasSource(map: Arrangement, sources: Sources, edge: number, kind: number): number {
  for (let i = map.edgeParts.first[edge]; i < map.edgeParts.first[edge + 1]; i++) {
    const source = map.partSource[map.edgeParts.item[i]];
    if (sources.kind.array[source] === kind) return source;
  }
  return NONE;
}

/** Does something that marks the artificial boundary run along the edge? */
export function edgeIsBoundary(map: Arrangement, sources: Sources, edge: number): boolean {
  for (let i = map.edgeParts.first[edge]; i < map.edgeParts.first[edge + 1]; i++) {
    if (sources.boundary.array[map.partSource[map.edgeParts.item[i]]] === 1) return true;
  }
  return false;
}

/** Is the edge a wall of nothing but glass? An opaque line, or an obstacle without thickness, on the same place wins. */
export function edgeIsGlass(map: Arrangement, sources: Sources, edge: number): boolean {
  let isGlass = false;
  for (let i = map.edgeParts.first[edge]; i < map.edgeParts.first[edge + 1]; i++) {
    const source = map.partSource[map.edgeParts.item[i]];
    if (sources.kind.array[source] !== LINE) continue;
    if (sources.glass.array[source] === 0) return false;
    isGlass = true;
  }
  return isGlass && !isCollapsedObstacle(map, sources, edge);
}

export interface FloorComponents {
  /** Component of each triangle, NONE where there is no floor. */
  ofTriangle: Int32Array;
  /** m² per component. */
  area: Float64Array;
  /** Component the frame lies in (only where floor is everywhere), or NONE. */
  outside: number;
}

/** Floor triangles joined over every side that is not a wall: L04's transitive closure, for all seeds at once. */
export function joinFloor(t: Triangulation, map: Arrangement, sources: Sources, floor: Uint8Array): FloorComponents {
  const ofTriangle = new Int32Array(t.triangleCount).fill(NONE);
  const areas: number[] = [];
  const stack = new GrowableInts();
  for (let first = 0; first < t.triangleCount; first++) {
    if (floor[first] === 0 || ofTriangle[first] !== NONE) continue;
    const component = areas.length;
    let area = 0;
    ofTriangle[first] = component;
    stack.push(first);
    while (stack.length > 0) {
      const triangle = stack.pop();
      area += triangleArea(t, triangle);
      for (let e = 3 * triangle; e < 3 * triangle + 3; e++) {
        const f = t.twin[e];
        if (f === NONE) continue;
        const other = (f / 3) | 0;
        if (floor[other] === 0 || ofTriangle[other] !== NONE) continue;
        const edge = t.constraint[e];
        if (edge !== NONE && blocks(map, sources, edge)) continue;
        ofTriangle[other] = component;
        stack.push(other);
      }
    }
    areas.push(area);
  }
  const frameTriangle = (t.vertexEdge[t.frameFirst] / 3) | 0;
  return { ofTriangle, area: Float64Array.from(areas), outside: ofTriangle[frameTriangle] };
}

/** Is the edge a wall by itself: a line, or an obstacle thinner than the tolerance? */
export function isWallEdge(map: Arrangement, sources: Sources, edge: number): boolean {
  return edgeHasSource(map, sources, edge, LINE) !== NONE || isCollapsedObstacle(map, sources, edge);
}

/**
 * Does the ring of an obstacle or a hole run along the edge both ways? Then what it encloses here is thinner than the
 * tolerance: it has no area left, and is a wall. (An outer ring of floor may run both ways by intention: the seam that
 * joins a hole to it in formats without holes.)
 */
function isCollapsedObstacle(map: Arrangement, sources: Sources, edge: number): boolean {
  const first = map.edgeParts.first[edge];
  const last = map.edgeParts.first[edge + 1];
  for (let i = first; i + 1 < last; i++) {
    const part = map.edgeParts.item[i];
    const source = map.partSource[part];
    const kind = sources.kind.array[source];
    const isObstacle = kind === HOLE || (kind === OUTER && sources.obstacle.array[sources.owner.array[source]] === 1);
    if (!isObstacle) continue;
    for (let j = i + 1; j < last; j++) {
      const other = map.edgeParts.item[j];
      if (map.partSource[other] === source && map.partFrom[other] !== map.partFrom[part]) return true;
    }
  }
  return false;
}

function blocks(map: Arrangement, sources: Sources, edge: number): boolean {
  return isWallEdge(map, sources, edge) || edgeHasSource(map, sources, edge, LINK_PORTAL) !== NONE;
}

function triangleArea(t: Triangulation, triangle: number): number {
  const { vertices, corner } = t;
  const a = 2 * corner[3 * triangle];
  const b = 2 * corner[3 * triangle + 1];
  const c = 2 * corner[3 * triangle + 2];
  const bx = vertices[b] - vertices[a];
  const by = vertices[b + 1] - vertices[a + 1];
  const cx = vertices[c] - vertices[a];
  const cy = vertices[c + 1] - vertices[a + 1];
  return (bx * cy - cx * by) / 2;
}

/** The triangle that holds a point, by trying all; for the few seed points a user gives. */
export function triangleAt(t: Triangulation, x: number, y: number): number {
  for (let triangle = 0; triangle < t.triangleCount; triangle++) {
    let inside = true;
    for (let e = 3 * triangle; e < 3 * triangle + 3 && inside; e++) {
      const a = 2 * t.corner[e];
      const b = 2 * t.corner[next(e)];
      const ex = t.vertices[b] - t.vertices[a];
      const ey = t.vertices[b + 1] - t.vertices[a + 1];
      inside = ex * (y - t.vertices[a + 1]) - ey * (x - t.vertices[a]) >= 0;
    }
    if (inside) return triangle;
  }
  return NONE;
}
