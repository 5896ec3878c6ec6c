/** For tests: moments of made-up walkers without cells, and moments of a run as the worker makes them. */
import { NONE, type RecordedFrame, type World } from '@foulee/engine';
import { heightAt } from '@foulee/formats';
import { meshKeyOf } from '../src/worker/mesh-key.ts';
import { MOMENT, type Moment, VX, VY, X, Y, Z } from '../src/protocol/moment.ts';

/** @param level of each walker; 0 by default */
export function momentOfPeople(
  time: number,
  serials: readonly number[],
  numbers: Float32Array,
  level: readonly number[] = serials.map(() => 0),
): Moment {
  return {
    time,
    serial: Int32Array.from(serials),
    numbers,
    cell: new Int32Array(serials.length).fill(NONE),
    level: Int16Array.from(level),
    meshKey: NONE,
  };
}

/** @param frame of a run in this world */
export function momentOfFrame(frame: RecordedFrame, world: World): Moment {
  const { count, time } = frame;
  const numbers = new Float32Array(MOMENT * count);
  for (let i = 0; i < count; i++) {
    const at = MOMENT * i;
    const x = frame.place[2 * i] - world.mesh.origin[0];
    const y = frame.place[2 * i + 1] - world.mesh.origin[1];
    numbers[at + X] = x;
    numbers[at + Y] = y;
    numbers[at + Z] = heightAt(world, frame.cell[i], x, y);
    numbers[at + VX] = frame.velocity[2 * i];
    numbers[at + VY] = frame.velocity[2 * i + 1];
  }
  return {
    time,
    serial: frame.serial.slice(0, count),
    numbers,
    cell: frame.cell.slice(0, count),
    level: Int16Array.from(frame.level.subarray(0, count)),
    meshKey: meshKeyOf(world.mesh),
  };
}
