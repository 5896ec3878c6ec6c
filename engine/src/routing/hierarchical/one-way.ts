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
import { tasteOf } from './taste.ts';
import type { RouteEnd, RouteQuery } from '../route.ts';
import { measureTaut } from '../taut/taut.ts';
import { setEnds } from '../taut/taut-state.ts';

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
  /** One-way sides passed, the last first; what is asked of the index between two of them, and the portals there; the portals of all. */
  chain: GrowableInts;
  leg: RouteQuery;
  legPortals: GrowableInts;
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
    chain: new GrowableInts(),
    leg: { from: { cell: NONE, x: 0, y: 0 }, to: { cell: NONE, x: 0, y: 0 }, width: 0 },
    legPortals: new GrowableInts(),
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
 */
export function searchOneWays(
  ways: OneWays,
  index: GateIndex,
  scratch: GateScratch,
  query: RouteQuery,
  search: GateSearch,
  portals: GrowableInts,
): void {
  portals.clear();
  /** As the person likes it, and in metres. */
  let best = Infinity;
  let length = Infinity;
  let expanded = 0;
  if (ways.cellPart[query.from.cell] === ways.cellPart[query.to.cell]) {
    searchGates(index, scratch, query, search);
    expanded += search.expanded;
    if (search.length < Infinity) {
      unfoldGates(index, scratch, query, search, portals);
      best = length = measure(index, scratch, query, portals);
      best += tasteOf(scratch.taut, scratch.person);
    }
  }
  expanded += reachAll(ways, index, scratch, query, search, best);
  // The likeliest first: of two that could be shorter, the one that is shorter over middles.
  for (let tried = 0; tried < MOST_COMPARED; tried++) {
    let g: number = NONE;
    for (let k = 0; k < ways.side.length; k++) {
      const total = ways.total[k];
      if (total - ways.slack[k] < best && (g === NONE || total < ways.total[g])) g = k;
    }
    if (g === NONE) break;
    ways.total[g] = Infinity;
    unfoldOver(ways, index, scratch, query, search, g);
    const metres = measure(index, scratch, query, ways.way);
    const price = metres + tasteOf(scratch.taut, scratch.person);
    if (price >= best) continue;
    best = price;
    length = metres;
    portals.clear();
    for (let k = 0; k < ways.way.length; k++) portals.push(ways.way.array[k]);
  }
  search.length = length;
  search.expanded = expanded;
}

/** Dijkstra over the one-way sides that could be on a way shorter than `most`. @returns labels read */
function reachAll(
  ways: OneWays,
  index: GateIndex,
  scratch: GateScratch,
  { from, to, width }: RouteQuery,
  search: GateSearch,
  most: number,
): number {
  const { side, middle, entered, cellPart, far, total, slack, before, isDone, leg } = ways;
  const { sideCell } = ways.open;
  const { sideLength } = index.corners;
  const between = betweenFor(ways, width);
  const count = side.length;
  let expanded = 0;
  let limit = most;
  leg.width = width;
  const measureLeg = () => {
    if (leg.from.cell === leg.to.cell) return straight(leg.to.x - leg.from.x, leg.to.y - leg.from.y);
    searchGates(index, scratch, leg, search);
    expanded += search.expanded;
    return search.length;
  };
  for (let g = 0; g < count; g++) {
    far[g] = total[g] = Infinity;
    before[g] = NONE;
    slack[g] = sideLength[side[g]];
    const x = middle[2 * g];
    const y = middle[2 * g + 1];
    const least = straight(x - from.x, y - from.y) + straight(x - to.x, y - to.y);
    isDone[g] = sideLength[side[g]] > width && least - slack[g] < limit ? 0 : 1;
    const cell = sideCell[side[g]];
    if (isDone[g] === 1 || cellPart[cell] !== cellPart[from.cell]) continue;
    setEnd(leg.from, from.cell, from.x, from.y);
    setEnd(leg.to, cell, x, y);
    far[g] = measureLeg();
  }
  for (;;) {
    let g: number = NONE;
    for (let k = 0; k < count; k++) {
      if (isDone[k] === 0 && far[k] - slack[k] < limit && (g === NONE || far[k] < far[g])) g = k;
    }
    if (g === NONE || far[g] === Infinity) return expanded;
    isDone[g] = 1;
    const part = cellPart[entered[g]];
    setEnd(leg.from, entered[g], middle[2 * g], middle[2 * g + 1]);
    if (part === cellPart[to.cell]) {
      setEnd(leg.to, to.cell, to.x, to.y);
      total[g] = far[g] + measureLeg();
      if (total[g] < limit) limit = total[g];
    }
    for (let h = 0; h < count; h++) {
      const cell = sideCell[side[h]];
      if (isDone[h] === 1 || cellPart[cell] !== part) continue;
      const at = g * count + h;
      if (Number.isNaN(between[at])) {
        setEnd(leg.to, cell, middle[2 * h], middle[2 * h + 1]);
        between[at] = measureLeg();
      }
      const over = far[g] + between[at];
      if (over >= far[h]) continue;
      far[h] = over;
      before[h] = g;
      slack[h] = slack[g] + sideLength[side[h]];
    }
  }
}

function setEnd(end: RouteEnd, cell: number, x: number, y: number): void {
  end.cell = cell;
  end.x = x;
  end.y = y;
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
  { from, to, width }: RouteQuery,
  search: GateSearch,
  g: number,
): void {
  const { side, middle, entered, before, chain, leg, legPortals, way } = ways;
  chain.clear();
  for (let k = g; k !== NONE; k = before[k]) chain.push(k);
  way.clear();
  leg.width = width;
  setEnd(leg.from, from.cell, from.x, from.y);
  for (let i = chain.length - 1; i >= -1; i--) {
    const next = i < 0 ? NONE : chain.array[i];
    if (next === NONE) setEnd(leg.to, to.cell, to.x, to.y);
    else setEnd(leg.to, ways.open.sideCell[side[next]], middle[2 * next], middle[2 * next + 1]);
    if (leg.from.cell !== leg.to.cell) {
      searchGates(index, scratch, leg, search);
      unfoldGates(index, scratch, leg, search, legPortals);
      for (let k = 0; k < legPortals.length; k++) way.push(legPortals.array[k]);
    }
    if (next === NONE) return;
    way.push(side[next]);
    setEnd(leg.from, entered[next], leg.to.x, leg.to.y);
  }
}

/** Metres of the taut string through some portals. */
function measure(index: GateIndex, { taut }: GateScratch, { from, to }: RouteQuery, portals: GrowableInts): number {
  setEnds(taut, from, to);
  measureTaut(index.corners, taut, portals.array, portals.length);
  return taut.length;
}

function straight(dx: number, dy: number): number {
  return Math.sqrt(dx * dx + dy * dy);
}
