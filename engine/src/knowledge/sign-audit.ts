/**
 * Signs → from which share of the floor each can be read, and of which floor none can: on a grid of places a metre apart, by straight lines of
 * sight. Somebody there still has to look that way, and to notice it. Cost: a line per place and sign within its range.
 */
import { cellHolds, putCellBox } from '../subdivision/cells.ts';
import { aimWalk, createWalkResult, walk } from '../subdivision/walk.ts';
import type { Scenery } from '../topology/places.ts';
import type { PlacedSign } from './knowledge.ts';

export interface SignAudit {
  /** Share of the floor from which each sign can be read, 0 to 1. */
  legible: number[];
  /** Share of the floor from which none can. */
  blind: number;
}

/** Metres between places, and how far these are off whole ones, as a share. */
const APART = 1;
const OFF = 0.37;

export function auditSigns(scenery: Scenery, signs: readonly PlacedSign[]): SignAudit {
  if (signs.length === 0) return { legible: [], blind: 1 };
  const { mesh } = scenery;
  const box = new Float64Array(4);
  const counts = signs.map(() => 0);
  let places = 0;
  let blind = 0;
  for (let c = 0; c < mesh.cellLevel.length; c++) {
    putCellBox(mesh, c, 0, box);
    for (let x = firstOf(box[0]); x <= box[2]; x += APART) {
      for (let y = firstOf(box[1]); y <= box[3]; y += APART) {
        if (!cellHolds(mesh, c, x, y)) continue;
        places++;
        let isBlind = true;
        for (const [n, sign] of signs.entries()) {
          if (!isLegible(scenery, sign, mesh.cellLevel[c], x, y)) continue;
          counts[n]++;
          isBlind = false;
        }
        if (isBlind) blind++;
      }
    }
  }
  const share = (count: number) => (places === 0 ? 0 : count / places);
  return { legible: counts.map(share), blind: share(blind) };
}

/** The first place of the grid from here on; not on whole metres, where walls and sides of cells often are. */
function firstOf(metres: number): number {
  return (Math.ceil(metres / APART - OFF) + OFF) * APART;
}

/** Where a sign is, and from where it can be read. */
export type SignView = Pick<PlacedSign, 'x' | 'y' | 'dx' | 'dy' | 'range' | 'cosine' | 'cell' | 'level'>;

const way = createWalkResult();

/** Can a sign be read from a place, mesh coordinates: is it before the sign, and in a straight line of sight? */
export function isLegible({ seen }: Scenery, sign: SignView, level: number, x: number, y: number): boolean {
  if (level !== sign.level || !isBefore(sign, x, y)) return false;
  walk(seen, sign.cell, aimWalk(way, sign.x, sign.y, x, y));
  return way.reached;
}

/**
 * Is a place where a sign can be read, walls apart? Within its angle, and nearer than its range, which falls with the cosine of the angle to
 * where it faces: a circle that touches the sign.
 */
export function isBefore(
  sign: Pick<PlacedSign, 'x' | 'y' | 'dx' | 'dy' | 'range' | 'cosine'>,
  x: number,
  y: number,
): boolean {
  const dx = x - sign.x;
  const dy = y - sign.y;
  const squared = dx * dx + dy * dy;
  if (squared === 0) return true;
  const before = dx * sign.dx + dy * sign.dy;
  return before >= sign.cosine * Math.sqrt(squared) && squared <= sign.range * before;
}
