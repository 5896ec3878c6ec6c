/**
 * Convex cells to GeoJSON, for QGIS: a polygon per cell, a line per bottleneck, in the file's own coordinates.
 *
 * Every feature has an `id` of its own: cells come first, with the number of the cell, then bottlenecks. Properties are numbers and
 * texts only, since GeoPackage has no lists. Readers take coordinates for degrees unless a `crs` says otherwise (RFC 7946 has only
 * degrees; GDAL and QGIS read the `crs` of GeoJSON 2008, also as WKT): lengths get an engineering CRS with their unit.
 * A bottleneck is a free segment with both ends on walls: its length is the width of the passage there. A segment is
 * written once although two cells share it. Coordinates are rounded to a micrometre. The text comes in pieces, since a
 * city's may be longer than a JavaScript string can be. Cost: linear.
 */
import { type CellMesh, cellArea, type Frame, NONE, nextSideOf, sideLength } from '@foulee/engine';

/** Characters per piece, about. */
const PIECE = 1 << 20;

export function* cellsToGeoJson(mesh: CellMesh, frame: Frame): Generator<string> {
  let piece = `{"type":"FeatureCollection",${crsMember(frame)}"features":[\n`;
  let separator = '';
  for (const text of features(mesh, frame)) {
    piece += separator + text;
    separator = ',\n';
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n]}\n`;
}

function* features(mesh: CellMesh, frame: Frame): Generator<string> {
  const { cellFirst, sideVertex, sideTwin, sideCell, vertices } = mesh;
  const round = [decimals(frame.unitX), decimals(frame.unitY)] as const;
  const position = (v: number): string => {
    const x = frame.x0 + (vertices[2 * v] + mesh.origin[0]) * frame.unitX;
    const y = frame.y0 + (vertices[2 * v + 1] + mesh.origin[1]) * frame.unitY;
    return `[${Number(x.toFixed(round[0]))},${Number(y.toFixed(round[1]))}]`;
  };
  const levelName = (c: number) => mesh.levels[mesh.cellLevel[c]]?.name ?? String(mesh.cellLevel[c]);
  for (let c = 0; c + 1 < cellFirst.length; c++) {
    const ring: string[] = [];
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) ring.push(position(sideVertex[s]));
    ring.push(ring[0]);
    const link = mesh.cellLink[c];
    yield feature(c, `{"type":"Polygon","coordinates":[[${ring.join(',')}]]}`, {
      kind: 'cell',
      cell: c,
      level: levelName(c),
      sides: ring.length - 1,
      area: rounded(cellArea(mesh, c)),
      link: link === NONE ? null : link,
    });
  }
  const onWall = new Uint8Array(vertices.length / 2);
  for (let s = 0; s < sideVertex.length; s++) {
    if (sideTwin[s] === NONE) onWall[sideVertex[s]] = onWall[sideVertex[nextSideOf(mesh, s)]] = 1;
  }
  let id = cellFirst.length - 1;
  for (let s = 0; s < sideVertex.length; s++) {
    const twin = sideTwin[s];
    const a = sideVertex[s];
    const b = sideVertex[nextSideOf(mesh, s)];
    if (twin < s || onWall[a] === 0 || onWall[b] === 0) continue;
    const door = mesh.sideDoor[s];
    yield feature(id++, `{"type":"LineString","coordinates":[${position(a)},${position(b)}]}`, {
      kind: 'bottleneck',
      cell: sideCell[s],
      otherCell: sideCell[twin],
      width: rounded(sideLength(mesh, s)),
      level: levelName(sideCell[s]),
      door: door === NONE ? null : (mesh.doors[door]?.name ?? null),
    });
  }
}

function feature(id: number, geometry: string, properties: object): string {
  return `{"type":"Feature","id":${id},"geometry":${geometry},"properties":${JSON.stringify(properties)}}`;
}

/** Nothing for degrees, which are what GeoJSON means; a frame of degrees has two units, since a degree east is shorter than one north. */
function crsMember({ unitX, unitY }: Frame): string {
  if (unitX !== unitY) return '';
  const unit = unitX === 1 ? 'LENGTHUNIT["metre",1]' : `LENGTHUNIT["unit of the file",${1 / unitX}]`;
  const name = `ENGCRS["Local coordinates",EDATUM["Origin of the plan"],CS[Cartesian,2],AXIS["x",east],AXIS["y",north],${unit}]`;
  return `"crs":${JSON.stringify({ type: 'name', properties: { name } })},`;
}

/** To a micrometre (or its square). */
function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}

/** Decimals that keep a micrometre, for a coordinate with so many file units per metre. */
function decimals(unit: number): number {
  let places = 6;
  for (let u = Math.abs(unit); u < 1 && places < 15; u *= 10) places++;
  for (let u = Math.abs(unit); u >= 10 && places > 0; u /= 10) places--;
  return places;
}
