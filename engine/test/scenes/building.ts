/**
 * A 3D scene: a building of two rooms beside a railway platform, as solids, with what must come out of it.
 *
 *   y 8 ┌ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ─ ┬─────────────┬──────┐
 *       │                         │ platform  ◣ │      │      ◣ ramp, 2 m wide
 *     6 ┏━━━━━━━━━━━━┳━━━━━━━━━━━━┫             │      │
 *       ┃▓           ┃▓         ░ ┃ ┆balcony    │tracks│      ▓ cupboard to the ceiling; cabinet, 0.9 m high
 *       ┃     A     door    B     ┃ ┆above  •   │      │      ░ step, 0.15 m; • column
 *       ┃    ⌑       ┃   table   door           │      │      ⌑ hole
 *     0 ┗━━━━━━━━━━━━┻━pipe━━━━━━━┫             │      │
 *                                 │ ◺ stair     │      │      ◺ stair up to the balcony's height, free below
 *    −2                           └─────────────┴──────┘
 *       0            5           10            16     19 x
 *
 * Floors lie at z = 0, the tracks 1.1 m below. All plan coordinates are multiples of 5 cm, so that counting the centres
 * of 5 cm squares measures areas exactly.
 */
import type { TriangleSoup } from '../../src/map/triangle-soup.ts';
import { box, type Solid, solidsToSoup } from './solids.ts';

const CEILING = 2.6;

export const BUILDING: Solid[] = [
  // The floor slab, 20 cm, in four parts around a hole of 1 × 1 m in room A, with a pit below.
  box('slab west of the hole', [0, 2], [0, 6], [-0.2, 0]),
  box('slab south of the hole', [2, 3], [0, 1], [-0.2, 0]),
  box('slab north of the hole', [2, 3], [2, 6], [-0.2, 0]),
  box('slab east of the hole', [3, 10], [0, 6], [-0.2, 0]),
  box('bottom of the pit', [2, 3], [1, 2], [-3.2, -3]),

  // Walls, 20 cm, up to the ceiling; a window with its sill at 0.9 m in the south wall.
  box('west wall', [0, 0.2], [0, 6], [0, CEILING]),
  box('north wall', [0, 10], [5.8, 6], [0, CEILING]),
  box('south wall west of the window', [0, 1], [0, 0.2], [0, CEILING]),
  box('below the window', [1, 3], [0, 0.2], [0, 0.9]),
  box('above the window', [1, 3], [0, 0.2], [2.2, CEILING]),
  box('south wall east of the window', [3, 10], [0, 0.2], [0, CEILING]),
  box('east wall south of the door', [9.8, 10], [0, 1], [0, CEILING]),
  box('east wall north of the door', [9.8, 10], [2.2, 6], [0, CEILING]),
  box('lintel of the east door', [9.8, 10], [1, 2.2], [2.1, CEILING]),
  box('middle wall south of the door', [4.9, 5.1], [0.2, 2.5], [0, CEILING]),
  box('middle wall north of the door', [4.9, 5.1], [3.5, 5.8], [0, CEILING]),
  // The frame of the middle door: 5 cm thick, standing out 5 cm on both sides; 0.9 m are left.
  box('south post', [4.85, 5.15], [2.5, 2.55], [0, 2.1]),
  box('north post', [4.85, 5.15], [3.45, 3.5], [0, 2.1]),
  box('lintel of the middle door', [4.85, 5.15], [2.5, 3.5], [2.1, CEILING]),
  box('ceiling', [0, 10], [0, 6], [CEILING, 2.8]),

  // Furniture.
  box('cupboard', [0.2, 0.8], [4, 5.8], [0, CEILING]),
  box('cabinet', [5.1, 5.7], [4.6, 5.8], [0, 0.9]),
  box('step', [8.6, 9.8], [4.6, 5.8], [0, 0.15]),
  box('table top', [6, 7.6], [1.5, 2.5], [1.1, 1.15]),
  box('table leg 1', [6, 6.1], [1.5, 1.6], [0, 1.1]),
  box('table leg 2', [7.5, 7.6], [1.5, 1.6], [0, 1.1]),
  box('table leg 3', [6, 6.1], [2.4, 2.5], [0, 1.1]),
  box('table leg 4', [7.5, 7.6], [2.4, 2.5], [0, 1.1]),
  box('pipe', [5.1, 9.8], [0.2, 0.6], [1.7, 1.8]),

  // The platform, its edge, and the tracks 1.1 m below.
  box('platform', [10, 16], [-2, 8], [-0.2, 0]),
  box('edge of the platform', [15.8, 16], [-2, 8], [-1.1, -0.2]),
  box('track bed', [16, 19], [-2, 8], [-1.3, -1.1]),
  box('rail', [16.8, 16.9], [-2, 8], [-1.1, -0.95]),
  box('other rail', [18.3, 18.4], [-2, 8], [-1.1, -0.95]),
  box('wall beyond the tracks', [19, 19.2], [-2, 8], [-1.1, 3]),

  // The balcony above the platform, on a column; a parapet around it.
  box('balcony', [10, 12], [0, 6], [CEILING, 2.8]),
  box('parapet', [11.9, 12], [0, 6], [2.8, 3.8]),
  box('column', [11.8, 12], [5, 5.2], [0, CEILING]),

  // A ramp, 1 : 2, up to 1.5 m: floor up to 0.25 m, an obstacle from there on.
  { name: 'ramp', x: [12, 15], y: [6, 8], under: [0, 0], top: [0, 1.5] },
  // A stair's plate, 1 : 2 and 0.25 m thick, up to 2.6 m, its foot cut level with the floor: one walks on its foot and
  // below its upper end.
  { name: 'foot of the stair', x: [10.5, 11], y: [-1.5, -0.5], under: [0, 0], top: [0, 0.25] },
  { name: 'plate of the stair', x: [11, 15.7], y: [-1.5, -0.5], under: [0, 2.35], top: [0.25, 2.6] },
];

export function buildingSoup(): TriangleSoup {
  return solidsToSoup('building', BUILDING);
}

/** x0, x1, y0, y1 that hold the whole scene. */
export const BUILDING_BOX = [0, 19.2, -2, 8] as const;

/** A place in room A, with nothing near: where somebody stands. */
export const BUILDING_SEED = [1.525, 3.025] as const;

/** Floor that is there for both heights: rooms, doorways and platform, less what blocks at 0.25 … 1.0 m already. */
const ROOM_A = 4.7 * 5.6 - 0.6 * 1.8 - 1 * 1; // less cupboard and hole
const MIDDLE_DOOR = 0.2 * 1.0 - 2 * 0.3 * 0.05; // less the posts, which stand in both rooms too
const ROOM_B = 4.7 * 5.6 - 0.6 * 1.2; // less cabinet; the step is floor
const EAST_DOOR = 0.2 * 1.2;
const PLATFORM = 6 * 10 - 0.2 * 0.2 - 2.5 * 2; // less column and ramp from x = 12.5 on
const COMMON = ROOM_A + MIDDLE_DOOR + ROOM_B + EAST_DOOR + PLATFORM;

/**
 * Area, m², that somebody in room A can reach, by the height of the body. Two metres: the table's whole top and the
 * pipe are in the way, and the stair from x = 11 (its top passes 0.25 m) to 15 (its underside passes 2 m). One metre:
 * the table's legs only, and the stair from 11 to 13.
 */
export const BUILDING_AREA = {
  2: COMMON - 1.6 * 1.0 - 4.7 * 0.4 - (15 - 11) * 1,
  1: COMMON - 4 * 0.1 * 0.1 - (13 - 11) * 1,
} as const;
