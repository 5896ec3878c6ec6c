/**
 * A look of one person → what they know afterwards (P05 §4.2): accesses and goals in sight, doors seen closed, signs read, which places
 * have been looked through, and how crowded it was where. Reads the state that everybody has and writes this person's columns only.
 *
 * Somebody who walks looks ahead; somebody who stands looks round. Cost: the cells in sight.
 */
import { chanceOf } from '../core/chance.ts';
import { NONE } from '../core/none.ts';
import { closeEyes, observe, type Pose, type Sighting } from '../perception/observe.ts';
import { clearBit, hasBit, setBit } from '../routing/known/known-way.ts';
import { aimWalk, createWalkResult, walk } from '../subdivision/walk.ts';
import {
  CHUNKS,
  KIND,
  MEMORIES,
  CROWD_IN_PLACE,
  FLOW_THROUGH,
  type Knowledge,
  type KnowingCrowd,
  knowingOf,
  LED_THROUGH,
  type PlacedSign,
} from './knowledge.ts';
import { seesDoor } from './closed-doors.ts';
import { FINDS_CLOSED, note, READS } from './decisions.ts';
import { recall, remember } from './memory.ts';
import { isBefore } from './sign-audit.ts';

/** What a look changed. */
export const LEARNED_ACCESS = 1;
export const LEARNED_GOAL = 2;
export const FOUND_CLOSED = 4;

/** Metres per second below which somebody looks round instead of ahead. */
const STANDS = 0.1;
/** Crowds thinner than this, people/m², or of fewer people, are not worth remembering: places may be small. */
const CROWDED = 0.3;
const FEW = 3;

/** Of the person who looked last. */
export const pose: Pose = { x: 0, y: 0, cell: 0, dx: 1, dy: 0, sine: 0, cosine: 1, range: 0 };
const TURN_COSINE = -0.5;
const TURN_SINE = Math.sqrt(0.75);
const SIXTH_COSINE = 0.5;
const SIXTH_SINE = Math.sqrt(0.75);

/** @returns LEARNED_ACCESS, LEARNED_GOAL, FOUND_CLOSED, added up */
export function look(knowledge: Knowledge, crowd: KnowingCrowd, i: number, time: number): number {
  const { sighting, scenery } = knowledge;
  closeEyes(sighting);
  takePose(knowledge, crowd, i);
  observe(scenery, pose, sighting);
  if (pose.cosine === SIXTH_COSINE) {
    for (let k = 0; k < 2; k++) {
      turnOn();
      observe(scenery, pose, sighting);
    }
  }
  const changed = learnAccesses(knowledge, crowd, i) | learnGoals(knowledge, crowd, i) | readSigns(knowledge, crowd, i);
  markExplored(knowledge, crowd, i);
  rememberCrowds(knowledge, crowd, i, time);
  return changed;
}

/** A third of a turn to the left. */
function turnOn(): void {
  const { dx, dy } = pose;
  pose.dx = dx * TURN_COSINE - dy * TURN_SINE;
  pose.dy = dx * TURN_SINE + dy * TURN_COSINE;
}

/** Where somebody looks to: one pose, or three where they look round. For explanations. */
export function posesOf(knowledge: Knowledge, crowd: KnowingCrowd, i: number): Pose[] {
  takePose(knowledge, crowd, i);
  const poses = [{ ...pose }];
  while (pose.cosine === SIXTH_COSINE && poses.length < 3) {
    turnOn();
    poses.push({ ...pose });
  }
  return poses;
}

/** Where somebody looks to and from. */
function takePose(knowledge: Knowledge, crowd: KnowingCrowd, i: number): void {
  const { eyes } = knowledge;
  const p = crowd.profile[i];
  pose.x = crowd.place[2 * i];
  pose.y = crowd.place[2 * i + 1];
  pose.cell = crowd.cell[i];
  pose.range = knowingOf(knowledge, crowd, i).range;
  const vx = crowd.velocity[2 * i];
  const vy = crowd.velocity[2 * i + 1];
  const speed = Math.sqrt(vx * vx + vy * vy);
  if (speed > STANDS) {
    pose.dx = vx / speed;
    pose.dy = vy / speed;
    pose.sine = eyes[2 * p];
    pose.cosine = eyes[2 * p + 1];
    return;
  }
  pose.dx = 1;
  pose.dy = 0;
  pose.sine = SIXTH_SINE;
  pose.cosine = SIXTH_COSINE;
}

function learnAccesses(knowledge: Knowledge, crowd: KnowingCrowd, i: number): number {
  const { sighting, scenery, size } = knowledge;
  const { knownAccesses } = crowd;
  const at = i * size.accesses;
  let changed = 0;
  for (let k = 0; k < sighting.borderCount; k++) {
    const border = sighting.borders[k];
    if (border >= scenery.places.accesses || hasBit(knownAccesses, at, border)) continue;
    setBit(knownAccesses, at, border);
    seesDoor(knowledge, crowd, i, border, false);
    changed = LEARNED_ACCESS;
  }
  for (let k = 0; k < sighting.closedCount; k++) changed |= learnClosed(knowledge, crowd, i, sighting.closed[k]);
  // In the own cell nothing is hidden: people turn their heads.
  const { mesh, sight, places } = scenery;
  for (let s = mesh.cellFirst[crowd.cell[i]]; s < mesh.cellFirst[crowd.cell[i] + 1]; s++) {
    const border = places.borderOf[s];
    if (border === NONE || border >= places.accesses) continue;
    if (sight[s] === NONE) changed |= learnClosed(knowledge, crowd, i, border);
    else if (!hasBit(knownAccesses, at, border)) {
      setBit(knownAccesses, at, border);
      seesDoor(knowledge, crowd, i, border, false);
      changed |= LEARNED_ACCESS;
    }
  }
  return changed;
}

/** @returns FOUND_CLOSED, unless they did not count on that border */
function learnClosed(knowledge: Knowledge, crowd: KnowingCrowd, i: number, border: number): number {
  const { size, decisions } = knowledge;
  const at = i * size.accesses;
  seesDoor(knowledge, crowd, i, border, true);
  if (!hasBit(crowd.knownAccesses, at, border)) return 0;
  clearBit(crowd.knownAccesses, at, border);
  note(decisions, crowd, i, FINDS_CLOSED, border);
  return FOUND_CLOSED;
}

const way = createWalkResult();

/** Is a place in sight of the person whose pose was taken last? @param isRound do they look round? */
function isInSight(
  { scenery: { seen: mesh } }: Knowledge,
  cell: number,
  x: number,
  y: number,
  isRound: boolean,
): boolean {
  const dx = x - pose.x;
  const dy = y - pose.y;
  const far = Math.sqrt(dx * dx + dy * dy);
  if (far > pose.range) return false;
  // In the own cell nothing is hidden: people turn their heads.
  if (cell === pose.cell) return true;
  if (!isRound && dx * pose.dx + dy * pose.dy < pose.cosine * far) return false;
  // Sight ends on a flight of stairs, but for people who stand on one.
  const areApart = mesh.cellLevel[pose.cell] !== mesh.cellLevel[cell];
  if (areApart && mesh.cellLink[pose.cell] === NONE && mesh.cellLink[cell] === NONE) return false;
  walk(mesh, pose.cell, aimWalk(way, pose.x, pose.y, x, y));
  return way.reached && (way.cell === cell || mesh.cellLevel[way.cell] === mesh.cellLevel[cell]);
}

/** Did the person who looked last look all round? */
export function isLookingRound(): boolean {
  return pose.cosine === SIXTH_COSINE;
}

/** Is a place on a goal in sight of the person who looked last? */
export function isLookoutInSight(knowledge: Knowledge, spot: number): boolean {
  const { lookouts, lookoutCell } = knowledge;
  const isRound = pose.cosine === SIXTH_COSINE;
  return isInSight(knowledge, lookoutCell[spot], lookouts[2 * spot], lookouts[2 * spot + 1], isRound);
}

function learnGoals(knowledge: Knowledge, crowd: KnowingCrowd, i: number): number {
  const { sighting, lookoutGoal, lookoutsIn, size } = knowledge;
  const at = i * size.goals;
  let changed = 0;
  for (let k = 0; k < sighting.placeCount; k++) {
    const place = sighting.places[k];
    for (let n = lookoutsIn.first[place]; n < lookoutsIn.first[place + 1]; n++) {
      const spot = lookoutsIn.item[n];
      const g = lookoutGoal[spot];
      if (hasBit(crowd.knownGoals, at, g) || !isLookoutInSight(knowledge, spot)) continue;
      setBit(crowd.knownGoals, at, g);
      changed = LEARNED_GOAL;
    }
  }
  return changed;
}

/** Signs are noticed once, or overlooked for good: who of all people does is drawn from the seed. */
function readSigns(knowledge: Knowledge, crowd: KnowingCrowd, i: number): number {
  const { signs, size, seed } = knowledge;
  let changed = 0;
  const isRound = pose.cosine === SIXTH_COSINE;
  for (let n = 0; n < signs.length; n++) {
    const sign = signs[n];
    if (hasBit(crowd.noticed, i * size.noticed, n) || !isLegible(knowledge, sign, isRound)) continue;
    setBit(crowd.noticed, i * size.noticed, n);
    if (!(chanceOf(crowd.serial[i], seed + 7919 * (n + 1)) < sign.notice)) continue;
    const isNew = isNewTo(knowledge, crowd, i, sign);
    tell(knowledge, crowd, i, sign);
    if (sign.pointers.length > 0) crowd.pointedBy[i] = n;
    note(knowledge.decisions, crowd, i, READS, n, isNew ? 1 : 0);
    changed = LEARNED_ACCESS | LEARNED_GOAL;
  }
  return changed;
}

/** Does a sign show a goal that somebody does not know? */
function isNewTo(
  { size }: Knowledge,
  { knownGoals }: KnowingCrowd,
  i: number,
  { tells, pointers }: PlacedSign,
): boolean {
  const at = i * size.goals;
  for (const g of tells) if (!hasBit(knownGoals, at, g)) return true;
  for (const { goal } of pointers) if (!hasBit(knownGoals, at, goal)) return true;
  return false;
}

/** From before it, within its range, which falls with the cosine of the angle to where it faces, and in sight. */
function isLegible(knowledge: Knowledge, sign: PlacedSign, isRound: boolean): boolean {
  return isBefore(sign, pose.x, pose.y) && isInSight(knowledge, sign.cell, sign.x, sign.y, isRound);
}

/** Somebody learns all that a sign says. */
export function tell(
  { size }: Knowledge,
  crowd: KnowingCrowd,
  i: number,
  { accesses, tells }: Pick<PlacedSign, 'accesses' | 'tells'>,
): void {
  for (const border of accesses) setBit(crowd.knownAccesses, i * size.accesses, border);
  for (const g of tells) setBit(crowd.knownGoals, i * size.goals, g);
}

/** The place somebody is in is explored once all its cells were seen; places seen whole in one look are, too. */
function markExplored(knowledge: Knowledge, crowd: KnowingCrowd, i: number): void {
  const { sighting, scenery, size } = knowledge;
  const { layer } = scenery.places;
  const { cellSeen, look } = sighting;
  const own = layer.ofCell[crowd.cell[i]];
  const here = (CHUNKS / 32) * i;
  // Somebody who looks through a place may have to leave it on the way from one end to the other.
  if (crowd.inPlace[i] !== own && (crowd.inPlace[i] === NONE || crowd.exploring[i] !== crowd.inPlace[i])) {
    crowd.inPlace[i] = own;
    crowd.seenHere.fill(0, here, here + CHUNKS / 32);
  }
  const through = crowd.inPlace[i];
  for (let k = 0; k < sighting.placeCount; k++) {
    const place = sighting.places[k];
    if (hasBit(crowd.explored, i * size.explored, place)) continue;
    const first = layer.cells.first[place];
    const count = layer.cells.first[place + 1] - first;
    if (place !== through) {
      if (isSeenWhole(sighting, layer.cells.item, first, count)) setBit(crowd.explored, i * size.explored, place);
      continue;
    }
    let isWhole = true;
    // A chunk is seen when all its cells are, in one look, or when somebody stands in it.
    for (let n = 0; n < count; ) {
      const chunk = chunkOf(n, count);
      let isSeen = true;
      let isHere = false;
      for (; n < count && chunkOf(n, count) === chunk; n++) {
        const c = layer.cells.item[first + n];
        if (cellSeen[c] !== look) isSeen = false;
        if (c === crowd.cell[i]) isHere = true;
      }
      if (isSeen || isHere) setBit(crowd.seenHere, here, chunk);
      if (!hasBit(crowd.seenHere, here, chunk)) isWhole = false;
    }
    if (isWhole) setBit(crowd.explored, i * size.explored, place);
  }
}

/** Were all cells of a place seen in the last look? */
function isSeenWhole({ cellSeen, look }: Sighting, cells: Int32Array, first: number, count: number): boolean {
  for (let n = first; n < first + count; n++) if (cellSeen[cells[n]] !== look) return false;
  return true;
}

/** Somebody has seen a cell of the place they are in as well as they can. */
export function giveUpCell({ believed }: Knowledge, crowd: KnowingCrowd, i: number, cell: number): void {
  const { ofCell, cells } = believed.places.layer;
  const place = ofCell[cell];
  if (crowd.inPlace[i] !== place) return;
  const first = cells.first[place];
  const count = cells.first[place + 1] - first;
  const n = cells.item.subarray(first, first + count).indexOf(cell);
  setBit(crowd.seenHere, (CHUNKS / 32) * i, chunkOf(n, count));
}

/** Cells of a place in at most CHUNKS parts: cells are numbered along a curve, so that those of a chunk are near each other. */
export function chunkOf(n: number, count: number): number {
  return count <= CHUNKS ? n : Math.floor((n * CHUNKS) / count);
}

/** Crowds in sight are remembered, those that are seen to be gone forgotten. */
function rememberCrowds(knowledge: Knowledge, crowd: KnowingCrowd, i: number, time: number): void {
  const { sighting, counters } = knowledge;
  const { memory } = crowd;
  const { follow } = knowingOf(knowledge, crowd, i);
  for (let k = 3 * MEMORIES * i; k < 3 * MEMORIES * (i + 1); k += 3) {
    if (memory[k] === 0) continue;
    const index = memory[k] % KIND;
    const kind = (memory[k] - index) / KIND;
    const isGone =
      (kind === CROWD_IN_PLACE && sighting.placeSeen[index] === sighting.look && crowdIn(knowledge, index) === 0) ||
      (kind === FLOW_THROUGH && sighting.borderSeen[index >> 1] === sighting.look && counters.flow[index] < FEW);
    if (isGone) memory.fill(0, k, k + 3);
  }
  for (let k = 0; k < sighting.placeCount; k++) {
    const value = crowdIn(knowledge, sighting.places[k]);
    if (value > 0) remember(crowd, i, CROWD_IN_PLACE, sighting.places[k], time, value);
  }
  for (let k = 0; k < sighting.borderCount; k++) {
    const side = 2 * sighting.borders[k];
    for (let s = side; s < side + 2; s++) {
      if (counters.flow[s] >= FEW) remember(crowd, i, FLOW_THROUGH, s, time, counters.flow[s]);
      if (follow > 0) rememberLed(knowledge, crowd, i, s, time);
    }
  }
}

/** People per 100 m² of a place; 0 where they are no crowd. */
function crowdIn({ counters, scenery }: Knowledge, place: number): number {
  const people = counters.people[place];
  if (people < FEW) return 0;
  const density = people / scenery.places.layer.surface[place];
  return density >= CROWDED ? Math.round(100 * density) : 0;
}

/** People who know their way are gone once they are through: the most that were seen at once count on, and fade. */
function rememberLed(knowledge: Knowledge, crowd: KnowingCrowd, i: number, side: number, time: number): void {
  const now = knowledge.counters.led[side];
  const { memory } = knowingOf(knowledge, crowd, i);
  if (now > 0 && now >= recall(crowd, i, LED_THROUGH, side, time, memory)) {
    remember(crowd, i, LED_THROUGH, side, time, now);
  }
}
