/**
 * Goals + crowd → which exit looks quickest, and who changes their mind on the way.
 *
 * A walker that takes the quickest of several goals reckons, for each, the time to walk there and the time that those take to pass who
 * head for it and are nearer than itself. Every few seconds, each at its own time, it reckons again, and turns to another goal if
 * that is clearly quicker. Up to two seconds more are a matter of taste: each person's own for each goal.
 *
 *       exit ━━━━  ● ● ●  ●  ◉      ● three bins nearer than ◉, all heading for this exit: 4 people, 4 / flow seconds
 *            0    ┊    ┊    ┊       a row of counts per goal, by metres to it, made once in a step; asking is one look
 *
 * Reckoned are distances over key points, one field per goal and width of body, made when first asked for and again when doors change;
 * who finds another goal quicker only drops its route, and planning (simulation/plan-routes.ts) searches and decides by the same rule. Counts are
 * whole numbers, taken before anybody plans: the order of slots does not matter. Nothing here outlasts a step but fields, which
 * follow from the floor, so that a snapshot need not hold it.
 * Cost: linear in walkers for counting; for one in `every` walkers, some key points around its cell per goal.
 */
import { chanceOf } from '../../core/chance.ts';
import { NONE } from '../../core/none.ts';
import { type DistanceField, distanceField, putDistanceToGoal } from '../../routing/fields/distance-field.ts';
import { nearestFit } from '../../routing/ends/fit.ts';
import { buildRoadmap, type Roadmap } from '../../routing/roadmap/roadmap.ts';
import type { RouteEnd } from '../../routing/route.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import type { Place } from '../../subdivision/locate.ts';
import { BODY, PREFERRED, RADIUS } from '../columns.ts';
import type { Crowd } from '../crowd.ts';
import { type Goal, type Itinerary, placesOn, widthOf } from './goals.ts';
import type { Floor, Moment } from './moment.ts';

/** Seconds between two thoughts of one walker about where to go. */
const THINK_EVERY = 4;
/** Another goal is clearly quicker if it takes less than this share of the time, and so many seconds less. */
const CLEARLY = 0.8;
const GAIN = 3;
/** Seconds that a goal may seem further to one than to another: of gates beside each other, not everybody takes the nearest. */
export const TASTE = 2;
/** Metres around a goal within which those who head for it are seen, in a straight line and on its level; and metres of a bin. */
const SEEN = 30;
const BIN = 0.5;
const BINS = SEEN / BIN;
/** People per metre of a goal's width and second that pass it; nothing is narrower than a metre here, for a goal may be a point. */
const DOOR_FLOW = 1.6;
/** Seconds that serving somebody takes at least: to the desk and away. */
const SHORTEST = 1;
/** Metres per second: who does not walk at all still chooses. */
const SLOWEST = 0.1;
/** Bodies are taken for this much narrower at most, metres; nobody is wider than the last class. */
const WIDTH_CLASS = 0.1;
const CLASSES = 21;
const KEY_POINTS = 3;
/** Key points in all fields together, 20 bytes each: goals beyond that are not thought of on the way. */
const MOST_POINTS = 4_000_000;
/** An end of a way is moved so far at most to where a body fits, metres; or twice the width. */
const MOVED_AT_MOST = 1;

export interface ExitChoice {
  /** Of each stage, in one row (goals.ts): is the quickest of several goals taken? */
  isQuickest: Uint8Array;
  /** Is there such a stage at all? */
  isUsed: boolean;
  /** Steps between two thoughts. */
  every: number;
  /** Rows of the goals that such stages choose from; NONE for all others. */
  row: Int32Array;
  rows: number;
  /** People per second that pass each goal. */
  flow: Float64Array;
  /** Row r, bin k: ahead[r * (BINS + 1) + k] people head for that goal who are less than k bins from it. */
  ahead: Int32Array;
  /** At the start of the step: the goal each slot headed for, NONE if none; and its bin there, BINS if it is not seen. */
  heading: Int32Array;
  bin: Int32Array;
  /** The floor that roadmap and fields are made for. */
  floor: Floor | undefined;
  roadmap: Roadmap | undefined;
  /** Row r, class w of widths: fields[r * CLASSES + w]. null: no way to that goal is known. */
  fields: (DistanceField | null | undefined)[];
  points: number;
  /** Metres to a goal and seconds until it is passed, where they are reckoned. */
  numbers: Float64Array;
}

const METRES = 0;
const SECONDS = 1;

/** @param step seconds */
export function createExitChoice(
  goals: readonly Goal[],
  itineraries: readonly Itinerary[],
  capacity: number,
  step: number,
): ExitChoice {
  const stages = itineraries.flatMap((itinerary) => itinerary.stages);
  const isQuickest = Uint8Array.from(stages, (stage) =>
    stage.choice === 'quickest' && stage.goals.length > 1 ? 1 : 0,
  );
  const row = new Int32Array(goals.length).fill(NONE);
  let rows = 0;
  for (const [k, stage] of stages.entries()) {
    if (isQuickest[k] === 0) continue;
    for (const g of stage.goals) if (row[g] === NONE) row[g] = rows++;
  }
  return {
    isQuickest,
    isUsed: rows > 0,
    row,
    rows,
    every: Math.max(1, Math.round(THINK_EVERY / step)),
    flow: Float64Array.from(goals, flowOf),
    ahead: new Int32Array(rows * (BINS + 1)),
    heading: new Int32Array(rows > 0 ? capacity : 0),
    bin: new Int32Array(rows > 0 ? capacity : 0),
    floor: undefined,
    roadmap: undefined,
    fields: [],
    points: 0,
    numbers: new Float64Array(2),
  };
}

/** People per second that pass a goal. */
function flowOf(goal: Goal): number {
  const { counter, maxFlow } = goal;
  if (counter !== undefined) return counter.servers / Math.max(SHORTEST, counter.meanService);
  return Math.min(maxFlow ?? Infinity, DOOR_FLOW * Math.max(1, widthOf(goal)));
}

/** Who heads where, and how near it is, before anybody plans in this step. */
export function countQueues(choice: ExitChoice, crowd: Crowd, { cellLevel }: CellMesh): void {
  if (!choice.isUsed) return;
  const { ahead, heading, bin, row, rows } = choice;
  const { place, goal, chosen, cell, goalCell } = crowd;
  ahead.fill(0);
  for (let i = 0; i < crowd.count; i++) {
    const g = chosen[i];
    heading[i] = g;
    bin[i] = BINS;
    if (g === NONE || row[g] === NONE || cellLevel[cell[i]] !== cellLevel[goalCell[i]]) continue;
    const dx = goal[2 * i] - place[2 * i];
    const dy = goal[2 * i + 1] - place[2 * i + 1];
    const squared = dx * dx + dy * dy;
    if (!(squared < SEEN * SEEN)) continue;
    const k = Math.min(BINS - 1, Math.floor(Math.sqrt(squared) / BIN));
    bin[i] = k;
    ahead[row[g] * (BINS + 1) + k + 1]++;
  }
  for (let r = 0; r < rows; r++) {
    const first = r * (BINS + 1);
    for (let k = 1; k <= BINS; k++) ahead[first + k] += ahead[first + k - 1];
  }
}

/**
 * Seconds until somebody in a slot has passed a goal so many metres away; for the goal it headed for, fewer by what another one would have
 * to save: the least of all is the one to take.
 */
export function secondsToPass(choice: ExitChoice, crowd: Crowd, i: number, g: number, metres: number): number {
  choice.numbers[METRES] = metres;
  addQueue(choice, crowd, i, g);
  return choice.numbers[SECONDS];
}

/** As `secondsToPass`, for somebody who thinks that so many are ahead of them. */
export function secondsWithQueue(
  choice: ExitChoice,
  crowd: Crowd,
  i: number,
  g: number,
  metres: number,
  people: number,
): number {
  const seconds = metres / Math.max(SLOWEST, crowd.body[BODY * i + PREFERRED]) + people / choice.flow[g];
  const seems = crowd.chosen[i] === g ? Math.min(CLEARLY * seconds, seconds - GAIN) : seconds;
  return seems + TASTE * chanceOf(crowd.serial[i], g);
}

/** How many head for a goal and are less than so many metres from it. */
export function queueBefore({ row, ahead }: ExitChoice, g: number, metres: number): number {
  return row[g] === NONE ? 0 : ahead[row[g] * (BINS + 1) + Math.min(BINS, Math.floor(metres / BIN))];
}

/** Metres → seconds, in choice.numbers. */
function addQueue(choice: ExitChoice, crowd: Crowd, i: number, g: number): void {
  const { numbers, heading, ahead, row, bin, flow } = choice;
  const metres = numbers[METRES];
  const k = Math.min(BINS, Math.floor(metres / BIN));
  const isOwn = heading[i] === g;
  const people = ahead[row[g] * (BINS + 1) + k] - (isOwn && bin[i] < k ? 1 : 0);
  const seconds = metres / Math.max(SLOWEST, crowd.body[BODY * i + PREFERRED]) + people / flow[g];
  const seems = isOwn ? Math.min(CLEARLY * seconds, seconds - GAIN) : seconds;
  numbers[SECONDS] = seems + TASTE * chanceOf(crowd.serial[i], g);
}

/**
 * Those whose turn it is, and for whom another goal is clearly quicker, lose their route. Stairs that some cannot use are not known
 * here: planning knows them.
 * @param leaders slots of those who think for others, too (companions.ts)
 * @param knowing profiles whose people know only what they see: they plan anew, and choose by what they know then (simulation/plan-known.ts)
 */
export function thinkAgain(
  choice: ExitChoice,
  moment: Moment,
  leaders?: Int32Array,
  knowing?: readonly unknown[],
): void {
  if (!choice.isUsed) return;
  const { crowd, itineraries, stageFirst, steps } = moment;
  const { isQuickest, every, heading, numbers } = choice;
  for (let i = 0; i < crowd.count; i++) {
    if (leaders !== undefined && leaders[i] !== i) continue;
    if ((crowd.serial[i] + steps) % every !== 0 || crowd.route[i] === NONE || crowd.waitUntil[i] >= 0) continue;
    if (isQuickest[stageFirst[crowd.itinerary[i]] + crowd.stage[i]] === 0) continue;
    // In a queue, or at a place of its own.
    if (crowd.spot[i] !== NONE || crowd.joinedAt[i] !== -1) continue;
    const among = itineraries[crowd.itinerary[i]].stages[crowd.stage[i]].goals;
    const own = heading[i];
    // On its way to a goal of another stage until it plans for this one.
    if (own === NONE || choice.row[own] === NONE) continue;
    if (knowing?.[crowd.profile[i]] !== undefined) {
      crowd.route[i] = NONE;
      continue;
    }
    reckon(choice, moment, i, own);
    const now = numbers[SECONDS];
    // Without a way to where it walks now, it cannot compare.
    if (now === Infinity) continue;
    for (let k = 0; k < among.length; k++) {
      if (among[k] === own) continue;
      reckon(choice, moment, i, among[k]);
      if (!(numbers[SECONDS] < now)) continue;
      crowd.route[i] = NONE;
      break;
    }
  }
}

/** Seconds until a goal is passed, into choice.numbers; Infinity if no way to it is known. */
function reckon(choice: ExitChoice, { crowd, router, goals }: Moment, i: number, g: number): void {
  const { numbers } = choice;
  const width = 2 * crowd.body[BODY * i + RADIUS];
  const widthClass = Math.min(CLASSES - 1, Math.floor(width / WIDTH_CLASS + 1e-9));
  const field = fieldFor(choice, router, goals, g, widthClass);
  numbers[SECONDS] = Infinity;
  if (field === null) return;
  putDistanceToGoal(router.place.mesh, choice.roadmap!, field, crowd, i, numbers);
  if (numbers[METRES] < Infinity) addQueue(choice, crowd, i, g);
}

function fieldFor(
  choice: ExitChoice,
  floor: Floor,
  goals: readonly Goal[],
  g: number,
  widthClass: number,
): DistanceField | null {
  const { mesh } = floor.place;
  if (choice.floor !== floor) {
    choice.floor = floor;
    choice.roadmap = buildRoadmap(mesh, KEY_POINTS);
    choice.fields = Array.from({ length: choice.rows * CLASSES }, () => undefined);
    choice.points = 0;
  }
  const at = choice.row[g] * CLASSES + widthClass;
  const known = choice.fields[at];
  if (known !== undefined) return known;
  const roadmap = choice.roadmap!;
  const ends = endsOf(floor, goals[g], widthClass * WIDTH_CLASS);
  let field: DistanceField | null = null;
  if (ends.length > 0 && choice.points + roadmap.pointSegment.length <= MOST_POINTS) {
    field = distanceField(mesh, roadmap, ends, widthClass * WIDTH_CLASS);
    choice.points += roadmap.pointSegment.length;
  }
  choice.fields[at] = field;
  return field;
}

/** Places on a goal with room for a body. */
function endsOf({ place: { mesh }, cells, clearance }: Floor, goal: Goal, width: number): RouteEnd[] {
  const ends: RouteEnd[] = [];
  const within = Math.max(MOVED_AT_MOST, 2 * width);
  const places = placesOn(goal);
  for (let k = 0; k < places.length; k += 2) {
    const end: Place = { cell: NONE, x: 0, y: 0, distance: 0 };
    const wanted = { level: goal.level, x: places[k], y: places[k + 1], radius: width / 2 };
    if (nearestFit({ mesh, cells, clearance }, wanted, within, end)) {
      ends.push({ cell: end.cell, x: end.x, y: end.y });
    }
  }
  return ends;
}
