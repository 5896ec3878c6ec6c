/**
 * Headway: nobody walks faster than the room ahead allows (room.ts), nor in a file faster than one reacts (single-file.ts). Without it nothing
 * that is measured in dense crowds comes out. A time gap of 0 leaves it out. Cost: neighbours.
 */
import { isInFile, keepInFile } from './single-file.ts';
import { TEMPER_GAP } from './patience.ts';
import { findRoom, ROOM_EASED, ROOM_LEAST, ROOM_OPEN, ROOM_WANTED, ROOM_X, ROOM_Y } from './room.ts';
import { SELF_VX, SELF_VY, type Thought } from './thought.ts';
import type { View } from './columns.ts';

/** Metres per second squared: harder than this nobody brakes who need not. */
const EASY = 0.5;

/** @returns true: it always looks */
export function keepHeadway(view: View, i: number, thought: Thought): boolean {
  const { velocity, room, self } = thought;
  const wx = velocity[0];
  const wy = velocity[1];
  const wanted = Math.sqrt(wx * wx + wy * wy);
  if (wanted === 0 || thought.temper[TEMPER_GAP] === 0) return true;
  room[ROOM_X] = wx / wanted;
  room[ROOM_Y] = wy / wanted;
  room[ROOM_WANTED] = wanted;
  room[ROOM_LEAST] = 0;
  room[ROOM_EASED] = self[SELF_VX] * room[ROOM_X] + self[SELF_VY] * room[ROOM_Y] - EASY * view.step;
  findRoom(thought, thought.aheadCount, true);
  if (room[ROOM_OPEN] < wanted && isInFile(view.beside, i, thought)) keepInFile(view, i, thought);
  room[ROOM_EASED] = 0;
  const share = room[ROOM_OPEN] / wanted;
  velocity[0] = share * wx;
  velocity[1] = share * wy;
  return true;
}
