/**
 * Scenario: what a scenario file says, complete: short forms written out, defaults filled in, names turned into indices.
 *
 * `parseScenario` (parse-scenario.ts) makes it; setting up and running a crowd reads it. Plain data: it can be saved as
 * JSON and posted to a worker. Lengths in metres, times in seconds, angles in degrees as people write them; coordinates
 * are the plan's. Doors and levels stay names, for they may be in an environment file that is not read yet.
 */

import type { LinkKind } from '../map/plan.ts';
import type { Knowing } from '../knowledge/knowledge.ts';
import { type Profile, USUAL_BODY, USUAL_PROFILE } from '../crowd/profiles.ts';

export type Point = [number, number];

/** What `sample` (distributions.ts) draws from: numbers, or the walking speeds of people of some ages (walking-age.ts). */
export type Distribution = PlainDistribution | { kind: 'ages'; ages: PlainDistribution; factor: number };

/** `within`: draw again until the number lies in this range. */
type PlainDistribution =
  | { kind: 'fixed'; value: number }
  | { kind: 'uniform'; low: number; high: number }
  | { kind: 'normal'; mean: number; deviation: number; within: [number, number] | null }
  /** The logarithm has mean mu and deviation sigma. */
  | { kind: 'lognormal'; mu: number; sigma: number; within: [number, number] | null }
  | { kind: 'gamma'; shape: number; scale: number; within: [number, number] | null }
  | { kind: 'weibull'; scale: number; shape: number; within: [number, number] | null }
  /** The first one takes the first value, and so on; after the last the first again. */
  | { kind: 'values'; values: number[] };

/** What each walker of a profile is given when it comes: its body, its speeds, and when it starts. */
interface SampledBody {
  /** Metres. */
  radius: Distribution;
  /** Preferred speed, metres per second. */
  speed: Distribution;
  /** Seconds from coming to starting to walk (pre-movement). */
  start: Distribution;
  /** Top speed as a multiple of the preferred one. */
  topSpeedRatio: number;
}

/** What people of a profile know when they come, how they look, and what they mind when they choose a way. */
export interface ScenarioKnowledge extends Omit<Knowing, 'start'> {
  /** Or the names of areas and goals. */
  start: 'nothing' | 'entrance' | 'everything' | string[];
}

export interface ScenarioProfile extends SampledBody, Profile {
  /** Absent: they know everything, and look at nothing. */
  knowledge?: ScenarioKnowledge;
}

export const DEFAULT_PROFILE: Readonly<ScenarioProfile> = {
  radius: { kind: 'fixed', value: USUAL_BODY.radius },
  speed: { kind: 'normal', mean: USUAL_BODY.speed, deviation: 0.26, within: [0.5, 2.2] },
  start: { kind: 'fixed', value: 0 },
  topSpeedRatio: USUAL_BODY.topSpeedRatio,
  ...USUAL_PROFILE,
  name: 'default',
};

export interface InlineLevel {
  name: string;
  elevation: number;
  /** Rings, not repeated at the end. */
  walkable: Point[][];
  obstacles: Point[][];
  /** Walls without thickness: open polylines. */
  lines: Point[][];
  /** The same, and people can see through them. */
  glass: Point[][];
  doors: { name: string; ends: [Point, Point] }[];
}

export interface InlineLink {
  name: string;
  kind: LinkKind;
  /** Indices into `levels`. */
  lower: number;
  upper: number;
  corners: [Point, Point, Point, Point];
}

/** How an environment file is to be read: the options of ENV on the command line. Absent: not said. */
export interface FileOptions {
  scale?: number;
  up?: 'y' | 'z';
  as?: 'walkable' | 'obstacles';
  crs?: 'local' | 'lonlat';
  margin?: number;
  floor?: number;
  height?: number;
  stepHeight?: number;
  tolerance?: number;
  simplification?: number;
  seedPoints?: Point[];
  /** DXF: only these are read. */
  layers?: string[];
  /** PNG: pixels darker than this, 0 … 255, are dark. */
  threshold?: number;
}

export type ScenarioEnvironment =
  /** `file` is relative to the scenario's own folder. */
  { kind: 'file'; file: string; options: FileOptions } | { kind: 'inline'; levels: InlineLevel[]; links: InlineLink[] };

/** A level's name; null: the first level. */
export type LevelName = string | null;

export interface ScenarioArea {
  name: string;
  level: LevelName;
  /** A ring, not repeated at the end. */
  polygon: Point[];
}

interface ScenarioLine {
  name: string;
  level: LevelName;
  line: [Point, Point];
}

export interface ScenarioGoal {
  name: string;
  level: LevelName;
  /** What it is, for people who go to the nearest of a kind. */
  kind: string | null;
  /** True for those listed under `exits`. */
  isExit: boolean;
  shape:
    | { kind: 'point'; at: Point; radius: number }
    | { kind: 'line'; line: [Point, Point] }
    | { kind: 'area'; polygon: Point[] };
  /** People are served here; null: they only come here. Points and lines only. */
  counter: ScenarioCounter | null;
  /** People per metre of its width and second that it lets pass at most; null: as many as can. */
  maxFlow: number | null;
}

export interface ScenarioCounter {
  /** How many are served at once, and seconds that serving one takes. */
  servers: number;
  service: Distribution;
  /** Where people queue, from the counter backwards; empty: straight away from it. */
  queue: Point[];
  /** Seconds in a queue after which somebody looks for a shorter one; null: never. */
  patience: number | null;
}

/** What is asked of a door of the environment. */
export interface ScenarioDoorRule {
  door: string;
  /** People per metre of its width and second, both ways together; null: as many as can. */
  maxFlow: number | null;
  /** A point on the side people come out to, who are let out before others go in; null: nobody is. */
  letOutFirst: Point | null;
}

/** Something to read that tells where goals are, and the way there. */
export interface ScenarioSign {
  name: string;
  level: LevelName;
  at: Point;
  /** Degrees, counter-clockwise from the x axis, or a point that it faces. */
  facing: { degrees: number } | { towards: Point };
  /** Metres from which it can be read straight before it, degrees within which it can be read at all, and the share of people who notice it. */
  range: number;
  angle: number;
  notice: number;
  /** Indices into Scenario.goals; null: everything, as a map of the place does. */
  shows: number[] | null;
  /** The whole way there, or where it goes on from here. */
  gives: 'way' | 'direction';
}

export interface ScenarioStage {
  /**
   * assigned: the one goal of `goals`; nearest: by way; quickest: walking time and the queue seen; known: the nearest that somebody knows;
   * wander: from corner to corner of a town, without a goal.
   */
  choose: 'assigned' | 'nearest' | 'quickest' | 'known' | 'wander';
  /** Indices into Scenario.goals; none where they wander. */
  goals: number[];
  /** Seconds to stay once there, or to wander. */
  wait: Distribution;
}

/** Stages one after the other; after the last the walker leaves. No stages: it stays where it is. */
export interface ScenarioItinerary {
  name: string;
  stages: ScenarioStage[];
}

export interface ProfileShare {
  /** Index into Scenario.profiles. */
  profile: number;
  /** Shares of one list sum to 1. */
  share: number;
}

/** What walkers of a group or a source have in common. */
export interface Who {
  profiles: ProfileShare[];
  /** Index into Scenario.itineraries. */
  itinerary: number;
  /** Instead of the profile's `start`; null: the profile's. */
  start: Distribution | null;
  /** Who comes next is alone or the first of so many: sizes and their shares, which sum to 1; null: all are alone. */
  companions: { size: number; share: number }[] | null;
}

export type ScenarioWalkers = (
  | ({ kind: 'one'; at: Point; level: LevelName } & Who)
  /** Index into Scenario.areas, and either a number of walkers or walkers per m² of floor. */
  | ({ kind: 'area'; area: number; count: number | null; density: number | null } & Who)
) & {
  /** All with the same name walk together; null: nobody else. */
  group: string | null;
};

export interface Burst {
  /** The first walker of the burst comes at this time. */
  at: number;
  count: number;
  /** They come within so many seconds; 0: all at once. */
  over: number;
  /** Again after so many seconds, while the time is before `until`; null: once. */
  every: number | null;
  until: number | null;
}

export interface ScenarioSource extends Who {
  name: string;
  where: { kind: 'area'; area: number } | { kind: 'line'; line: [Point, Point]; level: LevelName };
  /** random: a Poisson process; regular: evenly spaced. */
  arrivals: 'random' | 'regular';
  /** [time, walkers per second from then on], ascending; before the first: none. */
  rates: [number, number][];
  bursts: Burst[];
  /** No more than so many in all; null: no limit. */
  total: number | null;
}

/**
 * Something that happens at a time of the run. To add a new kind of event, add it to this type, and then:
 *
 *   schema.ts         its fields in the file
 *   parse-events.ts   how it is read and checked
 *   run/places.ts     `checkPlaces`: whether what it names is in the place
 *   run/events.ts     what it does
 *
 * The page reads the file itself: `viewer/src/page/events.ts` has the words for the time line. If the event changes obstacles or
 * walls, see `viewer/src/page/place-events.ts`; if it names something that can be renamed, `viewer/src/document/references.ts`.
 * Users read of it in `docs/scenario.md`.
 */
export type ScenarioEvent = DoorEvent | PlaceEvent | AnnounceEvent | FactorEvent;

export interface DoorEvent {
  at: number;
  kind: 'close' | 'open' | 'one-way';
  door: string;
  /** one-way: a point on the side one may go to; null otherwise. */
  towards: Point | null;
}

/** People with knowledge in an area are told the way to goals. */
export interface AnnounceEvent {
  at: number;
  kind: 'announce';
  /** Index into Scenario.areas; null: heard everywhere. */
  area: number | null;
  /** Seconds for which it is repeated. */
  seconds: number;
  /** The share of people who listen. */
  notice: number;
  /** Indices into Scenario.goals; null: everything. */
  shows: number[] | null;
}

/** From then on so many times as many people come from sources (demand.ts), or everybody walks so many times as fast as they like to. */
export type FactorEvent = DemandEvent | SpeedEvent;

interface DemandEvent {
  at: number;
  kind: 'demand';
  /** Of what it is without such events; 1: as usual again. */
  factor: number;
}

interface SpeedEvent {
  at: number;
  kind: 'speed';
  factor: number;
}

/** Something goes, something comes, or both: then it is moved. */
export interface PlaceEvent {
  at: number;
  kind: 'place';
  /** By the name it was put in with, or what stands at a point. */
  remove: { name: string } | { at: Point; level: LevelName } | null;
  add: ScenarioPiece | null;
}

/** An obstacle's corners, or the points of a wall, opaque or of glass. */
export interface ScenarioPiece {
  kind: 'obstacle' | 'wall' | 'glass';
  name: string | null;
  level: LevelName;
  points: Point[];
}

/** For models that walk on tiles. null: by the kind of place. */
interface ScenarioTiles {
  /** town: streets are forbidden, people keep to pavements and cross at crossings; open: all floor is walked on. */
  place: 'town' | 'open' | null;
  /** Side of a tile, metres. */
  side: number | null;
  /** Width of pavements in a town; in an open place how far people keep from walls, metres. */
  pavement: number | null;
  /** Areas that people who wander go to more often, or less: where several overlap, weights are multiplied. */
  attraction: { area: number; weight: number }[];
}

export interface Scenario {
  name: string;
  description: string;
  seed: number;
  /** Simulated seconds, at most. */
  duration: number;
  /** Seconds of one step. */
  step: number;
  model: string;
  /** How a model on tiles lays out the place (run/tiles-of.ts). */
  tiles: ScenarioTiles;
  environment: ScenarioEnvironment;
  profiles: ScenarioProfile[];
  /** Named ones first, then those written in place. */
  areas: ScenarioArea[];
  goals: ScenarioGoal[];
  itineraries: ScenarioItinerary[];
  walkers: ScenarioWalkers[];
  sources: ScenarioSource[];
  /** [time, factor of the rates of all sources from then on], ascending; before the first: 1 (demand.ts). */
  demand: [number, number][];
  doors: ScenarioDoorRule[];
  signs: ScenarioSign[];
  /** In order of time. */
  events: ScenarioEvent[];
  measure: { lines: ScenarioLine[]; areas: ScenarioArea[] };
  limits: { maxWalkers: number };
}
