/**
 * What somebody with knowledge decided and found out (engine: decision-log.ts) → words for their card and the time line. Codes that have no
 * words here are told as they are.
 */
import type { Decided } from '../protocol/decided.ts';

export interface DecidedWords {
  /** Seconds. */
  time: number;
  text: string;
  /** The place it is about, to fly there. */
  where?: { x: number; y: number; z: number; name: string };
}

/** @param decisions of one person, in the order of time */
export function decidedWords(decisions: readonly Decided[]): DecidedWords[] {
  let goal: string | null = null;
  return decisions.map((one) => {
    const text = textOf(one, goal);
    if (one.code === 'walks to' || one.code === 'turns to') goal = one.what;
    else if (one.code === 'explores' || one.code === 'follows') goal = null;
    if (one.where === undefined) return { time: one.time, text };
    const { x, y, z } = one.where;
    return { time: one.time, text, where: { x, y, z, name: `place ${one.value}` } };
  });
}

/** @param before the goal they walked to until then; null: none */
function textOf({ code, what, value }: Decided, before: string | null): string {
  switch (code) {
    case 'explores':
      if (what !== null) return `Went to explore ${what.startsWith('(') ? `the place around ${what}` : what}`;
      return value === null ? 'Went exploring' : `Went to explore place ${value}`;
    case 'walks to':
      return `Set off for ${what ?? 'a goal'}${value === null ? '' : `, ${metres(value)}`}`;
    case 'turns to':
      return turnText(what ?? 'another goal', before, Math.round(value ?? 0));
    case 'finds closed':
      return what === null ? 'Found a door closed' : `Found ${what} closed`;
    case 'reads':
      return what === null ? 'Read a sign' : `Read the sign ${what}`;
    case 'searches again':
      return 'Had looked everywhere, and searched again';
    case 'waits':
      return what === null ? 'Waited: there was no way' : `Waited for ${what} to open`;
    case 'hears':
      return `Heard the way to ${what ?? 'a goal'} announced`;
    case 'follows':
      return what === null ? 'Went where an arrow pointed' : `Went where ${what} pointed`;
    case 'is told':
      return `Was told the way to ${what ?? 'a goal'}${value === null ? '' : ` by person ${value}`}`;
    default:
      return [code, what].filter((part) => part !== null).join(' ');
  }
}

function turnText(to: string, from: string | null, queue: number): string {
  const people = queue === 1 ? '1 person' : `${queue.toLocaleString('en')} people`;
  if (queue > 0) return `Left the queue${from === null ? '' : ` at ${from}`} for ${to}; ${people} in the queue`;
  return from === null ? `Turned to ${to}` : `Turned from ${from} to ${to}`;
}

function metres(value: number): string {
  return `${value < 10 ? value.toFixed(1) : Math.round(value).toLocaleString('en')} m`;
}
