/**
 * What a run hands out to be kept: one frame per recorded moment, and what is the same for all of them. Writers (formats/)
 * take these; measures (measure/) are taken from them.
 */
import type { LinkKind } from '../map/plan.ts';

/** Walkers at one moment, ordered by serial. Arrays may be longer than `count` and are only lent until the next frame. */
export interface Frame {
  /** Steps done since the start of the run. */
  step: number;
  /** Simulated seconds. */
  time: number;
  count: number;
  serial: Int32Array;
  /** x, y interleaved, metres in the plan's coordinates. */
  place: Float64Array;
  /** x, y interleaved, metres per second. */
  velocity: Float64Array;
  level: Int32Array;
  /** Cell of the mesh; NONE where it is not known. Recordings do not keep it. */
  cell: Int32Array;
  radius: Float64Array;
}

export interface RecordingInfo {
  /** Of the scenario. */
  name: string;
  model: string;
  seed: number;
  /** Seconds between two steps, and steps between two frames. */
  step: number;
  every: number;
  /** The walkable area of all levels, WKT in the plan's coordinates: JuPedSim's tools and PedPy want it. */
  walkableArea: string;
  /** By the numbers that frames have; missing in recordings of others and in old ones. */
  levels?: RecordedLevel[];
  /** Stairs and the like, where there are several levels; missing where nothing is known of them. */
  links?: RecordedLink[];
}

/** The parts of a PlanLink, corners in the plan's coordinates. The floor it takes is part of its lower level's walkable area. */
export interface RecordedLink {
  name: string;
  kind: LinkKind;
  /** Numbers of levels. */
  lower: number;
  upper: number;
  /** x, y interleaved: two corners of the lower end, then two of the upper, around it. */
  corners: number[];
}

export interface RecordedLevel {
  name: string;
  /** Metres. */
  elevation: number;
  /** Its part of the walkable area, where there are several levels. */
  walkableArea?: string;
}

/** The walkable area from a step on, after an event changed the place. */
export interface AreaChange {
  step: number;
  walkableArea: string;
  /** Of each level, where there are several. */
  levels?: string[];
}
