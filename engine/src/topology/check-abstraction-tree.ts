/**
 * Checks an AbstractionTree against its definition and names what is wrong; an empty list means it
 * holds. What must hold: every cell is a leaf exactly once; the children of a node hang together; the borders of a
 * node are the free segments between its cells and others; roots are closed; sequences are balanced.
 * That is told by counting: no borders are listed. O(n log n).
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { PART_OF_SEQUENCE, SEQUENCE } from './abstraction-tree-rules.ts';
import { type AbstractionTree, childHolding, holdsCell } from './abstraction-tree.ts';

const KEPT = 20;

export function checkAbstractionTree(mesh: CellMesh, tree: AbstractionTree): string[] {
  const found: string[] = [];
  const say = (text: string) => {
    if (found.length < KEPT) found.push(text);
  };
  const { cells, parent, childFirst, child } = tree;
  const nodes = parent.length;
  if (cells !== mesh.cellLevel.length) return [`the tree has ${cells} cells, the mesh ${mesh.cellLevel.length}`];
  if (childFirst.length !== nodes + 1 || childFirst[0] !== 0 || childFirst[nodes] !== child.length) {
    return ['nodes do not divide the children among them'];
  }
  if ([tree.rule, tree.arity, tree.leafFirst, tree.leafEnd].some((array) => array.length !== nodes)) {
    return ['arrays of nodes differ in length'];
  }
  checkFamily(tree, say);
  if (found.length > 0) return found;
  checkLeaves(tree, say);
  if (found.length > 0) return found;
  checkBorders(mesh, tree, say);
  checkFigures(tree, say);
  for (let node = cells; node < nodes; node++) if (tree.rule[node] === SEQUENCE) checkSequence(tree, node, say);
  return found;
}

/** Every node is a child of its parent, once, and comes before it; cells have no children, other nodes at least two. */
function checkFamily({ cells, parent, childFirst, child }: AbstractionTree, say: (text: string) => void): void {
  const times = new Int32Array(parent.length);
  for (let node = 0; node < parent.length; node++) {
    const count = childFirst[node + 1] - childFirst[node];
    if (node < cells ? count !== 0 : count < 2) say(`node ${node} has ${count} children`);
    for (let i = childFirst[node]; i < childFirst[node + 1]; i++) {
      const c = child[i];
      if (!(c >= 0 && c < node)) say(`node ${node} has child ${c}, which does not come before it`);
      else if (parent[c] !== node) say(`node ${c} is a child of ${node}, but has parent ${parent[c]}`);
      else times[c]++;
    }
  }
  for (let node = 0; node < parent.length; node++) {
    const expected = parent[node] === NONE ? 0 : 1;
    if (times[node] !== expected) say(`node ${node} is a child ${times[node]} times`);
  }
}

/** Leaves of a node are those of its children, one after the other; a cell is its own. */
function checkLeaves(
  { cells, parent, childFirst, child, leaf, leafFirst, leafEnd }: AbstractionTree,
  say: (text: string) => void,
): void {
  let rooted = 0;
  if (leaf.length !== cells) say(`${leaf.length} leaves for ${cells} cells`);
  for (let node = 0; node < parent.length; node++) {
    if (parent[node] === NONE) rooted += leafEnd[node] - leafFirst[node];
    if (node < cells) {
      if (leafEnd[node] !== leafFirst[node] + 1 || leaf[leafFirst[node]] !== node)
        say(`cell ${node} is not its own leaf`);
      continue;
    }
    let at = leafFirst[node];
    for (let i = childFirst[node]; i < childFirst[node + 1]; i++) {
      if (leafFirst[child[i]] !== at) say(`leaves of node ${child[i]} do not follow those before them in node ${node}`);
      at = leafEnd[child[i]];
    }
    if (at !== leafEnd[node]) say(`leaves of node ${node} are not those of its children`);
  }
  if (rooted !== cells) say(`the roots hold ${rooted} cells of ${cells}`);
}

/** Where each segment stops to be a border; from that, arities, and whether children hang together. */
function checkBorders(mesh: CellMesh, tree: AbstractionTree, say: (text: string) => void): void {
  const { parent, childFirst, child, arity, inside, segmentOf, sideOf } = tree;
  const { sideTwin, sideCell } = mesh;
  let free = 0;
  for (let s = 0; s < sideTwin.length; s++) {
    if (sideTwin[s] === NONE ? segmentOf[s] !== NONE : segmentOf[s] !== segmentOf[sideTwin[s]])
      say(`side ${s} has segment ${segmentOf[s]}`);
    if (sideTwin[s] !== NONE) free++;
  }
  if (2 * sideOf.length !== free || inside.length !== sideOf.length)
    return say(`${sideOf.length} segments for ${free} free sides`);
  const borders = new Int32Array(parent.length);
  const set = Int32Array.from(parent, (_, node) => node);
  const find = (node: number) => {
    while (set[node] !== node) node = set[node] = set[set[node]];
    return node;
  };
  for (let g = 0; g < sideOf.length; g++) {
    const side = sideOf[g];
    const node = inside[g];
    if (segmentOf[side] !== g) say(`segment ${g} is not that of its side ${side}`);
    if (!(node >= tree.cells && node < parent.length))
      return say(`segment ${g} is inside node ${node}, which does not exist`);
    const [a, b] = [sideCell[side], sideCell[sideTwin[side]]];
    const [p, q] = [childHolding(tree, node, a), childHolding(tree, node, b)];
    if (!holdsCell(tree, p, a) || !holdsCell(tree, q, b))
      say(`segment ${g} is inside node ${node}, which does not hold both of its cells`);
    else if (p === q) say(`segment ${g} is inside child ${p} of node ${node} already`);
    else set[find(p)] = find(q);
    borders[a]++;
    borders[b]++;
    borders[node] -= 2;
  }
  for (let node = 0; node < parent.length; node++) {
    if (borders[node] !== arity[node]) say(`node ${node} has ${borders[node]} borders, but arity ${arity[node]}`);
    if (parent[node] === NONE) {
      if (borders[node] !== 0) say(`root ${node} has ${borders[node]} borders`);
    } else borders[parent[node]] += borders[node];
    for (let i = childFirst[node] + 1; i < childFirst[node + 1]; i++) {
      if (find(child[i]) !== find(child[childFirst[node]])) say(`children of node ${node} do not hang together`);
    }
  }
}

function checkFigures(tree: AbstractionTree, say: (text: string) => void): void {
  const { parent, arity } = tree;
  const level = new Int32Array(parent.length);
  let depth = 0;
  let largest = 0;
  let paths = 0;
  for (let node = parent.length - 1; node >= 0; node--) {
    if (parent[node] !== NONE) level[node] = level[parent[node]] + 1;
    depth = Math.max(depth, level[node]);
    largest = Math.max(largest, arity[node]);
    paths += arity[node] * (arity[node] - 1);
  }
  if (depth !== tree.depth) say(`the tree is ${depth} deep, not ${tree.depth}`);
  if (largest !== tree.largestArity) say(`the largest arity is ${largest}, not ${tree.largestArity}`);
  if (paths !== tree.paths) say(`there are ${paths} paths, not ${tree.paths}`);
}

/** No element of a sequence of n lies deeper than the logarithm of n, rounded up. */
function checkSequence({ child, childFirst, rule }: AbstractionTree, node: number, say: (text: string) => void): void {
  let level = [node];
  let depth = 0;
  let elements = 0;
  while (level.length > 0) {
    depth++;
    const parts: number[] = [];
    for (const part of level) {
      for (let i = childFirst[part]; i < childFirst[part + 1]; i++) {
        if (rule[child[i]] === PART_OF_SEQUENCE) parts.push(child[i]);
        else elements++;
      }
    }
    level = parts;
  }
  if (2 ** (depth - 1) >= elements) say(`sequence ${node} of ${elements} is ${depth} deep`);
}
