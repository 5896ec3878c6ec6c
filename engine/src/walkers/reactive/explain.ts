/**
 * Why a walker decides as it does: its decision, taken again with an observer who notes the velocity after each stage (decide.ts), whom
 * the walker would run into, and the velocities it rated against that (avoid.ts).
 *
 * It thinks here whether or not it is its turn; `isThinking` tells whether it is.
 */
import { WALKS } from '../../bodies/stand.ts';
import { NONE } from '../../core/none.ts';
import { BEHAVIOUR, COLLISIONS, EPSILON, PROFILE, PURE } from '../../crowd/profiles.ts';
import type { Explanation, ForeseenCollision, RatedVelocity } from '../explanation.ts';
import { findCollision, typeOfCollision } from './collision.ts';
import { isItsTurn, thinkObserved } from './decide.ts';
import { isAccepted, propose } from './modules.ts';
import {
  createThought,
  NEAR,
  PROPOSAL,
  SELF_FORESEEN,
  SELF_GAP,
  SELF_RADIUS,
  SELF_X,
  SELF_Y,
  type Thought,
} from './thought.ts';
import type { View } from './columns.ts';

/** @param view may be written to */
export function explain(view: View, i: number): Explanation {
  const { crowd } = view;
  const thought = createThought();
  const { velocity } = thought;
  const told: Explanation = {
    serial: crowd.serial[i],
    isThinking: isItsTurn(view, i),
    isStanding: crowd.stands[i] !== WALKS,
    stages: [],
    velocity: [0, 0],
    wish: [crowd.wish[2 * i], crowd.wish[2 * i + 1]],
    minded: [],
    collisions: [],
    proposals: [],
  };
  thinkObserved(view, i, thought, (name, hadSay) => {
    if (hadSay) told.stages.push({ name, velocity: [velocity[0], velocity[1]] });
    if (name === 'neighbours') {
      told.minded = Array.from(thought.slots.subarray(0, thought.nearCount), (j) => crowd.serial[j]);
    } else if (name === 'personal space' && hadSay) {
      told.collisions = foresee(view, i, thought);
      thought.listCount = 0;
    } else if (name === 'avoidance' && hadSay) told.proposals = rated(view, i, thought);
  });
  told.velocity = [velocity[0], velocity[1]];
  return told;
}

/** With each of those minded, one by one. */
function foresee({ crowd, profiles }: View, i: number, thought: Thought): ForeseenCollision[] {
  const { near, slots, self, velocity } = thought;
  const one = createThought();
  one.self.set(self);
  one.self[SELF_GAP] = profiles.numbers[PROFILE * crowd.profile[i] + EPSILON];
  one.self[SELF_FORESEEN] = -Infinity;
  one.nearCount = 1;
  const found: ForeseenCollision[] = [];
  for (let n = 0; n < thought.nearCount - thought.friends; n++) {
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
function rated({ crowd, profiles }: View, i: number, thought: Thought): RatedVelocity[] {
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
      module: k === 0 ? 'wish' : moduleOf(thought, table, p, PROPOSAL * from, met[from], [vx, vy]),
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
  [vx, vy]: [number, number],
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
