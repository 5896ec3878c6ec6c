/**
 * GeoJSON to a Plan: features with roles, levels, doors and links, or bare polygons and lines.
 *
 * Properties that are understood (README.md lists them): role, level, elevation, name, from, to. A wrong structure (a
 * ring that is no array) is an InputError that names the path; a wrong number (null, text, 1e999) is a lost vertex,
 * repaired and counted later. What polygons without a role mean is decided in drawing-to-plan.ts. A `crs` member, as
 * older programs write, is believed where it names degrees or a projection. Cost: linear.
 */
import {
  type BuildReport,
  InputError,
  LINK_KINDS,
  type LinkKind,
  type Plan,
  type PolygonRole,
  shortened,
} from '@foulee/engine';
import { type DrawnLevel, type Drawing, emptyDrawing, leaveOut } from '../drawing/drawing.ts';
import { drawingToPlan } from '../drawing/drawing-to-plan.ts';
import type { ReadOptions } from '../input/environment.ts';

const DEEPEST = 50;
const ROLES = ['walkable', 'obstacle', 'wall', 'glass', 'boundary', 'door', ...LINK_KINDS];
/** Roles by another name. */
const SYNONYMS: ReadonlyMap<string, string> = new Map([['window', 'glass']]);

export const GEOJSON_TYPES: readonly string[] = [
  'FeatureCollection',
  'Feature',
  'Polygon',
  'MultiPolygon',
  'LineString',
  'MultiLineString',
  'GeometryCollection',
  'Point',
  'MultiPoint',
];

type JsonObject = { readonly [key: string]: unknown };

interface Context {
  role: string | undefined;
  level: () => number;
  properties: JsonObject;
  /** For messages: "features[3]". */
  where: string;
}

export function readGeoJson(json: unknown, fileName: string, options: ReadOptions, report: BuildReport): Plan {
  const plan = drawingToPlan(drawGeoJson(json, fileName, report), fileName, options, report);
  // Programs that write GeoJSON name the collection (GDAL, QGIS); a file name is the second best.
  const name = isObject(json) ? words(json['name']) : '';
  return name === '' ? plan : { ...plan, name };
}

function drawGeoJson(json: unknown, fileName: string, report: BuildReport): Drawing {
  const drawing = emptyDrawing();
  drawing.guessDegrees = true;
  const levelIndex = new Map<string, number>();
  const conflicting = new Set<string>();
  const unknownRoles = new Map<string, number>();
  let groups = 0;
  let thickGlass = 0;

  const root = object(json, 'the file');
  readCrs(root);
  if (root['type'] === 'FeatureCollection') {
    const features = array(root['features'], 'features');
    for (const [i, feature] of features.entries()) readFeature(object(feature, `features[${i}]`), `features[${i}]`);
  } else if (root['type'] === 'Feature') {
    readFeature(root, 'the feature');
  } else {
    readGeometry(root, contextOf({}, 'the geometry'), 0);
  }
  if (drawing.levels.length === 0) drawing.levels.push({ name: '0', elevation: undefined });
  for (const [role, n] of unknownRoles) {
    report.warnings.push(`${n} × role "${role}" is not known and was left out; roles are ${ROLES.join(', ')}`);
  }
  if (thickGlass > 0) {
    report.warnings.push(
      `${thickGlass} × glass drawn as a polygon was read as an obstacle, which nobody sees through; ` +
        'glass has no thickness: draw it as a line',
    );
  }
  for (const name of conflicting) {
    report.warnings.push(
      `level ${shortened(name)} has several elevations; the first was taken: give one properties.elevation per level`,
    );
  }
  return drawing;

  function readFeature(feature: JsonObject, where: string): void {
    if (feature['type'] !== 'Feature') {
      // Bare geometries in a list of features are common enough to be read.
      readGeometry(feature, contextOf({}, where), 0);
      return;
    }
    const properties = feature['properties'];
    if (feature['geometry'] === null || feature['geometry'] === undefined) {
      leaveOut(drawing, 'feature without geometry');
      return;
    }
    const geometry = object(feature['geometry'], `${where}.geometry`);
    const context = contextOf(isObject(properties) ? properties : {}, where);
    if (context.role !== undefined && !ROLES.includes(context.role)) {
      unknownRoles.set(context.role, (unknownRoles.get(context.role) ?? 0) + 1);
      return;
    }
    readGeometry(geometry, context, 0);
  }

  function contextOf(properties: JsonObject, where: string): Context {
    const text = properties['role'];
    const role = typeof text === 'string' ? text.trim().toLowerCase() : '';
    return {
      role: role === '' ? undefined : (SYNONYMS.get(role) ?? role),
      level: () => levelOf(properties),
      properties,
      where,
    };
  }

  /** The level a feature lies on; made when first named. A link lies on none. */
  function levelOf(properties: JsonObject): number {
    const name = words(properties['level']) || '0';
    let index = levelIndex.get(name);
    if (index === undefined) {
      index = drawing.levels.length;
      levelIndex.set(name, index);
      drawing.levels.push({ name, elevation: undefined });
    }
    const elevation = properties['elevation'];
    if (typeof elevation === 'number' && Math.abs(elevation) <= 1e5) {
      const level = drawing.levels[index] as DrawnLevel;
      level.elevation ??= elevation;
      if (level.elevation !== elevation) conflicting.add(name);
    }
    return index;
  }

  function readGeometry(geometry: JsonObject, context: Context, depth: number): void {
    const path = `${context.where}${depth === 0 ? '' : ', in a collection'}`;
    const coordinates = (): unknown[] => array(geometry['coordinates'], `${path}, coordinates`);
    if (depth > DEEPEST) throw mistake(path, `nests collections deeper than ${DEEPEST}`, 'flatten the collection');
    switch (geometry['type']) {
      case 'Polygon':
        addPolygons([coordinates()], context, path);
        break;
      case 'MultiPolygon':
        addPolygons(coordinates(), context, path);
        break;
      case 'LineString':
        addLines([coordinates()], context, path);
        break;
      case 'MultiLineString':
        addLines(coordinates(), context, path);
        break;
      case 'Point':
        leaveOut(drawing, 'point');
        break;
      case 'MultiPoint':
        leaveOut(drawing, 'point', coordinates().length);
        break;
      case 'GeometryCollection': {
        drawing.oneCollection = drawing.polygons.length === 0 && root['type'] !== 'FeatureCollection';
        const members = array(geometry['geometries'], `${path}, geometries`);
        for (const member of members) readGeometry(object(member, path), context, depth + 1);
        break;
      }
      default:
        throw mistake(
          path,
          `has the type ${JSON.stringify(geometry['type']) ?? 'undefined'}`,
          `give one of ${GEOJSON_TYPES.join(', ')}`,
        );
    }
  }

  function addPolygons(polygons: readonly unknown[], context: Context, path: string): void {
    const { role } = context;
    const group = groups++;
    for (const polygon of polygons) {
      const rings = array(polygon, `${path}, polygon`).map((ring) => points(ring, path));
      if (rings.length === 0) {
        leaveOut(drawing, 'empty geometry');
      } else if (isLink(role)) {
        drawing.links.push({
          where: context.where,
          name: words(context.properties['name']) || `${role} ${drawing.links.length + 1}`,
          kind: role,
          from: words(context.properties['from']),
          to: words(context.properties['to']),
          ring: rings[0] as number[],
        });
      } else if (role === 'door') {
        throw mistake(path, 'is a door drawn as a polygon', 'draw a door as a line across its passage');
      } else {
        if (role === 'glass') thickGlass++;
        const isWall = role === 'wall' || role === 'glass';
        const polygonRole = isWall ? 'obstacle' : (role as PolygonRole | 'boundary' | undefined);
        drawing.polygons.push({ rings, role: polygonRole, level: context.level(), group });
      }
    }
  }

  function addLines(lines: readonly unknown[], context: Context, path: string): void {
    for (const line of lines) {
      const list = points(line, path);
      if (context.role === 'door') {
        const name = words(context.properties['name']) || `door ${drawing.doors.length + 1}`;
        drawing.doors.push({ name, points: list, level: context.level() });
      } else if (isLink(context.role)) {
        throw mistake(path, `is a line with the role ${context.role}`, 'draw it as a polygon of four corners');
      } else if (context.role === 'walkable') {
        throw mistake(path, 'is a walkable line', 'draw walkable areas as polygons, or give the line the role wall');
      } else {
        const kind = context.role === 'boundary' || context.role === 'glass' ? context.role : undefined;
        drawing.lines.push({ points: list, level: context.level(), kind });
      }
    }
  }

  /** [[x, y], …] to x, y interleaved; what is no number becomes NaN, to be repaired and counted. */
  function points(value: unknown, path: string): number[] {
    const list: number[] = [];
    for (const position of array(value, `${path}, ring or line`)) {
      const [x, y] = array(position, `${path}, position`);
      list.push(typeof x === 'number' ? x : NaN, typeof y === 'number' ? y : NaN);
    }
    return list;
  }

  function readCrs(file: JsonObject): void {
    const crs = file['crs'];
    const properties = isObject(crs) ? crs['properties'] : undefined;
    const name = isObject(properties) ? properties['name'] : undefined;
    if (typeof name !== 'string') return;
    drawing.crs = /CRS84|EPSG:+(?:[\d.]*:)?4326\b/i.test(name) ? 'lonlat' : 'local';
    if (/\b(?:3857|900913)\b/.test(name)) {
      report.warnings.push(
        'the file is in Web Mercator, whose metres are too long by 1 / cos(latitude) (half as long again at 48°); export it as EPSG:4326',
      );
    }
  }

  function object(value: unknown, path: string): JsonObject {
    if (isObject(value)) return value;
    throw mistake(path, 'is not a JSON object', 'give a GeoJSON FeatureCollection, Feature or geometry');
  }

  function array(value: unknown, path: string): unknown[] {
    if (Array.isArray(value)) return value;
    throw mistake(
      path,
      'should be a list and is not',
      'give coordinates as GeoJSON nests them, [[[x, y], …]] for a polygon',
    );
  }

  function mistake(path: string, what: string, remedy: string): InputError {
    return new InputError(`${fileName}, ${path}`, what, remedy);
  }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isLink(role: string | undefined): role is LinkKind {
  return (LINK_KINDS as readonly (string | undefined)[]).includes(role);
}

/** A name given as text or number; '' where there is none. */
function words(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}
