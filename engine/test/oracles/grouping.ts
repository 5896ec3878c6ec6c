/**
 * P05's grouping done naively, from the rules of P05 §3.2, in a random order: floods over ungrouped nodes that
 * start anywhere, then the merges of steps 2 and 3, any of them, until none applies. Quadratic; sets and lists only.
 */
import type { MarkedGraph } from '../../src/topology/grouping.ts';
import type { Random } from '../random.ts';

interface NaiveGroup {
  nodes: number[];
  kind: 'closed' | 'dead end' | 'corridor' | 'crossroads';
  isVirtual: boolean;
}

const KINDS = ['closed', 'dead end', 'corridor', 'crossroads'] as const;

export function groupNaively({ kind, isVirtual, edges }: MarkedGraph, random: Random): NaiveGroup[] {
  const kindOf = (node: number) => (isVirtual[node] === 1 ? 'virtual' : KINDS[kind[node]]);
  const pairs: [number, number][] = [];
  for (let e = 0; e < edges.length; e += 2) pairs.push([edges[e], edges[e + 1]]);
  const neighbours = (node: number) => pairs.flatMap(([a, b]) => (a === node ? [b] : b === node ? [a] : []));
  let groups: NaiveGroup[] = [];
  const isGrouped = (node: number) => groups.some((group) => group.nodes.includes(node));
  const flood = (start: number, wanted: string[]): number[] => {
    const nodes = [start];
    for (const node of nodes) {
      for (const next of neighbours(node)) {
        if (!nodes.includes(next) && !isGrouped(next) && wanted.includes(kindOf(next))) nodes.push(next);
      }
    }
    return nodes;
  };
  const deadEndsAt = (nodes: number[]) =>
    nodes
      .flatMap(neighbours)
      .filter((node) => kindOf(node) === 'dead end' && !isGrouped(node) && !nodes.includes(node));

  // Step 1.
  const outside = [...kind.keys()].filter((node) => isVirtual[node] === 1);
  if (outside.length > 0) {
    groups.push({ nodes: [...outside, ...new Set(deadEndsAt(outside))], kind: 'crossroads', isVirtual: true });
  }
  // Steps 2 and 3 from any ungrouped node, as long as there is one.
  for (;;) {
    const ungrouped = [...kind.keys()].filter((node) => !isGrouped(node));
    if (ungrouped.length === 0) break;
    const start = random.pick(ungrouped);
    if (kindOf(start) === 'corridor') {
      const nodes = flood(start, ['corridor']);
      const deadEnds = [...new Set(deadEndsAt(nodes))];
      groups.push({
        nodes: [...nodes, ...deadEnds],
        kind: deadEnds.length > 0 ? 'dead end' : 'corridor',
        isVirtual: false,
      });
    } else {
      groups.push({ nodes: flood(start, ['crossroads', 'dead end']), kind: 'crossroads', isVirtual: false });
    }
  }
  // The merges, one at a time.
  const connections = (group: NaiveGroup): NaiveGroup[] =>
    pairs.flatMap(([a, b]) => {
      const [inA, inB] = [group.nodes.includes(a), group.nodes.includes(b)];
      if (inA === inB) return [];
      return groups.filter((other) => other.nodes.includes(inA ? b : a));
    });
  const merge = (all: NaiveGroup[], result: Omit<NaiveGroup, 'nodes'>) => {
    groups = groups.filter((group) => !all.includes(group));
    groups.push({ ...result, nodes: all.flatMap((group) => group.nodes) });
  };
  for (;;) {
    const steps: (() => void)[] = [];
    for (const group of groups) {
      if (group.isVirtual) continue;
      const others = connections(group);
      const real = [...new Set(others)].filter((other) => !other.isVirtual);
      if (group.kind !== 'crossroads') {
        const isTwice = others.length === 2 && others[0] === others[1] && others[0].kind === 'crossroads';
        if (isTwice) steps.push(() => merge([group, others[0]], others[0]));
        if (others.length === 0 && group.kind !== 'closed')
          steps.push(() => merge([group], { ...group, kind: 'closed' }));
      } else if (others.length === 0) {
        steps.push(() => merge([group], { ...group, kind: 'closed' }));
      } else if (others.length === 1 || (others.length === 2 && others[0] !== others[1])) {
        const isDeadEnd = others.length === 1 || real.some((other) => other.kind === 'dead end');
        steps.push(() => merge([group, ...real], { kind: isDeadEnd ? 'dead end' : 'corridor', isVirtual: false }));
      } else if (others.length === 2 && others[0].isVirtual) {
        steps.push(() => merge([group], { ...group, kind: 'corridor' }));
      }
    }
    if (steps.length === 0) return groups;
    random.pick(steps)();
  }
}
