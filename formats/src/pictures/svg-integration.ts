/**
 * Space syntax as colours: zones and axial lines by their integration, from blue (out of the way) to red (near to all).
 *
 * Classes are equal steps between the least and the greatest value, of zones and of lines each by itself: the two graphs
 * have different sizes, and integration grows with size. On several levels a line is drawn on each level where it
 * passes cells of that level. Linear, but for the measures themselves.
 */
import { type AxialLines, type CellMesh, NONE } from '@foulee/engine';
import { type PathFrame, PathText, sideEnds } from './svg-paths.ts';

/** From segregated to integrated; light enough for text over them, different in grey too. */
export const INTEGRATION_FILLS = [
  '#7b9fd0',
  '#a3c1e0',
  '#c9dcec',
  '#e9edd8',
  '#f6e2ae',
  '#f3bf86',
  '#e8936a',
  '#d5614f',
];
/** The same for lines, which are thin. */
export const INTEGRATION_STROKES = [
  '#2b4f9e',
  '#3f7cc0',
  '#4fa3b8',
  '#5aa872',
  '#a3b13c',
  '#d99a21',
  '#d9631e',
  '#b8181d',
];

/** The class of each value; infinite ones (all the rest is next to it) are in the highest. */
export function integrationClasses(integration: Float64Array): { classes: Uint8Array; range: [number, number] } {
  let least = Infinity;
  let most = -Infinity;
  for (const value of integration) {
    if (!Number.isFinite(value)) continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
  }
  const count = INTEGRATION_FILLS.length;
  const step = (most - least) / count;
  const classes = Uint8Array.from(integration, (value) => {
    if (!Number.isFinite(value)) return count - 1;
    return step > 0 ? Math.min(count - 1, Math.floor((value - least) / step)) : count - 1;
  });
  return { classes, range: [least, most] };
}

/** The lines of one level, one path per class. */
export function axialPaths(
  mesh: CellMesh,
  { ends, cells }: AxialLines,
  classes: Uint8Array,
  level: number,
  frame: PathFrame,
): string[] {
  const paths = INTEGRATION_STROKES.map(() => new PathText(frame));
  for (let line = 0; 4 * line < ends.length; line++) {
    const [x0, y0, x1, y1] = ends.subarray(4 * line, 4 * line + 4) as unknown as [number, number, number, number];
    let from = 1;
    let to = 0;
    for (let i = cells.first[line]; i < cells.first[line + 1]; i++) {
      const c = cells.item[i];
      if (mesh.cellLevel[c] !== level || mesh.cellLink[c] !== NONE) continue;
      const [enter, leave] = mesh.levels.length === 1 ? [0, 1] : chordOf(mesh, c, x0, y0, x1, y1);
      from = Math.min(from, enter);
      to = Math.max(to, leave);
    }
    if (from >= to) continue;
    const path = paths[classes[line]];
    path.move(x0 + from * (x1 - x0), y0 + from * (y1 - y0));
    path.line(x0 + to * (x1 - x0), y0 + to * (y1 - y0));
  }
  return paths.map(String);
}

/** From which to which share a line lies in a convex cell. */
function chordOf(mesh: CellMesh, c: number, x0: number, y0: number, x1: number, y1: number): [number, number] {
  let from = 0;
  let to = 1;
  for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
    const [ax, ay, bx, by] = sideEnds(mesh, s);
    const start = (bx - ax) * (y0 - ay) - (by - ay) * (x0 - ax);
    const end = (bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax);
    if (start < 0 && end > 0) from = Math.max(from, start / (start - end));
    else if (start > 0 && end < 0) to = Math.min(to, start / (start - end));
  }
  return [from, Math.max(from, to)];
}
