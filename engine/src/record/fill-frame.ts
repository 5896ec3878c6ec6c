/**
 * Crowd → Frame: what is recorded of a moment, ordered by serial, in the plan's coordinates. The frame is used again and again.
 */
import { BODY, RADIUS } from '../crowd/columns.ts';
import type { Crowd } from '../crowd/crowd.ts';
import { slotsBySerial } from '../crowd/state-hash.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import type { Frame } from './frame.ts';

export function createFrame(capacity: number): Frame {
  return {
    step: 0,
    time: 0,
    count: 0,
    serial: new Int32Array(capacity),
    place: new Float64Array(2 * capacity),
    velocity: new Float64Array(2 * capacity),
    level: new Int32Array(capacity),
    cell: new Int32Array(capacity),
    radius: new Float64Array(capacity),
  };
}

export function fillFrame(frame: Frame, mesh: CellMesh, crowd: Crowd, step: number, time: number): void {
  const [x, y] = mesh.origin;
  frame.step = step;
  frame.time = time;
  frame.count = crowd.count;
  let k = 0;
  for (const i of slotsBySerial(crowd)) {
    frame.serial[k] = crowd.serial[i];
    frame.place[2 * k] = crowd.place[2 * i] + x;
    frame.place[2 * k + 1] = crowd.place[2 * i + 1] + y;
    frame.velocity[2 * k] = crowd.velocity[2 * i];
    frame.velocity[2 * k + 1] = crowd.velocity[2 * i + 1];
    frame.level[k] = mesh.cellLevel[crowd.cell[i]];
    frame.cell[k] = crowd.cell[i];
    frame.radius[k++] = crowd.body[BODY * i + RADIUS];
  }
}
