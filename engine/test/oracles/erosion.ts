/**
 * Free space eroded by w/2, computed by polygon offsetting (clipper2-ts): which places hang together for a disc of
 * diameter w?
 *
 * Every wall is inflated by w/2 with round ends and the results are united; the faces of the complement are the places
 * where the disc's centre may be. Two places hang together exactly if the same ring of the union is the innermost one
 * around them. Coordinates are whole micrometres, arcs are chords inside the true arc by at most ARC_ERROR.
 */
import { ClipperOffset, EndType, JoinType, type Path64, type Paths64 } from 'clipper2-ts';
import type { Walls } from './walls.ts';

export const UNITS_PER_METRE = 1e6;
/** How far a chord may lie inside its arc, metres. A width may thus appear too wide by twice this, and rounding. */
const ARC_ERROR = 1e-5;
/** Widths nearer than this to a critical one cannot be judged by offsetting. */
export const WIDTH_ERROR = 2 * ARC_ERROR + 5 / UNITS_PER_METRE;

export interface ErodedSpace {
  /** Rings of the union of inflated walls, in units. */
  rings: Float64Array[];
}

/** @param arcError how far a chord may lie inside its arc, metres */
export function erode(walls: Walls, width: number, arcError = ARC_ERROR): ErodedSpace {
  const offset = new ClipperOffset(2, arcError * UNITS_PER_METRE);
  offset.addPaths(chainsOf(walls), JoinType.Round, EndType.Round);
  const solution: Paths64 = [];
  offset.execute((width / 2) * UNITS_PER_METRE, solution);
  return { rings: solution.map((path) => Float64Array.from(path.flatMap(({ x, y }) => [x, y]))) };
}

/**
 * Walls strung together to long open lines, so that joints are rounded once: straight through corners of two walls,
 * ends everywhere else. A closed chain starts and ends at one of its corners.
 */
function chainsOf(walls: Walls): Paths64 {
  const key = (i: number) => `${walls[i]},${walls[i + 1]}`;
  const point = (i: number) => ({
    x: Math.round(walls[i] * UNITS_PER_METRE),
    y: Math.round(walls[i + 1] * UNITS_PER_METRE),
  });
  const at = new Map<string, number[]>();
  for (let i = 0; i < walls.length; i += 2) at.set(key(i), [...(at.get(key(i)) ?? []), i]);
  const used = new Uint8Array(walls.length / 4);
  const otherEnd = (i: number) => (i % 4 === 0 ? i + 2 : i - 2);
  const follow = (start: number): Path64 => {
    const path = [point(start)];
    for (let i = start; ; ) {
      used[Math.floor(i / 4)] = 1;
      i = otherEnd(i);
      path.push(point(i));
      const star = at.get(key(i))!;
      const ahead = star.find((j) => used[Math.floor(j / 4)] === 0);
      if (star.length !== 2 || ahead === undefined) return path;
      i = ahead;
    }
  };
  const paths: Paths64 = [];
  for (const closed of [false, true]) {
    for (let i = 0; i < walls.length; i += 2) {
      if (used[Math.floor(i / 4)] === 0 && (closed || at.get(key(i))!.length !== 2)) paths.push(follow(i));
    }
  }
  return paths;
}

/** The innermost ring around a place: its component's name; -1 outside of all. */
export function componentAt({ rings }: ErodedSpace, x: number, y: number): number {
  let innermost = -1;
  let least = Infinity;
  rings.forEach((ring, i) => {
    if (!windsAround(ring, x * UNITS_PER_METRE, y * UNITS_PER_METRE)) return;
    const size = Math.abs(areaOf(ring));
    if (size < least) {
      least = size;
      innermost = i;
    }
  });
  return innermost;
}

function windsAround(ring: Float64Array, x: number, y: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    const ay = ring[i + 1];
    const by = ring[j + 1];
    if (ay > y !== by > y && x < ring[i] + ((y - ay) / (by - ay)) * (ring[j] - ring[i])) inside = !inside;
  }
  return inside;
}

function areaOf(ring: Float64Array): number {
  let twice = 0;
  for (let i = 0, j = ring.length - 2; i < ring.length; j = i, i += 2) {
    twice += ring[j] * ring[i + 1] - ring[i] * ring[j + 1];
  }
  return twice / 2;
}
