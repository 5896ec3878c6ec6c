/**
 * A run of people on tiles + moment → what the walker model `stream` has in its maps: the direction field as arrows, the measured density,
 * who stands on which tile. Drawn from the run's own tiles, on all levels.
 *
 * Bounded work and size, for a town of 1024 × 1024 tiles and more: arrows are those of blocks of tiles, MOST_ALONG at most along what is in
 * view; densities are a picture of MOST_PIXELS at most along each axis; tiles are outlined up to MOST_OUTLINED. Cost: tiles in view, people.
 */
import {
  coarseTileAt,
  CONGESTED,
  CROSSING,
  directionShare,
  isCongested,
  NONE,
  PAVEMENT,
  type Run,
  streamMapsOf,
} from '@foulee/engine';
import { SERVICE_COLOURS } from '../measure/service-colours.ts';
import { directionColour } from '../protocol/direction-colours.ts';
import type { FloorPicture } from '../protocol/floor-picture.ts';
import { MOMENT, type Moment, X, Y } from '../protocol/moment.ts';
import type { Overlay, Seen, StreamOverlayName } from '../protocol/overlay.ts';
import type { Sketch } from '../protocol/sketch.ts';

/** Arrows, pixels, tiles. */
const MOST_ALONG = 64;
const MOST_PIXELS = 256;
const MOST_OUTLINED = 4000;
/** Of an arrow: share of its block, of its length, and the intensity below which there is none. */
const LONG = 0.85;
const HEAD = 0.35;
const LEAST = 0.04;
/** Directions that have a colour of their own. */
const COLOURS = 16;
/** Seconds of simulated time: the field is known of the present. */
const SAME_FIELD = 2;
/** People per m² from which on the second colour and those after it are; the last one is congested. */
const FROM: readonly number[] = [0.17, 0.33, 0.5, CONGESTED];
const { A, C, D, E, F } = SERVICE_COLOURS;
const DENSITIES: readonly string[] = [A, C, D, E, F];
/** Of 255. */
const OPACITY = 170;
/** Of colours under arrows at full intensity. */
const FIELD_OPACITY = 75;
const OUTLINE = '#db2777';

const NOTHING: Overlay = { sketches: [], legend: [], depths: 0, pictures: [] };

/** Of a level: its tiles on the sheet, and how they become a picture. */
interface LevelTiles {
  level: number;
  elevation: number;
  /** What is added to mesh coordinates. */
  shift: [number, number];
  /** Columns and rows of the sheet, from … to − 1. */
  columns: [number, number];
  rows: [number, number];
  /** Tiles along a pixel, pixels in a row, and the coarse tile that each pixel shows; NONE: nobody can walk there. */
  block: number;
  width: number;
  coarse: Int32Array;
}

const RGB = Array.from({ length: COLOURS }, (_, k) => {
  const value = Number.parseInt(directionColour(k / COLOURS).slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255] as const;
});

type Tiled = NonNullable<Run['simulation']['tiled']>;
const kept = new WeakMap<object, LevelTiles[]>();

/** @param run the one that was started last, going on or over; undefined: none, or a recording */
export function streamOverlay(run: Run | undefined, name: StreamOverlayName, moment: Moment, seen?: Seen): Overlay {
  if (run === undefined) {
    return { ...NOTHING, note: 'Only a run on this page has maps of tiles: press Play. Recordings do not keep them.' };
  }
  const { tiled, world, time } = run.simulation;
  if (tiled === undefined) {
    return { ...NOTHING, note: 'People do not walk on tiles here: choose the walker model Stream in People, The run.' };
  }
  const levels = levelsOf(tiled, world);
  if (name === 'measured') return measuredOverlay(tiled, levels, moment);
  if (name === 'occupied') return occupiedOverlay(tiled, levels, moment, seen);
  if (Math.abs(time - moment.time) <= SAME_FIELD) return fieldOverlay(tiled, levels, time, seen);
  return { ...NOTHING, note: 'The direction field is known of the present: go to the end of the timeline.' };
}

/** Made once for the tiles of a run. */
function levelsOf({ sheet, shared }: Tiled, { mesh }: Run['simulation']['world']): LevelTiles[] {
  const before = kept.get(sheet);
  if (before !== undefined) return before;
  const { tiles, town } = streamMapsOf(shared);
  const bounds = mesh.levels.map(() => [Infinity, -Infinity, Infinity, -Infinity]);
  for (let t = 0; t < sheet.cell.length; t++) {
    if (sheet.cell[t] === NONE) continue;
    const box = bounds[mesh.cellLevel[sheet.cell[t]]];
    const column = t % tiles.columns;
    const row = (t - column) / tiles.columns;
    box[0] = Math.min(box[0], column);
    box[1] = Math.max(box[1], column + 1);
    box[2] = Math.min(box[2], row);
    box[3] = Math.max(box[3], row + 1);
  }
  const levels = bounds.flatMap(([left, right, bottom, top], level): LevelTiles[] => {
    if (left > right) return [];
    const block = Math.ceil(Math.max(right - left, top - bottom) / MOST_PIXELS);
    const width = Math.ceil((right - left) / block);
    const coarse = new Int32Array(width * Math.ceil((top - bottom) / block)).fill(NONE);
    for (let row = bottom; row < top; row++) {
      for (let column = left; column < right; column++) {
        const kind = tiles.kind[row * tiles.columns + column];
        if (kind !== PAVEMENT && kind !== CROSSING) continue;
        const pixel = Math.floor((row - bottom) / block) * width + Math.floor((column - left) / block);
        const x = tiles.x + (column + 0.5) * tiles.side;
        const y = tiles.y + (row + 0.5) * tiles.side;
        coarse[pixel] = coarseTileAt(town.density, x, y);
      }
    }
    const shift: [number, number] = [sheet.shift[2 * level], sheet.shift[2 * level + 1]];
    const { elevation } = mesh.levels[level];
    return [{ level, elevation, shift, columns: [left, right], rows: [bottom, top], block, width, coarse }];
  });
  kept.set(sheet, levels);
  return levels;
}

/** Columns or rows of a level that are in view. */
function inView(
  [from, to]: [number, number],
  low: number,
  high: number,
  start: number,
  side: number,
): [number, number] {
  return [Math.max(from, Math.floor((low - start) / side)), Math.min(to, Math.ceil((high - start) / side))];
}

/** What is in view of a level, columns and rows. */
function tilesSeen({ tiles }: ReturnType<typeof streamMapsOf>, { columns, rows, shift }: LevelTiles, seen?: Seen) {
  if (seen === undefined) return { columns, rows };
  const { x, y, side } = tiles;
  return {
    columns: inView(columns, seen[0] + shift[0], seen[2] + shift[0], x, side),
    rows: inView(rows, seen[1] + shift[1], seen[3] + shift[1], y, side),
  };
}

/** A level, and the columns and rows of it that are in view. */
interface LevelView {
  level: LevelTiles;
  columns: [number, number];
  rows: [number, number];
}

/** The directions of a block of tiles: their mean, its length, and the middle of the tiles that were crossed, in tiles. */
interface BlockMean {
  angle: number;
  intensity: number;
  column: number;
  row: number;
}

/** Each block that was crossed, in view. Blocks are always the same, wherever one looks. */
function eachBlock(
  { field, tiles }: ReturnType<typeof streamMapsOf>,
  { columns, rows }: LevelView,
  block: number,
  now: number,
  act: (mean: BlockMean, column: number, row: number) => void,
): void {
  for (let row = rows[0] - (rows[0] % block); row < rows[1]; row += block) {
    for (let column = columns[0] - (columns[0] % block); column < columns[1]; column += block) {
      let [dx, dy, x, y, crossed] = [0, 0, 0, 0, 0];
      for (let r = Math.max(row, rows[0]); r < Math.min(row + block, rows[1]); r++) {
        for (let c = Math.max(column, columns[0]); c < Math.min(column + block, columns[1]); c++) {
          const t = r * tiles.columns + c;
          const share = directionShare(field, t, now);
          if (share === 0) continue;
          dx += share * field.x[t];
          dy += share * field.y[t];
          x += c;
          y += r;
          crossed++;
        }
      }
      const intensity = crossed === 0 ? 0 : Math.min(1, Math.hypot(dx, dy) / crossed);
      if (intensity < LEAST) continue;
      act({ angle: Math.atan2(dy, dx), intensity, column: x / crossed, row: y / crossed }, column, row);
    }
  }
}

const classOf = (angle: number): number => (Math.round((angle * COLOURS) / (2 * Math.PI)) + COLOURS) % COLOURS;

/** So that blocks of the largest level in view are so many along it at most. */
function blockFor(views: readonly LevelView[], most: number): number {
  const along = views.map(({ columns, rows }) => Math.max(columns[1] - columns[0], rows[1] - rows[0]));
  return Math.max(1, Math.ceil(Math.max(0, ...along) / most));
}

/** The streams as colours, seen from afar. */
function fieldPicture(
  maps: ReturnType<typeof streamMapsOf>,
  view: LevelView,
  block: number,
  now: number,
): FloorPicture {
  const { level, columns, rows } = view;
  const { x, y, side } = maps.tiles;
  const [left, bottom] = [columns[0] - (columns[0] % block), rows[0] - (rows[0] % block)];
  const across = Math.max(1, Math.ceil((columns[1] - left) / block));
  const high = Math.max(1, Math.ceil((rows[1] - bottom) / block));
  const pixels = new Uint8Array(4 * across * high);
  eachBlock(maps, view, block, now, ({ angle, intensity }, column, row) => {
    const at = 4 * (((row - bottom) / block) * across + (column - left) / block);
    pixels.set([...RGB[classOf(angle)], FIELD_OPACITY * intensity], at);
  });
  return {
    left: x + left * side - level.shift[0],
    bottom: y + bottom * side - level.shift[1],
    width: across * block * side,
    height: high * block * side,
    z: level.elevation,
    columns: across,
    rows: high,
    pixels,
  };
}

function fieldOverlay({ shared }: Tiled, levels: readonly LevelTiles[], now: number, seen?: Seen): Overlay {
  const maps = streamMapsOf(shared);
  const { field, tiles } = maps;
  const webs = Array.from({ length: COLOURS }, () => ({ lines: [] as number[], opacities: [] as number[] }));
  let arrows = 0;
  const views = levels
    .map((level): LevelView => ({ level, ...tilesSeen(maps, level, seen) }))
    .filter(({ columns, rows }) => columns[0] < columns[1] && rows[0] < rows[1]);
  const block = blockFor(views, MOST_ALONG);
  const pictures = views.map((view) => fieldPicture(maps, view, blockFor(views, MOST_PIXELS), now));
  for (const view of views) {
    const { shift, elevation } = view.level;
    eachBlock(maps, view, block, now, ({ angle, intensity, column, row }) => {
      const x = tiles.x + (column + 0.5) * tiles.side - shift[0];
      const y = tiles.y + (row + 0.5) * tiles.side - shift[1];
      const web = webs[classOf(angle)];
      pushArrow(web.lines, [x, y], elevation, angle, LONG * block * tiles.side);
      web.opacities.push(intensity, intensity, intensity);
      arrows++;
    });
  }
  const sketches = webs.flatMap(({ lines, opacities }, k): Sketch[] =>
    lines.length === 0
      ? []
      : [
          {
            kind: 'web',
            points: [],
            z: 0,
            colour: directionColour(k / COLOURS),
            lines: Float32Array.from(lines),
            opacities: Float32Array.from(opacities),
          },
        ],
  );
  const legend = (['right', 'up', 'left', 'down'] as const).map((way, k) => ({
    colour: directionColour(k / 4),
    label: `to the ${way === 'up' || way === 'down' ? `${way === 'up' ? 'top' : 'bottom'}` : way} of the plan`,
  }));
  const size = block * tiles.side;
  const note =
    arrows === 0
      ? `Nobody crossed a tile in view in the last ${field.relaxation} s.`
      : `Each arrow is the mean of ${block === 1 ? 'one tile' : `${block} × ${block} tiles`} (${size.toFixed(1)} m). It fades within ${field.relaxation} s after the last crossing. Zoom in for smaller arrows.`;
  return { sketches, pictures, legend: arrows === 0 ? [] : legend, depths: 0, note };
}

/** A shaft and two barbs. */
function pushArrow(to: number[], [x, y]: readonly [number, number], z: number, angle: number, long: number): void {
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const [tipX, tipY] = [x + (ux * long) / 2, y + (uy * long) / 2];
  to.push(x - (ux * long) / 2, y - (uy * long) / 2, z, tipX, tipY, z);
  const barb = HEAD * long;
  for (const side of [-1, 1]) {
    to.push(tipX, tipY, z, tipX - barb * (ux + 0.7 * side * uy), tipY - barb * (uy - 0.7 * side * ux), z);
  }
}

function measuredOverlay({ sheet, shared }: Tiled, levels: readonly LevelTiles[], moment: Moment): Overlay {
  const { town, tiles } = streamMapsOf(shared);
  const { density } = town;
  const people = new Int32Array(density.area.length);
  eachPerson(moment, sheet.shift, (x, y) => people[coarseTileAt(density, x, y)]++);
  const measured = Float64Array.from(people, (count, c) => (density.area[c] > 0 ? count / density.area[c] : 0));
  const classes = Int8Array.from(measured, (one) => (one === 0 ? NONE : FROM.filter((from) => one > from).length));
  const values = DENSITIES.map((colour) => Number.parseInt(colour.slice(1), 16));
  const pictures = levels.map((level): FloorPicture => {
    const { coarse, width, block, columns, rows, shift, elevation } = level;
    const pixels = new Uint8Array(4 * coarse.length);
    for (let p = 0; p < coarse.length; p++) {
      const own = coarse[p] === NONE ? NONE : classes[coarse[p]];
      if (own === NONE) continue;
      pixels[4 * p] = values[own] >> 16;
      pixels[4 * p + 1] = (values[own] >> 8) & 255;
      pixels[4 * p + 2] = values[own] & 255;
      pixels[4 * p + 3] = OPACITY;
    }
    const size = block * tiles.side;
    const high = coarse.length / width;
    return {
      left: tiles.x + columns[0] * tiles.side - shift[0],
      bottom: tiles.y + rows[0] * tiles.side - shift[1],
      width: width * size,
      height: high * size,
      z: elevation,
      columns: width,
      rows: high,
      pixels,
    };
  });
  const most = measured.reduce((a, b) => Math.max(a, b), 0);
  const walked = density.area.reduce((count, area) => count + (area > 0 ? 1 : 0), 0);
  const congested = measured.reduce((count, one) => count + (isCongested(one) ? 1 : 0), 0);
  const squares = `${density.columns} × ${density.rows} squares of ${density.width.toFixed(1)} × ${density.height.toFixed(1)} m`;
  return {
    sketches: [],
    pictures,
    legend: DENSITIES.map((colour, k) => ({ colour, label: rangeText(k) })),
    depths: 0,
    note: `${squares}. ${congested} of the ${walked} with floor to walk on ${congested === 1 ? 'is' : 'are'} congested; the densest has ${most.toFixed(2)} people/m².`,
  };
}

function rangeText(k: number): string {
  if (k === 0) return `less than ${FROM[0]} people/m²`;
  if (k === FROM.length) return 'congested: more than 1 person per 1.5 m²';
  return `${FROM[k - 1]}–${FROM[k].toFixed(2)} people/m²`;
}

function occupiedOverlay(
  { sheet, shared }: Tiled,
  levels: readonly LevelTiles[],
  moment: Moment,
  seen?: Seen,
): Overlay {
  const maps = streamMapsOf(shared);
  const { x: left, y: bottom, side } = maps.tiles;
  const views = new Map(levels.map((level) => [level.level, { level, ...tilesSeen(maps, level, seen) }]));
  const lines: number[] = [];
  let inViewNow = 0;
  eachPerson(moment, sheet.shift, (px, py, k) => {
    const view = views.get(k);
    const column = Math.floor((px - left) / side);
    const row = Math.floor((py - bottom) / side);
    if (view === undefined || column < view.columns[0] || column >= view.columns[1]) return;
    if (row < view.rows[0] || row >= view.rows[1] || ++inViewNow > MOST_OUTLINED) return;
    const { shift, elevation: z } = view.level;
    const [x, y] = [left + column * side - shift[0], bottom + row * side - shift[1]];
    const corners = [x, y, x + side, y, x + side, y + side, x, y + side];
    for (let c = 0; c < 8; c += 2) {
      const d = (c + 2) % 8;
      lines.push(corners[c], corners[c + 1], z, corners[d], corners[d + 1], z);
    }
  });
  const people = `${inViewNow.toLocaleString('en')} ${inViewNow === 1 ? 'person is' : 'people are'} in view, on tiles of ${side} m.`;
  if (inViewNow > MOST_OUTLINED) return { ...NOTHING, note: `${people} Zoom in to see which tiles.` };
  const sketches: Sketch[] = [{ kind: 'web', points: [], z: 0, colour: OUTLINE, lines: Float32Array.from(lines) }];
  return { sketches, legend: [], depths: 0, note: people };
}

/** Everybody, in coordinates of the sheet, and their level. */
function eachPerson(
  { serial, numbers, level }: Moment,
  shift: Float64Array,
  act: (x: number, y: number, level: number) => void,
): void {
  for (let i = 0; i < serial.length; i++) {
    const own = level[i] ?? 0;
    act(numbers[MOMENT * i + X] + shift[2 * own], numbers[MOMENT * i + Y] + shift[2 * own + 1], own);
  }
}
