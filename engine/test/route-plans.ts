/** Random plans of all kinds to look and to find routes in: kind and seed → Plan. */
import type { Plan } from '../src/map/plan.ts';
import { DIRTY_KINDS, dirtyPlan } from './dirty-maps.ts';
import { latticePlan } from './lattice-maps.ts';
import { CLEAN_KINDS, cleanPlan } from './random-maps.ts';
import { roughPlan } from './rough-maps.ts';

export const ROUTE_KINDS = [...CLEAN_KINDS, ...DIRTY_KINDS, 'lattice', 'rough'] as const;
export type RouteKind = (typeof ROUTE_KINDS)[number];

export function routePlan(kind: RouteKind, seed: number): Plan {
  if (kind === 'lattice') return latticePlan(seed);
  if (kind === 'rough') return roughPlan(seed);
  const clean = CLEAN_KINDS.find((name) => name === kind);
  return clean === undefined ? dirtyPlan(DIRTY_KINDS.find((name) => name === kind)!, seed) : cleanPlan(clean, seed);
}
