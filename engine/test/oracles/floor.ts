/**
 * Where is floor, by other means: the parity of walls a ray crosses, and the area that boolean operations on the plan's
 * polygons leave (clipper2-ts).
 */
import {
  Clipper,
  ClipType,
  EndType,
  FillRule,
  JoinType,
  type Path64,
  type Paths64,
  type PolyPath64,
  PolyTree64,
} from 'clipper2-ts';
import type { FlatMap } from '../../src/map/flat-map.ts';
import type { Plan } from '../../src/map/plan.ts';

/** Sides of a segment that has floor on both: no border of the floor. */
const BOTH = 3;

/** Does an odd number of borders lie above the point? Points level with a vertex or on a border are the caller's bad luck. */
export function isOnFloor({ vertices, segments, segmentSides }: FlatMap, x: number, y: number): boolean {
  let odd = false;
  for (let s = 0; s < segmentSides.length; s++) {
    if (segmentSides[s] === BOTH) continue;
    const a = 2 * segments[2 * s];
    const b = 2 * segments[2 * s + 1];
    if (vertices[a] > x === vertices[b] > x) continue;
    const share = (x - vertices[a]) / (vertices[b] - vertices[a]);
    if (vertices[a + 1] + share * (vertices[b + 1] - vertices[a + 1]) > y) odd = !odd;
  }
  return odd;
}

/** Units per metre. */
const SCALE = 1e6;

function inUnits(ring: Float64Array): Path64 {
  const path: Path64 = [];
  for (let i = 0; i < ring.length; i += 2) {
    path.push({ x: Math.round(ring[i] * SCALE), y: Math.round(ring[i + 1] * SCALE) });
  }
  return path;
}

/** Units by which floor is made smaller before it is taken apart. */
const APART = 3;

function lengthOf(path: Path64): number {
  return path.reduce((sum, { x, y }, i) => sum + Math.hypot(x - path.at(i - 1)!.x, y - path.at(i - 1)!.y), 0);
}

/** Areas of the connected pieces of floor that the polygons of a plan's first level leave, m², largest first. */
export function floorAreas(plan: Plan): number[] {
  const level = plan.levels[0];
  const inside = (role: string): Paths64 => {
    const each = level.polygons
      .filter((polygon) => polygon.role === role)
      .flatMap(({ rings: [outer, ...holes] }) =>
        Clipper.difference(
          Clipper.union([inUnits(outer!)], FillRule.NonZero),
          Clipper.union(holes.map(inUnits), FillRule.NonZero),
          FillRule.NonZero,
        ),
      );
    return Clipper.union(each, FillRule.NonZero);
  };
  const tree = new PolyTree64();
  const floor = Clipper.difference(inside('walkable'), inside('obstacle'), FillRule.NonZero);
  // Pieces that meet in a point only are two; a little smaller, they no longer meet.
  const apart = Clipper.inflatePaths(floor, -APART, JoinType.Miter, EndType.Polygon);
  Clipper.booleanOpWithPolyTree(ClipType.Union, apart, null, tree, FillRule.NonZero);
  const areas: number[] = [];
  const take = (outer: PolyPath64) => {
    let area = Math.abs(Clipper.area(outer.poly!)) + APART * lengthOf(outer.poly!);
    for (let i = 0; i < outer.count; i++) {
      const hole = outer.child(i);
      area -= Math.abs(Clipper.area(hole.poly!)) - APART * lengthOf(hole.poly!);
      for (let k = 0; k < hole.count; k++) take(hole.child(k));
    }
    areas.push(area / SCALE ** 2);
  };
  for (let i = 0; i < tree.count; i++) take(tree.child(i));
  return areas.toSorted((a, b) => b - a);
}
