/**
 * What people of a profile know of the place when they come, as the panel shows it ↔ as the file has it: nothing said, a word, or a table
 * with `start` and numbers. A table with nothing but `start` is written as a word.
 */
import { type Data, isRecord, type Path, put, recordAt, valueAt } from './document.ts';
import type { NumberField } from './number-fields.ts';
import { namesOf } from './references.ts';

/** As one text, the value of a choice. unsaid: as the profile it is like says, else all of the place, always. */
export type Start = 'unsaid' | 'nothing' | 'entrance' | 'everything' | 'chosen';

const WORDS: readonly unknown[] = ['nothing', 'entrance', 'everything'] satisfies Start[];
/** Built-in profiles with knowledge (docs/scenario.md). */
const KNOWING: readonly string[] = ['visitor', 'commuter', 'staff'];

/** What stands for a number that is left out is what the engine takes (a test compares them). */
export const KNOWLEDGE_FIELDS: readonly NumberField[] = [
  { field: 'range', label: 'See up to', unit: 'm', min: 0.1, max: 1000, step: 5, empty: '60' },
  { field: 'angle', label: 'Angle of view', unit: '°', min: 1, max: 170, step: 10, empty: '170' },
  { field: 'memory', label: 'Remember crowds for', unit: 's', min: 1, max: 86_400, step: 10, empty: '60' },
  { field: 'avoidCrowds', label: 'Avoid crowds', max: 100, step: 0.5, empty: '1' },
  { field: 'avoidCounterFlow', label: 'Avoid counter-flow', max: 100, step: 0.5, empty: '0.5' },
  { field: 'avoidStairs', label: 'Avoid stairs', max: 100, step: 0.5, empty: '0' },
  { field: 'avoidTurns', label: 'Avoid turns', unit: 'm', max: 100, step: 1, empty: '0' },
  { field: 'avoidNarrow', label: 'Avoid narrow passages', unit: 'm', max: 100, step: 1, empty: '0' },
  { field: 'follow', label: 'Follow others', max: 1, step: 0.1, empty: '0' },
  { field: 'tell', label: 'Tell others the way', max: 1, step: 0.1, empty: '0' },
];

/** @param profile as in the file */
export function startOf(profile: unknown): Start {
  const knowledge = valueAt(profile, ['knowledge']);
  const start = isRecord(knowledge) ? knowledge.start : knowledge;
  if (Array.isArray(start)) return 'chosen';
  if (WORDS.includes(start)) return start as Start;
  // A table without a start begins with nothing, unless it is like another.
  return isRecord(knowledge) && valueAt(profile, ['like']) === undefined ? 'nothing' : 'unsaid';
}

/** Areas and goals that are known; none unless some are chosen. */
export function knownNames(profile: unknown): readonly string[] {
  const start = valueAt(profile, ['knowledge', 'start']);
  return Array.isArray(start) ? (start as string[]) : [];
}

/** All that can be chosen to be known. */
export function knowable(data: Data): string[] {
  return [...new Set([...namesOf(data, 'area'), ...namesOf(data, 'goal')])];
}

/** Do people of a profile look round and remember? By itself, or because of what it is like. */
export function hasKnowledge(data: Data, name: string): boolean {
  const profiles = recordAt(data, ['profiles']);
  const passed = new Set<string>();
  for (let now = name; ; ) {
    const profile = profiles[now];
    if (profile === undefined || passed.has(now)) return KNOWING.includes(now);
    if (valueAt(profile, ['knowledge']) !== undefined) return true;
    passed.add(now);
    const like = valueAt(profile, ['like']);
    if (typeof like !== 'string') return false;
    now = like;
  }
}

/** Another start; numbers that are said stay, unless nothing is said any more. */
export function withStart(data: Data, path: Path, start: Start): Data {
  if (start === startOf(valueAt(data, path))) return data;
  const at = [...path, 'knowledge'];
  if (start === 'unsaid') return put(data, at, undefined);
  const names = knowable(data);
  if (start === 'chosen' && names.length === 0) return data;
  return withField(data, path, 'start', start === 'chosen' ? names.slice(0, 1) : start);
}

/** @param value undefined: what is usual */
export function withField(data: Data, path: Path, field: string, value: unknown): Data {
  const at = [...path, 'knowledge'];
  const before = valueAt(data, at);
  const table = isRecord(before) ? before : before === undefined ? {} : { start: before };
  const next = put(table, [field], value) as Record<string, unknown>;
  const isWord = Object.keys(next).length === 1 && WORDS.includes(next.start);
  // An empty table would be knowledge all the same.
  return put(data, at, isWord ? next.start : Object.keys(next).length === 0 ? undefined : next);
}
