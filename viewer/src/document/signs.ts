/**
 * Signs of a scenario: where they face, what they show, and how they look in a plan: a plate, and an arrow to where it faces. Degrees are counter-clockwise from
 * the x axis, as in the file.
 */
import type { Created } from './create.ts';
import { type Data, freeName, isRecord, type Path, type Point, put, recordAt, rounded, valueAt } from './document.ts';
import { namesOf } from './references.ts';

/** What a sign shows that is a map of the whole place. */
export const EVERYTHING = 'everything';
/** Where the file does not say it (engine: parse-signs.ts). */
export const USUAL_SIGN = { range: 20, angle: 170, notice: 1 };

/** Metres: half the plate, from there to the tip of the arrow, and the barbs. */
const HALF = 0.45;
const ARROW = 0.9;
const BARB = 0.28;
/** Sides of the outline of where a sign can be read. */
const SIDES = 36;

const inDegrees = (dx: number, dy: number): number => rounded((180 * Math.atan2(dy, dx)) / Math.PI);

/** Where a sign faces. */
export function facingOf(entry: unknown): number {
  const facing = valueAt(entry, ['facing']);
  if (typeof facing === 'number') return facing;
  const [x, y] = (valueAt(facing, ['towards']) ?? []) as Partial<Point>;
  const [fromX, fromY] = (valueAt(entry, ['at']) ?? []) as Partial<Point>;
  if (typeof x !== 'number' || typeof y !== 'number' || fromX === undefined || fromY === undefined) return 0;
  return inDegrees(x - fromX, y - fromY);
}

/** Whole degrees from one point to another; those of a sign that looks there. */
export function degreesTo([x, y]: Point, [toX, toY]: Point): number {
  return Math.round(inDegrees(toX - x, toY - y));
}

/** Goals whose way a sign shows; undefined: everything. */
export function shownGoals(data: Data, entry: unknown): readonly string[] | undefined {
  const shows = valueAt(entry, ['shows']);
  const names = typeof shows === 'string' ? [shows] : Array.isArray(shows) ? (shows as string[]) : [];
  return names.includes(EVERYTHING) && !namesOf(data, 'goal').includes(EVERYTHING) ? undefined : names;
}

/** What a sign shows, as in the file: one name, or a list. */
export function showsOf(goals: readonly string[]): unknown {
  return goals.length === 1 ? goals[0] : goals;
}

/** @param shows goals; not given, it shows the way to the first exit, or else goal; where there is neither it is a map */
export function addSign(data: Data, at: Point, facing: number, level?: string, shows?: readonly string[]): Created {
  const name = freeName('sign', Object.keys(recordAt(data, ['signs'])));
  const [first = EVERYTHING] = ['exits', 'goals'].flatMap((section) => Object.keys(recordAt(data, [section])));
  const entry = {
    at: [rounded(at[0]), rounded(at[1])],
    ...(level === undefined ? {} : { level }),
    facing,
    shows: shows === undefined ? first : showsOf(shows),
  };
  const path: Path = ['signs', name];
  return { data: put(data, path, entry), path };
}

function directionOf(degrees: number): Point {
  const angle = (Math.PI * degrees) / 180;
  return [Math.cos(angle), Math.sin(angle)];
}

/** The two ends of its plate. */
export function plateOf([x, y]: Point, degrees: number): [Point, Point] {
  const [dx, dy] = directionOf(degrees);
  return [
    [x - HALF * dy, y + HALF * dx],
    [x + HALF * dy, y - HALF * dx],
  ];
}

/** Where the arrow ends: what is dragged to turn a sign. */
export function tipOf([x, y]: Point, degrees: number): Point {
  const [dx, dy] = directionOf(degrees);
  return [x + ARROW * dx, y + ARROW * dy];
}

/** Plate, shaft and head, as lines. */
export function signLines(at: Point, degrees: number): readonly (readonly Point[])[] {
  const [dx, dy] = directionOf(degrees);
  const tip = tipOf(at, degrees);
  const barb = (side: 1 | -1): Point => [
    tip[0] - BARB * (dx + 0.7 * side * dy),
    tip[1] - BARB * (dy - 0.7 * side * dx),
  ];
  return [plateOf(at, degrees), [at, tip], [barb(1), tip, barb(-1)]];
}

/** From where it can be read, if nothing is in between: at an angle the range falls with its cosine. */
export function readableFrom(at: Point, entry: unknown): Point[] {
  const numberOr = (field: 'range' | 'angle') => {
    const said = isRecord(entry) ? entry[field] : undefined;
    return typeof said === 'number' ? said : USUAL_SIGN[field];
  };
  const [range, angle] = [numberOr('range'), Math.min(180, numberOr('angle'))];
  const facing = facingOf(entry);
  const around = Array.from({ length: SIDES + 1 }, (_, k): Point => {
    const off = angle * (k / SIDES - 0.5);
    const far = range * Math.max(0, Math.cos((Math.PI * off) / 180));
    const [dx, dy] = directionOf(facing + off);
    return [at[0] + far * dx, at[1] + far * dy];
  });
  return [at, ...around];
}
