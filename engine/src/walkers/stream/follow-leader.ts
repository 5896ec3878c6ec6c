/**
 * Where the members of a group walk: at places advised by those before them (M02 §3.4.2, its figure 3.14).
 *
 *        ▲ leader   ● 1           beside: one spacing to either side
 *          ● 2      ● 3           behind: ROW spacings, straight or one spacing to either side: M02's three tiles
 *          ● 4      …
 *
 * Members with odd numbers, by serial, walk beside the one before them, those with even numbers behind the one two before them: rows of
 * two, each following the other, as M02 observed ("sub-groups of 2 or 3"). Where there is no room beside, they walk behind. Who is lost advises nobody.
 *
 * M02 puts members onto advised tiles, so they jump when the leader turns. Ours walk: velocity = that of the one who advises + CLOSE_UP · (way to
 * the place), put into a byte, so nobody is faster than the fastest walk. A member who has such a place does without the marks of directions,
 * and only those beside look ahead, half as far. It looks around like anybody else (decide.ts) if its claim was refused, somebody is in the way,
 * no place can be reached, or it is too far away.
 *
 * Reads places and velocities before the step, writes columns of its own. Cost: one to five places; no allocation.
 */
import { NONE } from '../../core/none.ts';
import { isAccessible } from '../../raster/tiles.ts';
import { FOLLOWING, lookAhead, relationOf, type Sight } from './ahead.ts';
import type { Streamers } from './columns.ts';
import { type Groups, hurried, isLost, spacingOf } from './groups.ts';
import type { StreamMaps } from './maps.ts';
import { nextTile, putTrial, type Trial } from './marks.ts';
import { angleDifference, angleOf, angleOfVector, COSINE, normOf, normOfSpeed, polarOf, SINE, SPEED } from './polar.ts';

/** Spacings between rows. */
const ROW = 1.5;
/** Per second: how fast a place is taken. */
const CLOSE_UP = 0.8;
/** Spacings from a place within which somebody walks straight to it. */
const REACH = 3;
/** Spacings to the side within which somebody behind may choose the other side. */
const EITHER_SIDE = 0.5;
/** Angle steps that a member turns at most per look. */
const SHARPEST = 4;

/** Places in the order they are tried: rows behind, and spacings to one's own side. */
const BESIDE = [
  [0, 1],
  [0, -1],
  [1, 0],
  [1, 1],
  [1, -1],
] as const;
const BEHIND = BESIDE.slice(2);

/** A member at an advised place, or on its way there. */
interface Follower {
  trial: Trial;
  sight: Sight;
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
  const from = first[g];
  const number = at[i] - from;
  const { side } = maps.tiles;
  let before = number - 1 - ((number + 1) & 1);
  let isBeside = (number & 1) === 1;
  while (before > 0 && isLost(crowd, side, order[from], order[from + before], before)) {
    before--;
    isBeside = false;
  }
  const ahead = order[from + before];
  const spacing = spacingOf(side, Math.max(crowd.radius[i], crowd.radius[ahead]));
  const { place } = crowd;
  const dx = place[2 * i] - place[2 * ahead];
  const dy = place[2 * i + 1] - place[2 * ahead + 1];
  const heading = angleOf(crowd.polar[ahead]);
  const left = COSINE[heading] * dy - SINE[heading] * dx;
  const ownSide = left >= 0 ? 1 : -1;
  // Scaled so that a place is a whole spacing away along x or y, and so on another tile.
  const scale = spacing / Math.max(Math.abs(COSINE[heading]), Math.abs(SINE[heading]));
  putTrial(follower.trial, place[2 * i], place[2 * i + 1], crowd.tile[i], 0);
  for (const [rows, sides] of isBeside ? BESIDE : BEHIND) {
    if (rows === 0 && sides < 0 && Math.abs(left) > EITHER_SIDE * spacing) continue;
    const back = -rows * ROW * scale;
    const aside = sides * ownSide * scale;
    const x = back * COSINE[heading] - aside * SINE[heading] - dx;
    const y = back * SINE[heading] + aside * COSINE[heading] - dy;
    if (x * x + y * y > (REACH * spacing) ** 2) continue;
    if (walkTo(maps, crowd, groups, follower, i, ahead, x, y, rows === 0)) return true;
  }
  return false;
}

/** Towards a place so far away, if it is free and the way there is. */
function walkTo(
  maps: StreamMaps,
  crowd: Streamers,
  groups: Groups,
  { trial, sight }: Follower,
  i: number,
  ahead: number,
  x: number,
  y: number,
  looks: boolean,
): boolean {
  const { tiles, human, settings } = maps;
  const column = Math.floor((trial.x + x - tiles.x) / tiles.side);
  const row = Math.floor((trial.y + y - tiles.y) / tiles.side);
  if (column < 0 || row < 0 || column >= tiles.columns || row >= tiles.rows) return false;
  const there = row * tiles.columns + column;
  if (!isAccessible(tiles.kind[there]) || (human[there] !== NONE && human[there] !== i)) return false;
  const other = crowd.polar[ahead];
  const heading = angleOf(other);
  const speed = SPEED[normOf(other)];
  const vx = speed * COSINE[heading] + CLOSE_UP * x;
  const vy = speed * SINE[heading] + CLOSE_UP * y;
  const wished = Math.sqrt(vx * vx + vy * vy);
  const former = angleOf(crowd.polar[i]);
  // Somebody ahead of its place lets the others catch up rather than walk towards them.
  if (wished < SPEED[1] / 2 || (speed > 0 && vx * COSINE[heading] + vy * SINE[heading] < 0)) {
    return follow(crowd, i, polarOf(former, 0));
  }
  const angle = turnedTowards(former, angleOfVector(vx, vy));
  const next = nextTile(tiles, trial, angle);
  if (next === NONE || isInWay(crowd, groups, i, human[next])) return false;
  if (looks && settings.avoids) {
    lookAhead(maps, trial, angle, settings.near, sight);
    if (sight.slot !== NONE && groups.groupOf[sight.slot] !== groups.groupOf[i]) {
      const seen = crowd.polar[sight.slot];
      if (normOf(seen) === 0 || relationOf(settings, angle, angleOf(seen)) !== FOLLOWING) return false;
    }
  }
  const norm = Math.min(normOfSpeed(wished), hurried(crowd.preferred[i]));
  return follow(crowd, i, polarOf(angle, norm));
}

/** Does somebody on the next tile stop i? Companions who walk make room. */
function isInWay({ polar }: Streamers, { groupOf }: Groups, i: number, there: number): boolean {
  if (there === NONE || there === i) return false;
  return groupOf[there] !== groupOf[i] || normOf(polar[there]) === 0;
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
