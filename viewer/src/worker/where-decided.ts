/** Decisions to explore a place → with where that place is, to fly there. Cost: for each such decision the cells of its place. */
import type { Plan, RecordedDecision, Scenery } from '@foulee/engine';
import type { Decided } from '../protocol/decided.ts';
import { middleOfPlace } from './cell-sketches.ts';

/** @param scenery whose places have the numbers of the decisions */
export function withWhere(decisions: readonly RecordedDecision[], plan: Plan, scenery: Scenery): Decided[] {
  return decisions.map((decision): Decided => {
    const { code, value } = decision;
    if (code !== 'explores' || value === null || value >= scenery.places.group.length) return decision;
    const [x, y, z] = middleOfPlace({ plan }, scenery, value);
    return { ...decision, where: { x, y, z } };
  });
}
