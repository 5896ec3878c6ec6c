/** Cells, their sides, and places as sketches on the floor, and on the steps and slopes of stairs and the like. */
import { type CellMesh, cutConvex, NONE, nextSideOf, type Scenery, type World } from '@foulee/engine';
import { drawLinks, heightAt, stepsOf } from '@foulee/formats';
import type { PlaceLink } from '../protocol/place.ts';
import type { Sketch } from '../protocol/sketch.ts';

/** What cells are drawn by: their heights are those of stairs, too. */
export type Ground = Pick<World, 'mesh' | 'plan'>;

/** Of the floor of the level of a cell. */
export function heightOf(mesh: CellMesh, c: number): number {
  return mesh.levels[mesh.cellLevel[c]].elevation;
}

/** @param colourOf undefined: not drawn */
export function fillCells(ground: Ground, colourOf: (cell: number) => string | undefined): Sketch[] {
  const { mesh } = ground;
  const { cellFirst, cellLevel, cellLink, sideVertex, vertices } = mesh;
  const links = drawLinks(ground);
  const sketches: Sketch[] = [];
  for (let c = 0; c < cellLevel.length; c++) {
    const colour = colourOf(c);
    if (colour === undefined) continue;
    const points: number[] = [];
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      points.push(vertices[2 * sideVertex[s]], vertices[2 * sideVertex[s] + 1]);
    }
    if (cellLink[c] === NONE) sketches.push({ kind: 'fill', points, z: heightOf(mesh, c), colour });
    else sketches.push(...fillOnLink(links[cellLink[c]], points, colour, (x, y) => heightAt(ground, c, x, y)));
  }
  return sketches;
}

/** A piece of each step, at its height; of a slope, along it. */
function fillOnLink(
  link: PlaceLink,
  ring: readonly number[],
  colour: string,
  slopeAt: (x: number, y: number) => number,
): Sketch[] {
  return stepsOf(link).flatMap(({ left, right, leftOn, rightOn, riser }): Sketch[] => {
    const step = [left, right, rightOn, leftOn].flatMap(([x, y]) => [x, y]);
    const points = cutConvex(ring, step);
    if (points.length < 6) return [];
    const fill = { kind: 'fill', points, z: left[2], colour } as const;
    if (riser !== undefined) return [fill];
    const heights = Array.from({ length: points.length / 2 }, (_, k) => slopeAt(points[2 * k], points[2 * k + 1]));
    return [{ ...fill, heights }];
  });
}

/** A line over a side, from end to end, at the height of its cell's floor or stairs. */
export function lineOverSide(ground: Ground, s: number, colour: string): Sketch {
  const { mesh } = ground;
  const points = endsOf(mesh, s);
  const c = mesh.sideCell[s];
  const heights = [heightAt(ground, c, points[0], points[1]), heightAt(ground, c, points[2], points[3])];
  return { kind: 'line', points, z: Math.min(...heights), heights, colour };
}

/** Where a side begins and ends. */
export function endsOf(mesh: CellMesh, s: number): [number, number, number, number] {
  const { vertices, sideVertex } = mesh;
  const a = 2 * sideVertex[s];
  const b = 2 * sideVertex[nextSideOf(mesh, s)];
  return [vertices[a], vertices[a + 1], vertices[b], vertices[b + 1]];
}

/** x, y and height of the cell of a place that is nearest to the middle of all. */
export function middleOfPlace(
  { plan }: Pick<World, 'plan'>,
  { places, middle, mesh }: Scenery,
  place: number,
): [number, number, number] {
  const { first, item } = places.layer.cells;
  const cells = [...item.subarray(first[place], first[place + 1])];
  const mean = [0, 1].map((axis) => cells.reduce((sum, c) => sum + middle[2 * c + axis], 0) / cells.length);
  const away = (c: number) => Math.hypot(middle[2 * c] - mean[0], middle[2 * c + 1] - mean[1]);
  const nearest = cells.reduce((best, c) => (away(c) < away(best) ? c : best));
  const [x, y] = [middle[2 * nearest], middle[2 * nearest + 1]];
  return [x, y, heightAt({ mesh, plan }, nearest, x, y)];
}
