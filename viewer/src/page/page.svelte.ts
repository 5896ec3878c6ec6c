/**
 * What the page shows: the open scenario, its place, the run so far, and where in it one looks. Panels read this and call its acts; nothing
 * else talks to the worker.
 */
import { untrack } from 'svelte';
import { parseScenarioText } from '@foulee/formats';
import type { Moment, Person, RunInfo } from '../run/moment.ts';
import { createHistory, presentOf, remember } from '../run/history.ts';
import type { Insight } from '../run/inspect.ts';
import { isOfMoment, type MomentOverlayName, type Overlay, type OverlayName } from '../run/overlays.ts';
import type { Place } from '../run/place.ts';
import type { Spot, SpotWanted } from '../run/spot.ts';
import type { HeldFile, RunSummary, Trouble } from '../run/protocol.ts';
import { createSession, RequestError } from '../run/session.ts';
import { newRoom } from '../document/create.ts';
import type { Data, Path } from '../document/document.ts';
import { beginEdits, type Edits, redo, remember as rememberEdit, seal, undo } from '../document/edits.ts';
import { problemsOf } from '../document/problems.ts';
import { savedText, type Source } from '../document/keep-text.ts';
import { savedAs } from '../document/text.ts';
import type { Tool } from '../edit/tool.ts';
import type { FloorPicture } from '../scene/floor-pictures.ts';
import type { Sketch } from '../scene/sketch.ts';
import { GALLERY, loadFromGallery } from './gallery.ts';
import { type GivenFiles, loadGiven } from './given.ts';
import { changesUntil, eventsOf, placeAfter } from './place-events.ts';
import { scenarioOfPlace, sortFiles, wants } from './open-files.ts';

type Camera = 'plan' | 'orbit' | 'follow' | 'eyes';
type Colouring = 'speed' | 'density' | 'destination' | 'profile' | 'waiting';

/** Simulated seconds the worker stays ahead of what is shown, at least, and for each unit of speed. */
const AHEAD = 0.3;
const AHEAD_BY_SPEED = 0.5;

/** Milliseconds without another edit until the place is built again. */
const REBUILD_AFTER = 250;
/** Milliseconds without another key until what is typed changes the place in which people walk. */
const TYPED_AFTER = 800;

/** Simulated seconds after which the first hall is full. */
const FULL = 60;

/** A scenario as it is edited: its data as in the file, and the files it names. */
interface ScenarioDocument {
  data: Record<string, unknown>;
  files: HeldFile[];
  /** What it is saved as. */
  fileName: string;
  /** What it was read from, so that comments are kept; undefined: nothing. */
  source?: Source;
}

interface FinishedRun {
  name: string;
  seed: number;
  summary: RunSummary;
}

class Page {
  document = $state.raw<ScenarioDocument>();
  place = $state.raw<Place>();
  info = $state.raw<RunInfo>();
  /** Of the run, when it is over. */
  summary = $state.raw<RunSummary>();
  trouble = $state.raw<Trouble>();
  /** Runs that came to their end since the page was opened, to be compared. */
  finished = $state.raw<readonly FinishedRun[]>([]);
  /** What the page waits for: its stage, and how far it is. */
  busy = $state.raw<{ stage: string; share: number | undefined }>();
  isPlaying = $state(false);
  /** Simulated seconds a second; Infinity: as fast as it goes. */
  speed = $state(1);
  /** The first moment, which recordings may begin later with, the one shown, and the last one simulated: seconds. */
  begin = $state(0);
  time = $state(0);
  present = $state(0);
  camera = $state<Camera>('orbit');
  colouring = $state<Colouring>('speed');
  /** Counts how often the whole place was asked for. */
  frameAsked = $state(0);
  theme = $state<'light' | 'dark'>(prefersDark() ? 'dark' : 'light');
  isHelpShown = $state(false);
  /** The panel that is open at the left. */
  panel = $state<'place' | 'people' | 'measure' | 'inside' | undefined>('place');
  /** Where the camera is asked to fly to: metres from the origin. */
  flight = $state.raw<{ x: number; y: number; z: number }>();
  overlayName = $state<OverlayName>();
  overlaid = $state.raw<Overlay>();
  treeDepth = $state(2);
  /** What the pointer does; undefined: it moves the camera and chooses people. */
  tool = $state.raw<Tool>();
  /** What lies on the floor, by layer: exits, entrances, lines that count. Panels put it here, the stage draws it. */
  sketches = $state.raw<ReadonlyMap<string, readonly Sketch[]>>(new Map());
  /** Density maps on the floor. */
  pictures = $state.raw<readonly FloorPicture[]>([]);
  /** What is chosen of what the scenario holds: its path in the data. */
  chosen = $state.raw<Path>();
  /** Metres that a pixel takes in the middle of the picture; the stage says it. */
  pixel = 0.02;
  /** Do drawn points lie on the half-metre grid? */
  isGrid = $state(true);
  /** The level that is drawn on, by name; undefined: the one that is clicked. */
  drawnLevel = $state<string>();
  /** Has the scenario changed since the run that is shown began? */
  isEdited = $state(false);
  /** The serial of the walker chosen. */
  selected = $state<number>();

  /** Moments, and people by serial: read by the scene in every frame, not by panels. */
  history = createHistory();
  readonly people = new Map<number, Person>();

  readonly #session = createSession({
    progress: (stage, share) => {
      this.busy = { stage, share };
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
      this.#showPlace();
    },
    moments: (moments) => {
      for (const moment of moments) remember(this.history, moment);
      this.present = presentOf(this.history);
      if (this.#fullAt === undefined || this.present < this.#fullAt) return;
      this.time = this.#fullAt;
      this.#fullAt = undefined;
      this.isPlaying = true;
    },
    over: (summary) => {
      this.summary = summary;
      this.finished = [...this.finished, { name: this.info?.name ?? '', seed: this.info?.seed ?? 0, summary }];
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

  /** @param sketches in metres from the origin of the place */
  sketch(layer: string, sketches: readonly Sketch[]): void {
    // Effects that draw would else follow what they draw.
    this.sketches = new Map([...untrack(() => this.sketches), [layer, sketches]]);
  }

  /** What the page begins with: what `foulee view` was given, the scenario that the address names (`?scenario=city`), or a station hall. */
  async openFirst(): Promise<void> {
    let given: GivenFiles | undefined;
    const isLoaded = await this.#attempt('loading', async () => {
      given = await loadGiven();
    });
    if (!isLoaded) return;
    if (given !== undefined) {
      await this.openFiles(given.files);
      return;
    }
    const asked = new URL(location.href).searchParams.get('scenario');
    if (asked !== null && GALLERY.includes(asked)) {
      await this.openFromGallery(asked);
      return;
    }
    await this.openFromGallery(GALLERY[0]!);
    // An empty hall is no welcome.
    this.isPlaying = false;
    this.#fullAt = FULL;
    this.#reach();
  }

  async openFromGallery(name: string): Promise<void> {
    await this.#attempt(`loading ${name}`, async () => {
      const { text, files } = await loadFromGallery(name);
      await this.#openText(text, 'scenario.yaml', files);
    });
  }

  /** Files that somebody dropped or chose: a scenario, a place, a recording; or the place that a scenario waits for. */
  async openFiles(files: HeldFile[]): Promise<void> {
    const opened = sortFiles(files);
    if (opened.kind === 'nothing') return;
    if (opened.kind === 'recording') {
      await this.openRecording(opened.file);
      return;
    }
    await this.#attempt(`opening ${files.map(({ name }) => name).join(', ')}`, async () => {
      if (opened.kind === 'scenario') await this.#openText(opened.text, opened.fileName, opened.files);
      else if (this.#waiting !== undefined && wants(this.#waiting.data, files)) {
        await this.#open({ ...this.#waiting, files: [...this.#waiting.files, ...files] });
      } else {
        await this.#open({ data: scenarioOfPlace(opened.file), files, fileName: 'scenario.yaml' });
        // Nobody is there yet: that is what comes next.
        this.panel = 'people';
        this.camera = 'plan';
      }
    });
  }

  async #openText(text: string, fileName: string, files: HeldFile[]): Promise<void> {
    const data = parseScenarioText(text, fileName).data as Record<string, unknown>;
    // JSON has no comments, and is saved as YAML.
    const isYaml = !/^\uFEFF?\s*\{/.test(text);
    const source = isYaml ? { source: { text: text.replace(/^\uFEFF/, ''), data } } : {};
    await this.#open({ data, files, fileName, ...source });
  }

  /** The place at the start, and what it became in the run that is shown, and when. */
  #firstPlace: Place | undefined;
  #places: readonly { at: number; place: Place }[] = [];

  #setPlace(place: Place): void {
    this.#firstPlace = place;
    this.#places = [];
    this.place = place;
  }

  /** The place of the moment that is shown. */
  #showPlace(): void {
    const place = this.#places.findLast(({ at }) => at <= this.time + 1e-9)?.place ?? this.#firstPlace;
    if (place !== this.place) this.place = place;
  }

  /** A scenario whose file was not there: it waits for it. */
  #waiting: ScenarioDocument | undefined;

  async #open(document: ScenarioDocument): Promise<void> {
    this.#waiting = document;
    const place = await this.#session.build(document.data, document.files);
    this.#waiting = undefined;
    this.forgetRun();
    this.tool = undefined;
    void this.overlay(undefined);
    this.#setPlace(place);
    this.document = document;
    this.chosen = undefined;
    this.isEdited = false;
    this.#ranWith = undefined;
    this.#isPlaceOld = false;
    if (hasPeople(document.data)) await this.#start();
  }

  async #start(): Promise<void> {
    this.forgetRun();
    this.#ranWith = this.document!.data;
    this.isEdited = false;
    this.info = await this.#session.start(this.document!.data, Number(this.document!.data.seed ?? 1));
    this.isPlaying = true;
    this.#reach();
  }

  /** The moment at which the first hall is shown, until it is. */
  #fullAt: number | undefined;

  forgetRun(): void {
    this.#fullAt = undefined;
    this.history = createHistory();
    this.people.clear();
    this.#places = [];
    this.place = this.#firstPlace;
    this.summary = undefined;
    this.info = undefined;
    this.begin = 0;
    this.time = 0;
    this.present = 0;
    this.selected = undefined;
    this.isPlaying = false;
  }

  /** A recording of a run: moments, and either the open scenario's place or one of its own without a scenario. */
  async openRecording(file: HeldFile): Promise<void> {
    await this.#attempt(`opening ${file.name}`, async () => {
      const name = this.#isPlaceOld ? undefined : this.document?.data.name;
      const { place, info } = await this.#session.replay(file, typeof name === 'string' ? name : undefined);
      if (info === undefined) return;
      if (place !== undefined) {
        void this.overlay(undefined);
        this.document = undefined;
        this.#setPlace(place);
      }
      this.tool = undefined;
      this.chosen = undefined;
      this.isEdited = false;
      this.#ranWith = this.document?.data;
      this.#isPlaceOld = false;
      this.info = info;
      this.begin = this.history.moments[0]!.time;
      this.time = this.begin;
      this.isPlaying = true;
    });
  }

  // Editing: every act gives new data; what went before can be undone.

  #edits = $state.raw<Edits>();
  /** The data of the run that is shown. */
  #ranWith: Data | undefined;
  /** The place is not yet that of the data. */
  #isPlaceOld = false;
  #rebuilding: ReturnType<typeof setTimeout> | undefined;

  /** Those of the open document; another one that was opened begins anew. */
  get edits(): Edits | undefined {
    const { document } = this;
    if (document === undefined) return undefined;
    return this.#edits?.present === document.data ? this.#edits : beginEdits(document.data);
  }

  /** Do people walk, and as the scenario says now? */
  readonly hasBegun = $derived(this.time > 0 && !this.isEdited);

  /** What is wrong with the scenario as it is now. */
  readonly problems = $derived(this.document === undefined ? [] : problemsOf(this.document.data, this.place));

  /** Do people walk now, as the scenario says? */
  readonly isLive = $derived(
    this.document !== undefined &&
      this.info !== undefined &&
      this.summary === undefined &&
      this.present > 0 &&
      !this.isEdited,
  );
  /** Does what is done to obstacles and walls meanwhile happen now, or from the start of another run? */
  isNow = $state(true);

  /** How often the place has changed since the start of the run; -1 where that is of no interest. */
  readonly #changes = $derived(this.isLive && this.isNow ? changesUntil(this.document!.data, this.present) : -1);
  /** The scenario as it is to be chosen from and changed: with the obstacles and walls that stand now, while people walk. */
  readonly shown = $derived(
    this.document === undefined || this.#changes < 0
      ? this.document?.data
      : placeAfter(this.document.data, this.#changes, this.#levels),
  );

  get #levels(): string[] {
    return (this.#firstPlace?.levels ?? []).map(({ name }) => name);
  }

  /**
   * Change the scenario, as `shown`. The run that is shown stays, and is out of date; but obstacles and walls that are put in, moved or
   * taken away while people walk are events of it, and it goes on.
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

  /** What is to change in the place: somebody may still be typing a number of it. */
  #typing: { events: readonly object[]; timer: ReturnType<typeof setTimeout> } | undefined;

  #changeNow(): void {
    const { events = [], timer } = this.#typing ?? {};
    clearTimeout(timer);
    this.#typing = undefined;
    if (events.length === 0) return;
    void this.#attempt('changing the place', async () => {
      for (const event of events) this.#happens({ at: await this.#session.change(event), ...event });
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
    this.#showPlace();
  }

  sealEdits(): void {
    this.#changeNow();
    if (this.edits !== undefined) this.#edits = seal(this.edits);
  }

  undo(): void {
    if (this.edits !== undefined) this.#setEdits(undo(this.edits));
  }

  redo(): void {
    if (this.edits !== undefined) this.#setEdits(redo(this.edits));
  }

  #setEdits(edits: Edits): void {
    const before = this.document!.data;
    this.#edits = edits;
    if (edits.present === before) return;
    this.document = { ...this.document!, data: edits.present };
    this.isEdited = !walksAlike(edits.present, this.#ranWith);
    if (edits.present.environment !== before.environment) this.#isPlaceOld = true;
    if (!this.#isPlaceOld) return;
    this.isPlaying = false;
    clearTimeout(this.#rebuilding);
    this.#rebuilding = setTimeout(() => void this.#rebuild(), REBUILD_AFTER);
  }

  /** What was built last, or is under way: the next one waits for it, and so does who starts a run in it. */
  #built: Promise<boolean> = Promise.resolve(true);

  /** The place of the data as it is now, if that is in order; else once it is. */
  #rebuild(): Promise<boolean> {
    clearTimeout(this.#rebuilding);
    this.#built = this.#built.then(() => this.#build());
    return this.#built;
  }

  async #build(): Promise<boolean> {
    const { document } = this;
    if (document === undefined || !this.#isPlaceOld) return true;
    if (this.problems.length > 0) return false;
    this.#isPlaceOld = false;
    return this.#attempt('building the place', async () => {
      const place = await this.#session.build(document.data, document.files);
      if (this.document?.data.environment !== document.data.environment) return;
      this.#setPlace(place);
      // The worker forgot the run.
      this.#ranWith = undefined;
      this.isEdited = true;
    });
  }

  /** A room to begin with. */
  async openNew(): Promise<void> {
    await this.#attempt('opening a new room', () =>
      this.#open({ data: newRoom() as Record<string, unknown>, files: [], fileName: 'scenario.yaml' }),
    );
    this.camera = 'plan';
    this.panel = 'people';
  }

  /** The scenario as the file that `foulee run` takes. */
  scenarioFile(): { name: string; text: string } | undefined {
    const { document } = this;
    if (document === undefined) return undefined;
    return { name: savedAs(document.fileName, document.data), text: savedText(document.source, document.data) };
  }

  /** Draw what the engine knows of the place over it. */
  async overlay(name: OverlayName | undefined, depth = this.treeDepth): Promise<void> {
    this.overlayName = name;
    this.treeDepth = depth;
    // What depends on the moment comes with it (inside/).
    if (name === undefined || isOfMoment(name)) {
      this.overlaid = undefined;
      this.sketch('overlay', []);
      return;
    }
    await this.#attempt(`drawing ${name}`, async () => {
      const overlay = await this.#session.overlay(name, depth);
      // Something else may have been asked for meanwhile.
      if (this.overlayName !== name) return;
      this.overlaid = overlay;
      this.sketch('overlay', overlay.sketches);
    });
  }

  /** The same for what depends on the moment, which is given away. */
  async overlayNow(name: MomentOverlayName, moment: Moment): Promise<void> {
    try {
      const overlay = await this.#session.overlay(name, 0, moment);
      if (this.overlayName !== name) return;
      this.overlaid = overlay;
      this.sketch('overlay', overlay.sketches);
    } catch (error) {
      if (this.overlayName !== name) return;
      this.trouble = troubleOf(error);
      void this.overlay(undefined);
    }
  }

  /** What somebody has in mind at the moment shown: only while people walk, and of the last seconds. */
  async inspect(serial: number): Promise<Insight | undefined> {
    const isLive = this.document !== undefined && this.info !== undefined && this.summary === undefined;
    return isLive ? this.#session.inspect(serial, this.time).catch(() => undefined) : undefined;
  }

  /** The door, bottleneck or cell at a place; undefined if there is none of what is wanted. */
  async spotAt(at: { x: number; y: number; level: number }, wanted: SpotWanted): Promise<Spot | undefined> {
    return this.#session.spot(at.level, at.x, at.y, wanted).catch(() => undefined);
  }

  /** Shut or open a door while people walk: at the present moment, and written into the scenario, so that the run can be repeated. */
  async setDoor(door: string, isOpen: boolean): Promise<void> {
    await this.#attempt(`${isOpen ? 'opening' : 'shutting'} ${door}`, async () => {
      const at = await this.#session.setDoor(door, isOpen);
      this.#happens(isOpen ? { at, open: door } : { at, close: door });
    });
  }

  /** Begin the run again. */
  async restart(): Promise<void> {
    if (this.document === undefined) {
      // A recording is there already.
      this.time = this.begin;
      this.isPlaying = this.info !== undefined;
      return;
    }
    const [problem] = hasPeople(this.document.data) ? this.problems : [NOBODY];
    if (problem !== undefined) {
      this.trouble = problem;
      return;
    }
    if (await this.#rebuild()) await this.#attempt('starting', () => this.#start());
  }

  #reach(): void {
    if (this.summary !== undefined) return;
    const isFast = this.speed === Infinity;
    const from = Math.max(this.time, this.#fullAt ?? 0);
    this.#session.reach(isFast ? Infinity : from + AHEAD + AHEAD_BY_SPEED * this.speed);
  }

  /** Nothing more is simulated until another moment is shown. */
  hold(): void {
    this.#session.reach(0);
  }

  toggle(): void {
    const isToStart = this.document !== undefined && (this.isEdited || this.info === undefined);
    if (isToStart && !this.isPlaying) {
      void this.restart();
      return;
    }
    if (this.info === undefined) return;
    // At the end, play begins again.
    if (!this.isPlaying && this.summary !== undefined && this.time >= this.present) this.time = this.begin;
    this.isPlaying = !this.isPlaying;
    this.#reach();
  }

  /** Show another moment. */
  show(time: number): void {
    this.time = Math.min(Math.max(this.begin, time), this.present);
    this.#showPlace();
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
    this.#showPlace();
    if (this.summary !== undefined && this.time >= this.present) this.isPlaying = false;
    else this.#reach();
  }
}

const NOBODY: Trouble = {
  where: 'Nobody is here',
  what: 'there is no one to walk',
  remedy: 'put people in, or draw an entrance',
};

/** One more thing that happens. */
function withEvent(data: Data, event: object): Data {
  const before: unknown = data.events;
  return { ...data, events: [...(Array.isArray(before) ? before : []), event] };
}

/** Is there anybody to walk? */
function hasPeople({ walkers, sources }: Record<string, unknown>): boolean {
  return [walkers, sources].some((list) => Array.isArray(list) && list.length > 0);
}

/** Do people walk the same? What is measured of them changes nothing. */
function walksAlike(data: Data, before: Data | undefined): boolean {
  if (before === undefined) return false;
  const keys = new Set([...Object.keys(data), ...Object.keys(before)]);
  keys.delete('measure');
  return [...keys].every((key) => data[key] === before[key]);
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
