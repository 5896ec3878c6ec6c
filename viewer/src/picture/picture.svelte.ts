/**
 * What colours mean in the picture that is shown, and pictures of it that explain themselves: for files (panels/MeasurePanel.svelte) and
 * videos (video/).
 */
import { OVERLAY_WORDS } from '../inside/overlay-words.ts';
import { measure } from '../page/measure.svelte.ts';
import { MAP_SCALES, type MapShown } from '../measure/service-colours.ts';
import { page } from '../page/page.svelte.ts';
import { isOfRun, isOfStream, isOfTown } from '../protocol/overlay.ts';
import { clock } from '../page/words.ts';
import { type Legend, legendOf, NEUTRAL, NEUTRAL_ON_DARK } from '../scene/colours.ts';
import { paintNotes, type PictureNotes } from './notes.ts';

/** What the stage knows of its picture. */
export interface Scenery {
  canvas: HTMLCanvasElement;
  /** Names that are to be seen, where they belong: pixels of the page. */
  labels: () => { x: number; y: number; text: string; colour: string }[];
  /** Metres that a pixel of the page takes in the middle of the picture. */
  pixel: () => number;
}

const MAP_TITLES: Readonly<Record<MapShown, string>> = {
  now: 'Density now',
  mean: 'Mean density',
  greatest: 'Highest density',
};

class Picture {
  /** Are names, legend, moment and scale painted on pictures and videos? */
  isExplained = $state(true);
  /** Metres that a pixel of the page takes; the stage says it. */
  pixel = $state(0);

  /** Of the map that lies on the floor, if there is one. */
  readonly map = $derived.by((): Legend | undefined => {
    if (page.overlaid !== undefined && page.overlayName === 'density') {
      return { title: `${OVERLAY_WORDS.density.title}, people/m²`, entries: page.overlaid.legend };
    }
    const isOverlaid = page.overlaid?.pictures !== undefined && page.overlaid.pictures.length > 0;
    const name = page.overlayName;
    if (isOverlaid && name !== undefined && (isOfRun(name) || isOfTown(name) || isOfStream(name))) {
      const { title } = OVERLAY_WORDS[name];
      const until = !isOfRun(name) || name === 'signs' ? '' : `, ${clock(page.begin)}–${clock(page.present)}`;
      return { title: `${title}${until}`, entries: page.overlaid!.legend };
    }
    const shown = isOverlaid ? 'now' : measure.mapShown;
    if (shown === undefined || (!isOverlaid && page.pictures.length === 0)) return undefined;
    const span = shown === 'now' ? '' : `, ${clock(page.begin)}–${clock(page.present)}`;
    return {
      title: `${MAP_TITLES[shown]}, people/m²${span}`,
      // What else lies over the place from the panel Inside is always the level of service.
      entries: [...MAP_SCALES[isOverlaid ? 'service' : measure.mapScale].entries],
    };
  });

  /** Of what the engine knows of the place, if that is drawn over it. */
  readonly overlay = $derived.by((): Legend | undefined => {
    const { overlayName, overlaid } = page;
    if (overlayName === undefined || overlaid === undefined || overlaid.pictures !== undefined) return undefined;
    return { title: OVERLAY_WORDS[overlayName].title, entries: overlaid.legend };
  });

  /** What people are coloured by: nothing where a map has the colours. */
  readonly colouring = $derived(
    this.map === undefined ? page.colouring : page.theme === 'dark' ? NEUTRAL_ON_DARK : NEUTRAL,
  );

  turnMapOff(): void {
    if (page.overlaid?.pictures === undefined) measure.showMap(undefined);
    else void page.overlay(undefined);
  }

  #legends(): PictureNotes['legends'] {
    const legends: (Legend & { isMap?: boolean })[] = [];
    if (this.map !== undefined) legends.push({ ...this.map, isMap: true });
    else if (page.info !== undefined) legends.push(legendOf(page.colouring, page.info));
    if (this.overlay !== undefined) legends.push({ ...this.overlay, isMap: true });
    return legends.filter(({ entries }) => entries.length > 0);
  }

  #canvas: HTMLCanvasElement | undefined;

  /** The scene as it is on the canvas now, explained if that is asked for. Valid until the next one. */
  of({ canvas, labels, pixel }: Scenery): HTMLCanvasElement {
    if (!this.isExplained) return canvas;
    const { width, height } = canvas;
    const { clientWidth, clientHeight } = canvas.parentElement!;
    // Pixels of the picture for one of the page: a video of another shape shows more around.
    const ratio = Math.min(width / clientWidth, height / clientHeight);
    const copy = (this.#canvas ??= document.createElement('canvas'));
    if (copy.width !== width || copy.height !== height) [copy.width, copy.height] = [width, height];
    const drawing = copy.getContext('2d', { alpha: false })!;
    drawing.drawImage(canvas, 0, 0);
    paintNotes(drawing, width, height, {
      title: page.info?.name ?? page.place?.name ?? '',
      time: page.info === undefined ? undefined : `Time ${clock(page.time)}`,
      legends: this.#legends(),
      places: labels().map(({ x, y, ...label }) => ({ ...label, x: x * ratio, y: y * ratio })),
      metresPerPixel: page.camera === 'plan' ? pixel() / ratio : undefined,
      isDark: page.theme === 'dark',
    });
    return copy;
  }
}

export const picture = new Picture();
