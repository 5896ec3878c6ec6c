/**
 * Measuring in the page: which lines and areas there are, their gauges, and what is shown of them. While the panel is open or a map is
 * shown, `work` is called again and again; each time gauges take as many moments as they can in a few milliseconds.
 */
import { shutAt } from './events.ts';
import { page } from './page.svelte.ts';
import { type History, indexAt } from '../run/history.ts';
import type { Place } from '../protocol/place.ts';
import type { Drawn } from '../edit/drawn.ts';
import { areaTool } from '../edit/area-tool.ts';
import { lineTool } from '../edit/line-tool.ts';
import type { FloorPicture } from '../protocol/floor-picture.ts';
import type { Sketch } from '../protocol/sketch.ts';
import {
  type AreaGauge,
  createAreaGauge,
  createGround,
  createLineGauge,
  createMapGauge,
  createPeopleGauge,
  type Gauge,
  type Ground,
  type LineGauge,
  type MapGauge,
  measureMore,
  showOnMap,
} from '../measure/gauges.ts';
import {
  freeName,
  keyOf,
  type Measurement,
  type MeasureData,
  measurementsOf,
  withMeasurement,
  withNewName,
  withoutMeasurement,
} from '../measure/measurements.ts';
import { picturesOf } from '../measure/map-pictures.ts';
import { createMomentFrame, fillMomentFrame } from '../measure/moment-frame.ts';
import type { MapScale, MapShown } from '../measure/service-colours.ts';

const MEASURE_COLOUR = '#3f7f83';
/** Milliseconds of measuring at a time, and between two looks of the panel at what was measured. */
const TURN = 8;
const LOOK = 200;
/** Milliseconds between two turns of measuring when all is measured. */
const PAUSE = 50;
/** Metres: the arrow that shows which way is forward. */
const ARROW = 0.7;
/** Pixels: it is at least as long. */
const ARROW_SEEN = 20;

class Measure {
  /** What was drawn beside recordings, by place: they have no scenario to keep it. */
  #own = $state.raw<ReadonlyMap<string, MeasureData>>(new Map());
  /** Counts looks: what reads gauges reads this, too. */
  looks = $state(0);
  /** Have the gauges seen all moments there are? */
  isUpToDate = $state(true);
  mapShown = $state<MapShown>();
  mapScale = $state<MapScale>('service');
  /** Those whose charts are shown, by key. */
  opened = $state.raw<ReadonlySet<string>>(new Set());

  readonly measurements: Measurement[] = $derived.by(() => {
    const { place, document } = page;
    if (place === undefined) return [];
    return measurementsOf(this.#data(), document?.data.areas, place);
  });

  #history: History | undefined;
  #ground: Ground | undefined;
  /** When the panel may look again. */
  #nextLook = 0;
  /** What there was to be seen at the last look. */
  #seen = '';
  people = createPeopleGauge();
  #gauges = new Map<string, LineGauge | AreaGauge>();
  #map: MapGauge | undefined;
  #now: MapGauge | undefined;
  /** Time and closed doors of the map of the moment shown. */
  #nowOf = '';
  readonly #frame = createMomentFrame();

  #data(): unknown {
    if (page.document !== undefined) return page.document.data.measure;
    return page.place === undefined ? undefined : this.#own.get(nameOf(page.place));
  }

  #change(change: (data: unknown) => MeasureData): void {
    if (page.document !== undefined) page.edit((data) => ({ ...data, measure: change(data.measure) }));
    else if (page.place !== undefined) {
      this.#own = new Map([...this.#own, [nameOf(page.place), change(this.#data())]]);
    }
  }

  /** Take a tool in hand, or put it away. */
  draw(kind: Measurement['kind']): void {
    if (page.place === undefined) return;
    const ground = { place: () => page.place!, isGrid: () => false, pixel: () => page.pixel };
    const done = (drawn: Drawn) => this.#add(kind, drawn);
    page.tool =
      kind === 'line'
        ? lineTool(ground, 'Count people across a line', MEASURE_COLOUR, done)
        : areaTool(ground, 'Measure density in an area', MEASURE_COLOUR, done);
  }

  #add(kind: Measurement['kind'], { shape, level }: Drawn): void {
    const place = page.place!;
    const name = freeName(kind, this.measurements);
    const [[left, bottom], [right, top]] = [shape.points[0], shape.points[1]];
    const corners = shape.form === 'box' ? [left, bottom, right, bottom, right, top, left, top] : shape.points.flat();
    const points = corners.map((value, k) => value - place.origin[k % 2]);
    const at = Math.max(
      0,
      place.levels.findIndex((one) => one.name === level),
    );
    const [ax, ay, bx, by] = points as [number, number, number, number];
    const drawn: Measurement =
      kind === 'line' ? { kind, name, level: at, ends: [ax, ay, bx, by] } : { kind, name, level: at, ring: points };
    this.#change((data) => withMeasurement(data, drawn, place));
    page.tool = undefined;
    const added = this.measurements.find((one) => one.kind === kind && one.name === name);
    if (added !== undefined) this.opened = new Set([...this.opened, keyOf(added)]);
  }

  remove(measurement: Measurement): void {
    this.#change((data) => withoutMeasurement(data, measurement));
  }

  rename(measurement: Measurement, name: string): void {
    const wanted = name.trim();
    const isTaken = this.measurements.some((one) => one.kind === measurement.kind && one.name === wanted);
    if (wanted === '' || wanted.length > 100 || isTaken) return;
    const wasOpen = this.opened.has(keyOf(measurement));
    this.#change((data) => withNewName(data, measurement, wanted));
    if (wasOpen) this.opened = new Set([...this.opened, keyOf({ ...measurement, name: wanted })]);
  }

  toggle(measurement: Measurement): void {
    const key = keyOf(measurement);
    const opened = new Set(this.opened);
    if (!opened.delete(key)) opened.add(key);
    this.opened = opened;
  }

  gaugeOf(measurement: Measurement): LineGauge | AreaGauge | undefined {
    return this.#gauges.get(keyOf(measurement));
  }

  /** All there are, in the order of the list. */
  gauges(): (LineGauge | AreaGauge)[] {
    return this.measurements.flatMap((one) => this.gaugeOf(one) ?? []);
  }

  /** Lay a map of density on the floor, or take it away. */
  showMap(shown: MapShown | undefined): void {
    this.mapShown = shown;
    if (shown === undefined) page.pictures = [];
  }

  /** Colours of maps, from now on. */
  chooseScale(scale: MapScale): void {
    this.mapScale = scale;
    if (this.mapShown !== undefined) this.lookNow();
  }

  /** Measure again and again. @returns what ends it */
  keepWorking(): () => void {
    const turn = () => {
      this.work();
      asked = setTimeout(turn, this.isUpToDate ? PAUSE : 0);
    };
    let asked = setTimeout(turn, 0);
    return () => clearTimeout(asked);
  }

  /** Measure what has come since, for a few milliseconds. */
  work(): void {
    const { place, history } = page;
    if (place === undefined) return;
    if (this.#ground?.place !== place || this.#history !== history) this.#begin(place, history);
    const ground = this.#ground!;
    const wanted: Gauge[] = [this.people];
    const gauges = new Map<string, LineGauge | AreaGauge>();
    for (const one of this.measurements) {
      const key = keyOf(one);
      const gauge =
        this.#gauges.get(key) ?? (one.kind === 'line' ? createLineGauge(one) : createAreaGauge(one, ground));
      gauges.set(key, gauge);
      wanted.push(gauge);
    }
    this.#gauges = gauges;
    if (this.mapShown === 'mean' || this.mapShown === 'greatest') wanted.push((this.#map ??= createMapGauge(ground)));
    const end = performance.now() + TURN;
    this.isUpToDate = measureMore(wanted, history, ground, () => performance.now() > end);
    if (performance.now() < this.#nextLook) return;
    const seen = [
      this.mapShown,
      this.mapScale,
      page.time,
      ...ground.closedAt(page.time),
      ...wanted.map(({ until }) => until),
      ...gauges.keys(),
    ].join();
    if (seen === this.#seen) return;
    this.#seen = seen;
    const begun = performance.now();
    this.looks++;
    const pictures = this.#pictures();
    if (pictures.length > 0 || page.pictures.length > 0) page.pictures = pictures;
    // Maps of many people take their time: a tenth of it all at most.
    const now = performance.now();
    this.#nextLook = now + Math.max(LOOK, 10 * (now - begun));
  }

  /** What is measured of the moment shown, without waiting for the next look. */
  lookNow(): void {
    this.#nextLook = 0;
    this.work();
  }

  #begin(place: Place, history: History): void {
    this.#ground = createGround(place, (time) => shutAt(page.walked, time));
    this.#history = history;
    this.people = createPeopleGauge();
    this.#gauges = new Map();
    this.#map = undefined;
    this.#now = undefined;
    this.#nowOf = '';
  }

  #pictures(): FloorPicture[] {
    const { mapShown, mapScale } = this;
    const ground = this.#ground;
    const history = this.#history;
    if (mapShown === undefined || ground === undefined || history === undefined) return [];
    if (mapShown === 'now') {
      const moment = history.moments[indexAt(history, page.time)];
      this.#now ??= createMapGauge(ground);
      if (moment !== undefined) {
        const closed = ground.closedAt(moment.time);
        const nowOf = [moment.time, ...closed].join('\n');
        if (nowOf !== this.#nowOf) {
          fillMomentFrame(this.#frame, moment, ground.key);
          showOnMap(this.#now, this.#frame, ground, closed);
        }
        this.#nowOf = nowOf;
      }
    }
    const gauge = mapShown === 'now' ? this.#now : this.#map;
    return gauge === undefined ? [] : picturesOf(gauge, ground.mesh.levels, ground.place.links, mapShown, mapScale);
  }

  /**
   * Areas and lines with their names, and an arrow the way that counts as on; where its charts are shown, also one back, with words.
   * @param pixel metres that one takes
   */
  sketches(pixel: number): Sketch[] {
    const { place } = page;
    if (place === undefined) return [];
    const arrowLong = Math.max(ARROW, ARROW_SEEN * pixel);
    const isStrong = arrowLong > ARROW;
    const isMapShown = this.mapShown !== undefined || page.overlaid?.pictures !== undefined;
    return this.measurements.flatMap((one): Sketch[] => {
      const z = place.levels[one.level]?.elevation ?? 0;
      if (one.kind === 'area') {
        return [{ kind: 'area', points: one.ring, z, colour: MEASURE_COLOUR, label: one.name, isHollow: isMapShown }];
      }
      const [ax, ay, bx, by] = one.ends;
      const long = Math.hypot(bx - ax, by - ay);
      const [ux, uy] = [(bx - ax) / long, (by - ay) / long];
      // The name is below its middle, to the right: the arrow is nearer to the other end.
      const isFirst = ay - ax > by - bx;
      const isOpen = this.opened.has(keyOf(one));
      const arrow = (share: number, sign: 1 | -1, word: string): Sketch[] => {
        const [x, y] = [ax + share * (bx - ax), ay + share * (by - ay)];
        const [wayX, wayY] = [-sign * uy, sign * ux];
        const [tipX, tipY] = [x + arrowLong * wayX, y + arrowLong * wayY];
        const barb = 0.3 * arrowLong;
        const side = (at: number) => [tipX + barb * (at * ux - wayX), tipY + barb * (at * uy - wayY)];
        const head = [...side(1), tipX, tipY, ...side(-1)];
        return [
          { kind: 'line', points: [x, y, tipX, tipY], z, colour: MEASURE_COLOUR, isStrong },
          { kind: 'line', points: head, z, colour: MEASURE_COLOUR, isStrong, ...(isOpen ? { label: word } : {}) },
        ];
      };
      return [
        { kind: 'line', points: one.ends, z, colour: MEASURE_COLOUR, label: one.name, isStrong: true },
        ...arrow(isFirst ? 0.25 : 0.75, 1, 'on'),
        ...(isOpen ? arrow(isFirst ? 0.75 : 0.25, -1, 'back') : []),
      ];
    });
  }
}

/** Recordings of the same place have what was drawn in common. */
const nameOf = ({ name, bounds, origin }: Place) => JSON.stringify([name, bounds, origin]);

export const measure = new Measure();
