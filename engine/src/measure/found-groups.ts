/**
 * Crowd + its neighbourhood graph, look after look → who walks together, as can be seen: a group per slot. What was declared
 * (`crowd.companions`) is not read.
 *
 *   (1)——(4)   ←(7)        1 and 4 are neighbours and have walked close together for seconds: a link, group 1.
 *     \                    7 passes: it is not close for long enough.
 *      (9)                 9 has such a link with 1, too: 1, 4 and 9 are one group, whether 4 and 9 are neighbours or not.
 *
 * Each pair on an edge of the Delaunay graph gathers seconds while it walks the same way and close, keeps them while it is together still,
 * and loses them while it is not. From LINKED seconds on it is a link; what links join, by union-find, is a group, named by its lowest serial.
 * Source: L04 §6 (automatic group detection, real-time classification of entities). Ours: what counts as walking together, and forgetting.
 * The numbers were chosen for our walkers in opposite streams (docs/crowd.md, Companions): filmed people may need others.
 *
 * Those who stand near each other tell nothing, for in a queue or a jam strangers do so for minutes: the pair keeps the seconds it has.
 * A pair is remembered with the one of lower serial, by serials, CANDIDATES at most: slots may change as they like, and the
 * result does not depend on them. Walls are not seen: two who walk alike on both sides of a thin one count as near.
 * Cost: linear in walkers and edges; nothing is allocated after `createFoundGroups`.
 */
import type { Csr } from '../core/csr.ts';
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import type { Crowd } from '../crowd/crowd.ts';

export interface FoundGroups {
  /** Per slot, as of the last update: the lowest serial of its group; NONE: it walks alone. */
  group: Int32Array;
  /** Those of two and more. */
  groups: number;
  memory: Memory;
  /** What the memory was before this update; the two are exchanged. */
  before: Memory;
  /** Slot now of each slot at the time the lists were made; union-find: a slot of the same group, nearer to its root. */
  slotNow: Int32Array;
  parent: Int32Array;
}

/** Neighbours by slot, each list in increasing order of serial: what `simulation.neighbourhood` holds. */
interface SeenNeighbours extends Csr {
  /**
   * The slot of each vertex when the lists were made. Needed after a step, in which walkers may have left or changed
   * slots since; without it the lists are those of the slots as they are.
   */
  slotOf?: Int32Array;
}

/** A row per slot, and where the row of a serial is. */
interface Memory {
  serial: Int32Array;
  /** Pairs of each: CANDIDATES places, `pairs` of them used. */
  pairs: Int32Array;
  other: Int32Array;
  seconds: Float64Array;
  /** Rows by a hash of serials, open addressing; a power of two, at least twice the rows. */
  table: Int32Array;
}

/** Metres: companions abreast walk 0.65 m apart, strangers mostly keep more than CLOSE; one behind the other companions are TOGETHER still. */
const CLOSE = 0.75;
const TOGETHER = 2;
/** m/s between the velocities of two who go the same way; they differ by that much in the step in which one makes way for somebody. */
const SAME_WAY = 1;
/** Both slower than this stand, m/s. */
const STANDING = 0.2;
/**
 * Seconds of walking close together that make a link, and that are remembered at most. Within CLOSE for so long, two differ by 0.2 m/s
 * at most over that time: velocities need not be compared more finely. Below 7 s strangers in dense streams are taken for groups.
 */
const LINKED = 8;
const REMEMBERED = 11;
/** Seconds lost per second apart: a group that parts is forgotten in 6 s. */
const FORGETTING = 0.5;
/** Pairs that are remembered with one walker. */
const CANDIDATES = 8;

export function createFoundGroups(capacity: number): FoundGroups {
  if (!(Number.isInteger(capacity) && capacity >= 0 && capacity <= 2 ** 22)) {
    throw new InputError('found groups', `capacity ${capacity}`, 'give a whole number up to 4 million');
  }
  return {
    group: new Int32Array(capacity).fill(NONE),
    groups: 0,
    memory: createMemory(capacity),
    before: createMemory(capacity),
    slotNow: new Int32Array(capacity),
    parent: new Int32Array(capacity),
  };
}

function createMemory(capacity: number): Memory {
  let entries = 16;
  while (entries < 2 * capacity) entries *= 2;
  return {
    serial: new Int32Array(capacity),
    pairs: new Int32Array(capacity),
    other: new Int32Array(CANDIDATES * capacity),
    seconds: new Float64Array(CANDIDATES * capacity),
    table: new Int32Array(entries).fill(NONE),
  };
}

/**
 * Look at the crowd again.
 * @param seconds since it was looked at before
 */
export function updateFoundGroups(found: FoundGroups, crowd: Crowd, neighbours: SeenNeighbours, seconds: number): void {
  const { count } = crowd;
  if (count > found.group.length) {
    throw new InputError(
      'found groups',
      `${count} walkers`,
      `made for ${found.group.length}: give the crowd's capacity`,
    );
  }
  if (!(seconds > 0 && seconds < Infinity)) {
    throw new InputError('found groups', `${seconds} s since the last time`, 'give seconds, more than 0');
  }
  const memory = found.before;
  found.before = found.memory;
  found.memory = memory;
  enterSerials(memory, crowd);
  found.slotNow.fill(NONE);
  for (let i = 0; i < count; i++) {
    const then = slotThen(crowd, neighbours, i);
    if (then !== NONE) found.slotNow[then] = i;
  }
  for (let i = 0; i < count; i++) {
    recall(memory, found.before, i);
    lookAround(found, crowd, neighbours, seconds, i);
  }
  joinGroups(found, count);
}

/** The slot of walker i when the lists were made; NONE if it was not there. */
function slotThen(crowd: Crowd, { slotOf }: SeenNeighbours, i: number): number {
  if (slotOf === undefined) return i;
  const v = crowd.vertex[i];
  return v === NONE || v >= slotOf.length ? NONE : slotOf[v];
}

// --- memory ---------------------------------------------------------------------------------------------------------

function enterSerials(memory: Memory, crowd: Crowd): void {
  const { table, serial } = memory;
  const mask = table.length - 1;
  table.fill(NONE);
  for (let i = 0; i < crowd.count; i++) {
    serial[i] = crowd.serial[i];
    let at = hashOf(serial[i]) & mask;
    while (table[at] !== NONE) at = (at + 1) & mask;
    table[at] = i;
  }
}

function rowOf({ table, serial }: Memory, wanted: number): number {
  const mask = table.length - 1;
  let at = hashOf(wanted) & mask;
  while (table[at] !== NONE && serial[table[at]] !== wanted) at = (at + 1) & mask;
  return table[at];
}

function hashOf(serial: number): number {
  const mixed = Math.imul(serial, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** What was known of the walker that is in row i now. */
function recall(memory: Memory, before: Memory, i: number): void {
  const from = rowOf(before, memory.serial[i]);
  memory.pairs[i] = from === NONE ? 0 : before.pairs[from];
  for (let k = 0; k < memory.pairs[i]; k++) copyPair(memory, CANDIDATES * i + k, before, CANDIDATES * from + k);
}

function copyPair(to: Memory, a: number, from: Memory, b: number): void {
  to.other[a] = from.other[b];
  to.seconds[a] = from.seconds[b];
}

// --- pairs ----------------------------------------------------------------------------------------------------------

/** What can be seen of two neighbours in a moment. */
const IS_APART = 0;
const IS_TOGETHER = 1;
const IS_CLOSE = 2;

function seen({ place, velocity }: Crowd, i: number, j: number): number {
  const dx = place[2 * j] - place[2 * i];
  const dy = place[2 * j + 1] - place[2 * i + 1];
  const vx = velocity[2 * j] - velocity[2 * i];
  const vy = velocity[2 * j + 1] - velocity[2 * i + 1];
  const apart = dx * dx + dy * dy;
  // The negations let no NaN pass.
  if (!(apart <= TOGETHER * TOGETHER) || !(vx * vx + vy * vy <= SAME_WAY * SAME_WAY)) return IS_APART;
  return apart > CLOSE * CLOSE || (stands(velocity, i) && stands(velocity, j)) ? IS_TOGETHER : IS_CLOSE;
}

function stands(velocity: Float64Array, i: number): boolean {
  const vx = velocity[2 * i];
  const vy = velocity[2 * i + 1];
  return vx * vx + vy * vy < STANDING * STANDING;
}

/** All pairs of walker i with others of higher serial: known ones gain, keep or lose seconds, then new ones are entered. */
function lookAround(
  { memory, slotNow }: FoundGroups,
  crowd: Crowd,
  neighbours: SeenNeighbours,
  seconds: number,
  i: number,
): void {
  const { serial } = crowd;
  const { first, item } = neighbours;
  const then = slotThen(crowd, neighbours, i);
  const start = then === NONE ? 0 : first[then];
  const end = then === NONE ? 0 : first[then + 1];
  // Bits by place in the row.
  let gaining = 0;
  let keeping = 0;
  let isNews = false;
  for (let n = start; n < end; n++) {
    const j = slotNow[item[n]];
    if (j === NONE || serial[j] <= serial[i]) continue;
    const what = seen(crowd, i, j);
    const pair = pairOf(memory, i, serial[j]);
    if (pair === NONE) {
      isNews ||= what === IS_CLOSE;
      continue;
    }
    if (what === IS_CLOSE) gaining |= 1 << pair;
    else if (what !== IS_APART) keeping |= 1 << pair;
  }
  gaining = settleRow(memory, i, gaining, keeping, seconds);
  for (let n = isNews ? start : end; n < end; n++) {
    const j = slotNow[item[n]];
    if (j === NONE || serial[j] <= serial[i] || seen(crowd, i, j) !== IS_CLOSE) continue;
    if (pairOf(memory, i, serial[j]) !== NONE) continue;
    const pair = placeInRow(memory, i, gaining);
    if (pair === NONE) return;
    gaining |= 1 << pair;
    const at = CANDIDATES * i + pair;
    memory.other[at] = serial[j];
    memory.seconds[at] = 0;
  }
}

/** Where in row i the pair with this serial is; NONE if it is not known. */
function pairOf({ pairs, other }: Memory, i: number, serial: number): number {
  for (let k = 0; k < pairs[i]; k++) if (other[CANDIDATES * i + k] === serial) return k;
  return NONE;
}

/** Seconds gained and lost; pairs without any are forgotten, the others keep their order. @returns bits of those who gained, as they are placed now */
function settleRow(memory: Memory, i: number, gaining: number, keeping: number, seconds: number): number {
  const { pairs } = memory;
  const row = CANDIDATES * i;
  let gained = 0;
  let kept = 0;
  for (let k = 0; k < pairs[i]; k++) {
    const had = memory.seconds[row + k];
    const gains = (gaining >> k) & 1;
    let has = had;
    if (gains === 1) has = Math.min(REMEMBERED, had + seconds);
    else if (((keeping >> k) & 1) === 0) has = had - FORGETTING * seconds;
    if (has <= 0) continue;
    copyPair(memory, row + kept, memory, row + k);
    memory.seconds[row + kept] = has;
    gained |= gains << kept++;
  }
  pairs[i] = kept;
  return gained;
}

/** A free place in row i; in a full row that of the pair with the fewest seconds, of those that do not gain; NONE if all do. */
function placeInRow({ pairs, seconds }: Memory, i: number, gaining: number): number {
  if (pairs[i] < CANDIDATES) return pairs[i]++;
  let weakest: number = NONE;
  for (let k = 0; k < CANDIDATES; k++) {
    if ((gaining >> k) & 1) continue;
    if (weakest === NONE || seconds[CANDIDATES * i + k] < seconds[CANDIDATES * i + weakest]) weakest = k;
  }
  return weakest;
}

// --- groups ---------------------------------------------------------------------------------------------------------

function joinGroups(found: FoundGroups, count: number): void {
  const { memory, parent, group } = found;
  const { serial, pairs, other, seconds } = memory;
  for (let i = 0; i < count; i++) parent[i] = i;
  for (let i = 0; i < count; i++) {
    for (let k = CANDIDATES * i; k < CANDIDATES * i + pairs[i]; k++) {
      if (seconds[k] < LINKED) continue;
      const j = rowOf(memory, other[k]);
      if (j === NONE) continue;
      const a = rootOf(parent, i);
      const b = rootOf(parent, j);
      // The root is the lowest serial.
      if (serial[a] < serial[b]) parent[b] = a;
      else parent[a] = b;
    }
  }
  group.fill(NONE);
  found.groups = 0;
  for (let i = 0; i < count; i++) {
    const root = rootOf(parent, i);
    if (root === i) continue;
    if (group[root] === NONE) found.groups++;
    group[i] = group[root] = serial[root];
  }
}

/** Every other step on the way up is cut short for those who come later. */
function rootOf(parent: Int32Array, i: number): number {
  let at = i;
  while (parent[at] !== at) {
    parent[at] = parent[parent[at]];
    at = parent[at];
  }
  return at;
}
