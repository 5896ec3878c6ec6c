/**
 * How columns are declared: a table (columns.ts) says of each array of the crowd what it holds, and everything that handles all of them
 * follows from it: the type of the crowd, its memory, adding, removing and sorting walkers, snapshots and the hash.
 */
import { sharedMemory } from '../core/shared-memory.ts';

export interface Column {
  type: 'int' | 'float';
  /** Numbers per walker. */
  size: number;
  /** What a new walker has. */
  initial: number;
  /**
   * `state`: carried from step to step; saved, and part of the hash.
   * `reference`: carried and saved, but it says where something lies, not what it is: the hash looks at what lies there.
   * `working`: made anew; neither saved nor hashed.
   */
  kind: 'state' | 'reference' | 'working';
  /** The column it takes its numbers from when a step ends: what everybody decided, while everybody still read this one. */
  takes?: string;
}

export type Columns = Readonly<Record<string, Column>>;

/** The arrays of a table. */
export type Arrays<Table extends Columns> = {
  [Name in keyof Table]: Table[Name]['type'] extends 'int' ? Int32Array : Float64Array;
};

export function ints(size: number, kind: Column['kind'] = 'state', initial = 0) {
  return { type: 'int', size, initial, kind } as const;
}

export function floats(size: number, kind: Column['kind'] = 'state', initial = 0) {
  return { type: 'float', size, initial, kind } as const;
}

/** In shared memory, where there is such a thing, so that threads work on one crowd. */
export function createArrays<Table extends Columns>(table: Table, capacity: number): Arrays<Table> {
  const arrays: Record<string, Int32Array | Float64Array> = {};
  for (const [name, { type, size }] of Object.entries(table)) {
    const length = size * capacity;
    arrays[name] =
      type === 'int' ? new Int32Array(sharedMemory(4 * length)) : new Float64Array(sharedMemory(8 * length));
  }
  return arrays as Arrays<Table>;
}

/** Arrays that are state beside the columns: maps that all walkers share. */
export type StateArray = Float64Array | Float32Array | Int32Array | Uint8Array;
