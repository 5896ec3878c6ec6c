/** What the page and its worker say to each other. Every request has an id, and is answered by `done` or `failed` with the same. */
import type { RunSummary as EngineSummary } from '@foulee/engine';
import type { Decided } from './decided.ts';
import type { Moment, Person, RunInfo } from './moment.ts';
import type { Insight } from './insight.ts';
import type { Overlay, OverlayName, Seen, TownChoice } from './overlay.ts';
import type { PicturePreview } from './picture-preview.ts';
import type { Place } from './place.ts';
import type { Spot, SpotWanted } from './spot.ts';

/** A file as the page holds it. */
export interface HeldFile {
  name: string;
  bytes: Uint8Array;
  /** Of a recording: the file beside it that tells of its run, where its format has no room for that. */
  info?: HeldFile;
  /** Of a recording: the table of its people. */
  people?: HeldFile;
  /** Of a recording: the table of what people with knowledge decided. */
  decisions?: HeldFile;
}

export type Request =
  /** Read a picture of a place, to be shown before it is opened. */
  | { kind: 'picture'; id: number; file: HeldFile }
  /** Build the place of a scenario, its data as in the file, with what events put in at its start; the file it names is among `files`. */
  | { kind: 'build'; id: number; scenario: unknown; files: HeldFile[] }
  /** Start the run of a scenario whose place was built last. */
  | { kind: 'start'; id: number; scenario: unknown; seed: number }
  /** Simulate up to this moment, seconds. No answer but moments. */
  | { kind: 'reach'; time: number }
  /** The place may soon be changed: get ready while there is nothing else to do. No answer. */
  | { kind: 'rehearse' }
  /** What the engine knows of the place, or of the people of a moment, to be drawn over it. Of a moment: with the names of the doors closed then. */
  | {
      kind: 'overlay';
      id: number;
      name: OverlayName;
      depth: number;
      town: TownChoice;
      moment?: Moment;
      closed?: readonly string[];
      /** For what is drawn only there; undefined: all of the place. */
      seen?: Seen | undefined;
    }
  /** What somebody has in mind at a moment that was simulated just now; what they know is drawn if that is asked for. */
  | { kind: 'inspect'; id: number; serial: number; time: number; isKnowledgeDrawn: boolean }
  /** What door, bottleneck or cell is at a place: metres from the origin. */
  | { kind: 'spot'; id: number; level: number; x: number; y: number; wanted: SpotWanted }
  /** Shut a door or open it, from the next step on. Answered with `event`: what to write into the scenario for the same run again. */
  | { kind: 'door'; id: number; door: string; isOpen: boolean }
  /**
   * An obstacle or wall comes, goes or is moved now, or from now on more or fewer people come, faster or slower: an event as in the file,
   * without its time. Answered with `event`, as a door is.
   */
  | { kind: 'change'; id: number; event: object }
  /**
   * Open a recording: all its moments come. If it is of the scenario of this name, or was opened together with the place that was built
   * last, that place is its, if people walk on its floor.
   */
  | { kind: 'replay'; id: number; file: HeldFile; scenario: string | undefined; isTogether: boolean };

/** What went wrong, for people: where, what, and what to do. */
export interface Trouble {
  where: string;
  what: string;
  remedy: string;
}

export type Reply =
  | { kind: 'previewed'; id: number; preview: PicturePreview }
  | { kind: 'progress'; id: number; stage: string; share: number | undefined }
  | { kind: 'place'; id: number; place: Place }
  | { kind: 'started'; id: number; info: RunInfo }
  | { kind: 'event'; id: number; at: number }
  /** The place is another one from this moment on: seconds. */
  | { kind: 'changed'; at: number; place: Place }
  | { kind: 'insight'; id: number; insight: Insight | undefined }
  | { kind: 'overlaid'; id: number; overlay: Overlay }
  | { kind: 'found'; id: number; spot: Spot | undefined }
  | { kind: 'people'; people: Person[] }
  | { kind: 'moments'; moments: Moment[] }
  /** What people with knowledge decided since the last ones, in the order of time. */
  | { kind: 'decisions'; decisions: Decided[] }
  /** What should be known of the run that goes on: all of it, whenever there is more. */
  | { kind: 'warned'; warnings: string[] }
  /** Nothing more comes: everybody has left or the time is over. */
  | { kind: 'over'; summary: RunSummary }
  | { kind: 'failed'; id: number; trouble: Trouble }
  | { kind: 'done'; id: number };

/** What came of a run, or is known of a recording: where people left is not. */
export interface RunSummary extends Omit<EngineSummary, 'destinations'>, Partial<Pick<EngineSummary, 'destinations'>> {
  /** Not walked here: who is in its last moment was not left behind. */
  isRecording?: true;
  /** Of a run of people with knowledge. */
  search?: SearchSummary;
}

interface SearchSummary {
  /** For which people looked for a way, all together. */
  seconds: number;
  signs: { name: string; readers: number }[];
}
