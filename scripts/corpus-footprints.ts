/**
 * Footprints of buildings out of the corpus' two city models, as plans: obstacles on the floor between them. Not formats that are supported.
 *
 * OpenStreetMap XML: closed ways tagged `building`, and multipolygons whose outer members form one. CityJSON: buildings, the
 * faces of whose lowest outline is the footprint. Coordinates become metres; the floor is the box around all buildings, beyond which the place goes on.
 */
import { METRES, type Plan, type PlanPolygon } from '@foulee/engine';

/** Metres per degree of latitude. */
const DEGREE = 111_200;
/** Metres: a face whose corners differ by less in height lies flat. */
const FLAT = 0.05;

export function osmPlan(name: string, text: string): Plan {
  const nodes = new Map<string, [number, number]>();
  for (const [tag] of text.matchAll(/<node [^>]*>/g)) {
    nodes.set(attribute(tag, 'id'), [Number(attribute(tag, 'lon')), Number(attribute(tag, 'lat'))]);
  }
  const [lon0 = 0, lat0 = 0] = [...nodes.values()][0] ?? [];
  const unitX = DEGREE * Math.cos((lat0 * Math.PI) / 180);
  const ways = new Map<string, string[]>();
  const rings: Float64Array[] = [];
  const put = (ids: readonly string[]) => {
    if (ids.length < 4 || ids[0] !== ids.at(-1) || !ids.every((id) => nodes.has(id))) return;
    rings.push(
      Float64Array.from(
        ids.slice(1).flatMap((id) => {
          const [lon, lat] = nodes.get(id) as [number, number];
          return [(lon - lon0) * unitX, (lat - lat0) * DEGREE];
        }),
      ),
    );
  };
  const isBuilding = (body: string) => /<tag k="building" v="(?!no")/.test(body);
  for (const [, head, body] of text.matchAll(/<way ([^>]*[^/])>(.*?)<\/way>/gs) as IterableIterator<string[]>) {
    const ids = Array.from(body.matchAll(/<nd ref="(\d+)"/g), ([, id]) => id);
    ways.set(attribute(head, 'id'), ids);
    if (isBuilding(body)) put(ids);
  }
  for (const [, body] of text.matchAll(/<relation [^>]*[^/]>(.*?)<\/relation>/gs) as IterableIterator<string[]>) {
    if (!isBuilding(body)) continue;
    const outer = Array.from(
      body.matchAll(/<member type="way" ref="(\d+)" role="outer"/g),
      ([, id]) => ways.get(id) ?? [],
    );
    for (const ids of joinedWays(outer)) put(ids);
  }
  return footprintPlan(name, rings);
}

function attribute(tag: string, key: string): string {
  return new RegExp(`\\b${key}="([^"]*)"`).exec(tag)?.[1] ?? '';
}

/** Ways that meet at their ends, end to end. */
function joinedWays(ways: readonly string[][]): string[][] {
  const left = ways.filter((way) => way.length > 1);
  const joined: string[][] = [];
  for (let way = left.pop(); way !== undefined; way = left.pop()) {
    for (;;) {
      const end = way.at(-1);
      const k = way[0] === end ? -1 : left.findIndex((other) => other[0] === end || other.at(-1) === end);
      if (k === -1) break;
      const [next] = left.splice(k, 1) as [string[]];
      way = [...way, ...(next[0] === end ? next : next.toReversed()).slice(1)];
    }
    joined.push(way);
  }
  return joined;
}

interface CityObject {
  type: string;
  geometry?: { type: string; boundaries: number[][][] | number[][][][] }[];
}

export function cityJsonPlan(name: string, text: string): Plan {
  const { transform, vertices, CityObjects } = JSON.parse(text) as {
    transform: { scale: number[] };
    vertices: [number, number, number][];
    CityObjects: Record<string, CityObject>;
  };
  const [scaleX = 1, scaleY = 1, scaleZ = 1] = transform.scale;
  const rings: Float64Array[] = [];
  for (const { type, geometry = [] } of Object.values(CityObjects)) {
    if (!type.startsWith('Building')) continue;
    for (const { type: shape, boundaries } of geometry) {
      const faces = (shape === 'Solid' ? (boundaries as number[][][][]).flat() : boundaries) as number[][][];
      const flat = faces.filter(([outer = []]) => {
        const heights = outer.map((v) => (vertices[v] as number[])[2] * scaleZ);
        return Math.max(...heights) - Math.min(...heights) < FLAT;
      });
      const heightOf = ([[v = 0] = []]: number[][]) => (vertices[v] as number[])[2] * scaleZ;
      const lowest = Math.min(...flat.map(heightOf));
      for (const face of flat) {
        if (heightOf(face) > lowest + FLAT) continue;
        rings.push(
          Float64Array.from(
            (face[0] ?? []).flatMap((v) => {
              const [x, y] = vertices[v] as [number, number, number];
              return [x * scaleX, y * scaleY];
            }),
          ),
        );
      }
    }
  }
  return footprintPlan(name, rings);
}

function footprintPlan(name: string, rings: readonly Float64Array[]): Plan {
  let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i += 2) {
      [x0, x1] = [Math.min(x0, ring[i]), Math.max(x1, ring[i])];
      [y0, y1] = [Math.min(y0, ring[i + 1]), Math.max(y1, ring[i + 1])];
    }
  }
  const box = Float64Array.of(x0, y0, x1, y0, x1, y1, x0, y1);
  const polygons: PlanPolygon[] = [{ role: 'walkable', isBoundary: true, rings: [box] }];
  for (const ring of rings) polygons.push({ role: 'obstacle', rings: [ring] });
  return {
    name,
    frame: METRES,
    levels: [{ name: '0', elevation: 0, polygons, lines: [], floor: 'polygons', margin: 10 }],
    doors: [],
    links: [],
  };
}
