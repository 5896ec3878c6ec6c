/**
 * A building on a parcel: convex parcel → simple ring inside it, counter-clockwise, 3 to 12 corners.
 *
 * Shapes are drawn in the unit square and carried into the parcel by the bilinear map of its corners, under which lines
 * of constant u or v stay straight; so an L, T or U stays one on a crooked parcel. Courts are always reached, some
 * through passages of 0.8–1.5 m, so that the ground outside all buildings is connected and its area simply adds up.
 */
import { dropShortSides, insetRing, isBlockLike, type Ring, ringArea, SHORTEST_SIDE } from './convex.ts';
import { between, integerBetween, type Random } from '../random.ts';

/** Smaller parcels are built over whole: an arm or a court would be narrower than 3 m. */
const SHORTEST_SHAPED_SIDE = 9;
const SMALLEST_BUILDING = 30;

export function placeBuilding(parcel: Ring, random: Random): Ring {
  const setBack = random() < 0.6 ? 0 : between(random, 0.3, 3);
  const inset = setBack === 0 ? parcel : dropShortSides(insetRing(parcel, setBack), SHORTEST_SIDE);
  const ground = inset.length >= 6 && ringArea(inset) >= SMALLEST_BUILDING ? inset : parcel;
  const lot = random();
  if (!isBlockLike(ground, SHORTEST_SHAPED_SIDE) || lot < 0.38) return ground;
  const turn = 2 * integerBetween(random, 0, 3);
  const corners = [...ground.slice(turn), ...ground.slice(0, turn)];
  return carry(shape(lot, corners, random), corners);
}

/**
 * Corners in the unit square, u right, v up.
 *
 *    ┌──┐          ┌──┐        ┌──┐   ┌──┐      ┌────────┐
 *    │  │          │  │        │  │   │  │      │ ┌────┐ │
 *    │  └────┐  ┌──┘  └──┐     │  └───┘  │      │ └─┐┌─┘ │
 *    └───────┘  └────────┘     └─────────┘      └───┘└───┘
 *        L          T               U         court with passage
 */
function shape(lot: number, corners: Ring, random: Random): Ring {
  const a = between(random, 0.34, 0.45);
  const b = between(random, 0.36, 0.62);
  const c = between(random, 0.56, 0.66);
  if (lot < 0.48) return [0.2 * a, 0, 1, 0, 1, 1, 0, 1, 0, 0.2 * a]; // a block with a cut corner
  if (lot < 0.74) return [0, 0, 1, 0, 1, b, a, b, a, 1, 0, 1];
  if (lot < 0.82) return [0, 0, 1, 0, 1, b, c, b, c, 1, a, 1, a, b, 0, b];
  if (lot < 0.93) return [0, 0, 1, 0, 1, 1, c + 0.06, 1, c + 0.06, b, a - 0.04, b, a - 0.04, 1, 0, 1];
  // The passage's width in u, from the shorter of the two sides it runs between.
  const bottom = distance(corners, 0, 2);
  const top = distance(corners, 6, 4);
  const half = between(random, 0.8, 1.5) / Math.min(bottom, top) / 2;
  const left = 0.5 - half;
  const right = 0.5 + half;
  return [
    0,
    0,
    left,
    0,
    left,
    0.3,
    0.28,
    0.3,
    0.28,
    0.72,
    0.72,
    0.72,
    0.72,
    0.3,
    right,
    0.3,
    right,
    0,
    1,
    0,
    1,
    1,
    0,
    1,
  ];
}

function distance(ring: Ring, i: number, j: number): number {
  const dx = (ring[j] as number) - (ring[i] as number);
  const dy = (ring[j + 1] as number) - (ring[i + 1] as number);
  return Math.sqrt(dx * dx + dy * dy);
}

function carry(unit: Ring, corners: Ring): Ring {
  const [ax, ay, bx, by, cx, cy, dx, dy] = corners as [number, number, number, number, number, number, number, number];
  const ring: Ring = [];
  for (let i = 0; i < unit.length; i += 2) {
    const u = unit[i] as number;
    const v = unit[i + 1] as number;
    const p = (1 - u) * (1 - v);
    const q = u * (1 - v);
    const r = u * v;
    const s = (1 - u) * v;
    ring.push(p * ax + q * bx + r * cx + s * dx, p * ay + q * by + r * cy + s * dy);
  }
  return ring;
}
