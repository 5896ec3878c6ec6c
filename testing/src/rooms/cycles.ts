/**
 * A directed graph → its cycles, as few and as short as tell of all of them: for every node on a cycle
 * the shortest one through it, each cycle once. Cost: nodes × edges.
 */

/** Nodes and where their edges lead. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Each cycle begins with its first node by name, which is not repeated at its end. */
export function cyclesOf(graph: Graph): string[][] {
  const cycles = new Map<string, string[]>();
  const told = new Set<string>();
  for (const start of [...graph.keys()].sort()) {
    if (told.has(start)) continue;
    const cycle = shortestFrom(graph, start);
    if (cycle === undefined) continue;
    for (const node of cycle) told.add(node);
    const first = cycle.indexOf(cycle.toSorted()[0]);
    const turned = [...cycle.slice(first), ...cycle.slice(0, first)];
    cycles.set(turned.join(' '), turned);
  }
  return [...cycles.values()];
}

/** Breadth first, back to the start. */
function shortestFrom(graph: Graph, start: string): string[] | undefined {
  const cameFrom = new Map<string, string>();
  const queue = [start];
  for (const node of queue) {
    for (const next of graph.get(node) ?? []) {
      if (next === start) {
        const path = [node];
        while (path[0] !== start) path.unshift(cameFrom.get(path[0])!);
        return path;
      }
      if (cameFrom.has(next)) continue;
      cameFrom.set(next, node);
      queue.push(next);
    }
  }
  return undefined;
}
