/**
 * The open scenario and what is done to it: edits that can be undone, the place that is built anew after them, obstacles, walls and doors
 * that change while people walk, and the start of its run.
 */
import type { Place } from '../protocol/place.ts';
import type { HeldFile, Trouble } from '../protocol/protocol.ts';
import type { Data, Path } from '../document/document.ts';
import { beginEdits, type Edits, redo, remember as rememberEdit, seal, undo } from '../document/edits.ts';
import { problemsOf } from '../document/problems.ts';
import { savedText, type Source } from '../document/keep-text.ts';
import { savedAs } from '../document/text.ts';
import { isInline } from '../document/things.ts';
import { PlaceBuilds } from './place-builds.ts';
import { changedFromStart, changesUntil, eventsOf, isSameAtStart, placeAfter } from './place-events.ts';
import { Playback } from './playback.svelte.ts';

/** Milliseconds without another key until what is typed changes the place in which people walk. */
const TYPED_AFTER = 800;

const NOBODY: Trouble = {
  where: 'Nobody is here',
  what: 'there is no one to walk',
  remedy: 'put people in, or draw an entrance',
};

/** A scenario as it is edited: its data as in the file, and the files it names. */
export interface ScenarioDocument {
  data: Record<string, unknown>;
  files: HeldFile[];
  /** What it is saved as. */
  fileName: string;
  /** What it was read from, so that comments are kept; undefined: nothing. */
  source?: Source;
}

/** A scenario with what was done to it. */
export interface Work {
  document: ScenarioDocument;
  edits: Edits;
  /** Its data as they were opened or saved last. */
  saved: Data | undefined;
}

export class Editing extends Playback {
  document = $state.raw<ScenarioDocument>();
  /** What is chosen of what the scenario holds: its path in the data. */
  chosen = $state.raw<Path>();
  /** Has the scenario changed since the run that is shown began? */
  isEdited = $state(false);
  /** Does what is done to obstacles and walls meanwhile happen now, or from the start of another run? */
  isNow = $state(true);
  #edits = $state.raw<Edits>();
  /** The data as they were opened or saved last. */
  #saved = $state.raw<Data>();
  /** The data of the run that is shown, as long as the worker has it. */
  #ranWith = $state.raw<Data>();
  protected readonly builds = new PlaceBuilds((isWanted) => this.#buildPlace(isWanted));

  /** What is wrong with the scenario as it is now. */
  readonly problems = $derived(this.document === undefined ? [] : problemsOf(this.document.data, this.place));
  /** Would edits be lost with the scenario? */
  readonly isUnsaved = $derived(this.document !== undefined && this.document.data !== this.#saved);
  /** Do people walk, and as the scenario says now? */
  readonly hasBegun = $derived(this.time > 0 && !this.isEdited);
  /** Do people walk now, as the scenario says? */
  readonly isLive = $derived(
    this.document !== undefined &&
      this.info !== undefined &&
      this.summary === undefined &&
      !this.isLost &&
      this.present > 0 &&
      !this.isEdited,
  );
  /** Does what is done to obstacles and walls happen in the run that goes on? */
  readonly #isInRun = $derived(this.isLive && this.isNow);
  /**
   * How many events have changed the place that is edited: those of the run until now, or those at its start, where the place comes from a
   * file and nothing else can be changed of it; -1: none, it is the scenario itself that is changed.
   */
  readonly #changes = $derived.by(() => {
    if (this.document === undefined || (!this.#isInRun && isInline(this.document.data))) return -1;
    return changesUntil(this.document.data, this.#isInRun ? this.present : 0);
  });
  /** The scenario as it is to be chosen from and changed: with the obstacles and walls that events have put in by then. */
  readonly shown = $derived(
    this.document === undefined || this.#changes < 0
      ? this.document?.data
      : placeAfter(this.document.data, this.#changes, this.#levels),
  );

  /** The scenario of the run that is shown: as it began, with what was done while it went on. Undone, a door is shut in it still. */
  get walked(): Data | undefined {
    return this.isEdited && this.info !== undefined ? (this.#ranWith ?? this.document?.data) : this.document?.data;
  }

  get #levels(): string[] {
    return (this.firstPlace?.levels ?? []).map(({ name }) => name);
  }

  /**
   * Another scenario is open, or none, and the place is that which was built last.
   * @param ranWith the data of the run that is shown; undefined: it has not begun
   */
  protected setDocument(document: ScenarioDocument | undefined, ranWith?: Data): void {
    if (document !== this.document) {
      this.#saved = document?.data;
      clearTimeout(this.#typing?.timer);
      this.#typing = undefined;
    }
    this.document = document;
    this.chosen = undefined;
    this.isEdited = false;
    this.#ranWith = ranWith;
    this.builds.renew();
  }

  /** What would be lost if something else were opened; undefined: nothing. */
  protected get unsavedWork(): Work | undefined {
    const { document, edits } = this;
    return this.isUnsaved ? { document: document!, edits: edits!, saved: this.#saved } : undefined;
  }

  /** The scenario that was opened just now is one that was edited before. */
  protected resumeWork({ edits, saved }: Work): void {
    this.#edits = edits;
    this.#saved = saved;
  }

  /** The scenario as it is now is in a file. */
  markSaved(): void {
    this.#saved = this.document?.data;
  }

  /** The scenario as the file that `foulee run` takes. */
  scenarioFile(): { name: string; text: string } | undefined {
    const { document } = this;
    if (document === undefined) return undefined;
    return { name: savedAs(document.fileName, document.data), text: savedText(document.source, document.data) };
  }

  // The run of the scenario.

  /** With the worker its place is gone: it is built again when it is needed next. */
  protected override lose(trouble: Trouble | undefined): void {
    super.lose(trouble);
    this.builds.lose();
    clearTimeout(this.#typing?.timer);
    this.#typing = undefined;
  }

  protected async start(): Promise<void> {
    const { data } = this.document!;
    this.forgetRun();
    this.#ranWith = data;
    this.isEdited = false;
    this.play(await this.session.start(data, Number(data.seed ?? 1)));
  }

  /** Begin the run again; a recording from its first moment. */
  async restart(): Promise<void> {
    if (this.document === undefined || (this.isRecording && !this.isEdited)) {
      // A recording is there already.
      this.time = this.begin;
      this.isPlaying = this.info !== undefined;
      return;
    }
    await this.simulate();
  }

  /** Let people walk as the scenario says, from the start. */
  async simulate(): Promise<void> {
    if (this.document === undefined) return;
    const [problem] = hasPeople(this.document.data) ? this.problems : [NOBODY];
    if (problem !== undefined) {
      this.trouble = problem;
      return;
    }
    if (!(await this.builds.now())) return;
    // Before any other place is built; unless one was edited just now.
    await this.builds.inTurn(async () => {
      if (!this.builds.isOld) await this.attempt('starting', () => this.start(), true);
    });
  }

  /** Play or pause. */
  toggle(): void {
    if (this.isAwaited) {
      this.playNow();
      return;
    }
    const isToStart = this.document !== undefined && (this.isEdited || this.isLost || this.info === undefined);
    if (isToStart && !this.isPlaying) {
      void this.restart();
      return;
    }
    if (this.info === undefined) return;
    // At the end, play begins again.
    if (!this.isPlaying && this.summary !== undefined && this.time >= this.present) this.time = this.begin;
    this.isPlaying = !this.isPlaying;
    this.reach();
  }

  // Edits: every act gives new data; what went before can be undone.

  /** Those of the open document; another one that was opened begins anew. */
  get edits(): Edits | undefined {
    const { document } = this;
    if (document === undefined) return undefined;
    return this.#edits?.present === document.data ? this.#edits : beginEdits(document.data);
  }

  /**
   * Change the scenario, as `shown`. The run that is shown stays, and is out of date; but obstacles and walls that are put in, moved or
   * taken away while people walk are events of it, and it goes on. In a place from a file they are events at the start while nobody walks.
   * @param field edits of the same field one after the other are undone together, until `sealEdits`
   */
  edit(change: (data: Data) => Data, field?: string): void {
    const { edits, shown } = this;
    if (edits === undefined || shown === undefined) return;
    const { present } = edits;
    let next = change(shown);
    if (next.environment !== shown.environment && this.#changes >= 0) {
      const events = eventsOf(present, this.#changes, this.#levels, next);
      if (events !== undefined && 'what' in events) {
        this.trouble = { where: 'Not changed: this', ...events };
        return;
      }
      if (events !== undefined && !this.#isInRun) {
        const changed = changedFromStart(present, events);
        if ('refused' in changed) this.trouble = { where: 'Not changed: this', ...changed.refused };
        else this.#setEdits(rememberEdit(edits, changed.data, field));
        return;
      }
      if (events !== undefined) {
        if (field === undefined) this.#changeNow();
        clearTimeout(this.#typing?.timer);
        this.#typing = { events, timer: setTimeout(() => this.#changeNow(), TYPED_AFTER) };
        if (field === undefined) this.#changeNow();
        return;
      }
      next = change(present);
    } else if (shown !== present) next = { ...next, environment: present.environment };
    this.#setEdits(rememberEdit(edits, next, field));
  }

  sealEdits(): void {
    this.#changeNow();
    if (this.edits !== undefined) this.#edits = seal(this.edits);
  }

  undo(): void {
    if (this.edits !== undefined) this.#goTo(undo(this.edits));
  }

  redo(): void {
    if (this.edits !== undefined) this.#goTo(redo(this.edits));
  }

  /** What happened in the run may be undone: it does not go on as if it had not. */
  #goTo(edits: Edits): void {
    const events = this.document?.data.events;
    this.#setEdits(edits);
    if (this.isEdited && this.document?.data.events !== events) this.isPlaying = false;
  }

  #setEdits(edits: Edits): void {
    const before = this.document!.data;
    this.#edits = edits;
    if (edits.present === before) return;
    this.document = { ...this.document!, data: edits.present };
    this.isEdited = !walksAlike(edits.present, this.#ranWith);
    if (edits.present.environment !== before.environment || !isSameAtStart(edits.present, before))
      this.builds.outdate();
    if (!this.builds.isOld) return;
    this.isPlaying = false;
    this.builds.soon();
  }

  /** The place of the data as it is now, if that is in order. */
  async #buildPlace(isWanted: () => boolean): Promise<boolean> {
    const { document } = this;
    if (document === undefined || this.problems.length > 0) return false;
    const build = async () => {
      // Only the worker has ended: what is shown of the place and the run stays as it is.
      const isAsShown = this.builds.isLost && walksAlike(document.data, this.#ranWith);
      // All of a run that is over is here, unless the place changed in it: undone, it is of the scenario again.
      if (!isAsShown && (this.summary === undefined || this.hasChangedPlace)) {
        // Whatever comes of it, the run that is shown is not of this place.
        this.#ranWith = undefined;
        this.isEdited = true;
      }
      const place = await this.session.build(document.data, document.files);
      if (place === undefined || isAsShown || !isWanted()) return;
      this.setPlace(place);
      this.sayLeftOut(place);
    };
    return this.attempt('building the place', build, true);
  }

  /** What was to stand in the place from the start and cannot. */
  protected sayLeftOut({ leftOut = [] }: Place): void {
    const [what] = leftOut;
    if (what !== undefined) this.trouble = { where: 'Not there:', what, remedy: 'undo it, or put it elsewhere' };
  }

  // Changes while people walk: each is an event of the run.

  /** Somebody may be about to change the place in which people walk: the worker gets ready. */
  expectChanges(): void {
    if (this.isLive) this.session.rehearse();
  }

  /** What is to change in the place: somebody may still be typing a number of it. */
  #typing: { events: readonly object[]; timer: ReturnType<typeof setTimeout> } | undefined;

  #changeNow(): void {
    const { events = [], timer } = this.#typing ?? {};
    clearTimeout(timer);
    this.#typing = undefined;
    if (events.length === 0) return;
    void this.attempt('changing the place', async () => {
      for (const event of events) this.#happens({ at: await this.session.change(event), ...event });
    });
  }

  /** Shut or open a door while people walk: at the present moment, and written into the scenario, so that the run can be repeated. */
  async setDoor(door: string, isOpen: boolean): Promise<void> {
    await this.attempt(`${isOpen ? 'opening' : 'shutting'} ${door}`, async () => {
      const at = await this.session.setDoor(door, isOpen);
      this.#happens(isOpen ? { at, open: door } : { at, close: door });
    });
  }

  /** Something happened in the run that is shown: it is written into the scenario, so that the run can be repeated. */
  #happens(event: object): void {
    const isAlike = this.#ranWith?.events === this.document?.data.events;
    this.edit((data) => withEvent(data, event));
    if (this.#ranWith !== undefined && isAlike) {
      this.#ranWith = { ...this.#ranWith, events: this.document!.data.events } as Data;
    }
    this.isEdited = !walksAlike(this.document!.data, this.#ranWith);
    this.time = this.present;
    this.showPlace();
  }
}

/** One more thing that happens. */
function withEvent(data: Data, event: object): Data {
  const before: unknown = data.events;
  return { ...data, events: [...(Array.isArray(before) ? before : []), event] };
}

/** Is there anybody to walk? */
export function hasPeople({ walkers, sources }: Record<string, unknown>): boolean {
  return [walkers, sources].some((list) => Array.isArray(list) && list.length > 0);
}

/** Do people walk the same? What is measured of them changes nothing. */
function walksAlike(data: Data, before: Data | undefined): boolean {
  if (before === undefined) return false;
  const keys = new Set([...Object.keys(data), ...Object.keys(before)]);
  keys.delete('measure');
  return [...keys].every((key) => data[key] === before[key]);
}
