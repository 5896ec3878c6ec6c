/**
 * Checks an InformedGraph against its definition and names what is wrong; an empty list means it
 * holds. Near-linear.
 *
 * Checked: cells, groups and zones partition; each is connected (the virtual one through the outside); corridors and
 * dead ends touch only crossroads, crossroads touch each other only at the virtual one; kinds are those of the borders;
 * nothing is left to merge; marks, lists, borders and surfaces are what the mesh says.
 */
import { NONE } from '../core/none.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { cellArea, nextSideOf } from '../subdivision/cells.ts';
import type { InformedGraph, Layer } from './informed-graph.ts';
import { CROSSROADS, cellKinds, PASSAGE } from './kinds.ts';

const KEPT = 20;
type Say = (text: string) => void;

export function checkGroups(mesh: CellMesh, graph: InformedGraph): string[] {
  const found: string[] = [];
  const say: Say = (text) => {
    if (found.length < KEPT) found.push(text);
  };
  const cells = mesh.cellLevel.length;
  const { cellKind, cellIsVirtual, cellIsEntry, groups, zones, groupZone } = graph;
  if ([cellKind, cellIsVirtual, cellIsEntry, groups.ofCell, zones.ofCell].some((array) => array.length !== cells))
    return ['arrays of cells differ in length'];
  if (groupZone.length !== groups.kind.length) return ['not every group has a zone'];
  for (const [name, layer] of Object.entries({ group: groups, zone: zones })) {
    const wrong = checkLists(layer, name, cells, mesh.sideTwin.length);
    if (wrong !== undefined) return [wrong];
  }
  checkMarks(mesh, graph, say);
  for (let c = 0; c < cells; c++) {
    if (zones.ofCell[c] !== groupZone[groups.ofCell[c]]) say(`cell ${c} is in another zone than its group`);
  }
  checkLayer(mesh, groups, 'group', cellIsVirtual, say);
  checkLayer(mesh, zones, 'zone', cellIsVirtual, say);
  return found;
}

/** Lists that can be walked through: each cell once, in the list of its group; sides that exist. */
function checkLists(layer: Layer, name: string, cells: number, sides: number): string | undefined {
  const count = layer.kind.length;
  if (layer.isEntry.length !== count || layer.surface.length !== count) return `arrays of ${name}s differ in length`;
  if (!(layer.virtualOne >= NONE && layer.virtualOne < count)) return `the virtual ${name} does not exist`;
  for (const { first, item } of [layer.cells, layer.borders]) {
    if (first.length !== count + 1 || first[0] !== 0 || first[count] !== item.length)
      return `lists of ${name}s are torn`;
    for (let i = 0; i < count; i++) if (first[i] > first[i + 1]) return `lists of ${name}s are torn`;
  }
  const isListed = new Uint8Array(cells);
  for (let g = 0; g < count; g++) {
    if (layer.cells.first[g] === layer.cells.first[g + 1]) return `${name} ${g} is empty`;
    for (let i = layer.cells.first[g]; i < layer.cells.first[g + 1]; i++) {
      const c = layer.cells.item[i];
      if (layer.ofCell[c] !== g) return `${name} ${g} lists cell ${c}, which is in ${name} ${layer.ofCell[c]}`;
      if (isListed[c] === 1) return `${name} ${g} lists cell ${c} twice`;
      isListed[c] = 1;
    }
  }
  const missing = isListed.indexOf(0);
  if (missing !== NONE) return `cell ${missing} is in no ${name}`;
  if (layer.borders.item.some((s) => !(s >= 0 && s < sides))) return `a border of a ${name} does not exist`;
  return undefined;
}

/** Kinds, virtual cells and entries, said again from the definition. */
function checkMarks(mesh: CellMesh, { cellKind, cellIsVirtual, cellIsEntry }: InformedGraph, say: Say): void {
  const kinds = cellKinds(mesh, 0);
  const boundaryVertices = new Set<number>();
  mesh.sideBoundary.forEach((flag, s) => {
    if (flag === 1) boundaryVertices.add(mesh.sideVertex[s]).add(mesh.sideVertex[nextSideOf(mesh, s)]);
  });
  for (let c = 0; c < kinds.length; c++) {
    if (cellKind[c] !== kinds[c]) say(`cell ${c} is of kind ${kinds[c]}, not ${cellKind[c]}`);
    let isVirtual = false;
    const neighbours = new Set<number>();
    for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
      isVirtual ||= boundaryVertices.has(mesh.sideVertex[s]);
      if (mesh.sideTwin[s] !== NONE) neighbours.add(mesh.sideCell[mesh.sideTwin[s]]);
    }
    if ((cellIsVirtual[c] === 1) !== isVirtual) say(`cell ${c} is ${isVirtual ? '' : 'not '}virtual`);
    const isEntry = !isVirtual && neighbours.size > 1 && [...neighbours].some((n) => cellIsVirtual[n] === 1);
    if ((cellIsEntry[c] === 1) !== isEntry) say(`cell ${c} is ${isEntry ? 'an' : 'no'} entry or exit`);
  }
}

function checkLayer(mesh: CellMesh, layer: Layer, name: string, cellIsVirtual: Uint8Array, say: Say): void {
  const { ofCell, kind, virtualOne, surface, cells, borders } = layer;
  checkConnected(mesh, layer, name, cellIsVirtual, say);
  if ((virtualOne !== NONE) !== cellIsVirtual.includes(1))
    say(`there is ${virtualOne === NONE ? 'no' : 'a'} virtual ${name}`);
  for (let c = 0; c < ofCell.length; c++) {
    if (cellIsVirtual[c] === 1 && ofCell[c] !== virtualOne) say(`virtual cell ${c} is not in the virtual ${name}`);
  }
  const groupBeyond = (s: number) => ofCell[mesh.sideCell[mesh.sideTwin[s]]];
  let listed = 0;
  for (let s = 0; s < mesh.sideTwin.length; s++) {
    if (mesh.sideTwin[s] !== NONE && groupBeyond(s) !== ofCell[mesh.sideCell[s]]) listed++;
  }
  if (listed !== borders.item.length) say(`${borders.item.length} of ${listed} borders of ${name}s are listed`);
  for (let g = 0; g < kind.length; g++) {
    const sides = borders.item.subarray(borders.first[g], borders.first[g + 1]);
    if (new Set(sides).size !== sides.length) say(`${name} ${g} lists a border twice`);
    const isBorder = (s: number) => mesh.sideTwin[s] !== NONE && ofCell[mesh.sideCell[s]] === g && groupBeyond(s) !== g;
    if (!sides.every(isBorder)) {
      say(`${name} ${g} lists a border that is none`);
      continue;
    }
    checkTouching(layer, g, name, [...sides].map(groupBeyond), say);
    let area = 0;
    for (let i = cells.first[g]; i < cells.first[g + 1]; i++) area += cellArea(mesh, cells.item[i]);
    if (!(Math.abs(area - surface[g]) <= 1e-9 * area)) say(`${name} ${g} has ${area} m², not ${surface[g]}`);
  }
}

/** @param beyond the groups beyond its borders, one per border */
function checkTouching(layer: Layer, g: number, name: string, beyond: number[], say: Say): void {
  const { kind, virtualOne, isEntry } = layer;
  const expected = g === virtualOne ? CROSSROADS : Math.min(beyond.length, CROSSROADS);
  if (kind[g] !== expected) say(`${name} ${g} with ${beyond.length} borders is of kind ${kind[g]}`);
  for (const other of beyond) {
    if (kind[g] !== CROSSROADS && kind[other] !== CROSSROADS)
      say(`${name}s ${g} and ${other} touch, neither crossroads`);
    if (kind[g] === CROSSROADS && kind[other] === CROSSROADS && g !== virtualOne && other !== virtualOne)
      say(`crossroads ${name}s ${g} and ${other} touch away from the virtual one`);
  }
  if (kind[g] === PASSAGE && beyond[0] === beyond[1]) say(`corridor ${name} ${g} leads from crossroads back to them`);
  const isExpected = g !== virtualOne && beyond.includes(virtualOne) && beyond.some((other) => other !== virtualOne);
  if ((isEntry[g] === 1) !== isExpected) say(`${name} ${g} is ${isExpected ? 'an' : 'no'} entry or exit`);
}

/** From its first cell every group reaches all of its cells without leaving; the outside joins virtual cells. */
function checkConnected(mesh: CellMesh, layer: Layer, name: string, cellIsVirtual: Uint8Array, say: Say): void {
  const { ofCell, cells, virtualOne } = layer;
  const isReached = new Uint8Array(ofCell.length);
  const stack: number[] = [];
  const reach = (c: number) => {
    if (isReached[c] === 1) return;
    isReached[c] = 1;
    stack.push(c);
  };
  for (let g = 0; g < layer.kind.length; g++) {
    if (g !== virtualOne) reach(cells.item[cells.first[g]]);
    else for (let c = 0; c < ofCell.length; c++) if (cellIsVirtual[c] === 1 && ofCell[c] === g) reach(c);
    while (stack.length > 0) {
      const c = stack.pop()!;
      for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
        const twin = mesh.sideTwin[s];
        if (twin !== NONE && ofCell[mesh.sideCell[twin]] === g) reach(mesh.sideCell[twin]);
      }
    }
  }
  const left = isReached.indexOf(0);
  if (left !== NONE) say(`${name} ${ofCell[left]} is not connected: cell ${left} is cut off`);
}
