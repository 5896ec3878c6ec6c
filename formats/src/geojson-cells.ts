/**
 * Convex cells to GeoJSON, for QGIS: a polygon per cell, a line per bottleneck, in the file's own coordinates.
 *
 * A bottleneck is a free segment with both ends on walls: its length is the width of the passage there. A segment is written once
 * although two cells share it. Coordinates are rounded to a micrometre. Cost: linear.
 */
import { type CellMesh, type Frame, NONE } from '@foulee/engine';

export function cellsToGeoJson(mesh: CellMesh, frame: Frame): string {
  const { cellFirst, sideVertex, sideTwin, sideCell, vertices } = mesh;
  const sides = sideVertex.length;
  const onWall = new Uint8Array(vertices.length / 2);
  const nextSide = (s: number): number => {
    const cell = sideCell[s] as number;
    return s + 1 < (cellFirst[cell + 1] as number) ? s + 1 : (cellFirst[cell] as number);
  };
  for (let s = 0; s < sides; s++) {
    if (sideTwin[s] !== NONE) continue;
    onWall[sideVertex[s] as number] = 1;
    onWall[sideVertex[nextSide(s)] as number] = 1;
  }
  const round = [decimals(frame.unitX), decimals(frame.unitY)] as const;
  const position = (v: number): string => {
    const x = frame.x0 + ((vertices[2 * v] as number) + mesh.origin[0]) * frame.unitX;
    const y = frame.y0 + ((vertices[2 * v + 1] as number) + mesh.origin[1]) * frame.unitY;
    return `[${Number(x.toFixed(round[0]))},${Number(y.toFixed(round[1]))}]`;
  };
  const features: string[] = [];
  for (let c = 0; c + 1 < cellFirst.length; c++) {
    const first = cellFirst[c] as number;
    const end = cellFirst[c + 1] as number;
    const ring: string[] = [];
    for (let s = first; s < end; s++) ring.push(position(sideVertex[s] as number));
    ring.push(ring[0] ?? '');
    const link = mesh.cellLink[c] as number;
    features.push(
      feature(`{"type":"Polygon","coordinates":[[${ring.join(',')}]]}`, {
        id: c,
        level: mesh.levels[mesh.cellLevel[c] as number]?.name ?? String(mesh.cellLevel[c]),
        sides: end - first,
        area: cellArea(mesh, first, end),
        link: link === NONE ? null : link,
      }),
    );
  }
  for (let s = 0; s < sides; s++) {
    const twin = sideTwin[s] as number;
    if (twin === NONE || twin < s) continue;
    const a = sideVertex[s] as number;
    const b = sideVertex[nextSide(s)] as number;
    if (onWall[a] === 0 || onWall[b] === 0) continue;
    const dx = (vertices[2 * b] as number) - (vertices[2 * a] as number);
    const dy = (vertices[2 * b + 1] as number) - (vertices[2 * a + 1] as number);
    const cell = sideCell[s] as number;
    const door = mesh.sideDoor[s] as number;
    features.push(
      feature(`{"type":"LineString","coordinates":[${position(a)},${position(b)}]}`, {
        width: Math.sqrt(dx * dx + dy * dy),
        level: mesh.levels[mesh.cellLevel[cell] as number]?.name ?? String(mesh.cellLevel[cell]),
        cells: [cell, sideCell[twin] as number],
        door: door === NONE ? null : (mesh.doors[door]?.name ?? null),
      }),
    );
  }
  return `{"type":"FeatureCollection","features":[\n${features.join(',\n')}\n]}\n`;
}

function feature(geometry: string, properties: object): string {
  return `{"type":"Feature","geometry":${geometry},"properties":${JSON.stringify(properties)}}`;
}

function cellArea(mesh: CellMesh, first: number, end: number): number {
  const v = mesh.vertices;
  const at = (s: number, axis: number): number => v[2 * (mesh.sideVertex[s] as number) + axis] as number;
  let sum = 0;
  for (let s = first + 1; s + 1 < end; s++) {
    sum +=
      (at(s, 0) - at(first, 0)) * (at(s + 1, 1) - at(first, 1)) -
      (at(s + 1, 0) - at(first, 0)) * (at(s, 1) - at(first, 1));
  }
  return sum / 2;
}

/** Decimals that keep a micrometre, for a coordinate with so many file units per metre. */
function decimals(unit: number): number {
  let places = 6;
  for (let u = Math.abs(unit); u < 1 && places < 15; u *= 10) places++;
  for (let u = Math.abs(unit); u >= 10 && places > 0; u /= 10) places--;
  return places;
}
