/**
 * What the page shows: the open scenario, its place, the run so far, and where in it one looks. Panels read this and call its acts; nothing
 * else talks to the worker.
 */
import { parseScenarioText } from '@foulee/formats';
import type { Person, RunInfo } from '../run/moment.ts';
import { createHistory, presentOf, remember } from '../run/history.ts';
import type { Place } from '../run/place.ts';
import type { HeldFile, RunSummary, Trouble } from '../run/protocol.ts';
import { createSession, RequestError } from '../run/session.ts';
import { loadFromGallery } from './gallery.ts';

export type Camera = 'plan' | 'orbit' | 'follow' | 'eyes';
export type Colouring = 'speed' | 'density' | 'destination' | 'profile' | 'waiting';

/** Simulated seconds the worker stays ahead of what is shown, at least, and for each unit of speed. */
const AHEAD = 2;
const AHEAD_BY_SPEED = 2;

/** A scenario as it is edited: its data as in the file, and the files it names. */
export interface ScenarioDocument {
  data: Record<string, unknown>;
  files: HeldFile[];
  /** What it is saved as. */
  fileName: string;
}

class Page {
  document = $state.raw<ScenarioDocument>();
  place = $state.raw<Place>();
  info = $state.raw<RunInfo>();
  /** Of the run, when it is over. */
  summary = $state.raw<RunSummary>();
  trouble = $state.raw<Trouble>();
  /** What the page waits for: its stage, and how far it is. */
  busy = $state.raw<{ stage: string; share: number | undefined }>();
  isPlaying = $state(false);
  /** Simulated seconds a second; Infinity: as fast as it goes. */
  speed = $state(1);
  /** The moment shown, and the last one simulated: seconds. */
  time = $state(0);
  present = $state(0);
  camera = $state<Camera>('orbit');
  colouring = $state<Colouring>('speed');
  /** Counts how often the whole place was asked for. */
  frameAsked = $state(0);
  theme = $state<'light' | 'dark'>(prefersDark() ? 'dark' : 'light');
  /** The serial of the walker chosen. */
  selected = $state<number>();

  /** Moments, and people by serial: read by the scene in every frame, not by panels. */
  history = createHistory();
  readonly people = new Map<number, Person>();

  readonly #session = createSession({
    progress: (stage, share) => {
      this.busy = { stage, share };
    },
    people: (people) => {
      for (const person of people) this.people.set(person.serial, person);
    },
    moments: (moments) => {
      for (const moment of moments) remember(this.history, moment);
      this.present = presentOf(this.history);
    },
    over: (summary) => {
      this.summary = summary;
    },
  });

  /** Do something that may take its time or fail; what fails becomes a message. */
  async #attempt(stage: string, work: () => Promise<void>): Promise<boolean> {
    this.busy = { stage, share: undefined };
    this.trouble = undefined;
    try {
      await work();
      return true;
    } catch (error) {
      this.trouble = troubleOf(error);
      return false;
    } finally {
      this.busy = undefined;
    }
  }

  async openFromGallery(name: string): Promise<void> {
    await this.#attempt(`loading ${name}`, async () => {
      const { text, files } = await loadFromGallery(name);
      await this.#open(text, 'scenario.yaml', files);
    });
  }

  async #open(text: string, fileName: string, files: HeldFile[]): Promise<void> {
    const { data } = parseScenarioText(text, fileName);
    const document: ScenarioDocument = { data: data as Record<string, unknown>, files, fileName };
    this.place = await this.#session.build(document.data, files);
    this.document = document;
    await this.#start();
  }

  async #start(): Promise<void> {
    this.forgetRun();
    this.info = await this.#session.start(this.document!.data, Number(this.document!.data.seed ?? 1));
    this.isPlaying = true;
    this.#reach();
  }

  forgetRun(): void {
    this.history = createHistory();
    this.people.clear();
    this.summary = undefined;
    this.info = undefined;
    this.time = 0;
    this.present = 0;
    this.selected = undefined;
    this.isPlaying = false;
  }

  /** Begin the run again. */
  async restart(): Promise<void> {
    if (this.document === undefined) return;
    await this.#attempt('starting', () => this.#start());
  }

  #reach(): void {
    if (this.summary !== undefined) return;
    const isFast = this.speed === Infinity;
    this.#session.reach(isFast ? Infinity : this.time + AHEAD + AHEAD_BY_SPEED * this.speed);
  }

  toggle(): void {
    if (this.info === undefined) return;
    // At the end, play begins again.
    if (!this.isPlaying && this.summary !== undefined && this.time >= this.present) this.time = 0;
    this.isPlaying = !this.isPlaying;
    this.#reach();
  }

  /** Show another moment. */
  show(time: number): void {
    this.time = Math.min(Math.max(0, time), this.present);
    this.#reach();
  }

  /** By so many steps of the run. */
  stepBy(steps: number): void {
    if (this.info === undefined) return;
    this.isPlaying = false;
    this.show((Math.round(this.time / this.info.step) + steps) * this.info.step);
  }

  /** @param seconds since the last picture */
  tick(seconds: number): void {
    if (!this.isPlaying) return;
    const to = this.speed === Infinity ? this.present : this.time + seconds * this.speed;
    this.time = Math.min(to, this.present);
    if (this.summary !== undefined && this.time >= this.present) this.isPlaying = false;
    else this.#reach();
  }
}

function prefersDark(): boolean {
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches === true;
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof RequestError) return error.trouble;
  if (error !== null && typeof error === 'object' && 'where' in error) return error as unknown as Trouble;
  const what = error instanceof Error ? error.message : String(error);
  return { where: 'Foulée', what, remedy: 'try again' };
}

export const page = new Page();
