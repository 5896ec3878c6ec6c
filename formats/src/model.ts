/** Places as solids, and recordings as 3D models. An entry of its own, for the polygon library that it needs is not small. */
export { drawMass, type LevelMass } from './model/place-mass.ts';
export { worldOfRecording } from './model/recorded-world.ts';
