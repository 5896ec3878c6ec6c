/**
 * Crowd: all walkers, as arrays. A walker is a slot, 0 … count - 1; leaving makes the last one move into the gap, and now and
 * then all are put in spatial order. `serial` is a walker's name for good; nothing that a walker does depends on its slot.
 *
 * Places are mesh coordinates (plan minus mesh.origin) in a cell. `place` and `velocity` are the state that everybody reads in a
 * step; `nextPlace` and `nextVelocity` are what everybody writes, until all have decided. A walker model adds columns of its own.
 */
import { NONE } from '../core/none.ts';
import { type Arrays, type Columns, createArrays } from './column.ts';
import { COLUMNS } from './columns.ts';

export interface Crowd extends Arrays<typeof COLUMNS> {
  /** Walkers now. */
  count: number;
  /** Slots in all arrays. */
  capacity: number;
  /** The serial of the next walker to come. */
  nextSerial: number;
  /** The table of all its columns, those of the walker model last. */
  columns: Columns;
}

/** @param own columns of a walker model */
export function createCrowd<Own extends Columns>(capacity: number, own: Own = {} as Own): Crowd & Arrays<Own> {
  const columns = { ...COLUMNS, ...own };
  return { ...createArrays(columns, capacity), count: 0, capacity, nextSerial: 0, columns } as unknown as Crowd &
    Arrays<Own>;
}

/** Another crowd with the same columns. */
export function createCrowdLike(crowd: Crowd, capacity: number): Crowd {
  return { ...crowd, ...createArrays(crowd.columns, capacity), count: 0, capacity, nextSerial: 0 };
}

type Column = keyof typeof COLUMNS;

/** Each column by its name, and its numbers per walker. */
function forEachColumn(crowd: Crowd, act: (name: Column, size: number) => void): void {
  for (const name in crowd.columns) act(name as Column, crowd.columns[name].size);
}

/** A new walker, standing, without goal. @returns its slot; NONE if the crowd is full */
export function addWalker(crowd: Crowd, cell: number, x: number, y: number, now: number): number {
  if (crowd.count === crowd.capacity) return NONE;
  const i = crowd.count++;
  forEachColumn(crowd, (name, size) => crowd[name].fill(crowd.columns[name].initial, size * i, size * (i + 1)));
  crowd.serial[i] = crowd.nextSerial++;
  crowd.place[2 * i] = crowd.nextPlace[2 * i] = crowd.stuckPlace[2 * i] = x;
  crowd.place[2 * i + 1] = crowd.nextPlace[2 * i + 1] = crowd.stuckPlace[2 * i + 1] = y;
  crowd.cell[i] = crowd.nextCell[i] = cell;
  crowd.bornAt[i] = crowd.startAt[i] = now;
  return i;
}

/** The last walker takes the slot of the one that leaves. */
export function removeWalker(crowd: Crowd, slot: number): void {
  const last = --crowd.count;
  if (slot === last) return;
  forEachColumn(crowd, (name, size) => crowd[name].copyWithin(size * slot, size * last, size * (last + 1)));
}

/** Put walkers into another order: what is in slot order[i] goes into slot i. `spare` is another crowd like it. */
export function orderWalkers(crowd: Crowd, order: Int32Array, spare: Crowd): void {
  forEachColumn(crowd, (name, size) => {
    const from = crowd[name];
    const to = spare[name];
    if (size === 1) for (let i = 0; i < crowd.count; i++) to[i] = from[order[i]];
    else {
      for (let i = 0; i < crowd.count; i++) {
        for (let k = 0; k < size; k++) to[size * i + k] = from[size * order[i] + k];
      }
    }
    from.set(to.subarray(0, size * crowd.count));
  });
}

/** The end of a step: what everybody decided is what everybody reads now. */
export function takeOver(crowd: Crowd): void {
  for (const name in crowd.columns) {
    const { size, takes } = crowd.columns[name];
    if (takes !== undefined) crowd[name as Column].set(crowd[takes as Column].subarray(0, size * crowd.count));
  }
}

/** Copy what walkers carry on from step to step, into `capacity` slots or a given crowd like it with room for them. */
export function copyColumns(crowd: Crowd, capacity: number, to: Crowd = createCrowdLike(crowd, capacity)): Crowd {
  forEachColumn(crowd, (name, size) => {
    const { kind, initial } = crowd.columns[name];
    if (kind === 'working') to[name].fill(initial, 0, size * crowd.count);
    else to[name].set(crowd[name].subarray(0, size * crowd.count));
  });
  to.count = crowd.count;
  to.nextSerial = crowd.nextSerial;
  return to;
}
