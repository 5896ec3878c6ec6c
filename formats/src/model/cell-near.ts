/** Point on a level → the cell that holds it, or one within rounding; NONE where there is no floor. */
import { type CellIndex, type CellMesh, locate, nearestWalkable, NONE } from '@foulee/engine';

/** Metres. Recordings round coordinates, and moments hold them as 32-bit floats. */
const ROUNDING = 0.05;

export function cellNear(mesh: CellMesh, index: CellIndex, level: number, x: number, y: number): number {
  const cell = locate(mesh, index, level, x, y);
  return cell === NONE ? (nearestWalkable(mesh, index, level, x, y, ROUNDING)?.cell ?? NONE) : cell;
}
