/**
 * Place → CellMesh: the triangles the page draws as floor, joined where they share a side, so that the engine's measures (floor of an
 * area, Voronoi density, density maps) work in the page as they do in the engine. Coordinates stay metres from the place's origin.
 * Stairs and the like are one cell each, on their lower level, as in the engine; nothing here needs them joined to the floor.
 * Linear, once a place.
 */
import { type CellMesh, NONE } from '@foulee/engine';
import type { Place } from '../run/place.ts';
import { outlineOf } from './frame-of-moment.ts';

export function floorMeshOf({ levels, links }: Place): CellMesh {
  const vertices: number[] = [];
  const cellLevel: number[] = [];
  const cellLink: number[] = [];
  const cellFirst: number[] = [];
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
        vertices.push(floor[k], floor[k + 1]);
      }
      return vertex;
    };
    const open = new Map<string, number>();
    for (let k = 0; k < floor.length; k += 9) {
      const corners = [vertexAt(k), vertexAt(k + 3), vertexAt(k + 6)];
      cellLevel.push(level);
      cellLink.push(NONE);
      cellFirst.push(sideVertex.length);
      for (let c = 0; c < 3; c++) {
        const [from, to] = [corners[c], corners[(c + 1) % 3]];
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
  links.forEach((link, k) => {
    cellLevel.push(link.lower);
    cellLink.push(k);
    cellFirst.push(sideVertex.length);
    const corners = outlineOf(link);
    for (let c = 0; c < corners.length; c += 2) {
      sideVertex.push(vertices.length / 2);
      sideTwin.push(NONE);
      vertices.push(corners[c], corners[c + 1]);
    }
  });
  const sides = sideVertex.length;
  cellFirst.push(sides);
  const sideCell = new Int32Array(sides);
  for (let c = 0; c < cellLevel.length; c++) sideCell.fill(c, cellFirst[c], cellFirst[c + 1]);
  return {
    origin: [0, 0],
    levels: levels.map(({ name, elevation }) => ({ name, elevation })),
    doors: [],
    vertices: Float64Array.from(vertices),
    vertexGenerated: new Uint8Array(vertices.length / 2),
    cellFirst: Int32Array.from(cellFirst),
    cellLevel: Int32Array.from(cellLevel),
    cellLink: Int32Array.from(cellLink),
    sideVertex: Int32Array.from(sideVertex),
    sideTwin: Int32Array.from(sideTwin),
    sideWall: new Int32Array(sides).fill(NONE),
    sideDoor: new Int32Array(sides).fill(NONE),
    sideBoundary: new Uint8Array(sides),
    sideCell,
  };
}
