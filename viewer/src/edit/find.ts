/** What is drawn at a place: the nearest point, else line, else the smallest area around it. Coordinates are those of the plan. */
import type { Data, Path, Point } from '../document/document.ts';
import { isSamePath, outlineOf, type Shape, shownShape, type Thing, thingsOf } from '../document/things.ts';
import { footOn } from './snap.ts';

/** Pixels. */
const NEAR = 16;

export interface Looking {
  /** undefined: there is but one, or it is not known. */
  level: string | undefined;
  chosen: Path | undefined;
  /** Metres that a pixel takes. */
  pixel: number;
  /** May it be this one? */
  isMeant?: (thing: Thing) => boolean;
}

export function thingAt(data: Data, at: Point, { level, chosen, pixel, isMeant }: Looking): Thing | undefined {
  let best: Thing | undefined;
  let least = Infinity;
  for (const thing of thingsOf(data)) {
    if (isMeant?.(thing) === false) continue;
    if (level !== undefined && thing.level !== undefined && thing.level !== level) continue;
    // An area with a name is taken for who is in it, unless it is chosen itself.
    const isChosen = isSamePath(thing.path, chosen);
    if (thing.kind === 'area' && !isChosen) continue;
    const shape = shownShape(data, thing);
    if (shape === undefined) continue;
    // What is chosen stays so where several lie on each other.
    const cost = costOf(shape, at, NEAR * pixel) - (isChosen ? 1e-3 : 0);
    const weighed = thing.kind === 'floor' ? cost + 1e9 : cost;
    if (weighed >= least) continue;
    least = weighed;
    best = thing;
  }
  return best;
}

/** Points below lines below areas, those by size; Infinity: not there. */
function costOf(shape: Shape, at: Point, near: number): number {
  if (shape.form === 'point') {
    const far = away(shape.points[0], at);
    return far < near ? far / near : Infinity;
  }
  if (shape.form === 'line') {
    const far = fromLine(shape.points, at);
    return far < near ? 1 + far / near : Infinity;
  }
  const ring = outlineOf(shape);
  return isInside(ring, at) ? 2 + areaOf(ring) : Infinity;
}

export const away = (a: Point, b: Point): number => Math.hypot(a[0] - b[0], a[1] - b[1]);

export function fromLine(points: readonly Point[], [x, y]: Point): number {
  let least = Infinity;
  for (let k = 0; k + 1 < points.length; k++) {
    const foot = footOn([...points[k], ...points[k + 1]], x, y);
    least = Math.min(least, Math.hypot(foot[0] - x, foot[1] - y));
  }
  return least;
}

function isInside(ring: readonly Point[], [x, y]: Point): boolean {
  let isIn = false;
  ring.forEach(([ax, ay], k) => {
    const [bx, by] = ring[(k + 1) % ring.length];
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) isIn = !isIn;
  });
  return isIn;
}

function areaOf(ring: readonly Point[]): number {
  let twice = 0;
  ring.forEach(([ax, ay], k) => {
    const [bx, by] = ring[(k + 1) % ring.length];
    twice += ax * by - bx * ay;
  });
  return Math.abs(twice) / 2;
}
