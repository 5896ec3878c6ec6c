/**
 * CellMesh → the walkable area as WKT, in the plan's coordinates: what PedPy and JuPedSim's tools want beside the trajectories.
 *
 *      ──── s ────▶ b          The border keeps the floor on its left. After wall s comes the next wall around the corner b:
 *          c     ╲ │          the side after s, and while that is free, the side after its twin in the next cell.
 *                 ╲▼
 *
 * A ring that meets one of its own corners again is cut off there, so that rings touch but never cross. Rings that turn
 * counter-clockwise are outlines, the others holes of the smallest outline around them. The end of a level, where
 * stairs begin, is a border. One outline: POLYGON; several: MULTIPOLYGON. Cost: linear in sides, but holes × outlines.
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf } from '../subdivision/cells.ts';

type Ring = number[];

export function walkableWkt(mesh: CellMesh): string {
  const outlines: { ring: Ring; level: number; area: number; holes: Ring[] }[] = [];
  const holes: { ring: Ring; level: number }[] = [];
  for (const { ring, level } of borderRings(mesh)) {
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

function borderRings(mesh: CellMesh): { ring: Ring; level: number }[] {
  const { sideTwin, sideCell, sideVertex, cellLevel, vertices } = mesh;
  const levelOf = (s: number) => cellLevel[sideCell[s]];
  const isBorder = (s: number) => sideTwin[s] === NONE || levelOf(sideTwin[s]) !== levelOf(s);
  const isDone = new Uint8Array(sideTwin.length);
  const rings: { ring: Ring; level: number }[] = [];
  for (let start = 0; start < sideTwin.length; start++) {
    if (isDone[start] === 1 || !isBorder(start)) continue;
    const level = levelOf(start);
    const open: number[] = [];
    const at = new Map<number, number>();
    for (let s = start; isDone[s] === 0; ) {
      isDone[s] = 1;
      const vertex = sideVertex[s];
      const before = at.get(vertex);
      if (before !== undefined) cutOff(before);
      at.set(vertex, open.length);
      open.push(vertex);
      s = nextSideOf(mesh, s);
      while (!isBorder(s)) s = nextSideOf(mesh, sideTwin[s]);
    }
    cutOff(0);

    function cutOff(from: number): void {
      const loop = open.splice(from);
      for (const vertex of loop) at.delete(vertex);
      if (loop.length > 2) rings.push({ ring: loop.flatMap((v) => [vertices[2 * v], vertices[2 * v + 1]]), level });
    }
  }
  return rings;
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
