/**
 * Density in an area, the classical way: persons with their centre in it, over its floor.
 *
 * An area is a ring drawn on a level; only the part of it that is floor counts as room, so an area may be drawn across
 * walls and pillars. Its floor is the sum over all cells of what lies in the ring. A border shared by two areas gives
 * each person to one of them.
 */
import { InputError } from '../core/errors.ts';
import type { Frame } from '../record/frame.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { cutConvex, type Ring, ringArea, ringCrossesItself, ringHolds, ringOfCell } from '../subdivision/polygon.ts';

/** As drawn: a ring in the plan's coordinates, x, y interleaved, either way round. */
export interface MeasurementArea {
  name: string;
  level: number;
  ring: ArrayLike<number>;
}

/** Made ready for a mesh. */
export interface FloorArea {
  name: string;
  level: number;
  /** Counter-clockwise, in the plan's coordinates and in those of the mesh. */
  planRing: Ring;
  meshRing: Ring;
  /** m² of floor in it. */
  floor: number;
}

export function floorAreaOf(mesh: CellMesh, area: MeasurementArea): FloorArea {
  const where = `measurement area "${area.name}"`;
  let planRing: Ring = Array.from(area.ring);
  if (planRing.length < 6 || planRing.length % 2 !== 0 || !planRing.every(Number.isFinite)) {
    throw new InputError(where, 'its ring is no list of three or more places', 'give x, y of each corner');
  }
  if (!(area.level >= 0 && area.level < mesh.levels.length)) {
    throw new InputError(where, `there is no level ${area.level}`, `give one from 0 to ${mesh.levels.length - 1}`);
  }
  if (ringCrossesItself(planRing)) {
    throw new InputError(where, 'its ring crosses or touches itself', 'go round it once');
  }
  if (ringArea(planRing) < 0) planRing = backwards(planRing);
  const meshRing = planRing.map((value, i) => value - mesh.origin[i % 2]);
  let floor = 0;
  for (let c = 0; c < mesh.cellLevel.length; c++) {
    if (mesh.cellLevel[c] === area.level) floor += ringArea(cutConvex(meshRing, ringOfCell(mesh, c)));
  }
  if (!(floor > 0)) throw new InputError(where, 'there is no floor in it', 'draw it where people walk');
  return { name: area.name, level: area.level, planRing, meshRing, floor };
}

function backwards(ring: Ring): Ring {
  return ring.map((_, i) => ring[ring.length - 2 - i + 2 * (i % 2)]);
}

export interface AreaCount {
  persons: number;
  /** Persons per m². */
  density: number;
  /** Metres per second, the mean of those in it; NaN if there is nobody. */
  speed: number;
}

/** Persons of a frame in an area. */
export function countInArea(area: FloorArea, frame: Frame): AreaCount {
  let persons = 0;
  let speeds = 0;
  for (let i = 0; i < frame.count; i++) {
    if (frame.level[i] !== area.level) continue;
    if (!ringHolds(area.planRing, frame.place[2 * i], frame.place[2 * i + 1])) continue;
    persons++;
    const vx = frame.velocity[2 * i];
    const vy = frame.velocity[2 * i + 1];
    speeds += Math.sqrt(vx * vx + vy * vy);
  }
  return { persons, density: persons / area.floor, speed: persons > 0 ? speeds / persons : Number.NaN };
}
