/**
 * Where a point that is drawn comes to lie: on a corner of the place or on a wall where one is near, else on the half-metre grid if it is
 * on; with Shift straight on from the point before, in steps of 45°. Coordinates are metres from the origin of the place, but the grid is
 * that of the plan, so that numbers in the file are round.
 */
import type { Place } from '../protocol/place.ts';
import type { Sketch } from '../protocol/sketch.ts';
import type { Picked } from '../scene/view.ts';
import type { Point } from '../document/document.ts';

export interface Ground {
  place: () => Place;
  isGrid: () => boolean;
  /** Metres that a pixel takes in the middle of the picture. */
  pixel: () => number;
  /** Is what is drawn of use only on the floor? Then what lies off it is marked. */
  needsFloor?: true;
}

export interface Snapped extends Picked {
  /** What it snapped to. */
  by: 'corner' | 'wall' | 'grid' | 'angle' | undefined;
}

/** Pixels on the screen within which a corner or a wall draws the point to it: from nearby one draws more exactly. */
const NEAR_CORNER = 14;
const NEAR_WALL = 10;
/** Metres. */
export const GRID = 0.5;
/** Steps of the angle with Shift. */
const ANGLE = Math.PI / 4;
/** Pixels. */
const MARK = 5;
const MARK_COLOUR = '#e0457b';

/**
 * @param from the point before, which Shift goes straight on from
 * @param others corners of what is being drawn, to which it snaps too
 */
export function snap(
  { place, isGrid }: Ground,
  at: Picked,
  isStraight: boolean,
  from?: Point,
  others: readonly Point[] = [],
): Snapped {
  const { x, y, level, pixel } = at;
  if (isStraight && from !== undefined) return straight(at, from, isGrid());
  const here = place();
  const walls = here.levels[level]?.walls ?? new Float32Array(0);
  let corner: Point | undefined;
  let nearest = NEAR_CORNER * pixel;
  const tryCorner = (cx: number, cy: number): void => {
    const far = Math.hypot(cx - x, cy - y);
    if (far >= nearest) return;
    nearest = far;
    corner = [cx, cy];
  };
  for (let k = 0; k < walls.length; k += 3) tryCorner(walls[k], walls[k + 1]);
  for (const [cx, cy] of others) tryCorner(cx, cy);
  if (corner !== undefined) return { x: corner[0], y: corner[1], level, pixel, by: 'corner' };
  const [gridX, gridY] = onGrid(here, x, y);
  const wall = nearestWall(walls, x, y, NEAR_WALL * pixel);
  if (wall !== undefined) {
    // Along the wall in steps of the grid, where the wall is that long.
    const along = isGrid() ? footOn(wall, gridX, gridY) : footOn(wall, x, y);
    return { x: along[0], y: along[1], level, pixel, by: 'wall' };
  }
  return isGrid() ? { x: gridX, y: gridY, level, pixel, by: 'grid' } : { x, y, level, pixel, by: undefined };
}

/** The nearest point of the plan's grid. */
export function onGrid({ origin: [originX, originY] }: Place, x: number, y: number): Point {
  return [Math.round((x + originX) / GRID) * GRID - originX, Math.round((y + originY) / GRID) * GRID - originY];
}

function straight({ x, y, level, pixel }: Picked, [fromX, fromY]: Point, isGrid: boolean): Snapped {
  const angle = Math.round(Math.atan2(y - fromY, x - fromX) / ANGLE) * ANGLE;
  const [ux, uy] = [Math.cos(angle), Math.sin(angle)];
  const along = (x - fromX) * ux + (y - fromY) * uy;
  const far = isGrid ? Math.round(along / GRID) * GRID : along;
  return { x: fromX + far * ux, y: fromY + far * uy, level, pixel, by: 'angle' };
}

type Wall = readonly [number, number, number, number];

function nearestWall(walls: Float32Array, x: number, y: number, within: number): Wall | undefined {
  let found: Wall | undefined;
  let nearest = within;
  for (let k = 0; k < walls.length; k += 6) {
    const wall: Wall = [walls[k], walls[k + 1], walls[k + 3], walls[k + 4]];
    const [footX, footY] = footOn(wall, x, y);
    const far = Math.hypot(footX - x, footY - y);
    if (far >= nearest) continue;
    nearest = far;
    found = wall;
  }
  return found;
}

/** The point of a wall nearest to another. */
export function footOn([ax, ay, bx, by]: Wall, x: number, y: number): Point {
  const [dx, dy] = [bx - ax, by - ay];
  const squared = dx * dx + dy * dy;
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / squared));
  return [ax + share * dx, ay + share * dy];
}

const SNAPPED_TO = { corner: 'corner', wall: 'wall', grid: 'grid', angle: '45°' } as const;

/** Shows where it snapped, to what, and how long what is drawn is: a small square with a word beside it. @param measure "2.4 m" */
export function markOf(place: Place, at: Snapped | undefined, measure?: string): Sketch[] {
  if (at === undefined) return [];
  const { x, y, level, pixel, by } = at;
  const z = place.levels[level]?.elevation ?? 0;
  if (by === undefined) {
    // Words alone.
    return measure === undefined ? [] : [{ kind: 'line', points: [x, y], z, colour: MARK_COLOUR, label: measure }];
  }
  const half = MARK * pixel;
  const points = [x - half, y + half, x - half, y - half, x + half, y - half, x + half, y + half];
  const isQuiet = by === 'grid';
  const label = measure === undefined ? SNAPPED_TO[by] : `${SNAPPED_TO[by]} · ${measure}`;
  return [{ kind: 'area', points, z, colour: MARK_COLOUR, label, isStrong: !isQuiet, isFaint: isQuiet }];
}

/** Metres, as they are said: centimetres only where there are some. */
export function metres(length: number): string {
  const text = length.toFixed(2);
  return `${text.endsWith('0') ? text.slice(0, -1) : text} m`;
}
