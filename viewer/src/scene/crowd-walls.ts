/**
 * Cells of a place → the walls and closed doors between people, so that crowding.ts counts nobody behind one.
 *
 * A wall is a side of the cells with none behind it. It stands at the height of its floor, or of the stairs beside it from
 * end to end: walls of other floors are between nobody. Doors are in the same lists, and asked only while they are closed.
 * Walls are listed by the squares they meet, row after row, so that a pair of people asks one list per row between them.
 * Building is linear in walls; a question costs the walls about the pair, most often none.
 */
import { type CellMesh, NONE } from '@foulee/engine';
import type { Place } from '../protocol/place.ts';

/** Metres: the least width of a square, half of what people are counted in; and how many squares there are at most. */
const SQUARE = 0.8;
const MOST_SQUARES = 1_000_000;
/** Metres that people may stand above or below the foot of a wall that is between them. */
const FEET = 0.5;
/** Numbers per wall: its ends, and the lowest and highest floor beside it. */
const WALL = 6;

export interface CrowdWalls {
  left: number;
  bottom: number;
  size: number;
  columns: number;
  rows: number;
  /** Walls of each square: item[first[square]] … */
  first: Int32Array;
  item: Int32Array;
  /** WALL numbers each. */
  wall: Float64Array;
  /** Its door; NONE: it is always there. */
  door: Int32Array;
  isClosed: Uint8Array;
  doors: readonly string[];
}

export function crowdWallsOf({ mesh, links, bounds: [left, bottom, right, top] }: Place): CrowdWalls {
  const size = Math.max(SQUARE, Math.sqrt(((right - left) * (top - bottom)) / MOST_SQUARES));
  const columns = Math.max(1, Math.ceil((right - left) / size));
  const rows = Math.max(1, Math.ceil((top - bottom) / size));
  const wall: number[] = [];
  const door: number[] = [];
  for (let s = 0; s < mesh.sideVertex.length; s++) {
    if (mesh.sideTwin[s] !== NONE && mesh.sideDoor[s] === NONE) continue;
    const cell = mesh.sideCell[s];
    const link = mesh.cellLink[cell] === NONE ? undefined : links[mesh.cellLink[cell]];
    const low = mesh.levels[link?.lower ?? mesh.cellLevel[cell]].elevation;
    const high = mesh.levels[link?.upper ?? mesh.cellLevel[cell]].elevation;
    wall.push(...endsOf(mesh, s), Math.min(low, high), Math.max(low, high));
    door.push(mesh.sideDoor[s]);
  }
  const walls: CrowdWalls = {
    left,
    bottom,
    size,
    columns,
    rows,
    first: new Int32Array(columns * rows + 1),
    item: new Int32Array(0),
    wall: Float64Array.from(wall),
    door: Int32Array.from(door),
    isClosed: new Uint8Array(mesh.doors.length),
    doors: mesh.doors.map(({ name }) => name),
  };
  listBySquares(walls);
  return walls;
}

function endsOf({ vertices, sideVertex, sideCell, cellFirst }: CellMesh, s: number): number[] {
  const a = 2 * sideVertex[s];
  const next = s + 1 === cellFirst[sideCell[s] + 1] ? cellFirst[sideCell[s]] : s + 1;
  const b = 2 * sideVertex[next];
  return [vertices[a], vertices[a + 1], vertices[b], vertices[b + 1]];
}

/** Counted first, then listed. */
function listBySquares(walls: CrowdWalls): void {
  const { first, columns, rows, left, bottom, size, wall } = walls;
  for (const isCounted of [true, false]) {
    for (let w = 0; w < walls.door.length; w++) {
      const [ax, ay, bx, by] = wall.subarray(WALL * w, WALL * w + 4);
      const row1 = within((Math.max(ay, by) - bottom) / size, rows);
      for (let row = within((Math.min(ay, by) - bottom) / size, rows); row <= row1; row++) {
        // Its part between the lower and the upper end of the row.
        const at = (y: number) => (by === ay ? 0 : Math.min(1, Math.max(0, (y - ay) / (by - ay))));
        const from = ax + at(bottom + row * size) * (bx - ax);
        const to = by === ay ? bx : ax + at(bottom + (row + 1) * size) * (bx - ax);
        const column1 = within((Math.max(from, to) - left) / size, columns);
        for (let column = within((Math.min(from, to) - left) / size, columns); column <= column1; column++) {
          const square = row * columns + column;
          if (isCounted) first[square + 1]++;
          else walls.item[first[square]++] = w;
        }
      }
    }
    if (isCounted) {
      for (let square = 0; square < columns * rows; square++) first[square + 1] += first[square];
      walls.item = new Int32Array(first[columns * rows]);
    }
  }
  first.copyWithin(1, 0);
  first[0] = 0;
}

function within(square: number, count: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor(square)));
}

export function closeDoors({ doors, isClosed }: CrowdWalls, closed: ReadonlySet<string>): void {
  doors.forEach((name, door) => {
    isClosed[door] = closed.has(name) ? 1 : 0;
  });
}

/**
 * Is a wall or a closed door between two of the places? x, y, height of each.
 * @param i, j places, by their numbers
 */
export function isBetween(walls: CrowdWalls, places: Float32Array, i: number, j: number): boolean {
  const { left, bottom, size, columns, rows, first } = walls;
  const px = places[3 * i];
  const py = places[3 * i + 1];
  const qx = places[3 * j];
  const qy = places[3 * j + 1];
  const column0 = within(((px < qx ? px : qx) - left) / size, columns);
  const column1 = within(((px > qx ? px : qx) - left) / size, columns);
  const row1 = within(((py > qy ? py : qy) - bottom) / size, rows);
  for (let row = within(((py < qy ? py : qy) - bottom) / size, rows); row <= row1; row++) {
    const end = first[row * columns + column1 + 1];
    for (let k = first[row * columns + column0]; k < end; k++) {
      if (hides(walls, walls.item[k], places, i, j)) return true;
    }
  }
  return false;
}

function hides({ wall, door, isClosed }: CrowdWalls, w: number, places: Float32Array, i: number, j: number): boolean {
  if (door[w] !== NONE && isClosed[door[w]] === 0) return false;
  const pz = places[3 * i + 2];
  const qz = places[3 * j + 2];
  if (wall[WALL * w + 4] > (pz > qz ? pz : qz) + FEET || wall[WALL * w + 5] < (pz < qz ? pz : qz) - FEET) return false;
  const ax = wall[WALL * w];
  const ay = wall[WALL * w + 1];
  const ex = wall[WALL * w + 2] - ax;
  const ey = wall[WALL * w + 3] - ay;
  const px = places[3 * i];
  const py = places[3 * i + 1];
  const dx = places[3 * j] - px;
  const dy = places[3 * j + 1] - py;
  // People on the wall's own line are beside it, not behind it. An end that is only touched hides, so that no way leads between two pieces.
  const ofP = ex * (py - ay) - ey * (px - ax);
  const ofQ = ofP + ex * dy - ey * dx;
  if (!(ofP > 0 ? ofQ < 0 : ofP < 0 && ofQ > 0)) return false;
  const ofA = dx * (ay - py) - dy * (ax - px);
  const ofB = ofA + dx * ey - dy * ex;
  return ofA > 0 ? ofB <= 0 : ofA < 0 ? ofB >= 0 : true;
}
