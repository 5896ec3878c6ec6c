/** Cells and their sides as sketches on the floor. */
import { type CellMesh, nextSideOf } from '@foulee/engine';
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
