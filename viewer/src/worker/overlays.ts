/**
 * World → what the engine knows of a place, as sketches over its floor: the map, its triangulation, cells, their kinds and widths,
 * bottlenecks, groups, zones, the roadmap, the abstraction tree. Colours of areas are those of the SVG map (formats/src/pictures/svg-colours.ts).
 * What depends on the moment is in overlays-now.ts.
 */
import {
  buildRoadmap,
  type CellMesh,
  DOOR,
  NONE,
  PORTAL,
  WALL,
  narrowestPassages,
  type Passage,
  topologyOf,
  type World,
} from '@foulee/engine';
import { endsOf, fillCells, heightOf } from './cell-sketches.ts';
import { floorColours, type MapColouring } from '@foulee/formats';
import { placesOverlay, sightOverlay } from './overlays-places.ts';
import type { Sketch } from '../protocol/sketch.ts';
import { WALL_HEIGHT } from '../protocol/place.ts';
import { BODY_WIDTH, type PlaceOverlayName, type Overlay } from '../protocol/overlay.ts';

/** Metres: for whom kinds are told. */
export const WIDTH = 0.5;
/** Bottlenecks shown: the narrowest that people can pass; and gaps that are too narrow, at most. */
const NARROWEST = 12;
const MOST_GAPS = 50;
/** Of those, and of gaps. */
const PASSABLE = '#c2410c';
const TOO_NARROW = '#a21caf';
const LINE = '#5b8def';
/** Of the segments of a map, by kind, of its artificial boundary, and of glass. */
const SEGMENTS: readonly (readonly [colour: string, label: string])[] = [
  ['#e8590c', 'wall'],
  ['#15803d', 'door'],
  ['#7c3aed', 'end of stairs'],
  ['#64748b', 'edge of what is modelled'],
  ['#0891b2', 'glass'],
];
const BOUNDARY = 3;
const GLASS = 4;
/** Told apart side by side; for the nodes of the tree, which have no order. */
const PALETTE = ['#4e79a7', '#f28e2b', '#76b7b2', '#e15759', '#59a14f', '#edc948', '#b07aa1', '#9c755f'];

export function overlayOf(world: World, name: PlaceOverlayName, depth: number): Overlay {
  switch (name) {
    case 'map':
      return mapOverlay(world);
    case 'triangulation':
      return { sketches: triangulation(world), legend: [], depths: 0 };
    case 'cells':
      return { sketches: seams(world.mesh), legend: [], depths: 0 };
    case 'kind':
    case 'width':
    case 'group':
    case 'zone':
    case 'integration':
      return colouring(world, name);
    case 'place':
      return placesOverlay(world);
    case 'sight':
      return sightOverlay(world);
    case 'bottlenecks':
      return bottlenecks(world.mesh);
    case 'roadmap':
      return { sketches: roadmap(world.mesh), legend: [], depths: 0 };
    case 'tree':
      return tree(world, depth);
  }
}

/** Cells in the colours of the SVG map. */
function colouring(world: World, name: MapColouring): Overlay {
  const { fills, classOf, legend } = floorColours(world, name, WIDTH, 1);
  const sketches = fillCells(world, (c) => (classOf(c) === NONE ? undefined : fills[classOf(c)]));
  return {
    sketches,
    legend: legend.filter(({ mark }) => mark === 'fill').map(({ colour, text }) => ({ colour, label: text })),
    depths: 0,
  };
}

/** The segments that all else was built from: as read, and joined, cut and straightened where that was needed. */
function mapOverlay({ maps, mesh }: World): Overlay {
  const sketches: Sketch[] = [];
  // As ribbons, which are seen from near, and a pixel thin, which are seen from afar.
  const webs: number[][] = SEGMENTS.map(() => []);
  for (const { level, vertices, segments, segmentKind, segmentBoundary, segmentGlass } of maps) {
    const floor = mesh.levels[level].elevation;
    for (let s = 0; s < segmentKind.length; s++) {
      const plain = segmentGlass[s] === 1 ? GLASS : [WALL, DOOR, PORTAL].indexOf(segmentKind[s]);
      const kind = segmentBoundary[s] === 1 ? BOUNDARY : plain;
      // On top of walls, where they are not hidden by them.
      const z = segmentKind[s] === WALL ? floor + WALL_HEIGHT : floor;
      const points = [0, 1].flatMap((end) => {
        const v = 2 * segments[2 * s + end];
        return [vertices[v], vertices[v + 1]];
      });
      sketches.push({ kind: 'thread', points, z, colour: SEGMENTS[kind][0] });
      webs[kind].push(points[0], points[1], z, points[2], points[3], z);
    }
  }
  webs.forEach((lines, kind) => {
    const web = { points: [], z: 0, colour: SEGMENTS[kind][0], lines: Float32Array.from(lines) };
    if (lines.length > 0) sketches.push({ kind: 'web', ...web });
  });
  const legend = SEGMENTS.filter((_, kind) => webs[kind].length > 0).map(([colour, label]) => ({ colour, label }));
  return { sketches, legend, depths: 0 };
}

/** The sides of all triangles of the floor, before they are merged into cells. */
function triangulation({ triangulations, maps, mesh }: World): Sketch[] {
  return triangulations.map(({ vertices, corner, twin, region, triangleCount }, k): Sketch => {
    const z = mesh.levels[maps[k].level].elevation;
    const lines: number[] = [];
    for (let e = 0; e < 3 * triangleCount; e++) {
      const isFloor = region[Math.floor(e / 3)] !== 0;
      // Once where there is floor on both sides.
      const isTwinFloor = twin[e] !== NONE && region[Math.floor(twin[e] / 3)] !== 0;
      if (!isFloor || (isTwinFloor && twin[e] < e)) continue;
      const a = 2 * corner[e];
      const b = 2 * corner[e % 3 === 2 ? e - 2 : e + 1];
      lines.push(vertices[a], vertices[a + 1], z, vertices[b], vertices[b + 1], z);
    }
    return { kind: 'web', points: [], z, colour: LINE, lines: Float32Array.from(lines) };
  });
}

/** Free sides, each once. */
function seams(mesh: CellMesh): Sketch[] {
  const { sideTwin, sideCell } = mesh;
  const sketches: Sketch[] = [];
  for (let s = 0; s < sideTwin.length; s++) {
    if (sideTwin[s] === NONE || sideTwin[s] < s) continue;
    sketches.push({ kind: 'thread', points: endsOf(mesh, s), z: heightOf(mesh, sideCell[s]), colour: LINE });
  }
  return sketches;
}

/** Passages that are shown: gaps nobody fits through, and the narrowest of those that people can pass. Narrowest first. */
export function shownPassages(mesh: CellMesh): Passage[] {
  const all = narrowestPassages(mesh, Infinity);
  const passable = all.findIndex(({ width }) => width >= BODY_WIDTH);
  const gaps = passable < 0 ? all : all.slice(0, passable);
  return [...gaps.slice(0, MOST_GAPS), ...all.slice(gaps.length, gaps.length + NARROWEST)];
}

function bottlenecks(mesh: CellMesh): Overlay {
  const passages = shownPassages(mesh);
  const hasGaps = passages.some(({ width }) => width < BODY_WIDTH);
  return {
    sketches: passages.map(({ side, width }) => ({
      kind: 'line',
      points: endsOf(mesh, side),
      z: heightOf(mesh, mesh.sideCell[side]),
      colour: width < BODY_WIDTH ? TOO_NARROW : PASSABLE,
      label: `${width.toFixed(2)} m${width < BODY_WIDTH ? ', too narrow' : ''}`,
      isStrong: true,
    })),
    legend: hasGaps
      ? [
          { colour: PASSABLE, label: 'narrow, people can pass' },
          { colour: TOO_NARROW, label: `too narrow to pass: less than ${BODY_WIDTH} m, the width of a body` },
        ]
      : [],
    depths: 0,
  };
}

/** In every cell, from each key point of its free sides to each other. */
function roadmap(mesh: CellMesh): Sketch[] {
  const { segmentOf, pointFirst, points } = buildRoadmap(mesh);
  const { cellFirst, cellLevel, sideTwin } = mesh;
  const sketches: Sketch[] = [];
  for (let c = 0; c < cellLevel.length; c++) {
    const own: number[] = [];
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      const segment = sideTwin[s] === NONE ? NONE : segmentOf[s];
      if (segment !== NONE) own.push(pointFirst[segment]);
    }
    for (let i = 0; i < own.length; i++) {
      for (let j = i + 1; j < own.length; j++) {
        const [a, b] = [2 * own[i], 2 * own[j]];
        const line = [points[a], points[a + 1], points[b], points[b + 1]];
        sketches.push({ kind: 'thread', points: line, z: heightOf(mesh, c), colour: '#7c3aed' });
      }
    }
  }
  return sketches;
}

/** Cells of one node alike, at so many steps below the root. */
function tree(world: World, depth: number): Overlay {
  const { parent, cells, depth: deepest } = topologyOf(world).tree;
  const nodeOf = (c: number): number => {
    const path = [c];
    while (parent[path.at(-1)!] !== NONE) path.push(parent[path.at(-1)!]);
    return path[Math.max(0, path.length - 1 - depth)];
  };
  const nodes = Array.from({ length: cells }, (_, c) => nodeOf(c));
  const numbers = new Map([...new Set(nodes)].map((node, k) => [node, k]));
  return {
    sketches: fillCells(world, (c) => PALETTE[numbers.get(nodes[c])! % PALETTE.length]),
    legend: [],
    depths: deepest,
  };
}
