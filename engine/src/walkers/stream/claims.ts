/**
 * Claims: everybody wishes a next place and tile; who moves, who stays? Decided once per step, the same for any order of slots.
 *
 * In: places, tiles and the map of who stands where, before the step; wished places and tiles. Out: wishes of those who must stay are
 * replaced by where they are. At the end every tile holds at most one walker, nobody has swapped tiles or crossed a diagonal, and no two
 * bodies overlap by more than `overlap`. If that held before the step, all staying is a solution, so there is always one.
 *
 *   1. of several claims on one tile the best is kept, and none on a tile whose walker does not leave it
 *   2. cascade: a walker who claims the tile of somebody who stays, or would overlap their body, stays as well
 *   3. among those left: two who swap tiles both stay; of two who cross in a 2 × 2 block, or would overlap, the lower priority stays
 *   4. cascade again
 *
 * 1 and 3 look at everybody before they change anybody; the result of a cascade does not depend on its order. A tile left in the same step
 * is free, so a full file or ring moves at every step. Order of priority: rank, then chance by serial and step (M02 moves one after another).
 * Cost: per walker the tiles that its body may touch, four with tiles of 1 m.
 */
import { chanceOf } from '../../core/chance.ts';
import { NONE } from '../../core/none.ts';
import type { StreamMaps } from './maps.ts';
import type { Streamers } from './columns.ts';

const MOVES = 0;
/** Wished to move, and must stay. */
export const REFUSED = 1;
/** Loses in this round; still counts as moving until the round is over. */
const LOSES = 2;
/** Does not wish to move. */
const STANDS = 3;

export interface Claims {
  /** After `resolveClaims`: REFUSED for those who wished to move and stay. */
  verdict: Uint8Array;
  queue: Int32Array;
  queued: number;
  /** Of this step: the largest radius, and what priorities are drawn from. */
  largest: number;
  draw: number;
}

export function createClaims(capacity: number): Claims {
  return { verdict: new Uint8Array(capacity), queue: new Int32Array(capacity), queued: 0, largest: 0, draw: 0 };
}

/** @param draw a whole number for the step and the seed */
export function resolveClaims(maps: StreamMaps, crowd: Streamers, claims: Claims, draw: number): void {
  claims.draw = draw;
  claims.queued = 0;
  keepBestClaims(maps, crowd, claims);
  cascade(maps, crowd, claims, 0);
  const from = claims.queued;
  settlePairs(maps, crowd, claims);
  cascade(maps, crowd, claims, from);
  finish(maps, crowd, claims);
}

function keepBestClaims({ human, claimed }: StreamMaps, crowd: Streamers, claims: Claims): void {
  const { count, tile, nextTile, place, nextPlace, radius } = crowd;
  const { verdict } = claims;
  let largest = 0;
  for (let i = 0; i < count; i++) {
    if (radius[i] > largest) largest = radius[i];
    const isMoving = nextPlace[2 * i] !== place[2 * i] || nextPlace[2 * i + 1] !== place[2 * i + 1];
    verdict[i] = isMoving ? MOVES : STANDS;
    if (nextTile[i] === tile[i]) continue;
    const best = claimed[nextTile[i]];
    if (best === NONE || goesBefore(crowd, claims.draw, i, best)) claimed[nextTile[i]] = i;
  }
  claims.largest = largest;
  for (let i = 0; i < count; i++) {
    if (verdict[i] === STANDS) claims.queue[claims.queued++] = i;
    else if (nextTile[i] !== tile[i]) {
      const there = human[nextTile[i]];
      const isKept = there !== NONE && nextTile[there] === tile[there];
      if (isKept || claimed[nextTile[i]] !== i) stay(claims, i);
    }
  }
}

/** Does i come before j? */
function goesBefore({ rank, serial }: Streamers, draw: number, i: number, j: number): boolean {
  if (rank[i] !== rank[j]) return rank[i] > rank[j];
  const own = chanceOf(serial[i], draw);
  const other = chanceOf(serial[j], draw);
  return own === other ? serial[i] < serial[j] : own > other;
}

function stay(claims: Claims, i: number): void {
  claims.verdict[i] = REFUSED;
  claims.queue[claims.queued++] = i;
}

/** Everybody whom those queued from `at` on keep from moving, and whom these keep, and so on. */
function cascade(maps: StreamMaps, crowd: Streamers, claims: Claims, at: number): void {
  const { tiles, human, claimed, settings } = maps;
  const { side, columns, rows } = tiles;
  const { place, tile, nextTile, radius } = crowd;
  const { verdict, queue } = claims;
  const more = claims.largest - settings.overlap;
  for (let k = at; k < claims.queued; k++) {
    const i = queue[k];
    const rival = claimed[tile[i]];
    if (rival !== NONE && verdict[rival] === MOVES) stay(claims, rival);
    const x = place[2 * i];
    const y = place[2 * i + 1];
    const reach = radius[i] + more;
    const firstColumn = Math.max(0, Math.floor((x - reach - tiles.x) / side));
    const lastColumn = Math.min(columns - 1, Math.floor((x + reach - tiles.x) / side));
    const firstRow = Math.max(0, Math.floor((y - reach - tiles.y) / side));
    const lastRow = Math.min(rows - 1, Math.floor((y + reach - tiles.y) / side));
    for (let row = firstRow; row <= lastRow; row++) {
      for (let t = row * columns + firstColumn; t <= row * columns + lastColumn; t++) {
        const there = human[t];
        if (there !== NONE && verdict[there] === MOVES && nextTile[there] === t && touches(maps, crowd, there, i)) {
          stay(claims, there);
        }
        const comer = claimed[t];
        if (comer !== NONE && verdict[comer] === MOVES && touches(maps, crowd, comer, i)) stay(claims, comer);
      }
    }
  }
}

/** Would i, once moved, overlap the body of j, who stays, by too much? */
function touches({ settings }: StreamMaps, { place, nextPlace, radius }: Streamers, i: number, j: number): boolean {
  const dx = nextPlace[2 * i] - place[2 * j];
  const dy = nextPlace[2 * i + 1] - place[2 * j + 1];
  const apart = radius[i] + radius[j] - settings.overlap;
  return dx * dx + dy * dy < apart * apart;
}

function settlePairs(maps: StreamMaps, crowd: Streamers, claims: Claims): void {
  const { count, tile, nextTile } = crowd;
  const { verdict } = claims;
  for (let i = 0; i < count; i++) {
    if (verdict[i] !== MOVES) continue;
    const loses =
      (nextTile[i] !== tile[i] && (swaps(maps, crowd, i) || losesDiagonal(maps, crowd, claims, i))) ||
      losesRoom(maps, crowd, claims, i);
    if (loses) verdict[i] = LOSES;
  }
  for (let i = 0; i < count; i++) if (verdict[i] === LOSES) stay(claims, i);
}

function swaps({ human }: StreamMaps, { tile, nextTile }: Streamers, i: number): boolean {
  const other = human[nextTile[i]];
  return other !== NONE && nextTile[other] === tile[i];
}

/** Does somebody with higher priority cross the diagonal that i walks along? */
function losesDiagonal({ tiles, human }: StreamMaps, crowd: Streamers, claims: Claims, i: number): boolean {
  const { tile, nextTile } = crowd;
  const { columns } = tiles;
  const from = tile[i];
  const to = nextTile[i];
  const across = (to % columns) - (from % columns);
  const up = Math.floor(to / columns) - Math.floor(from / columns);
  if (across === 0 || up === 0) return false;
  return (
    crossesFirst(human[from + across], from + up * columns, crowd, claims, i) ||
    crossesFirst(human[from + up * columns], from + across, crowd, claims, i)
  );
}

/** Does `other`, if anybody, walk to tile `end`, before i? */
function crossesFirst(other: number, end: number, crowd: Streamers, claims: Claims, i: number): boolean {
  return (
    other !== NONE &&
    crowd.nextTile[other] === end &&
    isMover(claims, other) &&
    goesBefore(crowd, claims.draw, other, i)
  );
}

function isMover({ verdict }: Claims, i: number): boolean {
  return verdict[i] === MOVES || verdict[i] === LOSES;
}

/** Would i overlap another mover of higher priority? */
function losesRoom(maps: StreamMaps, crowd: Streamers, claims: Claims, i: number): boolean {
  const { tiles, human, claimed, settings } = maps;
  const { side, columns, rows } = tiles;
  const { nextPlace, nextTile, radius } = crowd;
  const x = nextPlace[2 * i];
  const y = nextPlace[2 * i + 1];
  const reach = radius[i] + claims.largest - settings.overlap;
  const firstColumn = Math.max(0, Math.floor((x - reach - tiles.x) / side));
  const lastColumn = Math.min(columns - 1, Math.floor((x + reach - tiles.x) / side));
  const firstRow = Math.max(0, Math.floor((y - reach - tiles.y) / side));
  const lastRow = Math.min(rows - 1, Math.floor((y + reach - tiles.y) / side));
  for (let row = firstRow; row <= lastRow; row++) {
    for (let t = row * columns + firstColumn; t <= row * columns + lastColumn; t++) {
      const there = human[t];
      if (there !== NONE && there !== i && nextTile[there] === t && losesTo(maps, crowd, claims, i, there)) return true;
      const comer = claimed[t];
      if (comer !== NONE && comer !== i && losesTo(maps, crowd, claims, i, comer)) return true;
    }
  }
  return false;
}

/** Would i and j, both once moved, overlap by too much, and does j come first? */
function losesTo({ settings }: StreamMaps, crowd: Streamers, claims: Claims, i: number, j: number): boolean {
  const { nextPlace, radius } = crowd;
  if (!isMover(claims, j)) return false;
  const dx = nextPlace[2 * i] - nextPlace[2 * j];
  const dy = nextPlace[2 * i + 1] - nextPlace[2 * j + 1];
  const apart = radius[i] + radius[j] - settings.overlap;
  return dx * dx + dy * dy < apart * apart && goesBefore(crowd, claims.draw, j, i);
}

/** Empty the map of claims, and put those who stay back where they are. */
function finish({ claimed }: StreamMaps, crowd: Streamers, { verdict }: Claims): void {
  const { count, tile, nextTile, place, nextPlace } = crowd;
  for (let i = 0; i < count; i++) {
    if (nextTile[i] !== tile[i]) claimed[nextTile[i]] = NONE;
    if (verdict[i] !== REFUSED) continue;
    nextTile[i] = tile[i];
    nextPlace[2 * i] = place[2 * i];
    nextPlace[2 * i + 1] = place[2 * i + 1];
  }
}
