/**
 * What is asked of the planner and what it answers. Four methods, one answer.
 *
 * Inside `routing/` all coordinates are the mesh's (the plan's minus mesh.origin); `routing/find-route.ts` turns them.
 */

export type RouteMethod = 'hierarchical' | 'l04' | 'flat' | 'exact';

export const ROUTE_METHODS: readonly RouteMethod[] = ['hierarchical', 'l04', 'flat', 'exact'];

export interface RouteRequest {
  /** x, y in the plan's metres. */
  from: readonly [number, number];
  to: readonly [number, number];
  /** Levels of the two ends, index into Plan.levels; 0 if not said. */
  fromLevel?: number;
  toLevel?: number;
  /** Diameter of the walker, metres; 0 is a point. 0.5 if not said. */
  width?: number;
  /** 'hierarchical' if not said. */
  method?: RouteMethod;
  /** Over no stairs and no escalators. */
  stepFree?: boolean;
}

/** An end of a route: a point and the cell that holds it, in mesh coordinates. */
export interface RouteEnd {
  cell: number;
  x: number;
  y: number;
}

/** A request as the methods get it: both ends on floor with room for the body. One object serves many queries. */
export interface RouteQuery {
  from: RouteEnd;
  to: RouteEnd;
  width: number;
}

export interface Route {
  status: 'found' | 'unreachable';
  /** Unreachable: why, in a sentence. */
  reason?: string;
  /** Unreachable for this width only: the bottleneck that would have to be wider (its middle, in the plan's metres). */
  blocked?: { x: number; y: number; width: number };
  /** Unreachable since an end lies on floor that was left out when the place was built: which end, and the m² there. */
  leftOut?: { end: 'from' | 'to'; area: number };
  /** Where an end was moved to because the walker did not fit where it was asked for; the plan's metres. */
  moved?: { from?: [number, number]; to?: [number, number] };
  /** Metres along `points`; 0 if unreachable. */
  length: number;
  /** A polyline at least half the width from every wall: x, y interleaved, the plan's metres. Empty if unreachable. */
  points: Float64Array;
  /** Free sides crossed, in order: each a side of the cell that is left, its twin one of the cell that is entered. */
  portals: Int32Array;
  /** Search nodes taken from the queue (or label entries read), a measure of work that does not depend on machines. */
  expanded: number;
}
