/**
 * Travel: who arrived and when, how fast people walked, who got stuck. All of it grows by what happens, not by steps.
 *
 * Travel times are kept one by one, so that quantiles are exact. Speeds are counted per walker and step. A walker is
 * stuck if it made no way for STUCK_SECONDS with a goal left: it has not left the circle of STUCK_RADIUS around
 * the place where its clock was last set. Somebody who has not started yet, waits, or wants nothing sets it anew. A
 * walker counts once, even if it gets going again. Judged by places alone: not by what the walker itself thinks.
 */
import { grownBytes, grownFloats, GrowableFloats } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import type { Crowd } from '../crowd/crowd.ts';
import { addNumber, createRunning, type Running, summarise, type Summary } from './statistics.ts';

export const STUCK_SECONDS = 60;
/** Metres: less than a body's width beyond swaying on the spot. */
const STUCK_RADIUS = 0.5;

export interface TravelLog {
  /** Seconds from the start of walking to arrival, and the moment of arrival, one per arrival. */
  seconds: GrowableFloats;
  arrivedAt: GrowableFloats;
}

export function createTravelLog(): TravelLog {
  return { seconds: new GrowableFloats(), arrivedAt: new GrowableFloats() };
}

export function addArrival(log: TravelLog, startedAt: number, now: number): void {
  log.seconds.push(now - startedAt);
  log.arrivedAt.push(now);
}

export function travelSummary(log: TravelLog): Summary {
  return summarise(log.seconds);
}

/** The egress curve: how many had arrived at each of these moments. */
export function arrivedUntil(log: TravelLog, moments: ArrayLike<number>): Int32Array {
  const sorted = log.arrivedAt.values().slice().sort();
  return Int32Array.from({ length: moments.length }, (_, i) => {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle] <= moments[i]) low = middle + 1;
      else high = middle;
    }
    return low;
  });
}

/** Speeds of all walkers of this step. */
export function createSpeeds(): Running {
  return createRunning();
}

export function addSpeeds(speeds: Running, count: number, velocity: Float64Array): void {
  for (let i = 0; i < count; i++) {
    const vx = velocity[2 * i];
    const vy = velocity[2 * i + 1];
    addNumber(speeds, Math.sqrt(vx * vx + vy * vy));
  }
}

/** By serial: where each walker's clock was set, and when. */
export interface StuckTracker {
  known: Uint8Array;
  /** x, y interleaved. */
  place: Float64Array;
  since: Float64Array;
  /** Walkers that have ever been stuck. */
  stuck: number;
  /** Those who are stuck now. */
  stuckNow: number;
}

/** Marks in `known`. */
const UNKNOWN = 0;
const GOING = 1;
const ONCE_STUCK = 2;

export function createStuckTracker(): StuckTracker {
  return {
    known: new Uint8Array(1024),
    place: new Float64Array(2048),
    since: new Float64Array(1024),
    stuck: 0,
    stuckNow: 0,
  };
}

/** Look at the crowd after a step. */
export function trackStuck(tracker: StuckTracker, crowd: Crowd, now: number): void {
  if (tracker.known.length < crowd.nextSerial) {
    tracker.known = grownBytes(tracker.known, crowd.nextSerial);
    tracker.place = grownFloats(tracker.place, 2 * tracker.known.length);
    tracker.since = grownFloats(tracker.since, tracker.known.length);
  }
  const { known, place, since } = tracker;
  tracker.stuckNow = 0;
  for (let i = 0; i < crowd.count; i++) {
    const serial = crowd.serial[i];
    const x = crowd.place[2 * i];
    const y = crowd.place[2 * i + 1];
    const dx = x - place[2 * serial];
    const dy = y - place[2 * serial + 1];
    // In a queue, at a place of its own, held at a door: it stands because it is asked to.
    const isAsked = crowd.joinedAt[i] >= 0 || crowd.spot[i] !== NONE || crowd.admitted[i] !== 0;
    const isIdle = isAsked || crowd.goalCell[i] === NONE || crowd.startAt[i] > now || crowd.waitUntil[i] >= 0;
    if (known[serial] === UNKNOWN || isIdle || dx * dx + dy * dy > STUCK_RADIUS * STUCK_RADIUS) {
      if (known[serial] === UNKNOWN) known[serial] = GOING;
      place[2 * serial] = x;
      place[2 * serial + 1] = y;
      since[serial] = now;
      continue;
    }
    if (now - since[serial] < STUCK_SECONDS) continue;
    tracker.stuckNow++;
    if (known[serial] === ONCE_STUCK) continue;
    known[serial] = ONCE_STUCK;
    tracker.stuck++;
  }
}
