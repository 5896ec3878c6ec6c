/**
 * A route on one level of the SVG map: its polyline, a dot where it begins and a ring where it ends; or, where there is
 * none because it is too narrow somewhere, a ring there. Pixels.
 *
 * A route knows the portals it crosses, not which level each of its points is on. Where two levels meet, at the ends of
 * stairs, the polyline is cut where it crosses that portal; what lies on stairs is drawn on both levels, as they are.
 * Linear in points and portals.
 */
import { type CellMesh, NONE, nextSideOf, type Plan, type Route, type World } from '@foulee/engine';
import type { Panel } from './svg-layout.ts';
import type { LegendEntry } from './svg-legend.ts';
import { COLOURS, metresText, pixels } from './svg-text.ts';

const ROUTE_COLOUR = '#d6246e';
/** Pixels. */
const LINE = 2.6;
const HALO = 5.2;
const END = 6;

export interface DrawnRoute {
  route: Route;
  /** The level it begins on. */
  level: number;
}

/** @param panel where the level lies on the page */
export function routeMarks({ mesh, plan }: World, drawn: DrawnRoute, panel: Panel, scale: number): string[] {
  const { blocked, points } = drawn.route;
  const [originX, originY] = mesh.origin;
  const toX = (x: number) => pixels(panel.x + (x - originX - panel.frame.minX) * scale);
  const toY = (y: number) => pixels(panel.y + (panel.frame.maxY - y + originY) * scale);
  if (points.length === 0) {
    // Which level it is on is not said.
    if (blocked === undefined || mesh.levels.length > 1) return [];
    const ring = `<circle cx="${toX(blocked.x)}" cy="${toY(blocked.y)}" r="${2 * END}" fill="none"`;
    return [`${ring} stroke="${COLOURS.narrow}" stroke-width="${1.5 * LINE}"/>`];
  }
  const at = ([x, y]: Point) => `${toX(x)} ${toY(y)}`;
  const pieces = levelPieces(mesh, plan, drawn);
  const paths = pieces
    .filter(({ levels }) => levels.includes(panel.level))
    .map(({ points }) => `M${points.map(at).join('L')}`);
  if (paths.length === 0) return [];
  const d = paths.join('');
  const pen = 'fill="none" stroke-linecap="round" stroke-linejoin="round"';
  const marks = [
    `<path d="${d}" ${pen} stroke="${COLOURS.paper}" stroke-opacity="0.75" stroke-width="${HALO}"/>`,
    `<path d="${d}" ${pen} stroke="${ROUTE_COLOUR}" stroke-width="${LINE}"/>`,
  ];
  const dot = ([x, y]: Point, fill: string) =>
    `<circle cx="${toX(x)}" cy="${toY(y)}" r="${END}" fill="${fill}" stroke="${ROUTE_COLOUR}" stroke-width="${LINE}"/>`;
  const first = pieces[0];
  const last = pieces.at(-1)!;
  if (last.levels.includes(panel.level)) marks.push(dot(last.points.at(-1)!, COLOURS.paper));
  if (first.levels.includes(panel.level)) marks.push(dot(first.points[0], ROUTE_COLOUR));
  return marks;
}

export function routeLegend({ route }: DrawnRoute, width: number): LegendEntry[] {
  const { status, length, blocked } = route;
  const who = width === 0 ? 'a point' : `a walker ${width} m wide`;
  if (status === 'found') {
    return [
      { mark: 'line', colour: ROUTE_COLOUR, text: `way of ${who}, ${metresText(length)}, from the dot to the ring` },
    ];
  }
  const why = blocked === undefined ? '' : `: too narrow at the ring, ${metresText(blocked.width)}`;
  return [{ mark: 'none', colour: '', text: `no way for ${who}${why}` }];
}

type Point = [number, number];

interface Piece {
  /** One, or the two that stairs join. */
  levels: readonly number[];
  points: Point[];
}

/** The polyline in the plan's metres, cut where it comes to other levels. */
function levelPieces(mesh: CellMesh, plan: Plan, { route: { points, portals }, level }: DrawnRoute): Piece[] {
  const levelsOf = (cell: number): readonly number[] => {
    const link = mesh.cellLink[cell];
    return link === NONE ? [mesh.cellLevel[cell]] : [plan.links[link].lower, plan.links[link].upper];
  };
  const all: Point[] = [];
  for (let i = 0; i < points.length; i += 2) all.push([points[i], points[i + 1]]);
  if (portals.length === 0) return [{ levels: [level], points: all }];
  let levels = levelsOf(mesh.sideCell[portals[0]]);
  const pieces: Piece[] = [];
  let start: Point = all[0];
  let next = 1; // the first point behind `start`
  for (const side of portals) {
    const entered = levelsOf(mesh.sideCell[mesh.sideTwin[side]]);
    if (entered.join() === levels.join()) continue;
    const crossing = crossingFrom(mesh, side, start, next, all);
    pieces.push({ levels, points: [start, ...all.slice(next, crossing.next), crossing.at] });
    ({ at: start, next } = crossing);
    levels = entered;
  }
  pieces.push({ levels, points: [start, ...all.slice(next)] });
  return pieces;
}

/** Where the polyline first crosses a portal, from a place on it onwards; if rounding hides it, where it is nearest. */
function crossingFrom(mesh: CellMesh, side: number, start: Point, next: number, all: Point[]) {
  const vertex = (s: number): Point => {
    const v = 2 * mesh.sideVertex[s];
    return [mesh.vertices[v] + mesh.origin[0], mesh.vertices[v + 1] + mesh.origin[1]];
  };
  const a = vertex(side);
  const b = vertex(nextSideOf(mesh, side));
  let best = { at: start, next, missed: Infinity };
  let from = start;
  for (let i = next; i < all.length; i++) {
    const to = all[i];
    const before = turn(a, b, from);
    const after = turn(a, b, to);
    if (before * after <= 0) {
      const share = before === after ? 0 : before / (before - after);
      const at: Point = [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
      const missed = beyond(a, b, at);
      if (missed < best.missed) best = { at, next: i, missed };
      if (missed === 0) break;
    }
    from = to;
  }
  return best;
}

/** Twice the area of a, b, p: positive to the left of a → b. */
function turn(a: Point, b: Point, p: Point): number {
  return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/** Metres by which a point on the line a, b lies beyond its ends. */
function beyond(a: Point, b: Point, p: Point): number {
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  const along = ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length;
  return Math.max(0, -along, along - length);
}
