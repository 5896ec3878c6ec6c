/**
 * Groups → what each member is to do in this step so that they walk together: a speed, and a velocity to the side.
 *
 *     room for all             less                 little
 *       ● ● ●                ●       ●                ●        W  metres across the path, the least that any member sees
 *      ‹─› 0.65                  ●   ‹─› 0.4 or more    ●        (walkers/reactive/companions.ts)
 *       row                  V                          ●  file
 *
 *   speed         that of the slowest in reach + 0.8 · (metres behind one's place in the formation), nobody above its top speed
 *   to the side   1.5 · (metres beside one's place), 0.5 m/s and half of one's own speed at most
 *
 * Of four at most, all walk abreast where there is room; of more, three in each row. Places are given by where members are: who is ahead walks ahead, who
 * is on the left walks on the left. Somebody more than LOST metres behind its place is waited for, until it is near again, or patience is over: then
 * the others go on without it. Those behind hurry in any case. Distances of pairs: 0.58–0.72 m side by side, as measured.
 * Metres ahead are taken along the mean direction of all; where a group is spread, along their routes, through the middles of portals.
 *
 * Reads the state before the step and writes `company`, and `waited` of members: groups do not matter to each other, and the order of slots does
 * not matter. Source of the formations: Moussaïd and others, PLoS ONE 5 (2010) e10047. M02's leader whom members follow tile by tile is not taken:
 * its members jump when it turns. Cost: members; and the portals of those whose group is spread.
 */
import { NONE } from '../../core/none.ts';
import { type Corners, RECORD } from '../../routing/corners/corners.ts';
import type { CellMesh } from '../../subdivision/cell-mesh.ts';
import { sees } from '../../subdivision/sight.ts';
import { COMPANY, type Companions, PACE, PULL_X, PULL_Y } from './companions.ts';
import { BODY, PREFERRED, RADIUS, TOP } from '../columns.ts';
import type { Crowd } from '../crowd.ts';
import { type Routes, topOfRoute } from '../routes.ts';

/** Members of one group who keep together; more do so in parts, by serial. */
const MOST_TOGETHER = 64;
/** In one row: all of so many, and else so many. */
const ABREAST = 4;
const IN_ROW = 3;
/** Metres between two side by side: wished, the least in a row, the least in a V; and those between neighbours in a V. */
const SIDE = 0.65;
const SIDE_LEAST = 0.58;
const SIDE_V = 0.4;
const APART_V = 0.7;
/** Metres kept to each side of a row. */
const MARGIN = 0.12;
/** Seconds from row to row, at the speed they make, beside bodies. */
const ROW_GAP = 1.15;
/** Per second: how fast a place ahead, and one beside, is taken. */
const CLOSE_UP = 0.8;
const CLOSE_IN = 1.5;
/** Metres per second to the side at most, and the share of one's own speed. */
const FASTEST_ASIDE = 0.5;
const ASIDE = 0.5;
/** Shares of the group's speed between which members differ; the least where others would be held up. */
const SLOWER = 0.25;
const FASTER = 1.2;
const ON = 0.8;
/** Metres behind its place from which on somebody is lost; and out of sight. Near enough again; seconds that the others wait. */
const LOST = 3.5;
const UNSEEN = 2.5;
const NEAR = 1.5;
const PATIENCE = 20;
/** Metres to each side of its middle that a file grows with each member. */
const FILE = 0.9;
/** Metres across the path: in less nobody stands still to wait, nor dawdles. */
const IN_THE_WAY = 1.5;
/** Metres from the middle of a group from which on ways are measured along routes. */
const SPREAD = 3;

/** What groups walk in. */
interface Floor {
  mesh: CellMesh;
  corners: Corners;
  routes: Routes;
}

/** Of the members of the group at hand: slots, in the order of serials; and in the order of how far ahead they are. */
const band = new Int32Array(MOST_TOGETHER);
const rank = new Int32Array(MOST_TOGETHER);
/** Of each: metres ahead and to the left of the middle; metres ahead and to the left where its place is. */
const ahead = new Float64Array(MOST_TOGETHER);
const left = new Float64Array(MOST_TOGETHER);
const placeAhead = new Float64Array(MOST_TOGETHER);
const placeLeft = new Float64Array(MOST_TOGETHER);
/** Direction of the path, a unit vector; simulated seconds: now, of a step, and those that the most patient member has waited. Arrays, since numbers
 * handed on would be boxed. */
const frame = new Float64Array(2);
const clock = new Float64Array(3);
const LONGEST = 2;
/** How many are in a row, metres between two, metres that the middle of a V is behind; metres from row to row, and across for all. */
const formation = new Float64Array(8);
const COLUMNS = 0;
const SIDEWAYS = 1;
const DEPTH = 2;
const ROW = 3;
const ROOM = 4;
/** Of those who make it: the speed of the slowest; metres ahead and to the left in the mean. */
const TEMPO = 5;
const MEAN_AHEAD = 6;
const MEAN_LEFT = 7;
/** Those who make it: of rank makers[0] … makers[1] - 1. */
const makers = new Int32Array(2);

export function keepTogether(companions: Companions, floor: Floor, crowd: Crowd, now: number, step: number): void {
  clock[0] = now;
  clock[1] = step;
  const { first, groups, company, order } = companions;
  for (let k = 0; k < first[groups]; k++) {
    company[COMPANY * order[k] + PACE] = Infinity;
    company[COMPANY * order[k] + PULL_X] = company[COMPANY * order[k] + PULL_Y] = 0;
  }
  for (let g = 0; g < groups; g++) {
    const last = first[g + 1];
    for (let from = first[g]; from < last; from += MOST_TOGETHER) {
      const to = Math.min(last, from + MOST_TOGETHER);
      const count = gather(companions, crowd, from, to);
      if (count > 1) arrange(companions, floor, crowd, count);
      else if (count === 1) crowd.waited[band[0]] = 0;
      waitForStages(companions, crowd, from, to, count);
    }
  }
}

function isWalking({ startAt, waitUntil, route }: Crowd, i: number): boolean {
  return clock[0] >= startAt[i] && waitUntil[i] < 0 && route[i] !== NONE;
}

/** Into `band`: those who walk, of the earliest stage, to the goal that the first of them walks to. @returns how many */
function gather({ order }: Companions, crowd: Crowd, from: number, to: number): number {
  const { stage, chosen, itinerary } = crowd;
  let earliest = Infinity;
  for (let k = from; k < to; k++) {
    if (isWalking(crowd, order[k])) earliest = Math.min(earliest, stage[order[k]]);
  }
  let count = 0;
  for (let k = from; k < to; k++) {
    const i = order[k];
    if (stage[i] !== earliest || !isWalking(crowd, i)) continue;
    const chief = count === 0 ? i : band[0];
    if (chosen[i] === chosen[chief] && itinerary[i] === itinerary[chief]) band[count++] = i;
  }
  return count;
}

/** Who is a stage ahead of the band waits for it. */
function waitForStages({ order, company }: Companions, crowd: Crowd, from: number, to: number, count: number): void {
  if (count === 0) return;
  const { stage, place, waited } = crowd;
  const chief = band[0];
  for (let k = from; k < to; k++) {
    const i = order[k];
    if (stage[i] <= stage[chief] || !isWalking(crowd, i)) continue;
    let furthest = 0;
    for (let m = 0; m < count; m++) {
      const dx = place[2 * i] - place[2 * band[m]];
      const dy = place[2 * i + 1] - place[2 * band[m] + 1];
      furthest = Math.max(furthest, dx * dx + dy * dy);
    }
    if (furthest < NEAR * NEAR) waited[i] = 0;
    else if (waited[i] < PATIENCE) {
      waited[i] += clock[1];
      company[COMPANY * i + PACE] = slowly(crowd, i, crowd.body[BODY * i + PREFERRED]);
    }
  }
}

/** Standing, or where that would be in others' way, slow. */
function slowly({ breadth }: Crowd, i: number, pace: number): number {
  return breadth[i] < IN_THE_WAY ? ON * pace : 0;
}

/** What each member of the band is asked for. */
function arrange(companions: Companions, floor: Floor, crowd: Crowd, count: number): void {
  if (!measure(floor, crowd, count)) return;
  rankByLead(count);
  findMakers(count);
  describeMakers(crowd);
  chooseFormation(makers[1] - makers[0]);
  givePlaces(crowd, makers[0], makers[1]);
  // Who is out of reach compares itself with those in reach who are next to it.
  for (let n = 0; n < makers[0]; n++) placeAhead[rank[n]] = placeAhead[rank[makers[0]]];
  for (let n = makers[1]; n < count; n++) placeAhead[rank[n]] = placeAhead[rank[makers[1] - 1]];
  let last = 0;
  let longest = 0;
  for (let n = 0; n < count; n++) {
    if (ahead[n] - placeAhead[n] < ahead[last] - placeAhead[last]) last = n;
    longest = Math.max(longest, crowd.waited[band[n]]);
  }
  clock[LONGEST] = longest;
  const { company } = companions;
  for (let n = 0; n < count; n++) {
    const r = rank[n];
    const i = band[r];
    if (waitsForLast(companions, floor, crowd, r, last)) continue;
    const own = crowd.body[BODY * i + PREFERRED];
    if (n < makers[0]) company[COMPANY * i + PACE] = own;
    else if (n < makers[1]) takePlace(companions, crowd, r);
    else company[COMPANY * i + PACE] = Math.min(crowd.body[BODY * i + TOP], FASTER * own);
  }
}

/** Into `rank`: who is furthest ahead comes first. */
function rankByLead(count: number): void {
  for (let n = 0; n < count; n++) {
    let at = n;
    for (; at > 0 && ahead[rank[at - 1]] < ahead[n]; at--) rank[at] = rank[at - 1];
    rank[at] = n;
  }
}

/** Those in reach of the one in the middle make the formation. */
function findMakers(count: number): void {
  const middle = ahead[rank[count >> 1]];
  const reach = LOST + FILE * count;
  let from = 0;
  while (ahead[rank[from]] > middle + reach) from++;
  let to = from;
  while (to < count && ahead[rank[to]] >= middle - reach) to++;
  makers[0] = from;
  makers[1] = to;
}

/** Into `formation`: how fast the makers are, where their middle is, what room they have across and from row to row. */
function describeMakers({ body, velocity, breadth }: Crowd): void {
  const from = makers[0];
  const to = makers[1];
  let pace = Infinity;
  let broadest = 0;
  let least = Infinity;
  let meanAhead = 0;
  let meanLeft = 0;
  let speed = 0;
  for (let n = from; n < to; n++) {
    const i = band[rank[n]];
    pace = Math.min(pace, body[BODY * i + PREFERRED]);
    broadest = Math.max(broadest, body[BODY * i + RADIUS]);
    least = Math.min(least, breadth[i]);
    meanAhead += ahead[rank[n]];
    meanLeft += left[rank[n]];
    speed += velocity[2 * i] * frame[0] + velocity[2 * i + 1] * frame[1];
  }
  speed = Math.max(0, speed / (to - from));
  formation[TEMPO] = pace;
  formation[MEAN_AHEAD] = meanAhead / (to - from);
  formation[MEAN_LEFT] = meanLeft / (to - from);
  formation[ROOM] = least - 2 * (broadest + MARGIN);
  formation[ROW] = 2 * broadest + ROW_GAP * speed;
}

/** Is the one who is furthest behind its place lost to member r? Then that one waits, unless patience is over. @returns whether it waits */
function waitsForLast({ company }: Companions, floor: Floor, crowd: Crowd, r: number, last: number): boolean {
  const { waited, place, cell } = crowd;
  const i = band[r];
  const gap = ahead[r] - placeAhead[r] - (ahead[last] - placeAhead[last]);
  const isLost = gap > (waited[i] > 0 ? NEAR : LOST) || (gap > UNSEEN && !sees(floor.mesh, place, cell, i, band[last]));
  if (!isLost) waited[i] = 0;
  else if (clock[LONGEST] < PATIENCE) {
    waited[i] += clock[1];
    company[COMPANY * i + PACE] = slowly(crowd, i, formation[TEMPO]);
    return true;
  } else waited[i] = clock[LONGEST];
  return false;
}

/** To its place in the formation: faster or slower, and to the side. */
function takePlace({ company }: Companions, { body, velocity, breadth }: Crowd, r: number): void {
  const i = band[r];
  const at = COMPANY * i;
  const pace = formation[TEMPO];
  const behind = placeAhead[r] + formation[MEAN_AHEAD] - ahead[r];
  const fastest = Math.min(body[BODY * i + TOP], Math.max(body[BODY * i + PREFERRED], FASTER * pace));
  const slowest = breadth[i] < IN_THE_WAY ? ON * pace : SLOWER * pace;
  company[at + PACE] = Math.min(fastest, Math.max(slowest, pace + CLOSE_UP * behind));
  const vx = velocity[2 * i];
  const vy = velocity[2 * i + 1];
  const most = Math.min(FASTEST_ASIDE, ASIDE * Math.sqrt(vx * vx + vy * vy));
  let aside = Math.min(most, Math.max(-most, CLOSE_IN * (placeLeft[r] + formation[MEAN_LEFT] - left[r])));
  // Into file only as far as there is room between those before and behind.
  const should = Math.abs(placeAhead[r]);
  const is = Math.abs(ahead[r] - formation[MEAN_AHEAD]);
  if (formation[COLUMNS] === 1 && is < should) aside *= is / should;
  company[at + PULL_X] = -aside * frame[1];
  company[at + PULL_Y] = aside * frame[0];
}

/** Into `ahead` and `left`: where everybody is. @returns whether they have a direction yet */
function measure({ mesh, corners, routes }: Floor, crowd: Crowd, count: number): boolean {
  const { place, aim, cell } = crowd;
  let dx = 0;
  let dy = 0;
  let x = 0;
  let y = 0;
  for (let n = 0; n < count; n++) {
    dx += aim[2 * band[n]];
    dy += aim[2 * band[n] + 1];
    x += place[2 * band[n]] / count;
    y += place[2 * band[n] + 1] / count;
  }
  const size = Math.sqrt(dx * dx + dy * dy);
  if (size < 1e-9) return false;
  frame[0] = dx / size;
  frame[1] = dy / size;
  let isSpread = false;
  for (let n = 0; n < count; n++) {
    const px = place[2 * band[n]] - x;
    const py = place[2 * band[n] + 1] - y;
    ahead[n] = (px * dx + py * dy) / size;
    left[n] = (py * dx - px * dy) / size;
    if (px * px + py * py > SPREAD * SPREAD) isSpread = true;
    if (mesh.cellLevel[cell[band[n]]] !== mesh.cellLevel[cell[band[0]]]) isSpread = true;
  }
  if (!isSpread) return true;
  let mean = 0;
  for (let n = 0; n < count; n++) {
    putMetresLeft(corners, routes, crowd, n);
    mean += ahead[n] / count;
  }
  for (let n = 0; n < count; n++) ahead[n] = mean - ahead[n];
  return true;
}

/** The length of a member's way through the middles of its portals, into `ahead`. */
function putMetresLeft({ sideRecord }: Corners, { store }: Routes, crowd: Crowd, n: number): void {
  const i = band[n];
  const top = topOfRoute(crowd, i);
  let x = crowd.place[2 * i];
  let y = crowd.place[2 * i + 1];
  let metres = 0;
  for (let k = 0; k <= crowd.portalsLeft[i]; k++) {
    const isGoal = k === crowd.portalsLeft[i];
    const at = isGoal ? 0 : RECORD * store[top - k];
    const toX = isGoal ? crowd.goal[2 * i] : (sideRecord[at] + sideRecord[at + 2]) / 2;
    const toY = isGoal ? crowd.goal[2 * i + 1] : (sideRecord[at + 1] + sideRecord[at + 3]) / 2;
    metres += Math.sqrt((toX - x) * (toX - x) + (toY - y) * (toY - y));
    x = toX;
    y = toY;
  }
  ahead[n] = metres;
}

function chooseFormation(count: number): void {
  formation[DEPTH] = 0;
  for (let columns = count <= ABREAST ? count : IN_ROW; columns > 1; columns--) {
    const side = Math.min(SIDE, formation[ROOM] / (columns - 1));
    // In a V of four the two in the middle would touch.
    if (side < SIDE_V || (side < SIDE_LEAST && columns > 3)) continue;
    formation[COLUMNS] = columns;
    formation[SIDEWAYS] = side;
    if (side < SIDE_LEAST) formation[DEPTH] = Math.sqrt(APART_V * APART_V - side * side);
    return;
  }
  formation[COLUMNS] = 1;
  formation[SIDEWAYS] = 0;
}

/** Row after row, those of rank `from` … `to` - 1; each in the order from left to right. */
function givePlaces({ serial }: Crowd, from: number, to: number): void {
  const columns = formation[COLUMNS];
  const side = formation[SIDEWAYS];
  const depth = formation[DEPTH];
  const rowGap = formation[ROW];
  let mean = 0;
  for (let row = 0; from + row * columns < to; row++) {
    const first = from + row * columns;
    const end = Math.min(to, first + columns);
    const half = (end - first - 1) / 2;
    for (let n = first; n < end; n++) {
      const r = rank[n];
      // How many of the row are on its left: rows are short.
      let column = 0;
      for (let m = first; m < end; m++) {
        const other = rank[m];
        const isLeft = left[other] > left[r] || (left[other] === left[r] && serial[band[other]] < serial[band[r]]);
        if (isLeft) column++;
      }
      placeLeft[r] = (half - column) * side;
      // Two who have not room enough: one half a pace before the other, who was ahead already.
      const forward = end - first === 2 ? (n === first ? depth : 0) : depth * Math.abs(column - half);
      placeAhead[r] = forward - row * rowGap;
      mean += placeAhead[r] / (to - from);
    }
  }
  for (let n = from; n < to; n++) placeAhead[rank[n]] -= mean;
}
