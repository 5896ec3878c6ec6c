/**
 * Towns on tiles → overlays: tiles by kind, the goal graph, crossings, and the density that goals predict; and what is not connected.
 * Tiles are a picture on the floor, a pixel for each (`tilePicture`, also meant for what is measured on tiles while people walk).
 */
import { BUILDING, CONGESTED, CROSSING, GROUND, PAVEMENT, predictDensity, type Tiles, type Town } from '@foulee/engine';
import { SERVICE_COLOURS } from '../measure/service-colours.ts';
import type { FloorPicture } from '../protocol/floor-picture.ts';
import type { Overlay, TownGap, TownGapKind, TownGaps, TownOverlayName } from '../protocol/overlay.ts';
import type { Sketch } from '../protocol/sketch.ts';
import type { LevelTown } from './towns.ts';

const KINDS: readonly (readonly [kind: number, colour: string, label: string])[] = [
  [BUILDING, '#566173', 'building or wall'],
  [GROUND, '#5b9bbf', 'ground (street)'],
  [PAVEMENT, '#e3b34c', 'pavement'],
  [CROSSING, '#e8590c', 'crossing'],
];
/** In an open place. */
const FLOOR = 'floor';
const SIGHT = '#5b8def';
const ACROSS = '#e8590c';
/** Of goals in the largest part of a graph, and of those apart. */
const GOAL = '#a855f7';
const APART = '#ef4444';
/** Of the mean density, from which on the second colour and those after it are. */
const TIMES: readonly number[] = [1, 2, 4, 8];
const { A, C, D, E, F } = SERVICE_COLOURS;
const DENSITIES: readonly string[] = [A, C, D, E, F];
/** Of 255. */
const OPACITY = 200;
/** Metres: goals are seen as dots, as broad as a line is. */
const DOT = 0.02;
/** Of each kind. */
const MOST_GAPS = 100;

export function townOverlay(towns: readonly LevelTown[], name: TownOverlayName): Overlay {
  const drawn = { tiles: tilesOverlay, goals: goalsOverlay, crossings: crossingsOverlay, predicted: predictedOverlay };
  return { depths: 0, ...drawn[name](towns), town: { gaps: gapsOf(towns) } };
}

type Drawn = Pick<Overlay, 'sketches' | 'legend' | 'note' | 'pictures'>;

/** @param colourOf "#rrggbb" of a tile; undefined: the floor is seen. Colours are read once for each that differs */
function tilePicture(tiles: Tiles, elevation: number, colourOf: (tile: number) => string | undefined): FloorPicture {
  const { x, y, side, columns, rows, kind } = tiles;
  const pixels = new Uint8Array(4 * kind.length);
  const known = new Map<string, number>();
  for (let t = 0; t < kind.length; t++) {
    const colour = colourOf(t);
    if (colour === undefined) continue;
    let value = known.get(colour);
    if (value === undefined) {
      value = Number.parseInt(colour.slice(1), 16);
      known.set(colour, value);
    }
    pixels[4 * t] = value >> 16;
    pixels[4 * t + 1] = (value >> 8) & 255;
    pixels[4 * t + 2] = value & 255;
    pixels[4 * t + 3] = OPACITY;
  }
  return { left: x, bottom: y, width: columns * side, height: rows * side, z: elevation, columns, rows, pixels };
}

function tilesOverlay(towns: readonly LevelTown[]): Drawn {
  const colours = new Map(KINDS.map(([kind, colour]) => [kind, colour]));
  const areas = new Map<number, number>();
  for (const { town } of towns) {
    const { kind, side } = town.tiles;
    for (const one of kind) areas.set(one, (areas.get(one) ?? 0) + side * side);
  }
  const shown = KINDS.filter(([kind]) => areas.has(kind));
  const isOpen = towns.some(({ town }) => town.options.isOpen);
  const tiles = towns.reduce((sum, { town }) => sum + town.tiles.kind.length, 0);
  const walked = isOpen ? 'People walk on all floor.' : 'People walk on pavements and crossings.';
  return {
    sketches: [],
    pictures: towns.map(({ town, elevation }) =>
      tilePicture(town.tiles, elevation, (t) => colours.get(town.tiles.kind[t])),
    ),
    legend: shown.map(([kind, colour, label]) => ({
      colour,
      label: `${isOpen && kind === PAVEMENT ? FLOOR : label}, ${number(areas.get(kind)!)} m²`,
    })),
    note: `${number(tiles)} tiles of ${towns[0]?.town.tiles.side ?? 0} m. ${walked} Tiles of buildings and walls lie under them.`,
  };
}

function goalsOverlay(towns: readonly LevelTown[]): Drawn {
  const sketches: Sketch[] = [];
  let [goals, apart, pairs, across] = [0, 0, 0, 0];
  for (const { town, elevation: z } of towns) {
    const isAcross = new Set<number>();
    const count = town.goals.x.length;
    for (let i = 0; i < town.crossings.length; i += 2) isAcross.add(town.crossings[i] * count + town.crossings[i + 1]);
    const sight: number[] = [];
    const over: number[] = [];
    for (let a = 0; a < count; a++) {
      for (let k = town.graph.first[a]; k < town.graph.first[a + 1]; k++) {
        const b = town.graph.item[k];
        if (a < b) pushLine(isAcross.has(a * count + b) ? over : sight, town, z, a, b);
      }
    }
    sketches.push(web(sight, z, SIGHT), web(over, z, ACROSS));
    const isMain = mainGoals(town);
    for (let g = 0; g < count; g++) {
      const [x, y] = [town.goals.x[g], town.goals.y[g]];
      const colour = isMain[g] === 1 ? GOAL : APART;
      sketches.push({ kind: 'line', points: [x - DOT, y, x + DOT, y], z, colour });
      if (isMain[g] === 0) apart++;
    }
    goals += count;
    pairs += sight.length / 6;
    across += over.length / 6;
  }
  const legend = [
    { colour: GOAL, label: 'goal' },
    { colour: APART, label: 'goal not connected to most others' },
    { colour: SIGHT, label: 'these two see each other' },
    { colour: ACROSS, label: 'these two are joined by a crossing' },
  ];
  const note =
    goals === 0
      ? 'No goals: there is no floor that people on tiles may walk on.'
      : `${number(goals)} goals; ${number(pairs)} pairs that see each other${across > 0 ? `, ${number(across)} joined by crossings` : ''}.`;
  const isThere = [goals > apart, apart > 0, pairs > 0, across > 0];
  return { sketches, legend: legend.filter((_, k) => isThere[k]), note };
}

function crossingsOverlay(towns: readonly LevelTown[]): Drawn {
  const sketches: Sketch[] = [];
  let [crossings, area, longest] = [0, 0, 0];
  const colours = new Map(KINDS.filter(([kind]) => kind >= PAVEMENT).map(([kind, colour]) => [kind, colour]));
  for (const { town, elevation: z } of towns) {
    const lines: number[] = [];
    for (let i = 0; i < town.crossings.length; i += 2) {
      const [a, b] = [town.crossings[i], town.crossings[i + 1]];
      pushLine(lines, town, z, a, b);
      longest = Math.max(longest, Math.hypot(town.goals.x[b] - town.goals.x[a], town.goals.y[b] - town.goals.y[a]));
    }
    sketches.push(web(lines, z, GOAL));
    crossings += town.crossings.length / 2;
    for (const kind of town.tiles.kind) if (kind === CROSSING) area += town.tiles.side ** 2;
  }
  const isOpen = towns.some(({ town }) => town.options.isOpen);
  const none = isOpen ? 'An open place has no crossings: people walk on all floor.' : 'No street is crossed here.';
  return {
    sketches,
    pictures: towns.map(({ town, elevation }) =>
      tilePicture(town.tiles, elevation, (t) => colours.get(town.tiles.kind[t])),
    ),
    legend: [
      { colour: colours.get(PAVEMENT)!, label: isOpen ? FLOOR : 'pavement' },
      ...(crossings === 0
        ? []
        : [
            { colour: colours.get(CROSSING)!, label: 'crossing' },
            { colour: GOAL, label: 'from goal to goal' },
          ]),
    ],
    note:
      crossings === 0
        ? none
        : `${number(crossings)} crossings, the longest ${longest.toFixed(0)} m from goal to goal; they take ${number(area)} m² of the street.`,
  };
}

function predictedOverlay(towns: readonly LevelTown[]): Drawn {
  let [goals, area] = [0, 0];
  for (const { town } of towns) {
    goals += town.goals.x.length;
    for (const one of town.density.area) area += one;
  }
  // People spread like goals, over all levels.
  const mean = goals / area;
  let most = 0;
  const pictures = towns.map(({ town, elevation }) => {
    const { density, tiles } = town;
    const predicted = predictDensity(density, town.goals.x.length);
    for (const one of predicted) most = Math.max(most, one);
    const colour = Array.from(predicted, (one) =>
      one === 0 ? undefined : DENSITIES[TIMES.filter((times) => one >= times * mean).length],
    );
    return tilePicture(tiles, elevation, (t) => {
      if (tiles.kind[t] !== PAVEMENT && tiles.kind[t] !== CROSSING) return undefined;
      const column = t % tiles.columns;
      const row = (t - column) / tiles.columns;
      const coarseRow = Math.floor(((row + 0.5) * density.rows) / tiles.rows);
      return colour[coarseRow * density.columns + Math.floor(((column + 0.5) * density.columns) / tiles.columns)];
    });
  });
  const congested = Math.ceil((CONGESTED / most) * goals);
  return {
    sketches: [],
    pictures,
    legend: goals === 0 ? [] : DENSITIES.map((colour, k) => ({ colour, label: timesText(k) })),
    note:
      goals === 0
        ? 'No goals, so nothing is predicted.'
        : `Goals tell where people will be: more goals on the same floor, more people. Without a colour: no goals. The densest square would be congested (more than 1 person per 1.5 m²) with ${number(congested)} people in all.`,
  };
}

function timesText(k: number): string {
  if (k === 0) return 'less than the mean density';
  if (k === TIMES.length) return `${TIMES[k - 1]} times the mean and more`;
  return `${TIMES[k - 1]}–${TIMES[k]} times the mean`;
}

function pushLine(lines: number[], { goals: { x, y } }: Town, z: number, a: number, b: number): void {
  lines.push(x[a], y[a], z, x[b], y[b], z);
}

function web(lines: number[], z: number, colour: string): Sketch {
  return { kind: 'web', points: [], z, colour, lines: Float32Array.from(lines) };
}

/** Of each goal: is it in the first part of the report? */
function mainGoals({ goals, graph: { first, item }, report }: Town): Uint8Array {
  const isMain = new Uint8Array(goals.x.length);
  const [main] = report.parts;
  const open: number[] = [];
  const enter = (g: number) => {
    if (isMain[g] === 1) return;
    isMain[g] = 1;
    open.push(g);
  };
  // A part is told by the place of one of its goals.
  if (main !== undefined) enter(goals.x.findIndex((x, g) => x === main.x && goals.y[g] === main.y));
  for (let g = open.pop(); g !== undefined; g = open.pop()) item.subarray(first[g], first[g + 1]).forEach(enter);
  return isMain;
}

/** What is not connected: of each level the parts of its graph but the largest, and all else that its report names. */
function gapsOf(towns: readonly LevelTown[]): TownGaps[] {
  const found: Record<TownGapKind, TownGap[]> = { part: [], withoutGoals: [], narrowDoor: [], cutOff: [] };
  for (const { town, elevation: z } of towns) {
    const { report, tiles } = town;
    const area = (count: number) => count * tiles.side ** 2;
    for (const { x, y, goals, tiles: count } of report.parts.slice(1)) {
      found.part.push({ x, y, z, goals, size: area(count) });
    }
    for (const { x, y, tiles: count } of report.withoutGoals) {
      found.withoutGoals.push({ x, y, z, goals: 0, size: area(count) });
    }
    for (const { x, y, width } of report.narrowDoors) found.narrowDoor.push({ x, y, z, goals: 0, size: width });
    for (const { x, y, tiles: count } of report.cutOff) found.cutOff.push({ x, y, z, goals: 0, size: area(count) });
  }
  const kinds = Object.keys(found) as TownGapKind[];
  return kinds
    .filter((kind) => found[kind].length > 0)
    .map((kind) => {
      const order = kind === 'narrowDoor' ? 1 : -1;
      const places = found[kind].toSorted((a, b) => order * (a.goals - b.goals || a.size - b.size));
      return { kind, count: places.length, places: places.slice(0, MOST_GAPS) };
    });
}

const number = (value: number) => Math.round(value).toLocaleString('en');
