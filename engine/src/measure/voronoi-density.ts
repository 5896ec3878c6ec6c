/**
 * Voronoi density: a frame and a mesh → the piece of floor that is nearest to each person, its density, and the mean
 * density and speed in an area. After Steffen and Seyfried 2010, with the definitions of PedPy.
 *
 *      ╭───┬────╮       A person's cell: a disc of radius `limit` (a polygon of 4 · quarterSegments corners in it), cut
 *      │ • │ •  │       half-way to every other person of the level, then cut by the floor: the connected part of it
 *      │   ├────┤▒▒     that the person stands in, over free sides from mesh cell to mesh cell. So no floor behind a
 *      ╰───┤ •  │▒▒     wall belongs to it, however thin the wall.
 *          ╰────╯
 *
 * Density in an area A: Σ |cell ∩ A| / |cell|, over the floor of A; speed: Σ |cell ∩ A| · speed, over the floor of A (as
 * PedPy: floor that is in no cell counts as standing still) or over the part of it that is in cells. Persons in the very
 * same place share one cell evenly. Deviation from PedPy: cells end where a link begins. Others are looked for in boxes
 * that double until no farther one can cut the cell: O(n log n) for crowds, O(n²) only if all stand within centimetres.
 */
import { type BoxTree, buildBoxTree, searchBoxes } from '../core/box-tree.ts';
import { InputError } from '../core/errors.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { sineCosineDegrees } from '../core/trigonometry.ts';
import type { Frame } from '../record/frame.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { type CellIndex, locate, nearestWalkable } from '../subdivision/locate.ts';
import type { FloorArea } from './density.ts';
import { cutConvex, cutLeft, type Ring, ringArea, ringOfCell, segmentMeets } from '../subdivision/polygon.ts';

export interface VoronoiOptions {
  /** Metres: floor farther from a person is not its own. */
  limit: number;
  /** Corners of the disc per quarter turn. */
  quarterSegments: number;
}

const VORONOI_DEFAULTS: Readonly<VoronoiOptions> = { limit: 1, quarterSegments: 3 };

export interface VoronoiCells {
  level: number;
  /** Persons of the level who stand on floor: their index in the frame. */
  person: Int32Array;
  /** m²; persons in the very same place have an equal part each. */
  area: Float64Array;
  /** Metres per second. */
  speed: Float64Array;
  /** Convex pieces of each one's cell, mesh coordinates; persons in the same place have the same pieces. */
  pieces: Ring[][];
  /** Persons in the very same place, this one included. */
  together: Int32Array;
}

/** Metres: persons of a frame may stand so far beside the floor. */
const BESIDE_FLOOR = 0.05;
/** Metres: half the smallest box in which others are looked for. */
const SMALLEST_BOX = 0.02;

export function voronoiCells(
  mesh: CellMesh,
  index: CellIndex,
  level: number,
  frame: Frame,
  options: Partial<VoronoiOptions> = {},
): VoronoiCells {
  const { limit, quarterSegments } = { ...VORONOI_DEFAULTS, ...options };
  if (!(limit > 0 && limit <= 1000)) {
    throw new InputError('Voronoi density', `a limit of ${limit} m`, 'give a length up to 1000 m');
  }
  if (!(Number.isInteger(quarterSegments) && quarterSegments >= 1 && quarterSegments <= 90)) {
    throw new InputError(
      'Voronoi density',
      `${quarterSegments} segments a quarter`,
      'give a whole number from 1 to 90',
    );
  }
  const sites = sitesOf(mesh, index, level, frame);
  const boxes = new Float64Array(4 * sites.cell.length);
  for (let s = 0; s < sites.cell.length; s++)
    for (let k = 0; k < 4; k++) boxes[4 * s + k] = sites.place[2 * s + (k % 2)];
  const pieces: Ring[][] = [];
  const areas: number[] = [];
  const search: Search = {
    place: sites.place,
    tree: buildBoxTree(boxes),
    disc: discRing(limit, quarterSegments),
    limit,
    half: SMALLEST_BOX,
  };
  for (let s = 0; s < sites.cell.length; s++) {
    const own = piecesOnFloor(mesh, sites.cell[s], cutByOthers(search, s));
    pieces.push(own);
    areas.push(own.reduce((sum, piece) => sum + ringArea(piece), 0));
  }
  const { person, siteOf, together } = sites;
  return {
    level,
    person,
    area: Float64Array.from(person, (_, i) => areas[siteOf[i]] / together[siteOf[i]]),
    speed: Float64Array.from(person, (p) => {
      const vx = frame.velocity[2 * p];
      const vy = frame.velocity[2 * p + 1];
      return Math.sqrt(vx * vx + vy * vy);
    }),
    pieces: Array.from(person, (_, i) => pieces[siteOf[i]]),
    together: Int32Array.from(person, (_, i) => together[siteOf[i]]),
  };
}

/** Different places with somebody on them. */
interface Sites {
  /** x, y interleaved, mesh coordinates, and the mesh cell. */
  place: number[];
  cell: number[];
  together: number[];
  /** Persons on floor, and the site of each. */
  person: Int32Array;
  siteOf: Int32Array;
}

function sitesOf(mesh: CellMesh, index: CellIndex, level: number, frame: Frame): Sites {
  const order: number[] = [];
  const { place: at } = frame;
  for (let i = 0; i < frame.count; i++) {
    if (frame.level[i] === level && Number.isFinite(at[2 * i]) && Number.isFinite(at[2 * i + 1])) order.push(i);
  }
  order.sort((i, j) => at[2 * i] - at[2 * j] || at[2 * i + 1] - at[2 * j + 1] || i - j);
  const siteByPerson = new Map<number, number>();
  const sites = { place: [] as number[], cell: [] as number[], together: [] as number[] };
  let before: number = NONE;
  for (const i of order) {
    const x = at[2 * i] - mesh.origin[0];
    const y = at[2 * i + 1] - mesh.origin[1];
    const last = sites.cell.length - 1;
    if (before !== NONE && at[2 * before] === at[2 * i] && at[2 * before + 1] === at[2 * i + 1]) {
      sites.together[last]++;
      siteByPerson.set(i, last);
      continue;
    }
    let cell = frame.cell[i];
    if (cell === NONE) cell = locate(mesh, index, level, x, y);
    if (cell === NONE) cell = nearestWalkable(mesh, index, level, x, y, BESIDE_FLOOR)?.cell ?? NONE;
    if (cell === NONE) continue;
    before = i;
    sites.place.push(x, y);
    sites.cell.push(cell);
    sites.together.push(1);
    siteByPerson.set(i, last + 1);
  }
  const person = Int32Array.from(siteByPerson.keys()).sort();
  return { ...sites, person, siteOf: Int32Array.from(person, (i) => siteByPerson.get(i)!) };
}

/** Corners on the circle about (0, 0), the first at angle 0, counter-clockwise. */
function discRing(radius: number, quarterSegments: number): Ring {
  const ring: number[] = [];
  for (let k = 0; k < 4 * quarterSegments; k++) {
    const [sine, cosine] = sineCosineDegrees((90 * k) / quarterSegments);
    ring.push(radius * cosine, radius * sine);
  }
  return ring;
}

interface Search {
  /** Of the sites, and the tree of them. */
  place: number[];
  tree: BoxTree;
  disc: Ring;
  limit: number;
  /** Half the box that would have been enough for the site before: where to begin. It changes the time, not the answer. */
  half: number;
}

const found = new GrowableInts();

/** The disc about site s, cut half-way to every other site. */
function cutByOthers(search: Search, s: number): Ring {
  const { place, tree, disc, limit } = search;
  const x = place[2 * s];
  const y = place[2 * s + 1];
  let ring: Ring = disc;
  let reach = limit;
  let done = 0;
  for (let half = search.half; ; half *= 2) {
    const within = Math.min(half, 2 * limit);
    found.clear();
    searchBoxes(tree, x - within, y - within, x + within, y + within, found);
    const others: [squared: number, other: number][] = [];
    for (let k = 0; k < found.length; k++) {
      const other = found.array[k];
      const squared = (place[2 * other] - x) ** 2 + (place[2 * other + 1] - y) ** 2;
      // Those nearer than `done` have cut already; those in the corners of the box come with the next box.
      if (other !== s && squared > done * done && squared <= within * within) others.push([squared, other]);
    }
    others.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    for (const [squared, other] of others) {
      if (squared >= 4 * reach * reach) break;
      // Half-way, with the other on the right: the line turns left from the direction to it.
      const dx = place[2 * other] - x;
      const dy = place[2 * other + 1] - y;
      ring = cutLeft(ring, dx / 2, dy / 2, dx / 2 - dy, dy / 2 + dx);
      reach = reachOf(ring);
    }
    done = within;
    if (within >= 2 * reach || within >= 2 * limit) break;
  }
  search.half = Math.max(SMALLEST_BOX, 2 * reach);
  return ring.map((value, i) => value + (i % 2 === 0 ? x : y));
}

/** How far from (0, 0) is the farthest corner? */
function reachOf(ring: Ring): number {
  let most = 0;
  for (let i = 0; i < ring.length; i += 2) most = Math.max(most, ring[i] ** 2 + ring[i + 1] ** 2);
  return Math.sqrt(most);
}

/** The connected part, around a mesh cell, of a convex ring on the floor of one level: its part of each cell. */
function piecesOnFloor(mesh: CellMesh, start: number, ring: Ring): Ring[] {
  const level = mesh.cellLevel[start];
  const pieces: Ring[] = [];
  const seen = new Set([start]);
  const open = [start];
  while (open.length > 0) {
    const c = open.pop()!;
    const cellRing = ringOfCell(mesh, c);
    const piece = cutConvex(ring, cellRing);
    if (piece.length >= 6) pieces.push(piece);
    const first = mesh.cellFirst[c];
    for (let s = first; s < mesh.cellFirst[c + 1]; s++) {
      const twin = mesh.sideTwin[s];
      if (twin === NONE) continue;
      const next = mesh.sideCell[twin];
      if (seen.has(next) || mesh.cellLevel[next] !== level || mesh.cellLink[next] !== mesh.cellLink[c]) continue;
      const a = 2 * (s - first);
      const b = (a + 2) % cellRing.length;
      if (!segmentMeets(ring, cellRing[a], cellRing[a + 1], cellRing[b], cellRing[b + 1])) continue;
      seen.add(next);
      open.push(next);
    }
  }
  return pieces;
}

export interface VoronoiMeasure {
  /** Persons per m². */
  density: number;
  /** Metres per second: over the whole floor of the area, as PedPy has it, and over the part of it that is in cells. */
  speed: number;
  speedInCells: number;
  /** m² of the area that are in somebody's cell. */
  covered: number;
}

export function voronoiInArea(cells: VoronoiCells, area: FloorArea): VoronoiMeasure {
  let persons = 0;
  let covered = 0;
  let moved = 0;
  for (let i = 0; cells.level === area.level && i < cells.person.length; i++) {
    let inside = 0;
    for (const piece of cells.pieces[i]) inside += ringArea(cutConvex(area.meshRing, piece));
    inside /= cells.together[i];
    // A person beside the floor may have no room at all.
    if (!(inside > 0)) continue;
    persons += inside / cells.area[i];
    covered += inside;
    moved += inside * cells.speed[i];
  }
  return {
    density: persons / area.floor,
    speed: moved / area.floor,
    speedInCells: covered > 0 ? moved / covered : Number.NaN,
    covered,
  };
}
