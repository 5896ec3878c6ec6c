/** What one person knows of each place, in P05's words; for pictures, explanations and tests. Linear in the borders. */
import { NONE } from '../core/none.ts';
import { hasBit } from '../routing/known/known-way.ts';
import type { Knowledge, KnowingCrowd } from './knowledge.ts';

export const UNKNOWN = 0;
/** Some accesses are known, or all are and the inside was not seen. */
export const PARTIAL = 1;
export const PERFECT = 2;

/** UNKNOWN, PARTIAL or PERFECT per place. The place somebody is in is never unknown. */
export function whatIsKnown(knowledge: Knowledge, crowd: KnowingCrowd, i: number): Uint8Array {
  const { believed, size } = knowledge;
  const { layer, borderOf, group } = believed.places;
  const { first, item } = layer.borders;
  const closed = new Set(doorsSeenClosed(knowledge, crowd, i));
  const known = new Uint8Array(group.length);
  for (let p = 0; p < known.length; p++) {
    let count = 0;
    for (let k = first[p]; k < first[p + 1]; k++) {
      const border = borderOf[item[k]];
      if (hasBit(crowd.knownAccesses, i * size.accesses, border) || closed.has(border)) count++;
    }
    const isWhole = count === first[p + 1] - first[p] && hasBit(crowd.explored, i * size.explored, p);
    known[p] = isWhole ? PERFECT : count > 0 ? PARTIAL : UNKNOWN;
  }
  const own = layer.ofCell[crowd.cell[i]];
  if (known[own] === UNKNOWN) known[own] = PARTIAL;
  return known;
}

/**
 * Borders that are doors which somebody saw closed, and not open since. They explored a place beside it, so all its borders were in sight, and
 * still they do not count on this one.
 */
export function doorsSeenClosed({ believed, size }: Knowledge, crowd: KnowingCrowd, i: number): number[] {
  const { places, mesh } = believed;
  const { accesses, borderSides, layer } = places;
  const isExplored = (side: number) =>
    side !== NONE && hasBit(crowd.explored, i * size.explored, layer.ofCell[mesh.sideCell[side]]);
  const closed: number[] = [];
  for (let b = 0; b < accesses; b++) {
    const side = borderSides[2 * b];
    if (mesh.sideDoor[side] === NONE || hasBit(crowd.knownAccesses, i * size.accesses, b)) continue;
    if (isExplored(side) || isExplored(mesh.sideTwin[side])) closed.push(b);
  }
  return closed;
}
