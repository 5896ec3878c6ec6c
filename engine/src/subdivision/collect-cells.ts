/**
 * Merged cells of all levels and links → one CellMesh, glued where links meet levels.
 *
 * The cells of a link lie on its lower level. Its two ends are portals: each piece of an end that meets floor is a free
 * side whose twin is the floor's side; what does not meet floor is wall. Cells are numbered along a Hilbert curve. O(n log n).
 */
import { assert } from '../core/errors.ts';
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { hilbertOrder } from '../core/hilbert.ts';
import { NONE } from '../core/none.ts';
import { DOOR, type FlatMap, PORTAL } from '../map/flat-map.ts';
import type { Plan } from '../map/plan.ts';
import { FRAME_VERTICES, type Triangulation } from '../triangulation/triangulation.ts';
import type { CellMesh } from './cell-mesh.ts';
import type { MergedCells } from './merge-cells.ts';

/** The cells of one map: a level's floor, or a link. */
export interface MapCells {
  map: FlatMap;
  /** Index into Plan.links; floor: NONE. */
  link: number;
  triangulation: Triangulation;
  merged: MergedCells;
}

/** The mesh while it grows. */
interface Growing {
  vertices: GrowableFloats;
  generated: GrowableInts;
  cellFirst: GrowableInts;
  cellLevel: GrowableInts;
  cellLink: GrowableInts;
  sideVertex: GrowableInts;
  sideTwin: GrowableInts;
  sideWall: GrowableInts;
  sideDoor: GrowableInts;
  sideBoundary: GrowableInts;
  sideGlass: GrowableInts;
  sideCell: GrowableInts;
  /** Sides on portals, of floor and of links: 2 * link + (upper ? 1 : 0), and the side. */
  portalLabel: GrowableInts;
  portalSide: GrowableInts;
}

/** @param all the levels in the plan's order, then the links that meet some floor */
export function collectCells(plan: Plan, all: MapCells[]): CellMesh {
  const mesh: Growing = {
    vertices: new GrowableFloats(),
    generated: new GrowableInts(),
    cellFirst: new GrowableInts(),
    cellLevel: new GrowableInts(),
    cellLink: new GrowableInts(),
    sideVertex: new GrowableInts(),
    sideTwin: new GrowableInts(),
    sideWall: new GrowableInts(),
    sideDoor: new GrowableInts(),
    sideBoundary: new GrowableInts(),
    sideGlass: new GrowableInts(),
    sideCell: new GrowableInts(),
    portalLabel: new GrowableInts(),
    portalSide: new GrowableInts(),
  };
  let firstWall = 0;
  for (const cells of all) {
    addCells(mesh, cells, firstWall);
    firstWall += cells.map.segments.length >> 1;
  }
  mesh.cellFirst.push(mesh.sideVertex.length);
  gluePortals(mesh);
  return {
    origin: all[0].map.origin,
    levels: plan.levels.map(({ name, elevation }) => ({ name, elevation })),
    doors: plan.doors.map(({ name, level }) => ({ name, level })),
    vertices: mesh.vertices.values().slice(),
    vertexGenerated: Uint8Array.from(mesh.generated.values()),
    cellFirst: mesh.cellFirst.values().slice(),
    cellLevel: mesh.cellLevel.values().slice(),
    cellLink: mesh.cellLink.values().slice(),
    sideVertex: mesh.sideVertex.values().slice(),
    sideTwin: mesh.sideTwin.values().slice(),
    sideWall: mesh.sideWall.values().slice(),
    sideDoor: mesh.sideDoor.values().slice(),
    sideBoundary: Uint8Array.from(mesh.sideBoundary.values()),
    sideGlass: Uint8Array.from(mesh.sideGlass.values()),
    sideCell: mesh.sideCell.values().slice(),
  };
}

function addVertex(mesh: Growing, x: number, y: number, generated: number): number {
  mesh.vertices.push(x);
  mesh.vertices.push(y);
  mesh.generated.push(generated);
  return mesh.generated.length - 1;
}

function addSide(mesh: Growing, cell: number, vertex: number, twin: number, wall: number, door: number): number {
  mesh.sideVertex.push(vertex);
  mesh.sideTwin.push(twin);
  mesh.sideWall.push(wall);
  mesh.sideDoor.push(door);
  mesh.sideCell.push(cell);
  return mesh.sideVertex.length - 1;
}

function addCells(mesh: Growing, { map, link, triangulation: t, merged }: MapCells, firstWall: number): void {
  const { nextSide } = merged;
  const sideOf = new Int32Array(nextSide.length).fill(NONE);
  const vertexOf = new Int32Array(t.vertexCount).fill(NONE);
  const firstSide = mesh.sideVertex.length;
  for (const first of alongCurve(t, nextSide)) {
    const cell = mesh.cellLevel.length;
    mesh.cellFirst.push(mesh.sideVertex.length);
    mesh.cellLevel.push(map.level);
    mesh.cellLink.push(link);
    let e = first;
    do {
      const v = t.corner[e];
      if (vertexOf[v] === NONE) {
        const generated = v >= t.frameFirst + FRAME_VERTICES ? 1 : 0;
        vertexOf[v] = addVertex(mesh, t.vertices[2 * v], t.vertices[2 * v + 1], generated);
      }
      const s = t.constraint[e];
      const kind = s === NONE ? DOOR : map.segmentKind[s];
      // Twins are half-edges for now, and become sides below.
      const isWall = kind !== DOOR && kind !== PORTAL;
      const twin = kind === DOOR ? t.twin[e] : NONE;
      const door = s !== NONE && kind === DOOR ? map.segmentLabel[s] : NONE;
      const side = addSide(mesh, cell, vertexOf[v], twin, isWall ? firstWall + s : NONE, door);
      mesh.sideBoundary.push(isWall ? map.segmentBoundary[s] : 0);
      mesh.sideGlass.push(isWall ? map.segmentGlass[s] : 0);
      sideOf[e] = side;
      if (kind === PORTAL) {
        mesh.portalLabel.push(map.segmentLabel[s]);
        mesh.portalSide.push(side);
      }
      e = nextSide[e];
    } while (e !== first);
  }
  const twins = mesh.sideTwin.array;
  for (let side = firstSide; side < mesh.sideTwin.length; side++) {
    if (twins[side] !== NONE) twins[side] = sideOf[twins[side]];
  }
}

/** A half-edge of each cell, neighbours near each other: what walks from cell to cell stays in the same lines of memory. */
function alongCurve(t: Triangulation, nextSide: Int32Array): Int32Array {
  const seen = new Uint8Array(nextSide.length);
  const starts = new GrowableInts();
  const middles = new GrowableFloats();
  for (let first = 0; first < nextSide.length; first++) {
    if (nextSide[first] === NONE || seen[first] === 1) continue;
    let x = 0;
    let y = 0;
    let count = 0;
    for (let e = first; seen[e] === 0; e = nextSide[e]) {
      seen[e] = 1;
      x += t.vertices[2 * t.corner[e]];
      y += t.vertices[2 * t.corner[e] + 1];
      count++;
    }
    starts.push(first);
    middles.push(x / count);
    middles.push(y / count);
  }
  return hilbertOrder(middles.values()).map((i) => starts.array[i]);
}

/**
 * A link's portal and the floor's are one segment seen from both sides: they become twins.
 *
 *     p ───▶ q   link       The link's side from p to q has the floor's side that starts at q as its twin.
 *     p ◀─── q   floor      Both have the coordinates of the level's map, to the last bit.
 */
function gluePortals(mesh: Growing): void {
  const { portalLabel, portalSide } = mesh;
  const startOf = (side: number) => mesh.sideVertex.array[side];
  const endOf = (side: number) => {
    const c = mesh.sideCell.array[side];
    return startOf(side + 1 === mesh.cellFirst.array[c + 1] ? mesh.cellFirst.array[c] : side + 1);
  };
  const key = (label: number, v: number) => `${label} ${mesh.vertices.array[2 * v]} ${mesh.vertices.array[2 * v + 1]}`;
  const floorSide = new Map<string, number>();
  for (let i = 0; i < portalSide.length; i++) {
    const side = portalSide.array[i];
    if (isLink(mesh, side)) continue;
    floorSide.set(key(portalLabel.array[i], startOf(side)), side);
  }
  for (let i = 0; i < portalSide.length; i++) {
    const side = portalSide.array[i];
    if (!isLink(mesh, side)) continue;
    const twin = floorSide.get(key(portalLabel.array[i], endOf(side)));
    assert(twin !== undefined, 'a portal without floor');
    mesh.sideTwin.array[side] = twin;
    mesh.sideTwin.array[twin] = side;
  }
}

function isLink(mesh: Growing, side: number): boolean {
  return mesh.cellLink.array[mesh.sideCell.array[side]] !== NONE;
}
