/**
 * Plan: what a file says about a place, as polygons and lines per level, before any cleaning.
 *
 * Readers (formats/) and the slab cut of a 3D model (map/slab.ts) make it; map/flat-map.ts consumes it. It may be dirty
 * in every way that files are: rings that cross themselves or each other, repeat vertices, have no area, are
 * not closed. Coordinates are metres, x right, y up, and finite: a reader rejects or repairs NaN and infinity.
 */

/**
 * From the plan's metres to the file's own coordinates, axis by axis: file = x0 + metres * unitX. Planar files: x0 = y0
 * = 0, unit = 1 / scale. Longitude/latitude: x0, y0 the centre in degrees, unit = degrees per metre.
 */
export interface Frame {
  x0: number;
  y0: number;
  unitX: number;
  unitY: number;
}

export const METRES: Readonly<Frame> = { x0: 0, y0: 0, unitX: 1, unitY: 1 };

export type PolygonRole = 'walkable' | 'obstacle';

export interface PlanPolygon {
  role: PolygonRole;
  /**
   * Walkable polygons only: where the floor ends along this polygon's sides there is no real wall, the place goes on
   * and is not modelled (the artificial boundary).
   */
  isBoundary?: boolean;
  /**
   * The outer ring, then holes; x, y interleaved, not repeated at the end, any orientation. What lies in the outer
   * ring and in no hole is the polygon's inside (a ring that crosses itself: everything it winds around).
   */
  rings: Float64Array[];
}

export interface PlanLevel {
  name: string;
  /** Height of the floor, metres. */
  elevation: number;
  polygons: PlanPolygon[];
  /** Walls without thickness: open polylines, x, y interleaved. A closed one repeats its first point. */
  lines: Float64Array[];
  /** Walls like `lines` that people can see through: windows, glass partitions. They stop walking as other walls do. */
  glass?: Float64Array[];
  /** Walls like `lines` that are the artificial boundary: they close the floor where the place really goes on. */
  boundaries?: Float64Array[];
  /**
   * What is floor where no polygon is walkable: 'box', the bounding box of everything widened by `margin`, its sides
   * the artificial boundary;
   * 'enclosed', whatever lines and obstacles enclose (a drawing of walls), never the outside.
   * With walkable polygons: 'polygons', the floor is their union and nothing else.
   */
  floor: 'polygons' | 'box' | 'enclosed';
  /** Metres around the bounding box; used by 'box' only. */
  margin: number;
  /** 'box' only: the floor as it was before the place was changed, a ring; it stays the same whatever comes or goes. */
  extent?: Float64Array;
}

/** A door: a named segment across a passage that can be shut and opened. Its ends lie on or near walls. */
export interface PlanDoor {
  name: string;
  /** Index into Plan.levels. */
  level: number;
  ends: [number, number, number, number];
}

/**
 * The kinds of links between levels. The kind of a link matters in three places:
 *   speed            people walk more slowly on stairs (bodies/stairs.ts); all other kinds are floor
 *   step-free routes they avoid stairs and escalators (`hasSteps` in routing/find-route.ts)
 *   pictures         in SVG maps (formats: pictures/svg-links.ts) and on the page (viewer: protocol/link-steps.ts, scene/place-mesh.ts)
 * Cells of all kinds are made in subdivision/link-map.ts. A lift is so far floor that people walk over: there is no cabin and no waiting.
 */
export const LINK_KINDS = ['stairs', 'ramp', 'escalator', 'lift'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/**
 * Stairs, ramp, escalator or lift: a convex quadrilateral that joins two levels. Its first side (corner 0 to 1) is the
 * portal to the lower level, its third side (corner 2 to 3) the portal to the upper; the other two sides are walls.
 * Its footprint is cut out of both levels.
 */
export interface PlanLink {
  name: string;
  kind: LinkKind;
  lower: number;
  upper: number;
  /** Four corners around it, x, y interleaved, either way round. */
  corners: Float64Array;
}

export interface Plan {
  name: string;
  frame: Frame;
  levels: PlanLevel[];
  doors: PlanDoor[];
  links: PlanLink[];
  /**
   * Is all of the floor wanted, also what hangs together with nothing else? So it is where somebody has drawn it by hand, and a wall across a
   * room must not take half of it away. Else the largest area that hangs together is.
   */
  isAllWanted?: boolean;
}
