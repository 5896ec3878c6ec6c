import { type CellMesh, createReport, type Frame, METRES, NONE } from '@foulee/engine';
import { expect, test } from 'vitest';
import { readEnvironment } from '../read-environment.ts';
import { cellsToGeoJson } from './geojson-cells.ts';

/**
 *   3 ───────── 2 ───────── 5      cell 0: 0 1 2 3, cell 1: 1 4 5 2; the free segment 1–2 is a door of 5 m.
 *   │     0     │     1     │
 *   0 ───────── 1 ───────── 4
 */
const MESH: CellMesh = {
  origin: [1000, 2000],
  levels: [{ name: 'ground', elevation: 0 }],
  doors: [{ name: 'gate', level: 0 }],
  vertices: Float64Array.of(0, 0, 10, 0, 10, 5, 0, 5, 14, 0, 14, 5),
  vertexGenerated: new Uint8Array(6),
  cellFirst: Int32Array.of(0, 4, 8),
  cellLevel: Int32Array.of(0, 0),
  cellLink: Int32Array.of(NONE, 3),
  sideVertex: Int32Array.of(0, 1, 2, 3, 1, 4, 5, 2),
  sideTwin: Int32Array.of(NONE, 7, NONE, NONE, NONE, NONE, NONE, 1),
  sideWall: Int32Array.of(0, NONE, 1, 2, 3, 4, 5, NONE),
  sideDoor: Int32Array.of(NONE, 0, NONE, NONE, NONE, NONE, NONE, 0),
  sideBoundary: new Uint8Array(8),
  sideGlass: new Uint8Array(8),
  sideCell: Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1),
};

const writeFile = (frame: Frame, mesh = MESH) => JSON.parse([...cellsToGeoJson(mesh, frame)].join(''));
const write = (frame: Frame, mesh = MESH) => writeFile(frame, mesh).features;

test('a polygon per cell, a line per bottleneck, origin added', () => {
  const features = write(METRES);
  expect(features).toHaveLength(3);
  expect(features[0]).toEqual({
    type: 'Feature',
    id: 0,
    geometry: {
      type: 'Polygon',
      coordinates: [
        [
          [1000, 2000],
          [1010, 2000],
          [1010, 2005],
          [1000, 2005],
          [1000, 2000],
        ],
      ],
    },
    properties: { kind: 'cell', cell: 0, level: 'ground', sides: 4, area: 50, link: null },
  });
  expect(features[1].properties).toEqual({
    kind: 'cell',
    cell: 1,
    level: 'ground',
    sides: 4,
    area: 20,
    link: 3,
  });
  expect(features[2]).toEqual({
    type: 'Feature',
    id: 2,
    geometry: {
      type: 'LineString',
      coordinates: [
        [1010, 2000],
        [1010, 2005],
      ],
    },
    properties: { kind: 'bottleneck', cell: 0, otherCell: 1, width: 5, level: 'ground', door: 'gate' },
  });
});

test('GIS programs can take it: an id for each feature, no lists, and lengths are not degrees', async () => {
  const { features } = writeFile(METRES);
  const ids = features.map(({ id }: { id: unknown }) => id);
  expect(new Set(ids).size).toBe(features.length);
  for (const { properties } of features) {
    expect(properties).not.toHaveProperty('id'); // GDAL would take it for the feature's
    for (const value of Object.values(properties)) expect(typeof value === 'object' && value !== null).toBe(false);
  }
  const crsOf = (unitX: number, unitY: number) => writeFile({ x0: 0, y0: 0, unitX, unitY }).crs?.properties.name;
  expect(crsOf(1, 1)).toMatch(/^ENGCRS\[.*CS\[Cartesian,2\].*LENGTHUNIT\["metre",1\]\]$/);
  expect(crsOf(1000, 1000)).toMatch(/LENGTHUNIT\["[^"]+",0\.001\]\]$/);
  expect(crsOf(1.4e-5, 9e-6)).toBeUndefined();
  // Read back as lengths, although they could be degrees.
  const small = { ...MESH, origin: [0, 0] as [number, number] };
  const report = createReport();
  const text = new TextEncoder().encode([...cellsToGeoJson(small, METRES)].join(''));
  const read = await readEnvironment(text, 'cells.geojson', {}, report);
  expect(read).toMatchObject({ kind: 'plan', plan: { frame: METRES } });
});

test('the file’s own coordinates: degrees to a micrometre, millimetres without crumbs', () => {
  const degrees = write({ x0: 8, y0: 50, unitX: 1.4e-5, unitY: 9e-6 });
  expect(degrees[0].geometry.coordinates[0][2][0]).toBeCloseTo(8 + 1010 * 1.4e-5, 12);
  expect(degrees[0].geometry.coordinates[0][2][1]).toBeCloseTo(50 + 2005 * 9e-6, 12);
  const shifted = { ...MESH, origin: [0.1, 0.2] as [number, number] };
  expect(write({ x0: 0, y0: 0, unitX: 1000, unitY: 1000 }, shifted)[0].geometry.coordinates[0][0]).toEqual([100, 200]);
});

test('a free segment that ends away from walls is no bottleneck', () => {
  // Four cells around vertex 4 in the middle: none of the four spokes has both ends on walls.
  const mesh: CellMesh = {
    ...MESH,
    doors: [],
    vertices: Float64Array.of(0, 0, 1, 0, 2, 0, 0, 1, 1, 1, 2, 1, 0, 2, 1, 2, 2, 2),
    cellFirst: Int32Array.of(0, 4, 8, 12, 16),
    cellLevel: Int32Array.of(0, 0, 0, 0),
    cellLink: Int32Array.of(NONE, NONE, NONE, NONE),
    sideVertex: Int32Array.of(0, 1, 4, 3, 1, 2, 5, 4, 3, 4, 7, 6, 4, 5, 8, 7),
    sideTwin: Int32Array.of(NONE, 7, 8, NONE, NONE, NONE, 12, 1, 2, 15, NONE, NONE, 6, NONE, NONE, 9),
    sideWall: new Int32Array(16),
    sideDoor: new Int32Array(16).fill(NONE),
    sideBoundary: new Uint8Array(16),
    sideGlass: new Uint8Array(16),
    sideCell: Int32Array.of(0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3),
  };
  expect(write(METRES, mesh)).toHaveLength(4);
});
