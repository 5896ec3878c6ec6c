/**
 * Place → CellMesh: the triangles the page draws as floor, joined where they share a side, so that the engine's measures (floor of an
 * area, Voronoi density, density map) work in the page as they do in the engine. Coordinates stay metres from the place's origin, and
 * stairs are floor of their level. Linear, once a place.
 */
import { type CellMesh, NONE } from '@foulee/engine';
import type { Place } from '../run/place.ts';

export function floorMeshOf({ levels }: Place): CellMesh {
  const vertices: number[] = [];
  const cellLevel: number[] = [];
  const sideVertex: number[] = [];
  const sideTwin: number[] = [];
  levels.forEach(({ floor }, level) => {
    const known = new Map<string, number>();
    const vertexAt = (k: number): number => {
      const key = `${floor[k]} ${floor[k + 1]}`;
      let vertex = known.get(key);
      if (vertex === undefined) {
        vertex = vertices.length / 2;
        known.set(key, vertex);
        vertices.push(floor[k]!, floor[k + 1]!);
      }
      return vertex;
    };
    const open = new Map<string, number>();
    for (let k = 0; k < floor.length; k += 9) {
      const corners = [vertexAt(k), vertexAt(k + 3), vertexAt(k + 6)];
      cellLevel.push(level);
      for (let c = 0; c < 3; c++) {
        const [from, to] = [corners[c]!, corners[(c + 1) % 3]!];
        const side = sideVertex.length;
        const twin = open.get(`${to} ${from}`) ?? NONE;
        sideVertex.push(from);
        sideTwin.push(twin);
        if (twin === NONE) open.set(`${from} ${to}`, side);
        else {
          sideTwin[twin] = side;
          open.delete(`${to} ${from}`);
        }
      }
    }
  });
  const cells = cellLevel.length;
  const sides = sideVertex.length;
  return {
    origin: [0, 0],
    levels: levels.map(({ name, elevation }) => ({ name, elevation })),
    doors: [],
    vertices: Float64Array.from(vertices),
    vertexGenerated: new Uint8Array(vertices.length / 2),
    cellFirst: Int32Array.from({ length: cells + 1 }, (_, c) => 3 * c),
    cellLevel: Int32Array.from(cellLevel),
    cellLink: new Int32Array(cells).fill(NONE),
    sideVertex: Int32Array.from(sideVertex),
    sideTwin: Int32Array.from(sideTwin),
    sideWall: new Int32Array(sides).fill(NONE),
    sideDoor: new Int32Array(sides).fill(NONE),
    sideBoundary: new Uint8Array(sides),
    sideCell: Int32Array.from({ length: sides }, (_, s) => Math.floor(s / 3)),
  };
}
