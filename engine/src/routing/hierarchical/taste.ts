/**
 * A taste of one's own: of ways that are about as long, not everybody takes the same. To a person a way is as long as it is,
 * and up to a metre more or less for each corner where it bends, always the same for the same corner. So people pass a pillar on either side, and
 * share out over gates beside each other.
 */
import { chanceOf } from '../../core/chance.ts';
import { NONE } from '../../core/none.ts';
import type { TautScratch } from '../taut/taut-state.ts';

/** Metres by which a corner makes a way longer or shorter, at most. */
const MOST = 1;

/** Metres to be added to the taut string in the scratch; 0 for nobody, NONE. */
export function tasteOf({ bends, bendPin, pinPlace }: TautScratch, person: number): number {
  let sum = 0;
  if (person === NONE) return sum;
  for (let b = 0; b < bends; b++) {
    // By where it is, in millimetres: numbers of corners change with the place.
    const x = Math.round(1000 * pinPlace[2 * bendPin[b]]);
    const y = Math.round(1000 * pinPlace[2 * bendPin[b] + 1]);
    sum += MOST * (2 * chanceOf(person, Math.imul(x, 0x21f0aaad) ^ Math.imul(y, 0x735a2d97)) - 1);
  }
  return sum;
}
