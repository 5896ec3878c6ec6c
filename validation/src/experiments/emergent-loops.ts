/**
 * People who walk round a closed track for ever: density is what was put there, and stays.
 *
 * `walkSingleFile`: a loop of 26 m (Seyfried 2005 and later runs in Jülich), 0.7 m wide, so that nobody overtakes. For everybody,
 * twice a second: the distance along the centre line to the one ahead, and the speed along it over the last half second.
 * Required length d = a + b·v: as in the experiments, 4 m of both straights are looked at, where everybody has the way from
 * half-way behind to half-way ahead; d is the way per person there and v the mean speed. Least squares of d over v, where people cannot
 * walk as they like (v < 0.9 v0), of runs with few and with many people together. (Within one run it says little: the
 * experiments' own runs, fitted one by one, give a from −4 to 2 m. Person by person, b comes out smaller: 0.83 s instead of 0.94 s for
 * the experiments with 34 and 56 people, since a moment's speed scatters.)
 * Waves: the speed at one place, every half second, against that 2 m upstream τ later; the largest correlation over τ = 0.5 … 20 s
 * and the speed −2 m / τ it means. Free walkers carry their speed downstream: τ < 0 gives the forward correlation to compare with.
 *
 * `corridorDiagram`: a track 4 m wide with straights of 20 m and wide bends. Edie's density, speed and flow in the middle 10 m of both straights,
 * 60 s after 15 s.
 */
import { BODY, PREFERRED } from '@foulee/engine';
import {
  type Box,
  createOverlapWatch,
  createTraffic,
  leastSquares,
  playFrames,
  trafficFigures,
  watchOverlaps,
  watchTraffic,
} from '../instruments/emergent-instruments.ts';
import { alongTrack, createTrack, trackScenario } from '../instruments/emergent-track.ts';
import { LABORATORY, PLANNING, type ProfileFields } from '../instruments/populations.ts';
import { deviation, fitLine, mean } from '../instruments/statistics.ts';
import type { Figures } from '../instruments/validation-test.ts';

/** Somebody of a single file at a moment: metres to the one ahead and from the one behind, speed, preferred speed. */
interface FileSample {
  ahead: number;
  behind: number;
  speed: number;
  preferred: number;
}

/** A section of the loop at a moment, from what each person has of it: metres per person, speed and preferred speed. */
export interface SectionSample {
  spacing: number;
  speed: number;
  preferred: number;
}

export interface WalkedFile {
  samples: FileSample[];
  sections: SectionSample[];
  /** The speed at places half a metre apart, one list per moment. */
  fields: number[][];
  /** The speeds of each serial, moment after moment. */
  speeds: number[][];
  /** Metres round. */
  length: number;
}

/** Somebody on the loop; `ahead` and `behind` as in a sample. */
interface InFile extends FileSample {
  along: number;
}

const OVAL = createTrack(6.717, 2, 0.7);
/** Metres: as long as what was filmed of the straights, and the middles of both. */
const SECTION = 4;
const SECTIONS = [OVAL.straight / 2, OVAL.straight / 2 + OVAL.length / 2] as const;
/** Seconds: before measuring, of measuring, between samples. */
const SETTLE = 30;
const MEASURE = 60;
const EVERY = 0.5;
/** Metres per second: slower is standing. */
const STANDING = 0.05;

export function walkSingleFile(people: number, seed: number, population: unknown = LABORATORY): WalkedFile {
  const { length } = OVAL;
  const samples: FileSample[] = [];
  const sections: SectionSample[] = [];
  const fields: number[][] = [];
  const speeds: number[][] = [];
  const before: number[] = [];
  const scenario = trackScenario(OVAL, people, 1, { profile: population, seconds: SETTLE + MEASURE, seed, reach: 1 });
  playFrames(scenario, seed, ({ time, count, serial, place, step }, run) => {
    const perSample = Math.round(EVERY / run.simulation.step);
    if (step % perSample !== 0) return;
    const { crowd } = run.simulation;
    const preferred: number[] = [];
    for (let i = 0; i < count; i++) preferred[crowd.serial[i]] = crowd.body[BODY * i + PREFERRED];
    const file = Array.from({ length: count }, (_, i) => {
      const along = alongTrack(OVAL, place[2 * i], place[2 * i + 1]);
      const speed = (roundIn(along - (before[serial[i]] ?? along) + length / 2, length) - length / 2) / EVERY;
      before[serial[i]] = along;
      return { along, speed, serial: serial[i] };
    }).sort((p, q) => p.along - q.along);
    if (time <= SETTLE) return;
    const people = file.map((person, k): InFile => {
      const { along, speed } = person;
      const ahead = roundIn(file[(k + 1) % count].along - along, length);
      const behind = roundIn(along - file[(k + count - 1) % count].along, length);
      return { along, speed, ahead, behind, preferred: preferred[person.serial] };
    });
    samples.push(...people);
    for (const { serial, speed } of file) (speeds[serial] ??= []).push(speed);
    for (const middle of SECTIONS) sections.push(sectionSample(people, middle, length));
    fields.push(speedField(file, length));
  });
  return { samples, sections, fields, speeds, length };
}

/** What a section of the loop looks like: everybody has the way from half-way behind to half-way ahead. */
export function sectionSample(people: readonly InFile[], middle: number, length: number): SectionSample {
  let persons = 0;
  let speed = 0;
  let preferred = 0;
  for (const person of people) {
    const own = (person.ahead + person.behind) / 2;
    // Where its part begins, counted from half the loop before the section.
    const from = roundIn(person.along - person.behind / 2 - middle + length / 2, length) - length / 2;
    for (const start of [from, from - length]) {
      const share = Math.max(0, Math.min(start + own, SECTION / 2) - Math.max(start, -SECTION / 2));
      persons += share / own;
      speed += (share / SECTION) * person.speed;
      preferred += (share / SECTION) * person.preferred;
    }
  }
  return { spacing: SECTION / persons, speed, preferred };
}

/** Somebody who cannot walk as it likes, or people of a section. */
export function isConstrained({ speed, preferred }: { speed: number; preferred: number }): boolean {
  return speed < 0.9 * preferred;
}

/** d = a + b·v over constrained sections of several runs, with different numbers of people. */
export function requiredLength(sections: readonly SectionSample[]): { a: number; b: number } {
  const constrained = sections.filter(isConstrained);
  return leastSquares(
    constrained.map(({ speed }) => speed),
    constrained.map(({ spacing }) => spacing),
  );
}

export function fileFigures(
  people: number,
  { samples, fields, length }: Pick<WalkedFile, 'samples' | 'fields' | 'length'>,
): Figures {
  const speeds = samples.map(({ speed }) => speed);
  return {
    density: people / length,
    speed: mean(speeds),
    deviation: deviation(speeds),
    constrained: samples.filter(isConstrained).length / samples.length,
    standing: speeds.filter((speed) => speed < STANDING).length / speeds.length,
    ...waveFigures(fields),
  };
}

/** Metres between the places of a speed field, and places between two that are compared. */
const PLACE = 0.5;
const UPSTREAM = 4;
/** Metres per second: less than this is no change but rounding. */
const SAME_SPEED = 0.001;
/** Moments, half a second each. */
const LONGEST_LAG = 40;

/** The speed every half metre, linear between the one behind and the one ahead. */
export function speedField(file: readonly { along: number; speed: number }[], length: number): number[] {
  return Array.from({ length: Math.floor(length / PLACE) }, (_, p) => {
    const place = p * PLACE;
    const next = file.findIndex(({ along }) => along >= place);
    const ahead = file[next === -1 ? 0 : next];
    const behind = file.at(next === -1 ? -1 : next - 1)!;
    const gap = roundIn(ahead.along - behind.along, length);
    const share = gap === 0 ? 0 : roundIn(place - behind.along, length) / gap;
    return behind.speed + share * (ahead.speed - behind.speed);
  });
}

/** Fields of speed, one per half second → do slow places travel against the walkers? */
export function waveFigures(fields: readonly number[][]): { wave: number; waveSpeed: number; forward: number } {
  let wave = -1;
  let waveSpeed = Number.NaN;
  let forward = -1;
  for (let lag = 1; lag <= LONGEST_LAG; lag++) {
    const upstream = fieldCorrelation(fields, -UPSTREAM, lag);
    if (upstream > wave) {
      wave = upstream;
      waveSpeed = (-UPSTREAM * PLACE) / (lag * EVERY);
    }
    forward = Math.max(forward, fieldCorrelation(fields, UPSTREAM, lag));
  }
  return { wave, waveSpeed, forward };
}

/** Correlation of the speed at all places and moments with that `places` further and `lag` moments later; 0 where nothing changes. */
function fieldCorrelation(fields: readonly number[][], places: number, lag: number): number {
  const first: number[] = [];
  const second: number[] = [];
  for (let t = 0; t + lag < fields.length; t++) {
    const now = fields[t];
    const later = fields[t + lag];
    for (let p = 0; p < now.length; p++) {
      first.push(now[p]);
      second.push(later[(p + places + now.length) % now.length]);
    }
  }
  if (deviation(first) < SAME_SPEED || deviation(second) < SAME_SPEED) return 0;
  const { slope, r2 } = fitLine(first, second);
  return Math.sign(slope) * Math.sqrt(r2);
}

function roundIn(value: number, length: number): number {
  return ((value % length) + length) % length;
}

// --- a wide corridor --------------------------------------------------------------------------------------------------

export const RACETRACK = createTrack(20, 12, 4);

/** @param step seconds; the engine's own if not said */
export function corridorDiagram(density: number, seed: number, step?: number, more: ProfileFields = {}): Figures {
  const { length, width, radius } = RACETRACK;
  const boxes: Box[] = [-1, 1].map((side) => [-5, side * radius - width / 2, 5, side * radius + width / 2]);
  const [lower, upper] = boxes.map((box, k) => createTraffic(box, () => [1 - 2 * k, 0]));
  const people = Math.round(density * length * width);
  const scenario = {
    ...trackScenario(RACETRACK, people, 5, { profile: { ...PLANNING, ...more }, seconds: 75, seed, reach: 4 }),
    ...(step === undefined ? {} : { step }),
  };
  const overlaps = createOverlapWatch();
  playFrames(scenario, seed, (frame) => {
    watchOverlaps(overlaps, frame);
    watchTraffic(lower!, frame, frame.time > 15);
    watchTraffic(upper!, frame, frame.time > 15);
  });
  const both = [trafficFigures(lower!), trafficFigures(upper!)];
  const measured = mean(both.map((one) => one.density));
  const flow = mean(both.map((one) => one.flow));
  return { people, density: measured, speed: flow / measured, flow, longestOverlap: overlaps.longest };
}
