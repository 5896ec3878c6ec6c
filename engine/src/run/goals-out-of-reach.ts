/**
 * Run before its first step → a warning for each goal that people are to look for and nobody could ever find: it is not on the floor, or no way leads there
 * from where they come, all doors open. People without knowledge, and those who know everything, are not asked for: they find out by
 * themselves (warnings.ts). Where events take walls or obstacles away, there may be a way later: nothing is said.
 * Cost: linear in the cells.
 */
import { NONE } from '../core/none.ts';
import { floorPart } from '../scenario/floor-part.ts';
import type { Point, Who } from '../scenario/scenario.ts';
import { locate } from '../subdivision/locate.ts';
import { warn } from './let-in.ts';
import { levelOf } from './places.ts';
import { createReach, leadsTo, type Reach, updateReach } from './reach.ts';
import type { Run } from './run-state.ts';

/** Places of a line at which people may come in, in equal parts. */
const ON_LINE = 20;

export function warnOfGoalsOutOfReach(run: Run): void {
  const { scenario, simulation, sources } = run;
  if (simulation.knowledge === undefined) return;
  if (scenario.events.some((event) => event.kind === 'place' && event.remove !== null)) return;
  const reach = createReach();
  updateReach(reach, simulation);
  scenario.walkers.forEach((group, g) => {
    if (!mayBeLost(run, group)) return;
    const area = group.kind === 'one' ? undefined : scenario.areas[group.area];
    const level = group.kind === 'one' ? group.level : area!.level;
    const outline: Point[] = group.kind === 'one' ? [group.at, group.at] : [...area!.polygon];
    warnFor(
      run,
      reach,
      group,
      `where walkers ${g + 1} start`,
      cellsIn(run, levelOf(run.original, level, 'walkers'), outline),
    );
  });
  scenario.sources.forEach((source, s) => {
    if (!mayBeLost(run, source)) return;
    const { outline, part } = sources[s];
    warnFor(run, reach, source, `source "${source.name}"`, cellsIn(run, part.level, outline));
  });
}

/** Do any of these people have to look for their goals? */
function mayBeLost({ scenario }: Run, { profiles }: Who): boolean {
  return profiles.some(({ profile }) => {
    const { knowledge } = scenario.profiles[profile];
    return knowledge !== undefined && knowledge.start !== 'everything';
  });
}

/** @param outline a ring, or the two ends of a line */
function cellsIn({ original, simulation }: Run, level: number, outline: readonly Point[]): Iterable<number> {
  const { cells } = simulation.router;
  if (outline.length > 2) return new Set(floorPart(original, cells, level, outline).cells);
  const found = new Set<number>();
  const [[ax, ay], [bx, by]] = outline;
  const [x, y] = original.origin;
  for (let k = 0; k <= ON_LINE; k++) {
    const share = k / ON_LINE;
    const cell = locate(original, cells, level, ax + share * (bx - ax) - x, ay + share * (by - ay) - y);
    if (cell !== NONE) found.add(cell);
  }
  return found;
}

function warnFor(run: Run, reach: Reach, { itinerary }: Who, where: string, cells: Iterable<number>): void {
  const { itineraries, goals } = run.simulation;
  const starts = [...cells];
  if (starts.length === 0) return;
  for (const stage of itineraries[itinerary].stages) {
    if (starts.some((cell) => leadsTo(reach, cell, stage.goals))) continue;
    const names = stage.goals.map((g) => `"${goals[g].name}"`).join(', ');
    const isOffFloor = stage.goals.every((g) => reach.partsOfGoal[g].length === 0);
    const why = isOffFloor ? 'there is no floor there' : `no way leads there from ${where}, also with all doors open`;
    warn(run, `nobody can find ${names}: ${why}`);
  }
}
