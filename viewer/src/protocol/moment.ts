/**
 * A moment of a run, as the page shows it: everybody's numbers, ordered by serial, in buffers that are handed over, not copied.
 * Live runs and opened recordings give the same. Coordinates are metres from the place's origin, z the height of the floor under the feet.
 */
export interface Moment {
  /** Simulated seconds. */
  time: number;
  /** Ascending. */
  serial: Int32Array;
  /** MOMENT numbers per walker. */
  numbers: Float32Array;
  /** Cell of each walker; NONE where a recording has somebody off the floor. Changes of the place renumber cells: they belong to this mesh. */
  cell: Int32Array;
  meshKey: number;
  /** Level of each walker. Levels keep their numbers when the place changes. */
  level: Int16Array;
}

/** What is handed over with a moment. */
export function buffersOfMoment({ serial, numbers, cell, level }: Moment): ArrayBuffer[] {
  return [serial.buffer, numbers.buffer, cell.buffer, level.buffer] as ArrayBuffer[];
}

export function bytesOfMoment({ serial, numbers, cell, level }: Moment): number {
  return serial.byteLength + numbers.byteLength + cell.byteLength + level.byteLength;
}

export const X = 0;
export const Y = 1;
export const Z = 2;
/** Velocity, metres per second. */
export const VX = 3;
export const VY = 4;
/** Metres walked since it came: the phase of its stride. */
export const WALKED = 5;
/** Seconds without getting on. */
export const WAITED = 6;
export const MOMENT = 7;

/** Metres per second: below this somebody stands. */
export const STANDS = 0.1;

/** Where in a moment somebody is; -1 if it is not there. Serials ascend. */
export function slotOf({ serial: all }: Moment, serial: number): number {
  let low = 0;
  let high = all.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = all[middle];
    if (found === serial) return middle;
    if (found < serial) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** What stays the same of somebody, told once. */
export interface Person {
  serial: number;
  /** Metres. */
  radius: number;
  /** Metres per second that it walks at freely; not known of recordings. */
  speed?: number;
  /** Indices into the names of RunInfo. */
  profile: number;
  itinerary: number;
}

export interface RunInfo {
  name: string;
  seed: number;
  /** Seconds between two moments. */
  step: number;
  /** Seconds after which it ends at the latest. */
  duration: number;
  /** That walk it; 0: it was walked elsewhere. */
  threads: number;
  profiles: string[];
  itineraries: string[];
}
