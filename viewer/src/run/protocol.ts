/** What the page and its worker say to each other. Every request has an id, and is answered by `done` or `failed` with the same. */
import type { Moment, Person, RunInfo } from './moment.ts';
import type { Insight } from './inspect.ts';
import type { Overlay, OverlayName } from './overlays.ts';
import type { Place } from './place.ts';

/** A file as the page holds it. */
export interface HeldFile {
  name: string;
  bytes: Uint8Array;
}

export type Request =
  /** Build the place of a scenario, its data as in the file; the file it names is among `files`. */
  | { kind: 'build'; id: number; scenario: unknown; files: HeldFile[] }
  /** Start the run of a scenario whose place was built last. */
  | { kind: 'start'; id: number; scenario: unknown; seed: number }
  /** Simulate up to this moment, seconds. No answer but moments. */
  | { kind: 'reach'; time: number }
  /** What the engine knows of the place, to be drawn over it. */
  | { kind: 'overlay'; id: number; name: OverlayName; depth: number }
  /** What somebody has in mind at the present moment. */
  | { kind: 'inspect'; id: number; serial: number }
  /** Shut a door or open it, from the next step on. Answered with `event`: what to write into the scenario for the same run again. */
  | { kind: 'door'; id: number; door: string; isOpen: boolean }
  /** Open a recording: all its moments come. If it is of the scenario of this name, the place that was built last is its. */
  | { kind: 'replay'; id: number; file: HeldFile; scenario: string | undefined };

/** What went wrong, for people: where, what, and what to do. */
export interface Trouble {
  where: string;
  what: string;
  remedy: string;
}

export type Reply =
  | { kind: 'progress'; id: number; stage: string; share: number | undefined }
  | { kind: 'place'; id: number; place: Place }
  | { kind: 'started'; id: number; info: RunInfo }
  | { kind: 'event'; id: number; at: number }
  | { kind: 'insight'; id: number; insight: Insight | undefined }
  | { kind: 'overlaid'; id: number; overlay: Overlay }
  | { kind: 'people'; people: Person[] }
  | { kind: 'moments'; moments: Moment[] }
  /** Nothing more comes: everybody has left or the time is over. */
  | { kind: 'over'; summary: RunSummary }
  | { kind: 'failed'; id: number; trouble: Trouble }
  | { kind: 'done'; id: number };

export interface RunSummary {
  entered: number;
  arrived: number;
  inside: number;
  /** Simulated. */
  seconds: number;
  /** As `foulee run` prints it. */
  hash: string;
  warnings: string[];
}
