/**
 * The shortest way of a point between boxes, through doorways of which some may be passed in one direction only, by its definition: it is
 * straight but at corners of boxes, so it is a shortest way in the graph of all corners; an edge counts if it runs through no box, and
 * through a one-way doorway only the right way. Every pair is tried against everything: O(corners² · boxes). Boxes may overlap.
 */

export type Box = readonly [x0: number, y0: number, x1: number, y1: number];
export type Spot = readonly [x: number, y: number];

export interface Gate {
  from: Spot;
  to: Spot;
  /** 1: it may be crossed from its left to its right; -1: from right to left; 0: not at all. */
  way: number;
}

export interface Maze {
  /** The floor, all of it. */
  floor: Box;
  boxes: Box[];
  gates: Gate[];
}

/** Metres by which boxes are smaller here: what touches them does not run through them. */
const TOUCH = 1e-7;

/** Share of a gate's length by which it reaches into the walls at its ends: who slides along these passes it, too. */
const INTO = 1e-3;

/** Which way a straight line crosses a gate: 1 from its left to its right, -1 from right to left, 0 not at all. */
export function crossing(gate: Gate, a: Spot, b: Spot): number {
  const [ex, ey] = [INTO * (gate.to[0] - gate.from[0]), INTO * (gate.to[1] - gate.from[1])];
  const from: Spot = [gate.from[0] - ex, gate.from[1] - ey];
  const to: Spot = [gate.to[0] + ex, gate.to[1] + ey];
  const side = (p: Spot, q: Spot, r: Spot) => (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]);
  const before = side(from, to, a);
  const after = side(from, to, b);
  if (before > 0 === after > 0 || side(a, b, from) > 0 === side(a, b, to) > 0) return 0;
  return before > 0 ? 1 : -1;
}

/** May one walk straight from a to b? */
export function isClear({ boxes, gates }: Maze, a: Spot, b: Spot): boolean {
  if (boxes.some((box) => runsThrough(box, a, b))) return false;
  return gates.every((gate) => {
    const crossed = crossing(gate, a, b);
    return crossed === 0 || crossed === gate.way;
  });
}

function runsThrough(box: Box, a: Spot, b: Spot): boolean {
  let [enters, leaves] = [0, 1];
  for (const k of [0, 1] as const) {
    const low = box[k] + TOUCH;
    const high = box[k + 2] - TOUCH;
    const along = b[k] - a[k];
    if (along === 0) {
      if (a[k] <= low || a[k] >= high) return false;
      continue;
    }
    const [p, q] = [(low - a[k]) / along, (high - a[k]) / along];
    enters = Math.max(enters, Math.min(p, q));
    leaves = Math.min(leaves, Math.max(p, q));
  }
  return enters < leaves;
}

/** Metres between each two of some places, from the first to the second; Infinity where there is no way. */
export function directedPaths(maze: Maze, places: readonly Spot[]): number[][] {
  const [x0, y0, x1, y1] = maze.floor;
  const corners = maze.boxes
    .flatMap(([a, b, c, d]): Spot[] => [
      [a, b],
      [c, b],
      [c, d],
      [a, d],
    ])
    .filter(([x, y]) => x >= x0 && x <= x1 && y >= y0 && y <= y1);
  const nodes = [...places, ...corners];
  const long = nodes.map((a) =>
    nodes.map((b) => (isClear(maze, a, b) ? Math.hypot(b[0] - a[0], b[1] - a[1]) : Infinity)),
  );
  return places.map((_, start) => {
    const far = nodes.map((_, k) => (k === start ? 0 : Infinity));
    const open = new Set(nodes.keys());
    while (open.size > 0) {
      let at = -1;
      for (const k of open) if (at < 0 || far[k] < far[at]) at = k;
      open.delete(at);
      for (const k of open) far[k] = Math.min(far[k], far[at] + long[at][k]);
    }
    return far.slice(0, places.length);
  });
}
