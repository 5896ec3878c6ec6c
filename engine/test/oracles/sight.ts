/**
 * Straight lines of sight, followed from cell to cell by exact signs alone: what really can be seen through a border. Nothing is shared with
 * how trees of visibility are made.
 */
import { NONE } from '../../src/core/none.ts';
import { orient } from '../../src/core/predicates.ts';
import type { CellMesh } from '../../src/subdivision/cell-mesh.ts';
import { nextSideOf } from '../../src/subdivision/cells.ts';
import type { Pose } from '../../src/perception/observe.ts';
import type { Scenery } from '../../src/topology/places.ts';
import type { Visibility } from '../../src/topology/visibility.ts';
import type { Random } from '../random.ts';

/** A place on a side, 0 to 1 along it. */
export function placeOn(mesh: CellMesh, s: number, share: number): [number, number] {
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  const along = (k: number) => mesh.vertices[a + k] + share * (mesh.vertices[b + k] - mesh.vertices[a + k]);
  return [along(0), along(1)];
}

/** A line of sight: from a place in a cell through another one. */
interface Line {
  cell: number;
  px: number;
  py: number;
  qx: number;
  qy: number;
  /** Metres from p. */
  range: number;
  /** The link that somebody looks from: no end to them. */
  onLink: number;
}

/** What `passSides` found last. */
const passed: number[] = [];

/**
 * The sides that a line passes after it entered its cell, each as the side of the cell it leaves, until a wall, the end of a link, or its
 * range: into `passed`. A line that runs into a corner says nothing beyond it.
 */
function passSides(mesh: CellMesh, sight: Int32Array, { cell, px, py, qx, qy, range, onLink }: Line): number[] {
  const { vertices, sideVertex, cellFirst, sideCell, cellLink } = mesh;
  const length = Math.sqrt((qx - px) ** 2 + (qy - py) ** 2);
  passed.length = 0;
  for (;;) {
    const first = cellFirst[cell];
    const last = cellFirst[cell + 1] - 1;
    let out: number = NONE;
    let v = 2 * sideVertex[last];
    let right = orient(px, py, qx, qy, vertices[v], vertices[v + 1]);
    for (let s = first, before = last; s <= last; before = s++) {
      v = 2 * sideVertex[s];
      const left = orient(px, py, qx, qy, vertices[v], vertices[v + 1]);
      if (left === 0) return passed;
      if (right < 0 && left > 0) out = before;
      right = left;
    }
    if (out === NONE || sight[out] === NONE) return passed;
    const a = 2 * sideVertex[out];
    const b = 2 * sideVertex[out === last ? first : out + 1];
    const from = orient(vertices[a], vertices[a + 1], vertices[b], vertices[b + 1], px, py);
    const to = orient(vertices[a], vertices[a + 1], vertices[b], vertices[b + 1], qx, qy);
    if (!((from / (from - to)) * length <= range)) return passed;
    passed.push(out);
    const beyond = sideCell[sight[out]];
    if (cellLink[cell] !== NONE && cellLink[cell] !== onLink && cellLink[beyond] !== cellLink[cell]) return passed;
    cell = beyond;
  }
}

/** Random lines through each of some borders: what they see that the tree lacks, as text. Counts lines in `tally.lines`. */
export function whatTreesLack(
  { mesh, places, sight }: Scenery,
  visibility: Visibility,
  trees: readonly number[],
  lines: number,
  random: Random,
  tally: { lines: number; seen: number },
): string[] {
  const found: string[] = [];
  for (const tree of trees) {
    const root = places.borderSides[tree];
    const nodes = new Map<string, number>();
    for (let n = visibility.treeFirst[tree]; n < visibility.treeFirst[tree + 1]; n++) {
      nodes.set(`${visibility.nodeParent[n]} ${visibility.nodeSide[n]}`, n);
    }
    const [ax, ay] = placeOn(mesh, root, 0);
    const [bx, by] = placeOn(mesh, root, 1);
    for (let k = 0; k < lines; k++) {
      const p = placeOn(mesh, root, random.between(0.0001, 0.9999));
      // Ahead is to the right of the side.
      const angle = random.between(0.001, Math.PI - 0.001);
      const [c, s] = [Math.cos(angle), -Math.sin(angle)];
      const q = [p[0] + 50 * ((bx - ax) * c - (by - ay) * s), p[1] + 50 * ((bx - ax) * s + (by - ay) * c)] as const;
      tally.lines++;
      let node: number = NONE;
      const cell = mesh.sideCell[sight[root]];
      const line = { cell, px: p[0], py: p[1], qx: q[0], qy: q[1], range: visibility.range, onLink: NONE };
      for (const side of passSides(mesh, sight, line)) {
        if (places.borderOf[side] === NONE) continue;
        tally.seen++;
        const next = nodes.get(`${node} ${side}`);
        if (next === undefined) {
          found.push(`border side ${side} is seen through ${root} from (${p}) towards (${q})`);
          break;
        }
        node = next;
      }
    }
  }
  return found;
}

/** Borders and places that were hit. */
export interface Hits {
  borders: Set<number>;
  places: Set<number>;
}

/** Borders and places that rays from a pose pass, evenly spread over its angle: what it surely sees. */
export function lookByRays(scenery: Scenery, pose: Pose, rays: number): Hits {
  const hits: Hits = { borders: new Set(), places: new Set([scenery.places.layer.ofCell[pose.cell]]) };
  const half = Math.atan2(pose.sine, pose.cosine);
  const ahead = Math.atan2(pose.dy, pose.dx);
  const line = lineOf(scenery, pose);
  for (let k = 0; k < rays; k++) {
    const angle = ahead + half * ((2 * (k + 0.5)) / rays - 1);
    line.qx = pose.x + 2 * pose.range * Math.cos(angle);
    line.qy = pose.y + 2 * pose.range * Math.sin(angle);
    takeHits(scenery, line, hits);
  }
  return hits;
}

function lineOf({ mesh }: Scenery, { cell, x, y, range }: Pose): Line {
  return { cell, px: x, py: y, qx: 0, qy: 0, range, onLink: mesh.cellLink[cell] };
}

function takeHits({ mesh, sight, places }: Scenery, line: Line, { borders, places: seen }: Hits): void {
  passSides(mesh, sight, line);
  for (let k = 0; k < passed.length; k++) {
    const border = places.borderOf[passed[k]];
    if (border === NONE) continue;
    borders.add(border);
    seen.add(places.layer.ofCell[mesh.sideCell[sight[passed[k]]]]);
  }
}

/**
 * Is any part of a border in sight, however narrow the gap? What hides it begins and ends at corners, so one ray is aimed between each two
 * corners that lie next to each other in the triangle of eye and border, as seen from the eye. What the rays pass is added to `hits`.
 */
export function aimAtBorder(scenery: Scenery, pose: Pose, border: number, hits: Hits): boolean {
  const { mesh, places } = scenery;
  const side = places.borderSides[2 * border];
  const [ax, ay] = placeOn(mesh, side, 0);
  const [bx, by] = placeOn(mesh, side, 1);
  const shares = changesAlong(mesh, pose, [ax - pose.x, ay - pose.y, bx - pose.x, by - pose.y]);
  const line = lineOf(scenery, pose);
  for (let k = 0; k + 1 < shares.length; k++) {
    const share = (shares[k] + shares[k + 1]) / 2;
    const x = ax + share * (bx - ax) - pose.x;
    const y = ay + share * (by - ay) - pose.y;
    const ahead = x * pose.dx + y * pose.dy;
    if (ahead < pose.cosine * Math.sqrt(x * x + y * y) || x * x + y * y > pose.range * pose.range) continue;
    line.qx = pose.x + 2 * x;
    line.qy = pose.y + 2 * y;
    takeHits(scenery, line, hits);
    if (hits.borders.has(border)) return true;
  }
  return false;
}

/** Where along a segment from a to b, both as seen from the eye, something may begin or end to be seen: 0 to 1, in order. */
function changesAlong({ vertices }: CellMesh, pose: Pose, [ax, ay, bx, by]: readonly number[]): number[] {
  const [ex, ey] = [bx - ax, by - ay];
  const turn = Math.sign(ax * by - ay * bx);
  const shares = [0, 1];
  const add = (share: number) => {
    if (share > 0 && share < 1) shares.push(share);
  };
  const addRay = (x: number, y: number) => add((ay * x - ax * y) / (ex * y - ey * x));
  for (let v = 0; v < vertices.length; v += 2) {
    const x = vertices[v] - pose.x;
    const y = vertices[v + 1] - pose.y;
    const isInside =
      turn * (ax * y - ay * x) > 0 && turn * (x * by - y * bx) > 0 && turn * (ex * (y - ay) - ey * (x - ax)) >= 0;
    if (isInside) addRay(x, y);
  }
  // The edges of the view, and where the segment is as far away as the range.
  addRay(pose.dx * pose.cosine - pose.dy * pose.sine, pose.dy * pose.cosine + pose.dx * pose.sine);
  addRay(pose.dx * pose.cosine + pose.dy * pose.sine, pose.dy * pose.cosine - pose.dx * pose.sine);
  const squared = ex * ex + ey * ey;
  const foot = -(ax * ex + ay * ey) / squared;
  const beside = (ax * by - ay * bx) ** 2 / squared;
  const reach = Math.sqrt(Math.max(0, pose.range * pose.range - beside) / squared);
  add(foot - reach);
  add(foot + reach);
  return shares.sort((p, q) => p - q);
}

/** Somebody somewhere, looking somewhere. */
export function randomPose(mesh: CellMesh, random: Random, degrees: number, range: number): Pose {
  const cell = random.integer(0, mesh.cellLevel.length - 1);
  let [weight, x, y] = [0, 0, 0];
  for (let s = mesh.cellFirst[cell]; s < mesh.cellFirst[cell + 1]; s++) {
    const share = random.between(0.01, 1);
    weight += share;
    x += share * mesh.vertices[2 * mesh.sideVertex[s]];
    y += share * mesh.vertices[2 * mesh.sideVertex[s] + 1];
  }
  const angle = random.between(0, 2 * Math.PI);
  const half = (degrees * Math.PI) / 360;
  const eyes = { dx: Math.cos(angle), dy: Math.sin(angle), sine: Math.sin(half), cosine: Math.cos(half) };
  return { cell, x: x / weight, y: y / weight, ...eyes, range };
}
