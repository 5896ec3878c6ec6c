/**
 * The place has changed while people walk: what each of them knew, in the places and borders there are now.
 *
 *   a border that is where one was          known to whoever knew that one
 *   a border inside what was one place      known to whoever knew a way into that place, or is in it
 *   a border where there was no floor       nobody knows it yet
 *   a place made of cells that were seen    explored; every other place is to be explored again
 *
 * Crowds that somebody remembers are forgotten, and so is what they were exploring: they look again at once.
 */
import { InputError } from '../core/errors.ts';
import { NONE } from '../core/none.ts';
import { hasBit, setBit } from '../routing/known/known-way.ts';
import { type CellIndex, locate } from '../subdivision/locate.ts';
import type { SameCells } from '../subdivision/same-cells.ts';
import type { Scenery } from '../topology/places.ts';
import { CHUNKS, type Knowledge, type KnowingCrowd, MEMORIES } from './knowledge.ts';

/** Throws where more is to be remembered than people have room for. */
export function checkRoom({ size }: Knowledge, { places }: Scenery): void {
  if (places.accesses <= 32 * size.accesses && places.group.length <= 32 * size.explored) return;
  throw new InputError(
    'place',
    `it would have ${places.group.length} places and ${places.accesses} ways between them, more than people who came before can remember`,
    'change less at once, or start the run with this place',
  );
}

/** @param cells where the cells were */
export function carryOver(
  before: Knowledge,
  now: Knowledge,
  crowd: KnowingCrowd,
  same: SameCells,
  cells: CellIndex,
): void {
  const origins = borderOrigins(before.believed, now.believed, same, cells);
  const { accesses, explored } = now.size;
  const known = new Int32Array(accesses);
  const seen = new Int32Array(explored);
  for (let i = 0; i < crowd.count; i++) {
    known.fill(0);
    seen.fill(0);
    const into = placesKnown(before, crowd, i);
    for (let b = 0; b < now.believed.places.accesses; b++) {
      const isKnown =
        origins.border[b] === NONE
          ? origins.place[b] !== NONE && into[origins.place[b]] === 1
          : hasBit(crowd.knownAccesses, i * accesses, origins.border[b]);
      if (isKnown) setBit(known, 0, b);
    }
    putExplored(before, now, crowd, i, same, seen);
    crowd.knownAccesses.set(known, i * accesses);
    crowd.explored.set(seen, i * explored);
    crowd.memory.fill(0, 3 * MEMORIES * i, 3 * MEMORIES * (i + 1));
    crowd.seenHere.fill(0, (CHUNKS / 32) * i, (CHUNKS / 32) * (i + 1));
    crowd.inPlace[i] = crowd.exploring[i] = crowd.localPlace[i] = NONE;
  }
}

/** What each border was: a border, or inside of a place; NONE: neither. */
function borderOrigins(
  before: Scenery,
  now: Scenery,
  { sideNow }: SameCells,
  cells: CellIndex,
): { border: Int32Array; place: Int32Array } {
  const { mesh, places } = now;
  const border = new Int32Array(places.accesses).fill(NONE);
  const place = new Int32Array(places.accesses).fill(NONE);
  for (let s = 0; s < sideNow.length; s++) {
    const b = sideNow[s] === NONE ? NONE : places.borderOf[sideNow[s]];
    if (b === NONE || b >= places.accesses || before.mesh.sideTwin[s] === NONE) continue;
    if (before.places.borderOf[s] === NONE) place[b] = before.places.layer.ofCell[before.mesh.sideCell[s]];
    else if (before.places.borderOf[s] < before.places.accesses) border[b] = before.places.borderOf[s];
  }
  for (let b = 0; b < border.length; b++) {
    if (border[b] !== NONE || place[b] !== NONE) continue;
    const s = places.borderSides[2 * b];
    const c = mesh.sideCell[s];
    const from = 2 * mesh.sideVertex[s];
    const next = s + 1 === mesh.cellFirst[c + 1] ? mesh.cellFirst[c] : s + 1;
    const to = 2 * mesh.sideVertex[next];
    const x = (mesh.vertices[from] + mesh.vertices[to]) / 2;
    const y = (mesh.vertices[from + 1] + mesh.vertices[to + 1]) / 2;
    const cell = locate(before.mesh, cells, mesh.cellLevel[c], x, y);
    if (cell !== NONE) place[b] = before.places.layer.ofCell[cell];
  }
  return { border, place };
}

/** 1 for each place somebody knows a way into, or is in. */
function placesKnown({ believed: { places, mesh }, size }: Knowledge, crowd: KnowingCrowd, i: number): Uint8Array {
  const into = new Uint8Array(places.group.length);
  for (let b = 0; b < places.accesses; b++) {
    if (!hasBit(crowd.knownAccesses, i * size.accesses, b)) continue;
    for (let k = 0; k < 2; k++) into[places.layer.ofCell[mesh.sideCell[places.borderSides[2 * b + k]]]] = 1;
  }
  if (crowd.inPlace[i] !== NONE) into[crowd.inPlace[i]] = 1;
  return into;
}

function putExplored(
  before: Knowledge,
  now: Knowledge,
  crowd: KnowingCrowd,
  i: number,
  { cellBefore }: SameCells,
  seen: Int32Array,
): void {
  const { cells } = now.believed.places.layer;
  const { ofCell } = before.believed.places.layer;
  for (let p = 0; p + 1 < cells.first.length; p++) {
    let isSeen = true;
    for (let k = cells.first[p]; k < cells.first[p + 1] && isSeen; k++) {
      const c = cellBefore[cells.item[k]];
      isSeen = c !== NONE && hasBit(crowd.explored, i * before.size.explored, ofCell[c]);
    }
    if (isSeen) setBit(seen, 0, p);
  }
}
