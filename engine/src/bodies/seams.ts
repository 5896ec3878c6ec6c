/**
 * Where a link (stairs, ramp, escalator, lift) meets its upper floor, people stand on two levels and still beside each other. The neighbourhood graph knows one level
 * at a time, so those near such a *seam* are given the ones on its other side, too.
 *
 *      ═══ link (lower level) ═════╪═══ hall (upper level) ═══        at the lower end both are on one level
 *                     a   a        ╪  b    b
 *
 * Pairs within reach, for each walker the nearest MOST_ACROSS, ties by serial: whatever slots they are in. Nothing is made or done in places
 * without links. Cost: the walkers near seams, squared for each seam.
 */
import { groupByOwner } from '../core/csr.ts';
import { NONE } from '../core/none.ts';
import { sharedMemory } from '../core/shared-memory.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { distanceToCell } from '../subdivision/cells.ts';
import type { Crowd } from '../crowd/crowd.ts';

export interface Seams {
  count: number;
  /** Seams near each cell: near[nearFirst[c]] …; 2 · seam for cells of its link, + 1 for cells of its upper floor. */
  nearFirst: Int32Array;
  near: Int32Array;
  /** Walkers across a seam from each: across[MOST_ACROSS * i] …, acrossCount[i] of them. */
  across: Int32Array;
  acrossCount: Uint8Array;
}

/** Metres from a seam, and between two walkers. */
const REACH = 2.5;
export const MOST_ACROSS = 6;

/** @returns undefined where there are no links */
export function findSeams(mesh: CellMesh, capacity: number): Seams | undefined {
  const { cellLink, cellLevel, cellFirst, sideTwin, sideCell } = mesh;
  const seams: number[] = [];
  for (let c = 0; c < cellLink.length; c++) {
    if (cellLink[c] === NONE) continue;
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      if (sideTwin[s] !== NONE && cellLevel[sideCell[sideTwin[s]]] !== cellLevel[c]) seams.push(s);
    }
  }
  if (seams.length === 0) return undefined;
  const owners: number[] = [];
  const items: number[] = [];
  for (const [k, s] of seams.entries()) {
    const link = cellLink[sideCell[s]];
    const upper = cellLevel[sideCell[sideTwin[s]]];
    for (let c = 0; c < cellLink.length; c++) {
      const isLink = cellLink[c] === link;
      if ((!isLink && (cellLink[c] !== NONE || cellLevel[c] !== upper)) || !(distanceToCell(mesh, s, c) < REACH))
        continue;
      owners.push(c);
      items.push(2 * k + (isLink ? 0 : 1));
    }
  }
  const { first, item } = groupByOwner(Int32Array.from(owners), cellLink.length);
  return {
    count: seams.length,
    nearFirst: first,
    near: item.map((i) => items[i]),
    across: new Int32Array(sharedMemory(4 * MOST_ACROSS * capacity)),
    acrossCount: new Uint8Array(sharedMemory(capacity)),
  };
}

/** Tell everybody near a seam who is on its other side. */
export function lookAcross(seams: Seams, crowd: Crowd): void {
  const { nearFirst, near, acrossCount } = seams;
  acrossCount.fill(0, 0, crowd.count);
  const sides: number[][] = Array.from({ length: 2 * seams.count }, () => []);
  for (let i = 0; i < crowd.count; i++) {
    const c = crowd.cell[i];
    for (let k = nearFirst[c]; k < nearFirst[c + 1]; k++) sides[near[k]].push(i);
  }
  for (let seam = 0; seam < seams.count; seam++) {
    for (const i of sides[2 * seam]) {
      for (const j of sides[2 * seam + 1]) {
        addAcross(seams, crowd, i, j);
        addAcross(seams, crowd, j, i);
      }
    }
  }
}

function addAcross({ across, acrossCount }: Seams, { place, serial }: Crowd, i: number, j: number): void {
  const far = (k: number) => (place[2 * k] - place[2 * i]) ** 2 + (place[2 * k + 1] - place[2 * i + 1]) ** 2;
  const squared = far(j);
  if (squared > REACH * REACH) return;
  const first = MOST_ACROSS * i;
  const count = acrossCount[i];
  let at = count;
  while (at > 0) {
    const before = across[first + at - 1];
    // Two flights may end at one floor side by side.
    if (before === j) return;
    const than = far(before);
    if (than < squared || (than === squared && serial[before] < serial[j])) break;
    at--;
  }
  const end = Math.min(count, MOST_ACROSS - 1);
  if (at > end) return;
  for (let k = end; k > at; k--) across[first + k] = across[first + k - 1];
  across[first + at] = j;
  acrossCount[i] = end + 1;
}
