/**
 * World → the document of `foulee inspect --json`: counts, narrowest passages, repairs, times and sizes.
 *
 * Coordinates are the file's own, rounded to a micrometre; lengths are metres. Fields of stages that do not exist yet
 * are null. Linear in the size of the world.
 */
import {
  cellArea,
  LEFT_WALKABLE,
  NONE,
  CLOSED,
  CROSSROADS,
  cellKinds,
  DEAD_END,
  narrowestPassages,
  PASSAGE,
  RIGHT_WALKABLE,
  sceneryOf,
  type Router,
  type Topology,
  visibilityOf,
  type World,
} from '@foulee/engine';
import { roundedCoordinates } from '../place/file-coordinates.ts';
import type { TownResult } from './inspect-town.ts';
import type { StageTimes } from '../place/stage-clock.ts';

interface Kinds {
  closed: number;
  deadEnd: number;
  passage: number;
  crossroads: number;
}

export interface InspectResult {
  name: string;
  /** Walkable, m², all levels. */
  area: number;
  levels: number;
  vertices: number;
  constrainedSegments: number;
  /** Walls that people can see through, metres; left out where there are none. */
  glass?: number;
  freeSegments: number;
  generatedPoints: number;
  cells: number;
  /** Cells by the ways out of them that a walker of --width fits through. */
  kinds: Kinds;
  narrowest: { x: number; y: number; width: number }[];
  /** L04's abstraction tree: cells are nodes too; edges on the longest way down. */
  tree: { nodes: number; depth: number };
  groups: number;
  zones: number;
  /** Free segments between two groups. */
  borders: number;
  /**
   * Places are what people tell apart: groups cut at doors, ends of links and bottlenecks; accesses lie between two of them. `seen`: borders
   * seen through borders, looking either way, up to `range` metres; null where there are too many to look at. Null in places of more than MOST_CELLS_SEEN cells.
   */
  visibility: { places: number; accesses: number; windows: number; seen: number | null; range: number } | null;
  repairs: { kind: string; count: number; places: [number, number][] }[];
  /** Which reading of the file was chosen, and which area. */
  notes: string[];
  warnings: string[];
  milliseconds: StageTimes;
  cpuMilliseconds: StageTimes;
  bytes: number;
  /** With --town only: one per level that has floor. */
  towns?: TownResult[];
  /** With --check only. */
  findings?: string[];
}

/** How many passages are listed. */
const PASSAGES_LISTED = 10;

export interface Products {
  world: World;
  topology: Topology;
  router: Router;
}

/** @param width diameter of a walker, metres */
export function inspectResult(
  { world, topology, router }: Products,
  width: number,
  milliseconds: StageTimes,
  cpuMilliseconds: StageTimes,
): InspectResult {
  const { plan, mesh, report } = world;
  const cells = mesh.cellLevel.length;
  let area = 0;
  for (let c = 0; c < cells; c++) area += cellArea(mesh, c);
  let free = 0;
  for (const twin of mesh.sideTwin) if (twin !== NONE) free++;
  let generatedPoints = 0;
  for (const generated of mesh.vertexGenerated) generatedPoints += generated;
  const toFile = roundedCoordinates(plan.frame);
  return {
    name: plan.name,
    area,
    levels: mesh.levels.length,
    vertices: mesh.vertices.length / 2,
    constrainedSegments: countConstrained(world),
    ...(mesh.sideGlass.includes(1) && { glass: glassLength(world) }),
    freeSegments: free / 2,
    generatedPoints,
    cells,
    kinds: countKinds(world, width),
    narrowest: narrowestPassages(mesh, PASSAGES_LISTED).map((passage) => {
      const [x, y] = toFile(passage.x + mesh.origin[0], passage.y + mesh.origin[1]);
      return { x, y, width: passage.width };
    }),
    tree: { nodes: topology.tree.parent.length, depth: topology.tree.depth },
    groups: topology.graph.groups.kind.length,
    zones: topology.graph.zones.kind.length,
    borders: topology.graph.groups.borders.item.length / 2,
    visibility: visibilityResult(world),
    repairs: report.repairs.map(({ kind, count, places }) => ({
      kind,
      count,
      places: places.map(([x, y]) => toFile(x, y)),
    })),
    notes: report.notes,
    warnings: report.warnings,
    milliseconds,
    cpuMilliseconds,
    bytes: bytesOf([plan, world.maps, world.triangulations, mesh, topology, router]),
  };
}

/** Larger places are not looked at: it would take longer than all else. */
const MOST_CELLS_SEEN = 20_000;

function visibilityResult(world: World): InspectResult['visibility'] {
  if (world.mesh.cellLevel.length > MOST_CELLS_SEEN) return null;
  const { places } = sceneryOf(world);
  const { range, isWhole, nodeSide } = visibilityOf(world);
  return {
    places: places.group.length,
    accesses: places.accesses,
    windows: places.borderSides.length / 2 - places.accesses,
    seen: isWhole ? nodeSide.length : null,
    range,
  };
}

/**
 * Distinct pieces of wall. A wall without thickness that has floor on both sides is two constrained sides of cells and
 * one segment: half of each counts.
 */
function countConstrained({ maps, mesh }: World): number {
  const walls = maps.reduce((sum, map) => sum + map.segmentSides.length, 0);
  const both = new Uint8Array(walls);
  let first = 0;
  for (const { segmentSides } of maps) {
    for (let s = 0; s < segmentSides.length; s++) {
      if (segmentSides[s] === (LEFT_WALKABLE | RIGHT_WALKABLE)) both[first + s] = 1;
    }
    first += segmentSides.length;
  }
  let halves = 0;
  for (let s = 0; s < mesh.sideTwin.length; s++) {
    if (mesh.sideTwin[s] === NONE) halves += both[mesh.sideWall[s]] === 1 ? 1 : 2;
  }
  return Math.round(halves / 2);
}

function glassLength({ maps }: World): number {
  let metres = 0;
  for (const { vertices, segments, segmentGlass } of maps) {
    segmentGlass.forEach((flag, s) => {
      const [a, b] = [2 * segments[2 * s], 2 * segments[2 * s + 1]];
      if (flag === 1) metres += Math.hypot(vertices[b] - vertices[a], vertices[b + 1] - vertices[a + 1]);
    });
  }
  return metres;
}

/** All typed arrays of all products, each once. */
function bytesOf(products: readonly unknown[]): number {
  const seen = new Set<object>();
  const waiting = [...products];
  let bytes = 0;
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value !== 'object' || value === null || seen.has(value)) continue;
    seen.add(value);
    if (ArrayBuffer.isView(value)) bytes += value.byteLength;
    else for (const part of Object.values(value)) if (typeof part === 'object') waiting.push(part);
  }
  return bytes;
}

function countKinds({ mesh }: World, width: number): Kinds {
  const counts = [0, 0, 0, 0];
  for (const kind of cellKinds(mesh, width)) counts[kind]++;
  return {
    closed: counts[CLOSED],
    deadEnd: counts[DEAD_END],
    passage: counts[PASSAGE],
    crossroads: counts[CROSSROADS],
  };
}
