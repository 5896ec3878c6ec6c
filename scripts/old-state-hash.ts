/**
 * The hash of a crowd's state as it was before columns were declared once, kept to show that reshaping the engine changed nobody's
 * steps: every column it knows is read by name.
 */
import { BODY, NONE, portalOf, type Simulation } from '@foulee/engine';

const lanes = new Uint32Array(2);
const float = new Float64Array(1);
const bits = new Uint32Array(float.buffer);

/** Columns that have become the walker model's own. */
interface Own {
  held: Float64Array;
  wish: Float64Array;
  facing: Float64Array;
  swerve: Int32Array;
}

export function oldStateHash({ crowd: all, routes, time, standing: places }: Simulation): string {
  const crowd = all as Simulation['crowd'] & Own;
  const standing = places?.state;
  lanes[0] = 0x2f6e2b1;
  lanes[1] = 0x5bd1e995;
  mixFloat(time);
  mix(crowd.count);
  mix(crowd.nextSerial);
  if (standing !== undefined) for (const number of standing) mixFloat(number);
  for (const i of slotsBySerial(crowd)) {
    mix(crowd.serial[i]);
    mix(crowd.cell[i]);
    mix(crowd.profile[i]);
    mix(crowd.itinerary[i]);
    mix(crowd.stage[i]);
    mix(crowd.goalCell[i]);
    mix(crowd.chosen[i]);
    for (let k = 0; k < 2; k++) {
      mixFloat(crowd.place[2 * i + k]);
      mixFloat(crowd.velocity[2 * i + k]);
      mixFloat(crowd.goal[2 * i + k]);
      mixFloat(crowd.stuckPlace[2 * i + k]);
      mixFloat(crowd.aim[2 * i + k]);
      mixFloat(crowd.wish[2 * i + k]);
    }
    for (let k = 0; k < BODY; k++) mixFloat(crowd.body[BODY * i + k]);
    mixFloat(crowd.bornAt[i]);
    mixFloat(crowd.startAt[i]);
    mixFloat(crowd.waitUntil[i]);
    mixFloat(crowd.planAt[i]);
    mixFloat(crowd.stuck[i]);
    mixFloat(crowd.facing[i]);
    mixFloat(crowd.held[i]);
    mix(crowd.swerve[i]);
    if (crowd.companions[i] !== NONE) {
      mix(crowd.companions[i]);
      mixFloat(crowd.breadth[i]);
      mixFloat(crowd.waited[i]);
    }
    // Only of those who have any of it: runs without queues are as they were.
    if (crowd.spot[i] !== NONE || crowd.joinedAt[i] !== -1 || crowd.admitted[i] !== 0) {
      mix(crowd.spot[i]);
      mix(crowd.admitted[i]);
      mixFloat(crowd.joinedAt[i]);
      for (let k = 0; k < 2; k++) mixFloat(crowd.stand[2 * i + k]);
    }
    const portals = crowd.route[i] === NONE ? NONE : crowd.portalsLeft[i];
    mix(portals);
    for (let k = 0; k < portals; k++) mix(portalOf(routes, crowd, i, k));
  }
  const text = (lane: number) => finish(lane).toString(16).padStart(8, '0');
  return text(lanes[0]) + text(lanes[1]);
}

/** Slots in the order of their walkers' serials. */
function slotsBySerial({ count, serial }: Simulation['crowd']): Int32Array {
  const slots = new Int32Array(count);
  for (let i = 0; i < count; i++) slots[i] = i;
  return slots.sort((a, b) => serial[a] - serial[b]);
}

function mixFloat(value: number): void {
  // Zero has two signs that compare equal.
  float[0] = value === 0 ? 0 : value;
  mix(bits[0]);
  mix(bits[1]);
}

function mix(value: number): void {
  let k = Math.imul(value, 0xcc9e2d51);
  k = Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  const a = lanes[0] ^ k;
  lanes[0] = Math.imul((a << 13) | (a >>> 19), 5) + 0xe6546b64;
  const b = (lanes[1] + lanes[0]) ^ k;
  lanes[1] = Math.imul((b << 17) | (b >>> 15), 9) + 0x38b34ae5;
}

function finish(lane: number): number {
  let h = lane;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}
