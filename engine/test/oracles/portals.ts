/**
 * What must hold for the portals of a way, and how long it is over the middles of its portals.
 */
import type { CellMesh } from '../../src/subdivision/cell-mesh.ts';
import type { Random } from '../random.ts';
import { cellRing, sidesOf } from './cells.ts';

export interface CellPlace {
  cell: number;
  x: number;
  y: number;
}

/** Lengths by other formulas differ in their last digits. */
const ROUNDING = 1e-14;

/** A place anywhere inside a random cell. */
export function anyPlace(mesh: CellMesh, random: Random): CellPlace {
  const cell = random.integer(0, mesh.cellLevel.length - 1);
  const ring = cellRing(mesh, cell);
  const place = { cell, x: 0, y: 0 };
  const shares = Array.from({ length: ring.length / 2 }, () => random.unit() + 1e-9);
  const sum = shares.reduce((a, b) => a + b);
  shares.forEach((share, i) => {
    place.x += (share / sum) * ring[2 * i];
    place.y += (share / sum) * ring[2 * i + 1];
  });
  return place;
}

/** What is wrong with the portals of a way: each leaves the cell that the one before entered, and lets the walker by. */
export function judgePortals(
  mesh: CellMesh,
  from: CellPlace,
  to: CellPlace,
  width: number,
  portals: Iterable<number>,
): string[] {
  const sides = sidesOf(mesh);
  const wrong: string[] = [];
  const visited = new Set([from.cell]);
  let cell = from.cell;
  for (const side of portals) {
    const { cell: left, twin, length } = sides[side];
    if (left !== cell) wrong.push(`side ${side} leaves cell ${left}, not ${cell}`);
    if (twin < 0) return [...wrong, `side ${side} is a wall`];
    if (!(length > width * (1 - ROUNDING))) wrong.push(`side ${side} is ${length} m wide, for a walker of ${width} m`);
    cell = sides[twin].cell;
    if (visited.has(cell)) wrong.push(`cell ${cell} is entered again`);
    visited.add(cell);
  }
  if (cell !== to.cell) wrong.push(`the way ends in cell ${cell}, not ${to.cell}`);
  return wrong;
}

/** Metres from place to place over the middles of the portals. */
export function lengthOverMiddles(mesh: CellMesh, from: CellPlace, to: CellPlace, portals: Iterable<number>): number {
  const sides = sidesOf(mesh);
  let [x, y] = [from.x, from.y];
  let length = 0;
  const go = (toX: number, toY: number) => {
    length += Math.hypot(toX - x, toY - y);
    [x, y] = [toX, toY];
  };
  for (const side of portals) {
    const { from: a, to: b } = sides[side];
    go((a[0] + b[0]) / 2, (a[1] + b[1]) / 2);
  }
  go(to.x, to.y);
  return length;
}
