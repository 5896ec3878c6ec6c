/**
 * What somebody knows when they come, and what a sign or a map tells: accesses on the way from one place to another, found with all there is
 * to know, since whoever told them knew.
 */
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { isInRing } from '../core/ring.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import type { Goal, Itinerary } from '../crowd/goals/goals.ts';
import { aimAt } from '../crowd/goals/goals.ts';
import { findPortals, headFor, type Router, startAt } from '../routing/find-route.ts';
import { setBit } from '../routing/known/known-way.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { type CellIndex, locate } from '../subdivision/locate.ts';
import type { Scenery } from '../topology/places.ts';
import type { KnownArea, Knowledge, KnowingCrowd, PlacedSign, Sign } from './knowledge.ts';
import { tell } from './learn.ts';

/** Metres of body for whom a sign shows the way, and that it may stand in a wall. */
const SIGN_WIDTH = 0.5;

const target = new Float64Array(2);

/** What there is to do in the place, and all there is to know of it. */
interface Tasks {
  router: Router;
  goals: readonly Goal[];
  itineraries: readonly Itinerary[];
}

/** Set what is known at the start. */
export function startKnowing(knowledge: Knowledge, crowd: KnowingCrowd, i: number, tasks: Tasks): void {
  const { router, goals } = tasks;
  const knowing = knowledge.profiles[crowd.profile[i]];
  if (knowing === undefined || knowing.start === 'nothing') return;
  const { size, believed } = knowledge;
  if (knowing.start === 'everything') {
    for (let b = 0; b < believed.places.accesses; b++) setBit(crowd.knownAccesses, i * size.accesses, b);
    for (let p = 0; p < believed.places.group.length; p++) setBit(crowd.explored, i * size.explored, p);
    for (let g = 0; g < goals.length; g++) setBit(crowd.knownGoals, i * size.goals, g);
    return;
  }
  if (knowing.start !== 'entrance') {
    for (const area of knowing.start.areas) knowArea(knowledge, crowd, i, area);
  }
  const told = knowing.start === 'entrance' ? wayIn(crowd, i, tasks) : knowing.start.goals;
  for (const g of told) {
    const accesses = waysFrom(believed, router, crowd, i, goals[g]);
    if (accesses !== undefined) tell(knowledge, crowd, i, { accesses, tells: Int32Array.of(g) });
  }
}

/** All places with the middle of a cell in an area are known, inside and with all their accesses. */
function knowArea({ believed, size }: Knowledge, crowd: KnowingCrowd, i: number, { level, ring }: KnownArea): void {
  const { mesh, places, middle } = believed;
  for (let c = 0; c < mesh.cellLevel.length; c++) {
    if (mesh.cellLevel[c] !== level || !isInRing(ring, middle[2 * c], middle[2 * c + 1])) continue;
    const place = places.layer.ofCell[c];
    setBit(crowd.explored, i * size.explored, place);
    const { first, item } = places.layer.borders;
    for (let k = first[place]; k < first[place + 1]; k++) {
      setBit(crowd.knownAccesses, i * size.accesses, places.borderOf[item[k]]);
    }
  }
}

/** The nearest of the goals where this person may leave in the end: they came in there. */
function wayIn(crowd: KnowingCrowd, i: number, { router, goals, itineraries }: Tasks): number[] {
  let nearest: number = NONE;
  let least = Infinity;
  for (const g of itineraries[crowd.itinerary[i]].stages.at(-1)?.goals ?? []) {
    const count = portalsTo(router, crowd, i, goals[g]);
    if (count === NONE) continue;
    const { from, to } = router.query;
    const metres = count === 0 ? Math.sqrt((to.x - from.x) ** 2 + (to.y - from.y) ** 2) : router.gateSearch.length;
    if (metres >= least) continue;
    least = metres;
    nearest = g;
  }
  return nearest === NONE ? [] : [nearest];
}

/** Portals of the shortest way from where somebody is to a goal, in the router; NONE: there is none. */
function portalsTo(router: Router, crowd: KnowingCrowd, i: number, goal: Goal): number {
  const x = crowd.place[2 * i];
  const y = crowd.place[2 * i + 1];
  const radius = crowd.body[BODY * i + RADIUS];
  startAt(router, crowd.cell[i], x, y);
  aimAt(goal, x, y, radius, target);
  headFor(router, goal.level, target[0], target[1]);
  return findPortals(router, 2 * radius);
}

function waysFrom(
  scenery: Scenery,
  router: Router,
  crowd: KnowingCrowd,
  i: number,
  goal: Goal,
): Int32Array | undefined {
  const count = portalsTo(router, crowd, i, goal);
  return count === NONE ? undefined : accessesOn(scenery, router.portals.values());
}

function accessesOn({ places }: Scenery, portals: Int32Array): Int32Array {
  return portals.map((side) => places.borderOf[side]).filter((border) => border !== NONE);
}

/** Throws where a sign is not on the floor. */
export function cellOfSign(mesh: CellMesh, cells: CellIndex, { name, level, x, y }: Sign): number {
  const cell = locate(mesh, cells, level, x, y);
  if (cell !== NONE) return cell;
  const at = [x + mesh.origin[0], y + mesh.origin[1]].map((metres) => Number(metres.toFixed(6))).join(', ');
  throw new InputError(`sign "${name}"`, `(${at}) is not on the floor`, 'put it on the floor, just before the wall');
}

/** A sign on the floor, with what it tells. Throws where it is not on the floor. */
export function placeSign(scenery: Scenery, router: Router, goals: readonly Goal[], sign: Sign): PlacedSign {
  const { places, mesh } = scenery;
  const cell = cellOfSign(mesh, router.cells, sign);
  if (sign.goals === null) {
    const accesses = Int32Array.from({ length: places.accesses }, (_, b) => b);
    return { ...sign, cell, accesses, tells: Int32Array.from(goals, (_, g) => g) };
  }
  const accesses = new Set<number>();
  const tells: number[] = [];
  for (const g of sign.goals) {
    startAt(router, cell, sign.x, sign.y);
    aimAt(goals[g], sign.x, sign.y, SIGN_WIDTH / 2, target);
    headFor(router, goals[g].level, target[0], target[1]);
    if (findPortals(router, SIGN_WIDTH) === NONE) continue;
    for (const border of accessesOn(scenery, router.portals.values())) accesses.add(border);
    tells.push(g);
  }
  return { ...sign, cell, accesses: Int32Array.from(accesses), tells: Int32Array.from(tells) };
}
