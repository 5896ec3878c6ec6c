/**
 * From the crowd's places to the mesh's: who stands where exact arithmetic works, and on which level. Linear.
 */
import { NONE } from '../core/none.ts';
import type { Crowd } from '../crowd/crowd.ts';
import type { WalkerMesh } from './walker-mesh.ts';

/** Walkers farther out, in metres, or at no place at all have no neighbours: beyond, exact arithmetic might overflow. */
const FARTHEST = 2 ** 40;

/** Coordinates nearer to 0 count as 0: below, exact arithmetic might underflow. */
const NEAREST = 2 ** -100;

/** The level on which a walker stands; NONE if it stands nowhere. */
export function levelOf(mesh: WalkerMesh, crowd: Crowd, i: number, level: Int32Array): number {
  const cell = crowd.cell[i];
  const x = crowd.place[2 * i];
  const y = crowd.place[2 * i + 1];
  if (!(cell >= 0 && cell < level.length && Math.abs(x) < FARTHEST && Math.abs(y) < FARTHEST)) return NONE;
  const here = level[cell];
  return here >= 0 && here < mesh.levels ? here : NONE;
}

/** Put the vertices where their walkers are. */
export function moveVertices(mesh: WalkerMesh, crowd: Crowd): void {
  const { vertex } = crowd;
  const from = crowd.place;
  const to = mesh.place;
  for (let i = 0; i < crowd.count; i++) {
    const v = vertex[i];
    if (v === NONE) continue;
    const x = from[2 * i];
    const y = from[2 * i + 1];
    to[2 * v] = Math.abs(x) < NEAREST ? 0 : x;
    to[2 * v + 1] = Math.abs(y) < NEAREST ? 0 : y;
  }
}
