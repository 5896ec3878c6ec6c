/**
 * Drawing: what a 2D file holds, in the file's own coordinates, before anything is decided or repaired.
 * Made by wkt.ts and geojson.ts, consumed by drawing-to-plan.ts. Coordinates may be NaN or infinite.
 */
import type { PlanLink, PolygonRole } from '@foulee/engine';

export interface DrawnPolygon {
  /** Outer ring, then holes; x, y interleaved; usually repeated at the end, as the formats want it. */
  rings: number[][];
  /** 'boundary': walkable, and where its sides end the floor they are the artificial boundary. */
  role: PolygonRole | 'boundary' | undefined;
  /** Index into Drawing.levels. */
  level: number;
  /** Polygons of one multipolygon share a group. */
  group: number;
}

interface DrawnLine {
  points: number[];
  level: number;
  /** What the wall is but an ordinary one: the artificial boundary, or glass. */
  kind?: 'boundary' | 'glass' | undefined;
}

interface DrawnDoor {
  name: string;
  points: number[];
  level: number;
}

export interface DrawnLink {
  /** For messages: "features[3]". */
  where: string;
  name: string;
  kind: PlanLink['kind'];
  /** Level names. */
  from: string;
  to: string;
  ring: number[];
}

export interface DrawnLevel {
  name: string;
  elevation: number | undefined;
}

export interface Drawing {
  levels: DrawnLevel[];
  polygons: DrawnPolygon[];
  lines: DrawnLine[];
  doors: DrawnDoor[];
  links: DrawnLink[];
  /** All polygons are members of one geometry collection. */
  oneCollection: boolean;
  /** What the file itself says about its coordinates; undefined: look at the numbers. */
  crs: 'local' | 'lonlat' | undefined;
  /** The format's coordinates are degrees unless they cannot be (GeoJSON); else they are metres. */
  guessDegrees: boolean;
  /** What was skipped, in words that take a plural s, and how often. */
  leftOut: Map<string, number>;
}

export function emptyDrawing(): Drawing {
  return {
    levels: [],
    polygons: [],
    lines: [],
    doors: [],
    links: [],
    oneCollection: false,
    crs: undefined,
    guessDegrees: false,
    leftOut: new Map(),
  };
}

export function leaveOut(drawing: Pick<Drawing, 'leftOut'>, what: string, n = 1): void {
  drawing.leftOut.set(what, (drawing.leftOut.get(what) ?? 0) + n);
}
