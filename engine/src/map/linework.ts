/**
 * From a level of a Plan to loose segments that know where they come from (Plan → Linework and its sources).
 *
 * Every ring, line, door and portal is a source; a segment carries its source's index through the arrangement, so that
 * afterwards each edge knows which polygons it bounds and whether it is a wall, a door or a portal.
 */
import { InputError } from '../core/errors.ts';
import { GrowableFloats, GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { Linework } from './arrangement.ts';
import { placeDoors } from './doors.ts';
import { checkLink, linkCorners } from './links.ts';
import type { Plan } from './plan.ts';

/** What a source is: the outer ring or a hole of a polygon, a wall without thickness, a door, a portal of a link. */
export const OUTER = 0;
export const HOLE = 1;
export const LINE = 2;
export const DOORWAY = 3;
export const LINK_PORTAL = 4;

export interface Sources {
  kind: GrowableInts;
  /** Rings: the polygon. Doors: the door of the plan. Portals: 2 * link, + 1 for the upper side. Lines: NONE. */
  owner: GrowableInts;
  /** Per polygon (rings' owners): 1 obstacle, 0 walkable. */
  obstacle: GrowableInts;
  /** 1: walls along this source are the artificial boundary. */
  boundary: GrowableInts;
  /** 1: a line that people can see through. */
  glass: GrowableInts;
}

export interface LevelLinework {
  work: Linework;
  sources: Sources;
}

/** All segments of one level, shifted by -origin. */
export function gatherLinework(plan: Plan, level: number, origin: [number, number]): LevelLinework {
  const ends = new GrowableFloats(4096);
  const source = new GrowableInts(1024);
  const sources: Sources = {
    kind: new GrowableInts(),
    owner: new GrowableInts(),
    obstacle: new GrowableInts(),
    boundary: new GrowableInts(),
    glass: new GrowableInts(),
  };
  const [originX, originY] = origin;

  const addSource = (kind: number, owner: number, boundary = 0, glass = 0): number => {
    sources.kind.push(kind);
    sources.owner.push(owner);
    sources.boundary.push(boundary);
    sources.glass.push(glass);
    return sources.kind.length - 1;
  };
  const addSegment = (from: number, ax: number, ay: number, bx: number, by: number) => {
    ends.push(ax - originX);
    ends.push(ay - originY);
    ends.push(bx - originX);
    ends.push(by - originY);
    source.push(from);
  };
  const addRing = (kind: number, owner: number, ring: Float64Array, boundary: number) => {
    const from = addSource(kind, owner, boundary);
    const count = ring.length >> 1;
    for (let i = 0, j = count - 1; i < count; j = i++) {
      addSegment(from, ring[2 * j], ring[2 * j + 1], ring[2 * i], ring[2 * i + 1]);
    }
  };
  const addLine = (line: Float64Array, boundary: number, isGlass = false) => {
    const from = addSource(LINE, NONE, boundary, isGlass ? 1 : 0);
    for (let i = 2; i < line.length; i += 2) addSegment(from, line[i - 2], line[i - 1], line[i], line[i + 1]);
  };
  const addPolygon = (obstacle: boolean, rings: Float64Array[], isBoundary = false) => {
    const polygon = sources.obstacle.length;
    sources.obstacle.push(obstacle ? 1 : 0);
    rings.forEach((ring, i) => {
      addRing(i === 0 ? OUTER : HOLE, polygon, ring, isBoundary ? 1 : 0);
    });
  };

  const { polygons, lines, glass = [], boundaries = [], floor, margin, extent } = plan.levels[level];
  for (const { role, rings, isBoundary = false } of polygons) {
    addPolygon(role === 'obstacle', rings, isBoundary && role === 'walkable');
  }
  for (const line of lines) addLine(line, 0);
  for (const line of glass) addLine(line, 0, true);
  const marks = sources.kind.length;
  for (const line of boundaries) addLine(line, 1);
  const marked = sources.kind.length;
  if (floor === 'box') addPolygon(false, [extent ?? boxAround(ends.values(), margin, origin)], true);
  const drawn = sources.kind.length;
  plan.links.forEach((link, i) => {
    if (link.lower !== level && link.upper !== level) return;
    const c = linkCorners(link);
    addPolygon(true, [c]);
    const isUpper = link.upper === level;
    const from = addSource(LINK_PORTAL, 2 * i + (isUpper ? 1 : 0));
    if (isUpper) addSegment(from, c[4], c[5], c[6], c[7]);
    else addSegment(from, c[0], c[1], c[2], c[3]);
  });
  for (const { door, ends: places } of placeDoors(plan, level, origin, ends.values())) {
    for (const coordinate of places) ends.push(coordinate);
    source.push(addSource(DOORWAY, door));
  }
  // Boundaries are drawn along the outlines they mark.
  const byDesign = new Uint8Array(sources.kind.length).fill(1, drawn).fill(1, marks, marked);
  return { work: { ends: ends.values().slice(), source: source.values().slice(), byDesign, origin }, sources };
}

/** The floor of a level that is the box around what is drawn. */
export function extentOf(plan: Plan, level: number, origin: [number, number]): Float64Array {
  const levels = plan.levels.map((other) => ({ ...other, floor: 'polygons' as const }));
  const { work } = gatherLinework({ ...plan, levels, links: [], doors: [] }, level, origin);
  return boxAround(work.ends, plan.levels[level].margin, origin);
}

/** The bounding box of all ends so far, widened, as a ring in the plan's coordinates. */
function boxAround(ends: Float64Array, margin: number, origin: [number, number]): Float64Array {
  if (ends.length === 0) return new Float64Array(0);
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < ends.length; i += 2) {
    minX = Math.min(minX, ends[i]);
    maxX = Math.max(maxX, ends[i]);
    minY = Math.min(minY, ends[i + 1]);
    maxY = Math.max(maxY, ends[i + 1]);
  }
  minX += origin[0] - margin;
  maxX += origin[0] + margin;
  minY += origin[1] - margin;
  maxY += origin[1] + margin;
  return Float64Array.of(minX, minY, maxX, minY, maxX, maxY, minX, maxY);
}

/** One clear answer to coordinates no map can have, before anything is built on them. */
export function checkPlan(plan: Plan, tolerance: number): void {
  const check = (where: string, coordinates: ArrayLike<number>) => {
    for (let i = 0; i < coordinates.length; i++) {
      if (!(Math.abs(coordinates[i]) <= MAX_COORDINATE)) {
        throw new InputError(
          `${plan.name}, ${where}`,
          `coordinate ${coordinates[i]} is not a length in metres a map can have`,
          `use finite numbers within ±${MAX_COORDINATE}`,
        );
      }
    }
  };
  plan.levels.forEach((level) => {
    level.polygons.forEach((polygon, i) => {
      for (const ring of polygon.rings) check(`level "${level.name}", polygon ${i}`, ring);
    });
    level.lines.forEach((line, i) => {
      check(`level "${level.name}", line ${i}`, line);
    });
    level.glass?.forEach((line, i) => {
      check(`level "${level.name}", glass ${i}`, line);
    });
    level.boundaries?.forEach((line, i) => {
      check(`level "${level.name}", boundary ${i}`, line);
    });
  });
  for (const door of plan.doors) {
    check(`door "${door.name}"`, door.ends);
    if (!plan.levels[door.level]) {
      throw new InputError(
        `${plan.name}, door "${door.name}"`,
        `the plan has no level ${door.level}`,
        `name one of 0 to ${plan.levels.length - 1}`,
      );
    }
  }
  for (const link of plan.links) {
    check(`link "${link.name}"`, link.corners);
    checkLink(plan, link, tolerance);
  }
}

/** Earth-sized: beyond it doubles do not resolve a millimetre safely. */
const MAX_COORDINATE = 1e9;
