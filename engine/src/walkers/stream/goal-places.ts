/**
 * Goals of a scenario → goals of the graph: a point becomes one, a line one for every two metres, so that a wide exit is used in all its
 * width, an area one about its middle. Any of its own serves who walks to a goal of the scenario. And how much each goal of the graph attracts
 * people who wander.
 *
 * In: goals, the sheet of tiles. Out: places on the sheet with a radius, and which belong to each goal. Cost: linear.
 */
import type { Csr } from '../../core/csr.ts';
import { NONE } from '../../core/none.ts';
import { isInRing } from '../../core/ring.ts';
import type { Goal } from '../../crowd/goals/goals.ts';
import { type Attraction, attractionAt } from '../../raster/attraction.ts';
import type { TileSheet } from '../../raster/tile-sheet.ts';
import { GROUND, tileAt, tileCentreX, tileCentreY } from '../../raster/tiles.ts';
import type { Goals } from '../../raster/town.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';

/** Metres of a line for each. */
const PIECE = 2;

export function placesOfGoals(goals: readonly Goal[], sheet: TileSheet): { places: Goals; targets: Csr } {
  const x: number[] = [];
  const y: number[] = [];
  const radius: number[] = [];
  const first = new Int32Array(goals.length + 1);
  const { side } = sheet.tiles;
  for (const [g, goal] of goals.entries()) {
    const { shape, level } = goal;
    const add = (px: number, py: number, reach: number) => {
      x.push(px + sheet.shift[2 * level]);
      y.push(py + sheet.shift[2 * level + 1]);
      radius.push(Math.max(side, reach));
    };
    if (shape.length === 2) add(shape[0], shape[1], goal.radius);
    else if (shape.length === 4) {
      const dx = shape[2] - shape[0];
      const dy = shape[3] - shape[1];
      const pieces = Math.max(1, Math.ceil(Math.sqrt(dx * dx + dy * dy) / PIECE));
      for (let k = 0; k < pieces; k++) {
        const share = (k + 0.5) / pieces;
        add(shape[0] + share * dx, shape[1] + share * dy, goal.radius);
      }
    } else {
      const [mx, my] = middleTile(sheet, goal);
      add(mx, my, side);
    }
    first[g + 1] = x.length;
  }
  const item = Int32Array.from({ length: x.length }, (_, k) => k);
  return {
    places: { x: Float64Array.from(x), y: Float64Array.from(y), radius: Float64Array.from(radius) },
    targets: { first, item },
  };
}

/** Of each goal of the graph; 1 is usual. */
export function weightsOf(
  { x, y }: Goals,
  { tiles, cell, shift }: TileSheet,
  { cellLevel }: CellMesh,
  areas: readonly Attraction[],
): Float64Array {
  const weights = new Float64Array(x.length).fill(1);
  if (areas.length === 0) return weights;
  for (let g = 0; g < x.length; g++) {
    const tile = tileAt(tiles, x[g], y[g]);
    if (tile === NONE || cell[tile] === NONE) continue;
    const level = cellLevel[cell[tile]];
    weights[g] = attractionAt(areas, level, x[g] - shift[2 * level], y[g] - shift[2 * level + 1]);
  }
  return weights;
}

/** The centre of the ground tile in an area that is nearest to its middle; the middle of its corners if there is none. */
function middleTile({ tiles, shift }: TileSheet, { shape, level }: Goal): [number, number] {
  const corners = shape.length / 2;
  let mx = 0;
  let my = 0;
  for (let k = 0; k < shape.length; k += 2) {
    mx += shape[k] / corners;
    my += shape[k + 1] / corners;
  }
  const [dx, dy] = [shift[2 * level], shift[2 * level + 1]];
  let found: [number, number] = [mx, my];
  let nearest = Infinity;
  for (let t = 0; t < tiles.kind.length; t++) {
    if (tiles.kind[t] !== GROUND) continue;
    const x = tileCentreX(tiles, t) - dx;
    const y = tileCentreY(tiles, t) - dy;
    const squared = (x - mx) ** 2 + (y - my) ** 2;
    if (squared >= nearest || !isInRing(shape, x, y)) continue;
    nearest = squared;
    found = [x, y];
  }
  return found;
}
