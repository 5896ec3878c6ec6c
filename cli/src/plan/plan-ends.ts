/**
 * Start and goal as people give them, x,y or x,y,level in the file's coordinates → metres and a level.
 *
 * A level is said by its name, or by its number from 0 where no level has that name. Unsaid, it is the one whose floor
 * lies at x,y; several storeys above each other have to be told apart by the caller, so that is asked for. Off all
 * floors it is the level with the nearest one: the planner then moves the end there or says how far it is.
 */
import {
  indexCells,
  InputError,
  locate,
  nearestWalkable,
  NONE,
  planCoordinates,
  shortened,
  type World,
} from '@foulee/engine';
import { parseNumber } from '../place/environment.ts';
import { plainText } from '../terminal/output.ts';

/** In the file's coordinates. */
export interface GivenEnd {
  x: number;
  y: number;
  /** Name or number, as given. */
  level?: string;
}

/** In the plan's metres. */
export interface PlanEnd {
  at: [number, number];
  level: number;
}

/** Metres from the plan's zero: nothing people walk through is farther away. */
const FARTHEST = 1e9;
/** Level names listed in a message. */
const NAMES_LISTED = 12;

export function parseEnd(option: string, text: string): GivenEnd {
  const remedy = 'x,y or x,y,level in the coordinates of the file, for example 12.5,-3';
  // A level's name may hold commas.
  const [x, y, ...level] = text.split(',');
  if (x === undefined || y === undefined) {
    throw new InputError(option, `"${text}" is not a place`, `give ${remedy}`);
  }
  const end: GivenEnd = { x: parseNumber(option, x, remedy), y: parseNumber(option, y, remedy) };
  if (level.length > 0) end.level = level.join(',').trim();
  return end;
}

/** @param where what to name in an error: an option, or a line of a file */
export type LocateEnd = (where: string, end: GivenEnd) => PlanEnd;

export function createEndLocator({ mesh, plan }: World): LocateEnd {
  const toPlan = planCoordinates(plan.frame);
  const { levels, origin } = mesh;
  // One level needs no looking.
  const index = levels.length > 1 ? indexCells(mesh) : undefined;
  const list = () => {
    const names = levels.slice(0, NAMES_LISTED).map(({ name }) => plainText(shortened(name)));
    return `${names.join(', ')}${levels.length > NAMES_LISTED ? ', …' : ''}`;
  };
  const named = (where: string, text: string): number => {
    const byName = levels.findIndex(({ name }) => name === text);
    if (byName >= 0) return byName;
    const number = /^\d+$/.test(text) ? Number(text) : NaN;
    if (number < levels.length) return number;
    const remedy = levels.length === 1 ? 'leave it out: there is one level' : `give one of ${list()}`;
    throw new InputError(where, `there is no level "${text}"`, remedy);
  };
  return (where, { x, y, level }) => {
    const at = toPlan(x, y);
    if (!(Math.abs(at[0]) <= FARTHEST && Math.abs(at[1]) <= FARTHEST)) {
      throw new InputError(where, `${x},${y} is nowhere near the place`, 'give coordinates as the file has them');
    }
    if (level !== undefined) return { at, level: named(where, level) };
    if (index === undefined) return { at, level: 0 };
    const [meshX, meshY] = [at[0] - origin[0], at[1] - origin[1]];
    const holding = levels.flatMap((_, l) => (locate(mesh, index, l, meshX, meshY) === NONE ? [] : [l]));
    if (holding.length > 1) {
      const names = holding.map((l) => plainText(levels[l].name)).join(' and ');
      const first = plainText(levels[holding[0]].name);
      throw new InputError(
        where,
        `${x},${y} is on ${names}`,
        `say which level is meant, for example ${x},${y},${first}`,
      );
    }
    if (holding.length === 1) return { at, level: holding[0] };
    let nearest = { level: 0, distance: Infinity };
    for (let l = 0; l < levels.length; l++) {
      const distance = nearestWalkable(mesh, index, l, meshX, meshY, nearest.distance)?.distance ?? Infinity;
      if (distance < nearest.distance) nearest = { level: l, distance };
    }
    return { at, level: nearest.level };
  };
}
