/**
 * Names of groups → lists of members: the slots of each group, in the order of serials.
 *
 *   name:   7 – 3 7 – 3 7      order: 0 3 6 | 2 5      a hash of names, counts, sums of counts; within a group by serial
 *   slot:   0 1 2 3 4 5 6
 *
 * Made anew from the two columns alone: people who come, leave or change slots need not be followed. Groups come in whatever order; what is
 * done with one must not depend on another. Allocates nothing. Cost: linear in walkers.
 */
import { NONE } from '../../core/none.ts';

export interface Members {
  /** Slots of all who are in a group, group by group: order[first[g]] … order[first[g + 1] - 1]. */
  order: Int32Array;
  first: Int32Array;
  groups: number;
  /** Groups by a hash of their names; the name of each; the group of each slot. */
  table: Int32Array;
  names: Int32Array;
  groupOf: Int32Array;
}

export function createMembers(capacity: number): Members {
  let entries = 16;
  while (entries < 2 * capacity) entries *= 2;
  return {
    order: new Int32Array(capacity),
    first: new Int32Array(capacity + 1),
    groups: 0,
    table: new Int32Array(entries),
    names: new Int32Array(capacity),
    groupOf: new Int32Array(capacity),
  };
}

/** @param name of the group of each slot, NONE for people alone */
export function findMembers(found: Members, count: number, name: Int32Array, serial: Int32Array): void {
  const { order, first, table, names, groupOf } = found;
  table.fill(NONE);
  let groups = 0;
  for (let i = 0; i < count; i++) {
    groupOf[i] = NONE;
    if (name[i] === NONE) continue;
    let at = hash(name[i]) & (table.length - 1);
    while (table[at] !== NONE && names[table[at]] !== name[i]) at = (at + 1) & (table.length - 1);
    if (table[at] === NONE) {
      names[groups] = name[i];
      first[groups + 1] = 0;
      table[at] = groups++;
    }
    groupOf[i] = table[at];
    first[table[at] + 1]++;
  }
  found.groups = groups;
  first[0] = 0;
  for (let g = 0; g < groups; g++) first[g + 1] += first[g];
  // Filling moves first[g] on to where group g ends: one place too far, and moved back.
  for (let i = 0; i < count; i++) if (groupOf[i] !== NONE) order[first[groupOf[i]]++] = i;
  for (let g = groups; g > 0; g--) first[g] = first[g - 1];
  first[0] = 0;
  for (let g = 0; g < groups; g++) sortBySerial(order, serial, first[g], first[g + 1]);
}

function hash(name: number): number {
  const mixed = Math.imul(name, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** Shell's sort, in place: groups are small, but a file may say otherwise. */
function sortBySerial(order: Int32Array, serial: Int32Array, from: number, to: number): void {
  let gap = 1;
  while (3 * gap < to - from) gap = 3 * gap + 1;
  for (; gap > 0; gap = (gap - 1) / 3) {
    for (let k = from + gap; k < to; k++) {
      const slot = order[k];
      let at = k;
      for (; at - gap >= from && serial[order[at - gap]] > serial[slot]; at -= gap) order[at] = order[at - gap];
      order[at] = slot;
    }
  }
}
