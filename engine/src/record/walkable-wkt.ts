/**
 * CellMesh → the walkable area as WKT, in the plan's coordinates: what PedPy and JuPedSim's tools want beside the trajectories. Of one
 * level, or of all: where levels lie above each other, the polygons of all overlap, and geometry libraries call that invalid.
 *
 *      ──── s ────▶ b          The border keeps the floor on its left. After wall s comes the next wall around the corner b:
 *          c     ╲ │          the side after s, and while that is free, the side after its twin in the next cell.
 *                 ╲▼
 *
 * A ring that meets one of its own corners again is cut off there, so that rings touch but never cross. Rings that turn
 * counter-clockwise are outlines, the others holes of the smallest outline around them. The end of a level, where
 * stairs begin, is a border. A closed door is a gap of 2 cm: a polygon cannot hold a wall without width, and two that touch along a
 * line are invalid together. One outline: POLYGON; several: MULTIPOLYGON. Cost: linear in sides, but holes × outlines.
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf } from '../subdivision/cells.ts';

type Ring = number[];

export interface WalkableOptions {
  /** The number of the level; all levels if it is not given. */
  level?: number;
  /** Names of doors that are closed. */
  closedDoors?: ReadonlySet<string>;
}

/** Metres that a closed door takes from the floor on each side of it. */
const DOOR = 0.01;

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

interface Corner {
  /** The vertex; another number for each corner of a closed door, whose two sides do not meet. */
  key: number;
  x: number;
  y: number;
}

function borderRings(mesh: CellMesh, closedDoors: ReadonlySet<string>): { ring: Ring; level: number }[] {
  const { sideTwin, sideCell, sideVertex, sideDoor, cellLevel, vertices } = mesh;
  const levelOf = (s: number) => cellLevel[sideCell[s]];
  const isClosedDoor = mesh.doors.map(({ name }) => closedDoors.has(name));
  const isClosed = (s: number) => sideDoor[s] !== NONE && isClosedDoor[sideDoor[s]];
  const isBorder = (s: number) => sideTwin[s] === NONE || levelOf(sideTwin[s]) !== levelOf(s) || isClosed(s);
  const isDone = new Uint8Array(sideTwin.length);
  const rings: { ring: Ring; level: number }[] = [];
  for (let start = 0; start < sideTwin.length; start++) {
    if (isDone[start] === 1 || !isBorder(start)) continue;
    const level = levelOf(start);
    const open: Corner[] = [];
    const at = new Map<number, number>();
    let before = lastBefore(start);
    for (let s = start; isDone[s] === 0; ) {
      isDone[s] = 1;
      const corner = cornerOf(s, before);
      const seen = at.get(corner.key);
      if (seen !== undefined) cutOff(seen);
      at.set(corner.key, open.length);
      open.push(corner);
      before = s;
      s = nextBorder(s);
    }
    cutOff(0);

    function cutOff(from: number): void {
      const loop = open.splice(from);
      for (const { key } of loop) at.delete(key);
      if (loop.length > 2) rings.push({ ring: loop.flatMap(({ x, y }) => [x, y]), level });
    }
  }
  return rings;

  function nextBorder(from: number): number {
    let s = nextSideOf(mesh, from);
    while (!isBorder(s)) s = nextSideOf(mesh, sideTwin[s]);
    return s;
  }

  /** The side of the border that comes before this one; only asked where there are closed doors. */
  function lastBefore(start: number): number {
    let s = start;
    if (closedDoors.size > 0) while (nextBorder(s) !== start) s = nextBorder(s);
    return s;
  }

  /** Where side s begins: at its vertex, or beside it where it or the side before it is a closed door. */
  function cornerOf(s: number, before: number): Corner {
    const v = sideVertex[s];
    const door = isClosed(s) ? s : isClosed(before) ? before : NONE;
    if (door === NONE) return { key: v, x: vertices[2 * v], y: vertices[2 * v + 1] };
    const a = sideVertex[door];
    const b = sideVertex[nextSideOf(mesh, door)];
    const dx = vertices[2 * b] - vertices[2 * a];
    const dy = vertices[2 * b + 1] - vertices[2 * a + 1];
    const share = DOOR / Math.sqrt(dx * dx + dy * dy);
    return { key: vertices.length + s, x: vertices[2 * v] - dy * share, y: vertices[2 * v + 1] + dx * share };
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
