/**
 * Looking inside: overlays that follow the moment shown, and the door, bottleneck or cell that was clicked. Nothing is asked of the worker
 * unless one of these is chosen, one question at a time.
 */
import { shutAt } from '../page/events.ts';
import { untrack } from 'svelte';
import { page } from '../page/page.svelte.ts';
import { createScene, indexAt, sceneAt } from '../run/history.ts';
import { MOMENT } from '../protocol/moment.ts';
import { isOfMoment, isOfRun, isOfStream, showsCells, type TownGap, type TownShown } from '../protocol/overlay.ts';
import type { Place } from '../protocol/place.ts';
import type { Spot } from '../protocol/spot.ts';
import type { Sketch } from '../protocol/sketch.ts';
import type { Picked } from '../scene/view.ts';

/** Milliseconds between two drawings of one overlay at least, and times what the last one took. */
const PAUSE = 250;
const SHARE = 4;
const SPOT_COLOUR = '#2563eb';
const GAP_COLOUR = '#c62828';

class Inside {
  spot = $state.raw<Spot>();
  /** What is looked at of what is not connected in a town. */
  #gap = $state.raw<{ of: TownShown; gap: TownGap; label: string }>();
  #clicked: Picked | undefined;
  #place: Place | undefined;
  readonly #scene = createScene();
  #isAsking = false;
  #drawn = '';
  #notBefore = 0;
  #isLater = false;

  /** Draw the overlay of the moment shown, if one is chosen and it is not drawn yet. To be called whenever one of these changes. */
  follow(): void {
    const { overlayName: name, time, present, place, history, seen } = page;
    if (name === undefined || !isOfMoment(name) || place === undefined) {
      this.#drawn = '';
      return;
    }
    // A run that was simulated on changes nothing but what can be known of the last moments.
    const closed = [...shutAt(page.walked, time)].join();
    const wanted = isOfRun(name)
      ? `${name} ${present} ${page.info?.seed} ${page.finished.length}`
      : `${name} ${time} ${history.moments.length === 0} ${present - time < 1} ${closed} ${isOfStream(name) ? `${seen} ${page.info?.seed} ${page.summary === undefined}` : ''}`;
    if (this.#isAsking || (wanted === this.#drawn && this.#place === place)) return;
    const wait = this.#notBefore - performance.now();
    if (wait > 0) {
      if (this.#isLater) return;
      this.#isLater = true;
      setTimeout(() => {
        this.#isLater = false;
        this.follow();
      }, wait);
      return;
    }
    this.#drawn = wanted;
    this.#isAsking = true;
    sceneAt(history, time, this.#scene);
    const { count, serial, numbers } = this.#scene;
    // Those of the scene, in the same order.
    const before = history.moments[indexAt(history, time)];
    const begun = performance.now();
    const moment = {
      time,
      serial: serial.slice(0, count),
      numbers: numbers.slice(0, MOMENT * count),
      cell: before?.cell.slice() ?? new Int32Array(0),
      level: before?.level.slice() ?? new Int16Array(0),
      meshKey: before?.meshKey ?? place.meshKey,
    };
    void page.overlayNow(name, moment).finally(() => {
      this.#isAsking = false;
      const now = performance.now();
      this.#notBefore = now + Math.max(PAUSE, SHARE * (now - begun));
      this.follow();
    });
  }

  /** What is seen through a border belongs to its overlay: with another one it goes. To be called when that changes. */
  followOverlay(): void {
    if (page.overlayName !== 'sight' && untrack(() => this.spot?.kind) === 'border') this.letGo();
  }

  /** Another place was built: what was chosen or drawn of the one before is looked for again. */
  followPlace(): void {
    const { place } = page;
    if (this.#place === place) return;
    const isFirst = this.#place === undefined || this.#place.name !== place?.name;
    this.#place = place;
    const { overlayName } = page;
    if (!isFirst && overlayName !== undefined && !isOfMoment(overlayName)) void page.overlay(overlayName);
    if (isFirst) this.letGo();
    else if (this.#clicked !== undefined) void this.choose(this.#clicked);
  }

  /** @param at what was clicked; undefined: beside everything */
  async choose(at: Picked | undefined): Promise<void> {
    this.#clicked = at;
    if (at === undefined || page.place === undefined) {
      this.spot = undefined;
      return;
    }
    const { overlayName } = page;
    const found = await page.spotAt(at, {
      cells: overlayName !== undefined && showsCells(overlayName),
      bottlenecks: overlayName === 'bottlenecks',
      borders: overlayName === 'sight',
    });
    if (this.#clicked === at) this.spot = found;
  }

  letGo(): void {
    void this.choose(undefined);
  }

  /** Look at something that is not connected, and mark it as long as its town is shown. */
  lookAtGap(of: TownShown, gap: TownGap, label: string): void {
    this.#gap = { of, gap, label };
    page.flight = { x: gap.x, y: gap.y, z: gap.z };
  }

  gapSketches(): Sketch[] {
    if (this.#gap === undefined || this.#gap.of !== page.overlaid?.town) return [];
    const { gap, label } = this.#gap;
    return [{ kind: 'point', points: [gap.x, gap.y], z: gap.z, colour: GAP_COLOUR, label, isStrong: true }];
  }

  sketches(): Sketch[] {
    const { spot } = this;
    if (spot === undefined) return [];
    const { z } = spot;
    if (spot.kind === 'cell') return [{ kind: 'area', points: spot.ring, z, colour: SPOT_COLOUR }];
    // Under what somebody knows it would be taken for that.
    const seen = page.selected === undefined ? (spot.sight?.sketches ?? []) : [];
    return [...seen, { kind: 'line', points: spot.ends, z, colour: SPOT_COLOUR, isStrong: true }];
  }
}

export const inside = new Inside();
