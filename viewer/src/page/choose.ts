/**
 * Without a tool, a click chooses what is drawn on the floor: exits, entrances, areas, obstacles, doors, what is measured. It is shown faintly
 * whenever nothing moves, and fully while the panel is open that edits it; only what is seen can be chosen. Signs stand there always.
 */
import { recordAt } from '../document/document.ts';
import { COLOURS, isShown, sketchesOf } from '../document/sketches.ts';
import { findThing, outlineOf, shownShape, type Thing, thingsOf } from '../document/things.ts';
import { measure } from './measure.svelte.ts';
import { keyOf } from '../measure/measurements.ts';
import { page } from './page.svelte.ts';
import { floorSide } from '../scene/floor.ts';
import type { Sketch } from '../protocol/sketch.ts';
import type { Picked } from '../scene/view.ts';
import { thingAt } from '../edit/find.ts';

/** Metres around what is framed. */
const AROUND = 3;

/** Is what the scenario places on the floor to be seen now? Over people who walk it would be in the way. */
function areThingsSeen(): boolean {
  return page.panel === 'people' || !page.isPlaying;
}

function showing(): { hasBegun: boolean; isMeasuring: boolean; isFaint: boolean; isSigns: boolean } {
  return {
    hasBegun: page.hasBegun,
    isMeasuring: page.panel === 'measure',
    isFaint: page.panel !== 'people',
    isSigns: !areThingsSeen(),
  };
}

/** What the scenario places, as it lies on the floor. */
export function documentSketches(): Sketch[] {
  const { shown, place, chosen } = page;
  if (shown === undefined || place === undefined) return [];
  return sketchesOf(shown, place, { chosen, ...showing() }).map((sketch) =>
    sketch.kind === 'line' ? { ...sketch, side: floorSide(place, sketch.points, sketch.level) } : sketch,
  );
}

function seenAt({ x, y, level, pixel }: Picked, isMeant: (thing: Thing) => boolean): Thing | undefined {
  const { shown: data, place } = page;
  if (data === undefined || place === undefined) return undefined;
  return thingAt(data, [x + place.origin[0], y + place.origin[1]], {
    level: place.levels.length > 1 ? place.levels[level]?.name : undefined,
    chosen: undefined,
    pixel,
    isMeant,
  });
}

/** The name of the sign under the pointer, beside it. @param pick where the pointer is; asked only where there are signs */
export function hoverSketches(pick: () => Picked | undefined): Sketch[] {
  const hasSigns = Object.keys(recordAt(page.shown, ['signs'])).length > 0;
  const picked = hasSigns && page.tool === undefined ? pick() : undefined;
  const sign = picked === undefined ? undefined : seenAt(picked, ({ kind }) => kind === 'sign');
  if (picked === undefined || sign === undefined) return [];
  const z = page.place?.levels[picked.level]?.elevation ?? 0;
  return [{ kind: 'line', points: [picked.x, picked.y], z, colour: COLOURS.sign, label: sign.name }];
}

/** Choose what is drawn at a place, or nothing; floor is everywhere, and not meant. */
export function chooseAt(picked: Picked | undefined): void {
  if (page.shown === undefined || page.place === undefined) return;
  page.chosen = undefined;
  if (picked === undefined) return;
  const now = { ...showing(), isMeasuring: false };
  const thing = seenAt(picked, (one) => one.kind !== 'floor' && isShown(one, now));
  if (thing === undefined) return;
  page.chosen = thing.path;
  if (!thing.kind.startsWith('measured') || page.panel !== 'measure') {
    page.panel = 'people';
    return;
  }
  // Beside its charts it is chosen there.
  const kind = thing.kind === 'measured line' ? 'line' : 'area';
  const one = measure.measurements.find(({ kind: form, name }) => form === kind && name === thing.name);
  if (one !== undefined) measure.opened = new Set([...measure.opened, keyOf(one)]);
}

/** What is chosen with some room around it: left, bottom, right, top, metres from the origin, and height. undefined: nothing is. */
export function boundsOfChosen(): [number, number, number, number, number] | undefined {
  const { shown, place, chosen } = page;
  if (shown === undefined || place === undefined) return undefined;
  const thing = findThing(thingsOf(shown), chosen);
  const shape = thing === undefined ? undefined : shownShape(shown, thing);
  if (thing === undefined || shape === undefined) return undefined;
  const corners = outlineOf(shape);
  const [xs, ys] = [corners.map(([x]) => x - place.origin[0]), corners.map(([, y]) => y - place.origin[1])];
  const level = place.levels.find(({ name }) => name === thing.level) ?? place.levels[0];
  return [
    Math.min(...xs) - AROUND,
    Math.min(...ys) - AROUND,
    Math.max(...xs) + AROUND,
    Math.max(...ys) + AROUND,
    level?.elevation ?? 0,
  ];
}
