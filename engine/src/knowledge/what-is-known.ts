/** What one person knows of each place, in P05's words; for pictures, explanations and tests. Linear in the borders. */
import { knowsClosed } from './closed-doors.ts';
import { hasBit } from '../routing/known/known-way.ts';
import type { Knowledge, KnowingCrowd } from './knowledge.ts';

export const UNKNOWN = 0;
/** Some accesses are known, or all are and the inside was not seen. */
export const PARTIAL = 1;
export const PERFECT = 2;

/** UNKNOWN, PARTIAL or PERFECT per place. Accesses that were seen closed are known, too. The place somebody is in is never unknown. */
export function whatIsKnown(knowledge: Knowledge, crowd: KnowingCrowd, i: number): Uint8Array {
  const { believed, size } = knowledge;
  const { layer, borderOf, group } = believed.places;
  const { first, item } = layer.borders;
  const known = new Uint8Array(group.length);
  for (let p = 0; p < known.length; p++) {
    let count = 0;
    for (let k = first[p]; k < first[p + 1]; k++) {
      const border = borderOf[item[k]];
      const isKnown =
        hasBit(crowd.knownAccesses, i * size.accesses, border) || knowsClosed(knowledge, crowd, i, border);
      if (isKnown) count++;
    }
    const isWhole = count === first[p + 1] - first[p] && hasBit(crowd.explored, i * size.explored, p);
    known[p] = isWhole ? PERFECT : count > 0 ? PARTIAL : UNKNOWN;
  }
  const own = layer.ofCell[crowd.cell[i]];
  if (known[own] === UNKNOWN) known[own] = PARTIAL;
  return known;
}
