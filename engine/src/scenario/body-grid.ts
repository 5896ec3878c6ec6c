/**
 * Bodies by place: does a new one overlap any? A hash of squares as wide as the largest body, so that whatever overlaps
 * lies in the nine squares around. Different squares may share an entry of the table: that costs a look, never an answer.
 * Cost: O(1) per question and body, whatever the extent of the floor.
 */
import { NONE } from '../core/none.ts';
import type { FloorPart } from './floor-part.ts';

/** Bodies that are there already: the arrays of a crowd. Those on other levels do not matter. */
export interface Taken {
  count: number;
  place: Float64Array;
  cell: Int32Array;
  /** Radius of body i: radius[stride * i]. */
  radius: Float64Array;
  stride: number;
}

type Extent = Pick<FloorPart, 'mesh' | 'level' | 'minX' | 'minY' | 'maxX' | 'maxY'>;

export class BodyGrid {
  private readonly size: number;
  private readonly mask: number;
  private readonly head: Int32Array;
  private readonly after: Int32Array;
  /** x, y, radius. */
  private readonly bodies: Float64Array;
  private count = 0;
  /** The first so many were there before and stay on `clear`. */
  private readonly fixed: number;

  /** @param radii of the bodies that will be added, at most once each between two `clear` */
  constructor(part: Extent, radii: Float64Array, taken: Taken | undefined) {
    let largest = 0;
    for (const radius of radii) largest = Math.max(largest, radius);
    const near = taken === undefined ? [] : takenNear(part, taken, largest);
    for (const i of near) largest = Math.max(largest, taken!.radius[taken!.stride * i]);
    const most = near.length + radii.length;
    let slots = 16;
    while (slots < 2 * most) slots *= 2;
    this.size = Math.max(2 * largest, 1e-6);
    this.mask = slots - 1;
    this.head = new Int32Array(slots).fill(NONE);
    this.after = new Int32Array(most);
    this.bodies = new Float64Array(3 * most);
    for (const i of near) this.add(taken!.place[2 * i], taken!.place[2 * i + 1], taken!.radius[taken!.stride * i]);
    this.fixed = near.length;
  }

  add(x: number, y: number, radius: number): void {
    const body = this.count++;
    this.bodies[3 * body] = x;
    this.bodies[3 * body + 1] = y;
    this.bodies[3 * body + 2] = radius;
    const slot = this.slotOf(Math.floor(x / this.size), Math.floor(y / this.size));
    this.after[body] = this.head[slot];
    this.head[slot] = body;
  }

  /** Forget what was added; what was there before stays. */
  clear(): void {
    this.head.fill(NONE);
    this.count = 0;
    for (let body = 0; body < this.fixed; body++) {
      this.add(this.bodies[3 * body], this.bodies[3 * body + 1], this.bodies[3 * body + 2]);
    }
  }

  overlaps(x: number, y: number, radius: number): boolean {
    const column = Math.floor(x / this.size);
    const row = Math.floor(y / this.size);
    for (let i = column - 1; i <= column + 1; i++) {
      for (let j = row - 1; j <= row + 1; j++) {
        for (let body = this.head[this.slotOf(i, j)]; body !== NONE; body = this.after[body]) {
          const dx = this.bodies[3 * body] - x;
          const dy = this.bodies[3 * body + 1] - y;
          const apart = this.bodies[3 * body + 2] + radius;
          if (dx * dx + dy * dy < apart * apart) return true;
        }
      }
    }
    return false;
  }

  private slotOf(column: number, row: number): number {
    const mixed = Math.imul(column, 0x9e3779b1) ^ Math.imul(row, 0x85ebca77);
    return (mixed ^ (mixed >>> 15)) & this.mask;
  }
}

/** Bodies on the part's level that one of it could overlap. */
function takenNear(part: Extent, taken: Taken, largest: number): number[] {
  const near: number[] = [];
  for (let i = 0; i < taken.count; i++) {
    const x = taken.place[2 * i];
    const y = taken.place[2 * i + 1];
    const reach = largest + taken.radius[taken.stride * i];
    if (x < part.minX - reach || x > part.maxX + reach || y < part.minY - reach || y > part.maxY + reach) continue;
    if (part.mesh.cellLevel[taken.cell[i]] === part.level) near.push(i);
  }
  return near;
}
