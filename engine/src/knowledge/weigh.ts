/**
 * What somebody remembers and minds → what places, borders, turns and widths count when a way is looked for (routing/known/known-way.ts).
 * `weigh` before a search, `forgetWeights` after it. Cost: the memories of one person; links where stairs count.
 */
import { NONE } from '../core/none.ts';
import {
  CROWD_IN_PLACE,
  FLOW_THROUGH,
  KIND,
  type Knowing,
  type Knowledge,
  type KnowingCrowd,
  knowingOf,
  LED_THROUGH,
  LOCAL_CROWD,
  MEMORIES,
} from './knowledge.ts';
import { densityOf, hasLocal, isValid, metresOf } from './local-crowds.ts';
import { trust } from './memory.ts';
import { STAIRS } from '../routing/known/known-way.ts';

/** Metres that meeting one more person at a border counts. */
const PER_PERSON = 1;
/** Densities at which a metre counts twice, people/m². */
const DENSE = 1;
/** Metres in the outside of the place, where nothing is modelled, count so much. */
const OUTSIDE = 10;

/** Do people of a profile mind anything but metres and crowds? */
export function hasTaste({ follow, avoidStairs, avoidTurns, avoidNarrow }: Knowing): boolean {
  return follow > 0 || avoidStairs > 0 || avoidTurns > 0 || avoidNarrow > 0;
}

/** @param cell where somebody is who goes by what i knows */
export function weigh(knowledge: Knowledge, crowd: KnowingCrowd, i: number, cell: number, time: number): void {
  const { search } = knowledge;
  const knowing = knowingOf(knowledge, crowd, i);
  search.turns = knowing.avoidTurns;
  search.narrow = knowing.avoidNarrow;
  if (knowing.avoidStairs > 0) weighStairs(knowledge, knowing.avoidStairs);
  weighCrowds(knowledge, crowd, i, time);
  if (knowing.follow > 0) weighOthers(knowledge, crowd, i, time);
  const { places } = knowledge.believed;
  const outside = places.layer.virtualOne;
  if (outside !== NONE && places.layer.ofCell[cell] !== outside) search.factor[outside] *= OUTSIDE;
}

export function forgetWeights({ search }: Knowledge): void {
  search.factor.fill(1);
  search.toll.fill(0);
  search.pull.fill(0);
  search.greatestPull = 0;
  search.turns = search.narrow = 0;
  search.isStepFree = false;
}

function weighStairs({ believed: { places }, search }: Knowledge, weight: number): void {
  for (let c = 0; c < search.steps.length; c++) {
    if (search.steps[c] === STAIRS) search.factor[places.layer.ofCell[c]] = 1 + weight;
  }
}

function weighCrowds(knowledge: Knowledge, crowd: KnowingCrowd, i: number, time: number): void {
  const { search } = knowledge;
  const { memory: lasts, avoidCrowds, avoidCounterFlow } = knowingOf(knowledge, crowd, i);
  const { memory } = crowd;
  for (let k = 3 * MEMORIES * i; k < 3 * MEMORIES * (i + 1); k += 3) {
    const kind = Math.floor(memory[k] / KIND);
    const index = memory[k] % KIND;
    const tenths = memory[k + 1];
    const value = memory[k + 2];
    if (kind === CROWD_IN_PLACE) {
      const cost = (avoidCrowds * trust(tenths, time, lasts) * value) / 100 / DENSE;
      if (hasLocal(crowd, i, index, time)) weighAccesses(knowledge, crowd, i, index, cost);
      else search.factor[index] += cost;
    } else if (kind === FLOW_THROUGH) {
      // Who comes out of the other side is met by whoever goes in here.
      search.toll[index ^ 1] += avoidCounterFlow * trust(tenths, time, lasts) * value * PER_PERSON;
    } else if (kind === LOCAL_CROWD && isValid(tenths, time)) {
      search.toll[index] += (avoidCrowds * densityOf(value) * metresOf(value)) / DENSE;
    }
  }
}

/**
 * Somebody has looked how crowded the ways through the place are that they are in: the ways to accesses that they saw count by that, the
 * others by the mean, at the straight distance.
 * @param cost of a metre in the mean density
 */
function weighAccesses(
  { believed: { places, mesh }, search }: Knowledge,
  { memory, place: at }: KnowingCrowd,
  i: number,
  place: number,
  cost: number,
): void {
  const { first, item } = places.layer.borders;
  for (let k = first[place]; k < first[place + 1]; k++) {
    const border = places.borderOf[item[k]];
    const side = places.borderSides[2 * border] === item[k] ? 2 * border : 2 * border + 1;
    if (isRemembered(memory, i, LOCAL_CROWD * KIND + side)) continue;
    const v = 2 * mesh.sideVertex[item[k]];
    const dx = mesh.vertices[v] - at[2 * i];
    const dy = mesh.vertices[v + 1] - at[2 * i + 1];
    search.toll[side] += cost * Math.sqrt(dx * dx + dy * dy);
  }
}

function isRemembered(memory: Int32Array, i: number, what: number): boolean {
  for (let k = 3 * MEMORIES * i; k < 3 * MEMORIES * (i + 1); k += 3) if (memory[k] === what) return true;
  return false;
}

/** Of those who were seen to know their way, each access draws people who do not by the share of those about to cross it. */
function weighOthers(knowledge: Knowledge, crowd: KnowingCrowd, i: number, time: number): void {
  const { search } = knowledge;
  const { memory } = crowd;
  const { memory: lasts, follow } = knowingOf(knowledge, crowd, i);
  let all = 0;
  const end = 3 * MEMORIES * (i + 1);
  for (let k = 3 * MEMORIES * i; k < end; k += 3) {
    if (Math.floor(memory[k] / KIND) === LED_THROUGH) all += memory[k + 2] * trust(memory[k + 1], time, lasts);
  }
  if (all === 0) return;
  for (let k = 3 * MEMORIES * i; k < end; k += 3) {
    if (Math.floor(memory[k] / KIND) !== LED_THROUGH) continue;
    const side = memory[k] % KIND;
    search.pull[side] = (follow * memory[k + 2] * trust(memory[k + 1], time, lasts)) / all;
    search.greatestPull = Math.max(search.greatestPull, search.pull[side]);
  }
}

/**
 * After `weigh`: metres that crowds add to a way. A place counts by its width, since its part of the way is not measured.
 * @param store sides crossed, @param top the next one, @param left how many: they lie below it
 */
export function burdenOn(
  { believed: { places, mesh }, search }: Knowledge,
  store: Int32Array,
  top: number,
  left: number,
): number {
  let burden = 0;
  for (let k = top; k > top - left; k--) {
    const border = places.borderOf[store[k]];
    if (border === NONE) continue;
    burden += search.toll[places.borderSides[2 * border] === store[k] ? 2 * border : 2 * border + 1];
    const place = places.layer.ofCell[mesh.sideCell[mesh.sideTwin[store[k]]]];
    burden += (search.factor[place] - 1) * Math.sqrt(places.layer.surface[place]);
  }
  return burden;
}
