/** Parts of places for validation tests, as a scenario file writes them. All are boxes along the axes, in metres. */

/** x, y, x, y: two opposite corners, the lesser ones first. */
export type Box = readonly [number, number, number, number];

export interface Doorway {
  /** The opening in the wall, and the landing behind it. */
  walkable: Box[];
  /** The far half of the landing: who gets there is gone. */
  exit: Box;
}

/** Metres: of the wall; of the landing across and along the way. */
const WALL = 0.2;
const ACROSS = 3;
const ALONG = 2;

/**
 * A door in the wall of a room, with a landing behind it, wider than the door, so that the door and nothing behind it decides how
 * fast people get out.
 *
 * @param side which wall of the room
 * @param wall where it is: x of an east or west wall, y of the others
 * @param middle of the door, along the wall
 */
export function doorway(
  side: 'north' | 'south' | 'east' | 'west',
  wall: number,
  middle: number,
  width: number,
): Doorway {
  const sign = side === 'north' || side === 'east' ? 1 : -1;
  const isAlongX = side === 'north' || side === 'south';
  const box = (from: number, to: number, across: number): Box => {
    const near = wall + sign * Math.min(from, to);
    const far = wall + sign * Math.max(from, to);
    const low = Math.min(near, far);
    const high = Math.max(near, far);
    const half = across / 2;
    return isAlongX ? [middle - half, low, middle + half, high] : [low, middle - half, high, middle + half];
  };
  return {
    walkable: [box(0, WALL, width), box(WALL, WALL + ALONG, ACROSS)],
    exit: box(WALL + ALONG / 2, WALL + ALONG, ACROSS),
  };
}

/** Rings of an environment. */
export function floor(boxes: readonly Box[]): { box: Box }[] {
  return boxes.map((box) => ({ box }));
}

/** The line across the way at some x. */
export function lineAcross(x: number, from: number, to: number): [[number, number], [number, number]] {
  return [
    [x, from],
    [x, to],
  ];
}

export function holds([left, bottom, right, top]: Box, x: number, y: number): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}

/** Metres from a place to a box; 0 inside. */
export function distanceTo([left, bottom, right, top]: Box, x: number, y: number): number {
  return Math.hypot(Math.max(left - x, 0, x - right), Math.max(bottom - y, 0, y - top));
}
