/**
 * Moment → the engine's frame, in metres from the place's origin, and the link (stairs, ramp,
 * escalator, lift) that each walker is on.
 *
 * A moment knows the level of each walker, and the cell in the mesh it was simulated on. Where the
 * place has changed since, measures run on another mesh: such a frame has levels but no cells, and
 * whoever needs a cell locates it. Cost: a few numbers per walker; it allocates only to make room
 * for more walkers than ever.
 */
import { type CellIndex, type CellMesh, createFrame, NONE, type RecordedFrame } from '@foulee/engine';
import { cellNear } from '@foulee/formats';
import { MOMENT, type Moment, VX, VY, X, Y } from '../protocol/moment.ts';

/** The mesh that measures run on. */
export interface MeasuredMesh {
  /** Its origin is (0, 0): coordinates are metres from the place's origin. */
  mesh: CellMesh;
  key: number;
  /** Built at the first call. */
  index: () => CellIndex;
  hasLinks: boolean;
}

export function createMomentFrame(): RecordedFrame {
  return createFrame(0);
}

/** NONE for every walker of the largest frame. */
let nowhere = new Int32Array(0);

/** The frame borrows serials and cells from the moment. @param key of the mesh that measures run on */
export function fillMomentFrame(frame: RecordedFrame, moment: Moment, key: number): void {
  const { time, serial, numbers, level, cell, meshKey } = moment;
  const count = serial.length;
  if (frame.level.length < count) Object.assign(frame, createFrame(2 * count));
  if (nowhere.length < count) nowhere = new Int32Array(2 * count).fill(NONE);
  frame.time = time;
  frame.count = count;
  frame.serial = serial;
  frame.cell = meshKey === key ? cell : nowhere;
  frame.level.set(level);
  const { place, velocity } = frame;
  for (let i = 0; i < count; i++) {
    const at = MOMENT * i;
    place[2 * i] = numbers[at + X];
    place[2 * i + 1] = numbers[at + Y];
    velocity[2 * i] = numbers[at + VX];
    velocity[2 * i + 1] = numbers[at + VY];
  }
}

let links = new Int32Array(0);

/**
 * Index into the place's links for each walker of a filled frame; NONE on floor. The array is lent
 * until the next call.
 */
export function linksUnder(frame: RecordedFrame, { mesh, index, hasLinks }: MeasuredMesh): Int32Array {
  if (!hasLinks) return nowhere;
  const { count, cell, level, place } = frame;
  if (links.length < count) links = new Int32Array(2 * count);
  for (let i = 0; i < count; i++) {
    const c = cell[i] === NONE ? cellNear(mesh, index(), level[i], place[2 * i], place[2 * i + 1]) : cell[i];
    links[i] = c === NONE ? NONE : mesh.cellLink[c];
  }
  return links;
}
