import { InputError } from '@foulee/engine';
import { describe, expect, test } from 'vitest';
import { detectFormat, FORMATS_READ, PLACE_ENDINGS } from './detect-format.ts';
import { RECORDING_ENDINGS } from './recordings/recording.ts';
import { readText } from '../test/read-text.ts';

const bytes = (text: string): Uint8Array => Uint8Array.from(text, (c) => c.charCodeAt(0));

describe('content first, then extension', () => {
  test.each([
    ['glTF\u0002\u0000\u0000\u0000', 'a.wkt', 'glb'],
    ['  polygon ((0 0, 1 0, 1 1, 0 0))', 'a.txt', 'wkt'],
    ['SRID=4326;POINT EMPTY', 'a', 'wkt'],
    ['\u00ef\u00bb\u00bf{"type": "Feature"}', 'a.obj', 'json'],
    ['  0\r\nSECTION\r\n  2\r\nHEADER\r\n', 'a.txt', 'dxf'],
    ['999\nDXF by hand\n0\nSECTION\n', 'a.txt', 'dxf'],
    ['# cube\nmtllib a.mtl\nv 1 2 3\nv 1 2 4\nf 1 2 1\n', 'a.txt', 'obj'],
    ['unclear', 'a.OBJ', 'obj'],
    ['unclear', 'a.dxf', 'dxf'],
    ['unclear', 'folder.v2/a.wkt', 'wkt'],
    ['[1, 2]', 'a.json', 'json'],
    ['\u0089PNG\r\n', 'a.wkt', 'png'],
    ['unclear', 'a.png', 'png'],
  ])('%j named %s is %s', (text, name, format) => {
    expect(detectFormat(bytes(text), name)).toBe(format);
  });

  test.each([
    ['', 'a.wkt', /is empty/],
    ['hello', 'a.txt', /is of no known format.*WKT.*GeoJSON.*OBJ.*glTF.*DXF/],
    ['hello', 'constructor', /is of no known format.*recordings are read as Parquet.*CSV.*text/],
    ['\u0089HDF\r\n\u001a\n\u0000', '00_01a.h5', /is an HDF5 file.*save a recording as Parquet.*\.csv.*\.txt/],
    ['AC1027\u0000\u0000', 'a.dxf', /is a DWG drawing, which is not read; save it as ASCII DXF/],
    ['AutoCAD Binary DXF\r\n', 'a.dxf', /is a binary DXF/],
    ['ISO-10303-21;\n', 'a.ifc', /is a STEP or IFC model.*export it as glTF/],
    ['PK\u0003\u0004', 'a.zip', /is a zip archive/],
    ['\u001f\u008b', 'a.gz', /gzip/],
    ['\u00ff\u00d8\u00ff', 'a.jpg', /is a picture.*save it as PNG/],
    ['<?xml version="1.0"?>', 'a.osm', /is XML/],
  ])('%j named %s is refused', (text, name, message) => {
    expect(() => detectFormat(bytes(text), name)).toThrow(message);
    expect(() => detectFormat(bytes(text), name)).toThrow(InputError);
  });
});

test('texts in UTF-16 and Windows-1252 are read', async () => {
  const utf16 = new Uint8Array([
    0xff,
    0xfe,
    ...Array.from('POLYGON ((0 0, 9 0, 9 9, 0 0))', (c) => [c.charCodeAt(0), 0]).flat(),
  ]);
  const { readEnvironment } = await import('./index.ts');
  const report = { notes: [], warnings: [], repairs: [] };
  expect((await readEnvironment(utf16, 'a.wkt', {}, report)).format).toBe('WKT');
  const latin = bytes('# M\u00f6bel\nv 0 0 0\nv 1 0 0\nv 0 0 1\nf 1 2 3\n');
  expect((await readEnvironment(latin, 'a.obj', {}, report)).format).toBe('OBJ');
});

describe('options', () => {
  const text = 'POLYGON ((0 0, 9 0, 9 9, 0 0))';
  test.each([
    [{ scale: 0 }, /--scale: 0 is out of range/],
    [{ scale: NaN }, /--scale/],
    [{ margin: -1 }, /--margin: -1 is no width/],
    [{ up: 'x' as 'y' }, /--up: "x" is not known; give y or z/],
    [{ as: 'floor' as 'walkable' }, /--as/],
    [{ crs: 'utm' as 'local' }, /--crs/],
    [{ chordError: Infinity }, /chordError/],
  ])('%j is refused', async (options, message) => {
    await expect(readText(text, 'a.wkt', options)).rejects.toThrow(message);
  });
});

describe('endings', () => {
  test('every one says a format, and messages name them all', () => {
    expect(PLACE_ENDINGS).toHaveLength(8);
    for (const ending of PLACE_ENDINGS) {
      expect(() => detectFormat(bytes('unclear'), `a${ending}`)).not.toThrow();
      expect(FORMATS_READ).toMatch(new RegExp(`\\${ending}\\b`));
    }
  });

  test('who gives something else is told those of recordings, too', () => {
    for (const ending of RECORDING_ENDINGS) {
      expect(() => detectFormat(bytes('unclear'), 'a')).toThrow(new RegExp(`recordings are read as .*\\${ending}\\b`));
    }
  });
});
