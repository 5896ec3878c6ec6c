/**
 * Knowledge: what each walker has seen, been told and remembers (P05 §4.2), as bits and small numbers over places that all share; nobody has
 * a map of their own.
 *
 *   known accesses    a bit per border that people walk through: seen, or told; the only ones that routes of this person use
 *   explored places   a bit per place: all of it has been seen. Unknown, partial and perfect (P05) follow: no access of a place is known,
 *                     some are, or all are
 *   known goals       a bit per goal: seen or told. Knowing every access of its place is not enough
 *   noticed           a bit per sign and announcement: taken in, or overlooked for good; a bit per door seen closed, and one for waiting (closed-doors.ts)
 *   memory            how crowded a place was, how many went over a border, and of these how many knew their way, how many queued at a
 *                     goal, how crowded it is on the way to an access, and when: the latest MEMORIES
 *
 * Columns of the crowd like all others: sorted, hashed, saved. They exist only in simulations in which a profile has `knowledge`.
 * Memory: 260 bytes, and a bit per access, place, goal, sign and door.
 */
import { type Csr, groupByOwner } from '../core/csr.ts';
import { assert } from '../core/errors.ts';
import { GrowableFloats } from '../core/growable.ts';
import { NONE } from '../core/none.ts';
import { sineCosineDegrees } from '../core/trigonometry.ts';
import { type Arrays, type Columns, ints } from '../crowd/column.ts';
import type { Crowd } from '../crowd/crowd.ts';
import { type Goal, placesOn } from '../crowd/goals/goals.ts';
import { createSighting, type Sighting } from '../perception/observe.ts';
import { type Boxes, createBoxes } from '../perception/boxes.ts';
import { createCounters, type Counters } from '../perception/counters.ts';
import { createKnownSearch, ESCALATOR, type KnownSearch, STAIRS } from '../routing/known/known-way.ts';
import { buildRoadmap } from '../routing/roadmap/roadmap.ts';
import { type CellIndex, locate } from '../subdivision/locate.ts';
import type { Scenery } from '../topology/places.ts';
import type { Plan } from '../map/plan.ts';

/** A ring on a level, mesh coordinates. */
export interface KnownArea {
  level: number;
  ring: Float64Array;
}

/** How people of a profile see and know. */
export interface Knowing {
  /** What they know when they come: nothing; the way in; everything; or some areas, and the ways to some goals. */
  start: 'nothing' | 'entrance' | 'everything' | { areas: readonly KnownArea[]; goals: readonly number[] };
  /** Angle of view in degrees, 170 at most, and metres that they see. */
  angle: number;
  range: number;
  /** Seconds after which something remembered counts for nothing. */
  memory: number;
  /** How much crowds, people who come the other way, stairs, turns and narrow accesses count when they choose a way; 0: not at all. */
  avoidCrowds: number;
  avoidCounterFlow: number;
  avoidStairs: number;
  avoidTurns: number;
  avoidNarrow: number;
  /** How much people who do not know follow others, 0 to 1. */
  follow: number;
  /** The share of people they meet and who look for the way that they tell it to, 0 to 1. */
  tell: number;
}

/** How somebody of a profile with knowledge sees and knows. */
export function knowingOf({ profiles }: Pick<Knowledge, 'profiles'>, { profile }: Crowd, i: number): Knowing {
  const knowing = profiles[profile[i]];
  assert(knowing !== undefined, 'people without knowledge neither look nor remember');
  return knowing;
}

export const USUAL_KNOWING: Readonly<Omit<Knowing, 'start'>> = {
  angle: 170,
  range: 60,
  memory: 60,
  avoidCrowds: 1,
  avoidCounterFlow: 0.5,
  avoidStairs: 0,
  avoidTurns: 0,
  avoidNarrow: 0,
  follow: 0,
  tell: 0,
};

export interface KnowledgeOptions {
  /** Of the cells with all doors open, where it is known already. */
  scenery?: Scenery;
  /** By profile; undefined: people of this profile know everything, and look at nothing, as if there were no knowledge. */
  profiles: readonly (Knowing | undefined)[];
  signs: readonly Sign[];
  announcements?: readonly Announcement[];
  /** What chances are drawn from. */
  seed: number;
}

/** What a sign says and from where it can be read. Mesh coordinates. */
export interface Sign {
  name: string;
  level: number;
  x: number;
  y: number;
  /** Where it faces: a unit vector. */
  dx: number;
  dy: number;
  /** Metres from which it is legible straight before it; at an angle, less by the cosine. */
  range: number;
  /** Half the angle from which it is legible at all, as a cosine. */
  cosine: number;
  /** The share of people who notice it when they could read it. */
  notice: number;
  /** Goals that it shows the way to; null: everything, as a map does. */
  goals: readonly number[] | null;
  /** Does it only point where the way goes on, as far as one sees from it? */
  isArrow?: boolean;
}

/** Something that is said to everybody in an area, for a while. */
export interface Announcement {
  /** Seconds. */
  from: number;
  until: number;
  /** Where it is heard; null: everywhere. */
  area: KnownArea | null;
  /** The share of people who listen. */
  notice: number;
  /** Goals whose way is told; null: everything. */
  goals: readonly number[] | null;
}

/** Where an arrow sends people who look for a goal: into the cell at the end of what is seen of the way from the sign. */
export interface Pointer {
  goal: number;
  cell: number;
}

/** A sign on the floor, and what its readers learn. */
export interface PlacedSign extends Sign {
  cell: number;
  accesses: Int32Array;
  tells: Int32Array;
  pointers: readonly Pointer[];
}

/** Entries of the memory of one person, of three numbers: what, tenths of seconds of simulated time, value. */
export const MEMORIES = 16;
/** What is remembered: `kind * KIND + index`. */
export const KIND = 1 << 24;
export const CROWD_IN_PLACE = 1;
export const FLOW_THROUGH = 2;
export const QUEUE_AT_GOAL = 3;
/** Kept by people who follow others only. */
export const LED_THROUGH = 4;
/** On the way to an access of the place somebody is in, by its side: local-crowds.ts. */
export const LOCAL_CROWD = 5;
/** People who were seen on their way to a goal; kept by people who follow others only. */
export const HEADING_TO = 6;

/** Chunks of the cells of the place somebody is in. */
export const CHUNKS = 128;

function knowledgeColumns(size: Knowledge['size']) {
  return {
    knownAccesses: ints(size.accesses),
    explored: ints(size.explored),
    knownGoals: ints(size.goals),
    noticed: ints(size.noticed),
    memory: ints(3 * MEMORIES),
    /** The place somebody is in, or looks through, and which of its cells have been seen since they came there. */
    inPlace: ints(1, 'state', NONE),
    seenHere: ints(CHUNKS / 32),
    /** The place they walk to because they know too little; NONE while they know a way to a goal. */
    exploring: ints(1, 'state', NONE),
    /** The place of which they looked how crowded its ways are, and when, in tenths of seconds; and decimetres that crowds added to their way when they chose it. */
    localPlace: ints(1, 'state', NONE),
    localAt: ints(1),
    burden: ints(1),
    /** The sign whose arrow they follow. */
    pointedBy: ints(1, 'state', NONE),
  } satisfies Columns;
}

export type KnowingCrowd = Crowd & Arrays<ReturnType<typeof knowledgeColumns>>;

/** Accesses and places that may be there more when the place changes. */
const MORE = 64;

function sizeOf({ places }: Scenery, goals: number, notices: number): Knowledge['size'] {
  const words = (bits: number) => Math.max(1, Math.ceil(bits / 32));
  return {
    accesses: words(places.accesses + MORE),
    explored: words(places.group.length + MORE),
    goals: words(goals),
    noticed: words(notices),
  };
}

export interface Knowledge {
  /** What it adds to the crowd. */
  columns: ReturnType<typeof knowledgeColumns>;
  /** Cells with all doors open, as people believe them to be; and as they are, to look at. */
  believed: Scenery;
  scenery: Scenery;
  search: KnownSearch;
  sighting: Sighting;
  counters: Counters;
  boxes: Boxes;
  profiles: readonly (Knowing | undefined)[];
  /** Half the angle of view of each profile, as sine and cosine. */
  eyes: Float64Array;
  signs: readonly PlacedSign[];
  announcements: readonly Announcement[];
  seed: number;
  /** Steps between two looks of one person. */
  every: number;
  /** Places on goals that are looked for: x, y interleaved, cell and goal of each; and those in each place. */
  lookouts: Float64Array;
  lookoutCell: Int32Array;
  lookoutGoal: Int32Array;
  lookoutsIn: Csr;
  /** What was decided in the last step (decisions.ts). */
  decisions: GrowableFloats;
  /** Words per person of each row of bits. */
  size: { accesses: number; explored: number; goals: number; noticed: number };
}

/** Seconds between two looks. */
const LOOK_EVERY = 0.5;
const KEY_POINTS = 5;

/** What there is to know of, and by whom. */
interface Knowable extends Omit<KnowledgeOptions, 'signs' | 'scenery'> {
  signs: readonly PlacedSign[];
  goals: readonly Goal[];
  /** Of the plan, as cells number them. */
  links: Plan['links'];
}

/**
 * @param believed cells with all doors open. @param step seconds
 * @param before words of the columns there are, if the place has changed
 */
export function createKnowledge(
  believed: Scenery,
  cells: CellIndex,
  { profiles, signs, announcements = [], seed, goals, links }: Knowable,
  step: number,
  before?: Knowledge['size'],
): Knowledge {
  const size =
    before ?? sizeOf(believed, goals.length, signs.length + announcements.length + believed.mesh.doors.length + 1);
  const eyes = new Float64Array(2 * profiles.length);
  profiles.forEach((knowing, p) => eyes.set(sineCosineDegrees((knowing?.angle ?? 0) / 2), 2 * p));
  return {
    columns: knowledgeColumns(size),
    believed,
    scenery: believed,
    search: {
      ...createKnownSearch(believed, buildRoadmap(believed.mesh, KEY_POINTS)),
      steps: stepsOf(believed, links),
    },
    sighting: createSighting(believed),
    counters: createCounters(believed, goals.length),
    boxes: createBoxes(),
    profiles,
    eyes,
    signs,
    announcements,
    seed,
    every: Math.max(1, Math.round(LOOK_EVERY / step)),
    ...findLookouts(believed, cells, goals),
    decisions: new GrowableFloats(64),
    size,
  };
}

function stepsOf({ mesh: { cellLink } }: Scenery, links: Plan['links']): Uint8Array {
  return Uint8Array.from(cellLink, (link) => {
    const kind = link === NONE ? undefined : links[link].kind;
    return kind === 'stairs' ? STAIRS : kind === 'escalator' ? ESCALATOR : 0;
  });
}

function findLookouts(
  { mesh, places }: Scenery,
  cells: CellIndex,
  goals: readonly Goal[],
): Pick<Knowledge, 'lookouts' | 'lookoutCell' | 'lookoutGoal' | 'lookoutsIn'> {
  const found: number[] = [];
  const cellOf: number[] = [];
  const goalOf: number[] = [];
  goals.forEach((goal, g) => {
    const spots = placesOn(goal);
    for (let k = 0; k < spots.length; k += 2) {
      const cell = locate(mesh, cells, goal.level, spots[k], spots[k + 1]);
      if (cell === NONE) continue;
      found.push(spots[k], spots[k + 1]);
      cellOf.push(cell);
      goalOf.push(g);
    }
  });
  const placeOf = Int32Array.from(cellOf, (cell) => places.layer.ofCell[cell]);
  return {
    lookouts: Float64Array.from(found),
    lookoutCell: Int32Array.from(cellOf),
    lookoutGoal: Int32Array.from(goalOf),
    lookoutsIn: groupByOwner(placeOf, places.group.length),
  };
}
