/**
 * How wide the way through a cell is, in classes with a colour each, for the SVG map coloured by width.
 */
import { type CellMesh, cellArea, NONE, sideLength } from '@foulee/engine';
import { sideEnds } from './svg-paths.ts';

/**
 * Metres up to which a way is so narrow, and its colour; the last has no limit. From red to the colour of the floor,
 * and ever lighter, so that it reads in print and by the colour-blind.
 */
export const WIDTH_CLASSES: readonly (readonly [number, string])[] = [
  [0.6, '#b2182b'],
  [0.9, '#dd5340'],
  [1.2, '#f48f5a'],
  [1.8, '#fbbd72'],
  [2.4, '#fde09a'],
  [4, '#f3efc6'],
  [8, '#d8e8f0'],
  [Infinity, '#edf3f8'],
];

/** Cells smaller than this on paper are not drawn, square pixels. */
const LEAST_CELL = 0.2;

/**
 * How wide the way through a cell is: its second widest way in or out (what comes in by one must leave by another), or
 * the disc around its middle where that is wider, so that a hall is not as narrow as its only door.
 */
export function widthClass(mesh: CellMesh, c: number, scale: number): number {
  if (cellArea(mesh, c) * scale * scale < LEAST_CELL) return NONE;
  const start = mesh.cellFirst[c];
  const end = mesh.cellFirst[c + 1];
  let widest = 0;
  let second = 0;
  let x = 0;
  let y = 0;
  for (let s = start; s < end; s++) {
    x += mesh.vertices[2 * mesh.sideVertex[s]] / (end - start);
    y += mesh.vertices[2 * mesh.sideVertex[s] + 1] / (end - start);
    if (mesh.sideTwin[s] === NONE) continue;
    const length = sideLength(mesh, s);
    if (length > widest) [widest, second] = [length, widest];
    else if (length > second) second = length;
  }
  let radius = Infinity;
  for (let s = start; s < end; s++) {
    const [ax, ay, bx, by] = sideEnds(mesh, s);
    const length = Math.hypot(bx - ax, by - ay);
    if (length > 0) radius = Math.min(radius, Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length);
  }
  const way = Math.max(second > 0 ? second : widest, 2 * radius);
  return WIDTH_CLASSES.findIndex(([limit]) => way < limit || limit === Infinity);
}
