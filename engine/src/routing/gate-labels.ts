/**
 * GateHierarchy → GateLabels: for every gate, how far it is to all the important gates, its *hubs*, that shortest ways from it
 * climb to; two gates share a hub on a shortest way between them (hub labels, Abraham, Delling, Goldberg, Werneck 2011).
 *
 * From the most important node down: a node's hubs are itself and those of the ends of its arcs. What a way over another
 * hub undercuts is left out. A search is then no search any more: two short lists are laid side by side.
 * Cost and size are in bench/results/routes.md.
 */
import { GrowableInts, grownFloats, grownInts } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { GateHierarchy } from './gate-hierarchy.ts';

export interface GateLabels {
  /** Labels of rank v: first[v] … first[v + 1] - 1, by increasing hub. */
  first: Int32Array;
  /** Rank of the hub. */
  hub: Int32Array;
  /** Metres, single precision: a tenth of a millimetre in a kilometre. */
  length: Float32Array;
  /** Two numbers per label: the first arc on the way up to the hub, NONE at the hub itself; and the label of the hub at that arc's end. */
  up: Int32Array;
}

export function labelGates(hierarchy: GateHierarchy): GateLabels {
  const nodes = hierarchy.first.length - 1;
  // Written from the highest rank down, so that lists are found backwards; turned round at the end.
  const start = new Int32Array(nodes);
  const end = new Int32Array(nodes);
  let hub: Int32Array = new Int32Array(64 * nodes + 64);
  let length: Float64Array = new Float64Array(hub.length);
  let up: Int32Array = new Int32Array(2 * hub.length);
  let used = 0;
  // The labels of the node in hand, by hub.
  const far = new Float64Array(nodes).fill(Infinity);
  const by = new Int32Array(nodes);
  const then = new Int32Array(nodes);
  const reached = new GrowableInts();
  for (let v = nodes - 1; v >= 0; v--) {
    reached.clear();
    far[v] = 0;
    by[v] = NONE;
    reached.push(v);
    for (let k = hierarchy.first[v]!; k < hierarchy.first[v + 1]!; k++) {
      const u = hierarchy.target[k]!;
      const near = hierarchy.length[k]!;
      for (let i = start[u]!; i < end[u]!; i++) {
        const h = hub[i]!;
        const over = near + length[i]!;
        const before = far[h]!;
        if (over >= before) continue;
        if (before === Infinity) reached.push(h);
        far[h] = over;
        by[h] = k;
        then[h] = i;
      }
    }
    if (used + reached.length > hub.length) {
      hub = grownInts(hub, used + reached.length);
      length = grownFloats(length, hub.length);
      up = grownInts(up, 2 * hub.length);
    }
    const list = reached.array.subarray(0, reached.length).sort();
    start[v] = used;
    for (let i = 0; i < list.length; i++) {
      const h = list[i]!;
      if (isUndercut(h, far[h]!)) continue;
      hub[used] = h;
      length[used] = far[h]!;
      up[2 * used] = by[h]!;
      up[2 * used++ + 1] = then[h]!;
    }
    end[v] = used;
    for (let i = 0; i < list.length; i++) far[list[i]!] = Infinity;
  }

  /** Is there a shorter way to h over one of its own hubs? Shorter by rounding does not count. */
  function isUndercut(h: number, direct: number): boolean {
    const most = direct * (1 - 1e-6);
    const first = start[h]!;
    for (let i = end[h]! - 1; i >= first; i--) if (far[hub[i]!]! + length[i]! < most) return true;
    return false;
  }

  const first = new Int32Array(nodes + 1);
  for (let v = 0; v < nodes; v++) first[v + 1] = first[v]! + end[v]! - start[v]!;
  const labels: GateLabels = {
    first,
    hub: new Int32Array(used),
    length: new Float32Array(used),
    up: new Int32Array(2 * used),
  };
  for (let v = 0; v < nodes; v++) {
    labels.hub.set(hub.subarray(start[v], end[v]), first[v]);
    labels.length.set(length.subarray(start[v], end[v]), first[v]);
    for (let i = start[v]!, at = 2 * first[v]!; i < end[v]!; i++, at += 2) {
      const k = up[2 * i]!;
      labels.up[at] = k;
      if (k === NONE) continue;
      const u = hierarchy.target[k]!;
      labels.up[at + 1] = up[2 * i + 1]! - start[u]! + first[u]!;
    }
  }
  return labels;
}
