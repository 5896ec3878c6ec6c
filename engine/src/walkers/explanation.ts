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
  /** Of somebody on tiles. */
  onTiles?: TileDecision;
}

/** How somebody on tiles comes to its direction and speed (walkers/stream). */
export interface TileDecision {
  /** It waits, walks to its place among companions, or searches a direction. */
  does: 'waits' | 'keeps formation' | 'searches';
  /** Seconds until it walks on; 0 unless it waits. */
  wait: number;
  /** From goal to goal of the town; else it is bound for a goal of the scenario. */
  isWandering: boolean;
  /** The goal of the town it walks to, mesh coordinates. */
  goal: [number, number];
  /** Did it give up another goal just now, to get out of a jam? */
  turnsBack: boolean;
  /** Direction, 0 … 15 counter-clockwise from x, and speed, 0 (stands) … 15, as it decides. */
  angle: number;
  norm: number;
  /** State of ACCELERATE; 0: NORMAL. */
  accelerate: number;
  /** The serial of who leads its group, and how many they are; undefined: it walks alone. */
  group: { leader: number; size: number } | undefined;
  /** In the order of the search; none unless it searches. */
  directions: TriedDirection[];
  /** Who is ahead in the direction advised; undefined: nobody that it minds. */
  ahead: WalkerAhead | undefined;
}

export interface TriedDirection {
  /** Steps of π/8 from the direction it had, counter-clockwise. */
  steps: number;
  /** Out of 100. `flow` is undefined where the next tile has no direction. undefined: the next tile cannot be walked on. */
  marks: { static: number; flow: number | undefined; goal: number; mean: number } | undefined;
  /** The mean it takes to be advised. */
  least: number;
  isAdvised: boolean;
}

/** Somebody ahead, and the entry of the reaction table for that case. */
export interface WalkerAhead {
  serial: number;
  /** To its tile. */
  tiles: number;
  distance: 'close' | 'near' | 'far';
  relation: 'following' | 'front' | 'crossing';
  isWaiting: boolean;
  isCongested: boolean;
  /** Steps of π/8 that are tried first, on both sides. */
  turns: readonly number[];
  /** Without a turn. */
  act: 'wait' | 'slow' | 'slow if faster' | 'slow sharply' | 'slow or wait' | 'take its speed' | 'mean of speeds';
  passesBehind: boolean;
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
