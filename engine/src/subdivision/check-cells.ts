/**
 * Checks a CellMesh against its definition and names what is wrong; an empty list means it holds. Linear.
 */
import { NONE } from '../core/none.ts';
import { orient } from '../core/predicates.ts';
import { cellArea, nextSideOf } from './cells.ts';
import type { CellMesh } from './cell-mesh.ts';

const KEPT = 20;
/** Metres: how far rounding may put a foot beside the wall it lies on. */
const OFF_WALL = 1e-6;

export function checkCells(mesh: CellMesh): string[] {
  const found: string[] = [];
  const say = (text: string) => {
    if (found.length < KEPT) found.push(text);
  };
  const cells = mesh.cellLevel.length;
  const sides = mesh.sideVertex.length;
  const vertexCount = mesh.vertices.length >> 1;
  const { cellFirst, sideVertex, sideTwin, sideWall, sideDoor, sideBoundary, sideGlass, sideCell } = mesh;
  if (
    cellFirst.length !== cells + 1 ||
    cellFirst[0] !== 0 ||
    cellFirst[cells] !== sides ||
    mesh.cellLink.length !== cells
  ) {
    return ['cells do not divide the sides among them'];
  }
  if ([sideTwin, sideWall, sideDoor, sideBoundary, sideGlass, sideCell].some((array) => array.length !== sides))
    return ['arrays of sides differ in length'];
  if (mesh.vertexGenerated.length !== vertexCount) return ['arrays of vertices differ in length'];
  for (let i = 0; i < mesh.vertices.length; i++)
    if (!Number.isFinite(mesh.vertices[i])) return [`vertex ${i >> 1} is not finite`];
  for (let s = 0; s < sides; s++) {
    if (!(sideVertex[s] >= 0 && sideVertex[s] < vertexCount))
      return [`side ${s} starts at vertex ${sideVertex[s]}, which does not exist`];
    if (!(sideTwin[s] >= NONE && sideTwin[s] < sides))
      return [`side ${s} has twin ${sideTwin[s]}, which does not exist`];
  }
  for (let c = 0; c < cells; c++) {
    if (cellFirst[c + 1] - cellFirst[c] < 3) return [`cell ${c} has fewer than three sides`];
    if (!(mesh.cellLevel[c] >= 0 && mesh.cellLevel[c] < mesh.levels.length)) return [`cell ${c} is on no level`];
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++)
      if (sideCell[s] !== c) return [`side ${s} does not know its cell ${c}`];
  }
  const used = new Uint8Array(vertexCount);
  for (let c = 0; c < cells; c++) {
    checkShape(mesh, c, say);
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      used[sideVertex[s]] = 1;
      checkSide(mesh, s, say);
    }
  }
  for (let v = 0; v < vertexCount; v++) if (used[v] === 0) say(`vertex ${v} belongs to no cell`);
  checkFlags(mesh, mesh.sideBoundary, 'boundary', say);
  checkFlags(mesh, sideGlass, 'glass', say);
  checkGlass(mesh, say);
  return found;
}

/** Only walls are boundary, or glass, and all of a straight wall is or nothing of it. */
function checkFlags(
  { sideTwin, sideWall }: CellMesh,
  flags: Uint8Array,
  what: string,
  say: (text: string) => void,
): void {
  const first = new Map<number, number>();
  for (let s = 0; s < flags.length; s++) {
    if (flags[s] !== 0 && (flags[s] !== 1 || sideTwin[s] !== NONE)) say(`side ${s} is ${what} and free`);
    if (sideWall[s] === NONE) continue;
    const other = first.get(sideWall[s]);
    if (other === undefined) first.set(sideWall[s], s);
    else if (flags[s] !== flags[other]) say(`sides ${other} and ${s} disagree whether their wall is ${what}`);
  }
}

/** Glass is glass from both sides: where one runs from p to q, another runs from q to p. */
function checkGlass(mesh: CellMesh, say: (text: string) => void): void {
  const { sideVertex, sideGlass } = mesh;
  const ends = (wall: number, from: number, to: number) => `${wall} ${from} ${to}`;
  const seen = new Set<string>();
  const glass = [...sideGlass.keys()].filter((s) => sideGlass[s] === 1);
  for (const s of glass) seen.add(ends(mesh.sideWall[s], sideVertex[s], sideVertex[nextSideOf(mesh, s)]));
  for (const s of glass) {
    if (!seen.has(ends(mesh.sideWall[s], sideVertex[nextSideOf(mesh, s)], sideVertex[s])))
      say(`side ${s} is glass from one side only`);
  }
}

/** Convex, once around, with area. */
function checkShape(mesh: CellMesh, c: number, say: (text: string) => void): void {
  const { vertices, sideVertex, sideWall } = mesh;
  const first = mesh.cellFirst[c];
  const last = mesh.cellFirst[c + 1];
  for (let s = first, before = last - 1; s < last; before = s++) {
    const after = nextSideOf(mesh, s);
    const p = 2 * sideVertex[before];
    const q = 2 * sideVertex[s];
    const r = 2 * sideVertex[after];
    const side = orient(vertices[p], vertices[p + 1], vertices[q], vertices[q + 1], vertices[r], vertices[r + 1]);
    const dx = vertices[r] - vertices[p];
    const dy = vertices[r + 1] - vertices[p + 1];
    if (sideWall[s] !== NONE && sideWall[s] === sideWall[before]) {
      const off = Math.abs(side) / Math.sqrt(dx * dx + dy * dy);
      if (!(off <= OFF_WALL)) say(`cell ${c}: its vertex ${sideVertex[s]} lies ${off} m beside wall ${sideWall[s]}`);
    } else if (side < 0) say(`cell ${c} is not convex at vertex ${sideVertex[s]}`);
  }
  // Going around once, a convex ring rises through the height of its middle once.
  let middle = 0;
  for (let s = first; s < last; s++) middle += vertices[2 * sideVertex[s] + 1] / (last - first);
  let rises = 0;
  for (let s = first; s < last; s++) {
    const from = vertices[2 * sideVertex[s] + 1];
    const to = vertices[2 * sideVertex[nextSideOf(mesh, s)] + 1];
    if (from < middle && to >= middle) rises++;
  }
  if (rises !== 1) say(`cell ${c} winds ${rises} times`);
  if (!(cellArea(mesh, c) > 0)) say(`cell ${c} has no area`);
}

/** Free: the twin is the same segment seen from another cell. Constrained: on a wall. */
function checkSide(mesh: CellMesh, s: number, say: (text: string) => void): void {
  const { vertices, sideVertex, sideTwin, sideWall, sideDoor, sideCell } = mesh;
  const t = sideTwin[s];
  if (t === NONE) {
    if (sideWall[s] === NONE) say(`side ${s} is neither free nor on a wall`);
    if (sideDoor[s] !== NONE) say(`side ${s} is a door in a wall`);
    return;
  }
  if (sideWall[s] !== NONE) say(`side ${s} is free and on a wall`);
  if (sideTwin[t] !== s) say(`sides ${s} and ${t} are not each other's twins`);
  if (sideCell[t] === sideCell[s]) say(`side ${s} has the same cell on both sides`);
  if (sideDoor[t] !== sideDoor[s]) say(`sides ${s} and ${t} disagree about their door`);
  if (sideDoor[s] >= mesh.doors.length) say(`side ${s} is door ${sideDoor[s]}, which does not exist`);
  const isSame = (v: number, w: number) =>
    vertices[2 * v] === vertices[2 * w] && vertices[2 * v + 1] === vertices[2 * w + 1];
  const end = sideVertex[nextSideOf(mesh, s)];
  const twinEnd = sideVertex[nextSideOf(mesh, t)];
  if (!isSame(sideVertex[s], twinEnd) || !isSame(end, sideVertex[t])) say(`sides ${s} and ${t} are not one segment`);
  const isLink = mesh.cellLink[sideCell[s]] !== NONE || mesh.cellLink[sideCell[t]] !== NONE;
  if (!isLink && mesh.cellLevel[sideCell[s]] !== mesh.cellLevel[sideCell[t]])
    say(`sides ${s} and ${t} join two levels without stairs`);
}
