/**
 * How far it is from one border of a group (zone) to another, walking inside it (P05 §3.3).
 *
 * Ways lead over midpoints of free segments, joined by straight lines inside the convex cells: Dijkstra restricted to
 * the cells of the group. Lengths are those of the plan, also on stairs. A group with few borders has a table, filled
 * beforehand; one with many (the outside of a city) would need a quadratic one, so there a search answers, and keeps
 * what it found from the last border asked about. `borderDistance` hides which.
 *
 * Cost: per border of a group one search over its cells; memory: at most TABLE_BORDERS numbers per border.
 */
import { assert } from '../core/errors.ts';
import { Heap } from '../core/heap.ts';
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf } from '../subdivision/cells.ts';
import type { Layer } from './informed-graph.ts';

/** Groups with more borders, or with more cells times borders, have no table. */
const TABLE_BORDERS = 64;
const TABLE_WORK = 100_000;

interface BorderDistances {
  /** Place of each side in the borders of its group, from 0; NONE where it is no border. */
  placeOf: Int32Array;
  /** Where the table of each group begins; NONE: no table. */
  tableAt: Int32Array;
  /** Metres from border i to border j at tableAt + i * borders + j; Infinity where no way leads inside the group. */
  table: Float64Array;
}

/** What a search needs, and the answers of the last one. */
export interface BorderSearch {
  mesh: CellMesh;
  layer: Layer;
  distances: BorderDistances;
  /** Middle of each side, x and y. */
  middle: Float64Array;
  /** Metres from the last source, per side; a segment is known by its lesser side. Valid where `visit` is the last. */
  distance: Float64Array;
  visitOf: Int32Array;
  visit: number;
  heap: Heap;
  /** The border of the last search, or NONE. */
  source: number;
}

export function measureBorders(mesh: CellMesh, layer: Layer): BorderSearch {
  const { borders, cells, kind } = layer;
  const placeOf = new Int32Array(mesh.sideTwin.length).fill(NONE);
  const tableAt = new Int32Array(kind.length).fill(NONE);
  let size = 0;
  for (let g = 0; g < kind.length; g++) {
    const count = borders.first[g + 1] - borders.first[g];
    for (let i = 0; i < count; i++) placeOf[borders.item[borders.first[g] + i]] = i;
    const work = count * (cells.first[g + 1] - cells.first[g]);
    if (count > TABLE_BORDERS || work > TABLE_WORK) continue;
    tableAt[g] = size;
    size += count * count;
  }
  const search = createSearch(mesh, layer, { placeOf, tableAt, table: new Float64Array(size) });
  for (let g = 0; g < kind.length; g++) if (tableAt[g] !== NONE) fillTable(search, g);
  return search;
}

/** Metres from one border of a group to another, both given as sides of its cells; Infinity if no way leads inside. */
export function borderDistance(search: BorderSearch, from: number, to: number): number {
  const { placeOf, tableAt, table } = search.distances;
  const { ofCell, borders } = search.layer;
  const g = ofCell[search.mesh.sideCell[from]];
  assert(placeOf[from] !== NONE && placeOf[to] !== NONE, 'a side that is no border');
  assert(ofCell[search.mesh.sideCell[to]] === g, 'borders of two groups');
  if (from === to) return 0;
  if (tableAt[g] !== NONE) {
    const count = borders.first[g + 1] - borders.first[g];
    return table[tableAt[g] + placeOf[from] * count + placeOf[to]];
  }
  // The lesser side is the source, so that both ways are the same to the last bit.
  const source = Math.min(from, to);
  if (search.source !== source) searchFrom(search, source);
  return distanceTo(search, Math.max(from, to));
}

function createSearch(mesh: CellMesh, layer: Layer, distances: BorderDistances): BorderSearch {
  const { vertices, sideVertex } = mesh;
  const sides = sideVertex.length;
  const middle = new Float64Array(2 * sides);
  for (let s = 0; s < sides; s++) {
    const a = 2 * sideVertex[s];
    const b = 2 * sideVertex[nextSideOf(mesh, s)];
    middle[2 * s] = (vertices[a] + vertices[b]) / 2;
    middle[2 * s + 1] = (vertices[a + 1] + vertices[b + 1]) / 2;
  }
  return {
    mesh,
    layer,
    distances,
    middle,
    distance: new Float64Array(sides),
    visitOf: new Int32Array(sides),
    visit: 0,
    heap: new Heap(),
    source: NONE,
  };
}

function fillTable(search: BorderSearch, g: number): void {
  const { borders } = search.layer;
  const { table, tableAt } = search.distances;
  const count = borders.first[g + 1] - borders.first[g];
  for (let i = 0; i + 1 < count; i++) {
    searchFrom(search, borders.item[borders.first[g] + i]);
    for (let j = i + 1; j < count; j++) {
      const metres = distanceTo(search, borders.item[borders.first[g] + j]);
      table[tableAt[g] + i * count + j] = table[tableAt[g] + j * count + i] = metres;
    }
  }
}

function distanceTo({ mesh, distance, visitOf, visit }: BorderSearch, side: number): number {
  const segment = Math.min(side, mesh.sideTwin[side]);
  return visitOf[segment] === visit ? distance[segment] : Infinity;
}

/** Distances from a border to all free segments of its group. */
function searchFrom(search: BorderSearch, source: number): void {
  const { mesh, layer, middle, distance, visitOf, heap } = search;
  const { sideTwin, sideCell, cellFirst } = mesh;
  const g = layer.ofCell[sideCell[source]];
  const visit = ++search.visit;
  search.source = source;
  const start = Math.min(source, sideTwin[source]);
  visitOf[start] = visit;
  distance[start] = 0;
  heap.push(0, start);
  while (heap.length > 0) {
    const key = heap.leastKey;
    const segment = heap.pop();
    if (key > distance[segment]) continue;
    for (let k = 0; k < 2; k++) {
      const c = sideCell[k === 0 ? segment : sideTwin[segment]];
      if (layer.ofCell[c] !== g) continue;
      const x = middle[2 * segment];
      const y = middle[2 * segment + 1];
      for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
        const twin = sideTwin[s];
        if (twin === NONE) continue;
        const next = Math.min(s, twin);
        const dx = middle[2 * s] - x;
        const dy = middle[2 * s + 1] - y;
        const metres = key + Math.sqrt(dx * dx + dy * dy);
        if (visitOf[next] === visit && distance[next] <= metres) continue;
        visitOf[next] = visit;
        distance[next] = metres;
        heap.push(metres, next);
      }
    }
  }
}
