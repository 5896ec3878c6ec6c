/**
 * Density maps of a whole place: mesh and links → one map of each level's floor without its links, and one of each link;
 * frames → persons per m² on all of them. Stairs may pass above or below the floor of other levels, so they have squares
 * of their own; their m² are those of the plan.
 *
 *      upper floor ▒▒▒▒▒▒ end        Who stands on the floor is spread over the floor, who stands on a link over the link;
 *                  ▒▒▒▒▒▒╲           and each over the other, as far as the kernel of density-map.ts sees through the end
 *                         ╲ link     between them: not past the sides of stairs, and not from floor over a link to floor.
 *                      end ╲▒▒▒▒▒▒   All shares of one person add up to one person, so densities times floor, over all
 *                           ▒▒▒▒▒▒   maps, add up to all persons. An end counts as open over its whole width; beyond it,
 *                     lower floor    walls of the floor hide what is behind them.
 *
 * Cost: as density-map.ts, and a few times that for those near ends; squares know the ends near them.
 */
import { type Csr, groupByOwner } from '../core/csr.ts';
import { NONE } from '../core/none.ts';
import { linkCorners } from '../map/links.ts';
import type { PlanLink } from '../map/plan.ts';
import type { Frame } from '../record/frame.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import {
  checkKernel,
  type DensityMap,
  keep,
  mapOfCells,
  sharePerson,
  spreadPerson,
  squareOf,
  weighPerson,
} from './density-map.ts';
import { closeDoorsOf, isHidden, isOpenDoor, type Way, wallsNear } from './map-sight.ts';

/** Levels it joins, and its four corners in the plan's coordinates, the two of the lower end first. */
export type LinkOutline = Pick<PlanLink, 'lower' | 'upper' | 'corners'>;

export interface DensityMaps {
  /** Metres: the radius of the kernel. */
  radius: number;
  /** By level: undefined where it has no floor. */
  levels: (DensityMap | undefined)[];
  /** By link: undefined where it has no cells. */
  links: (DensityMap | undefined)[];
  ends: LinkEnd[];
  /** By level and square of its map: the ends that a kernel from there may reach, as indices into `ends`. */
  endsNear: Csr[];
}

interface LinkEnd {
  link: number;
  level: number;
  /** As people on the link see it, and as people on the floor do. */
  fromLink: Opening;
  fromFloor: Opening;
  /** Walls on the map of the level that may stand between the end and what is seen through it. */
  walls: Int32Array;
}

/** An end that people look through. Seen from a to b, the link is on the left. */
interface Opening {
  ax: number;
  ay: number;
  bx: number;
  by: number;
  /** 1: they stand on the link, left of a–b; −1: on the floor. */
  side: number;
}

/** Metres: who stands on floor or link may be so far beyond the end of it, by a rounding. */
const BEYOND = 0.05;

/** @param radius of the kernel, metres */
export function createDensityMaps(
  mesh: CellMesh,
  links: readonly LinkOutline[],
  size: number,
  radius: number,
): DensityMaps {
  checkKernel(radius, size);
  const count = mesh.levels.length;
  const { first, item } = groupByOwner(
    mesh.cellLevel.map((level, c) => (mesh.cellLink[c] === NONE ? level : count + mesh.cellLink[c])),
    count + links.length,
  );
  const mapOf = (owner: number, level: number): DensityMap | undefined =>
    first[owner] === first[owner + 1]
      ? undefined
      : mapOfCells(mesh, item.subarray(first[owner], first[owner + 1]), level, size);
  const maps: DensityMaps = {
    radius,
    levels: mesh.levels.map((_, level) => mapOf(level, level)),
    links: links.map(({ lower }, k) => mapOf(count + k, lower)),
    ends: links.flatMap(endsOf),
    endsNear: [],
  };
  for (const end of maps.ends) end.walls = wallsAbout(end, maps.levels[end.level], radius);
  maps.endsNear = maps.levels.map((map, level) => endsNearSquares(maps, map, level));
  return maps;
}

/** Close these doors from the next frame on, and open all others; maps begin with those of their mesh. */
export function closeDoorsOnMaps({ levels, ends, radius }: DensityMaps, closed: ReadonlySet<string>): void {
  const isChanged = levels.map((map) => map !== undefined && closeDoorsOf(map.sight, closed));
  for (const end of ends) if (isChanged[end.level]) end.walls = wallsAbout(end, levels[end.level], radius);
}

/** The lower one, then the upper. */
function endsOf(link: LinkOutline, index: number): LinkEnd[] {
  const c = linkCorners(link);
  return [link.lower, link.upper].map((level, k) => {
    const [ax, ay, bx, by] = c.subarray(4 * k, 4 * k + 4) as unknown as [number, number, number, number];
    return {
      link: index,
      level,
      fromLink: { ax, ay, bx, by, side: 1 },
      fromFloor: { ax, ay, bx, by, side: -1 },
      walls: new Int32Array(0),
    };
  });
}

function wallsAbout(
  { fromFloor: { ax, ay, bx, by } }: LinkEnd,
  map: DensityMap | undefined,
  radius: number,
): Int32Array {
  if (map === undefined) return new Int32Array(0);
  const { minX, minY } = map;
  const [left, right] = [Math.min(ax, bx) - radius - minX, Math.max(ax, bx) + radius - minX];
  const [bottom, top] = [Math.min(ay, by) - radius - minY, Math.max(ay, by) + radius - minY];
  const { sight } = map;
  const near = wallsNear(sight, map, left, bottom, right, top).values();
  return near.filter((w) => sight.isSolid[w] === 1 && !isOpenDoor(sight, w));
}

function endsNearSquares({ ends, radius }: DensityMaps, map: DensityMap | undefined, level: number): Csr {
  const owner: number[] = [];
  const near: number[] = [];
  ends.forEach((end, e) => {
    if (map === undefined || end.level !== level) return;
    const { ax, ay, bx, by } = end.fromFloor;
    const { minX, minY, size, columns, rows } = map;
    const column1 = squareOf(Math.max(ax, bx) + radius - minX, size, columns);
    const row1 = squareOf(Math.max(ay, by) + radius - minY, size, rows);
    for (let row = squareOf(Math.min(ay, by) - radius - minY, size, rows); row <= row1; row++) {
      for (let column = squareOf(Math.min(ax, bx) - radius - minX, size, columns); column <= column1; column++) {
        owner.push(row * columns + column);
        near.push(e);
      }
    }
  });
  const { first, item } = groupByOwner(Int32Array.from(owner), map?.floor.length ?? 0);
  return { first, item: item.map((k) => near[k]) };
}

/** A frame by the kernel, on all maps. @param link of each person of the frame, the link it stands on; NONE: on floor */
export function addKernelOverLinks(maps: DensityMaps, frame: Frame, link: Int32Array): void {
  const { levels, links } = maps;
  for (const map of levels) map?.density.fill(0);
  for (const map of links) map?.density.fill(0);
  for (let i = 0; i < frame.count; i++) {
    const x = frame.place[2 * i];
    const y = frame.place[2 * i + 1];
    if (!Number.isFinite(x + y)) continue;
    if (link[i] !== NONE && links[link[i]] !== undefined) addOnLink(maps, link[i], x, y);
    else if (levels[frame.level[i]] !== undefined) addOnFloor(maps, frame.level[i], x, y);
  }
  for (const map of levels) if (map !== undefined) keep(map);
  for (const map of links) if (map !== undefined) keep(map);
}

function addOnLink(maps: DensityMaps, k: number, x: number, y: number): void {
  const own = maps.links[k]!;
  let whole = 0;
  for (let e = 2 * k; e < 2 * k + 2; e++) whole += throughEnd(maps, maps.ends[e], 1, x, y, 0);
  if (whole === 0) {
    spreadPerson(own, x, y, maps.radius);
    return;
  }
  whole += weighPerson(own, x, y, maps.radius);
  sharePerson(own, whole);
  for (let e = 2 * k; e < 2 * k + 2; e++) throughEnd(maps, maps.ends[e], 1, x, y, whole);
}

function addOnFloor(maps: DensityMaps, level: number, x: number, y: number): void {
  const { ends } = maps;
  const own = maps.levels[level]!;
  const { first, item } = maps.endsNear[level];
  const square =
    squareOf(y - own.minY, own.size, own.rows) * own.columns + squareOf(x - own.minX, own.size, own.columns);
  const from = first[square];
  const to = first[square + 1];
  let whole = 0;
  for (let k = from; k < to; k++) whole += throughEnd(maps, ends[item[k]], -1, x, y, 0);
  if (whole === 0) {
    spreadPerson(own, x, y, maps.radius);
    return;
  }
  whole += weighPerson(own, x, y, maps.radius);
  sharePerson(own, whole);
  for (let k = from; k < to; k++) throughEnd(maps, ends[item[k]], -1, x, y, whole);
}

const way: Way = { px: 0, py: 0, qx: 0, qy: 0 };

/**
 * The kernel about p on the map behind an end, as far as p sees it through the end: first weighed, floor times kernel;
 * then, of a person who weighs `whole` on all maps it reaches, its share.
 * @param side 1: p is on the link; −1: on the floor
 * @param whole 0 to weigh
 */
function throughEnd(
  { levels, links, radius: h }: DensityMaps,
  end: LinkEnd,
  side: 1 | -1,
  px: number,
  py: number,
  whole: number,
): number {
  const floorMap = levels[end.level];
  const map = side === 1 ? floorMap : links[end.link];
  if (map === undefined || floorMap === undefined) return 0;
  const opening = side === 1 ? end.fromLink : end.fromFloor;
  const before = side * leftOf(opening, px, py);
  if (before < -BEYOND || before > h) return 0;
  const { size, columns, rows, floor, density, parts } = map;
  const { sight, minX, minY } = floorMap;
  const x = px - map.minX;
  const y = py - map.minY;
  const column0 = Math.max(0, Math.floor((x - h) / size));
  const column1 = Math.min(columns - 1, Math.floor((x + h) / size));
  const row0 = Math.max(0, Math.floor((y - h) / size));
  const row1 = Math.min(rows - 1, Math.floor((y + h) / size));
  let weight = 0;
  for (let row = row0; row <= row1; row++) {
    for (let column = column0; column <= column1; column++) {
      const square = row * columns + column;
      if (!(floor[square] > 0)) continue;
      for (let part = square; part !== NONE; part = parts.next[part]) {
        const dx = parts.middle[2 * part] - x;
        const dy = parts.middle[2 * part + 1] - y;
        const inside = 1 - (dx * dx + dy * dy) / (h * h);
        if (!(inside > 0)) continue;
        const qx = px + dx;
        const qy = py + dy;
        const share = passes(opening, px, py, qx, qy, size);
        if (share < 0) continue;
        // Where it goes through the end, and from there to who or what is on the floor.
        way.px = px + share * (qx - px) - minX;
        way.py = py + share * (qy - py) - minY;
        way.qx = (side === 1 ? qx : px) - minX;
        way.qy = (side === 1 ? qy : py) - minY;
        if (isHidden(sight, end.walls, 0, end.walls.length, way)) continue;
        if (whole > 0) density[part] += (inside * inside) / whole;
        else weight += inside * inside * floor[part];
      }
    }
  }
  return weight;
}

/**
 * Does p see the middle q of a part through the end, straight? The share of the way from p to q up to the end; −1: no.
 *
 *        link      • p         A part that the end cuts may have its middle on the wrong side: it counts as lying on
 *      a ────────╱──── b       the end.
 *        floor  • q
 */
function passes(opening: Opening, px: number, py: number, qx: number, qy: number, size: number): number {
  const { ax, ay, bx, by, side } = opening;
  const behind = -side * leftOf(opening, qx, qy);
  if (behind < -Math.SQRT1_2 * size) return -1;
  const before = Math.max(0, side * leftOf(opening, px, py));
  const long = before + Math.max(0, behind);
  const share = long > 0 ? before / long : 1;
  const ex = bx - ax;
  const ey = by - ay;
  const along = ex * (px + share * (qx - px) - ax) + ey * (py + share * (qy - py) - ay);
  return along >= 0 && along <= ex * ex + ey * ey ? share : -1;
}

/** Metres. */
function leftOf({ ax, ay, bx, by }: Opening, x: number, y: number): number {
  const ex = bx - ax;
  const ey = by - ay;
  return (ex * (y - ay) - ey * (x - ax)) / Math.sqrt(ex * ex + ey * ey);
}
