/** A place of a level → the cell it is in, or the one it is beside by a rounding; NONE: it is not on floor. */
import { type CellIndex, type CellMesh, locate, nearestWalkable, NONE } from '@foulee/engine';

/** Metres: numbers are rounded in recordings and on their way to the page. */
const ROUNDING = 0.05;

export function cellNear(mesh: CellMesh, index: CellIndex, level: number, x: number, y: number): number {
  const cell = locate(mesh, index, level, x, y);
  return cell === NONE ? (nearestWalkable(mesh, index, level, x, y, ROUNDING)?.cell ?? NONE) : cell;
}
