/**
 * CellMesh: the convex cells of all levels, as sides in counter-clockwise order.
 *
 *          v2 ──────── v1          cell c owns the sides cellFirst[c] … cellFirst[c + 1] - 1;
 *           │    c     │           side s runs from sideVertex[s] to the sideVertex of the next side of c;
 *          v3 ──────── v0          the cell lies to the left of each of its sides.
 *
 * A side is free (sideTwin: the same segment seen from the neighbouring cell) or constrained (sideTwin NONE, sideWall
 * the straight wall it lies on). Two sides of one cell on the same wall are collinear by construction, whatever the
 * rounding of their shared vertex says. Invariants are checked by `checkCells` (subdivision/check-cells.ts).
 */

export interface MeshLevel {
  name: string;
  /** Height of the floor, metres. */
  elevation: number;
}

export interface MeshDoor {
  name: string;
  level: number;
  /** One of the door's sides (a door may be cut into several free segments): those with sideDoor equal to its index. */
}

export interface CellMesh {
  /** Added to every vertex to give the plan's coordinates. */
  origin: [number, number];
  levels: MeshLevel[];
  doors: MeshDoor[];
  /** x, y interleaved, metres from `origin`. Each level has vertices of its own. */
  vertices: Float64Array;
  /** 1: a foot, generated on a wall to measure a bottleneck (L04's Dp); 0: a corner of the map (Cp). */
  vertexGenerated: Uint8Array;
  /** First side of each cell, and the number of sides at the end: cells + 1 entries. */
  cellFirst: Int32Array;
  cellLevel: Int32Array;
  /** Stairs and the like: index into Plan.links; floor: NONE. */
  cellLink: Int32Array;
  /** Start vertex of each side. */
  sideVertex: Int32Array;
  /** The same free segment seen from the other cell; NONE for constrained sides. */
  sideTwin: Int32Array;
  /** Constrained sides: the straight wall this side is a part of (segment of the flat map); free sides: NONE. */
  sideWall: Int32Array;
  /** Door index, or NONE. */
  sideDoor: Int32Array;
  /** 1: a constrained side on the artificial boundary, where the place goes on but is not modelled; 0 elsewhere. */
  sideBoundary: Uint8Array;
  /** 1: a constrained side on glass, which people can see through; both sides of such a wall have it. 0 elsewhere. */
  sideGlass: Uint8Array;
  /** The cell each side belongs to. */
  sideCell: Int32Array;
}
