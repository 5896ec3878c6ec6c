/**
 * What the floor of the SVG map is coloured by: kinds of cells, widths, groups, zones, places, integration. World and choice in,
 * a class per cell with a colour each and the words about it out.
 *
 * Groups and zones are coloured by their kind: two of one kind never touch, so the colours tell them apart, and the
 * outside has its own. Places have no order: each has a colour that none of its neighbours has, and its number. Their borders are drawn strongly, the free segments within them not at all. Linear.
 */
import {
  cellArea,
  type CellMesh,
  cellKinds,
  findAxialLines,
  type Layer,
  measureLayer,
  measureSyntax,
  NONE,
  sceneryOf,
  topologyOf,
  type World,
} from '@foulee/engine';
import { axialPaths, INTEGRATION_FILLS, INTEGRATION_STROKES, integrationClasses } from './svg-integration.ts';
import type { LegendEntry } from './svg-legend.ts';
import type { PathFrame } from './svg-paths.ts';
import { WIDTH_CLASSES, widthClass } from './svg-widths.ts';

export const MAP_COLOURINGS = ['cell', 'kind', 'width', 'group', 'zone', 'place', 'integration'] as const;
export type MapColouring = (typeof MAP_COLOURINGS)[number];

export interface FloorColours {
  /** One per class; none: the floor is of one colour. */
  fills: readonly string[];
  /** The class of a cell, or NONE for what is too small to be seen. */
  classOf: (cell: number) => number;
  /** Which free segments are drawn, by a side; 'all' are cell borders like any other. */
  borders: 'all' | ((side: number) => boolean);
  /** Lines over the floor of a level, as paths with a colour each. */
  lines?: (level: number, frame: PathFrame) => [path: string, colour: string][];
  /** Numbers to write on the floor. */
  numbers?: FloorNumber[];
  legend: LegendEntry[];
}

export interface FloorNumber {
  text: string;
  level: number;
  /** Mesh coordinates. */
  x: number;
  y: number;
}

/** Colour of each kind, in the order of the engine's numbers; told apart in print and by the colour-blind. */
const KIND_FILLS = ['#b9a5c9', '#f2b58c', '#f7eec3', '#b8d5e8'] as const;
/** Of places: told apart side by side. */
const PLACE_FILLS = ['#f2c6a0', '#b5d3e7', '#cfe3b4', '#ecc6d6', '#e9dfa0', '#c3c3e6', '#a9dcd0', '#d9c7b8'] as const;
const OUTSIDE = '#dfe2df';
const KIND_TEXTS = ['closed: no way out', 'dead end: one way', 'passage: two ways', 'crossroads: more'] as const;

/** @param scale pixels per metre */
export function floorColours(world: World, colour: MapColouring, width: number, scale: number): FloorColours {
  const { mesh } = world;
  switch (colour) {
    case 'cell':
      return { fills: [], classOf: () => NONE, borders: 'all', legend: [] };
    case 'kind': {
      const kinds = cellKinds(mesh, width);
      const legend = KIND_TEXTS.map((text, i): LegendEntry => ({ mark: 'fill', colour: KIND_FILLS[i], text }));
      legend.push({ mark: 'none', colour: '', text: `for a walker ${width} m wide` });
      return { fills: KIND_FILLS, classOf: (c) => kinds[c], borders: 'all', legend };
    }
    case 'width':
      return {
        fills: WIDTH_CLASSES.map(([, fill]) => fill),
        classOf: (c) => widthClass(mesh, c, scale),
        borders: 'all',
        legend: widthLegend(),
      };
    case 'group':
      return layerColours(mesh, topologyOf(world).graph.groups, 'group');
    case 'zone':
      return layerColours(mesh, topologyOf(world).graph.zones, 'zone');
    case 'place':
      return placeColours(world, scale);
    case 'integration':
      return integrationColours(world);
  }
}

function widthLegend(): LegendEntry[] {
  return WIDTH_CLASSES.map(([limit, fill], i) => {
    const from = i === 0 ? 0 : WIDTH_CLASSES[i - 1][0];
    const text = limit === Infinity ? `over ${from} m` : i === 0 ? `way under ${limit} m wide` : `${from}–${limit} m`;
    return { mark: 'fill', colour: fill, text };
  });
}

function layerColours(mesh: CellMesh, layer: Layer, word: 'group' | 'zone'): FloorColours {
  const fills = [...KIND_FILLS, OUTSIDE];
  const classes = Array.from(layer.kind, (kind, g) => (g === layer.virtualOne ? KIND_FILLS.length : kind));
  const counts = fills.map((_, i) => classes.filter((c) => c === i).length);
  const count = (i: number) => counts[i].toLocaleString('en-US');
  const one = ['closed', 'dead end', 'corridor', 'crossroads', 'outside'];
  const more = ['closed', 'dead ends', 'corridors', 'crossroads', 'outside'];
  const legend: LegendEntry[] = [{ mark: 'none', colour: '', text: `${some(classes.length, word)}:` }];
  more.forEach((several, i) => {
    if (counts[i] === 0) return;
    const name = counts[i] === 1 ? one[i] : several;
    legend.push({ mark: 'fill', colour: fills[i], text: i === KIND_FILLS.length ? name : `${count(i)} ${name}` });
  });
  return {
    fills,
    classOf: (c) => classes[layer.ofCell[c]],
    borders: isBorderOf(mesh, layer),
    legend,
  };
}

/** Each place in the first colour that no neighbour has, in the order of their numbers; where all are taken, in any. */
function placeColours(world: World, scale: number): FloorColours {
  const scenery = sceneryOf(world);
  const { mesh, places } = scenery;
  const { ofCell, virtualOne, kind } = places.layer;
  const neighbours = Array.from(kind, () => new Set<number>());
  for (let b = 0; b < places.borderSides.length; b += 2) {
    const [p, q] = [0, 1].map((k) => ofCell[mesh.sideCell[places.borderSides[b + k]]]) as [number, number];
    neighbours[p].add(q);
    neighbours[q].add(p);
  }
  const classes = new Int32Array(kind.length).fill(NONE);
  neighbours.forEach((around, p) => {
    const taken = new Set([...around].map((q) => classes[q]));
    const free = PLACE_FILLS.findIndex((_, k) => !taken.has(k));
    classes[p] = p === virtualOne ? PLACE_FILLS.length : free === NONE ? p % PLACE_FILLS.length : free;
  });
  const windows = places.borderSides.length / 2 - places.accesses;
  const legend: LegendEntry[] = [
    { mark: 'none', colour: '', text: `${some(kind.length, 'place')}, numbered` },
    { mark: 'none', colour: '', text: `${some(places.accesses, 'border')} between them` },
  ];
  if (windows > 0) legend.push({ mark: 'none', colour: '', text: `${some(windows, 'border')} of glass` });
  return {
    fills: [...PLACE_FILLS, OUTSIDE],
    classOf: (c) => classes[ofCell[c]],
    borders: isBorderOf(mesh, places.layer),
    numbers: placeNumbers(scenery, scale),
    legend,
  };
}

/** Pixels² of a cell that a number has room in. */
const ROOM_FOR_NUMBER = 150;

/** The number of each place, as decisions have it, in the middle of its largest cell; those too small on paper have none. */
function placeNumbers({ mesh, middle, places }: ReturnType<typeof sceneryOf>, scale: number): FloorNumber[] {
  const { first, item } = places.layer.cells;
  const numbers: FloorNumber[] = [];
  for (let p = 0; p + 1 < first.length; p++) {
    let largest = item[first[p]];
    for (let k = first[p]; k < first[p + 1]; k++) {
      if (cellArea(mesh, item[k]) > cellArea(mesh, largest)) largest = item[k];
    }
    if (first[p] === first[p + 1] || cellArea(mesh, largest) * scale * scale < ROOM_FOR_NUMBER) continue;
    const [x, y] = [middle[2 * largest], middle[2 * largest + 1]];
    numbers.push({ text: String(p), level: mesh.cellLevel[largest], x, y });
  }
  return numbers;
}

function isBorderOf(mesh: CellMesh, { ofCell }: Layer): (side: number) => boolean {
  return (s) => ofCell[mesh.sideCell[s]] !== ofCell[mesh.sideCell[mesh.sideTwin[s]]];
}

/** Zones as areas, axial lines over them. */
function integrationColours(world: World): FloorColours {
  const { mesh } = world;
  const { zones } = topologyOf(world).graph;
  const zoneSyntax = measureLayer(mesh, zones);
  const { classes, range } = integrationClasses(zoneSyntax.integration);
  const axial = findAxialLines(mesh);
  const lineSyntax = measureSyntax(axial.ends.length / 4, axial.crossings);
  const lines = integrationClasses(lineSyntax.integration);
  const words = (what: string, count: number, [least, most]: [number, number], isExact: boolean) =>
    some(count, what) +
    (least <= most ? `: integration ${number(least)} to ${number(most)}${isExact ? '' : ', sampled'}` : '');
  const [low, high] = [0, INTEGRATION_FILLS.length - 1];
  const legend: LegendEntry[] = [
    { mark: 'none', colour: '', text: words('zone', zones.kind.length, range, zoneSyntax.isExact) },
    { mark: 'fill', colour: INTEGRATION_FILLS[low], text: 'out of the way' },
    { mark: 'fill', colour: INTEGRATION_FILLS[high >> 1], text: 'between' },
    { mark: 'fill', colour: INTEGRATION_FILLS[high], text: 'near to all' },
    { mark: 'none', colour: '', text: words('axial line', lines.classes.length, lines.range, lineSyntax.isExact) },
    { mark: 'line', colour: INTEGRATION_STROKES[low], text: 'out of the way' },
    { mark: 'line', colour: INTEGRATION_STROKES[high], text: 'near to all' },
  ];
  return {
    fills: INTEGRATION_FILLS,
    classOf: (c) => classes[zones.ofCell[c]],
    borders: isBorderOf(mesh, zones),
    lines: (level, frame) =>
      axialPaths(mesh, axial, lines.classes, level, frame).map((path, i) => [path, INTEGRATION_STROKES[i]]),
    legend,
  };
}

function some(n: number, word: string): string {
  return `${n.toLocaleString('en-US')} ${word}${n === 1 ? '' : 's'}`;
}

/** Three digits. */
function number(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString('en-US');
}
