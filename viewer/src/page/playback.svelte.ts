/**
 * The run that is shown, and where in it one looks: what the worker says of it, the clock that plays it, and the place as it was at the
 * moment shown. Nothing here knows whether people walk by a scenario (editing.svelte.ts) or a recording.
 */
import type { Decided } from '../protocol/decided.ts';
import type { Person, RunInfo } from '../protocol/moment.ts';
import { createHistory, presentOf, remember } from '../run/history.ts';
import type { Place } from '../protocol/place.ts';
import type { RunSummary, Trouble } from '../protocol/protocol.ts';
import { createSession, RequestError, StoppedError } from './session.ts';

/** Simulated seconds the worker stays ahead of what is shown, at least, and for each unit of speed. */
const AHEAD = 0.3;
const AHEAD_BY_SPEED = 0.5;
/** Simulated seconds further back than that, one looks at the past. */
const PAST = 2;

export interface FinishedRun {
  name: string;
  seed: number;
  summary: RunSummary;
}

export class Playback {
  /** Of the moment that is shown. */
  place = $state.raw<Place>();
  info = $state.raw<RunInfo>();
  /** Of the run, when it is over. */
  summary = $state.raw<RunSummary>();
  /** Runs that came to their end since the page was opened, to be compared. */
  finished = $state.raw<readonly FinishedRun[]>([]);
  /** What should be known of the run that goes on. */
  warnings = $state.raw<readonly string[]>([]);
  trouble = $state.raw<Trouble>();
  /** What the page waits for: its stage, and how far it is. */
  busy = $state.raw<{ stage: string; share: number | undefined; canCancel: boolean }>();
  /** How much the page waits for at once. */
  #underWay = 0;
  /** What lets go of that. */
  readonly #cancels = new Set<(error: Error) => void>();
  /** Does nothing more come of the run that is shown, though it is not over? Its worker has ended. */
  isLost = $state(false);
  isPlaying = $state(false);
  /** Simulated seconds a second; Infinity: as fast as it goes. */
  speed = $state(1);
  /** The first moment, which recordings may begin later with, the one shown, and the last one simulated: seconds. */
  begin = $state(0);
  time = $state(0);
  present = $state(0);
  /** The serial of the walker chosen. */
  selected = $state<number>();

  /** Moments, and people by serial: read by the scene in every frame, not by panels. */
  history = createHistory();
  readonly people = new Map<number, Person>();
  /** By serial: what people with knowledge decided, in the order of time; and how many decisions there are in all. */
  readonly decisions = new Map<number, Decided[]>();
  decided = $state(0);

  /** The place at the start, and what it became in the run that is shown, and when. */
  #firstPlace: Place | undefined;
  #places: readonly { at: number; place: Place }[] = [];
  /** The moment to be shown first, until it is, and what is said meanwhile. */
  #playFrom = $state.raw<{ time: number; stage: string }>();

  /** Is an earlier moment looked at than the one that was simulated last? What is done now happens at that. */
  readonly isPast = $derived(
    this.present - this.time > PAST + AHEAD_BY_SPEED * (this.speed === Infinity ? 0 : this.speed),
  );
  /** Is it a recording that is shown? */
  readonly isRecording = $derived(this.info?.threads === 0);

  /** What is to be waited for, and how far it is: what the page does, or people who come until the first moment. */
  readonly waitsFor = $derived.by(() => {
    if (this.busy !== undefined || this.#playFrom === undefined) return this.busy;
    const { stage, time } = this.#playFrom;
    return { stage, share: Math.min(1, this.present / time), canCancel: false };
  });

  protected readonly session = createSession({
    progress: (stage, share) => {
      if (this.busy !== undefined) this.busy = { ...this.busy, stage, share };
    },
    started: (info) => {
      this.forgetRun();
      this.info = info;
    },
    people: (people) => {
      for (const person of people) this.people.set(person.serial, person);
    },
    changed: (at, place) => {
      this.#places = [...this.#places, { at, place }];
      this.showPlace();
    },
    moments: (moments) => {
      for (const moment of moments) remember(this.history, moment);
      this.present = presentOf(this.history);
      if (this.#playFrom !== undefined && this.present >= this.#playFrom.time) this.playNow();
    },
    decisions: (decisions) => {
      for (const one of decisions) {
        const own = this.decisions.get(one.serial);
        if (own === undefined) this.decisions.set(one.serial, [one]);
        else own.push(one);
      }
      this.decided += decisions.length;
    },
    warned: (warnings) => {
      this.warnings = warnings;
    },
    over: (summary) => {
      if (this.#playFrom !== undefined) this.playNow();
      this.summary = summary;
      this.finished = [...this.finished, { name: this.info?.name ?? '', seed: this.info?.seed ?? 0, summary }];
    },
    lost: (trouble) => this.lose(trouble),
  });

  /**
   * Do something that may take its time or fail; what fails becomes a message.
   * @param canCancel may it be let go?
   */
  protected async attempt(stage: string, work: () => Promise<void>, canCancel = false): Promise<boolean> {
    let cancel: (error: Error) => void = () => {};
    const isCancelled = new Promise<never>((_, fail) => {
      cancel = fail;
    });
    if (canCancel) this.#cancels.add(cancel);
    this.#underWay++;
    this.busy = { stage, share: undefined, canCancel };
    this.trouble = undefined;
    try {
      await Promise.race([work(), isCancelled]);
      return true;
    } catch (error) {
      this.tell(error);
      return false;
    } finally {
      this.#cancels.delete(cancel);
      this.#underWay--;
      if (this.#underWay === 0) this.busy = undefined;
    }
  }

  /** Let go of what is being opened, built or started: what was there before stays. */
  cancel(): void {
    this.session.stop();
    for (const letGo of this.#cancels) letGo(new StoppedError());
  }

  /** What failed becomes a message, unless somebody wanted it to end. */
  protected tell(error: unknown): void {
    if (!(error instanceof StoppedError)) this.trouble = troubleOf(error);
  }

  /** The worker has ended. What was simulated can still be looked at. @param trouble undefined: it was stopped */
  protected lose(trouble: Trouble | undefined): void {
    this.isLost = this.info !== undefined && this.summary === undefined;
    this.#playFrom = undefined;
    if (this.isLost) this.isPlaying = false;
    if (trouble !== undefined) this.trouble = trouble;
  }

  /** Did the place change in the run that is shown? */
  protected get hasChangedPlace(): boolean {
    return this.#places.length > 0;
  }

  protected get firstPlace(): Place | undefined {
    return this.#firstPlace;
  }

  protected setPlace(place: Place): void {
    this.#firstPlace = place;
    this.#places = [];
    this.place = place;
  }

  /** The place of the moment that is shown. */
  protected showPlace(): void {
    const place = this.#places.findLast(({ at }) => at <= this.time + 1e-9)?.place ?? this.#firstPlace;
    if (place !== this.place) this.place = place;
  }

  forgetRun(): void {
    this.#playFrom = undefined;
    this.history = createHistory();
    this.people.clear();
    this.decisions.clear();
    this.decided = 0;
    this.#places = [];
    this.place = this.#firstPlace;
    this.summary = undefined;
    this.warnings = [];
    this.isLost = false;
    this.info = undefined;
    this.begin = 0;
    this.time = 0;
    this.present = 0;
    this.selected = undefined;
    this.isPlaying = false;
  }

  /** The run has begun, or a recording is there: from its first moment on. */
  protected play(info: RunInfo): void {
    this.info = info;
    this.begin = this.history.moments[0]?.time ?? 0;
    this.time = this.begin;
    this.isPlaying = true;
    this.reach();
  }

  /** Show nothing before a moment, simulated seconds, and play when it is there. @param stage what is said meanwhile */
  protected playFrom(time: number, stage: string): void {
    this.isPlaying = false;
    this.#playFrom = { time, stage };
    this.reach();
  }

  /** Is nothing shown yet, because a later moment is to be the first? */
  protected get isAwaited(): boolean {
    return this.#playFrom !== undefined;
  }

  /** Wait no longer for the first moment: begin with what there is. */
  protected playNow(): void {
    this.time = Math.min(this.#playFrom?.time ?? this.present, this.present);
    this.#playFrom = undefined;
    this.isPlaying = true;
    this.showPlace();
    this.reach();
  }

  /** Simulate as far as is needed next. */
  protected reach(): void {
    if (this.summary !== undefined) return;
    const isFast = this.speed === Infinity;
    const from = Math.max(this.time, this.#playFrom?.time ?? 0);
    this.session.reach(isFast ? Infinity : from + AHEAD + AHEAD_BY_SPEED * this.speed);
  }

  /** What somebody with knowledge decided, in the order of time; of the run so far, or of a recording with its table. */
  decisionsOf(serial: number): readonly Decided[] {
    return this.decided === 0 ? [] : (this.decisions.get(serial) ?? []);
  }

  /** Nothing more is simulated until another moment is shown. */
  hold(): void {
    this.session.reach(0);
  }

  /** Show another moment. */
  show(time: number): void {
    this.#playFrom = undefined;
    this.time = Math.min(Math.max(this.begin, time), this.present);
    this.showPlace();
    this.reach();
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
    this.showPlace();
    if ((this.summary !== undefined || this.isLost) && this.time >= this.present) this.isPlaying = false;
    else this.reach();
  }
}

/** What failed, in words. */
export function troubleOf(error: unknown): Trouble {
  if (error instanceof RequestError) return error.trouble;
  if (error !== null && typeof error === 'object' && 'where' in error) return error as unknown as Trouble;
  const what = error instanceof Error ? error.message : String(error);
  return { where: 'Foulée', what, remedy: 'try again' };
}
