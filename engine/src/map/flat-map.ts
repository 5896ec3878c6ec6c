/**
 * FlatMap: the clean planar map of one level. Segments meet only at their ends; no two vertices are nearer than the
 * tolerance; every segment bounds walkable floor on at least one side. Made by map/build-map.ts, consumed by
 * subdivision/.
 */
import type { LeftOut } from './left-out.ts';

/** Kinds of segments. A wall blocks. A door or a portal is crossed by walking; both stay edges of cells. */
export const WALL = 0;
export const DOOR = 1;
export const PORTAL = 2;

/** Bits of `segmentSides`: is there floor to the left (right) of the segment walked from its first to its second end? */
export const LEFT_WALKABLE = 1;
export const RIGHT_WALKABLE = 2;

export interface FlatMap {
  /** Index of the level in the plan. */
  level: number;
  /** What was subtracted from the plan's coordinates to get `vertices`. */
  origin: [number, number];
  /** x, y interleaved, metres from `origin`. */
  vertices: Float64Array;
  /** Two vertex indices per segment. */
  segments: Int32Array;
  segmentKind: Uint8Array;
  segmentSides: Uint8Array;
  /** Doors: index into Plan.doors. Portals: 2 * link for its lower side, 2 * link + 1 for its upper. Walls: NONE. */
  segmentLabel: Int32Array;
  /** 1: a wall that is only the artificial boundary, where the place goes on but is not modelled; 0 elsewhere. */
  segmentBoundary: Uint8Array;
  /**
   * 1: a wall made only of glass, with floor on both sides; 0 elsewhere. Where an opaque wall lies on the glass, or floor on one side
   * only, nothing is to be seen through it.
   */
  segmentGlass: Uint8Array;
  /** Walkable area, m². */
  area: number;
  /** What of the level's floor is not in this map. */
  leftOut: LeftOut[];
}

/** Area by the shoelace formula over the segments with floor on one side only, around the first vertex: far from zero the
 * products would lose the digits that count. */
export function enclosedArea(vertices: Float64Array, segments: Int32Array, sides: Uint8Array): number {
  const x = vertices[0] ?? 0;
  const y = vertices[1] ?? 0;
  let twice = 0;
  for (let s = 0; s < sides.length; s++) {
    const a = 2 * segments[2 * s];
    const b = 2 * segments[2 * s + 1];
    const cross = (vertices[a] - x) * (vertices[b + 1] - y) - (vertices[b] - x) * (vertices[a + 1] - y);
    if (sides[s] === LEFT_WALKABLE) twice += cross;
    else if (sides[s] === RIGHT_WALKABLE) twice -= cross;
  }
  return twice / 2;
}
