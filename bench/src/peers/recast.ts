/**
 * recast-navigation's tiled build: a city → navigation mesh, for comparison with ours.
 *
 * The city is extruded as its users do it: a ground plane and a box per building. The boxes are lower than a walker and
 * their roofs face down, so that neither roofs nor the ground under them become floor: the package does no work for
 * places nobody can go to. The walkers' radius is 0 unless said, as ours takes bodies into account by passage widths.
 */
import { generateTiledNavMesh } from 'recast-navigation/generators';
import { getNavMeshPositionsAndIndices, init, type NavMesh } from 'recast-navigation';
import type { City } from '../city.ts';

/** Metres. */
export const CELL_SIZE = 0.3;
const CELL_HEIGHT = 0.2;
const WALKER_HEIGHT = 2;
const STEP_HEIGHT = 0.2;
const BUILDING_HEIGHT = 1.6;
/** The package's default of 12 cells gives twice the polygons in the same time; Recast's own demo means 12 metres. */
const LONGEST_EDGE = 12;
/** Cells per side of a tile; as fast as 256, faster than 32 and 64. */
const TILE_SIZE = 128;

/** Twice the area, m², below which a part of a roof is narrower than its neighbours' cells anyway. */
const SLIVER = 1e-3;

export interface Extrusion {
  /** x, height, -y: the package's y points up. */
  positions: Float32Array;
  indices: Uint32Array;
}

export interface NavigationMesh {
  polygons: number;
  /** Edges of its triangles, two times x, y each. */
  edges: Float64Array;
  area: number;
}

export async function loadRecast(): Promise<void> {
  await init();
}

/**
 * What is timed. Destroy the result.
 * @param radius of the walkers, in cells: the floor is narrowed by so much
 */
export function buildRecast({ positions, indices }: Extrusion, radius = 0): NavMesh {
  const result = generateTiledNavMesh(positions, indices, {
    cs: CELL_SIZE,
    ch: CELL_HEIGHT,
    tileSize: TILE_SIZE,
    walkableHeight: WALKER_HEIGHT / CELL_HEIGHT,
    walkableClimb: STEP_HEIGHT / CELL_HEIGHT,
    walkableRadius: radius,
    walkableSlopeAngle: 45,
    maxEdgeLen: LONGEST_EDGE / CELL_SIZE,
  });
  if (!result.success) throw new Error(result.error);
  return result.navMesh;
}

export function readRecast(mesh: NavMesh): NavigationMesh {
  let polygons = 0;
  for (let i = 0; i < mesh.getMaxTiles(); i++) polygons += mesh.getTile(i).header()?.polyCount() ?? 0;
  const [positions, indices] = getNavMeshPositionsAndIndices(mesh);
  const edges = new Float64Array(4 * indices.length);
  let area = 0;
  for (let i = 0; i < indices.length; i += 3) {
    const [ax, ay, bx, by, cx, cy] = [0, 1, 2].flatMap((k) => {
      const at = 3 * (indices[i + k] as number);
      return [positions[at] as number, -(positions[at + 2] as number)];
    }) as [number, number, number, number, number, number];
    edges.set([ax, ay, bx, by, bx, by, cx, cy, cx, cy, ax, ay], 4 * i);
    area += Math.abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2;
  }
  return { polygons, edges, area };
}

export function extrude(city: City): Extrusion {
  const positions: number[] = [];
  const indices: number[] = [];
  const add = (x: number, height: number, y: number): number => positions.push(x, height, -y) / 3 - 1;
  const [left, bottom, right, top] = city.box;
  const ground = [add(left, 0, bottom), add(right, 0, bottom), add(right, 0, top), add(left, 0, top)];
  const [a, b, c, d] = ground as [number, number, number, number];
  indices.push(a, b, c, a, c, d);
  for (const polygon of city.plan.levels[0]?.polygons ?? []) {
    const ring = polygon.rings[0] as Float64Array;
    const count = ring.length / 2;
    const first = positions.length / 3;
    for (let i = 0; i < count; i++) {
      add(ring[2 * i] as number, 0, ring[2 * i + 1] as number);
      add(ring[2 * i] as number, BUILDING_HEIGHT, ring[2 * i + 1] as number);
    }
    for (let i = 0; i < count; i++) {
      const low = first + 2 * i;
      const next = first + 2 * ((i + 1) % count);
      indices.push(low, next, next + 1, low, next + 1, low + 1);
    }
    // Turned round: a roof that faces down is no floor. Slivers are left out, as rounding may turn them back.
    for (const [p, q, r] of cutEars(ring)) {
      if (turn(ring, p, q, r) > SLIVER) indices.push(first + 2 * p + 1, first + 2 * r + 1, first + 2 * q + 1);
    }
  }
  return { positions: Float32Array.from(positions), indices: Uint32Array.from(indices) };
}

/**
 * Triangles of a simple counter-clockwise ring, by cutting off ears: a corner that turns left and whose triangle holds
 * no other corner. Cubic in the corners, of which a building has a dozen.
 */
export function cutEars(ring: Float64Array): [number, number, number][] {
  const left = Array.from({ length: ring.length / 2 }, (_, i) => i);
  const triangles: [number, number, number][] = [];
  while (left.length > 2) {
    const ear = left.findIndex((q, at) => {
      const p = left.at(at - 1) as number;
      const r = left[(at + 1) % left.length] as number;
      if (turn(ring, p, q, r) <= 0) return false;
      return left.every(
        (s) =>
          s === p ||
          s === q ||
          s === r ||
          turn(ring, p, q, s) < 0 ||
          turn(ring, q, r, s) < 0 ||
          turn(ring, r, p, s) < 0,
      );
    });
    // Only a ring that is not simple has no ear; then any corner will do.
    const at = Math.max(ear, 0);
    triangles.push([left.at(at - 1) as number, left[at] as number, left[(at + 1) % left.length] as number]);
    left.splice(at, 1);
  }
  return triangles;
}

/** Twice the signed area of three corners: positive if they turn left. */
function turn(ring: Float64Array, i: number, j: number, k: number): number {
  const x = ring[2 * i] as number;
  const y = ring[2 * i + 1] as number;
  const ax = (ring[2 * j] as number) - x;
  const ay = (ring[2 * j + 1] as number) - y;
  const bx = (ring[2 * k] as number) - x;
  const by = (ring[2 * k + 1] as number) - y;
  return ax * by - ay * bx;
}
