/**
 * The levels of a Drawing, lowest first, each with an elevation.
 *
 * A level that says none is given one: nothing for a single level; 4 m per storey where the name is a number; else 0.
 * Said.
 */
import { type BuildReport, type MeshLevel, shortened } from '@foulee/engine';
import type { Drawing } from './drawing.ts';

/** Floor to floor, metres, where a file numbers its levels and says no heights. */
const STOREY_HEIGHT = 4;

/** @returns the levels, and for each level of the drawing its position among them */
export function sortedLevels(drawing: Drawing, report: BuildReport): { levels: MeshLevel[]; position: Int32Array } {
  const several = drawing.levels.length > 1;
  const guessed: string[] = [];
  const elevations = drawing.levels.map((level) => {
    if (level.elevation !== undefined) return level.elevation;
    const storey = Number(level.name);
    if (several) guessed.push(level.name);
    return several && level.name.trim() !== '' && Math.abs(storey) <= 1000 ? storey * STOREY_HEIGHT : 0;
  });
  if (guessed.length > 0) {
    report.warnings.push(
      `no elevation is given for level ${shortened(guessed.slice(0, 10).join(', '))}: ${STOREY_HEIGHT} m per number, else 0; ` +
        'give properties.elevation in metres',
    );
  }
  const order = drawing.levels.map((_, i) => i);
  order.sort((a, b) => (elevations[a] as number) - (elevations[b] as number) || a - b);
  const position = new Int32Array(order.length);
  const levels = order.map((from, to) => {
    position[from] = to;
    return { name: drawing.levels[from]?.name ?? '0', elevation: elevations[from] as number };
  });
  return { levels, position };
}
