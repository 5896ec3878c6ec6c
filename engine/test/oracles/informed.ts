/**
 * What must hold of cells → groups → zones, from the definitions of P05 §3.1–3.3 alone: sets, floods and sums over the
 * mesh. Imports types only; nothing is shared with what it judges. Quadratic where that is simpler.
 */
import type { CellMesh } from '../../src/subdivision/cell-mesh.ts';
import type { InformedGraph, Layer } from '../../src/topology/informed-graph.ts';

const ARITY = ['closed', 'dead end', 'corridor', 'crossroads'];

/** Free segments between cells, once each: cell, cell, side, twin. */
function segmentsOf(mesh: CellMesh): [number, number, number, number][] {
  return [...mesh.sideTwin.keys()]
    .filter((s) => mesh.sideTwin[s] > s)
    .map((s) => [mesh.sideCell[s], mesh.sideCell[mesh.sideTwin[s]], s, mesh.sideTwin[s]]);
}

/** x, y of the corners of a cell, and of both ends of its sides. */
function cornersOf(mesh: CellMesh, c: number): [number, number][] {
  return [...mesh.sideVertex.subarray(mesh.cellFirst[c], mesh.cellFirst[c + 1])].map((v) => [
    mesh.vertices[2 * v],
    mesh.vertices[2 * v + 1],
  ]);
}

function shoelace(corners: [number, number][]): number {
  const [ox, oy] = corners[0];
  return corners.reduce((sum, [x, y], i) => {
    const [nx, ny] = corners[(i + 1) % corners.length];
    return sum + ((x - ox) * (ny - oy) - (nx - ox) * (y - oy)) / 2;
  }, 0);
}

/** Lines that do not hold; empty if all do. */
export function mustHold(mesh: CellMesh, graph: InformedGraph): string[] {
  const wrong: string[] = [];
  const cells = [...mesh.cellLevel.keys()];
  const segments = segmentsOf(mesh);
  // A cell touches the boundary where one of its corners is an end of a boundary side (on its own level).
  const boundary = new Set<string>();
  for (const c of cells) {
    const corners = cornersOf(mesh, c);
    corners.forEach((corner, i) => {
      if (mesh.sideBoundary[mesh.cellFirst[c] + i] === 0) return;
      for (const [x, y] of [corner, corners[(i + 1) % corners.length]]) boundary.add(`${mesh.cellLevel[c]} ${x} ${y}`);
    });
  }
  const virtual = new Set(
    cells.filter(
      (c) =>
        mesh.cellLink[c] < 0 && cornersOf(mesh, c).some(([x, y]) => boundary.has(`${mesh.cellLevel[c]} ${x} ${y}`)),
    ),
  );
  for (const c of cells) {
    const ways = segments.filter(([a, b]) => a === c || b === c);
    if (graph.cellKind[c] !== Math.min(ways.length, 3))
      wrong.push(`cell ${c} with ${ways.length} ways is no ${ARITY[graph.cellKind[c]]}`);
    if ((graph.cellIsVirtual[c] === 1) !== virtual.has(c)) wrong.push(`cell ${c} is wrongly virtual or not`);
    const others = new Set(ways.map(([a, b]) => (a === c ? b : a)));
    const isEntry = !virtual.has(c) && [...others].some((other) => virtual.has(other)) && others.size >= 2;
    if ((graph.cellIsEntry[c] === 1) !== isEntry) wrong.push(`cell ${c} is wrongly an entry or not`);
  }
  // Zones partition groups: cells of one group are in one zone.
  for (const c of cells) {
    if (graph.zones.ofCell[c] !== graph.groupZone[graph.groups.ofCell[c]])
      wrong.push(`cell ${c}: group and zone differ`);
  }
  wrong.push(...layerHolds(mesh, graph.groups, virtual, segments).map((text) => `groups: ${text}`));
  wrong.push(...layerHolds(mesh, graph.zones, virtual, segments).map((text) => `zones: ${text}`));
  return wrong;
}

function layerHolds(
  mesh: CellMesh,
  layer: Layer,
  virtual: Set<number>,
  segments: [number, number, number, number][],
): string[] {
  const wrong: string[] = [];
  const count = layer.kind.length;
  const members = Array.from({ length: count }, () => new Set<number>());
  layer.ofCell.forEach((g, c) => members[g]?.add(c));
  if (members.reduce((sum, set) => sum + set.size, 0) !== mesh.cellLevel.length) wrong.push('some cell is in none');
  if (members.some((set) => set.size === 0)) wrong.push('some are empty');
  members.forEach((set, g) => {
    const isOutside = [...set].some((c) => virtual.has(c));
    if (isOutside !== (g === layer.virtualOne)) wrong.push(`${g} is wrongly outside or not`);
    // Connected: inside, and through the outside.
    const reached = new Set<number>();
    const queue = isOutside ? [...virtual] : [...set].slice(0, 1);
    while (queue.length > 0) {
      const c = queue.pop()!;
      if (reached.has(c)) continue;
      reached.add(c);
      for (const [a, b] of segments) {
        if (a === c && set.has(b)) queue.push(b);
        if (b === c && set.has(a)) queue.push(a);
      }
    }
    if ([...set].some((c) => !reached.has(c)) || reached.size !== set.size) wrong.push(`${g} is not connected`);
    // Borders: exactly the free segments between its cells and others, seen from its own side.
    const borders = segments.flatMap(([a, b, s, t]) => (set.has(a) === set.has(b) ? [] : [set.has(a) ? s : t]));
    const listed = [...layer.borders.item.subarray(layer.borders.first[g], layer.borders.first[g + 1])];
    if (new Set(listed).size !== borders.length || listed.some((s) => !borders.includes(s)))
      wrong.push(`${g} has other borders`);
    const beyond = borders.map((s) => layer.ofCell[mesh.sideCell[mesh.sideTwin[s]]]);
    const kind = ARITY[layer.kind[g]];
    if (!isOutside && kind !== ARITY[Math.min(borders.length, 3)])
      wrong.push(`${g} with ${borders.length} borders is ${kind}`);
    if (isOutside && kind !== 'crossroads') wrong.push(`the outside is ${kind}`);
    for (const other of beyond) {
      const kinds = [kind, ARITY[layer.kind[other]]];
      if (!kinds.includes('crossroads')) wrong.push(`${g} and ${other} touch: ${kinds.join(' and ')}`);
      const isAtOutside = g === layer.virtualOne || other === layer.virtualOne;
      if (kinds.every((name) => name === 'crossroads') && !isAtOutside)
        wrong.push(`crossroads ${g} and ${other} touch`);
    }
    if (kind === 'corridor' && new Set(beyond).size === 1) wrong.push(`corridor ${g} touches one crossroads twice`);
    const isEntry = !isOutside && beyond.includes(layer.virtualOne) && new Set(beyond).size > 1;
    if ((layer.isEntry[g] === 1) !== isEntry) wrong.push(`${g} is wrongly an entry or not`);
    const area = [...set].reduce((sum, c) => sum + shoelace(cornersOf(mesh, c)), 0);
    if (Math.abs(area - layer.surface[g]) > 1e-9 * Math.max(1, area)) wrong.push(`${g} has ${area} m²`);
    const list = [...layer.cells.item.subarray(layer.cells.first[g], layer.cells.first[g + 1])];
    if (new Set(list).size !== set.size || list.some((c) => !set.has(c))) wrong.push(`${g} lists other cells`);
  });
  return wrong;
}
