/**
 * Run before its first step → warnings of what a scenario says about knowledge and nobody would notice: an announcement where nobody can be, an area that is
 * known and holds nothing, a sign that is on the lowest level only because none is given. Cost: linear in the cells, for each area named.
 */
import { NONE } from '../core/none.ts';
import { isInRing } from '../core/ring.ts';
import { floorPart } from '../scenario/floor-part.ts';
import { locate } from '../subdivision/locate.ts';
import { warn } from './let-in.ts';
import { inMesh, levelOf } from './places.ts';
import type { Run } from './run-state.ts';

export function warnOfKnowledge(run: Run): void {
  const { scenario, simulation } = run;
  if (simulation.knowledge === undefined) return;
  for (const event of scenario.events) {
    if (event.kind !== 'announce' || event.area === null || floorIn(run, event.area) > 0) continue;
    warn(
      run,
      `nobody hears the announcement at ${event.at} s: there is no floor in area "${scenario.areas[event.area].name}"`,
    );
  }
  for (const { name, knowledge } of scenario.profiles) {
    if (knowledge === undefined || typeof knowledge.start === 'string') continue;
    scenario.areas.forEach((area, a) => {
      if (!knowledge.start.includes(area.name) || holdsCell(run, a)) return;
      const why = floorIn(run, a) > 0 ? 'it holds no whole room' : 'there is no floor in it';
      warn(run, `people of profile "${name}" know nothing of area "${area.name}": ${why}`);
    });
  }
  for (const sign of scenario.signs) warnOfLevel(run, sign);
}

/** m² of floor in an area. */
function floorIn({ scenario, original, simulation }: Run, a: number): number {
  const { name, level, polygon } = scenario.areas[a];
  return floorPart(original, simulation.router.cells, levelOf(original, level, `area ${name}`), polygon).area;
}

/** Is anything known of an area (knowledge/start.ts)? */
function holdsCell({ scenario, original, simulation }: Run, a: number): boolean {
  const { mesh, middle } = simulation.knowledge!.believed;
  const { name, level, polygon } = scenario.areas[a];
  const on = levelOf(original, level, `area ${name}`);
  const ring = inMesh(original, polygon);
  return mesh.cellLevel.some((of, c) => of === on && isInRing(ring, middle[2 * c], middle[2 * c + 1]));
}

function warnOfLevel(run: Run, { name, level, at }: Run['scenario']['signs'][number]): void {
  const { original, simulation } = run;
  if (level !== null) return;
  const [x, y] = [at[0] - original.origin[0], at[1] - original.origin[1]];
  const others = original.levels.filter((_, l) => l > 0 && locate(original, simulation.router.cells, l, x, y) !== NONE);
  if (others.length === 0) return;
  const names = others.map((other) => other.name).join(', ');
  warn(run, `sign "${name}" has no level: it is on ${original.levels[0].name}; there is floor on ${names}, too`);
}
