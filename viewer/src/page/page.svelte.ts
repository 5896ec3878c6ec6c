/**
 * The page: opens scenarios, places and recordings, and holds what is seen of them and how. With the run (playback.svelte.ts) and the
 * scenario (editing.svelte.ts) it is the one object that panels read and whose acts they call; nothing else talks to the worker.
 */
import { untrack } from 'svelte';
import { parseScenarioText } from '@foulee/formats';
import type { Moment } from '../protocol/moment.ts';
import type { Insight } from '../protocol/insight.ts';
import {
  isOfMoment,
  isOfTown,
  type MomentOverlayName,
  type Overlay,
  type OverlayName,
  type Seen,
  type TownChoice,
  USUAL_TOWN,
} from '../protocol/overlay.ts';
import { USUAL_PICTURE } from '../protocol/picture-preview.ts';
import type { HeldFile } from '../protocol/protocol.ts';
import { StoppedError } from './session.ts';
import type { Spot, SpotWanted } from '../protocol/spot.ts';
import { newRoom } from '../document/create.ts';
import type { Tool } from '../edit/tool.ts';
import type { FloorPicture } from '../protocol/floor-picture.ts';
import type { Sketch } from '../protocol/sketch.ts';
import { Address } from './address.ts';
import { shutAt } from './events.ts';
import { Editing, hasPeople, type ScenarioDocument, type Work } from './editing.svelte.ts';
import { FIRST, GALLERY, loadFromGallery } from './gallery.ts';
import { type GivenFiles, loadGiven } from './given.ts';
import { type Dropped, holdFiles } from './hold-files.ts';
import { ImportPicture } from './import-picture.svelte.ts';
import { fileOfPlace, isPicture, type LeftOut, scenarioOfPlace, sortFiles } from './open-files.ts';
import { pictureSettings, withPicture } from './picture-words.ts';

type Camera = 'plan' | 'orbit' | 'follow' | 'eyes';
type Colouring = 'speed' | 'density' | 'destination' | 'profile' | 'waiting';

/** Simulated seconds after which the first hall is full. */
const FULL = 60;

/** What was opened, to be opened again. */
interface Held {
  document?: ScenarioDocument | undefined;
  recording?: HeldFile | undefined;
}

class Page extends Editing {
  camera = $state<Camera>('orbit');
  colouring = $state<Colouring>('speed');
  /** Counts how often the whole place was asked for. */
  frameAsked = $state(0);
  theme = $state<'light' | 'dark'>(prefersDark() ? 'dark' : 'light');
  isHelpShown = $state(false);
  /** Is it unfolded how the file of the place is read? */
  isReadingShown = $state(false);
  /** The panel that is open at the left. */
  panel = $state<'place' | 'people' | 'measure' | 'inside' | undefined>(isNarrow() ? undefined : 'place');
  /** Where the camera is asked to fly to: metres from the origin. */
  flight = $state.raw<{ x: number; y: number; z: number }>();
  overlayName = $state<OverlayName>();
  overlaid = $state.raw<Overlay>();
  treeDepth = $state(2);
  townChoice = $state.raw<TownChoice>(USUAL_TOWN);
  /** What the pointer does; undefined: it moves the camera and chooses people. */
  tool = $state.raw<Tool>();
  /** What lies on the floor, by layer: exits, entrances, lines that count. Panels put it here, the stage draws it. */
  sketches = $state.raw<ReadonlyMap<string, readonly Sketch[]>>(new Map());
  /** Density maps on the floor. */
  pictures = $state.raw<readonly FloorPicture[]>([]);
  /** What is in view of the floor, about; undefined: all of it. The stage says it. */
  seen = $state.raw<Seen>();
  /** Metres that a pixel takes in the middle of the picture; the stage says it. */
  pixel = 0.02;
  /** Do drawn points lie on the half-metre grid? */
  isGrid = $state(true);
  /** The level that is looked at and drawn on, by name: those above are not seen. undefined: all, and the uppermost that is clicked. */
  level = $state<string>();
  /** Is what comes next to be done with the keyboard: the tool's button, or the card of what is put down, takes the focus? */
  isTypedNext = false;
  /** Scenarios that were edited, not saved, and made way for others: the last one first in mind. */
  kept = $state.raw<readonly Work[]>([]);
  /** The last of them that was done without, to be had again. */
  discarded = $state.raw<Work>();
  /** Files opened last that are not used: another list, perhaps an empty one, each time something is opened. */
  leftOut = $state.raw<readonly LeftOut[]>([]);
  /** What is open, by name. */
  readonly title = $derived.by(() => {
    // Of a recording, also where its scenario is open.
    const name = this.isRecording ? this.info?.name : this.document?.data.name;
    return typeof name === 'string' ? name : (this.info?.name ?? this.place?.name ?? '');
  });
  /** Scale and threshold of a picture that is to be opened, or is open. */
  readonly importPicture = new ImportPicture((file) => this.session.preview(file));
  /** A scenario whose place was not there, or could not be built of its file: it waits for the file, or another one of that name. */
  #waiting: ScenarioDocument | undefined;
  /** Counts what is opened: what loads more slowly than what was asked for after it is let go. */
  #openings = 0;
  /** Counts overlays that were asked for. */
  #overlays = 0;
  readonly #address = new Address<Held>();
  /** What the browser comes back to if it comes back to what is open now. */
  #held: Held | undefined;

  // Opening.

  /** What the page begins with: what `foulee view` was given, the scenario that the address names (`?scenario=city`), or a station hall. */
  async openFirst(): Promise<void> {
    let given: GivenFiles | undefined;
    const isLoaded = await this.attempt(
      'loading',
      async () => {
        given = await loadGiven();
      },
      true,
    );
    if (!isLoaded) return;
    if (given !== undefined) {
      await this.openFiles(given.files);
      return;
    }
    const asked = Address.scenario();
    if (asked !== undefined && GALLERY.has(asked)) {
      await this.openFromGallery(asked, false);
      return;
    }
    if (!(await this.openFromGallery(FIRST, false))) return;
    // An empty hall is no welcome.
    this.playFrom(FULL, 'filling the hall');
  }

  /** @param isNew not come back to. @returns is it open? */
  async openFromGallery(folder: string, isNew = true): Promise<boolean> {
    const opening = this.#begin();
    const isOpened = await this.attempt(
      `loading ${GALLERY.get(folder)}`,
      async () => {
        const { text, files } = await loadFromGallery(folder);
        if (opening !== this.#openings) throw new StoppedError();
        await this.#openText(text, 'scenario.yaml', files);
        this.#held = undefined;
        if (isNew) this.#address.push({ scenario: folder });
        await this.#startOpened();
      },
      true,
    );
    return isOpened && opening === this.#openings;
  }

  /** A room to begin with. */
  async openNew(): Promise<void> {
    this.#begin();
    const open = async () => {
      const document = { data: newRoom() as Record<string, unknown>, files: [], fileName: 'scenario.yaml' };
      await this.#open(document);
      this.#hold({ document });
    };
    if (!(await this.attempt('opening a new room', open, true))) return;
    this.camera = 'plan';
    this.panel = 'people';
  }

  /** What somebody dropped or chose. */
  async openDropped(dropped: Dropped): Promise<void> {
    let held: Awaited<ReturnType<typeof holdFiles>> | undefined;
    const isRead = await this.attempt(
      'reading',
      async () => {
        held = await holdFiles(dropped);
      },
      true,
    );
    if (isRead) await this.openFiles(held!.files, held!.leftOut);
  }

  /**
   * A scenario, a place, a recording, or a recording with the place it was made in; or the place that a scenario waits for.
   * @param unread files that were dropped with them and could not be read
   */
  async openFiles(files: HeldFile[], unread: readonly LeftOut[] = []): Promise<void> {
    const waiting = this.#waiting;
    const { scenario, place, recording, leftOut: unused } = sortFiles(files, fileOfPlace(waiting?.data));
    if (scenario === undefined && place === undefined && recording === undefined) return;
    const leftOut = [...unread, ...unused];
    const isWaitedFor = waiting !== undefined && place?.name === fileOfPlace(waiting.data);
    let settings = USUAL_PICTURE;
    if (scenario === undefined && place !== undefined && !isWaitedFor && isPicture(place)) {
      const chosen = await this.importPicture.ask(place, USUAL_PICTURE, false);
      if (chosen === undefined) return;
      settings = chosen;
    }
    this.#begin();
    const names = [scenario?.fileName, place?.name, recording?.name].filter((name) => name !== undefined);
    const open = async () => {
      const isAlone = recording === undefined;
      const beside = place === undefined ? [] : [place];
      if (scenario !== undefined) await this.#openText(scenario.text, scenario.fileName, beside);
      else if (place !== undefined && isWaitedFor) {
        const others = waiting.files.filter(({ name }) => name !== place.name);
        this.#waiting = undefined;
        await this.#open({ ...waiting, files: [...others, place] });
      } else if (place !== undefined) {
        const document = {
          data: withPicture(scenarioOfPlace(place), settings),
          files: [place],
          fileName: 'scenario.yaml',
        };
        await this.#open(document, false);
        // Nobody is there yet: that is what comes next.
        if (isAlone) this.panel = 'people';
        if (isAlone) this.camera = 'plan';
      }
      const isPlaceOpened = scenario !== undefined || place !== undefined;
      this.leftOut = isPlaceOpened ? [...this.leftOut, ...leftOut] : leftOut;
      if (recording !== undefined) {
        const isInIt = await this.#openRecording(recording, isPlaceOpened);
        if (isPlaceOpened && !isInIt) this.leftOut = [...this.leftOut, ...notWalkedIn(scenario?.fileName, place?.name)];
      }
      this.#hold({ document: this.document, recording });
      if (isAlone) await this.#startOpened();
    };
    await this.attempt(`opening ${names.join(', ')}`, open, true);
  }

  /** The picture that is open is looked at again: other settings are an edit of the scenario. */
  async changePicture(): Promise<void> {
    const environment = (this.document?.data.environment ?? {}) as Record<string, unknown>;
    const file = this.document?.files.find(({ name }) => name === environment.file);
    if (file === undefined) return;
    const { document } = this;
    const before = pictureSettings(environment);
    const chosen = await this.importPicture.ask(file, before, true);
    const isOther = chosen !== undefined && JSON.stringify(chosen) !== JSON.stringify(before);
    if (isOther && this.document?.fileName === document?.fileName) this.edit((data) => withPicture(data, chosen));
  }

  /** Somebody went back or forward in the browser's history. @param state of its entry */
  async openAgain(state: unknown): Promise<void> {
    const held = this.#address.heldBy(state);
    if (held === undefined) {
      await this.openFirst();
      return;
    }
    const { document, recording } = held;
    this.#begin();
    const open = async () => {
      if (document !== undefined) await this.#open(document);
      this.#held = held;
      // With its edits, if it made way with some.
      const work = this.kept.find((one) => one.document === document);
      if (work !== undefined) {
        this.resumeWork(work);
        this.kept = this.kept.filter((one) => one !== work);
      }
      if (recording === undefined) await this.#startOpened();
      else await this.#openRecording(recording, document !== undefined);
    };
    await this.attempt(`opening ${document === undefined ? recording!.name : nameOf(document)}`, open, true);
  }

  /** Back to a scenario that was edited and made way, with its edits. */
  async backToKept(work: Work): Promise<void> {
    this.#begin();
    const open = async () => {
      await this.#open(work.document);
      this.resumeWork(work);
      this.kept = this.kept.filter((one) => one !== work);
      this.#hold({ document: work.document });
    };
    await this.attempt(`opening ${nameOf(work.document)}`, open, true);
  }

  /** Do without a scenario that was edited and made way, until `keepAgain`. */
  discard(work: Work): void {
    this.kept = this.kept.filter((one) => one !== work);
    this.discarded = work;
  }

  /** The scenario that was done without last is not to be lost after all. */
  keepAgain(): void {
    if (this.discarded !== undefined) this.kept = [...this.kept, this.discarded];
    this.discarded = undefined;
  }

  /** Something else is to be opened: what was asked for before is not waited for. @returns its number */
  #begin(): number {
    this.importPicture.close();
    this.session.stopAside();
    return ++this.#openings;
  }

  override cancel(): void {
    this.#openings++;
    super.cancel();
  }

  /** The address of what was opened just now. */
  #hold(held: Held): void {
    this.#held = held;
    this.#address.push({ held });
  }

  #keepWork(): void {
    // Who comes back finds it as it was left.
    if (this.#held?.document !== undefined && this.document !== undefined) this.#held.document = this.document;
    const work = this.unsavedWork;
    if (work !== undefined) this.kept = [...this.kept, work];
  }

  async #openText(text: string, fileName: string, files: HeldFile[]): Promise<void> {
    const data = parseScenarioText(text, fileName).data as Record<string, unknown>;
    // JSON has no comments, and is saved as YAML.
    const isYaml = !/^\uFEFF?\s*\{/.test(text);
    const source = isYaml ? { source: { text: text.replace(/^\uFEFF/, ''), data } } : {};
    await this.#open({ data, files, fileName, ...source });
  }

  /** Nobody walks in it yet. @param isWaited is its place waited for, if it cannot be built? */
  async #open(document: ScenarioDocument, isWaited = true): Promise<void> {
    const opening = this.#openings;
    const waiting = this.#waiting;
    const { place, take } = await this.session.buildAside(document.data, document.files).catch((error: unknown) => {
      const isFailed = isWaited && !(error instanceof StoppedError) && fileOfPlace(document.data) !== undefined;
      if (isFailed) this.#waiting = document;
      throw error;
    });
    if (opening !== this.#openings) throw new StoppedError();
    // All at once: what is edited or built of the scenario before comes no more between.
    take();
    this.#waiting = undefined;
    this.forgetRun();
    this.tool = undefined;
    void this.overlay(undefined);
    this.setPlace(place);
    this.sayLeftOut(place);
    this.#keepWork();
    this.leftOut = waiting === undefined || nameOf(waiting) === nameOf(document) ? [] : [letGo(waiting)];
    // What is new is not to flash by.
    if (document !== this.document && this.speed === Infinity) this.speed = 1;
    this.setDocument(document);
  }

  /** Let people walk in what was opened just now, if there are any; before any other place is built. */
  async #startOpened(): Promise<void> {
    if (hasPeople(this.document!.data)) await this.builds.inTurn(() => this.start());
  }

  /**
   * A recording of a run: moments, and either the open scenario's place or one of its own without a scenario.
   * @param isTogether it was opened with that place. @returns is the place that was open its own?
   */
  async #openRecording(file: HeldFile, isTogether: boolean): Promise<boolean> {
    const name = this.builds.isOld ? undefined : this.document?.data.name;
    const before = this.info;
    const called = typeof name === 'string' ? name : undefined;
    const { place, info } = await this.session.replay(file, called, isTogether).catch((error: unknown) => {
      // Half of it is not to stay.
      if (this.isLost && this.info !== before) this.forgetRun();
      throw error;
    });
    if (info === undefined) return true;
    if (place !== undefined) {
      void this.overlay(undefined);
      this.setPlace(place);
    }
    this.tool = undefined;
    const document = place === undefined ? this.document : undefined;
    if (document === undefined) this.#keepWork();
    this.setDocument(document, document?.data);
    this.play(info);
    return document !== undefined;
  }

  // Looking.

  /** Is it what the keyboard asked for? Then it takes the focus, and nothing after it. */
  takeTyped(): boolean {
    const isTyped = this.isTypedNext;
    this.isTypedNext = false;
    return isTyped;
  }

  /** @param sketches in metres from the origin of the place */
  sketch(layer: string, sketches: readonly Sketch[]): void {
    // Effects that draw would else follow what they draw.
    this.sketches = new Map([...untrack(() => this.sketches), [layer, sketches]]);
  }

  /** Draw what the engine knows of the place over it. */
  async overlay(name: OverlayName | undefined, depth = this.treeDepth): Promise<void> {
    const asked = ++this.#overlays;
    this.overlayName = name;
    this.treeDepth = depth;
    // What depends on the moment comes with it (inside/).
    if (name === undefined || isOfMoment(name)) {
      this.#lay(undefined);
      return;
    }
    if (this.builds.isLost && !(await this.#buildLost())) {
      if (asked === this.#overlays) void this.overlay(undefined);
      return;
    }
    const town = { ...this.townChoice };
    const isDrawn = await this.attempt(
      `drawing ${name}`,
      async () => {
        const overlay = await this.session.overlay({ name, depth, town });
        // Something else may have been asked for meanwhile.
        if (asked === this.#overlays) this.#lay(overlay);
      },
      isOfTown(name),
    );
    // Tiles of another size would be taken for those that were asked for.
    if (!isDrawn && asked === this.#overlays && isOfTown(name)) this.#lay(undefined);
  }

  /** Make towns otherwise, and draw the one that is looked at. */
  chooseTown(choice: TownChoice): void {
    this.townChoice = choice;
    if (this.overlayName !== undefined && isOfTown(this.overlayName)) void this.overlay(this.overlayName);
  }

  /** The worker has ended: have it know the place again. @returns does it? */
  async #buildLost(): Promise<boolean> {
    if (this.document !== undefined) return this.builds.now();
    const what = 'is not known to the simulation any more, which stopped';
    this.trouble = { where: 'This place', what, remedy: 'open the recording again' };
    return false;
  }

  /** The same for what depends on the moment, which is given away. */
  async overlayNow(name: MomentOverlayName, moment: Moment): Promise<void> {
    try {
      if (this.builds.isLost && !(await this.#buildLost())) throw new StoppedError();
      const closed = [...shutAt(this.walked, moment.time)];
      const town = { ...this.townChoice };
      const overlay = await this.session.overlay({ name, depth: 0, town, moment, closed, seen: this.seen });
      if (this.overlayName === name) this.#lay(overlay);
    } catch (error) {
      if (this.overlayName !== name) return;
      this.tell(error);
      void this.overlay(undefined);
    }
  }

  #lay(overlay: Overlay | undefined): void {
    this.overlaid = overlay;
    this.sketch('overlay', overlay?.sketches ?? []);
  }

  /** What somebody has in mind at the moment shown: only while people walk, and of the last seconds. */
  async inspect(serial: number, isKnowledgeDrawn: boolean): Promise<Insight | undefined> {
    const isLive = this.document !== undefined && this.info !== undefined && this.summary === undefined && !this.isLost;
    return isLive ? this.session.inspect(serial, this.time, isKnowledgeDrawn).catch(() => undefined) : undefined;
  }

  /** The door, bottleneck or cell at a place; undefined if there is none of what is wanted. */
  async spotAt(at: { x: number; y: number; level: number }, wanted: SpotWanted): Promise<Spot | undefined> {
    if (this.builds.isLost && (this.document === undefined || !(await this.builds.now()))) return undefined;
    return this.session.spot(at.level, at.x, at.y, wanted).catch(() => undefined);
  }
}

/** What a scenario is called. */
export function nameOf({ data, fileName }: ScenarioDocument): string {
  return typeof data.name === 'string' ? data.name : fileName;
}

/** Something else was opened than what a scenario waited for. */
function letGo(waiting: ScenarioDocument): LeftOut {
  return { name: nameOf(waiting), why: `it waited for ${fileOfPlace(waiting.data)}; open both together` };
}

/** A recording walks elsewhere: it is shown in a place of its own. */
function notWalkedIn(...names: (string | undefined)[]): LeftOut[] {
  return names.flatMap((name) => (name === undefined ? [] : [{ name, why: 'the recording was made elsewhere' }]));
}

/** In a small window the open panel would hide what it is about (panels/Dock.svelte). */
export function isNarrow(): boolean {
  return globalThis.matchMedia?.('(max-width: 640px)').matches === true;
}

function prefersDark(): boolean {
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches === true;
}

export const page = new Page();
