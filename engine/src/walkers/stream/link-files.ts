/**
 * Links between levels as files that people walk in, one behind the other.
 *
 *     upper end  ── u0 ── u1 ── u2 ──      A file for every FILE metres of width, in its middle, from end to end. At each end it has mouths:
 *                   │     │     │          tiles nearby from which a straight line leads into it. Files without a mouth at either end
 *     lower end  ── l0 ── l1 ── l2 ──      are not used: a wall stands there.
 *
 * Every LANE metres of width become two goals of the town's graph (raster/town.ts), one at each end, joined by the length of the link.
 * Kinds matter as in map/plan.ts: stairs slow people down; stairs and escalators are closed to step-free profiles; all else is floor.
 *
 * In: links, cells, the sheet of tiles. Out: files, and places of goals. Cost: tiles about the ends.
 */
import { InputError } from '../../core/errors.ts';
import { NONE } from '../../core/none.ts';
import { linkCorners } from '../../map/links.ts';
import type { PlanLink } from '../../map/plan.ts';
import type { TileSheet } from '../../raster/tile-sheet.ts';
import { GROUND, isAccessible, tileCentreX, tileCentreY } from '../../raster/tiles.ts';
import type { Goals, Town } from '../../raster/town.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { aimWalk, createWalkResult, walk } from '../../subdivision/walk.ts';
import type { Joins } from './goals.ts';

/** Metres of width for a file: two wheelchairs pass each other. */
const FILE = 0.7;
/** A wider body does not fit into every file. */
export const MOST_RADIUS = FILE / 2;
/** Metres of width for a pair of goals. */
const LANE = 2;
/** Mouths at each end of a file, at most; metres within which they lie, beside the side of a tile. */
export const MOUTHS = 16;
const REACH = 0.6;
/** Metres: rounding; and how far inside a link a point is looked for. */
const TOUCH = 1e-6;
const INSIDE = 0.01;

export interface LinkFiles {
  count: number;
  /** The files of each link, from the left to the right of somebody who walks up, are first[link] … first[link + 1] - 1. */
  first: Int32Array;
  link: Int32Array;
  /** x, y of the lower end and of the upper, mesh coordinates, and metres between them. */
  ends: Float64Array;
  length: Float64Array;
  /** Of the lower and of the upper end. */
  level: Int32Array;
  /** MOUTHS tiles of each end, the nearest first; NONE: no more. */
  mouth: Int32Array;
  /** The radius of a body that fits. */
  radius: Float64Array;
  isStairs: Uint8Array;
  hasSteps: Uint8Array;
  /** Of each end: the goal of the town there; NONE: the file is not used. */
  goal: Int32Array;
}

export function findLinkFiles(links: readonly PlanLink[], mesh: CellMesh, sheet: TileSheet): LinkFiles {
  const first = new Int32Array(links.length + 1);
  for (const [l, link] of links.entries()) first[l + 1] = first[l] + filesAcross(link);
  const count = first[links.length];
  const files: LinkFiles = {
    count,
    first,
    link: new Int32Array(count),
    ends: new Float64Array(4 * count),
    length: new Float64Array(count),
    level: new Int32Array(2 * count),
    mouth: new Int32Array(2 * MOUTHS * count).fill(NONE),
    radius: new Float64Array(count),
    isStairs: new Uint8Array(count),
    hasSteps: new Uint8Array(count),
    goal: new Int32Array(2 * count).fill(NONE),
  };
  for (const [l, { kind, lower, upper, ...link }] of links.entries()) {
    const c = linkCorners(link);
    for (let f = first[l]; f < first[l + 1]; f++) {
      const share = (f - first[l] + 0.5) / (first[l + 1] - first[l]);
      for (let k = 0; k < 2; k++) {
        files.ends[4 * f + k] = c[k] + share * (c[2 + k] - c[k]) - mesh.origin[k];
        files.ends[4 * f + 2 + k] = c[6 + k] + share * (c[4 + k] - c[6 + k]) - mesh.origin[k];
      }
      const [x, y, ux, uy] = files.ends.subarray(4 * f, 4 * f + 4);
      files.link[f] = l;
      files.length[f] = Math.sqrt((ux - x) ** 2 + (uy - y) ** 2);
      files.level.set([lower, upper], 2 * f);
      files.radius[f] = widthOf(c) / (first[l + 1] - first[l]) / 2;
      files.isStairs[f] = kind === 'stairs' ? 1 : 0;
      files.hasSteps[f] = kind === 'stairs' || kind === 'escalator' ? 1 : 0;
      findMouths(files, f, 0, mesh, sheet);
      findMouths(files, f, 1, mesh, sheet);
    }
  }
  return files;
}

function filesAcross({ kind, name, corners }: PlanLink): number {
  const width = widthOf(linkCorners({ corners }));
  const count = Math.floor(width / FILE + TOUCH);
  if (count > 0) return count;
  throw new InputError(
    `${kind} "${name}"`,
    `is ${width.toFixed(2)} m wide, too narrow for walkers on tiles`,
    `make it ${FILE} m wide at least, or use model: reactive`,
  );
}

/** Metres across the way from end to end, at the narrower end. */
function widthOf(c: Float64Array): number {
  const ax = (c[4] + c[6] - c[0] - c[2]) / 2;
  const ay = (c[5] + c[7] - c[1] - c[3]) / 2;
  const across = (dx: number, dy: number) => Math.abs(ax * dy - ay * dx) / Math.sqrt(ax * ax + ay * ay);
  return Math.min(across(c[2] - c[0], c[3] - c[1]), across(c[4] - c[6], c[5] - c[7]));
}

/** @param end 0: lower, 1: upper */
function findMouths(files: LinkFiles, f: number, end: number, mesh: CellMesh, { tiles, cell, shift }: TileSheet): void {
  const level = files.level[2 * f + end];
  const [dx, dy] = [shift[2 * level], shift[2 * level + 1]];
  if (Number.isNaN(dx)) return;
  const x = files.ends[4 * f + 2 * end];
  const y = files.ends[4 * f + 2 * end + 1];
  const into = INSIDE / files.length[f];
  const inX = x + into * (files.ends[4 * f + 2 - 2 * end] - x);
  const inY = y + into * (files.ends[4 * f + 3 - 2 * end] - y);
  const reach = REACH + tiles.side;
  const way = createWalkResult();
  const found: { tile: number; squared: number }[] = [];
  const column = Math.floor((x + dx - tiles.x) / tiles.side);
  const row = Math.floor((y + dy - tiles.y) / tiles.side);
  const wide = Math.ceil(reach / tiles.side) + 1;
  for (let r = Math.max(0, row - wide); r <= Math.min(tiles.rows - 1, row + wide); r++) {
    for (let c = Math.max(0, column - wide); c <= Math.min(tiles.columns - 1, column + wide); c++) {
      const tile = r * tiles.columns + c;
      if (tiles.kind[tile] !== GROUND || mesh.cellLevel[cell[tile]] !== level) continue;
      const tx = tileCentreX(tiles, tile) - dx;
      const ty = tileCentreY(tiles, tile) - dy;
      const squared = (tx - x) ** 2 + (ty - y) ** 2;
      if (squared > reach * reach) continue;
      walk(mesh, cell[tile], aimWalk(way, tx, ty, inX, inY));
      if (way.reached && mesh.cellLink[way.cell] === files.link[f]) found.push({ tile, squared });
    }
  }
  found.sort((a, b) => a.squared - b.squared || a.tile - b.tile);
  for (const [k, { tile }] of found.slice(0, MOUTHS).entries()) files.mouth[MOUTHS * (2 * f + end) + k] = tile;
}

/** May people walk in a file? */
function isOpen({ mouth }: LinkFiles, f: number): boolean {
  return mouth[2 * MOUTHS * f] !== NONE && mouth[2 * MOUTHS * f + MOUTHS] !== NONE;
}

/** Goals at the ends of links, sheet coordinates, each lower one followed by the upper; files get to know theirs. @param before goals numbered before these */
export function placesOfLinks(files: LinkFiles, { tiles }: TileSheet, before: number): Goals {
  const x: number[] = [];
  const y: number[] = [];
  for (let l = 0; l + 1 < files.first.length; l++) {
    const open: number[] = [];
    for (let f = files.first[l]; f < files.first[l + 1]; f++) if (isOpen(files, f)) open.push(f);
    const lanes = Math.min(
      open.length,
      Math.max(
        1,
        Math.floor((2 * files.radius[files.first[l]] * (files.first[l + 1] - files.first[l])) / LANE + TOUCH),
      ),
    );
    for (let lane = 0; lane < lanes; lane++) {
      const from = Math.floor((lane * open.length) / lanes);
      const to = Math.floor(((lane + 1) * open.length) / lanes);
      const middle = open[(from + to) >> 1];
      for (const f of open.slice(from, to)) files.goal.set([before + x.length, before + x.length + 1], 2 * f);
      for (let end = 0; end < 2; end++) {
        const tile = files.mouth[MOUTHS * (2 * middle + end)];
        x.push(tileCentreX(tiles, tile));
        y.push(tileCentreY(tiles, tile));
      }
    }
  }
  const radius = new Float64Array(x.length).fill(REACH + tiles.side);
  return { x: Float64Array.from(x), y: Float64Array.from(y), radius };
}

/** Which goals are joined: those that are still where people get on, also in a town, where streets are forbidden. */
export function joinsOfLinks(files: LinkFiles, { goals, tiles }: Town): Joins {
  const count = goals.x.length;
  const joins: Joins = {
    across: new Int32Array(count).fill(NONE),
    length: new Float64Array(count),
    hasSteps: new Uint8Array(count),
  };
  for (let f = 0; f < files.count; f++) {
    const [lower, upper] = files.goal.subarray(2 * f, 2 * f + 2);
    if (lower === NONE) continue;
    const isReached = [0, 1].every((end) => isAccessible(tiles.kind[files.mouth[MOUTHS * (2 * f + end)]]));
    if (!isReached) continue;
    joins.across[lower] = upper;
    joins.across[upper] = lower;
    for (const goal of [lower, upper]) {
      joins.length[goal] = files.length[f];
      joins.hasSteps[goal] = files.hasSteps[f];
    }
  }
  return joins;
}
