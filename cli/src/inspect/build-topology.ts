/**
 * World → what `inspect` says about how the place hangs together (docs/topology.md): L04's abstraction tree, P05's groups and
 * zones with the distances between their borders. All products, so that their sizes can be told and they can be checked.
 */
import {
  type AbstractionTree,
  type BorderSearch,
  buildAbstractionTree,
  checkAbstractionTree,
  checkGroups,
  type InformedGraph,
  informGraph,
  measureBorders,
  type World,
} from '@foulee/engine';

export interface Topology {
  tree: AbstractionTree;
  graph: InformedGraph;
  groupBorders: BorderSearch;
  zoneBorders: BorderSearch;
}

export function buildTopology({ mesh }: World): Topology {
  const graph = informGraph(mesh);
  return {
    tree: buildAbstractionTree(mesh),
    graph,
    groupBorders: measureBorders(mesh, graph.groups),
    zoneBorders: measureBorders(mesh, graph.zones),
  };
}

export function checkTopology({ mesh }: World, { tree, graph }: Topology): string[] {
  return [
    ...checkAbstractionTree(mesh, tree).map((text) => `abstraction tree: ${text}`),
    ...checkGroups(mesh, graph).map((text) => `groups and zones: ${text}`),
  ];
}
