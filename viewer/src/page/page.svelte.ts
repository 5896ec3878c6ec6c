/**
 * The page: opens scenarios, places and recordings, and holds what is seen of them and how. With the run (playback.svelte.ts) and the
 * scenario (editing.svelte.ts) it is the one object that panels read and whose acts they call; nothing else talks to the worker.
 */
import { untrack } from 'svelte';
import { parseScenarioText } from '@foulee/formats';
import type { Moment } from '../run/moment.ts';
import type { Insight } from '../run/inspect.ts';
import { isOfMoment, type MomentOverlayName, type Overlay, type OverlayName } from '../run/overlays.ts';
import type { HeldFile } from '../run/protocol.ts';
import type { Spot, SpotWanted } from '../run/spot.ts';
import { newRoom } from '../document/create.ts';
import type { Tool } from '../edit/tool.ts';
import type { FloorPicture } from '../scene/floor-pictures.ts';
import type { Sketch } from '../scene/sketch.ts';
import { Editing, hasPeople, type ScenarioDocument } from './editing.svelte.ts';
import { GALLERY, loadFromGallery } from './gallery.ts';
import { type GivenFiles, loadGiven } from './given.ts';
import { scenarioOfPlace, sortFiles, wants } from './open-files.ts';
import { troubleOf } from './playback.svelte.ts';

type Camera = 'plan' | 'orbit' | 'follow' | 'eyes';
type Colouring = 'speed' | 'density' | 'destination' | 'profile' | 'waiting';

/** Simulated seconds after which the first hall is full. */
const FULL = 60;

class Page extends Editing {
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
  /** Metres that a pixel takes in the middle of the picture; the stage says it. */
  pixel = 0.02;
  /** Do drawn points lie on the half-metre grid? */
  isGrid = $state(true);
  /** The level that is drawn on, by name; undefined: the one that is clicked. */
  drawnLevel = $state<string>();
  /** A scenario whose file was not there: it waits for it. */
  #waiting: ScenarioDocument | undefined;

  // Opening.

  /** What the page begins with: what `foulee view` was given, the scenario that the address names (`?scenario=city`), or a station hall. */
  async openFirst(): Promise<void> {
    let given: GivenFiles | undefined;
    const isLoaded = await this.attempt('loading', async () => {
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
    this.playFrom(FULL);
  }

  async openFromGallery(name: string): Promise<void> {
    await this.attempt(`loading ${name}`, async () => {
      const { text, files } = await loadFromGallery(name);
      await this.#openText(text, 'scenario.yaml', files);
    });
  }

  /** A room to begin with. */
  async openNew(): Promise<void> {
    await this.attempt('opening a new room', () =>
      this.#open({ data: newRoom() as Record<string, unknown>, files: [], fileName: 'scenario.yaml' }),
    );
    this.camera = 'plan';
    this.panel = 'people';
  }

  /** Files that somebody dropped or chose: a scenario, a place, a recording; or the place that a scenario waits for. */
  async openFiles(files: HeldFile[]): Promise<void> {
    const opened = sortFiles(files);
    if (opened.kind === 'nothing') return;
    const named = opened.kind === 'recording' ? [opened.file] : files;
    await this.attempt(`opening ${named.map(({ name }) => name).join(', ')}`, async () => {
      if (opened.kind === 'recording') await this.#openRecording(opened.file);
      else if (opened.kind === 'scenario') await this.#openText(opened.text, opened.fileName, opened.files);
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

  async #open(document: ScenarioDocument): Promise<void> {
    this.#waiting = document;
    await this.builds.inTurn(async () => {
      const place = await this.session.build(document.data, document.files);
      this.#waiting = undefined;
      this.forgetRun();
      this.tool = undefined;
      void this.overlay(undefined);
      this.setPlace(place);
      this.setDocument(document);
    });
    if (hasPeople(document.data)) await this.start();
  }

  /** A recording of a run: moments, and either the open scenario's place or one of its own without a scenario. */
  async #openRecording(file: HeldFile): Promise<void> {
    const name = this.builds.isOld ? undefined : this.document?.data.name;
    const { place, info } = await this.session.replay(file, typeof name === 'string' ? name : undefined);
    if (info === undefined) return;
    if (place !== undefined) {
      void this.overlay(undefined);
      this.setPlace(place);
    }
    this.tool = undefined;
    const document = place === undefined ? this.document : undefined;
    this.setDocument(document, document?.data);
    this.play(info);
  }

  // Looking.

  /** @param sketches in metres from the origin of the place */
  sketch(layer: string, sketches: readonly Sketch[]): void {
    // Effects that draw would else follow what they draw.
    this.sketches = new Map([...untrack(() => this.sketches), [layer, sketches]]);
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
    await this.attempt(`drawing ${name}`, async () => this.#lay(name, await this.session.overlay(name, depth)));
  }

  /** The same for what depends on the moment, which is given away. */
  async overlayNow(name: MomentOverlayName, moment: Moment): Promise<void> {
    try {
      this.#lay(name, await this.session.overlay(name, 0, moment));
    } catch (error) {
      if (this.overlayName !== name) return;
      this.trouble = troubleOf(error);
      void this.overlay(undefined);
    }
  }

  #lay(name: OverlayName, overlay: Overlay): void {
    // Something else may have been asked for meanwhile.
    if (this.overlayName !== name) return;
    this.overlaid = overlay;
    this.sketch('overlay', overlay.sketches);
  }

  /** What somebody has in mind at the moment shown: only while people walk, and of the last seconds. */
  async inspect(serial: number): Promise<Insight | undefined> {
    const isLive = this.document !== undefined && this.info !== undefined && this.summary === undefined;
    return isLive ? this.session.inspect(serial, this.time).catch(() => undefined) : undefined;
  }

  /** The door, bottleneck or cell at a place; undefined if there is none of what is wanted. */
  async spotAt(at: { x: number; y: number; level: number }, wanted: SpotWanted): Promise<Spot | undefined> {
    return this.session.spot(at.level, at.x, at.y, wanted).catch(() => undefined);
  }
}

function prefersDark(): boolean {
  return globalThis.matchMedia?.('(prefers-color-scheme: dark)').matches === true;
}

export const page = new Page();
