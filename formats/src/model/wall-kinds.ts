/** What walls of a place are drawn as, and how high. */

/** Metres: walls are cut off here, so that one sees over them. */
export const WALL_HEIGHT = 1.1;

export const SOLID_WALL = 0;
/** Floor on both sides. */
export const THIN_WALL = 1;
/** Stairs or the like go down behind it, or beside them. */
export const RAIL = 2;
/** Nothing stands there: the place goes on and is not modelled, or stairs go up. */
export const NO_WALL = 3;
/** Floor on both sides, and people can see through it. */
export const GLASS_WALL = 4;
