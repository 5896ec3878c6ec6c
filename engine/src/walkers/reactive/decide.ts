/**
 * The reactive walker (L04 §4): what each walker decides in a step, from the state everybody had before it. A decision is a list of
 * stages, each a file of its own, that work on the walker's `Thought` one after the other.
 *
 * People do not think all the time (`pure`: they do): three times a second, each in turn, they make up their mind where to go. In
 * between they go on as they wished and mind walls and the room ahead. Who is about to arrive thinks all the time.
 */
import { slide } from '../../bodies/move.ts';
import { WALKS } from '../../bodies/stand.ts';
import { BODY, RADIUS, TOP } from '../../crowd/columns.ts';
import type { Crowd } from '../../crowd/crowd.ts';
import { PROFILE, PURE, TIME_GAP } from '../../crowd/profiles.ts';
import { avoidCollisions } from './avoid.ts';
import { keepCompany } from './companions.ts';
import { lookAround } from './fan.ts';
import { giveWay } from './give-way.ts';
import { keepHeadway } from './headway.ts';
import { keepCourse } from './keep-course.ts';
import { limitChange } from './inertia.ts';
import { mindCorners } from './mind-corners.ts';
import { headAlongPath } from './path-cone.ts';
import { headAlongFunnel } from './path-funnel.ts';
import { recallTurn } from './round-corner.ts';
import { feelHeld } from './patience.ts';
import { noticeAhead, noticeNeighbours } from './notice.ts';
import { keepPersonalSpace } from './personal-space.ts';
import { staySafe } from './security.ts';
import { sway } from './sway.ts';
import {
  SELF_AIM_X,
  SELF_AIM_Y,
  SELF_FORESEEN,
  SELF_PREFERRED,
  SELF_RADIUS,
  SELF_TOP,
  SELF_VX,
  SELF_VY,
  SELF_X,
  SELF_Y,
  type Thought,
} from './thought.ts';
import type { View } from './columns.ts';

/** Seconds from one thought to the next; and metres before its goal where somebody thinks all the time. */
const THINK_EVERY = 0.3;
const ARRIVING = 1.5;

/** Is told after each stage whether it had a say in the velocity. */
export type Observer = (stage: string, hadSay: boolean) => void;

/** Slots `from` … `to` - 1. */
export function decide(view: View, thought: Thought, from: number, to: number): void {
  const { nextVelocity } = view.crowd;
  for (let i = from; i < to; i++) {
    begin(view, i, thought);
    if (!isItsTurn(view, i)) goOn(view, i, thought);
    else think(view, i, thought);
    nextVelocity[2 * i] = thought.velocity[0];
    nextVelocity[2 * i + 1] = thought.velocity[1];
  }
}

/** Make up a walker's mind, its turn or not. */
export function thinkObserved(view: View, i: number, thought: Thought, observe: Observer): void {
  begin(view, i, thought);
  think(view, i, thought, observe);
}

function tell(observe: Observer | undefined, stage: string, hadSay: boolean): void {
  if (observe !== undefined) observe(stage, hadSay);
}

/** The stages of making up one's mind, in their order. Each works on thought.velocity. */
function think(view: View, i: number, thought: Thought, observe?: Observer): void {
  tell(observe, 'path', takePath(view, i, thought));
  tell(observe, 'neighbours', noticeNeighbours(view, i, thought));
  if (thought.isPure) thinkPure(view, i, thought, observe);
  else thinkDense(view, i, thought, observe);
  tell(observe, 'inertia', limitChange(view, i, thought));
}

function thinkPure(view: View, i: number, thought: Thought, observe?: Observer): void {
  if (rest(view, i, thought)) return;
  tell(observe, 'personal space', keepPersonalSpace(view, i, thought));
  tell(observe, 'avoidance', avoidCollisions(view, i, thought));
  tell(observe, 'security', staySafe(view, i, thought));
}

function thinkDense(view: View, i: number, thought: Thought, observe?: Observer): void {
  tell(observe, 'course', keepCourse(view, i, thought));
  tell(observe, 'companions', keepCompany(view, i, thought));
  if (rest(view, i, thought)) return;
  feelHeld(view, i, thought);
  tell(observe, 'fan', lookAround(view, i, thought));
  tell(observe, 'give way', giveWay(view, i, thought));
  tell(observe, 'personal space', keepPersonalSpace(view, i, thought));
  tell(observe, 'avoidance', avoidCollisions(view, i, thought));
  tell(observe, 'sway', sway(view, i, thought));
  tell(observe, 'corners', mindCorners(view, thought));
  rememberWish(view, i, thought);
  tell(observe, 'walls', keepOffWalls(view, i, thought));
  tell(observe, 'headway', keepHeadway(view, i, thought));
}

function goOn(view: View, i: number, thought: Thought): void {
  followWish(view, i, thought);
  keepOffWalls(view, i, thought);
  feelHeld(view, i, thought);
  noticeAhead(view, i, thought);
  keepHeadway(view, i, thought);
  limitChange(view, i, thought);
}

/** What a walker knows of itself. */
function begin(view: View, i: number, thought: Thought): void {
  const { crowd, profiles } = view;
  const { place, velocity, body } = crowd;
  const { self } = thought;
  self[SELF_X] = place[2 * i];
  self[SELF_Y] = place[2 * i + 1];
  self[SELF_VX] = velocity[2 * i];
  self[SELF_VY] = velocity[2 * i + 1];
  self[SELF_RADIUS] = body[BODY * i + RADIUS];
  self[SELF_PREFERRED] = crowd.pace[i];
  self[SELF_TOP] = body[BODY * i + TOP];
  thought.isPure = profiles.numbers[PROFILE * crowd.profile[i] + PURE] === 1;
  thought.givesWay = false;
  recallTurn(view, i, thought);
  thought.friends = 0;
}

/** Does it think in this step, or go on as it wished? Who does not mind the room ahead has nothing to go on with. */
export function isItsTurn({ crowd, profiles, time, step }: View, i: number): boolean {
  if (crowd.stands[i] !== WALKS) return true;
  const { numbers } = profiles;
  const p = PROFILE * crowd.profile[i];
  const hasWish = crowd.wish[2 * i] !== 0 || crowd.wish[2 * i + 1] !== 0;
  if (numbers[p + PURE] === 1 || !hasWish || !(numbers[p + TIME_GAP] > 0) || isNearGoal(crowd, i)) return true;
  const every = Math.max(1, Math.round(THINK_EVERY / step));
  return (crowd.serial[i] + Math.round(time / step)) % every === 0;
}

/** Is a walker within a few steps of where it walks to? */
function isNearGoal({ place, goal }: Crowd, i: number): boolean {
  const dx = place[2 * i] - goal[2 * i];
  const dy = place[2 * i + 1] - goal[2 * i + 1];
  return dx * dx + dy * dy < ARRIVING * ARRIVING;
}

/** Along the path, for those who walk; the direction of it is what others see. */
function takePath(view: View, i: number, thought: Thought): boolean {
  const { nextAim, nextFacing, held, swerve, letsOut, stands } = view.crowd;
  const { velocity, self } = thought;
  if (stands[i] !== WALKS) velocity[0] = velocity[1] = held[i] = swerve[i] = letsOut[i] = 0;
  else if (thought.isPure) headAlongPath(view, i, thought);
  else headAlongFunnel(view, i, thought);
  const wanted = Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
  self[SELF_AIM_X] = nextAim[2 * i] = wanted === 0 ? 0 : velocity[0] / wanted;
  self[SELF_AIM_Y] = nextAim[2 * i + 1] = wanted === 0 ? 0 : velocity[1] / wanted;
  nextFacing[i] = 0;
  return true;
}

/** Who does not want to walk has nothing more to decide. */
function rest({ crowd }: View, i: number, { velocity, self }: Thought): boolean {
  self[SELF_FORESEEN] = -Infinity;
  if (velocity[0] !== 0 || velocity[1] !== 0) return false;
  crowd.wish[2 * i] = crowd.wish[2 * i + 1] = 0;
  return true;
}

function rememberWish({ crowd }: View, i: number, { velocity }: Thought): boolean {
  crowd.wish[2 * i] = velocity[0];
  crowd.wish[2 * i + 1] = velocity[1];
  return false;
}

function followWish({ crowd }: View, i: number, { velocity, self }: Thought): void {
  const { aim, nextAim, facing, nextFacing, wish } = crowd;
  self[SELF_AIM_X] = nextAim[2 * i] = aim[2 * i];
  self[SELF_AIM_Y] = nextAim[2 * i + 1] = aim[2 * i + 1];
  nextFacing[i] = facing[i];
  velocity[0] = wish[2 * i];
  velocity[1] = wish[2 * i + 1];
}

/** What leads into a wall is taken from the velocity: nobody tacks along a wall past the one ahead. */
function keepOffWalls({ beside, crowd, step }: View, i: number, { velocity }: Thought): boolean {
  if (beside.count[i] !== 0) slide(beside, crowd, i, step, velocity, 0);
  return true;
}
