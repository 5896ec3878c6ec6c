/**
 * Merged cells of all levels → one CellMesh; stairs and other links become cells of their own and glue levels.
 *
 * A link's cell lies on its lower level. Its two ends are portals: each piece of an end that meets floor is a free
 * side whose twin is the floor's side; what does not meet floor is wall. Linear.
 */
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { DOOR, type FlatMap, PORTAL } from '../map/flat-map.ts';
import type { Plan, PlanLink } from '../map/plan.ts';
import { FRAME_VERTICES, type Triangulation } from '../triangulation/triangulation.ts';
import type { CellMesh } from './cell-mesh.ts';
import type { MergedCells } from './merge-cells.ts';

export interface LevelCells {
  map: FlatMap;
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
  sideCell: GrowableInts;
  /** Sides of floor on portals: 2 * link + (upper ? 1 : 0) per side found, and the side. */
  portalLabel: GrowableInts;
  portalSide: GrowableInts;
}

export function collectCells(plan: Plan, levels: LevelCells[]): CellMesh {
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
    sideCell: new GrowableInts(),
    portalLabel: new GrowableInts(),
    portalSide: new GrowableInts(),
  };
  let firstWall = 0;
  for (const level of levels) {
    addFloor(mesh, level, firstWall);
    firstWall += level.map.segments.length >> 1;
  }
  plan.links.forEach((link, i) => {
    firstWall = addLink(mesh, link, i, levels[0]!.map.origin, firstWall);
  });
  mesh.cellFirst.push(mesh.sideVertex.length);
  return {
    origin: levels[0]!.map.origin,
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

function addFloor(mesh: Growing, { map, triangulation: t, merged }: LevelCells, firstWall: number): void {
  const { nextSide } = merged;
  const sideOf = new Int32Array(nextSide.length).fill(NONE);
  const vertexOf = new Int32Array(t.vertexCount).fill(NONE);
  const firstSide = mesh.sideVertex.length;
  for (let first = 0; first < nextSide.length; first++) {
    if (nextSide[first] === NONE || sideOf[first] !== NONE) continue;
    const cell = mesh.cellLevel.length;
    mesh.cellFirst.push(mesh.sideVertex.length);
    mesh.cellLevel.push(map.level);
    mesh.cellLink.push(NONE);
    let e = first;
    do {
      const v = t.corner[e]!;
      if (vertexOf[v] === NONE) {
        const generated = v >= t.frameFirst + FRAME_VERTICES ? 1 : 0;
        vertexOf[v] = addVertex(mesh, t.vertices[2 * v]!, t.vertices[2 * v + 1]!, generated);
      }
      const s = t.constraint[e]!;
      const kind = s === NONE ? DOOR : map.segmentKind[s]!;
      // Twins are half-edges for now, and become sides below.
      const isWall = kind !== DOOR && kind !== PORTAL;
      const twin = kind === DOOR ? t.twin[e]! : NONE;
      const door = s !== NONE && kind === DOOR ? map.segmentLabel[s]! : NONE;
      const side = addSide(mesh, cell, vertexOf[v]!, twin, isWall ? firstWall + s : NONE, door);
      sideOf[e] = side;
      if (kind === PORTAL) {
        mesh.portalLabel.push(map.segmentLabel[s]!);
        mesh.portalSide.push(side);
      }
      e = nextSide[e]!;
    } while (e !== first);
  }
  const twins = mesh.sideTwin.array;
  for (let side = firstSide; side < mesh.sideTwin.length; side++) {
    if (twins[side] !== NONE) twins[side] = sideOf[twins[side]!]!;
  }
}

/** The cell of a link, glued to the floor at both ends; the next free wall number. */
function addLink(mesh: Growing, link: PlanLink, index: number, origin: [number, number], firstWall: number): number {
  const lower = portalSides(mesh, 2 * index);
  const upper = portalSides(mesh, 2 * index + 1);
  if (lower.length === 0 && upper.length === 0) return firstWall;
  const cell = mesh.cellLevel.length;
  mesh.cellFirst.push(mesh.sideVertex.length);
  mesh.cellLevel.push(link.lower);
  mesh.cellLink.push(index);
  const corner = (i: number): [number, number] => [
    link.corners[2 * i]! - origin[0],
    link.corners[2 * i + 1]! - origin[1],
  ];
  addEnd(mesh, cell, lower, corner(0), corner(1), firstWall);
  addEnd(mesh, cell, upper, corner(2), corner(3), firstWall + 2);
  return firstWall + 4;
}

/** Floor's sides on one end of a link. */
function portalSides(mesh: Growing, label: number): number[] {
  const sides: number[] = [];
  for (let i = 0; i < mesh.portalLabel.length; i++) {
    if (mesh.portalLabel.array[i] === label) sides.push(mesh.portalSide.array[i]!);
  }
  return sides;
}

/**
 * Sides of a link's cell along one of its ends, from corner a to corner b, then the long wall that follows it.
 *
 *      a ───▶ ───▶ ───▶ b        the link's cell lies to the left; the floor's sides below run the other way and
 *        ◀─── wall ◀───          become twins; where floor is missing between them the link has wall
 */
function addEnd(
  mesh: Growing,
  cell: number,
  sides: number[],
  [ax, ay]: [number, number],
  [bx, by]: [number, number],
  wall: number,
): void {
  const along = (v: number) =>
    (mesh.vertices.array[2 * v]! - ax) * (bx - ax) + (mesh.vertices.array[2 * v + 1]! - ay) * (by - ay);
  /** The floor's side runs from its start (nearer to b) to its end (nearer to a). */
  const startOf = (side: number) => mesh.sideVertex.array[side]!;
  const endOf = (side: number) => {
    const c = mesh.sideCell.array[side]!;
    const last = mesh.cellFirst.array[c + 1]! - 1;
    return mesh.sideVertex.array[side === last ? mesh.cellFirst.array[c]! : side + 1]!;
  };
  const copy = (v: number) => addVertex(mesh, mesh.vertices.array[2 * v]!, mesh.vertices.array[2 * v + 1]!, 0);
  sides.sort((s, t) => along(endOf(s)) - along(endOf(t)));
  if (sides.length === 0) {
    addSide(mesh, cell, addVertex(mesh, ax, ay, 0), NONE, wall, NONE);
    addSide(mesh, cell, addVertex(mesh, bx, by, 0), NONE, wall + 1, NONE);
    return;
  }
  let reached = NONE;
  for (const side of sides) {
    if (reached !== NONE && reached !== endOf(side)) addSide(mesh, cell, copy(reached), NONE, wall, NONE);
    const own = addSide(mesh, cell, copy(endOf(side)), side, NONE, NONE);
    mesh.sideTwin.array[side] = own;
    reached = startOf(side);
  }
  addSide(mesh, cell, copy(reached), NONE, wall + 1, NONE);
}
