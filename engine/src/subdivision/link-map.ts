/**
 * A link (stairs, ramp, escalator, lift) as a map of its own: PlanLink and the maps of its two levels → FlatMap.
 *
 *       upper level's floor            Where an end of the link meets floor it is a portal, of the very vertices that the
 *     d ▬▬▬▬▬▬▬ wall ▬▬▬ c             level's map has there; where a wall stands before it, it is wall. So are the two
 *     │                  │             long sides. Subdivided like any other map it gives one convex cell as a rule, more
 *     │       link       │             where an end is bent by the tolerance or the link is askew, and its bottlenecks
 *     a ▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬▬ b             are found like any other. Linear, but for sorting the pieces.
 *       lower level's floor
 */
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { checkMap } from '../map/check-map.ts';
import { type FlatMap, LEFT_WALKABLE, PORTAL, WALL } from '../map/flat-map.ts';
import { linkCorners } from '../map/links.ts';
import type { PlanLink } from '../map/plan.ts';

/** The outline while it grows, counter-clockwise: the kind and label of a segment are those from its vertex to the next. */
interface Outline {
  vertices: number[];
  kind: number[];
  label: number[];
}

/** The map of link `index`, or undefined if it meets no floor at either end. */
export function linkMap(link: PlanLink, index: number, maps: FlatMap[], tolerance: number): FlatMap | undefined {
  const lower = maps[link.lower];
  const upper = maps[link.upper];
  const corners = linkCorners(link);
  const corner = (i: number): [number, number] => [
    corners[2 * i] - lower.origin[0],
    corners[2 * i + 1] - lower.origin[1],
  ];
  const outline: Outline = { vertices: [], kind: [], label: [] };
  addEnd(outline, corner(0), corner(1), lower, 2 * index, tolerance);
  addEnd(outline, corner(2), corner(3), upper, 2 * index + 1, tolerance);
  if (!outline.kind.includes(PORTAL)) return undefined;
  const count = outline.kind.length;
  const { vertices } = outline;
  let twice = 0;
  for (let i = 0, j = count - 1; i < count; j = i++) {
    twice += vertices[2 * j] * vertices[2 * i + 1] - vertices[2 * i] * vertices[2 * j + 1];
  }
  const map: FlatMap = {
    level: link.lower,
    origin: lower.origin,
    vertices: Float64Array.from(vertices),
    segments: Int32Array.from({ length: 2 * count }, (_, i) => ((i + 1) >> 1) % count),
    segmentKind: Uint8Array.from(outline.kind),
    segmentSides: new Uint8Array(count).fill(LEFT_WALKABLE),
    segmentLabel: Int32Array.from(outline.label),
    segmentBoundary: new Uint8Array(count),
    segmentGlass: new Uint8Array(count),
    area: twice / 2,
    leftOut: [],
  };
  // Ends move by the tolerance at most; a link whose corners are needles might cross itself thereby.
  if (checkMap(map).length > 0) {
    throw new InputError(
      `${link.kind} "${link.name}"`,
      'its outline folds at a pointed corner',
      'draw its ends square to its sides',
    );
  }
  return map;
}

/** The end from corner a to corner b, up to where the long side after it begins. */
function addEnd(
  outline: Outline,
  [ax, ay]: [number, number],
  [bx, by]: [number, number],
  map: FlatMap,
  label: number,
  tolerance: number,
): void {
  const length = Math.sqrt((bx - ax) ** 2 + (by - ay) ** 2);
  const along = (v: number) =>
    ((map.vertices[2 * v] - ax) * (bx - ax) + (map.vertices[2 * v + 1] - ay) * (by - ay)) / length;
  const pieces: [number, number][] = [];
  for (let s = 0; s < map.segmentKind.length; s++) {
    if (map.segmentKind[s] !== PORTAL || map.segmentLabel[s] !== label) continue;
    const [v, w] = [map.segments[2 * s], map.segments[2 * s + 1]];
    pieces.push(along(v) < along(w) ? [v, w] : [w, v]);
  }
  pieces.sort((p, q) => along(p[0]) - along(q[0]));
  const add = (x: number, y: number, kind: number) => {
    outline.vertices.push(x, y);
    outline.kind.push(kind);
    outline.label.push(kind === PORTAL ? label : NONE);
  };
  let reached: number = NONE;
  for (const [from, to] of pieces) {
    // Wall before this piece, unless it begins where the last one ended or, within the tolerance, at the corner.
    if (reached === NONE ? along(from) > tolerance : reached !== from) {
      if (reached === NONE) add(ax, ay, WALL);
      else add(map.vertices[2 * reached], map.vertices[2 * reached + 1], WALL);
    }
    add(map.vertices[2 * from], map.vertices[2 * from + 1], PORTAL);
    reached = to;
  }
  // Wall after the last piece, and the long side.
  if (reached === NONE) add(ax, ay, WALL);
  else add(map.vertices[2 * reached], map.vertices[2 * reached + 1], WALL);
  if (reached === NONE || along(reached) < length - tolerance) add(bx, by, WALL);
}
