/**
 * Undo and redo over whole data: every edit is remembered as the data before it. Edits of the same field one after the other, as somebody
 * types a number or drags something, are one.
 */
import type { Data } from './document.ts';

export interface Edits {
  readonly past: readonly Data[];
  readonly present: Data;
  readonly future: readonly Data[];
  /** What was edited last, and may still be; undefined: the next edit is one of its own. */
  readonly field: string | undefined;
}

/** The oldest are forgotten. */
const MOST = 500;

export function beginEdits(data: Data): Edits {
  return { past: [], present: data, future: [], field: undefined };
}

/** @param field the same as that of the edit before: both are undone together */
export function remember(edits: Edits, data: Data, field?: string): Edits {
  if (data === edits.present) return edits;
  const isSame = field !== undefined && field === edits.field;
  const past = isSame ? edits.past : [...edits.past.slice(1 - MOST), edits.present];
  return { past, present: data, future: [], field };
}

/** The next edit is one of its own, whatever its field. */
export function seal(edits: Edits): Edits {
  return edits.field === undefined ? edits : { ...edits, field: undefined };
}

export function undo(edits: Edits): Edits {
  const { past, present, future } = edits;
  if (past.length === 0) return edits;
  return { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future], field: undefined };
}

export function redo(edits: Edits): Edits {
  const { past, present, future } = edits;
  if (future.length === 0) return edits;
  return { past: [...past, present], present: future[0], future: future.slice(1), field: undefined };
}
