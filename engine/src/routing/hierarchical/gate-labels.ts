/**
 * GateHierarchy → GateLabels: for every gate, how far it is to all the important gates, its *hubs*, that shortest ways from it
 * climb to; two gates share a hub on a shortest way between them (hub labels, Abraham, Delling, Goldberg, Werneck 2011).
 *
 * A node's hubs are itself and those of the ends of its arcs, which are more important than it. What a way over another
 * hub undercuts is left out. A search is then no search any more: two short lists are laid side by side.
 *
 * A node is given its labels when it is first asked for, after those above it: somebody who plans in a city in which a door was shut
 * waits for the labels of a few hundred gates, not of all. Which come first changes no label. Cost and size are in bench/results/routes.md.
 */
import { GrowableInts, grownFloats, grownInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { GateHierarchy } from './gate-hierarchy.ts';

export interface GateLabels {
  /** Labels of rank v: start[v] … end[v] - 1, by increasing hub; start[v] is NONE until it has some. */
  start: Int32Array;
  end: Int32Array;
  /** Rank of the hub. */
  hub: Int32Array;
  /** Metres, single precision: a tenth of a millimetre in a kilometre. */
  length: Float32Array;
  /** Two numbers per label: the first arc on the way up to the hub, NONE at the hub itself; and the label of the hub at that arc's end. */
  up: Int32Array;
  /** How many there are, and nodes without any; what it takes to make more, undefined when there are none of these. */
  used: number;
  missing: number;
  making: LabelScratch | undefined;
}

interface LabelScratch {
  hierarchy: GateHierarchy;
  /** Lengths in full, for the labels that are made of these. */
  exact: Float64Array;
  /** The labels of the node in hand, by hub. */
  far: Float64Array;
  by: Int32Array;
  upper: Int32Array;
  reached: GrowableInts;
  /** Nodes whose labels are to be made. */
  open: GrowableInts;
}

/** No labels yet. */
export function createGateLabels(hierarchy: GateHierarchy): GateLabels {
  const nodes = hierarchy.first.length - 1;
  const room = 16 * nodes + 64;
  return {
    start: new Int32Array(nodes).fill(NONE),
    end: new Int32Array(nodes),
    hub: new Int32Array(room),
    length: new Float32Array(room),
    up: new Int32Array(2 * room),
    used: 0,
    missing: nodes,
    making: {
      hierarchy,
      exact: new Float64Array(room),
      far: new Float64Array(nodes).fill(Infinity),
      by: new Int32Array(nodes),
      upper: new Int32Array(nodes),
      reached: new GrowableInts(),
      open: new GrowableInts(),
    },
  };
}

/** The labels of all nodes. */
export function labelGates(labels: GateLabels): void {
  for (let v = labels.start.length - 1; v >= 0; v--) if (labels.start[v] === NONE) addLabels(labels, v);
  trim(labels);
}

/** The labels of a node that has none, and of all above it that have none. */
export function labelGate(labels: GateLabels, node: number): void {
  const { start, making } = labels;
  const { hierarchy, open } = making!;
  open.clear();
  open.push(node);
  // Marked by a start that is neither NONE nor used.
  start[node] = 0;
  for (let i = 0; i < open.length; i++) {
    const v = open.array[i];
    for (let k = hierarchy.first[v]; k < hierarchy.first[v + 1]; k++) {
      const u = hierarchy.target[k];
      if (start[u] !== NONE) continue;
      start[u] = 0;
      open.push(u);
    }
  }
  const list = open.values().sort();
  for (let i = list.length - 1; i >= 0; i--) addLabels(labels, list[i]);
  trim(labels);
}

/** Nodes above v have theirs. */
function addLabels(labels: GateLabels, v: number): void {
  const { start, end } = labels;
  const { hierarchy, far, by, upper, reached } = labels.making!;
  let { exact } = labels.making!;
  let { hub, length, up, used } = labels;
  reached.clear();
  far[v] = 0;
  by[v] = NONE;
  reached.push(v);
  for (let k = hierarchy.first[v]; k < hierarchy.first[v + 1]; k++) {
    const u = hierarchy.target[k];
    const near = hierarchy.length[k];
    for (let i = start[u]; i < end[u]; i++) {
      const h = hub[i];
      const over = near + exact[i];
      const before = far[h];
      if (over >= before) continue;
      if (before === Infinity) reached.push(h);
      far[h] = over;
      by[h] = k;
      upper[h] = i;
    }
  }
  if (used + reached.length > hub.length) {
    hub = labels.hub = grownInts(hub, used + reached.length);
    exact = labels.making!.exact = grownFloats(exact, hub.length);
    const single = new Float32Array(hub.length);
    single.set(length);
    length = labels.length = single;
    up = labels.up = grownInts(up, 2 * hub.length);
  }
  const list = reached.values().sort();
  start[v] = used;
  for (let i = 0; i < list.length; i++) {
    const h = list[i];
    // Is there a shorter way to h over one of its own hubs? Shorter by rounding does not count.
    const most = far[h] * (1 - 1e-6);
    let isUndercut = false;
    const first = h === v ? used : start[h];
    for (let k = (h === v ? used : end[h]) - 1; k >= first; k--) {
      if (far[hub[k]] + exact[k] >= most) continue;
      isUndercut = true;
      break;
    }
    if (isUndercut) continue;
    hub[used] = h;
    exact[used] = far[h];
    length[used] = far[h];
    up[2 * used] = by[h];
    up[2 * used++ + 1] = by[h] === NONE ? 0 : upper[h];
  }
  end[v] = labels.used = used;
  labels.missing--;
  for (let i = 0; i < list.length; i++) far[list[i]] = Infinity;
}

/** Once all are made, memory for more is let go. */
function trim(labels: GateLabels): void {
  if (labels.missing > 0) return;
  labels.hub = labels.hub.slice(0, labels.used);
  labels.length = labels.length.slice(0, labels.used);
  labels.up = labels.up.slice(0, 2 * labels.used);
  labels.making = undefined;
}
