/** CellMesh → Topology: how a place hangs together, L04's abstraction tree and P05's groups and zones. Cost: near-linear. */
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { type AbstractionTree, buildAbstractionTree } from './abstraction-tree.ts';
import { checkAbstractionTree } from './check-abstraction-tree.ts';
import { checkGroups } from './check-groups.ts';
import { informGraph, type InformedGraph } from './informed-graph.ts';

export interface Topology {
  tree: AbstractionTree;
  graph: InformedGraph;
}

export function buildTopology(mesh: CellMesh): Topology {
  return { tree: buildAbstractionTree(mesh), graph: informGraph(mesh) };
}

export function checkTopology(mesh: CellMesh, { tree, graph }: Topology): string[] {
  return [
    ...checkAbstractionTree(mesh, tree).map((text) => `abstraction tree: ${text}`),
    ...checkGroups(mesh, graph).map((text) => `groups and zones: ${text}`),
  ];
}
