/**
 * Obstacles, walls and glass that come and go while people walk, from the scenario's events as they are written in its file (events.ts tells
 * of all kinds of events):
 *
 *   placeAfter  the scenario with the obstacles and walls that stand at a moment, so that they can be chosen and moved like all others
 *   eventsOf    what somebody changed of those → the events that do it, each one thing that comes, goes, or is moved
 *   changedFromStart  the scenario in which those events happen at its start
 *
 * What an event takes away is told by its name, or by a point in it: as the engine does (map/change-plan.ts), a point means the smallest obstacle
 * around it, else the wall it is on.
 */
import type { PlaceEventFile } from '@foulee/engine';
import {
  type Data,
  freeName,
  isRecord,
  listAt,
  type Path,
  type Point,
  put,
  recordAt,
  valueAt,
} from '../document/document.ts';
import { isInline, isSamePath, levelPath, outlineOf, shapeOf } from '../document/things.ts';

type List = 'obstacles' | 'lines' | 'glass';
const LISTS: readonly List[] = ['obstacles', 'lines', 'glass'];
/** What an event calls a thing of a list. */
const PIECES = { obstacles: 'obstacle', lines: 'wall', glass: 'glass' } as const;
/** Metres from a wall within which a point is on it. */
const ON_WALL = 0.1;

/** Cannot be said as an event: for people. */
export interface Refused {
  what: string;
  remedy: string;
}

/** In the order in which they happen. */
const eventsIn = (data: Data): PlaceEventFile[] =>
  listAt(data, ['events'])
    .filter(isPlaceEvent)
    .toSorted((a, b) => a.at - b.at);

function isPlaceEvent(event: unknown): event is PlaceEventFile {
  return isRecord(event) && typeof event.at === 'number' && (event.add !== undefined || event.remove !== undefined);
}

/** How many events have changed the place by a moment. */
export function changesUntil(data: Data, time: number): number {
  return eventsIn(data).filter(({ at }) => at <= time + 1e-9).length;
}

/**
 * The scenario with the place as it is after so many changes.
 * @param levels of a place from a file, if it has several: what comes stands on one of them
 * @returns the data itself, if nothing has changed by then
 */
export function placeAfter(data: Data, changes: number, levels: readonly string[]): Data {
  return standing(data, changes, levels).data;
}

/** The same, and the names of what events put in, by what stands in the lists. */
function standing(data: Data, changes: number, levels: readonly string[]): { data: Data; names: Map<unknown, string> } {
  const names = new Map<unknown, string>();
  let now = data;
  if (!isInline(data) && levels.length > 1) {
    now = put(data, ['environment', 'levels'], Object.fromEntries(levels.map((level) => [level, {}])));
  }
  for (const { remove, add } of eventsIn(data).slice(0, changes)) {
    const found = remove === undefined ? undefined : toGo(now, names, remove);
    if (found !== undefined) names.delete(valueAt(now, found));
    const list = add === undefined ? [] : [...levelPath(now, add.level), listOf(add)];
    const value = add === undefined ? undefined : valueAt(add, [PIECES[listOf(add)]]);
    // What is moved stays where it is in its list, and chosen.
    const isMoved = found !== undefined && isSamePath(found.slice(0, -1), list);
    if (found !== undefined) now = put(now, found, isMoved ? value : undefined);
    if (value === undefined) continue;
    if (!isMoved) now = put(now, [...list, listAt(now, list).length], value);
    if (add?.name !== undefined) names.set(value, add.name);
  }
  return { data: now, names };
}

function listOf(piece: object): List {
  return LISTS.find((list) => PIECES[list] in piece) ?? 'obstacles';
}

function toGo(
  data: Data,
  names: ReadonlyMap<unknown, string>,
  remove: NonNullable<PlaceEventFile['remove']>,
): Path | undefined {
  if (typeof remove !== 'string') return pieceAt(data, remove.level, remove.at);
  return pathOf(data, [...names].find(([, name]) => name === remove)?.[0]);
}

/** Levels of a place; undefined stands for the only one of a place without names of levels. */
function levelsOf(data: Data): (string | undefined)[] {
  const names = Object.keys(recordAt(data, ['environment', 'levels']));
  return names.length === 0 ? [undefined] : names;
}

/** Where something stands in the lists. */
function pathOf(data: Data, value: unknown): Path | undefined {
  if (value === undefined) return undefined;
  for (const level of levelsOf(data)) {
    for (const list of LISTS) {
      const path = [...levelPath(data, level), list];
      const index = listAt(data, path).indexOf(value);
      if (index >= 0) return [...path, index];
    }
  }
  return undefined;
}

/**
 * What stands at a point: the smallest obstacle around it, else the nearest wall, opaque or glass, it is on; of several that are as small
 * or near, the first.
 * @param isClear undefined, if there are several
 */
function pieceAt(data: Data, level: string | undefined, [x, y]: Point, isClear = false): Path | undefined {
  const base = levelPath(data, level);
  const nearest = (lists: readonly List[], far: (value: unknown) => number): Path | undefined => {
    const all = lists.flatMap((list) =>
      listAt(data, [...base, list]).map((value, k) => ({ path: [...base, list, k], distance: far(value) })),
    );
    const least = Math.min(...all.map(({ distance }) => distance));
    const found = all.filter(({ distance }) => distance === least);
    return least === Infinity || (isClear && found.length > 1) ? undefined : found[0].path;
  };
  const obstacle = nearest(['obstacles'], (value) => {
    const shape = shapeOf(value);
    const ring = shape === undefined ? [] : outlineOf(shape);
    return isInside(ring, x, y) ? areaOf(ring) : Infinity;
  });
  if (obstacle !== undefined) return obstacle;
  return nearest(['lines', 'glass'], (value) => {
    const distance = distanceTo(shapeOf(value)?.points ?? [], x, y);
    return distance <= ON_WALL ? distance : Infinity;
  });
}

/**
 * What was changed of the obstacles and walls.
 * @param after what `placeAfter` gave for the same, changed
 * @returns undefined if something else of the place was changed, too
 */
export function eventsOf(
  data: Data,
  changes: number,
  levels: readonly string[],
  after: Data,
): Omit<PlaceEventFile, 'at'>[] | Refused | undefined {
  const { data: before, names } = standing(data, changes, levels);
  if (withoutPieces(before) !== withoutPieces(after)) return undefined;
  const taken = new Set(eventsIn(data).flatMap(({ add }) => add?.name ?? []));
  const events: Omit<PlaceEventFile, 'at'>[] = [];
  for (const level of levelsOf(before)) {
    for (const list of LISTS) {
      const was: unknown[] = listAt(before, [...levelPath(before, level), list]);
      const is: unknown[] = listAt(after, [...levelPath(after, level), list]);
      const gone = was.filter((value) => !is.includes(value));
      const come = is.filter((value) => !was.includes(value));
      for (let k = 0; k < Math.max(gone.length, come.length); k++) {
        const remove = k < gone.length ? referTo(before, names, level, gone[k]) : undefined;
        if (remove === null) {
          const remedy = 'change it from the start: stop the run first';
          return { what: 'lies with others, and cannot be told from them', remedy };
        }
        const event: Omit<PlaceEventFile, 'at'> = remove === undefined ? {} : { remove };
        if (k < come.length) {
          // What is moved keeps its name.
          const name = typeof remove === 'string' ? remove : freeName(PIECES[list], taken);
          taken.add(name);
          const where = level === undefined ? {} : { level };
          // The data is not checked here: the engine does that.
          event.add = {
            [PIECES[list]]: come[k],
            name,
            ...where,
          } as PlaceEventFile['add'] & {};
        }
        events.push(event);
      }
    }
  }
  if (events.length === 0) return undefined;
  // What goes, goes first: glass that becomes a wall would else lie on it, and a point on both means the wall.
  return events.sort((a, b) => Number(a.remove === undefined) - Number(b.remove === undefined));
}

/** Seconds: what happens by then, happens at the start. */
const START = 1e-9;

/** Do both put the same in at the start? */
export function isSameAtStart(a: Data, b: Data): boolean {
  const atStart = (data: Data) => JSON.stringify(eventsIn(data).filter(({ at }) => at <= START));
  return a.events === b.events || atStart(a) === atStart(b);
}

/**
 * The scenario with changes from its start on. What was put in then and is now moved or taken away is changed in its own event, so that
 * there is one for each thing that stands.
 * @param changes as `eventsOf` gives them
 */
export function changedFromStart(
  data: Data,
  changes: readonly Omit<PlaceEventFile, 'at'>[],
): { data: Data } | { refused: Refused } {
  const events = [...listAt(data, ['events'])];
  for (const { remove, add } of changes) {
    const own = events.findLastIndex(
      (event) => isPlaceEvent(event) && event.at <= START && remove !== undefined && event.add?.name === remove,
    );
    if (own < 0) {
      const last = events.findLastIndex(
        (event) => isRecord(event) && typeof event.at === 'number' && event.at <= START,
      );
      events.splice(last + 1, 0, {
        at: 0,
        ...(remove === undefined ? {} : { remove }),
        ...(add === undefined ? {} : { add }),
      });
      continue;
    }
    const before = events[own] as PlaceEventFile;
    if (add !== undefined) {
      events[own] = { ...before, add };
      continue;
    }
    const later = events.find((event) => isPlaceEvent(event) && event.at > START && event.remove === remove);
    if (later !== undefined) {
      const what = `is moved or taken away after ${(later as PlaceEventFile).at} s, and must be there until then`;
      return { refused: { what, remedy: 'undo that first, or take it out of the events of the file' } };
    }
    const { add: _, ...rest } = before;
    if (rest.remove === undefined) events.splice(own, 1);
    else events[own] = rest;
  }
  return { data: put(data, ['events'], events.length === 0 ? undefined : events) };
}

/** The rest of the environment, to be compared. */
function withoutPieces(data: Data): string {
  return JSON.stringify(data.environment, (key, value: unknown) =>
    (LISTS as readonly string[]).includes(key) ? undefined : value,
  );
}

/** How an event speaks of what stands there: by its name, or by a point. null: neither can tell it from others. */
function referTo(
  data: Data,
  names: ReadonlyMap<unknown, string>,
  level: string | undefined,
  value: unknown,
): NonNullable<PlaceEventFile['remove']> | null {
  const name = names.get(value);
  if (name !== undefined) return name;
  const shape = shapeOf(value);
  const points = shape === undefined ? [] : outlineOf(shape);
  const found = pointsIn(points).find((point) => valueAt(data, pieceAt(data, level, point, true) ?? ['']) === value);
  if (found === undefined) return null;
  const at: [number, number] = [...found];
  return level === undefined ? { at } : { at, level };
}

/** Points that may be inside a ring, or on a line: to the millimetre. */
function pointsIn(points: readonly Point[]): Point[] {
  const middle = (among: readonly Point[]): Point => [
    Math.round((1000 * among.reduce((sum, [x]) => sum + x, 0)) / among.length) / 1000,
    Math.round((1000 * among.reduce((sum, [, y]) => sum + y, 0)) / among.length) / 1000,
  ];
  const threes = points.map((point, k) => [points.at(k - 1)!, point, points[(k + 1) % points.length]]);
  const twos = points.slice(1).map((point, k) => [points[k], point]);
  return [points, ...threes, ...twos].map(middle);
}

function isInside(ring: readonly Point[], x: number, y: number): boolean {
  let isIn = false;
  for (let a = ring.length - 1, b = 0; b < ring.length; a = b++) {
    const [ax, ay] = ring[a];
    const [bx, by] = ring[b];
    const below = ay <= y;
    if (below === by <= y) continue;
    if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0 === below) isIn = !isIn;
  }
  return isIn;
}

function areaOf(ring: readonly Point[]): number {
  let twice = 0;
  ring.forEach(([x, y], k) => {
    const [nextX, nextY] = ring[(k + 1) % ring.length];
    twice += (x - ring[0][0]) * (nextY - ring[0][1]) - (nextX - ring[0][0]) * (y - ring[0][1]);
  });
  return Math.abs(twice) / 2;
}

function distanceTo(line: readonly Point[], x: number, y: number): number {
  let least = Infinity;
  for (let k = 1; k < line.length; k++) {
    const [ax, ay] = line[k - 1];
    const [ex, ey] = [line[k][0] - ax, line[k][1] - ay];
    const squared = ex * ex + ey * ey;
    const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * ex + (y - ay) * ey) / squared));
    least = Math.min(least, Math.hypot(x - ax - share * ex, y - ay - share * ey));
  }
  return least;
}
