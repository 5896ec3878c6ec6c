/**
 * A simulation and somebody in it → why that one walks as it does: its decision of the coming step, taken again on a copy of the crowd and
 * told stage by stage (decide.ts), with whom it would run into and the velocities it rated against that (avoid.ts).
 *
 * It thinks here whether or not it is its turn; `isThinking` tells whether it is. Routes are those there are: who gets another one, or is
 * asked to stand or to go on, in the coming step decides otherwise. Changes nothing. Cost: a neighbourhood graph of everybody, made anew.
 */
import { NONE } from '../../core/none.ts';
import { createCompanions, findCompanions } from '../../crowd/companions/companions.ts';
import { BODY, copyColumns, type Crowd, PREFERRED, RADIUS, TOP } from '../../crowd/crowd.ts';
import { keepTogether } from '../../crowd/companions/keep-together.ts';
import { slide } from '../../bodies/move.ts';
import { createWallsBeside, gatherWalls } from '../../bodies/near-walls.ts';
import {
  BEHAVIOUR,
  type Collision,
  COLLISIONS,
  EPSILON,
  PROFILE,
  type Profile,
  PURE,
  TIME_GAP,
} from '../../crowd/profiles.ts';
import { lookAcross, MOST_ACROSS } from '../../bodies/seams.ts';
import { createNeighbourhood, updateNeighbourhood } from '../../neighbours/neighbourhood.ts';
import { sees } from '../../subdivision/sight.ts';
import { avoidCollisions } from './avoid.ts';
import { findCollision, typeOfCollision } from './collision.ts';
import { keepCompany } from './companions.ts';
import { HORIZON, isNearGoal, THINK_EVERY } from './decide.ts';
import { lookAround } from './fan.ts';
import { giveWay, rightOfWay } from './give-way.ts';
import { keepHeadway } from './headway.ts';
import { limitChange } from './inertia.ts';
import { isAccepted, propose } from './modules.ts';
import { headAlongPath } from './path-cone.ts';
import { feelHeld } from './patience.ts';
import { keepPersonalSpace } from './personal-space.ts';
import { staySafe } from './security.ts';
import { slowOnStairs } from './stairs.ts';
import type { Surroundings } from './surroundings.ts';
import {
  createThought,
  MOST_NEAR,
  NEAR,
  notice,
  PROPOSAL,
  SELF_AIM_X,
  SELF_AIM_Y,
  SELF_FORESEEN,
  SELF_GAP,
  SELF_PREFERRED,
  SELF_RADIUS,
  SELF_TOP,
  SELF_VX,
  SELF_VY,
  SELF_X,
  SELF_Y,
  type Thought,
} from './thought.ts';

export type DecisionStage =
  | 'path'
  | 'companions'
  | 'fan'
  | 'give way'
  | 'personal space'
  | 'avoidance'
  | 'security'
  | 'walls'
  | 'headway'
  | 'inertia';

/** Somebody it would touch, or come nearer to than it likes, if it walked on as it wishes and the other as now. */
export interface ForeseenCollision {
  serial: number;
  /** Seconds from now. */
  time: number;
  /** As in behaviours: it runs into the other's path or back, or the other into its; or the other stands. */
  kind: Collision;
  /** Where the two would meet, mesh coordinates. */
  place: [number, number];
  /** Is it for avoidance? Nearer ones are for the room ahead to mind (room.ts). */
  isAvoided: boolean;
}

export interface RatedVelocity {
  /** What proposed it; `wish`: the velocity it came with. */
  module: 'wish' | 'right' | 'left' | 'decelerate' | 'accelerate';
  /** Metres per second. */
  velocity: [number, number];
  /** 0 … 1: how near it is to what is wished for. */
  quality: number;
  /** Whom it is to pass, and in how many seconds they would have met; NONE and Infinity for the wish. */
  against: number;
  time: number;
  /** Whom it would meet first with this velocity, in how many seconds, and how; undefined: nobody. */
  meets: { serial: number; time: number; kind: Collision } | undefined;
  /**
   * `taken`: nobody is met before the time it was to gain; `accepted`: it takes such a collision as it comes; `longest`: none is good, with this
   * one it goes well for longest; `refused`: somebody is met too soon; `left`: a better one was found before.
   */
  verdict: 'taken' | 'accepted' | 'longest' | 'refused' | 'left';
}

export interface Explanation {
  serial: number;
  isThinking: boolean;
  /** Does it stand because it has not started, waits, or is asked to? */
  isStanding: boolean;
  /** The velocity after each stage it went through, in their order. */
  stages: { name: DecisionStage; velocity: [number, number] }[];
  /** What it decides: metres per second. */
  velocity: [number, number];
  /** Serials of those it minds. */
  minded: number[];
  /** Soonest first. */
  collisions: ForeseenCollision[];
  /** In the order they were made; none where nobody is met with the first. */
  proposals: RatedVelocity[];
}

/** What is needed of a simulation. */
interface Deciding {
  context: { around: Surroundings };
  profiles: readonly Profile[];
  time: number;
  step: number;
}

/** @returns undefined if nobody has this serial */
export function explainDecision(simulation: Deciding, serial: number): Explanation | undefined {
  const { time, step } = simulation;
  const present = simulation.context.around.crowd;
  const i = present.serial.subarray(0, present.count).indexOf(serial);
  if (i < 0) return undefined;
  const around = copyOf(simulation);
  const { crowd, profiles, walls, beside, stairs } = around;
  const thought = createThought();
  const { self, velocity } = thought;
  self[SELF_X] = crowd.place[2 * i];
  self[SELF_Y] = crowd.place[2 * i + 1];
  self[SELF_VX] = crowd.velocity[2 * i];
  self[SELF_VY] = crowd.velocity[2 * i + 1];
  self[SELF_RADIUS] = crowd.body[BODY * i + RADIUS];
  self[SELF_PREFERRED] = crowd.body[BODY * i + PREFERRED];
  self[SELF_TOP] = crowd.body[BODY * i + TOP];
  if (stairs !== undefined) slowOnStairs(stairs, crowd, profiles, i, thought);
  gatherWalls(walls, beside, crowd, i);
  const isStanding = stands(crowd, i, time, step);
  const told: Explanation = {
    serial,
    isThinking: isStanding || isItsTurn(around, i, time, step),
    isStanding,
    stages: [],
    velocity: [0, 0],
    minded: [],
    collisions: [],
    proposals: [],
  };
  if (!isStanding) headAlongPath(around, i, thought);
  tell(told, 'path', thought);
  const wanted = Math.sqrt(velocity[0] * velocity[0] + velocity[1] * velocity[1]);
  self[SELF_AIM_X] = wanted === 0 ? 0 : velocity[0] / wanted;
  self[SELF_AIM_Y] = wanted === 0 ? 0 : velocity[1] / wanted;
  crowd.nextFacing[i] = 0;
  think(around, i, thought, time, step, told);
  limitChange(crowd, profiles, i, thought, step);
  tell(told, 'inertia', thought);
  told.velocity = [velocity[0], velocity[1]];
  return told;
}

/** Everything that deciding reads, as the coming step would find it, and what it writes, of its own. */
function copyOf({ context, profiles, time, step }: Deciding): Surroundings {
  const { around } = context;
  const crowd = copyColumns(around.crowd, around.crowd.count);
  const { count } = crowd;
  crowd.vertex.fill(NONE);
  const hood = createNeighbourhood(count, around.mesh.levels.length);
  updateNeighbourhood(hood, crowd, around.mesh.cellLevel);
  const seams = around.seams && {
    ...around.seams,
    across: new Int32Array(MOST_ACROSS * count),
    acrossCount: new Uint8Array(count),
  };
  if (seams !== undefined) lookAcross(seams, crowd);
  const copy: Surroundings = {
    ...around,
    crowd,
    seams,
    beside: createWallsBeside(count),
    first: hood.first,
    item: hood.item,
  };
  if (around.company !== undefined) {
    const companions = createCompanions(count);
    findCompanions(companions, crowd, profiles);
    keepTogether(companions, copy, crowd, time, step);
    copy.company = companions.company;
  }
  return copy;
}

/** Who was asked to stand in the last step does so still; 0: nobody ever was. */
function stands({ startAt, waitUntil, stopUntil }: Crowd, i: number, now: number, step: number): boolean {
  return now < startAt[i] || now < waitUntil[i] || (stopUntil[i] !== 0 && now - step < stopUntil[i]);
}

/** Does it think in the coming step, or go on as it wished? */
function isItsTurn({ crowd, profiles }: Surroundings, i: number, now: number, step: number): boolean {
  const p = PROFILE * crowd.profile[i];
  const hasWish = crowd.wish[2 * i] !== 0 || crowd.wish[2 * i + 1] !== 0;
  const canGoOn = profiles.numbers[p + PURE] !== 1 && hasWish && profiles.numbers[p + TIME_GAP] > 0;
  const every = Math.max(1, Math.round(THINK_EVERY / step));
  return !canGoOn || isNearGoal(crowd, i) || (crowd.serial[i] + Math.round(now / step)) % every === 0;
}

function tell(told: Explanation, name: DecisionStage, { velocity }: Thought): void {
  told.stages.push({ name, velocity: [velocity[0], velocity[1]] });
}

/** As in decide.ts, stage by stage. */
function think(around: Surroundings, i: number, thought: Thought, now: number, step: number, told: Explanation): void {
  const { mesh, walls, beside, crowd, profiles, company, seams, first, item } = around;
  const { place, cell } = crowd;
  const { self, velocity } = thought;
  const isPure = profiles.numbers[PROFILE * crowd.profile[i] + PURE] === 1;
  const last = first[i + 1];
  const end = seams === undefined ? last : last + seams.acrossCount[i];
  let count = 0;
  for (let k = first[i]; k < end && count < MOST_NEAR; k++) {
    const j = k < last ? item[k] : seams!.across[MOST_ACROSS * i + k - last];
    const dx = self[SELF_X] - place[2 * j];
    const dy = self[SELF_Y] - place[2 * j + 1];
    const isFar = dx * dx + dy * dy > HORIZON * HORIZON;
    if (isFar || (cell[j] !== cell[i] && !sees(mesh, place, cell, i, j))) continue;
    notice(thought, crowd, j, count++, isPure);
    told.minded.push(crowd.serial[j]);
  }
  thought.nearCount = count;
  const friends = company === undefined ? 0 : keepCompany(around, company, i, thought);
  if (company !== undefined && crowd.companions[i] !== NONE) tell(told, 'companions', thought);
  if (velocity[0] === 0 && velocity[1] === 0) return;
  self[SELF_FORESEEN] = -Infinity;
  if (!isPure) {
    feelHeld(crowd, profiles, i, thought, step);
    lookAround(around, i, thought);
    tell(told, 'fan', thought);
  }
  if (isPure || !giveWay(around, i, thought, rightOfWay(now))) {
    thought.nearCount -= friends;
    keepPersonalSpace(walls, beside, crowd, profiles, i, thought);
    tell(told, 'personal space', thought);
    told.collisions = foresee(around, i, thought);
    thought.listCount = 0;
    avoidCollisions(crowd, profiles, i, thought);
    told.proposals = rated(around, i, thought);
    tell(told, 'avoidance', thought);
    thought.nearCount += friends;
  } else tell(told, 'give way', thought);
  if (isPure) {
    staySafe(walls, beside, crowd, profiles, i, thought);
    tell(told, 'security', thought);
    return;
  }
  if (beside.count[i] !== 0) slide(walls, beside, crowd, i, step, velocity, 0);
  tell(told, 'walls', thought);
  keepHeadway(thought, step);
  tell(told, 'headway', thought);
}

/** With each of those minded, one by one. */
function foresee({ crowd, profiles }: Surroundings, i: number, thought: Thought): ForeseenCollision[] {
  const { near, slots, self, velocity } = thought;
  const one = createThought();
  one.self.set(self);
  one.self[SELF_GAP] = profiles.numbers[PROFILE * crowd.profile[i] + EPSILON];
  one.self[SELF_FORESEEN] = -Infinity;
  one.nearCount = 1;
  const found: ForeseenCollision[] = [];
  for (let n = 0; n < thought.nearCount; n++) {
    one.near.set(near.subarray(NEAR * n, NEAR * (n + 1)));
    findCollision(one, velocity, 0);
    const time = one.collision[0];
    if (time === Infinity) continue;
    const kind = COLLISIONS[typeOfCollision(one, velocity, 0)];
    const [dx, dy, vx, vy, sum, far] = one.near;
    const x = self[SELF_X] + velocity[0] * time;
    const y = self[SELF_Y] + velocity[1] * time;
    // Between the two bodies, on the side of the smaller one.
    const share = self[SELF_RADIUS] / sum!;
    const place: [number, number] = [
      x + share * (self[SELF_X] - dx! + vx! * time - x),
      y + share * (self[SELF_Y] - dy! + vy! * time - y),
    ];
    const isAvoided = far! - sum! >= self[SELF_FORESEEN];
    found.push({ serial: crowd.serial[slots[n]], time, kind, place, isAvoided });
  }
  return found.sort((a, b) => a.time - b.time || a.serial - b.serial);
}

/** What avoidance left in its list, and what it made of each: those looked at have a negative quality there, but for the one taken. */
function rated({ crowd, profiles }: Surroundings, i: number, thought: Thought): RatedVelocity[] {
  const { list, listCount, collision, slots, velocity } = thought;
  const met = Array.from({ length: listCount }, (_, k) => {
    findCollision(thought, list, PROPOSAL * k + 1);
    const time = collision[0];
    const at = collision[1];
    const type = time === Infinity ? NONE : typeOfCollision(thought, list, PROPOSAL * k + 1);
    return { time, at, type };
  });
  const serialAt = (at: number) => crowd.serial[slots[at / NEAR]];
  const table = profiles.numbers;
  const p = PROFILE * crowd.profile[i];
  let isFound = false;
  return met.map(({ time, at, type }, k): RatedVelocity => {
    const quality = list[PROPOSAL * k];
    const vx = list[PROPOSAL * k + 1];
    const vy = list[PROPOSAL * k + 2];
    const until = list[PROPOSAL * k + 3];
    // It answers the collision of the one that was looked at and had it at just this moment.
    const asked =
      k === 0 ? NONE : met.findIndex((other, n) => n < k && other.time === until && list[PROPOSAL * n] <= 0);
    const from = asked === NONE ? 0 : asked;
    const isTaken = !isFound && vx === velocity[0] && vy === velocity[1];
    if (isTaken) isFound = true;
    const isLooked = quality <= 0 || isTaken;
    return {
      module: k === 0 ? 'wish' : moduleOf(thought, table, p, PROPOSAL * from, met[from], vx, vy),
      velocity: [vx, vy],
      quality: Math.abs(quality),
      against: asked === NONE ? NONE : serialAt(met[asked].at),
      time: until,
      meets: time === Infinity ? undefined : { serial: serialAt(at), time, kind: COLLISIONS[type] },
      verdict: !isLooked
        ? 'left'
        : !isTaken
          ? 'refused'
          : time >= until
            ? 'taken'
            : isAccepted(table, p, type)
              ? 'accepted'
              : 'longest',
    };
  });
}

/** In the order of the behaviour tables. */
const MODULES = ['right', 'left', 'decelerate', 'accelerate'] as const;
/** Numbers of a behaviour per module. */
const MODULE = 2 * COLLISIONS.length;

/**
 * Which module made a velocity out of the one that was looked at: asked one by one, it is the one that gives just this.
 * @param met what was found for the one looked at
 */
function moduleOf(
  thought: Thought,
  table: Float64Array,
  profile: number,
  popped: number,
  met: { time: number; at: number; type: number },
  vx: number,
  vy: number,
): RatedVelocity['module'] {
  const list = new Float64Array(PROPOSAL * 6);
  list.set(thought.list.subarray(0, PROPOSAL));
  list.set(thought.list.subarray(popped, popped + PROPOSAL), PROPOSAL);
  const against = table[profile + PURE] === 1 ? PROPOSAL : 0;
  for (const [m, module] of MODULES.entries()) {
    const own = table.slice(profile, profile + PROFILE);
    own.fill(-1, BEHAVIOUR, BEHAVIOUR + MODULE * m);
    own.fill(-1, BEHAVIOUR + MODULE * (m + 1));
    const asked = { ...thought, list, listCount: 2, collision: Float64Array.of(met.time, met.at) };
    propose(asked, own, 0, met.type, PROPOSAL, against);
    for (let at = 2 * PROPOSAL; at < PROPOSAL * asked.listCount; at += PROPOSAL) {
      if (list[at + 1] === vx && list[at + 2] === vy) return module;
    }
  }
  return 'wish';
}
