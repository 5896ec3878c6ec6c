/**
 * Geometry of a World as the `d` of SVG paths, a level at a time.
 *
 * Paths are written in whole drawing units (a millimetre, more for very large places) as relative steps between rounded
 * points, so they are short and do not drift; y is turned down here and nowhere else. Walls are chained into polylines
 * so that their corners join. Linear in the size of the level.
 */
import {
  type CellMesh,
  type FlatMap,
  LEFT_WALKABLE,
  NONE,
  nextSideOf,
  RIGHT_WALKABLE,
  sideLength,
  WALL,
} from '@foulee/engine';

/** From mesh metres to drawing units: the corner of the drawing that is its zero, and metres per unit. */
export interface PathFrame {
  minX: number;
  maxY: number;
  unit: number;
}

/** Collects one `d`. Points are mesh metres. */
export class PathText {
  readonly #frame: PathFrame;
  readonly #parts: string[] = [];
  #x = 0;
  #y = 0;

  constructor(frame: PathFrame) {
    this.#frame = frame;
  }

  move(x: number, y: number): void {
    this.#x = Math.round((x - this.#frame.minX) / this.#frame.unit);
    this.#y = Math.round((this.#frame.maxY - y) / this.#frame.unit);
    this.#parts.push(`M${this.#x} ${this.#y}`);
  }

  line(x: number, y: number): void {
    const nextX = Math.round((x - this.#frame.minX) / this.#frame.unit);
    const nextY = Math.round((this.#frame.maxY - y) / this.#frame.unit);
    const dx = nextX - this.#x;
    const dy = nextY - this.#y;
    this.#parts.push(dy < 0 ? `l${dx}${dy}` : `l${dx} ${dy}`);
    this.#x = nextX;
    this.#y = nextY;
  }

  close(): void {
    this.#parts.push('z');
  }

  toString(): string {
    return this.#parts.join('');
  }
}

/**
 * Opaque walls as polylines.
 * @param thinOnly only walls with floor on both sides: the others are the outline of the floor
 */
export function wallPath(map: FlatMap, thinOnly: boolean, frame: PathFrame): string {
  const { segmentKind, segmentSides, segmentGlass } = map;
  return segmentPath(
    map,
    (s) =>
      segmentKind[s] === WALL &&
      segmentGlass[s] === 0 &&
      (!thinOnly || segmentSides[s] === (LEFT_WALKABLE | RIGHT_WALKABLE)),
    frame,
  );
}

/** Walls that people can see through, as polylines. */
export function glassPath(map: FlatMap, frame: PathFrame): string {
  return segmentPath(map, (s) => map.segmentGlass[s] === 1, frame);
}

/** From a segment on, as long as an unused one goes on from the end. */
function segmentPath(map: FlatMap, isDrawn: (segment: number) => boolean, frame: PathFrame): string {
  const { vertices, segments, segmentKind } = map;
  const path = new PathText(frame);
  const { first, item } = segmentsAtVertices(map, isDrawn);
  const used = new Uint8Array(segmentKind.length);
  const cursor = first.slice();
  const degree = (v: number) => first[v + 1] - first[v];
  const unusedAt = (v: number): number => {
    while (cursor[v] < first[v + 1]) {
      const s = item[cursor[v]];
      if (used[s] === 0) return s;
      cursor[v]++;
    }
    return NONE;
  };
  const chainFrom = (start: number) => {
    let v = start;
    let s = unusedAt(v);
    if (s === NONE) return;
    path.move(vertices[2 * v], vertices[2 * v + 1]);
    while (s !== NONE) {
      used[s] = 1;
      v = segments[2 * s] === v ? segments[2 * s + 1] : segments[2 * s];
      s = unusedAt(v);
      if (v === start && s === NONE) path.close();
      else path.line(vertices[2 * v], vertices[2 * v + 1]);
    }
  };
  // Ends and forks first, so that no chain starts in the middle of another.
  for (let v = 0; v + 1 < first.length; v++) if (degree(v) % 2 === 1) chainFrom(v);
  for (let v = 0; v + 1 < first.length; v++) while (unusedAt(v) !== NONE) chainFrom(v);
  return path.toString();
}

function segmentsAtVertices(map: FlatMap, wanted: (s: number) => boolean): { first: Int32Array; item: Int32Array } {
  const first = new Int32Array(map.vertices.length / 2 + 1);
  const count = map.segmentKind.length;
  for (let s = 0; s < count; s++) {
    if (!wanted(s)) continue;
    first[map.segments[2 * s] + 1]++;
    first[map.segments[2 * s + 1] + 1]++;
  }
  for (let v = 1; v < first.length; v++) first[v] += first[v - 1];
  const item = new Int32Array(first.at(-1)!);
  const at = first.slice();
  for (let s = 0; s < count; s++) {
    if (!wanted(s)) continue;
    item[at[map.segments[2 * s]]++] = s;
    item[at[map.segments[2 * s + 1]]++] = s;
  }
  return { first, item };
}

/**
 * The floor as loops with floor to their left: `floor` all of them, for an even-odd fill; `outer` only those around a
 * floor, which filled whole also hold what stands in it (buildings in a city, columns in a hall).
 *
 * Where loops touch in a vertex the turn most to the right is taken: then a building that touches the outer wall is a
 * loop of its own.
 */
export function floorPaths(map: FlatMap, frame: PathFrame): { floor: string; outer: string } {
  const { vertices, segments, segmentSides } = map;
  const floor = new PathText(frame);
  const outer = new PathText(frame);
  const isOutline = (s: number) => segmentSides[s] === LEFT_WALKABLE || segmentSides[s] === RIGHT_WALKABLE;
  const from = (s: number) => segments[2 * s + (segmentSides[s] === LEFT_WALKABLE ? 0 : 1)];
  const to = (s: number) => segments[2 * s + (segmentSides[s] === LEFT_WALKABLE ? 1 : 0)];
  const { first, item } = segmentsAtVertices(map, isOutline);
  const used = new Uint8Array(segmentSides.length);
  /** The next segment of the loop that began with `start`; NONE when that is `start` again. */
  const follow = (s: number, start: number): number => {
    const v = to(s);
    const back = direction(vertices, v, from(s));
    let best = NONE;
    let bestTurn = Infinity;
    for (let i = first[v]; i < first[v + 1]; i++) {
      const next = item[i];
      if (from(next) !== v || (used[next] === 1 && next !== start)) continue;
      // Angle from the way back, counter-clockwise: smallest is the sharpest right turn.
      const turn = (direction(vertices, v, to(next)) - back + 4 * Math.PI) % (2 * Math.PI);
      if (turn < bestTurn) {
        best = next;
        bestTurn = turn;
      }
    }
    return best === start ? NONE : best;
  };
  for (let start = 0; start < segmentSides.length; start++) {
    if (!isOutline(start) || used[start] === 1) continue;
    const loop: number[] = [];
    for (let s = start; s !== NONE; s = follow(s, start)) {
      used[s] = 1;
      loop.push(from(s));
    }
    addLoop(floor, vertices, loop);
    if (signedArea(vertices, loop) > 0) addLoop(outer, vertices, loop);
  }
  return { floor: floor.toString(), outer: outer.toString() };
}

function direction(vertices: Float64Array, a: number, b: number): number {
  return Math.atan2(vertices[2 * b + 1] - vertices[2 * a + 1], vertices[2 * b] - vertices[2 * a]);
}

function addLoop(path: PathText, vertices: Float64Array, loop: number[]): void {
  loop.forEach((v, i) => {
    if (i === 0) path.move(vertices[2 * v], vertices[2 * v + 1]);
    else path.line(vertices[2 * v], vertices[2 * v + 1]);
  });
  path.close();
}

function signedArea(vertices: Float64Array, loop: number[]): number {
  let twice = 0;
  let a = loop.at(-1)!;
  for (const b of loop) {
    twice += vertices[2 * a] * vertices[2 * b + 1] - vertices[2 * b] * vertices[2 * a + 1];
    a = b;
  }
  return twice / 2;
}

/**
 * Free segments between cells of one level, each once; doors on their own. Those shorter than `least`, and those that
 * `isDrawn` leaves out, are left out.
 */
export function freePaths(
  mesh: CellMesh,
  level: number,
  least: number,
  isDrawn: (side: number) => boolean,
  frame: PathFrame,
): { borders: string; doors: string } {
  const borders = new PathText(frame);
  const doors = new PathText(frame);
  for (let s = 0; s < mesh.sideTwin.length; s++) {
    const twin = mesh.sideTwin[s];
    if (twin < s || mesh.cellLevel[mesh.sideCell[s]] !== level) continue;
    const isDoor = mesh.sideDoor[s] !== NONE;
    if (!isDoor && (sideLength(mesh, s) < least || !isDrawn(s))) continue;
    const [ax, ay, bx, by] = sideEnds(mesh, s);
    const path = isDoor ? doors : borders;
    path.move(ax, ay);
    path.line(bx, by);
  }
  return { borders: borders.toString(), doors: doors.toString() };
}

export function sideEnds(mesh: CellMesh, s: number): [number, number, number, number] {
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  return [mesh.vertices[a], mesh.vertices[a + 1], mesh.vertices[b], mesh.vertices[b + 1]];
}

/** The floor cells of one level, one path per class; cells of class NONE are left out. */
export function cellPaths(
  mesh: CellMesh,
  level: number,
  classes: number,
  classOf: (cell: number) => number,
  frame: PathFrame,
): string[] {
  const paths = Array.from({ length: classes }, () => new PathText(frame));
  for (let c = 0; c < mesh.cellLevel.length; c++) {
    if (mesh.cellLevel[c] !== level || mesh.cellLink[c] !== NONE) continue;
    const path = paths[classOf(c)];
    if (path === undefined) continue;
    const start = mesh.cellFirst[c];
    for (let s = start; s < mesh.cellFirst[c + 1]; s++) {
      const v = 2 * mesh.sideVertex[s];
      if (s === start) path.move(mesh.vertices[v], mesh.vertices[v + 1]);
      else path.line(mesh.vertices[v], mesh.vertices[v + 1]);
    }
    path.close();
  }
  return paths.map(String);
}
