/**
 * CellMesh → Regions: the cells cut at *gates* into pieces that are trees, so that inside a piece there is one way.
 *
 * Dead ends are peeled off until what is left, the core, consists of crossroads joined by chains of passages. Every chain
 * is cut at its narrowest portal, its gate. A region is one crossroads cell, its root, with the halves of its chains up to
 * the gates and the dead ends that hang on them; every route is a walk from gate to gate. A chain that comes back to its
 * own crossroads, and a ring of passages without any, is cut twice, so that the two sides of a gate are always
 * different regions. All free segments count; bodies are compared with their lengths when routes are looked for. Linear.
 *
 *      ─gate─ c ─ c ─ ROOT ─ c ─gate─      cellParent: the side that leads towards the root
 *                      │
 *                      c ── dead end
 *                    ─gate─
 */
import { groupByOwner } from '../../core/csr.ts';
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import type { Corners } from '../corners/corners.ts';

export interface Regions {
  cellRegion: Int32Array;
  /** The side of each cell that leads towards the root of its region; NONE for the root. */
  cellParent: Int32Array;
  /** Sides between each cell and its root. */
  cellDepth: Int32Array;
  /** Gate a side belongs to, or NONE. */
  sideGate: Int32Array;
  /** One side of each gate; the other is its twin. */
  gateSide: Int32Array;
  /** Gates of each region, as sides of its own cells: regionGate[regionFirst[r]] … */
  regionFirst: Int32Array;
  regionGate: Int32Array;
}

export function findRegions(mesh: CellMesh, corners: Corners): Regions {
  const { sideTwin, sideCell, cellFirst } = mesh;
  const cells = mesh.cellLevel.length;
  const cellParent = new Int32Array(cells).fill(NONE);
  const core = peelDeadEnds(mesh, corners, cellParent);
  const { ways, peeled, order } = core;
  const sideGate = new Int32Array(sideTwin.length).fill(NONE);
  const gateSide = new GrowableInts();
  const roots = new GrowableInts();
  for (let c = 0; c < cells; c++) if (peeled[c] === 0 && ways[c] !== 2) roots.push(c);
  cutChains(mesh, corners, core, roots, sideGate, gateSide);

  const cellRegion = new Int32Array(cells).fill(NONE);
  const cellDepth = new Int32Array(cells);
  const open = new GrowableInts();
  for (let r = 0; r < roots.length; r++) {
    open.push(roots.array[r]);
    cellRegion[roots.array[r]] = r;
    while (open.length > 0) {
      const c = open.pop();
      for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
        const twin = sideTwin[s];
        if (twin === NONE || sideGate[s] !== NONE) continue;
        const next = sideCell[twin];
        if (peeled[next] === 1 || cellRegion[next] !== NONE) continue;
        cellRegion[next] = r;
        cellParent[next] = twin;
        cellDepth[next] = cellDepth[c] + 1;
        open.push(next);
      }
    }
  }
  // Dead ends, the last peeled first: what they hang on is known by then.
  for (let i = order.length - 1; i >= 0; i--) {
    const c = order.array[i];
    const parent = sideCell[sideTwin[cellParent[c]]];
    cellRegion[c] = cellRegion[parent];
    cellDepth[c] = cellDepth[parent] + 1;
  }
  const gates = gateSide.values().slice();
  const owners = new Int32Array(2 * gates.length);
  for (let g = 0; g < gates.length; g++) {
    owners[2 * g] = cellRegion[sideCell[gates[g]]];
    owners[2 * g + 1] = cellRegion[sideCell[sideTwin[gates[g]]]];
  }
  const { first, item } = groupByOwner(owners, roots.length);
  const regionGate = item.map((i) => (i % 2 === 0 ? gates[i >> 1] : sideTwin[gates[i >> 1]]));
  return { cellRegion, cellParent, cellDepth, sideGate, gateSide: gates, regionFirst: first, regionGate };
}

/** What is left without dead ends: the ways of each cell that lead on in it, 1 for cells peeled off, and these in order. */
interface Core {
  ways: Int32Array;
  peeled: Uint8Array;
  order: GrowableInts;
}

/** Cells with one way left are taken away again and again; the last cell of a tree stays. */
function peelDeadEnds(mesh: CellMesh, corners: Corners, cellParent: Int32Array): Core {
  const { sideTwin, sideCell, cellFirst } = mesh;
  const ways = corners.cellWays.slice();
  const peeled = new Uint8Array(ways.length);
  const order = new GrowableInts();
  const open = new GrowableInts();
  for (let c = 0; c < ways.length; c++) if (ways[c] === 1) open.push(c);
  while (open.length > 0) {
    const c = open.pop();
    if (ways[c] !== 1) continue;
    peeled[c] = 1;
    order.push(c);
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      const twin = sideTwin[s];
      if (twin === NONE) continue;
      const next = sideCell[twin];
      if (peeled[next] === 1) continue;
      cellParent[c] = s;
      if (--ways[next] === 1) open.push(next);
    }
  }
  return { ways, peeled, order };
}

/** A gate on every chain of passages; two, and a root between them, where a chain would close on one region. */
function cutChains(
  mesh: CellMesh,
  corners: Corners,
  { ways, peeled }: Core,
  roots: GrowableInts,
  sideGate: Int32Array,
  gateSide: GrowableInts,
): void {
  const { sideTwin, sideCell, cellFirst } = mesh;
  const seen = new Uint8Array(sideTwin.length);
  const chain = new GrowableInts();
  const isCore = (s: number) => sideTwin[s] !== NONE && peeled[sideCell[sideTwin[s]]] === 0;
  const addGate = (s: number) => {
    sideGate[s] = sideGate[sideTwin[s]] = gateSide.length;
    gateSide.push(s);
  };
  /** Sides crossed from s on, until crossroads or, in a ring, the cell of s again. */
  const follow = (s: number) => {
    const start = sideCell[s];
    chain.clear();
    for (;;) {
      chain.push(s);
      seen[s] = 1;
      const twin = sideTwin[s];
      seen[twin] = 1;
      const c = sideCell[twin];
      if (ways[c] !== 2 || c === start) return;
      for (s = cellFirst[c]; s === twin || !isCore(s); ) s++;
    }
  };
  const narrowest = (except: number) => {
    let best = NONE;
    for (let i = 0; i < chain.length; i++) {
      const s = chain.array[i];
      if (s === except) continue;
      if (best === NONE || corners.sideLength[s] < corners.sideLength[best]) best = s;
    }
    return best;
  };
  const cut = (isRing: boolean) => {
    const gate = narrowest(NONE);
    addGate(gate);
    if (!isRing) return;
    const second = narrowest(gate);
    addGate(second);
    // Whatever lies between the two, and for a ring without crossroads what lies beyond, needs a root of its own.
    const [i, j] = [chain.values().indexOf(gate), chain.values().indexOf(second)].toSorted((a, b) => a - b) as [
      number,
      number,
    ];
    roots.push(sideCell[sideTwin[chain.array[(i + j - 1) >> 1]]]);
    if (ways[sideCell[chain.array[0]]] === 2) roots.push(sideCell[chain.array[0]]);
  };
  const crossroads = roots.length;
  for (let r = 0; r < crossroads; r++) {
    const c = roots.array[r];
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      if (!isCore(s) || seen[s] === 1) continue;
      follow(s);
      cut(sideCell[sideTwin[chain.array[chain.length - 1]]] === c);
    }
  }
  for (let c = 0; c < ways.length; c++) {
    if (peeled[c] === 1 || ways[c] !== 2) continue;
    let s = cellFirst[c];
    while (!isCore(s)) s++;
    if (seen[s] === 1) continue;
    follow(s);
    cut(true);
  }
}

/**
 * The one way inside a region: the sides crossed from a cell to another, written into `sides` from `at` on.
 * @returns where it ends
 */
export function writeRegionWay(mesh: CellMesh, regions: Regions, from: number, to: number, sides: GrowableInts): void {
  const { cellParent, cellDepth } = regions;
  const { sideTwin, sideCell } = mesh;
  let a = from;
  let b = to;
  // Up from the start; then, once the meeting cell is known, down to the goal, written backwards.
  let down = 0;
  while (a !== b) {
    if (cellDepth[a] >= cellDepth[b]) {
      sides.push(cellParent[a]);
      a = sideCell[sideTwin[cellParent[a]]];
    } else {
      b = sideCell[sideTwin[cellParent[b]]];
      down++;
    }
  }
  for (let i = 0; i < down; i++) sides.push(NONE);
  b = to;
  for (let at = sides.length - 1; down > 0; down--, at--) {
    sides.array[at] = sideTwin[cellParent[b]];
    b = sideCell[sideTwin[cellParent[b]]];
  }
}
