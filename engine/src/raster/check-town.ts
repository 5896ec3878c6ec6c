/**
 * Checks a Town against its definition and names what is wrong, with the place where there is one; an empty list means it holds.
 *
 *   tiles       known kinds; in a town, pavement is what is within its width of a building; in an open place no ground is left
 *   goals       on accessible tiles
 *   graph       symmetric, in increasing order, nobody their own neighbour; no edge crosses a building
 *   crossings   pairs of the graph, walkable from end to end
 *   report      its parts are those of the graph, with their goals and tiles, and have buildings between them; every accessible
 *               tile belongs to a part, or to floor that is told to have no goal
 *   density     counts every goal once
 *
 * Cost: linear in tiles, and a line per edge.
 */
import { NONE } from '../core/none.ts';
import { buildingDistances, squaredReach } from './pavements.ts';
import { floodFromGoals, partsOfGraph } from './goal-parts.ts';
import { lineStays, UNBUILT, WALKED } from './tile-lines.ts';
import { tileParts } from './tile-parts.ts';
import { GROUND, isAccessible, OUTSIDE, PAVEMENT, tileAt, tileCentreX, tileCentreY } from './tiles.ts';
import type { Town, TownPart } from './town.ts';

/** Findings of each kind: what is wrong with tiles must not hide what is wrong with goals. */
const KEPT = 5;

type Say = (text: string) => void;

export function checkTown(town: Town): string[] {
  const { tiles, goals, graph, crossings } = town;
  const count = goals.x.length;
  if (tiles.kind.length !== tiles.columns * tiles.rows) return ['tiles do not fill their rows and columns'];
  if (goals.y.length !== count || goals.radius.length !== count) return ['arrays of goals differ in length'];
  if (graph.first.length !== count + 1 || graph.first[0] !== 0 || graph.first[count] !== graph.item.length) {
    return ['goals do not divide the neighbours among them'];
  }
  const isGoal = (g: number) => g >= 0 && g < count;
  if (!graph.item.every(isGoal)) return ['a goal has a neighbour that does not exist'];
  if (crossings.length % 2 !== 0 || !crossings.every(isGoal)) return ['a crossing ends at a goal that does not exist'];
  const checks = [checkTiles, checkGoals, checkGraph, checkCrossings, checkReport, checkDensity];
  return checks.flatMap((check) => {
    const found: string[] = [];
    check(town, (text) => {
      if (found.length < KEPT) found.push(text);
    });
    return found;
  });
}

function checkTiles({ tiles, options }: Town, say: Say): void {
  const { side, kind } = tiles;
  const distances = buildingDistances(tiles);
  // Pavements are at least one tile wide.
  const reach = squaredReach(side, Math.max(options.pavement, side));
  for (let t = 0; t < kind.length; t++) {
    const isNear = distances[t] <= reach;
    let wrong = '';
    if (kind[t] > OUTSIDE) wrong = `is of kind ${kind[t]}, which does not exist`;
    else if (kind[t] === GROUND && options.isOpen) wrong = 'is a street, though the place is open';
    else if (kind[t] === GROUND && isNear) wrong = 'is a street, though it is near a building';
    else if (kind[t] === PAVEMENT && !isNear && !options.isOpen) wrong = 'is pavement away from any building';
    if (wrong !== '') say(`tile ${t} at ${place(tileCentreX(tiles, t), tileCentreY(tiles, t))} ${wrong}`);
  }
}

function checkGoals({ tiles, goals }: Town, say: Say): void {
  for (let g = 0; g < goals.x.length; g++) {
    const t = tileAt(tiles, goals.x[g], goals.y[g]);
    if (t === NONE || !isAccessible(tiles.kind[t])) {
      say(`goal ${g} at ${place(goals.x[g], goals.y[g])} is where nobody can walk`);
    }
    if (!(goals.radius[g] >= 0)) say(`goal ${g} has the radius ${goals.radius[g]}`);
  }
}

function checkGraph({ tiles, goals, graph: { first, item } }: Town, say: Say): void {
  const isListed = (a: number, b: number) => item.subarray(first[a], first[a + 1]).includes(b);
  for (let a = 0; a < goals.x.length; a++) {
    for (let k = first[a]; k < first[a + 1]; k++) {
      const b = item[k];
      if (b === a) say(`goal ${a} is its own neighbour`);
      else if (!isListed(b, a)) say(`goal ${b} is a neighbour of goal ${a}, but not the other way round`);
      if (k > first[a] && b <= item[k - 1]) say(`the neighbours of goal ${a} are not in increasing order`);
      if (a < b && !lineStays(tiles, goals, a, b, UNBUILT)) {
        const ends = [a, b].map((g) => place(goals.x[g], goals.y[g])).join(' to ');
        say(`the edge from goal ${a} to goal ${b}, ${ends}, crosses a building`);
      }
    }
  }
}

function checkCrossings({ tiles, goals, graph, crossings }: Town, say: Say): void {
  for (let i = 0; i < crossings.length; i += 2) {
    const [a, b] = [crossings[i], crossings[i + 1]];
    const name = `the crossing from goal ${a} to goal ${b}`;
    if (!graph.item.subarray(graph.first[a], graph.first[a + 1]).includes(b)) say(`${name} is not in the graph`);
    if (!lineStays(tiles, goals, a, b, WALKED)) say(`${name} cannot be walked`);
  }
}

function checkReport({ tiles, goals, graph, report }: Town, say: Say): void {
  const count = goals.x.length;
  const partOf = partsOfGraph(graph);
  const { owner } = floodFromGoals(tiles, goals, WALKED);
  // Goals with no building between them, by the first of them.
  const unbuilt = tileParts(tiles, UNBUILT);
  const firstGoal = new Int32Array(unbuilt.first.length).fill(NONE);
  for (let g = 0; g < count; g++) {
    const t = tileAt(tiles, goals.x[g], goals.y[g]);
    const p = t === NONE ? NONE : unbuilt.part[t];
    if (p === NONE) continue;
    if (firstGoal[p] === NONE) firstGoal[p] = g;
    else if (partOf[g] !== partOf[firstGoal[p]]) {
      say(`goals ${firstGoal[p]} and ${g} are not joined in the graph, though no building is between them`);
    }
  }
  const goalsOf = new Map<number, number>();
  const tilesOf = new Map<number, number>();
  for (const p of partOf) goalsOf.set(p, (goalsOf.get(p) ?? 0) + 1);
  for (const g of owner) if (g !== NONE) tilesOf.set(partOf[g], (tilesOf.get(partOf[g]) ?? 0) + 1);
  const parts = [...goalsOf].map(([p, n]) => `${n} goals and ${tilesOf.get(p) ?? 0} tiles`);
  compare('part', parts, report.parts, ({ goals: n, tiles: t }) => `${n} goals and ${t} tiles`, say);
  const isAt = (part: TownPart, g: number) => goals.x[g] === part.x && goals.y[g] === part.y;
  for (const part of report.parts) {
    if (goals.x.some((_, g) => isAt(part, g))) continue;
    say(`a part of ${part.goals} goals is told to be at ${place(part.x, part.y)}, where it has no goal`);
  }
  const { first, size } = tileParts(tiles, WALKED);
  const alone = Array.from(first.keys()).filter((p) => owner[first[p]] === NONE);
  const texts = alone.map(
    (p) => `${size[p]} tiles at ${place(tileCentreX(tiles, first[p]), tileCentreY(tiles, first[p]))}`,
  );
  compare(
    'floor without a goal',
    texts,
    report.withoutGoals,
    (told) => `${told.tiles} tiles at ${place(told.x, told.y)}`,
    say,
  );
}

function checkDensity({ goals, density }: Town, say: Say): void {
  const counted = density.goals.reduce((sum, goalsHere) => sum + goalsHere, 0);
  if (counted !== goals.x.length) say(`the density map counts ${counted} goals of ${goals.x.length}`);
}

/** Both lists hold the same, in any order. */
function compare(what: string, found: string[], told: TownPart[], textOf: (part: TownPart) => string, say: Say): void {
  const left = told.map(textOf);
  for (const text of found) {
    const k = left.indexOf(text);
    if (k === NONE) say(`a ${what} of ${text} is not told`);
    else left.splice(k, 1);
  }
  for (const text of left) say(`a ${what} of ${text} is told and does not exist`);
}

function place(x: number, y: number): string {
  return `(${x.toFixed(1)}, ${y.toFixed(1)})`;
}
