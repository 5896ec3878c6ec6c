/** A run that is over → how long people with knowledge searched in it, and how many read each sign: as `foulee run` tells it. */
import { type Play, searchResultOf } from '@foulee/engine';
import type { RunSummary } from '../protocol/protocol.ts';

/** @returns nothing where nobody has knowledge */
export function searchSummary({ log, run }: Play): Pick<RunSummary, 'search'> {
  const found = searchResultOf(log, run);
  if (found === undefined) return {};
  const signs = found.signs.map(({ name, readers }) => ({ name, readers }));
  return { search: { seconds: found.searchSeconds, signs } };
}
