/**
 * Where people are lost, and the signs there are → the best place for one more sign: from where it could be read, people searched for longest who
 * could read no sign that shows what they seek. A sign of the usual kind: 20 m, 170°.
 *
 * Places to choose from lie 0.2 m before walls, about 2 m apart, facing away from the wall. Each is rated by the seconds of search (lost-map.ts) before it
 * (`isBefore`) and in a straight line of sight. A sign that shows nothing of what people seek in a square covers nothing of it.
 * People still have to look that way, and the time it would save is another question: put it in and run again.
 *
 * First all are rated as if there were no walls, which is cheap and never too low. Then, from the best of these down, with lines of sight, until no
 * other can be better, or 200 are done. Same numbers, same answer: of equals the first. Cost: at most 2,000 places times the 5,000 squares of the longest
 * search, lines of sight from 200 places, and all squares times the signs within their range: about 10 ms for twelve rooms, 100 ms for four hundred.
 */
import { NONE } from '../core/none.ts';
import { angleFrom, sineCosineDegrees } from '../core/trigonometry.ts';
import type { Knowledge, PlacedSign } from '../knowledge/knowledge.ts';
import { isBefore, isLegible, type SignView } from '../knowledge/sign-audit.ts';
import { nextSideOf } from '../subdivision/cells.ts';
import { type CellIndex, locate } from '../subdivision/locate.ts';
import type { LostMap } from './lost-map.ts';

/** What a sign is if the scenario does not say otherwise: metres, degrees (scenario/parse-signs.ts). */
const RANGE = 20;
const ANGLE = 170;
/** Metres before a wall, and between two places. */
const BEFORE_WALL = 0.2;
const SPACING = 2;
/** Metres of straight wall that a sign needs: the sides of a doorway are too short. */
const SHORTEST = 1;
const MOST_PLACES = 2000;
const MOST_SQUARES = 5000;
const MOST_LOOKED_FROM = 200;

export interface SignPlace {
  /** Mesh coordinates; the plan's are whole centimetres. */
  x: number;
  y: number;
  level: number;
  /** Whole degrees of where it faces, from the x axis. */
  degrees: number;
  /** Goals that people seek in the squares it covers. */
  goals: number[];
  /** Seconds of search that it covers, of all those that no sign covers. */
  seconds: number;
  uncovered: number;
}

interface Candidate extends SignView {
  degrees: number;
  /** Seconds before it, walls apart. */
  bound: number;
}

/** @returns undefined where nobody searched who could not read a sign, or no place is better than none */
export function bestSign(map: LostMap, { signs }: Pick<Knowledge, 'signs'>, cells: CellIndex): SignPlace | undefined {
  const squares = uncoveredSquares(map, signs);
  const uncovered = secondsOf(map, squares);
  if (uncovered === 0) return undefined;
  const rated = squares.slice(0, MOST_SQUARES);
  const candidates = placesBeforeWalls(map, rated, cells);
  for (const one of candidates) {
    for (const e of rated) {
      const isNear = one.level === map.level.array[e] && isBefore(one, map.x.array[e], map.y.array[e]);
      if (isNear) one.bound += map.search.array[e];
    }
  }
  let best: Candidate | undefined;
  let most = 0;
  for (const one of candidates.toSorted((a, b) => b.bound - a.bound).slice(0, MOST_LOOKED_FROM)) {
    if (one.bound <= most) break;
    const seconds = secondsOf(
      map,
      rated.filter((e) => covers(map, one, e)),
    );
    if (seconds <= most) continue;
    most = seconds;
    best = one;
  }
  if (best === undefined) return undefined;
  const { x, y, level, degrees } = best;
  const covered = squares.filter((e) => covers(map, best, e));
  const goals = new Set(covered.flatMap((e) => map.wants[map.want.array[e]]));
  const sorted = [...goals].toSorted((a, b) => a - b);
  return { x, y, level, degrees, goals: sorted, seconds: secondsOf(map, covered), uncovered };
}

function secondsOf({ search }: LostMap, squares: readonly number[]): number {
  return squares.reduce((sum, e) => sum + search.array[e], 0);
}

/** Squares from which people could read no sign that shows what they sought there, the longest search first. */
function uncoveredSquares(map: LostMap, signs: readonly PlacedSign[]): number[] {
  const all: number[] = [];
  for (let e = 0; e < map.x.length; e++) if (map.search.array[e] > 0 && map.cell.array[e] !== NONE) all.push(e);
  const helps = ({ tells }: PlacedSign, e: number) => tells.some((goal) => map.wants[map.want.array[e]].includes(goal));
  return all
    .filter((e) => !signs.some((sign) => helps(sign, e) && covers(map, sign, e)))
    .toSorted((a, b) => map.search.array[b] - map.search.array[a] || a - b);
}

function covers({ scenery, level, x, y }: LostMap, sign: SignView, e: number): boolean {
  return isLegible(scenery, sign, level.array[e], x.array[e], y.array[e]);
}

/**
 * Along the walls near the squares, the same distance apart; one in each square and direction, where walls are cut into short pieces.
 * @param squares entries of the map
 */
function placesBeforeWalls(
  { scenery: { mesh }, x: xs, y: ys }: LostMap,
  squares: number[],
  cells: CellIndex,
): Candidate[] {
  const [left, right] = rangeOf(squares.map((e) => xs.array[e]));
  const [bottom, top] = rangeOf(squares.map((e) => ys.array[e]));
  const { vertices, sideVertex, sideTwin, sideWall, sideBoundary, sideCell, cellLevel, cellLink, origin } = mesh;
  const ends = (s: number) => {
    const [a, b] = [2 * sideVertex[s], 2 * sideVertex[nextSideOf(mesh, s)]];
    const [ax, ay, dx, dy] = [
      vertices[a],
      vertices[a + 1],
      vertices[b] - vertices[a],
      vertices[b + 1] - vertices[a + 1],
    ];
    return { ax, ay, dx, dy, long: Math.sqrt(dx * dx + dy * dy) };
  };
  const walls: number[] = [];
  const wallLength = new Map<number, number>();
  let length = 0;
  for (let s = 0; s < sideTwin.length; s++) {
    if (sideTwin[s] !== NONE || sideBoundary[s] === 1 || cellLink[sideCell[s]] !== NONE) continue;
    const { ax, ay, dx, dy, long } = ends(s);
    const isNear = Math.max(ax, ax + dx) >= left && Math.min(ax, ax + dx) <= right;
    if (!isNear || Math.max(ay, ay + dy) < bottom || Math.min(ay, ay + dy) > top) continue;
    walls.push(s);
    length += long;
    wallLength.set(sideWall[s], (wallLength.get(sideWall[s]) ?? 0) + long);
  }
  const spacing = Math.max(SPACING, length / MOST_PLACES);
  const cosine = sineCosineDegrees(ANGLE / 2)[1];
  const taken = new Set<string>();
  const found: Candidate[] = [];
  for (const s of walls) {
    const { ax, ay, dx, dy, long } = ends(s);
    if (!(long > 0) || (wallLength.get(sideWall[s]) ?? 0) < SHORTEST) continue;
    const level = cellLevel[sideCell[s]];
    // The floor is to the left of the wall: the sign faces along (−dy, dx).
    const degrees = Math.round((Math.sign(dx) * angleFrom(dx, -dy) * 180) / Math.PI) || (dy > 0 ? 180 : 0);
    const count = Math.max(1, Math.floor(long / spacing));
    for (let k = 0; k < count; k++) {
      const share = (k + 0.5) / count;
      // Whole centimetres of the plan, so that what is printed is what was rated.
      const x = inCentimetres(ax + share * dx - (BEFORE_WALL * dy) / long, origin[0]);
      const y = inCentimetres(ay + share * dy + (BEFORE_WALL * dx) / long, origin[1]);
      const key = [level, Math.floor(x / spacing), Math.floor(y / spacing), Math.round(degrees / 45) % 8].join();
      if (taken.has(key)) continue;
      const cell = locate(mesh, cells, level, x, y);
      if (cell === NONE || cellLink[cell] !== NONE) continue;
      taken.add(key);
      const [sine, cosineOfIt] = sineCosineDegrees(degrees);
      found.push({ x, y, level, cell, degrees, dx: cosineOfIt, dy: sine, range: RANGE, cosine, bound: 0 });
    }
  }
  const every = Math.ceil(found.length / MOST_PLACES);
  return found.filter((_, k) => k % every === 0);
}

/** From the least to the greatest, and as far around as a sign can be read. */
function rangeOf(values: readonly number[]): [number, number] {
  const least = values.reduce((low, value) => Math.min(low, value), Infinity);
  const greatest = values.reduce((high, value) => Math.max(high, value), -Infinity);
  return [least - RANGE, greatest + RANGE];
}

function inCentimetres(metres: number, origin: number): number {
  return Math.round(100 * (metres + origin)) / 100 - origin;
}
