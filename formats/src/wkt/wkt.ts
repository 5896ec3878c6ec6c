/**
 * WKT text to a Plan: polygons, multipolygons, lines and collections of them, one geometry or several in a file.
 *
 * A parser of our own, one pass over the text, because it must say line and column of a mistake, survive any input,
 * keep vertices that are "nan" for the repair count, and read what programs write: `SRID=…;` before a geometry, Z, M
 * and ZM, EMPTY, any case. What the polygons mean is decided in drawing-to-plan.ts. `SRID=4326` means
 * longitude/latitude. Points are left out and counted. Cost: linear.
 */
import { type BuildReport, InputError, type Plan } from '@foulee/engine';
import { excerpt, placeInText } from '../input/decode-text.ts';
import { type Drawing, emptyDrawing, leaveOut } from '../drawing/drawing.ts';
import { drawingToPlan } from '../drawing/drawing-to-plan.ts';
import type { ReadOptions } from '../input/environment.ts';

/** Geometry collections within geometry collections. */
const DEEPEST = 50;

const SPACE = /\s*/y;
/** No word that is known has more letters: a file of one word is not read through again and again, nor said in full. */
const WORD = /[A-Za-z]{1,40}/y;
const SRID = /SRID\s*=\s*(\d+)\s*;/iy;
const NUMBER = /[+-]?(?:(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?|nan|inf(?:inity)?)(?![\w.])/iy;

/** For the detection of formats: the words a WKT geometry may start with. */
export const WKT_START =
  /^[\s\uFEFF]*(?:SRID\s*=\s*\d+\s*;\s*)?(?:(?:MULTI)?(?:POLYGON|LINESTRING|POINT)|GEOMETRYCOLLECTION)\s*(?:ZM?|M)?\s*(?:\(|EMPTY\b)/i;

export function readWkt(text: string, fileName: string, options: ReadOptions, report: BuildReport): Plan {
  return drawingToPlan(parseWkt(text, fileName), fileName, options, report);
}

function parseWkt(text: string, fileName: string): Drawing {
  const drawing = emptyDrawing();
  drawing.levels.push({ name: '0', elevation: undefined });
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let geometries = 0;
  let collections = 0;

  for (skip(); at < text.length; skip()) {
    readSrid();
    const start = at;
    geometry(0);
    geometries++;
    if (/^GEOMETRYCOLLECTION/i.test(text.slice(start, start + 18))) collections++;
    skip();
    if (text[at] === ';') at++;
  }
  if (geometries === 0) throw mistake('is empty', 'give a geometry such as POLYGON ((0 0, 10 0, 10 5, 0 0))');
  drawing.oneCollection = geometries === 1 && collections === 1;
  return drawing;

  function readSrid(): void {
    SRID.lastIndex = at;
    const found = SRID.exec(text);
    if (found === null) return;
    at = SRID.lastIndex;
    drawing.crs = found[1] === '4326' ? 'lonlat' : 'local';
    skip();
  }

  function geometry(depth: number): void {
    if (depth > DEEPEST) throw mistake(`nests collections deeper than ${DEEPEST}`, 'flatten the collection');
    const start = at;
    const type = word().toUpperCase();
    // "POLYGONZ" and "POLYGON Z" are both written.
    const name = type.replace(/(?<=POLYGON|LINESTRING|POINT|COLLECTION)(?:ZM?|M)$/, '');
    if (name === type) dimension();
    if (!KNOWN.has(name)) {
      at = start;
      throw mistake(
        name === ''
          ? `expected a geometry, found ${excerpt(text, at)}`
          : `${name.length > 20 ? excerpt(text, at) : name} is not read`,
        'give POLYGON, MULTIPOLYGON, LINESTRING, MULTILINESTRING or GEOMETRYCOLLECTION, with curves turned into lines',
      );
    }
    if (empty()) {
      leaveOut(drawing, 'empty geometry');
    } else if (name === 'POLYGON') {
      drawing.polygons.push({ rings: rings(), role: undefined, level: 0, group: drawing.polygons.length });
    } else if (name === 'MULTIPOLYGON') {
      const group = drawing.polygons.length;
      list(() => {
        if (empty()) leaveOut(drawing, 'empty geometry');
        else drawing.polygons.push({ rings: rings(), role: undefined, level: 0, group });
      });
    } else if (name === 'LINESTRING') {
      drawing.lines.push({ points: points(), level: 0 });
    } else if (name === 'MULTILINESTRING') {
      list(() => {
        if (empty()) leaveOut(drawing, 'empty geometry');
        else drawing.lines.push({ points: points(), level: 0 });
      });
    } else if (name === 'GEOMETRYCOLLECTION') {
      list(() => geometry(depth + 1));
    } else {
      // POINT (1 2), MULTIPOINT (1 2, 3 4) and MULTIPOINT ((1 2), (3 4))
      list(() => {
        if (text[at] === '(') list(() => point([]));
        else if (!empty()) point([]);
        leaveOut(drawing, 'point');
      });
    }
  }

  function rings(): number[][] {
    const all: number[][] = [];
    list(() => {
      if (empty()) leaveOut(drawing, 'empty ring');
      else all.push(points());
    });
    return all;
  }

  function points(): number[] {
    const all: number[] = [];
    list(() => point(all));
    return all;
  }

  /** Two numbers are kept; height and measure are read over. */
  function point(into: number[]): void {
    let n = 0;
    for (; ; n++) {
      NUMBER.lastIndex = at;
      const found = NUMBER.exec(text);
      if (found === null) break;
      at = NUMBER.lastIndex;
      if (n < 2) into.push(toNumber(found[0]));
      skip();
    }
    if (n < 2) throw mistake(`expected a number, found ${excerpt(text, at)}`, 'write a point as "x y"');
    if (n > 4)
      throw mistake(
        `a point has ${n} numbers`,
        'write points as "x y", "x y z" or "x y z m", with commas between them',
      );
  }

  function list(item: () => void): void {
    skip();
    expect('(');
    do {
      skip();
      item();
      skip();
    } while (take(','));
    expect(')');
  }

  function empty(): boolean {
    skip();
    WORD.lastIndex = at;
    if (WORD.exec(text)?.[0].toUpperCase() !== 'EMPTY') return false;
    at = WORD.lastIndex;
    return true;
  }

  function dimension(): void {
    skip();
    WORD.lastIndex = at;
    if (/^(?:ZM?|M)$/i.test(WORD.exec(text)?.[0] ?? '')) at = WORD.lastIndex;
  }

  function word(): string {
    WORD.lastIndex = at;
    const found = WORD.exec(text);
    if (found === null) return '';
    at = WORD.lastIndex;
    return found[0];
  }

  function skip(): void {
    SPACE.lastIndex = at;
    SPACE.exec(text);
    at = SPACE.lastIndex;
  }

  function take(character: string): boolean {
    if (text[at] !== character) return false;
    at++;
    return true;
  }

  function expect(character: string): void {
    if (take(character)) return;
    throw mistake(
      `expected "${character}", found ${excerpt(text, at)}`,
      'mend the text there or export the file again',
    );
  }

  function mistake(what: string, remedy: string): InputError {
    return new InputError(`${fileName}, ${placeInText(text, at)}`, what, remedy);
  }
}

const KNOWN = new Set([
  'POLYGON',
  'MULTIPOLYGON',
  'LINESTRING',
  'MULTILINESTRING',
  'GEOMETRYCOLLECTION',
  'POINT',
  'MULTIPOINT',
]);

function toNumber(text: string): number {
  const value = Number(text);
  // "nan" and "inf" are words some programs write for lost coordinates; both are repaired later.
  return Number.isNaN(value) && /inf/i.test(text) ? Infinity : value;
}
