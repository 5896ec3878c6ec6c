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
function placeOn(mesh: CellMesh, s: number, share: number): [number, number] {
  const a = 2 * mesh.sideVertex[s];
  const b = 2 * mesh.sideVertex[nextSideOf(mesh, s)];
  const along = (k: number) => mesh.vertices[a + k] + share * (mesh.vertices[b + k] - mesh.vertices[a + k]);
  return [along(0), along(1)];
}

/**
 * The sides that a line from p through q passes after it entered a cell, each as the side of the cell it leaves, until a wall, the end
 * of a link, or `range` metres from p. NONE at the end: it ran into a corner, and says nothing.
 * @param onLink the link that somebody looks from: no end to them
 */
function* sidesPassed(
  mesh: CellMesh,
  sight: Int32Array,
  cell: number,
  [px, py]: readonly [number, number],
  [qx, qy]: readonly [number, number],
  range: number,
  onLink: number = NONE,
): Generator<number> {
  const { vertices, sideVertex, cellFirst, sideCell, cellLink } = mesh;
  for (;;) {
    let out: number = NONE;
    for (let s = cellFirst[cell]; s < cellFirst[cell + 1]; s++) {
      const a = 2 * sideVertex[s];
      const b = 2 * sideVertex[nextSideOf(mesh, s)];
      const right = orient(px, py, qx, qy, vertices[a], vertices[a + 1]);
      const left = orient(px, py, qx, qy, vertices[b], vertices[b + 1]);
      if (right === 0 || left === 0) return yield NONE;
      if (right < 0 && left > 0) out = s;
    }
    if (out === NONE) return yield NONE;
    if (sight[out] === NONE) return;
    const a = 2 * sideVertex[out];
    const b = 2 * sideVertex[nextSideOf(mesh, out)];
    const from = orient(vertices[a], vertices[a + 1], vertices[b], vertices[b + 1], px, py);
    const to = orient(vertices[a], vertices[a + 1], vertices[b], vertices[b + 1], qx, qy);
    const far = (from / (from - to)) * Math.sqrt((qx - px) ** 2 + (qy - py) ** 2);
    if (!(far <= range)) return;
    yield out;
    const beyond = sideCell[sight[out]];
    if (cellLink[cell] !== NONE && cellLink[cell] !== onLink && cellLink[beyond] !== cellLink[cell]) return;
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
      const entry = sight[root];
      for (const side of sidesPassed(mesh, sight, mesh.sideCell[entry], p, q, visibility.range)) {
        if (side === NONE) break;
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

/** Borders and places that rays from a pose pass, evenly spread over its angle: what it surely sees. */
export function lookByRays(
  { mesh, sight, places }: Scenery,
  pose: Pose,
  rays: number,
): { borders: Set<number>; places: Set<number> } {
  const borders = new Set<number>();
  const seen = new Set([places.layer.ofCell[pose.cell]]);
  const half = Math.atan2(pose.sine, pose.cosine);
  const ahead = Math.atan2(pose.dy, pose.dx);
  const eye = [pose.x, pose.y] as const;
  const onLink = mesh.cellLink[pose.cell];
  for (let k = 0; k < rays; k++) {
    const angle = ahead + half * ((2 * (k + 0.5)) / rays - 1);
    const far = [pose.x + 2 * pose.range * Math.cos(angle), pose.y + 2 * pose.range * Math.sin(angle)] as const;
    for (const side of sidesPassed(mesh, sight, pose.cell, eye, far, pose.range, onLink)) {
      if (side === NONE) break;
      if (places.borderOf[side] === NONE) continue;
      borders.add(places.borderOf[side]);
      seen.add(places.layer.ofCell[mesh.sideCell[sight[side]]]);
    }
  }
  return { borders, places: seen };
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
