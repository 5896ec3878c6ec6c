/**
 * The shortest path of a point between walls, by its definition: a shortest path is straight but where it turns around
 * a corner of more than half a turn of floor, so it is a shortest path of the graph of all such corners that see each
 * other. Nodes are sectors of corners (wall-network.ts): touching and sliding is allowed, thin walls and points where
 * obstacles meet are closed. Every pair is tried against every wall: O(corners² · walls), exact but for the lengths.
 */
import type { FlatMap } from '../../src/map/flat-map.ts';
import {
  createWallNetwork,
  isFloorSector,
  isOpen,
  isWide,
  joinedSectors,
  type Point,
  sectorCount,
} from './wall-network.ts';

export interface ShortestPath {
  /** Infinity where there is no path. */
  length: number;
  points: Point[];
}

/** Shortest paths between any two of the places, which must lie on the floor of a level without links. */
export function shortestPaths(map: FlatMap, places: readonly Point[]): (i: number, j: number) => ShortestPath {
  const network = createWallNetwork(map, places);
  const { points } = network;
  const isPlace = new Set(network.places);
  /** Nodes of each point: by sector, or -1. */
  const nodeOf: number[][] = points.map(() => []);
  const pointOf: number[] = [];
  const candidates: number[] = [];
  points.forEach((_, point) => {
    const isUsed = network.star[point].length > 0 || isPlace.has(point);
    if (!isUsed) return;
    const before = pointOf.length;
    for (let sector = 0; sector < sectorCount(network, point); sector++) {
      const isNode = isFloorSector(network, point, sector) && (isPlace.has(point) || isWide(network, point, sector));
      nodeOf[point].push(isNode ? pointOf.push(point) - 1 : -1);
    }
    if (pointOf.length > before) candidates.push(point);
  });
  const neighbours: { node: number; length: number }[][] = pointOf.map(() => []);
  for (const [k, i] of candidates.entries()) {
    for (const j of candidates.slice(0, k)) {
      const joined = joinedSectors(network, i, j)
        .map(([s, t]) => [nodeOf[i][s], nodeOf[j][t]] as const)
        .filter(([a, b]) => a >= 0 && b >= 0);
      if (joined.length === 0 || !isOpen(network, i, j)) continue;
      const length = Math.hypot(points[i][0] - points[j][0], points[i][1] - points[j][1]);
      for (const [a, b] of joined) {
        neighbours[a].push({ node: b, length });
        neighbours[b].push({ node: a, length });
      }
    }
  }
  const from = new Map<number, { length: Float64Array; before: Int32Array }>();
  return (i, j) => {
    const [start, goal] = [network.places[i], network.places[j]];
    const isNode = (node: number) => node >= 0;
    if (!from.has(start)) from.set(start, shortestTree(neighbours, nodeOf[start].filter(isNode)));
    const { length, before } = from.get(start)!;
    const ends = nodeOf[goal].filter(isNode).toSorted((a, b) => length[a] - length[b]);
    const path: Point[] = [];
    if (ends.length === 0 || length[ends[0]] === Infinity) return { length: Infinity, points: path };
    for (let node = ends[0]; node >= 0; node = before[node]) path.unshift(points[pointOf[node]]);
    return { length: length[ends[0]], points: path };
  };
}

/** Dijkstra without a queue: the nearest node not yet done, by looking at all. */
export function shortestTree(
  neighbours: readonly (readonly { node: number; length: number }[])[],
  starts: readonly number[],
): { length: Float64Array; before: Int32Array } {
  const length = new Float64Array(neighbours.length).fill(Infinity);
  const before = new Int32Array(neighbours.length).fill(-1);
  const done = new Uint8Array(neighbours.length);
  for (const start of starts) length[start] = 0;
  for (;;) {
    let nearest = -1;
    for (let node = 0; node < length.length; node++) {
      if (done[node] === 0 && length[node] < (nearest < 0 ? Infinity : length[nearest])) nearest = node;
    }
    if (nearest < 0) return { length, before };
    done[nearest] = 1;
    for (const { node, length: step } of neighbours[nearest]) {
      if (length[nearest] + step >= length[node]) continue;
      length[node] = length[nearest] + step;
      before[node] = nearest;
    }
  }
}
