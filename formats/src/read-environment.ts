/** The bytes of an environment file of any supported format → Environment: a plan or a 3D model. Readers of large formats load on demand. */
import { type BuildReport, InputError } from '@foulee/engine';
import { decodeText } from './input/decode-text.ts';
import { detectFormat, FORMATS_READ } from './detect-format.ts';
import { checkOptions, type Environment, type ReadOptions } from './input/environment.ts';
import { GEOJSON_TYPES, readGeoJson } from './geojson/geojson.ts';
import { parseJson } from './input/json-text.ts';
import { readObj } from './obj/obj.ts';
import { readWkt } from './wkt/wkt.ts';

/**
 * Read an environment file of any supported format. What was decided and repaired is written into the report; a file
 * that cannot be used ends in an InputError.
 * @param fileName for messages and, where the content does not tell, the format
 */
export async function readEnvironment(
  bytes: Uint8Array,
  fileName: string,
  options: ReadOptions,
  report: BuildReport,
): Promise<Environment> {
  checkOptions(options);
  const format = detectFormat(bytes, fileName);
  switch (format) {
    case 'wkt':
      return { kind: 'plan', format: 'WKT', plan: readWkt(decodeText(bytes, fileName), fileName, options, report) };
    case 'obj':
      return { kind: 'soup', format: 'OBJ', soup: readObj(decodeText(bytes, fileName), fileName, options, report) };
    case 'dxf': {
      const { readDxf } = await import('./dxf/dxf.ts');
      return { kind: 'plan', format: 'DXF', plan: readDxf(decodeText(bytes, fileName), fileName, options, report) };
    }
    case 'glb': {
      const { readGlb } = await import('./gltf/gltf.ts');
      return { kind: 'soup', format: 'glTF', soup: await readGlb(bytes, fileName, options, report) };
    }
    case 'png': {
      const { readPng } = await import('./png/png.ts');
      return { kind: 'plan', format: 'PNG', plan: await readPng(bytes, fileName, options, report) };
    }
    case 'json':
      return readJson(parseJson(decodeText(bytes, fileName), fileName), fileName, options, report);
  }
}

/** GeoJSON and glTF are both JSON: told apart by their first level. */
async function readJson(
  json: unknown,
  fileName: string,
  options: ReadOptions,
  report: BuildReport,
): Promise<Environment> {
  const root = (typeof json === 'object' && json !== null ? json : {}) as { type?: unknown; asset?: unknown };
  if (GEOJSON_TYPES.includes(root.type as string)) {
    return { kind: 'plan', format: 'GeoJSON', plan: readGeoJson(json, fileName, options, report) };
  }
  if (typeof root.asset === 'object' && root.asset !== null) {
    const { readGltf } = await import('./gltf/gltf.ts');
    return { kind: 'soup', format: 'glTF', soup: await readGltf(json, fileName, options, report) };
  }
  const type = typeof root.type === 'string' ? `JSON of the type "${root.type.slice(0, 40)}"` : 'JSON of no known kind';
  throw new InputError(fileName, `is ${type}, neither GeoJSON nor glTF`, `give ${FORMATS_READ}`);
}
