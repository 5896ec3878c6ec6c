/**
 * Making a video of what was simulated or opened: what is asked for, how far it is, and the acts of the dialog (panels/VideoDialog.svelte).
 * Meanwhile the run is held and the scene draws for the video; afterwards all is as it was.
 */
import { tick } from 'svelte';
import { download, fileNameOf } from '../page/download.ts';
import { measure } from '../page/measure.svelte.ts';
import { page } from '../page/page.svelte.ts';
import { picture, type Scenery } from '../picture/picture.svelte.ts';
import type { Trouble } from '../protocol/protocol.ts';
import { NO_SCENE } from '../scene/no-scene.ts';
import { canFilm, film, type FilmPlan, NO_ENCODER, pictureCount } from './film.ts';

/** What the stage lends: its canvas, in pixels of the video until it is given back. */
interface Studio extends Scenery {
  /** @returns what ends it */
  begin: (width: number, height: number) => () => void;
  /** The moment that the page shows. @param seconds of video since the picture before */
  draw: (seconds: number) => void;
}

const CANCELLED = 'cancelled';

class Video {
  isOpen = $state(false);
  /** What the browser has not that it takes. */
  hindrance = $state.raw<Trouble>();
  /** Is the scene lent? */
  isFilming = $state(false);
  from = $state(0);
  to = $state(0);
  speed = $state(1);
  framesPerSecond = $state(30);
  /** Pixels, 'screen' as large as the scene is on the page, or 'WIDTHxHEIGHT'. */
  size = $state('1280x720');
  /** Pictures taken. */
  done = $state(0);
  /** The file that was saved last. */
  saved = $state.raw<{ name: string; bytes: number; seconds: number }>();
  trouble = $state.raw<Trouble>();
  studio = $state.raw<Studio>();
  #cancel: AbortController | undefined;

  readonly plan = $derived.by((): FilmPlan => {
    const { from, to, speed, framesPerSecond } = this;
    const [width, height] = this.size === 'screen' ? screenSize(this.studio) : this.size.split('x').map(Number);
    return { from, to, speed, framesPerSecond, width: width!, height: height! };
  });
  readonly count = $derived(pictureCount(this.plan));
  /** What is wrong with what is asked for. */
  readonly problem = $derived.by((): string | undefined => {
    const { from, to } = this;
    if (!Number.isFinite(from) || !Number.isFinite(to)) return 'Say from which second to which.';
    if (from < page.begin) return `The run begins at ${page.begin.toFixed(1)} s.`;
    // As typed: to a tenth of a second.
    if (to > page.present + 0.05) return `So far there are ${page.present.toFixed(1)} s.`;
    if (to <= from) return 'The end must come after the beginning.';
    return undefined;
  });

  open(): void {
    if (this.isOpen || page.info === undefined) return;
    this.from = Number(page.begin.toFixed(1));
    this.to = Math.floor(10 * page.present + 1e-6) / 10;
    this.saved = undefined;
    this.hindrance = this.studio === undefined ? NO_SCENE : canFilm() ? undefined : NO_ENCODER;
    this.trouble = undefined;
    this.isOpen = true;
  }

  close(): void {
    this.cancel();
    this.isOpen = false;
  }

  cancel(): void {
    this.#cancel?.abort(CANCELLED);
  }

  async make(): Promise<void> {
    const { plan, studio, problem } = this;
    if (this.isFilming || studio === undefined || problem !== undefined || this.hindrance !== undefined) return;
    const cancel = new AbortController();
    this.#cancel = cancel;
    this.saved = undefined;
    this.trouble = undefined;
    this.done = 0;
    const { history, isPlaying, time } = page;
    const name = page.info?.name ?? 'foulee';
    page.isPlaying = false;
    page.hold();
    this.isFilming = true;
    const end = studio.begin(plan.width, plan.height);
    try {
      const take = async (at: number) => {
        if (page.history !== history) throw new Error('another run was opened meanwhile');
        page.time = at;
        // Doors that are shut, trails and maps follow the time.
        if (page.pictures.length > 0) measure.lookNow();
        await tick();
        studio.draw(1 / plan.framesPerSecond);
        return picture.of(studio);
      };
      const blob = await film(plan, take, (done) => (this.done = done), cancel.signal);
      const fileName = fileNameOf(name, `${plan.from}-${plan.to}s`, '.webm');
      download(blob, fileName);
      this.saved = { name: fileName, bytes: blob.size, seconds: this.count / plan.framesPerSecond };
    } catch (error) {
      if (error !== CANCELLED) {
        const what = error instanceof Error ? error.message : String(error);
        this.trouble = { where: 'The video', what, remedy: 'try again, or a smaller one' };
      }
    } finally {
      end();
      this.isFilming = false;
      this.#cancel = undefined;
      if (page.history === history) {
        page.show(time);
        page.isPlaying = isPlaying;
      }
    }
  }
}

/** Even numbers: colours are encoded by two by two pixels. */
function screenSize(studio: Studio | undefined): [number, number] {
  const box = studio?.canvas.parentElement;
  const even = (length: number) => Math.max(16, 2 * Math.round((length * Math.min(2, devicePixelRatio)) / 2));
  return [even(box?.clientWidth ?? 1280), even(box?.clientHeight ?? 720)];
}

export const video = new Video();
