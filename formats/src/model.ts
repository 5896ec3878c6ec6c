/** Places as solids, and recordings as 3D models. An entry of its own, for the polygon library that it needs is not small. */
import type { GlbFile, recordingToGlb as toGlb } from './model/run-to-glb.ts';

export type { GlbFile };
export { LARGEST_FPS } from './model/people-keys.ts';
export { drawMass, type LevelMass } from './model/place-mass.ts';
export { worldOfRecording } from './model/recorded-world.ts';

/** Loads what writes glTF. */
export const recordingToGlb: typeof toGlb = async (...given) =>
  (await import('./model/run-to-glb.ts')).recordingToGlb(...given);
