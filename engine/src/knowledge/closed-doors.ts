/**
 * Doors that people have seen closed, and whether they wait for a way: bits behind those of signs and announcements (knowledge.ts, `noticed`).
 * A door counts as closed for somebody until they see it open. Nobody walks over a border that they have seen closed; but they know where it is.
 */
import { NONE } from '../core/none.ts';
import { clearBit, hasBit, setBit } from '../routing/known/known-way.ts';
import type { Knowledge, KnowingCrowd } from './knowledge.ts';

/** The bit of the first door; the one behind the last door says that somebody waits. */
function firstBit({ signs, announcements }: Knowledge): number {
  return signs.length + announcements.length;
}

/** The door that a border is in; NONE: it is in none. */
function doorOf({ believed: { mesh, places } }: Knowledge, border: number): number {
  return mesh.sideDoor[places.borderSides[2 * border]];
}

/** Somebody sees whether the door at a border is closed. */
export function seesDoor(
  knowledge: Knowledge,
  crowd: KnowingCrowd,
  i: number,
  border: number,
  isClosed: boolean,
): void {
  const door = doorOf(knowledge, border);
  if (door === NONE) return;
  const at = i * knowledge.size.noticed;
  if (isClosed) setBit(crowd.noticed, at, firstBit(knowledge) + door);
  else clearBit(crowd.noticed, at, firstBit(knowledge) + door);
}

/** Is a border in a door that somebody has seen closed, and not open since? */
export function knowsClosed(knowledge: Knowledge, crowd: KnowingCrowd, i: number, border: number): boolean {
  const door = doorOf(knowledge, border);
  return door !== NONE && hasBit(crowd.noticed, i * knowledge.size.noticed, firstBit(knowledge) + door);
}

/** Does somebody wait because there is no way at the moment (simulation/wait-for-way.ts)? */
export function isWaiting(knowledge: Knowledge, crowd: KnowingCrowd, i: number): boolean {
  return hasBit(crowd.noticed, i * knowledge.size.noticed, waitBit(knowledge));
}

export function startsWaiting(knowledge: Knowledge, crowd: KnowingCrowd, i: number): void {
  setBit(crowd.noticed, i * knowledge.size.noticed, waitBit(knowledge));
}

export function stopsWaiting(knowledge: Knowledge, crowd: KnowingCrowd, i: number): void {
  clearBit(crowd.noticed, i * knowledge.size.noticed, waitBit(knowledge));
}

function waitBit(knowledge: Knowledge): number {
  return firstBit(knowledge) + knowledge.believed.mesh.doors.length;
}
