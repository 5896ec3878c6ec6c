/** Why a walker decides as it does: what a model tells of one decision, for people to look at. */
import type { Collision } from '../crowd/profiles.ts';

export interface Explanation {
  serial: number;
  /** Does it make up its mind in the coming step, or go on as it wished? */
  isThinking: boolean;
  /** Does it stand because it has not started, waits, or is asked to? */
  isStanding: boolean;
  /** The velocity after each stage that had a say, in their order. */
  stages: { name: string; velocity: [number, number] }[];
  /** What it decides: metres per second; and what it wished for when it made up its mind last. */
  velocity: [number, number];
  wish: [number, number];
  /** Serials of those it minds. */
  minded: number[];
  /** Soonest first. */
  collisions: ForeseenCollision[];
  /** In the order they were made; none where nobody is met with the first. */
  proposals: RatedVelocity[];
}

/** Somebody it would touch, or come nearer to than it likes, if it walked on as it wishes and the other as now. */
export interface ForeseenCollision {
  serial: number;
  /** Seconds from now. */
  time: number;
  /** As in behaviours: it runs into the other's path or back, or the other into its; or the other stands. */
  kind: Collision;
  /** Where the two would meet, mesh coordinates. */
  place: [number, number];
  /** Is it for avoidance? Nearer ones are for the room ahead to mind. */
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
   * `taken`: nobody is met before the time it was to gain; `accepted`: it takes such a collision as it comes; `longest`: none is
   * good, with this one it goes well for longest; `refused`: somebody is met too soon; `left`: a better one was found before.
   */
  verdict: 'taken' | 'accepted' | 'longest' | 'refused' | 'left';
}
