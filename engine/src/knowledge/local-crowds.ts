/**
 * Corrective densities (P05 §4.2): how crowded the way to each access of the place is that somebody is in, as far as they see it (perception/boxes.ts).
 * Looked at again after VALID seconds while the place is in sight, else dropped. Until then it counts instead of the mean density of the place.
 */
import { lookOverBoxes, wayTo } from '../perception/boxes.ts';
import { hasBit } from '../routing/known/known-way.ts';
import { NONE } from '../core/none.ts';
import { type Knowledge, type KnowingCrowd, knowingOf, LOCAL_CROWD } from './knowledge.ts';
import { isLookingRound, pose } from './learn.ts';
import { remember } from './memory.ts';

/** Seconds. */
export const VALID = 5;
/** People and m² below which the mean says as much. */
const FEW = 4;
const SMALL = 16;
/** Accesses that are told apart, the nearest. */
const MOST = 4;
const TENTHS = 10;
/** Density in hundredths and metres make one number. */
const METRES = 1024;

export function densityOf(value: number): number {
  return Math.floor(value / METRES) / 100;
}

export function metresOf(value: number): number {
  return value % METRES;
}

export function isValid(tenths: number, time: number): boolean {
  return tenths > 0 && time - tenths / TENTHS < VALID;
}

/** Has somebody looked how crowded the ways through a place are, a moment ago? */
export function hasLocal({ localPlace, localAt }: KnowingCrowd, i: number, place: number, time: number): boolean {
  return localPlace[i] === place && isValid(localAt[i], time);
}

const nearest = { side: new Int32Array(MOST), box: new Int32Array(MOST) };

/** After a look of this person. @param now the step */
export function rememberLocalCrowds(
  knowledge: Knowledge,
  crowd: KnowingCrowd,
  i: number,
  time: number,
  now: number,
): void {
  const { scenery, counters, boxes } = knowledge;
  const { layer } = scenery.places;
  const place = layer.ofCell[crowd.cell[i]];
  if (knowingOf(knowledge, crowd, i).avoidCrowds === 0) return;
  if (counters.people[place] < FEW || layer.surface[place] < SMALL || hasLocal(crowd, i, place, time)) return;
  if (layer.borders.first[place + 1] - layer.borders.first[place] < 2) return;
  crowd.localPlace[i] = place;
  crowd.localAt[i] = Math.round(TENTHS * time);
  if (!lookOverBoxes(boxes, { scenery, counters, crowd, pose, isRound: isLookingRound(), now })) return;
  const count = takeNearest(knowledge, crowd, i, place);
  for (let k = 0; k < count; k++) {
    const density = Math.max(0, boxes.densest[nearest.box[k]]);
    const metres = Math.min(METRES - 1, Math.ceil(boxes.metres[nearest.box[k]]) + 1);
    remember(
      crowd,
      i,
      LOCAL_CROWD,
      sideIndex(knowledge, nearest.side[k]),
      time,
      Math.round(100 * density) * METRES + metres,
    );
  }
}

/** Which of the two sides of its border a side is, by Places.borderSides. */
function sideIndex({ scenery: { places } }: Knowledge, side: number): number {
  const border = places.borderOf[side];
  return places.borderSides[2 * border] === side ? 2 * border : 2 * border + 1;
}

/** The nearest known accesses of a place to which ways over boxes lead, in `nearest`, the nearest first. */
function takeNearest({ scenery, boxes, size }: Knowledge, crowd: KnowingCrowd, i: number, place: number): number {
  const { places } = scenery;
  const { first, item } = places.layer.borders;
  let count = 0;
  for (let k = first[place]; k < first[place + 1]; k++) {
    const border = places.borderOf[item[k]];
    if (border >= places.accesses || !hasBit(crowd.knownAccesses, i * size.accesses, border)) continue;
    const box = wayTo(boxes, scenery, item[k]);
    if (box === NONE) continue;
    let at = count;
    while (at > 0 && boxes.metres[nearest.box[at - 1]] > boxes.metres[box]) at--;
    if (at === MOST) continue;
    count = Math.min(MOST, count + 1);
    for (let n = count - 1; n > at; n--) {
      nearest.side[n] = nearest.side[n - 1];
      nearest.box[n] = nearest.box[n - 1];
    }
    nearest.side[at] = item[k];
    nearest.box[at] = box;
  }
  return count;
}
