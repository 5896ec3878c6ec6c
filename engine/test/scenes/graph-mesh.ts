/**
 * Meshes that are nothing but graphs: cells and which of them share free segments, without geometry. For what looks
 * at topology only.
 */
import { NONE } from '../../src/core/none.ts';
import type { CellMesh } from '../../src/subdivision/cell-mesh.ts';

export type Edge = readonly [number, number];

/** One free segment per edge; every cell has three walls besides. */
export function graphMesh(cells: number, edges: readonly Edge[]): CellMesh {
  const ways: number[][] = Array.from({ length: cells }, () => [NONE, NONE, NONE]);
  edges.forEach(([a, b], edge) => {
    ways[a].push(edge);
    ways[b].push(edge);
  });
  const cellFirst = [0];
  for (const list of ways) cellFirst.push(cellFirst.at(-1)! + list.length);
  const sideEdge = ways.flat();
  const sideTwin = new Int32Array(sideEdge.length).fill(NONE);
  const seen = new Map<number, number>();
  sideEdge.forEach((edge, s) => {
    if (edge === NONE) return;
    const twin = seen.get(edge);
    if (twin === undefined) seen.set(edge, s);
    else [sideTwin[s], sideTwin[twin]] = [twin, s];
  });
  const none = () => new Int32Array(sideEdge.length).fill(NONE);
  return {
    origin: [0, 0],
    levels: [{ name: 'graph', elevation: 0 }],
    doors: [],
    vertices: new Float64Array(2),
    vertexGenerated: new Uint8Array(1),
    cellFirst: Int32Array.from(cellFirst),
    cellLevel: new Int32Array(cells),
    cellLink: new Int32Array(cells).fill(NONE),
    sideVertex: new Int32Array(sideEdge.length),
    sideTwin,
    sideWall: Int32Array.from(sideEdge, (edge) => (edge === NONE ? 0 : NONE)),
    sideDoor: none(),
    sideBoundary: new Uint8Array(sideEdge.length),
    sideGlass: new Uint8Array(sideEdge.length),
    sideCell: Int32Array.from(ways.flatMap((list, cell) => list.map(() => cell))),
  };
}

/** 0 – 1 – 2 – … */
export function corridor(cells: number, first = 0): Edge[] {
  return Array.from({ length: cells - 1 }, (_, i) => [first + i, first + i + 1] as const);
}
