/**
 * Windows as people see them: pieces of glass that continue each other between the same two places are one window, however cells cut it.
 * Windows are borders that people only see through (engine: Places). Linear in the windows but for those that meet in a point.
 */
import type { Scenery } from '@foulee/engine';
import { endsOf } from './cell-sketches.ts';

/** Metres that two pieces may be off one line. */
const OFF_LINE = 1e-3;

/** The borders of each window. */
export function panesOf(scenery: Scenery): number[][] {
  const { places } = scenery;
  const meeting = new Map<string, number[]>();
  const all = Array.from({ length: places.borderSides.length / 2 - places.accesses }, (_, k) => places.accesses + k);
  for (const b of all) {
    for (const key of cornersOf(scenery, b)) meeting.set(key, [...(meeting.get(key) ?? []), b]);
  }
  const left = new Set(all);
  const panes: number[][] = [];
  for (const begun of all) {
    if (!left.delete(begun)) continue;
    const pane = [begun];
    // It grows while it is walked through.
    for (const b of pane) {
      for (const other of cornersOf(scenery, b).flatMap((key) => meeting.get(key)!)) {
        if (left.has(other) && continues(scenery, b, other) && left.delete(other)) pane.push(other);
      }
    }
    panes.push(pane);
  }
  return panes;
}

/** The borders of the window that a border belongs to; of one that people walk through, that one. */
export function paneOf(scenery: Scenery, border: number): number[] {
  if (border < scenery.places.accesses) return [border];
  return panesOf(scenery).find((pane) => pane.includes(border))!;
}

/** The places on both sides of a border, that of its first side first. */
export function placesBeside({ mesh, places }: Scenery, border: number): [number, number] {
  const at = (k: number) => places.layer.ofCell[mesh.sideCell[places.borderSides[2 * border + k]]];
  return [at(0), at(1)];
}

function cornersOf(scenery: Scenery, border: number): string[] {
  const [ax, ay, bx, by] = endsOf(scenery.mesh, scenery.places.borderSides[2 * border]);
  return [`${ax},${ay}`, `${bx},${by}`];
}

/** @param b, @param other that meet in a point */
function continues(scenery: Scenery, b: number, other: number): boolean {
  const [one, two] = [b, other].map((border) => placesBeside(scenery, border).sort((p, q) => p - q));
  if (one.join() !== two.join()) return false;
  const [ax, ay, bx, by] = endsOf(scenery.mesh, scenery.places.borderSides[2 * b]);
  const [cx, cy, dx, dy] = endsOf(scenery.mesh, scenery.places.borderSides[2 * other]);
  const long = Math.hypot(bx - ax, by - ay);
  const off = (x: number, y: number) => Math.abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / long;
  return Math.max(off(cx, cy), off(dx, dy)) < OFF_LINE;
}
