/**
 * Near ties: four points on one circle but for rounding, where either diagonal is Delaunay.
 *
 * Feet make them by nature: the two feet of a corner on walls that meet lie on one circle with the corner and the
 * walls' meeting point, by their right angles. Which diagonal an exact predicate then finds is noise, and a turned
 * plan would get other cells. So the longer one is taken: it does not change when the plan is turned, and it is the
 * one that merging can remove. Each flip lengthens the edges, so it ends. Linear as a rule.
 */
import { GrowableInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { turnOf } from '../core/predicates.ts';
import { flip, next, previous, type Triangulation } from './triangulation.ts';

/** Sine of the sum of the two opposite angles up to which four points are on one circle. */
const ON_CIRCLE = 1e-9;
/** Relative difference of squared lengths up to which two diagonals are as long as each other. */
const AS_LONG = 1e-9;

/** Do the four corners around a free edge lie on one circle, but for rounding? */
export function isNearTie(t: Triangulation, e: number): boolean {
  const f = t.twin[e];
  if (f === NONE || t.constraint[e] !== NONE) return false;
  const { vertices, corner } = t;
  const u = 2 * corner[e];
  const v = 2 * corner[f];
  const w = 2 * corner[previous(e)];
  const z = 2 * corner[previous(f)];
  const uwx = vertices[u] - vertices[w];
  const uwy = vertices[u + 1] - vertices[w + 1];
  const vwx = vertices[v] - vertices[w];
  const vwy = vertices[v + 1] - vertices[w + 1];
  const uzx = vertices[u] - vertices[z];
  const uzy = vertices[u + 1] - vertices[z + 1];
  const vzx = vertices[v] - vertices[z];
  const vzy = vertices[v + 1] - vertices[z + 1];
  // Sines and cosines of the angles at w and z, times the lengths of their sides.
  const sineW = uwx * vwy - uwy * vwx;
  const cosineW = uwx * vwx + uwy * vwy;
  const sineZ = vzx * uzy - vzy * uzx;
  const cosineZ = vzx * uzx + vzy * uzy;
  const sine = sineW * cosineZ + cosineW * sineZ;
  const lengths = (uwx * uwx + uwy * uwy) * (vwx * vwx + vwy * vwy) * (uzx * uzx + uzy * uzy) * (vzx * vzx + vzy * vzy);
  return sine * sine <= ON_CIRCLE * ON_CIRCLE * lengths;
}

/** Take the longer diagonal of every near tie between triangles of region 1. */
export function settleTies(t: Triangulation): void {
  const pending = new GrowableInts();
  for (let e = 0; e < 3 * t.triangleCount; e++) {
    pending.push(e);
    while (pending.length > 0) {
      const at = pending.pop();
      if (t.region[(at / 3) | 0] === 0 || !isNearTie(t, at) || !otherIsLonger(t, at)) continue;
      const f = t.twin[at];
      flip(t, at);
      pending.push(at);
      pending.push(next(at));
      pending.push(f);
      pending.push(next(f));
    }
  }
}

/** Is the other diagonal longer, and are both triangles it makes sound? */
function otherIsLonger(t: Triangulation, e: number): boolean {
  const { vertices, corner } = t;
  const f = t.twin[e];
  const u = 2 * corner[e];
  const v = 2 * corner[f];
  const w = 2 * corner[previous(e)];
  const z = 2 * corner[previous(f)];
  const own = (vertices[u] - vertices[v]) ** 2 + (vertices[u + 1] - vertices[v + 1]) ** 2;
  const other = (vertices[w] - vertices[z]) ** 2 + (vertices[w + 1] - vertices[z + 1]) ** 2;
  if (other <= own * (1 + AS_LONG)) return false;
  return turnOf(vertices, z >> 1, v >> 1, w >> 1) > 0 && turnOf(vertices, w >> 1, u >> 1, z >> 1) > 0;
}
