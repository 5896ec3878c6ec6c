/**
 * Which reader reads a file: by its content, then by its extension.
 *
 * Content: the marks binary formats start with, then the first words of a text. A file whose content is of a format
 * that is known but not read (DWG, IFC, a zip) is told apart, because the remedy differs. Cost: the first 64 KiB, and
 * one JSON.parse for JSON.
 *
 * To add a format: its name, endings and mark here, a reader in a folder of its own, a case in read-environment.ts. Readers of 2D drawings
 * fill a `Drawing` and end in drawing/drawing-to-plan.ts, readers of 3D models in soup/finish-soup.ts.
 */
import { InputError } from '@foulee/engine';
import { WKT_START } from './wkt/wkt.ts';

export type FormatName = 'wkt' | 'json' | 'obj' | 'glb' | 'dxf' | 'png';

/** For messages and help texts; it names every ending of ENDINGS. */
export const FORMATS_READ =
  'WKT (.wkt), GeoJSON (.geojson, .json), OBJ (.obj), glTF (.glb, or .gltf with embedded data), ASCII DXF (.dxf) and pictures as PNG (.png)';

/** The same of recordings (recording.ts), which are no places: for those who give one where a place is read. */
const RECORDINGS_READ = 'Parquet (.parquet), CSV (.csv), text (.txt) and JuPedSim databases (.sqlite)';

/** In the order in which the page names them. */
const ENDINGS: { readonly [ending: string]: FormatName } = {
  '.dxf': 'dxf',
  '.wkt': 'wkt',
  '.geojson': 'json',
  '.json': 'json',
  '.obj': 'obj',
  '.glb': 'glb',
  '.gltf': 'json',
  '.png': 'png',
};

/** The endings of file names that a place is read from; those of recordings are in recordings/recording.ts. */
export const PLACE_ENDINGS: readonly string[] = Object.keys(ENDINGS);

/** Formats people try, by their first characters (one per byte), with what to do instead. */
const NOT_READ: readonly (readonly [string, string, string])[] = [
  ['AutoCAD Binary DXF', 'is a binary DXF', 'save it as ASCII DXF'],
  ['AC10', 'is a DWG drawing', 'save it as ASCII DXF'],
  ['ISO-10303-21', 'is a STEP or IFC model', 'export it as glTF (.glb) or OBJ'],
  ['PK\u0003\u0004', 'is a zip archive', 'unpack it first'],
  ['\u001f\u008b', 'is compressed with gzip', 'unpack it first'],
  ['\u00ff\u00d8\u00ff', 'is a picture', 'save it as PNG, with dark buildings on light ground'],
  ['GIF8', 'is a picture', 'save it as PNG, with dark buildings on light ground'],
  ['%PDF', 'is a PDF', 'draw its walls as DXF, GeoJSON or WKT'],
  ['<', 'is XML or HTML', 'convert it to GeoJSON'],
];

/** What trajectories of experiments often come in. */
const HDF5 = '\u0089HDF\r\n\u001a\n';

export function detectFormat(bytes: Uint8Array, fileName: string): FormatName {
  if (bytes.length === 0) throw new InputError(fileName, 'is empty', `give ${FORMATS_READ}`);
  const head = headOf(bytes);
  if (head.startsWith('glTF')) return 'glb';
  if (bytes[0] === 0x89 && head.startsWith('PNG', 1)) return 'png';
  if (WKT_START.test(head)) return 'wkt';
  if (/^[\s\uFEFF]*\{/.test(head)) return 'json';
  if (/^(?:\s*999[ \t]*\r?\n[^\n]*\n)*\s*0[ \t]*\r?\n[ \t]*(?:SECTION|EOF)[ \t]*(?:\r?\n|$)/.test(head)) return 'dxf';
  const start = String.fromCharCode(...bytes.subarray(0, 64)).trimStart();
  if (start.startsWith(HDF5)) {
    const remedy = `save a recording as ${RECORDINGS_READ}; places are read as ${FORMATS_READ}`;
    throw new InputError(fileName, 'is an HDF5 file, which is not read', remedy);
  }
  for (const [mark, what, remedy] of NOT_READ) {
    if (start.startsWith(mark))
      throw new InputError(fileName, `${what}, which is not read`, `${remedy}; read are ${FORMATS_READ}`);
  }
  if (looksLikeObj(head)) return 'obj';
  const ending = /\.[a-z0-9]+$/i.exec(fileName)?.[0].toLowerCase() ?? '';
  const byEnding = Object.hasOwn(ENDINGS, ending) ? ENDINGS[ending] : undefined;
  if (byEnding !== undefined) return byEnding;
  throw new InputError(
    fileName,
    'is of no known format, by its content or its extension',
    `give ${FORMATS_READ}; recordings are read as ${RECORDINGS_READ}`,
  );
}

/** The first 64 KiB as text; letters beyond ASCII do not matter here. */
function headOf(bytes: Uint8Array): string {
  const first = bytes.subarray(0, 65536);
  const [a, b, c] = first;
  if (a === 0xff && b === 0xfe) return new TextDecoder('utf-16le').decode(first);
  if (a === 0xfe && b === 0xff) return new TextDecoder('utf-16be').decode(first);
  const after = a === 0xef && b === 0xbb && c === 0xbf ? 3 : 0;
  return new TextDecoder('latin1').decode(first.subarray(after));
}

/** A vertex or a material library, among nothing but lines that start with a word OBJ knows. */
function looksLikeObj(head: string): boolean {
  const lines = head.split(/\r\n|\r|\n/);
  if (lines.length > 1) lines.pop(); // may be cut off
  let vertices = 0;
  for (const line of lines) {
    const text = line.trim();
    if (text === '' || text.startsWith('#')) continue;
    if (/^v\s+[-+.\d]/.test(text)) vertices++;
    else if (!/^(?:mtllib|usemtl|usemap|o|g|s|v[ntp]|f|l|p|call|mg|cstype|deg)(?:\s|$)|\\$|^[-+.\d\s/]+$/.test(text))
      return false;
  }
  return vertices > 0;
}
