/**
 * How near bodies come: a hard core, and a shell about it that gives way. Before a door, where ways lead together, people turn their shoulders and
 * stand closer than they would elsewhere; so they do here.
 *
 *        ╭───────╮     radius r: what a body takes as long as nobody presses, what routes and walls reckon with
 *       │  ╭───╮  │    r − pressed: what nobody comes nearer than now (contact.ts); the distance people want to keep is that of r (headway.ts)
 *       │  │ c │  │    core c: what nothing passes through, half the radius, 0.1 m at least
 *        ╰───────╯     pressed ≤ 0.7 (r − c)
 *
 * Somebody presses on who walks at less than half its pace, has two others or more close by, of whom one's way leads towards its own, and
 * nobody close by who goes another way; or who has made no way for 3 s, whoever is close by. It is narrow within a second, and as wide as
 * before in a fifth of one when this ends. Nobody bears to be pressed on all sides: the shares of their distances by which the others are
 * too near add up to BORNE at most, or one makes oneself wide again. So pairs stand as close as 0.26 m, but a crowd not closer than some
 * ten people per m². Wheelchairs and prams (`stepFree`) do not give way.
 *
 * Cost: nothing for those who are alone; for others a look at those they could touch. Each walker writes its own number and reads what nobody
 * writes in this pass.
 */
import { BODY, PRESSED, RADIUS } from '../crowd/columns.ts';
import type { Crowd } from '../crowd/crowd.ts';
import { PROFILE, type ProfileTable, STEP_FREE } from '../crowd/profiles.ts';
import { type Contacts, MOST_TOUCHED } from './contact.ts';
import { WALKS } from './stand.ts';

/** Core as a share of the radius, and metres it has at least. */
const CORE = 0.5;
const LEAST_CORE = 0.1;
/** Share of the shell that gives way. */
const SOFT = 0.7;
/** Share of its pace below which somebody presses on. */
const SLOW = 0.5;
/** Others close by without whom nobody does. */
const CLOSE = 2;
/** Metres per second and metre per second of walking at which two ways lead together: the sine between them, about. */
const TOGETHER = 0.1;
/** Cosine between two ways below which somebody goes another way. */
const ANOTHER_WAY = 0.2;
/** Seconds until it is as narrow as it gets, and until it is as wide as before. */
const NARROW = 1;
const WIDE = 0.2;
/** Seconds without getting on from which on it presses on between whoever is there. */
const STUCK = 3;
/** Sum over the others of the share of two radii by which they are nearer than these. */
const BORNE = 0.5;

/** The radius of what is hard of a body. */
export function coreRadius(radius: number): number {
  return Math.min(radius, Math.max(CORE * radius, LEAST_CORE));
}

/** Slots `from` … `to` - 1, after the rounds of contact: how narrow each makes itself. */
export function press(
  crowd: Crowd,
  { numbers }: ProfileTable,
  contacts: Contacts,
  step: number,
  from: number,
  to: number,
): void {
  const { body, profile } = crowd;
  const { touched } = contacts;
  for (let i = from; i < to; i++) {
    const before = body[BODY * i + PRESSED];
    if (before === 0 && touched[i] < CLOSE) continue;
    // What is on wheels has no shoulders to turn.
    if (numbers[PROFILE * profile[i] + STEP_FREE] === 1) continue;
    const radius = body[BODY * i + RADIUS];
    const most = SOFT * (radius - coreRadius(radius));
    const isNarrower = touched[i] >= CLOSE && pressesOn(crowd, contacts, i);
    const after = isNarrower ? before + (most * step) / NARROW : before - (most * step) / WIDE;
    body[BODY * i + PRESSED] = after < 0 ? 0 : after > most ? most : after;
  }
}

function pressesOn({ place, velocity, aim, body, pace, stands, stuck }: Crowd, contacts: Contacts, i: number): boolean {
  const { touch, touched } = contacts;
  const vx = velocity[2 * i];
  const vy = velocity[2 * i + 1];
  const slow = SLOW * pace[i];
  if (stands[i] !== WALKS || vx * vx + vy * vy >= slow * slow) return false;
  const aimX = aim[2 * i];
  const aimY = aim[2 * i + 1];
  const radius = body[BODY * i + RADIUS];
  const isStuck = stuck[i] > STUCK;
  let isTogether = isStuck;
  let borne = 0;
  for (let k = MOST_TOUCHED * i; k < MOST_TOUCHED * i + touched[i]; k++) {
    const j = touch[k];
    const otherX = aim[2 * j];
    const otherY = aim[2 * j + 1];
    // Who stands goes no other way.
    if (!isStuck && (otherX !== 0 || otherY !== 0) && aimX * otherX + aimY * otherY < ANOTHER_WAY) return false;
    const dx = place[2 * i] - place[2 * j];
    const dy = place[2 * i + 1] - place[2 * j + 1];
    const squared = dx * dx + dy * dy;
    const closing = (otherX - aimX) * dx + (otherY - aimY) * dy;
    if (closing > 0 && closing * closing > TOGETHER * TOGETHER * squared) isTogether = true;
    const sum = radius + body[BODY * j + RADIUS];
    if (squared < sum * sum) borne += 1 - Math.sqrt(squared) / sum;
  }
  return isTogether && borne < BORNE;
}
