/**
 * Steps of a crowd → how often strangers walk through groups: between two companions who are near each other.
 *
 *       (A) ←—— 1.5 m at most ——→ (B)        a cut: seen from the middle of A and B, the stranger S was on one side of the
 *                 S ↑                        segment AB before the step and is on the other side after it, and crossed it in between
 *
 * A stranger that crosses several such segments of one group in a step cuts it once. What it is divided by is the time groups were together: minutes in
 * which at least two of a group were that near to each other. Watches a crowd from outside, after each step; nothing of the engine but its arrays is
 * used. Cost: pairs of companions times strangers within a square of MET metres, found in a grid.
 */
import { NONE } from '../core/none.ts';
import type { Crowd } from '../crowd/crowd.ts';

export interface GroupCuts {
  cuts: number;
  /** Of all groups together. */
  minutes: number;
  /** Places after the step before, by serial: x, y. */
  before: Map<number, [number, number]>;
}

/** Metres between companions who are together. */
const TOGETHER = 1.5;
/** Metres around the middle of two companions within which a stranger may cross between them in a step. */
const MET = 1.5;

export function createGroupCuts(): GroupCuts {
  return { cuts: 0, minutes: 0, before: new Map() };
}

/** Look at a crowd after a step of so many seconds. */
export function watchGroupCuts(watched: GroupCuts, crowd: Crowd, seconds: number): void {
  const { before } = watched;
  const groups = new Map<number, number[]>();
  const squares = new Map<string, number[]>();
  const after = new Map<number, [number, number]>();
  for (let i = 0; i < crowd.count; i++) {
    const [x, y] = [crowd.place[2 * i], crowd.place[2 * i + 1]];
    after.set(crowd.serial[i], [x, y]);
    const square = squareOf(x, y);
    squares.set(square, [...(squares.get(square) ?? []), i]);
    const group = crowd.companions[i];
    if (group !== NONE) groups.set(group, [...(groups.get(group) ?? []), i]);
  }
  for (const [group, members] of groups) {
    const cutting = new Set<number>();
    let isTogether = false;
    for (const [k, a] of members.entries()) {
      for (const b of members.slice(k + 1)) {
        const [now, then] = [placesOf(after, crowd, a, b), placesOf(before, crowd, a, b)];
        if (now === undefined || (now[2] - now[0]) ** 2 + (now[3] - now[1]) ** 2 > TOGETHER * TOGETHER) continue;
        isTogether = true;
        if (then === undefined) continue;
        for (const s of around(squares, (now[0] + now[2]) / 2, (now[1] + now[3]) / 2)) {
          const [from, to] = [before.get(crowd.serial[s]), after.get(crowd.serial[s])];
          if (crowd.companions[s] === group || from === undefined || to === undefined) continue;
          if (isCut(then, now, from, to)) cutting.add(s);
        }
      }
    }
    if (isTogether) watched.minutes += seconds / 60;
    watched.cuts += cutting.size;
  }
  watched.before = after;
}

function squareOf(x: number, y: number): string {
  return `${Math.floor(x / MET)} ${Math.floor(y / MET)}`;
}

function* around(squares: Map<string, number[]>, x: number, y: number): Generator<number> {
  for (let dx = -MET; dx <= MET; dx += MET) {
    for (let dy = -MET; dy <= MET; dy += MET) yield* squares.get(squareOf(x + dx, y + dy)) ?? [];
  }
}

type Pair = [number, number, number, number];

function placesOf(places: Map<number, [number, number]>, crowd: Crowd, a: number, b: number): Pair | undefined {
  const [first, second] = [places.get(crowd.serial[a]), places.get(crowd.serial[b])];
  return first === undefined || second === undefined ? undefined : [...first, ...second];
}

/** Seen from the middle of the two: does the stranger's step cross the segment between them? */
function isCut(then: Pair, now: Pair, from: [number, number], to: [number, number]): boolean {
  const fromX = from[0] - (then[0] + then[2]) / 2;
  const fromY = from[1] - (then[1] + then[3]) / 2;
  const toX = to[0] - (now[0] + now[2]) / 2;
  const toY = to[1] - (now[1] + now[3]) / 2;
  const halfX = (now[2] - now[0]) / 2;
  const halfY = (now[3] - now[1]) / 2;
  const before = halfX * fromY - halfY * fromX;
  const after = halfX * toY - halfY * toX;
  if (before > 0 === after > 0) return false;
  const share = before / (before - after);
  const along = (fromX + share * (toX - fromX)) * halfX + (fromY + share * (toY - fromY)) * halfY;
  return Math.abs(along) <= halfX * halfX + halfY * halfY;
}
