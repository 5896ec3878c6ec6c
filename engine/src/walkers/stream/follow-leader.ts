/**
 * Where the members of a group walk: at places advised by those nearer to their leader (M02 §3.4.2, its figure 3.14).
 *
 *        ▲ leader   ● 1           1  beside the leader, one spacing to either side; where there is no room, behind it
 *        ● 2        ● 3           2 … behind anybody nearer to the leader, ROW spacings away: the free place with the least
 *        ● 4                         way to it + CLOSE_RANKS · its distance from the leader
 *
 * Numbers are given anew by distance from the leader, so nobody has to change places with a companion when the leader turns. Rows of two arise,
 * each following the other, as M02 observed ("sub-groups of 2 or 3"); in narrow places a file.
 *
 * M02 puts members onto advised tiles, so they jump when the leader turns. Ours walk: velocity = that of the one who advises + CLOSE_UP · (way to
 * the place), put into a byte, so nobody is faster than the fastest walk. Somebody settled beside the leader takes its velocity. A member who has such a place does without the marks of directions,
 * and only the one beside looks ahead, half as far. It looks around like anybody else (decide.ts) if its claim was refused, somebody is in the way,
 * no place can be reached, or all are too far away.
 *
 * Reads places and velocities before the step, writes columns of its own. Cost: members of the group per look; no allocation.
 */
import { NONE } from '../../core/none.ts';
import { isAccessible } from '../../raster/tiles.ts';
import { FOLLOWING, lookAhead, relationOf, type Sight } from './ahead.ts';
import type { Streamers } from './columns.ts';
import { areCompanions, type Groups, hurried, isAheadOf, isLost, spacingOf } from './groups.ts';
import type { StreamMaps } from './maps.ts';
import { nextTile, putTrial, type Trial } from './marks.ts';
import { angleDifference, angleOf, angleOfVector, COSINE, normOf, normOfSpeed, polarOf, SINE, SPEED } from './polar.ts';
import { sees } from './trail.ts';

/** Spacings between rows. */
const ROW = 1.5;
/** How much nearer to the leader a place must be to make up for a way of 1. */
const CLOSE_RANKS = 1.2;
/** Per second: how fast a place is taken. */
const CLOSE_UP = 1.2;
/** Spacings from a place within which somebody walks straight to it. */
const REACH = 3;
/** Spacings from its place, ahead and to the side, within which somebody beside its leader is settled. */
const SETTLED = 0.35;
/** Spacings to the side within which somebody behind may choose the other side. */
const EITHER_SIDE = 0.5;
/** Angle steps that a member turns at most per look. */
const SHARPEST = 4;

/** How far a place must be away, in each direction, to be a whole spacing away along x or y: so it is another tile. */
const WHOLE = COSINE.map((cosine, angle) => 1 / Math.max(Math.abs(cosine), Math.abs(SINE[angle])));

/** What a member works with: its place and tile are in `trial`; the rest is about the group at hand. */
export interface Follower {
  trial: Trial;
  sight: Sight;
  advised: Advised;
}

/** The place looked at: who advises it, and metres from the member, x and y. */
interface Advised {
  by: number;
  x: number;
  y: number;
  spacing: number;
}

export function createAdvised(): Advised {
  return { by: NONE, x: 0, y: 0, spacing: 1 };
}

/** Let a member walk to an advised place. @returns false: it has none that it can go to, or is no member */
export function followLeader(
  maps: StreamMaps,
  crowd: Streamers,
  groups: Groups,
  follower: Follower,
  i: number,
): boolean {
  const { groupOf, first, order, at } = groups;
  const g = groupOf[i];
  if (g === NONE || at[i] === first[g] || crowd.refused[i] > 0) return false;
  const { place, tile, radius } = crowd;
  const leader = order[first[g]];
  if (isSettled(maps, crowd, leader, i)) {
    const { polar } = crowd;
    return follow(crowd, i, normOf(polar[leader]) > 0 ? polar[leader] : polarOf(angleOf(polar[i]), 0));
  }
  const { trial, advised } = follower;
  putTrial(trial, place[2 * i], place[2 * i + 1], tile[i], 0);
  advised.spacing = spacingOf(maps.tiles.side, radius[i]);
  if (waitsFor(maps, crowd, groups, leader, i)) return follow(crowd, i, polarOf(angleOf(crowd.polar[i]), 0));
  if (!isNearest(crowd, groups, leader, i)) {
    return placeBehind(maps, crowd, groups, follower, i) && walkTo(maps, crowd, groups, follower, i, false);
  }
  const left = leftOf(crowd, leader, i);
  const side = left >= 0 ? 1 : -1;
  advise(crowd, advised, leader, i, 0, side);
  if (walkTo(maps, crowd, groups, follower, i, true)) return true;
  if (Math.abs(left) <= EITHER_SIDE * advised.spacing) {
    advise(crowd, advised, leader, i, 0, -side);
    if (walkTo(maps, crowd, groups, follower, i, true)) return true;
  }
  advise(crowd, advised, leader, i, ROW, 0);
  return walkTo(maps, crowd, groups, follower, i, false);
}

/** Does i walk beside its leader, as it should, with nobody and nothing on the two tiles ahead? Then it walks as the leader does. */
function isSettled({ tiles, human }: StreamMaps, crowd: Streamers, leader: number, i: number): boolean {
  const { place, polar } = crowd;
  const { side, columns, rows, kind } = tiles;
  const heading = angleOf(polar[leader]);
  const cosine = COSINE[heading];
  const sine = SINE[heading];
  const x = place[2 * i];
  const y = place[2 * i + 1];
  const dx = x - place[2 * leader];
  const dy = y - place[2 * leader + 1];
  const spacing = spacingOf(side, crowd.radius[i]);
  const scale = spacing * WHOLE[heading];
  const error = SETTLED * spacing;
  if (Math.abs(dx * cosine + dy * sine) > error || Math.abs(Math.abs(dy * cosine - dx * sine) - scale) > error)
    return false;
  for (let k = 1; k <= 2; k++) {
    const column = Math.floor((x + k * scale * cosine - tiles.x) / side);
    const row = Math.floor((y + k * scale * sine - tiles.y) / side);
    if (column < 0 || row < 0 || column >= columns || row >= rows) return false;
    if (human[row * columns + column] !== NONE || !isAccessible(kind[row * columns + column])) return false;
  }
  return true;
}

/** Somebody lost ahead of its leader, and in sight of it, stands still: its leader comes along. */
function waitsFor({ tiles }: StreamMaps, crowd: Streamers, groups: Groups, leader: number, i: number): boolean {
  return (
    isLost(groups, crowd, tiles.side, i) &&
    isAheadOf(crowd, leader, i) &&
    sees(tiles, crowd.place, i, crowd.place[2 * leader], crowd.place[2 * leader + 1])
  );
}

/** Is nobody else of its group nearer to the leader than i? Of two equally near, the lower serial. */
function isNearest(
  { place, serial }: Streamers,
  { order, first, groupOf }: Groups,
  leader: number,
  i: number,
): boolean {
  const g = groupOf[i];
  const own = squaredApart(place, leader, i);
  for (let k = first[g] + 1; k < first[g + 1]; k++) {
    const other = order[k];
    if (other === i) continue;
    const apart = squaredApart(place, leader, other);
    if (apart < own || (apart === own && serial[other] < serial[i])) return false;
  }
  return true;
}

/** Metres that i is to the left of the line along which another walks. */
function leftOf({ place, polar }: Streamers, other: number, i: number): number {
  const heading = angleOf(polar[other]);
  return (
    COSINE[heading] * (place[2 * i + 1] - place[2 * other + 1]) - SINE[heading] * (place[2 * i] - place[2 * other])
  );
}

/** The place so many spacings behind somebody and to its left. */
function advise(
  { place, polar }: Streamers,
  advised: Advised,
  by: number,
  i: number,
  behind: number,
  aside: number,
): void {
  const heading = angleOf(polar[by]);
  const cosine = COSINE[heading];
  const sine = SINE[heading];
  const scale = advised.spacing * WHOLE[heading];
  advised.by = by;
  advised.x = place[2 * by] - place[2 * i] - scale * (behind * cosine + aside * sine);
  advised.y = place[2 * by + 1] - place[2 * i + 1] - scale * (behind * sine - aside * cosine);
}

/** The best free place behind somebody who is nearer to the leader. @returns is there one? */
function placeBehind(
  maps: StreamMaps,
  crowd: Streamers,
  { order, first, groupOf }: Groups,
  { trial, advised }: Follower,
  i: number,
): boolean {
  const { place, serial } = crowd;
  const g = groupOf[i];
  const leader = order[first[g]];
  const fromLeaderX = trial.x - place[2 * leader];
  const fromLeaderY = trial.y - place[2 * leader + 1];
  const own = fromLeaderX * fromLeaderX + fromLeaderY * fromLeaderY;
  let best = NONE;
  let least = Infinity;
  for (let k = first[g]; k < first[g + 1]; k++) {
    const by = order[k];
    const apart = squaredApart(place, leader, by);
    if (by === i || apart > own || (apart === own && serial[by] > serial[i])) continue;
    advise(crowd, advised, by, i, ROW, 0);
    if (isFar(advised)) continue;
    const x = fromLeaderX + advised.x;
    const y = fromLeaderY + advised.y;
    const cost = lengthOf(advised.x, advised.y) + CLOSE_RANKS * lengthOf(x, y);
    if (cost >= least || !isFree(maps, trial, advised, i)) continue;
    least = cost;
    best = by;
  }
  if (best !== NONE) advise(crowd, advised, best, i, ROW, 0);
  return best !== NONE;
}

/** Is a place too far away to walk straight there? */
function isFar({ x, y, spacing }: Advised): boolean {
  return x * x + y * y > REACH * REACH * spacing * spacing;
}

/** May i stand on the tile of a place? */
function isFree({ tiles, human }: StreamMaps, { x, y }: Trial, advised: Advised, i: number): boolean {
  const column = Math.floor((x + advised.x - tiles.x) / tiles.side);
  const row = Math.floor((y + advised.y - tiles.y) / tiles.side);
  if (column < 0 || row < 0 || column >= tiles.columns || row >= tiles.rows) return false;
  const there = row * tiles.columns + column;
  return isAccessible(tiles.kind[there]) && (human[there] === NONE || human[there] === i);
}

/** Towards the advised place, if it is free and the way there is. @param looks ahead for people who do not belong to the group */
function walkTo(
  maps: StreamMaps,
  crowd: Streamers,
  groups: Groups,
  { trial, sight, advised }: Follower,
  i: number,
  looks: boolean,
): boolean {
  const { tiles, human, settings } = maps;
  if (isFar(advised) || !isFree(maps, trial, advised, i)) return false;
  const other = crowd.polar[advised.by];
  const heading = angleOf(other);
  const speed = SPEED[normOf(other)];
  const vx = speed * COSINE[heading] + CLOSE_UP * advised.x;
  const vy = speed * SINE[heading] + CLOSE_UP * advised.y;
  const wished = lengthOf(vx, vy);
  const former = angleOf(crowd.polar[i]);
  // Somebody ahead of its place lets the others catch up rather than walk towards them.
  if (wished < SPEED[1] / 2 || (speed > 0 && vx * COSINE[heading] + vy * SINE[heading] < 0)) {
    return follow(crowd, i, polarOf(former, 0));
  }
  const angle = turnedTowards(former, angleOfVector(vx, vy));
  const next = nextTile(tiles, trial, angle);
  if (next === NONE || isInWay(crowd, groups, i, human[next])) return false;
  if (looks) {
    lookAhead(maps, trial, angle, settings.close, sight);
    if (sight.slot !== NONE && !areCompanions(groups, i, sight.slot)) {
      const seen = crowd.polar[sight.slot];
      if (normOf(seen) === 0 || relationOf(settings, angle, angleOf(seen)) !== FOLLOWING) return false;
    }
  }
  return follow(crowd, i, polarOf(angle, Math.min(normOfSpeed(wished), hurried(crowd.preferred[i]))));
}

/** Does somebody on the next tile stop i? Companions who walk make room. */
function isInWay({ polar }: Streamers, groups: Groups, i: number, there: number): boolean {
  if (there === NONE || there === i) return false;
  return !areCompanions(groups, i, there) || normOf(polar[there]) === 0;
}

function follow({ nextPolar, due, accelerate }: Streamers, i: number, polar: number): true {
  nextPolar[i] = polar;
  due[i] = 0;
  accelerate[i] = 0;
  return true;
}

/** The wished angle, or as near to it as a look allows. */
function turnedTowards(former: number, wished: number): number {
  if (angleDifference(former, wished) <= SHARPEST) return wished;
  return (former + (((wished - former) & 15) <= 8 ? SHARPEST : 16 - SHARPEST)) & 15;
}

function squaredApart(place: Float64Array, i: number, j: number): number {
  const dx = place[2 * i] - place[2 * j];
  const dy = place[2 * i + 1] - place[2 * j + 1];
  return dx * dx + dy * dy;
}

function lengthOf(x: number, y: number): number {
  return Math.sqrt(x * x + y * y);
}
