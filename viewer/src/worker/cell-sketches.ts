/** Cells, their sides, and places as sketches on the floor. */
import { type CellMesh, nextSideOf, type Scenery } from '@foulee/engine';
import type { Sketch } from '../protocol/sketch.ts';

export function heightOf(mesh: CellMesh, c: number): number {
  return mesh.levels[mesh.cellLevel[c]].elevation;
}

/** @param colourOf undefined: not drawn */
export function fillCells(mesh: CellMesh, colourOf: (cell: number) => string | undefined): Sketch[] {
  const { cellFirst, cellLevel, sideVertex, vertices } = mesh;
  const sketches: Sketch[] = [];
  for (let c = 0; c < cellLevel.length; c++) {
    const colour = colourOf(c);
    if (colour === undefined) continue;
    const points: number[] = [];
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      points.push(vertices[2 * sideVertex[s]], vertices[2 * sideVertex[s] + 1]);
    }
    sketches.push({ kind: 'fill', points, z: heightOf(mesh, c), colour });
  }
  return sketches;
}

/** Where a side begins and ends. */
export function endsOf(mesh: CellMesh, s: number): [number, number, number, number] {
  const { vertices, sideVertex } = mesh;
  const a = 2 * sideVertex[s];
  const b = 2 * sideVertex[nextSideOf(mesh, s)];
  return [vertices[a], vertices[a + 1], vertices[b], vertices[b + 1]];
}

/** x, y and height of the cell of a place that is nearest to the middle of all. */
export function middleOfPlace({ places, middle, mesh }: Scenery, place: number): [number, number, number] {
  const { first, item } = places.layer.cells;
  const cells = [...item.subarray(first[place], first[place + 1])];
  const mean = [0, 1].map((axis) => cells.reduce((sum, c) => sum + middle[2 * c + axis], 0) / cells.length);
  const away = (c: number) => Math.hypot(middle[2 * c] - mean[0], middle[2 * c + 1] - mean[1]);
  const nearest = cells.reduce((best, c) => (away(c) < away(best) ? c : best));
  return [middle[2 * nearest], middle[2 * nearest + 1], heightOf(mesh, nearest)];
}
