/**
 * A place of a run (topology/places.ts) → words to find it by: the area of the scenario it lies in, and a point of its floor. Numbers of places say little to a
 * reader, and hold only for the cells of this run: a recording opened by itself has neither doors nor glass, and is cut otherwise.
 * Cost: the cells of the place.
 */
import { ringHolds } from '../subdivision/polygon.ts';
import { levelOf } from './places.ts';
import type { Run } from './run-state.ts';

/** The first named area of the scenario that holds a point of the plan; null: none. */
export function areaAt({ scenario, original }: Run, level: number, x: number, y: number): string | null {
  const area = scenario.areas.find(
    (one) => levelOf(original, one.level, `area ${one.name}`) === level && ringHolds(one.polygon.flat(), x, y),
  );
  return area?.name || null;
}

/** `foyer (10.0, 6.2)`, or `(10.0, 6.2)` where it is in no area; with ` on upper` where there are several levels. */
export function placeName(run: Run, place: number): string {
  const { mesh, middle, places } = run.simulation.knowledge!.believed;
  const { first, item } = places.layer.cells;
  let x = 0;
  let y = 0;
  const count = first[place + 1] - first[place];
  for (let k = first[place]; k < first[place + 1]; k++) {
    x += middle[2 * item[k]] / count;
    y += middle[2 * item[k] + 1] / count;
  }
  // The middle of all may be off the floor; that of a cell is not.
  let nearest = item[first[place]];
  let least = Infinity;
  for (let k = first[place]; k < first[place + 1]; k++) {
    const away = (middle[2 * item[k]] - x) ** 2 + (middle[2 * item[k] + 1] - y) ** 2;
    if (away >= least) continue;
    least = away;
    nearest = item[k];
  }
  const [px, py] = [middle[2 * nearest] + mesh.origin[0], middle[2 * nearest + 1] + mesh.origin[1]];
  const level = mesh.cellLevel[nearest];
  const name = areaAt(run, level, px, py);
  const on = mesh.levels.length > 1 ? ` on ${mesh.levels[level].name}` : '';
  return `${name === null ? '' : `${name} `}(${px.toFixed(1)}, ${py.toFixed(1)})${on}`;
}
