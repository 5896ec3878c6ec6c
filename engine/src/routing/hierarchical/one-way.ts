/**
 * CellMesh with one-way sides → OneWays: routes through doors that may be passed in one direction only.
 *
 * A side is one-way if it has a twin that has none: the cell behind it may be entered there, not left. The index of routes knows
 * no directions; so it is made for the cells with all such sides shut, and the few one-way sides are joined by a small graph on top.
 *
 *      from ───▶ ▷g ───▶ ▷h ───▶ to        ───▶ shortest ways in the index, without one-way sides
 *        └──────────────────────▲          ▷    a one-way side, passed at its middle: Dijkstra over these
 *
 * Lengths over middles are too long by no more than the sides are, so every way that could still be the shortest is pulled
 * taut and compared, MOST_COMPARED at most. Cost: two searches for each one-way side that could be on the way; what is between
 * two of them is measured once for a width.
 */
import { GrowableInts } from '../../core/growable.ts';
import { NONE } from '../../core/none.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { nextSideOf } from '../../subdivision/cells.ts';
import { type GateIndex, type GateScratch, type GateSearch, searchGates, unfoldGates } from './hierarchical.ts';
import { measureTaut } from '../taut/taut.ts';

export interface OneWays {
  /** The cells as if one-way sides could be passed both ways, and as if not at all. */
  open: CellMesh;
  shut: CellMesh;
  /** The sides, of the cells that are left, in order; their middles, x, y interleaved; and the cells they lead into. */
  side: Int32Array;
  middle: Float64Array;
  entered: Int32Array;
  /** Cells that hang together without one-way sides have the same number. */
  cellPart: Int32Array;
  /** For the widths used last: metres from behind each side to before each other; NaN where it is not known yet. */
  widths: { width: number; between: Float64Array }[];
  /** Of the search in hand, per side: metres from the start, to the goal over it, of sides passed; the side before; 1 when done. */
  far: Float64Array;
  total: Float64Array;
  slack: Float64Array;
  before: Int32Array;
  isDone: Uint8Array;
  ends: Float64Array;
  chain: GrowableInts;
  leg: GrowableInts;
  way: GrowableInts;
}

/** Beyond this many sides, another method is better. */
export const MOST_ONE_WAYS = 256;
const MOST_WIDTHS = 8;
/** Ways that are pulled taut, besides the one without one-way sides. */
const MOST_COMPARED = 6;

/** Sides that may be crossed while their twins may not. */
function oneWaySides({ sideTwin }: CellMesh): number[] {
  const found: number[] = [];
  for (let s = 0; s < sideTwin.length; s++) if (sideTwin[s] !== NONE && sideTwin[sideTwin[s]] !== s) found.push(s);
  return found;
}

/** The cells as if one-way sides could be passed both ways. */
export function openBothWays(mesh: CellMesh, found = oneWaySides(mesh)): CellMesh {
  if (found.length === 0) return mesh;
  const open: CellMesh = { ...mesh, sideTwin: mesh.sideTwin.slice(), sideWall: mesh.sideWall.slice() };
  for (const s of found) {
    open.sideTwin[mesh.sideTwin[s]] = s;
    open.sideWall[mesh.sideTwin[s]] = NONE;
  }
  return open;
}

/** @returns undefined where every side that can be passed can be passed both ways */
export function findOneWays(mesh: CellMesh): OneWays | undefined {
  const { sideTwin, sideCell, sideVertex, vertices } = mesh;
  const found = oneWaySides(mesh);
  if (found.length === 0) return undefined;
  const shut: CellMesh = { ...mesh, sideTwin: sideTwin.slice() };
  const count = found.length;
  const middle = new Float64Array(2 * count);
  const entered = new Int32Array(count);
  for (const [g, s] of found.entries()) {
    shut.sideTwin[s] = NONE;
    const a = 2 * sideVertex[s];
    const b = 2 * sideVertex[nextSideOf(mesh, s)];
    middle[2 * g] = (vertices[a] + vertices[b]) / 2;
    middle[2 * g + 1] = (vertices[a + 1] + vertices[b + 1]) / 2;
    entered[g] = sideCell[sideTwin[s]];
  }
  return {
    open: openBothWays(mesh, found),
    shut,
    side: Int32Array.from(found),
    middle,
    entered,
    cellPart: partsOf(shut),
    widths: [],
    far: new Float64Array(count),
    total: new Float64Array(count),
    slack: new Float64Array(count),
    before: new Int32Array(count),
    isDone: new Uint8Array(count),
    ends: new Float64Array(4),
    chain: new GrowableInts(),
    leg: new GrowableInts(),
    way: new GrowableInts(),
  };
}

/** Cells that hang together have the same number, that of the first of them. */
export function partsOf({ cellFirst, sideTwin, sideCell, cellLevel }: CellMesh): Int32Array {
  const part = new Int32Array(cellLevel.length).fill(NONE);
  const open = new GrowableInts();
  for (let c = 0; c < part.length; c++) {
    if (part[c] !== NONE) continue;
    part[c] = c;
    open.push(c);
    while (open.length > 0) {
      const d = open.pop();
      for (let s = cellFirst[d]; s < cellFirst[d + 1]; s++) {
        const next = sideTwin[s] === NONE ? NONE : sideCell[sideTwin[s]];
        if (next === NONE || part[next] !== NONE) continue;
        part[next] = c;
        open.push(next);
      }
    }
  }
  return part;
}

/**
 * Fill `portals` with the sides crossed; the length of the way is in `search`, Infinity if there is none.
 * @param index of the cells `ways.shut`, with the corners of `ways.open`
 * @param from, to x, y at `ends[0]` and `ends[2]`; mesh coordinates
 */
export function searchOneWays(
  ways: OneWays,
  index: GateIndex,
  scratch: GateScratch,
  fromCell: number,
  toCell: number,
  ends: Float64Array,
  width: number,
  search: GateSearch,
  portals: GrowableInts,
): void {
  portals.clear();
  let best = Infinity;
  let expanded = 0;
  if (ways.cellPart[fromCell] === ways.cellPart[toCell]) {
    searchGates(index, scratch, fromCell, toCell, ends, width, search);
    expanded += search.expanded;
    if (search.length < Infinity) {
      unfoldGates(index, scratch, fromCell, toCell, ends, search, portals);
      best = measure(index, scratch, ends, portals);
    }
  }
  expanded += reachAll(ways, index, scratch, fromCell, toCell, ends, width, best, search);
  // The likeliest first: of two that could be shorter, the one that is shorter over middles.
  for (let tried = 0; tried < MOST_COMPARED; tried++) {
    let g: number = NONE;
    for (let k = 0; k < ways.side.length; k++) {
      const total = ways.total[k];
      if (total - ways.slack[k] < best && (g === NONE || total < ways.total[g])) g = k;
    }
    if (g === NONE) break;
    ways.total[g] = Infinity;
    unfoldOver(ways, index, scratch, fromCell, toCell, ends, width, search, g);
    const length = measure(index, scratch, ends, ways.way);
    if (length >= best) continue;
    best = length;
    portals.clear();
    for (let k = 0; k < ways.way.length; k++) portals.push(ways.way.array[k]);
  }
  search.length = best;
  search.expanded = expanded;
}

/** Dijkstra over the one-way sides that could be on a way shorter than `most`. @returns labels read */
function reachAll(
  ways: OneWays,
  index: GateIndex,
  scratch: GateScratch,
  fromCell: number,
  toCell: number,
  ends: Float64Array,
  width: number,
  most: number,
  search: GateSearch,
): number {
  const { side, middle, entered, cellPart, far, total, slack, before, isDone } = ways;
  const { sideCell } = ways.open;
  const { sideLength } = index.corners;
  const between = betweenFor(ways, width);
  const count = side.length;
  let expanded = 0;
  let limit = most;
  const distance = (from: number, to: number, x: number, y: number, toX: number, toY: number) => {
    const { ends: leg } = ways;
    leg[0] = x;
    leg[1] = y;
    leg[2] = toX;
    leg[3] = toY;
    if (from === to) return straight(toX - x, toY - y);
    searchGates(index, scratch, from, to, leg, width, search);
    expanded += search.expanded;
    return search.length;
  };
  for (let g = 0; g < count; g++) {
    far[g] = total[g] = Infinity;
    before[g] = NONE;
    slack[g] = sideLength[side[g]];
    const x = middle[2 * g];
    const y = middle[2 * g + 1];
    const least = straight(x - ends[0], y - ends[1]) + straight(x - ends[2], y - ends[3]);
    isDone[g] = sideLength[side[g]] > width && least - slack[g] < limit ? 0 : 1;
    const cell = sideCell[side[g]];
    if (isDone[g] === 1 || cellPart[cell] !== cellPart[fromCell]) continue;
    far[g] = distance(fromCell, cell, ends[0], ends[1], x, y);
  }
  for (;;) {
    let g: number = NONE;
    for (let k = 0; k < count; k++) {
      if (isDone[k] === 0 && far[k] - slack[k] < limit && (g === NONE || far[k] < far[g])) g = k;
    }
    if (g === NONE || far[g] === Infinity) return expanded;
    isDone[g] = 1;
    const part = cellPart[entered[g]];
    if (part === cellPart[toCell]) {
      const x = middle[2 * g];
      const y = middle[2 * g + 1];
      total[g] = far[g] + distance(entered[g], toCell, x, y, ends[2], ends[3]);
      if (total[g] < limit) limit = total[g];
    }
    for (let h = 0; h < count; h++) {
      const cell = sideCell[side[h]];
      if (isDone[h] === 1 || cellPart[cell] !== part) continue;
      const at = g * count + h;
      if (Number.isNaN(between[at])) {
        const [x, y] = [middle[2 * g], middle[2 * g + 1]];
        between[at] = distance(entered[g], cell, x, y, middle[2 * h], middle[2 * h + 1]);
      }
      const over = far[g] + between[at];
      if (over >= far[h]) continue;
      far[h] = over;
      before[h] = g;
      slack[h] = slack[g] + sideLength[side[h]];
    }
  }
}

function betweenFor({ widths, side }: OneWays, width: number): Float64Array {
  let at = widths.findIndex((known) => known.width === width);
  if (at < 0) {
    at = Math.min(widths.length, MOST_WIDTHS - 1);
    widths[at] = { width, between: new Float64Array(side.length * side.length).fill(NaN) };
  }
  const found = widths[at];
  for (; at > 0; at--) widths[at] = widths[at - 1];
  widths[0] = found;
  return found.between;
}

/** The way whose last one-way side is g, into `ways.way`. */
function unfoldOver(
  ways: OneWays,
  index: GateIndex,
  scratch: GateScratch,
  fromCell: number,
  toCell: number,
  ends: Float64Array,
  width: number,
  search: GateSearch,
  g: number,
): void {
  const { side, middle, entered, before, chain, leg, way } = ways;
  chain.clear();
  for (let k = g; k !== NONE; k = before[k]) chain.push(k);
  way.clear();
  let cell = fromCell;
  let x = ends[0];
  let y = ends[1];
  for (let i = chain.length - 1; i >= -1; i--) {
    const next = i < 0 ? NONE : chain.array[i];
    const goal = next === NONE ? toCell : ways.open.sideCell[side[next]];
    ways.ends[0] = x;
    ways.ends[1] = y;
    ways.ends[2] = x = next === NONE ? ends[2] : middle[2 * next];
    ways.ends[3] = y = next === NONE ? ends[3] : middle[2 * next + 1];
    if (cell !== goal) {
      searchGates(index, scratch, cell, goal, ways.ends, width, search);
      unfoldGates(index, scratch, cell, goal, ways.ends, search, leg);
      for (let k = 0; k < leg.length; k++) way.push(leg.array[k]);
    }
    if (next === NONE) return;
    way.push(side[next]);
    cell = entered[next];
  }
}

/** Metres of the taut string through some portals. */
function measure(index: GateIndex, { taut }: GateScratch, ends: Float64Array, portals: GrowableInts): number {
  for (let k = 0; k < 4; k++) taut.ends[k] = ends[k];
  measureTaut(index.corners, taut, portals.array, portals.length);
  return taut.length;
}

function straight(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}
