/**
 * A look of one person → what they know afterwards (P05 §4.2): accesses and goals in sight, doors seen closed, signs read, which places
 * have been looked through, and how crowded it was where. Reads the state that everybody has and writes this person's columns only.
 *
 * Somebody who walks looks ahead; somebody who stands looks round. Cost: the cells in sight.
 */
import { chanceOf } from '../core/chance.ts';
import { closeEyes, observe, type Pose } from '../perception/observe.ts';
import { clearBit, hasBit, setBit } from '../routing/known/known-way.ts';
import { aimWalk, createWalkResult, walk } from '../subdivision/walk.ts';
import {
  CHUNKS,
  CROWD_IN_PLACE,
  FLOW_THROUGH,
  type Knowledge,
  type KnowingCrowd,
  type PlacedSign,
} from './knowledge.ts';
import { remember } from './memory.ts';

/** What a look changed. */
const LEARNED_ACCESS = 1;
export const LEARNED_GOAL = 2;
export const FOUND_CLOSED = 4;

/** Metres per second below which somebody looks round instead of ahead. */
const STANDS = 0.1;
/** Crowds thinner than this are not worth remembering, people/m². */
const CROWDED = 0.3;

const pose: Pose = { x: 0, y: 0, cell: 0, dx: 1, dy: 0, sine: 0, cosine: 1, range: 0 };
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
function takePose({ profiles, eyes }: Knowledge, crowd: KnowingCrowd, i: number): void {
  const p = crowd.profile[i];
  pose.x = crowd.place[2 * i];
  pose.y = crowd.place[2 * i + 1];
  pose.cell = crowd.cell[i];
  pose.range = profiles[p]!.range;
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

function learnAccesses({ sighting, scenery, size }: Knowledge, crowd: KnowingCrowd, i: number): number {
  const { knownAccesses } = crowd;
  const at = i * size.accesses;
  let changed = 0;
  for (let k = 0; k < sighting.borderCount; k++) {
    const border = sighting.borders[k];
    if (border >= scenery.places.accesses || hasBit(knownAccesses, at, border)) continue;
    setBit(knownAccesses, at, border);
    changed = LEARNED_ACCESS;
  }
  for (let k = 0; k < sighting.closedCount; k++) {
    const border = sighting.closed[k];
    if (!hasBit(knownAccesses, at, border)) continue;
    clearBit(knownAccesses, at, border);
    changed |= FOUND_CLOSED;
  }
  return changed;
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
  walk(mesh, pose.cell, aimWalk(way, pose.x, pose.y, x, y));
  return way.reached && (way.cell === cell || mesh.cellLevel[way.cell] === mesh.cellLevel[cell]);
}

function learnGoals(knowledge: Knowledge, crowd: KnowingCrowd, i: number): number {
  const { sighting, lookouts, lookoutCell, lookoutGoal, lookoutsIn, size } = knowledge;
  const at = i * size.goals;
  const isRound = pose.cosine === SIXTH_COSINE;
  let changed = 0;
  for (let k = 0; k < sighting.placeCount; k++) {
    const place = sighting.places[k];
    for (let n = lookoutsIn.first[place]; n < lookoutsIn.first[place + 1]; n++) {
      const spot = lookoutsIn.item[n];
      const g = lookoutGoal[spot];
      if (hasBit(crowd.knownGoals, at, g)) continue;
      if (!isInSight(knowledge, lookoutCell[spot], lookouts[2 * spot], lookouts[2 * spot + 1], isRound)) continue;
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
    tell(knowledge, crowd, i, sign);
    changed = LEARNED_ACCESS | LEARNED_GOAL;
  }
  return changed;
}

/** From before it, within its range, which falls with the cosine of the angle to where it faces, and in sight. */
function isLegible(knowledge: Knowledge, sign: PlacedSign, isRound: boolean): boolean {
  const dx = pose.x - sign.x;
  const dy = pose.y - sign.y;
  const far = Math.sqrt(dx * dx + dy * dy);
  const before = dx * sign.dx + dy * sign.dy;
  if (far > 0 && (before < sign.cosine * far || far * far > sign.range * before)) return false;
  return isInSight(knowledge, sign.cell, sign.x, sign.y, isRound);
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
  if (crowd.inPlace[i] !== own) {
    crowd.inPlace[i] = own;
    crowd.seenHere.fill(0, here, here + CHUNKS / 32);
  }
  for (let k = 0; k < sighting.placeCount; k++) {
    const place = sighting.places[k];
    if (hasBit(crowd.explored, i * size.explored, place)) continue;
    const first = layer.cells.first[place];
    const count = layer.cells.first[place + 1] - first;
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
      if (place === own && (isSeen || isHere)) setBit(crowd.seenHere, here, chunk);
      if (!(place === own ? hasBit(crowd.seenHere, here, chunk) : isSeen)) isWhole = false;
    }
    if (isWhole) setBit(crowd.explored, i * size.explored, place);
  }
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

function rememberCrowds(knowledge: Knowledge, crowd: KnowingCrowd, i: number, time: number): void {
  const { sighting, counters, scenery } = knowledge;
  const { surface } = scenery.places.layer;
  for (let k = 0; k < sighting.placeCount; k++) {
    const place = sighting.places[k];
    const density = counters.people[place] / surface[place];
    remember(crowd, i, CROWD_IN_PLACE, place, time, density >= CROWDED ? Math.round(100 * density) : 0);
  }
  for (let k = 0; k < sighting.borderCount; k++) {
    const border = sighting.borders[k];
    for (let s = 2 * border; s < 2 * border + 2; s++) {
      remember(crowd, i, FLOW_THROUGH, s, time, counters.flow[s] > 1 ? counters.flow[s] : 0);
    }
  }
}
