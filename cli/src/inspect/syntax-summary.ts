/**
 * World and its zones → lines about space syntax for people: how the zones hang together, and which of
 * them are easiest and hardest to get to. The outside is left out. Nothing for places of fewer than three zones.
 */
import { cellArea, type CellMesh, type Layer, measureLayer, type World } from '@foulee/engine';
import { coordinateTexts, roundedCoordinates } from '../place/file-coordinates.ts';
import { squareMetres } from '../terminal/output.ts';

export function syntaxSummary({ mesh, plan }: World, zones: Layer): string[] {
  const inside = zones.kind.length - (zones.virtualOne >= 0 ? 1 : 0);
  if (inside < 3) return [];
  const { neighbours, meanDepth, relativeAsymmetry, integration, partSize, isExact } = measureLayer(mesh, zones);
  // What does not hang together with the largest part is not compared with it.
  const largest = partSize.reduce((most, size) => Math.max(most, size), 0);
  if (largest < 3) return [];
  const compared: number[] = [];
  let connectivity = 0;
  let depth = 0;
  partSize.forEach((size, zone) => {
    if (size !== largest || zone === zones.virtualOne) return;
    compared.push(zone);
    connectivity += neighbours.first[zone + 1] - neighbours.first[zone];
    depth += meanDepth[zone];
  });
  const [toX, toY] = coordinateTexts(plan.frame);
  const toFile = roundedCoordinates(plan.frame);
  const where = (zone: number) => {
    const [x, y] = middleOfZone(mesh, zones, zone);
    const [fileX, fileY] = toFile(x + mesh.origin[0], y + mesh.origin[1]);
    const figure =
      integration[zone] === Infinity ? 'next to all others' : `integration ${integration[zone].toFixed(2)}`;
    return `around ${toX(fileX)},${toY(fileY)}: ${squareMetres(zones.surface[zone])}, ${figure}`;
  };
  const best = compared.reduce((a, b) => (relativeAsymmetry[b] < relativeAsymmetry[a] ? b : a));
  const worst = compared.reduce((a, b) => (relativeAsymmetry[b] > relativeAsymmetry[a] ? b : a));
  const about = isExact ? '' : 'about ';
  return [
    `  a zone has ${(connectivity / compared.length).toFixed(1)} neighbours on average and is ` +
      `${about}${(depth / compared.length).toFixed(1)} steps from the others`,
    `  easiest to get to   ${where(best)}`,
    `  hardest to get to   ${where(worst)}`,
  ];
}

/** The middle of its largest cell: unlike its own, it lies in it. Mesh coordinates. */
function middleOfZone(mesh: CellMesh, { cells }: Layer, zone: number): [number, number] {
  let largest = cells.item[cells.first[zone]];
  for (let i = cells.first[zone]; i < cells.first[zone + 1]; i++) {
    if (cellArea(mesh, cells.item[i]) > cellArea(mesh, largest)) largest = cells.item[i];
  }
  const first = mesh.cellFirst[largest];
  const count = mesh.cellFirst[largest + 1] - first;
  let x = 0;
  let y = 0;
  for (let s = first; s < first + count; s++) {
    x += mesh.vertices[2 * mesh.sideVertex[s]] / count;
    y += mesh.vertices[2 * mesh.sideVertex[s] + 1] / count;
  }
  return [x, y];
}
