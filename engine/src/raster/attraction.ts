/**
 * How much places attract people who wander (M02 §2.2.2: a street of shops, of offices, of homes). In: areas with weights. Out: the weight of a
 * place, the product of those it lies in; 1 where it lies in none. Cost: the corners of all areas.
 */
import { isInRing } from '../core/ring.ts';

/** Mesh coordinates, x and y interleaved. */
export interface Attraction {
  level: number;
  ring: Float64Array;
  weight: number;
}

export function attractionAt(areas: readonly Attraction[], level: number, x: number, y: number): number {
  let product = 1;
  for (const area of areas) if (area.level === level && isInRing(area.ring, x, y)) product *= area.weight;
  return product;
}
