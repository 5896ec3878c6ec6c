/**
 * What the engine knows of a place or a moment, drawn over the floor: which overlays there are, and what the worker sends of one. They are
 * drawn in worker/overlays.ts and worker/overlays-now.ts; their words are in inside/overlay-words.ts; the panel offers them in this order.
 */
import type { BestSign, SignResult } from '@foulee/engine';
import type { FloorPicture } from './floor-picture.ts';
import type { Sketch } from './sketch.ts';

/** Those of a place. */
export const OF_PLACE = [
  'map',
  'triangulation',
  'cells',
  'kind',
  'width',
  'bottlenecks',
  'group',
  'zone',
  'place',
  'sight',
  'integration',
  'roadmap',
  'tree',
] as const;
/** Those of a town on tiles, made of the place. */
export const OF_TOWN = ['tiles', 'goals', 'crossings', 'predicted'] as const;
/** Those of a moment: drawn again as it goes on. */
export const OF_MOMENT = ['neighbours', 'routes', 'service', 'density', 'flow'] as const;
/** Those of people on tiles at a moment, drawn from the maps of the run itself (worker/overlays-stream.ts). */
export const OF_STREAM = ['field', 'measured', 'occupied'] as const;
/** Those of all that was simulated so far: drawn again as there is more. */
export const OF_RUN = ['search', 'hesitation', 'turns', 'signs'] as const;
export type PlaceOverlayName = (typeof OF_PLACE)[number];
export type TownOverlayName = (typeof OF_TOWN)[number];
export type StreamOverlayName = (typeof OF_STREAM)[number];
export type RunOverlayName = (typeof OF_RUN)[number];
/** Those that are drawn again as time goes on. */
export type MomentOverlayName = (typeof OF_MOMENT)[number] | StreamOverlayName | RunOverlayName;
export type OverlayName = PlaceOverlayName | TownOverlayName | MomentOverlayName;

export function isOfRun(name: OverlayName): name is RunOverlayName {
  return (OF_RUN as readonly string[]).includes(name);
}

export function isOfTown(name: OverlayName): name is TownOverlayName {
  return (OF_TOWN as readonly string[]).includes(name);
}

export function isOfStream(name: OverlayName): name is StreamOverlayName {
  return (OF_STREAM as readonly string[]).includes(name);
}

export function isOfMoment(name: OverlayName): name is MomentOverlayName {
  return (OF_MOMENT as readonly string[]).includes(name) || isOfStream(name) || isOfRun(name);
}

/** Does it show cells, or what there is to know of them? */
export function showsCells(name: OverlayName): boolean {
  return name !== 'map' && name !== 'sight' && !isOfMoment(name) && !isOfTown(name);
}

/** Metres: people are so wide, if nobody says otherwise. Narrower gaps let nobody through. */
export const BODY_WIDTH = 0.4;

export interface Overlay {
  sketches: Sketch[];
  legend: { colour: string; label: string }[];
  /** Levels of the abstraction tree below its root. */
  depths: number;
  pictures?: FloorPicture[];
  /** What there is to know about it. */
  note?: string;
  signs?: SignsShown;
  town?: TownShown;
}

/** What is in view of the floor, metres from the origin. */
export type Seen = readonly [left: number, bottom: number, right: number, top: number];

/** How a place becomes a town. */
export interface TownChoice {
  /** Of a tile, metres. */
  side: number;
  /** Is all floor accessible, as indoors, and not only pavements? */
  isOpen: boolean;
}

export const USUAL_TOWN: Readonly<TownChoice> = { side: 1, isOpen: false };

/** What is not connected in a town, by kind, with the largest or narrowest first. */
export interface TownShown {
  gaps: TownGaps[];
}

/** Goals apart from the others; pavement without a goal; doors closed by tiles; floor cut off by tiles. */
export type TownGapKind = 'part' | 'withoutGoals' | 'narrowDoor' | 'cutOff';

export interface TownGaps {
  kind: TownGapKind;
  /** All there are. */
  count: number;
  /** The first of them. */
  places: TownGap[];
}

export interface TownGap {
  /** Metres from the origin, and the height of the floor. */
  x: number;
  y: number;
  z: number;
  goals: number;
  /** m²; of a door its width, metres. */
  size: number;
}

/** What came of the signs of a run so far. */
export interface SignsShown {
  signs: SignResult[];
  /** Share of the floor from which none can be read. */
  blindShare: number;
  /** Where one more would help most; also in metres from the origin, and the height of its floor. */
  best?: BestSign & { x: number; y: number; z: number };
}
