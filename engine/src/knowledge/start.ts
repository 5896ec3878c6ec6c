/**
 * What somebody knows when they come, and what a sign, a map or an announcement tells: accesses on the way from one place to another, found with all there is
 * to know, since whoever told them knew.
 */
import { chanceOf } from '../core/chance.ts';
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { isInRing } from '../core/ring.ts';
import { BODY, RADIUS } from '../crowd/columns.ts';
import type { Goal, Itinerary } from '../crowd/goals/goals.ts';
import { aimAt } from '../crowd/goals/goals.ts';
import { findPortals, headFor, type Router, startAt, stepFreeRouter } from '../routing/find-route.ts';
import type { Profile } from '../crowd/profiles.ts';
import { hasBit, setBit } from '../routing/known/known-way.ts';
import type { CellMesh } from '../subdivision/cell-mesh.ts';
import { nextSideOf } from '../subdivision/cells.ts';
import { type CellIndex, locate } from '../subdivision/locate.ts';
import { aimWalk, createWalkResult, walk } from '../subdivision/walk.ts';
import type { Scenery } from '../topology/places.ts';
import { HEARS, note } from './decisions.ts';
import type { KnownArea, Knowledge, KnowingCrowd, PlacedSign, Pointer, Sign } from './knowledge.ts';
import { tell } from './learn.ts';

/** Metres of body for whom a sign shows the way, and that it may stand in a wall. */
const SIGN_WIDTH = 0.5;

const target = new Float64Array(2);
const sightLine = createWalkResult();

/** What there is to do in the place, and all there is to know of it. */
interface Tasks {
  router: Router;
  goals: readonly Goal[];
  itineraries: readonly Itinerary[];
  profiles: readonly Profile[];
}

/** The router for somebody: one without stairs for those who use none. */
function routerOf({ router, profiles }: Tasks, crowd: KnowingCrowd, i: number): Router {
  return profiles[crowd.profile[i]].stepFree ? stepFreeRouter(router) : router;
}

/** Set what is known at the start. */
export function startKnowing(knowledge: Knowledge, crowd: KnowingCrowd, i: number, tasks: Tasks): void {
  const { goals } = tasks;
  const knowing = knowledge.profiles[crowd.profile[i]];
  if (knowing === undefined || knowing.start === 'nothing') return;
  if (knowing.start === 'everything') {
    knowEverything(knowledge, crowd, i, goals.length);
    return;
  }
  if (knowing.start !== 'entrance') {
    for (const area of knowing.start.areas) knowArea(knowledge, crowd, i, area);
  }
  const told = knowing.start === 'entrance' ? wayIn(crowd, i, tasks) : knowing.start.goals;
  for (const g of told) tellWay(knowledge, crowd, i, g, tasks);
}

function knowEverything({ believed, size }: Knowledge, crowd: KnowingCrowd, i: number, goals: number): void {
  for (let b = 0; b < believed.places.accesses; b++) setBit(crowd.knownAccesses, i * size.accesses, b);
  for (let p = 0; p < believed.places.group.length; p++) setBit(crowd.explored, i * size.explored, p);
  for (let g = 0; g < goals; g++) setBit(crowd.knownGoals, i * size.goals, g);
}

/** Somebody learns where a goal is, and the way there from where they are, if there is one. */
function tellWay(knowledge: Knowledge, crowd: KnowingCrowd, i: number, g: number, tasks: Tasks): void {
  const accesses = waysFrom(knowledge.believed, routerOf(tasks, crowd, i), crowd, i, tasks.goals[g]);
  if (accesses !== undefined) tell(knowledge, crowd, i, { accesses, tells: Int32Array.of(g) });
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
    // Doors within the place.
    for (let s = mesh.cellFirst[c]; s < mesh.cellFirst[c + 1]; s++) {
      const border = places.borderOf[s];
      if (border !== NONE && border < places.accesses) setBit(crowd.knownAccesses, i * size.accesses, border);
    }
  }
}

/** The nearest of the goals where this person may leave in the end: they came in there. */
function wayIn(crowd: KnowingCrowd, i: number, tasks: Tasks): number[] {
  const { goals, itineraries } = tasks;
  const router = routerOf(tasks, crowd, i);
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

/** Of a place that is not on the floor of a level, mesh coordinates: the plan's coordinates, where it is not, and what to do. */
export function offFloor(
  mesh: CellMesh,
  cells: CellIndex,
  level: number,
  x: number,
  y: number,
): { at: string; where: string; remedy: string } {
  const at = [x + mesh.origin[0], y + mesh.origin[1]].map((metres) => Number(metres.toFixed(6))).join(', ');
  const { levels } = mesh;
  const on = levels.length > 1 ? ` of level "${levels[level].name}"` : '';
  const others = levels.filter((_, l) => locate(mesh, cells, l, x, y) !== NONE).map(({ name }) => name);
  const remedy = 'put it on the floor, just before the wall';
  return {
    at: `(${at})`,
    where: `not on the floor${on}`,
    remedy: others.length === 0 ? remedy : `there is floor on ${others.join(', ')}: give that level, or ${remedy}`,
  };
}

/** Throws where a sign is not on the floor. */
export function cellOfSign(mesh: CellMesh, cells: CellIndex, { name, level, x, y }: Sign): number {
  const cell = locate(mesh, cells, level, x, y);
  if (cell !== NONE) return cell;
  const { at, where, remedy } = offFloor(mesh, cells, level, x, y);
  throw new InputError(`sign "${name}"`, `${at} is ${where}`, remedy);
}

/** A sign on the floor, with what it tells. Throws where it is not on the floor. */
export function placeSign(scenery: Scenery, router: Router, goals: readonly Goal[], sign: Sign): PlacedSign {
  const { places, mesh } = scenery;
  const cell = cellOfSign(mesh, router.cells, sign);
  if (sign.goals === null) {
    const accesses = Int32Array.from({ length: places.accesses }, (_, b) => b);
    return { ...sign, cell, accesses, tells: Int32Array.from(goals, (_, g) => g), pointers: [] };
  }
  const accesses = new Set<number>();
  const tells: number[] = [];
  const pointers: Pointer[] = [];
  for (const g of sign.goals) {
    startAt(router, cell, sign.x, sign.y);
    aimAt(goals[g], sign.x, sign.y, SIGN_WIDTH / 2, target);
    headFor(router, goals[g].level, target[0], target[1]);
    if (findPortals(router, SIGN_WIDTH) === NONE) continue;
    let portals = router.portals.values();
    walk(scenery.seen, cell, aimWalk(sightLine, sign.x, sign.y, target[0], target[1]));
    // A goal that is in sight from an arrow needs no more than that.
    if (sign.isArrow && !sightLine.reached && portals.length > 0) {
      portals = portals.subarray(0, portalsInSight(scenery, sign, cell, portals));
      pointers.push({ goal: g, cell: mesh.sideCell[mesh.sideTwin[portals[portals.length - 1]]] });
    } else tells.push(g);
    for (const border of accessesOn(scenery, portals)) accesses.add(border);
  }
  return { ...sign, cell, accesses: Int32Array.from(accesses), tells: Int32Array.from(tells), pointers };
}

/** How many portals of a way are in sight from a sign, one after another; the first counts in any case. */
function portalsInSight({ mesh, seen }: Scenery, { x, y }: Sign, cell: number, portals: Int32Array): number {
  for (let k = 1; k < portals.length; k++) {
    const a = 2 * mesh.sideVertex[portals[k]];
    const b = 2 * mesh.sideVertex[nextSideOf(mesh, portals[k])];
    const toX = (mesh.vertices[a] + mesh.vertices[b]) / 2;
    const toY = (mesh.vertices[a + 1] + mesh.vertices[b + 1]) / 2;
    walk(seen, cell, aimWalk(sightLine, x, y, toX, toY));
    if (!sightLine.reached) return k;
  }
  return portals.length;
}

/**
 * Somebody hears what is being announced where they are, each announcement once: they learn the way from here, as it is now. Whether they listen
 * is drawn once per person and announcement.
 * @returns whether they learned anything
 */
export function hear(knowledge: Knowledge, crowd: KnowingCrowd, i: number, time: number, tasks: Tasks): boolean {
  const { announcements, signs, size, seed, believed, decisions } = knowledge;
  let hasLearned = false;
  for (let a = 0; a < announcements.length; a++) {
    const { from, until, area, notice, goals } = announcements[a];
    if (time < from || time >= until) continue;
    const bit = signs.length + a;
    if (hasBit(crowd.noticed, i * size.noticed, bit)) continue;
    if (area !== null && !isInArea(believed.mesh, crowd, i, area)) continue;
    setBit(crowd.noticed, i * size.noticed, bit);
    if (!(chanceOf(crowd.serial[i], seed + 7919 * (bit + 1)) < notice)) continue;
    if (goals === null) knowEverything(knowledge, crowd, i, tasks.goals.length);
    else for (const g of goals) tellWay(knowledge, crowd, i, g, tasks);
    note(decisions, crowd, i, HEARS, a);
    hasLearned = true;
  }
  return hasLearned;
}

function isInArea(mesh: CellMesh, crowd: KnowingCrowd, i: number, { level, ring }: KnownArea): boolean {
  return mesh.cellLevel[crowd.cell[i]] === level && isInRing(ring, crowd.place[2 * i], crowd.place[2 * i + 1]);
}
