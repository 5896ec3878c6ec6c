/**
 * A town as bytes and back, so that it need not be made again (M02 §4.1: "the graph of goals can be computed or loaded").
 *
 *   "FTWN"  version  options  raster  kinds (runs)  goals  neighbours (differences)  crossings  report  checksum
 *
 * Numbers are little-endian doubles or whole numbers of seven bits per byte. The density map is made again from the rest. `loadTown`
 * checks the checksum first, then every count and index before it is used: whatever bytes are given, it returns a sound town or throws
 * an InputError. Cost: linear in the bytes written; 512 × 512 tiles take some 200 kB.
 */
import { InputError } from '../core/errors.ts';
import { grownBytes } from '../core/growable.ts';
import { densityMap } from './density-map.ts';
import type { GoalGraph } from './goal-graph.ts';
import type { CutOff, NarrowDoor } from './narrow-doors.ts';
import { createTiles, isAccessible, MOST_TILES, OUTSIDE, tileAt, type Tiles } from './tiles.ts';
import { checkTownOptions, type Goals, type Town, type TownOptions, type TownPart } from './town.ts';

const MARK = [0x46, 0x54, 0x57, 0x4e]; // FTWN
const VERSION = 1;

const LENGTHS = ['pavement', 'epsilon', 'goalRadius', 'range', 'crossingRange', 'crossingWidth'] as const;

export function saveTown({ options, tiles, goals, graph, crossings, report }: Town): Uint8Array {
  const writer = new Writer();
  for (const byte of MARK) writer.whole(byte);
  writer.whole(VERSION);
  writer.whole(options.isOpen ? 1 : 0);
  for (const name of LENGTHS) writer.real(options[name]);
  writer.whole(options.coarseTiles);
  for (const value of [tiles.x, tiles.y, tiles.side]) writer.real(value);
  writer.whole(tiles.columns);
  writer.whole(tiles.rows);
  for (let t = 0; t < tiles.kind.length; ) {
    let end = t + 1;
    while (end < tiles.kind.length && tiles.kind[end] === tiles.kind[t]) end++;
    writer.whole(tiles.kind[t]);
    writer.whole(end - t);
    t = end;
  }
  writer.whole(goals.x.length);
  for (let g = 0; g < goals.x.length; g++) {
    for (const value of [goals.x[g], goals.y[g], goals.radius[g]]) writer.real(value);
    writer.whole(graph.first[g + 1] - graph.first[g]);
    let last = -1;
    for (let k = graph.first[g]; k < graph.first[g + 1]; k++) {
      writer.whole(graph.item[k] - last - 1);
      last = graph.item[k];
    }
  }
  writer.whole(crossings.length / 2);
  for (const goal of crossings) writer.whole(goal);
  writer.whole(report.corners);
  writer.whole(report.addedGoals);
  for (const parts of [report.parts, report.withoutGoals]) {
    writer.whole(parts.length);
    for (const part of parts) {
      writer.whole(part.goals);
      writer.whole(part.tiles);
      writer.real(part.x);
      writer.real(part.y);
    }
  }
  writer.whole(report.narrowDoors.length);
  for (const { x, y, width } of report.narrowDoors) for (const value of [x, y, width]) writer.real(value);
  writer.whole(report.cutOff.length);
  for (const part of report.cutOff) {
    writer.whole(part.tiles);
    writer.real(part.x);
    writer.real(part.y);
  }
  return writer.finish();
}

/** @param where the name of the file, for messages */
export function loadTown(bytes: Uint8Array, where = 'town'): Town {
  const reader = new Reader(bytes, where);
  if (MARK.some((byte, i) => bytes[i] !== byte)) throw reader.wrong('is no saved town', 'give a file made by saveTown');
  reader.at = MARK.length;
  const version = reader.whole(1e6);
  if (version !== VERSION) {
    throw reader.wrong(`is a town of version ${version}; version ${VERSION} is read`, 'make the town again');
  }
  reader.checkSum();
  const options = readOptions(reader);
  const tiles = readTiles(reader);
  const [goals, graph] = readGoals(reader, tiles);
  const count = goals.x.length;
  const crossings = new Int32Array(2 * reader.count(2));
  for (let i = 0; i < crossings.length; i++) crossings[i] = reader.whole(count - 1);
  const corners = reader.whole(MOST_TILES);
  const addedGoals = reader.whole(MOST_TILES);
  const parts = readParts(reader);
  const withoutGoals = readParts(reader);
  const narrowDoors = Array.from({ length: reader.count(24) }, (): NarrowDoor => {
    return { x: reader.real(), y: reader.real(), width: reader.real() };
  });
  const cutOff = Array.from({ length: reader.count(17) }, (): CutOff => {
    const size = reader.whole(MOST_TILES);
    return { x: reader.real(), y: reader.real(), tiles: size };
  });
  if (reader.at !== reader.end) throw reader.wrong(`has ${reader.end - reader.at} bytes too many`);
  const density = densityMap(tiles, goals, options.coarseTiles);
  const report = { corners, addedGoals, parts, withoutGoals, narrowDoors, cutOff };
  return { options, tiles, goals, graph, crossings, density, report };
}

function readOptions(reader: Reader): TownOptions {
  const isOpen = reader.whole(1) === 1;
  const lengths = LENGTHS.map((name) => [name, reader.real()] as const);
  const options = {
    ...(Object.fromEntries(lengths) as Record<(typeof LENGTHS)[number], number>),
    isOpen,
    coarseTiles: reader.whole(1e4),
  };
  checkTownOptions(options);
  return options;
}

function readTiles(reader: Reader): Tiles {
  const [x, y, side] = [reader.real(), reader.real(), reader.real()];
  const columns = reader.whole(MOST_TILES);
  const rows = reader.whole(MOST_TILES);
  const tiles = createTiles({ x, y, side, columns, rows }, OUTSIDE, reader.where);
  for (let t = 0; t < tiles.kind.length; ) {
    const kind = reader.whole(OUTSIDE);
    const run = reader.whole(tiles.kind.length - t);
    if (run === 0) throw reader.wrong('has a run of no tiles');
    tiles.kind.fill(kind, t, t + run);
    t += run;
  }
  return tiles;
}

function readGoals(reader: Reader, tiles: Tiles): [Goals, GoalGraph] {
  const count = reader.count(25);
  const goals: Goals = { x: new Float64Array(count), y: new Float64Array(count), radius: new Float64Array(count) };
  const first = new Int32Array(count + 1);
  const lists: Int32Array[] = [];
  for (let g = 0; g < count; g++) {
    goals.x[g] = reader.real();
    goals.y[g] = reader.real();
    goals.radius[g] = reader.real();
    const tile = tileAt(tiles, goals.x[g], goals.y[g]);
    if (!isAccessible(tiles.kind[tile] ?? OUTSIDE)) throw reader.wrong(`has goal ${g} where nobody can walk`);
    if (!(goals.radius[g] >= 0)) throw reader.wrong(`has goal ${g} with the radius ${goals.radius[g]}`);
    const list = new Int32Array(reader.count(1));
    let last = -1;
    for (let k = 0; k < list.length; k++) {
      last += 1 + reader.whole(count);
      if (last >= count || last === g) throw reader.wrong(`has goal ${g} beside goal ${last} of ${count}`);
      list[k] = last;
    }
    lists.push(list);
    first[g + 1] = first[g] + list.length;
  }
  const item = new Int32Array(first[count]);
  for (let g = 0; g < count; g++) item.set(lists[g], first[g]);
  return [goals, { first, item }];
}

function readParts(reader: Reader): TownPart[] {
  return Array.from({ length: reader.count(18) }, () => {
    const [goals, tiles] = [reader.whole(MOST_TILES), reader.whole(MOST_TILES)];
    return { goals, tiles, x: reader.real(), y: reader.real() };
  });
}

class Writer {
  private bytes: Uint8Array = new Uint8Array(4096);
  private length = 0;
  private readonly real8 = new DataView(new ArrayBuffer(8));

  whole(value: number): void {
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 0x80)) this.byte((rest & 0x7f) | 0x80);
    this.byte(rest);
  }

  real(value: number): void {
    this.real8.setFloat64(0, value, true);
    for (let i = 0; i < 8; i++) this.byte(this.real8.getUint8(i));
  }

  finish(): Uint8Array {
    const sum = sumOf(this.bytes, this.length);
    for (let shift = 0; shift < 32; shift += 8) this.byte((sum >>> shift) & 0xff);
    return this.bytes.slice(0, this.length);
  }

  private byte(value: number): void {
    if (this.length === this.bytes.length) this.bytes = grownBytes(this.bytes, this.length + 1);
    this.bytes[this.length++] = value;
  }
}

class Reader {
  at = 0;
  /** Of the content: the checksum follows. */
  readonly end: number;
  readonly where: string;
  private readonly bytes: Uint8Array;
  private readonly view: DataView;

  constructor(bytes: Uint8Array, where: string) {
    this.bytes = bytes;
    this.where = where;
    this.end = Math.max(0, bytes.length - 4);
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  checkSum(): void {
    if (this.view.getUint32(this.end, true) === sumOf(this.bytes, this.end)) return;
    throw this.wrong('is damaged: its checksum does not match its content');
  }

  whole(most: number): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      if (this.at >= this.end) throw this.wrong('ends too early');
      const byte = this.bytes[this.at++];
      value += (byte & 0x7f) * factor;
      if (value > most) throw this.wrong(`has ${value} at byte ${this.at} where at most ${most} makes sense`);
      if (byte < 0x80) return value;
      if (factor > 2 ** 40) throw this.wrong(`has an endless number at byte ${this.at}`);
    }
  }

  /** How many things follow that take at least so many bytes each: never more than fit. */
  count(bytesEach: number): number {
    return this.whole(Math.floor((this.end - this.at) / bytesEach));
  }

  real(): number {
    if (this.at + 8 > this.end) throw this.wrong('ends too early');
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    if (!Number.isFinite(value)) throw this.wrong(`has no number at byte ${this.at - 8}`);
    return value;
  }

  wrong(what: string, remedy = 'save the town again'): InputError {
    return new InputError(this.where, what, remedy);
  }
}

/** FNV-1a, 32 bits. */
function sumOf(bytes: Uint8Array, length: number): number {
  let sum = 0x811c9dc5;
  for (let i = 0; i < length; i++) sum = Math.imul(sum ^ bytes[i], 0x01000193);
  return sum >>> 0;
}
