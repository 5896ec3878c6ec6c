/**
 * What a disc must mind where it starts and ends, beside the ends of the portals it crosses.
 *
 * A disc may stand nearer to a free side of its cell than its radius: in the *pocket* between the two ends of that side.
 * Leaving it, it may touch those ends, or corners behind the side, though it never crosses it. Collected for both ends
 * of a path: the reflex corners of the cells within the radius, for discs that stand in a pocket; else none.
 */
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { nextSideOf } from '../../subdivision/cells.ts';
import type { RouteEnd, RouteQuery } from '../route.ts';
import type { Corners } from './corners.ts';

export interface Pocket {
  /** Cells within the radius; at most as many as fit. */
  cells: Int32Array;
  /** Sectors of the corners to mind. */
  sectors: Int32Array;
  count: number;
}

/** Cells looked at around an end. More than these within a body's radius are a heap of slivers. */
const MOST_CELLS = 64;

export function createPocket(): Pocket {
  return { cells: new Int32Array(MOST_CELLS), sectors: new Int32Array(256), count: 0 };
}

/** @param crossed the side of the cell of the start or goal that the path crosses: NONE for none */
export function findPocket(
  mesh: CellMesh,
  corners: Corners,
  pocket: Pocket,
  query: RouteQuery,
  isStart: boolean,
  crossed: number,
): void {
  const end = isStart ? query.from : query.to;
  const { cell } = end;
  pocket.count = 0;
  let isInPocket = false;
  for (let s = mesh.cellFirst[cell]; s < mesh.cellFirst[cell + 1] && !isInPocket; s++) {
    isInPocket = s !== crossed && mesh.sideTwin[s] !== NONE && isNear(mesh, s, end, query);
  }
  if (!isInPocket) return;
  const { cells } = pocket;
  let count = 1;
  cells[0] = cell;
  for (let i = 0; i < count; i++) {
    const c = cells[i];
    for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
      if (corners.sectorReflex[corners.sideSector[s]] === 1 && pocket.count < pocket.sectors.length) {
        pocket.sectors[pocket.count++] = corners.sideSector[s];
      }
      const twin = mesh.sideTwin[s];
      if (twin === NONE || count === MOST_CELLS || !isNear(mesh, s, end, query)) continue;
      const next = mesh.sideCell[twin];
      let isNew = true;
      for (let j = 0; j < count && isNew; j++) isNew = cells[j] !== next;
      if (isNew) cells[count++] = next;
    }
  }
}

/** Is the end nearer to the side than the radius? */
function isNear(mesh: CellMesh, s: number, { x, y }: RouteEnd, { width }: RouteQuery): boolean {
  const { vertices, sideVertex } = mesh;
  const radius = width / 2;
  const a = 2 * sideVertex[s];
  const b = 2 * sideVertex[nextSideOf(mesh, s)];
  const ex = vertices[b] - vertices[a];
  const ey = vertices[b + 1] - vertices[a + 1];
  const px = x - vertices[a];
  const py = y - vertices[a + 1];
  const share = Math.min(1, Math.max(0, (px * ex + py * ey) / (ex * ex + ey * ey)));
  return (px - share * ex) ** 2 + (py - share * ey) ** 2 < radius * radius;
}
