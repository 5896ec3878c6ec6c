/**
 * What somebody who runs a scenario should know of it: who does not fit, where nobody comes from, and who has no way to where it is going, and
 * what is in its way. The last is noticed step by step, by itinerary and stage, and told in a sentence. At the end: who is left over, and why.
 *
 * Cost: nothing in a step in which nobody failed to find a way; else one look at everybody.
 */
import { NONE } from '../core/none.ts';
import { shortenedMessage } from '../core/shorten.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import type { Goal } from '../crowd/goals/goals.ts';
import { STUCK_SECONDS } from '../measure/travel.ts';
import { findRoute } from '../routing/find-route.ts';
import { isOver } from './run.ts';
import type { Run } from './run-state.ts';
import type { Simulation } from '../simulation/simulation.ts';

/** Walkers left over of whom it is asked whether they have a way at all. */
const MOST_ASKED = 500;

/** Walkers that once found no way to the goals of a stage. */
interface NoWay {
  itinerary: number;
  stage: number;
  serials: Set<number>;
  /** Where the first of them was, in the plan's metres, and how wide it is. */
  from: [number, number];
  level: number;
  width: number;
}

export interface NoWays {
  /** How often nobody had found a way when it was last looked. */
  failures: number;
  byStage: Map<string, NoWay>;
}

export function createNoWays(): NoWays {
  return { failures: 0, byStage: new Map() };
}

/** After a step. @returns is there anybody new who has no way? */
export function noteNoWays(noWays: NoWays, { crowd, counts, time, world }: Simulation): boolean {
  if (counts.unreachable === noWays.failures) return false;
  noWays.failures = counts.unreachable;
  const { cellLevel } = world.mesh;
  let isNew = false;
  for (let i = 0; i < crowd.count; i++) {
    if (crowd.goalCell[i] !== NONE || !(crowd.planAt[i] >= time)) continue;
    isNew = noteNoWay(noWays, { crowd, world }, i, cellLevel[crowd.cell[i]]) || isNew;
  }
  return isNew;
}

/** Walker i has no way. @returns was that not known? */
function noteNoWay(
  { byStage }: NoWays,
  { crowd, world }: Pick<Simulation, 'crowd' | 'world'>,
  i: number,
  level: number,
): boolean {
  const [itinerary, stage, serial] = [crowd.itinerary[i], crowd.stage[i], crowd.serial[i]];
  const key = `${itinerary} ${stage}`;
  const known = byStage.get(key);
  if (known?.serials.has(serial) === true) return false;
  known?.serials.add(serial);
  if (known !== undefined) return true;
  const { origin } = world.mesh;
  const from: [number, number] = [crowd.place[2 * i] + origin[0], crowd.place[2 * i + 1] + origin[1]];
  const width = 2 * crowd.body[BODY * i + RADIUS];
  byStage.set(key, { itinerary, stage, serials: new Set([serial]), from, level, width });
  return true;
}

/** One line each. */
export function runWarnings({ simulation, sources, warnings }: Run, { byStage }: NoWays): string[] {
  const nobodyComes = sources
    .filter(({ part }) => part.area === 0 && !part.isLine)
    .map(({ name }) => `there is no floor in the area of source "${name}": nobody comes`);
  const texts = [...warnings, ...nobodyComes, ...[...byStage.values()].map((noWay) => textOf(noWay, simulation))];
  return texts.map(shortenedMessage);
}

/** How many are still there with somewhere to go, and how many never found room to come in. */
export function leftOver({ simulation, sources }: Run): { inside: number; outside: number } {
  const { crowd, itineraries } = simulation;
  let inside = 0;
  for (let i = 0; i < crowd.count; i++) if (itineraries[crowd.itinerary[i]].stages.length > 0) inside++;
  return { inside, outside: sources.reduce((sum, { waiting }) => sum + waiting.length, 0) };
}

/** One line each, of who is left over when a run ends, or is ended. @param stuck slots of those who made no way */
export function endWarnings(run: Run, stuck: readonly number[]): string[] {
  const { simulation, scenario, sources } = run;
  const warnings: string[] = [];
  if (stuck.length > 0) {
    const { crowd, world } = simulation;
    const [x, y] = world.mesh.origin;
    const places = stuck.slice(0, 3).map((i) => placeText(crowd.place[2 * i] + x, crowd.place[2 * i + 1] + y));
    const who = walkersText(stuck.length);
    warnings.push(`${who} made no way for ${STUCK_SECONDS} s, at ${listed(places, stuck.length)}`);
  }
  const { inside, outside } = leftOver(run);
  if (inside > 0 && isOver(run)) {
    warnings.push(`the time of ${scenario.duration} s was over with ${walkersText(inside)} on the way`);
  }
  if (outside > 0) {
    const where = sources.filter(({ waiting }) => waiting.length > 0).map(({ name }) => name);
    warnings.push(`${walkersText(outside)} found no room to come in at ${listed(where.slice(0, 3), where.length)}`);
  }
  if (!isOver(run)) warnings.push(`interrupted after ${rounded(simulation.time)} s`);
  return warnings.map(shortenedMessage);
}

function walkersText(count: number): string {
  return `${count.toLocaleString('en-US')} walker${count === 1 ? '' : 's'}`;
}

function listed(names: readonly string[], all: number): string {
  return all > names.length ? `${names.join(', ')} and ${all - names.length} more` : names.join(', ');
}

/** At the end: those still there who cannot get through to their goal, for it is too narrow somewhere, have no way either. */
export function noteTooWide(noWays: NoWays, simulation: Simulation): void {
  const { crowd, itineraries, router, goals, world } = simulation;
  const { cellLevel, origin } = world.mesh;
  for (let i = 0; i < Math.min(crowd.count, MOST_ASKED); i++) {
    const g = crowd.chosen[i];
    if (g === NONE || crowd.waitUntil[i] >= 0) continue;
    // Of several goals another one may do.
    if (itineraries[crowd.itinerary[i]].stages[crowd.stage[i]].goals.length > 1) continue;
    const from: [number, number] = [crowd.place[2 * i] + origin[0], crowd.place[2 * i + 1] + origin[1]];
    const level = cellLevel[crowd.cell[i]];
    const width = 2 * crowd.body[BODY * i + RADIUS];
    const { shape, level: toLevel } = goals[g];
    const to: [number, number] = [crowd.goal[2 * i] + origin[0], crowd.goal[2 * i + 1] + origin[1]];
    if (shape.length > 4) continue;
    if (findRoute(router, { from, to, fromLevel: level, toLevel, width }).status === 'found') continue;
    noteNoWay(noWays, simulation, i, level);
  }
}

function textOf({ itinerary, stage, serials, from, level, width }: NoWay, simulation: Simulation): string {
  const { crowd, goals, router, world } = simulation;
  let still = 0;
  for (let i = 0; i < crowd.count; i++) {
    if (serials.has(crowd.serial[i]) && crowd.stage[i] === stage) still++;
  }
  const among = simulation.itineraries[itinerary].stages[stage].goals.map((g) => goals[g]);
  const names = among.slice(0, 3).map(({ name }) => `"${name}"`);
  const more = among.length > names.length ? ` and ${among.length - names.length} more` : '';
  const walkers = serials.size === 1 ? '1 walker' : `${serials.size} walkers`;
  const who = `${walkers} had no way to ${names.join(', ')}${more}`;
  if (still === 0) return `${who} for a time`;
  const [x, y] = middleOf(among[0]);
  const { origin } = world.mesh;
  const to: [number, number] = [x + origin[0], y + origin[1]];
  const route = findRoute(router, { from, to, fromLevel: level, toLevel: among[0].level, width });
  const at = `from ${placeText(...from)}`;
  if (route.blocked === undefined) return `${who} ${at}: ${route.reason ?? 'the goal is out of reach'}`;
  const { blocked } = route;
  const there = `${rounded(blocked.width)} m wide there, they ${rounded(width)} m`;
  return `${who} ${at}: stopped at ${placeText(blocked.x, blocked.y)}, it is ${there}`;
}

function middleOf({ shape }: Goal): [number, number] {
  let x = 0;
  let y = 0;
  for (let k = 0; k < shape.length; k += 2) {
    x += (2 * shape[k]) / shape.length;
    y += (2 * shape[k + 1]) / shape.length;
  }
  return [x, y];
}

function placeText(x: number, y: number): string {
  return `(${x.toFixed(1)}, ${y.toFixed(1)})`;
}

/** To a millionth. */
export function rounded(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
