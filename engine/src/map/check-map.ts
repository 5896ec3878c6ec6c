/**
 * Checks a FlatMap against its definition and names what is wrong; an empty list means it holds.
 * Segments meet only at vertices, bound floor on a side, and agree around every vertex where floor is. O(n log n).
 */
import { buildBoxTree, searchBoxes } from '../core/box-tree.ts';
import { groupByOwner } from '../core/csr.ts';
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { orient } from '../core/predicates.ts';
import { DOOR, enclosedArea, type FlatMap, LEFT_WALKABLE, RIGHT_WALKABLE, WALL } from './flat-map.ts';

const KEPT = 20;
const BOTH = LEFT_WALKABLE | RIGHT_WALKABLE;

export function checkMap(map: FlatMap): string[] {
  const found: string[] = [];
  const say = (text: string) => {
    if (found.length < KEPT) found.push(text);
  };
  const { vertices, segments, segmentKind, segmentSides, segmentLabel, segmentBoundary, segmentGlass } = map;
  const count = segments.length >> 1;
  const vertexCount = vertices.length >> 1;
  if (
    [segmentKind, segmentSides, segmentLabel, segmentBoundary, segmentGlass].some((array) => array.length !== count)
  ) {
    return ['arrays of segments differ in length'];
  }
  for (let i = 0; i < vertices.length; i++)
    if (!Number.isFinite(vertices[i])) return [`vertex ${i >> 1} is not finite`];
  for (let s = 0; s < count; s++) {
    for (const v of [segments[2 * s], segments[2 * s + 1]]) {
      if (!(v >= 0 && v < vertexCount)) return [`segment ${s} ends at vertex ${v}, which does not exist`];
    }
    if (segments[2 * s] === segments[2 * s + 1]) return [`segment ${s} has no length`];
    if (segmentSides[s] === 0) say(`segment ${s} has floor on neither side`);
    if (segmentKind[s] === WALL ? segmentLabel[s] !== NONE : segmentLabel[s] === NONE)
      say(`segment ${s} has a wrong label`);
    if (segmentBoundary[s] !== 0 && (segmentBoundary[s] !== 1 || segmentKind[s] !== WALL))
      say(`segment ${s} is boundary and no wall`);
    if (segmentGlass[s] !== 0 && (segmentGlass[s] !== 1 || segmentKind[s] !== WALL || segmentSides[s] !== BOTH))
      say(`segment ${s} is glass and no wall between floor and floor`);
    if (segmentKind[s] === DOOR && segmentSides[s] !== BOTH) say(`door segment ${s} leads nowhere`);
  }
  checkCrossings(map, say);
  checkVertices(map, say);
  const area = enclosedArea(vertices, segments, segmentSides);
  if (!(Math.abs(area - map.area) <= 1e-9 * Math.max(1, map.area))) say(`walls enclose ${area} m², not ${map.area}`);
  return found;
}

/** No two segments cross, touch or lie on each other, but for shared ends. */
function checkCrossings({ vertices, segments }: FlatMap, say: (text: string) => void): void {
  const count = segments.length >> 1;
  const boxes = new Float64Array(4 * count);
  for (let s = 0; s < count; s++) {
    const a = 2 * segments[2 * s];
    const b = 2 * segments[2 * s + 1];
    boxes[4 * s] = Math.min(vertices[a], vertices[b]);
    boxes[4 * s + 1] = Math.min(vertices[a + 1], vertices[b + 1]);
    boxes[4 * s + 2] = Math.max(vertices[a], vertices[b]);
    boxes[4 * s + 3] = Math.max(vertices[a + 1], vertices[b + 1]);
  }
  const tree = buildBoxTree(boxes);
  const near = new GrowableInts();
  const side = (a: number, b: number, c: number) =>
    Math.sign(
      orient(
        vertices[2 * a],
        vertices[2 * a + 1],
        vertices[2 * b],
        vertices[2 * b + 1],
        vertices[2 * c],
        vertices[2 * c + 1],
      ),
    );
  /** c lies on the segment a–b, ends apart. */
  const isOn = (a: number, b: number, c: number) =>
    side(a, b, c) === 0 &&
    (vertices[2 * c] - vertices[2 * a]) * (vertices[2 * b] - vertices[2 * a]) +
      (vertices[2 * c + 1] - vertices[2 * a + 1]) * (vertices[2 * b + 1] - vertices[2 * a + 1]) >
      0 &&
    (vertices[2 * c] - vertices[2 * b]) * (vertices[2 * a] - vertices[2 * b]) +
      (vertices[2 * c + 1] - vertices[2 * b + 1]) * (vertices[2 * a + 1] - vertices[2 * b + 1]) >
      0;
  for (let s = 0; s < count; s++) {
    near.clear();
    searchBoxes(tree, boxes[4 * s], boxes[4 * s + 1], boxes[4 * s + 2], boxes[4 * s + 3], near);
    const a = segments[2 * s];
    const b = segments[2 * s + 1];
    for (const r of near.values()) {
      if (r <= s) continue;
      const c = segments[2 * r];
      const d = segments[2 * r + 1];
      if ((a === c && b === d) || (a === d && b === c)) say(`segments ${s} and ${r} are the same`);
      else if (isOn(a, b, c) || isOn(a, b, d) || isOn(c, d, a) || isOn(c, d, b)) say(`segments ${s} and ${r} touch`);
      else if (side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0)
        say(`segments ${s} and ${r} cross`);
    }
  }
}

/** Around each vertex: no vertex at the same place, and between two neighbouring segments both say floor or neither. */
function checkVertices({ vertices, segments, segmentSides }: FlatMap, say: (text: string) => void): void {
  const { first, item } = groupByOwner(segments, vertices.length >> 1);
  const places = new Map<string, number>();
  for (let v = 0; v < first.length - 1; v++) {
    const key = `${vertices[2 * v]},${vertices[2 * v + 1]}`;
    if (places.has(key)) say(`vertices ${places.get(key)} and ${v} are at one place`);
    places.set(key, v);
    // Segment ends at v, by the angle at which their segments leave.
    const star = [...item.subarray(first[v], first[v + 1])];
    if (star.length === 0) say(`vertex ${v} belongs to no segment`);
    const x = vertices[2 * v];
    const y = vertices[2 * v + 1];
    const far = (end: number) => segments[end ^ 1];
    const isUpper = (w: number) => vertices[2 * w + 1] > y || (vertices[2 * w + 1] === y && vertices[2 * w] > x);
    star.sort((p, q) => {
      const a = far(p);
      const b = far(q);
      if (isUpper(a) !== isUpper(b)) return isUpper(a) ? -1 : 1;
      return -orient(x, y, vertices[2 * a], vertices[2 * a + 1], vertices[2 * b], vertices[2 * b + 1]);
    });
    for (let i = 0; i < star.length; i++) {
      const here = star[i];
      const after = star[(i + 1) % star.length];
      // Leaving v, the segment's left is its own left where v is its first end.
      const leftOf = (end: number) => segmentSides[end >> 1] & ((end & 1) === 0 ? LEFT_WALKABLE : RIGHT_WALKABLE);
      const rightOf = (end: number) => segmentSides[end >> 1] & ((end & 1) === 0 ? RIGHT_WALKABLE : LEFT_WALKABLE);
      if ((leftOf(here) !== 0) !== (rightOf(after) !== 0)) say(`walls at vertex ${v} disagree about where floor is`);
    }
  }
}
