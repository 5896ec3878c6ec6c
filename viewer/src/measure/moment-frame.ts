/**
 * Moment → the engine's frame, for its measures, in metres from the place's origin; and the stairs or the like under everybody's feet.
 *
 * A moment knows levels, and cells of the mesh it was simulated on. If the place has changed since, those are of another mesh than the one
 * measured on: the frame then has levels only, and cells are located where they are needed.
 * Cost: a few numbers a person; nothing is allocated unless there are more people than ever.
 */
import { type CellIndex, type CellMesh, createFrame, NONE, type RecordedFrame } from '@foulee/engine';
import { cellNear } from '../run/cell-near.ts';
import { MOMENT, type Moment, VX, VY, X, Y } from '../run/moment.ts';

/** The mesh that is measured on: its key, and its cells by place, made when first asked for. */
export interface MeasuredMesh {
  /** In metres from the place's origin: its own origin is (0, 0). */
  mesh: CellMesh;
  key: number;
  index: () => CellIndex;
  /** Has it stairs or the like? */
  hasLinks: boolean;
}

export function createMomentFrame(): RecordedFrame {
  return createFrame(0);
}

/** NONE for as many people as there ever were. */
let nowhere = new Int32Array(0);

/** Serials and cells are lent by the moment. @param key of the mesh that is measured on */
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

/** The stairs, ramp, escalator or lift everybody is on, as an index of the place's links; NONE: on floor. Lent until the next call. */
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
