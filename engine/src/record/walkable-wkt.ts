/**
 * CellMesh → the walkable area as WKT, in the plan's coordinates: what PedPy and JuPedSim's tools want beside the trajectories. Of one
 * level, or of all: where levels lie above each other, the polygons of all overlap, and geometry libraries call that invalid.
 *
 * Rings (walkable-rings.ts) that turn counter-clockwise are outlines, the others holes of the smallest outline around them. The end of a
 * level, where stairs begin, is a border. A closed door, or a wall without width, is a gap of 2 cm: a notch, a hole, or between two
 * polygons. One outline: POLYGON; several: MULTIPOLYGON. Cost: linear in sides, but holes × outlines.
 */
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { borderRings } from './walkable-rings.ts';

type Ring = number[];

export interface WalkableOptions {
  /** The number of the level; all levels if it is not given. */
  level?: number;
  /** Names of doors that are closed. */
  closedDoors?: ReadonlySet<string>;
}

/** @param mesh all doors open */
export function walkableWkt(mesh: CellMesh, { level: only, closedDoors }: WalkableOptions = {}): string {
  const outlines: { ring: Ring; level: number; area: number; holes: Ring[] }[] = [];
  const holes: { ring: Ring; level: number }[] = [];
  for (const { ring, level } of borderRings(mesh, closedDoors ?? new Set())) {
    if (only !== undefined && level !== only) continue;
    const area = signedArea(ring);
    if (area > 0) outlines.push({ ring, level, area, holes: [] });
    else if (area < 0) holes.push({ ring, level });
  }
  outlines.sort((a, b) => a.area - b.area);
  for (const hole of holes) {
    const around = outlines.find(({ ring, level }) => level === hole.level && holds(ring, hole.ring));
    around?.holes.push(hole.ring);
  }
  const texts = outlines.map(({ ring, holes: inner }) => `(${[ring, ...inner].map(ringText).join(', ')})`);
  return texts.length === 1 ? `POLYGON ${texts[0]}` : `MULTIPOLYGON (${texts.join(', ')})`;

  function ringText(ring: Ring): string {
    const points: string[] = [];
    for (let i = 0; i <= ring.length; i += 2) {
      const at = i === ring.length ? 0 : i;
      points.push(`${ring[at] + mesh.origin[0]} ${ring[at + 1] + mesh.origin[1]}`);
    }
    return `(${points.join(', ')})`;
  }
}

function signedArea(ring: Ring): number {
  let twice = 0;
  for (let i = 0, before = ring.length - 2; i < ring.length; before = i, i += 2) {
    twice += (ring[before] - ring[0]) * (ring[i + 1] - ring[1]) - (ring[i] - ring[0]) * (ring[before + 1] - ring[1]);
  }
  return twice / 2;
}

/** Is a hole in an outline? Its corners may lie on it; the middle of a side of it does not. */
function holds(outline: Ring, hole: Ring): boolean {
  const x = (hole[0] + hole[2]) / 2;
  const y = (hole[1] + hole[3]) / 2;
  let isIn = false;
  for (let i = 0, before = outline.length - 2; i < outline.length; before = i, i += 2) {
    const below = outline[i + 1] <= y;
    if (below === outline[before + 1] <= y) continue;
    const share = (y - outline[i + 1]) / (outline[before + 1] - outline[i + 1]);
    if (x < outline[i] + share * (outline[before] - outline[i])) isIn = !isIn;
  }
  return isIn;
}
