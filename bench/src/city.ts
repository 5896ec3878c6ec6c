/**
 * A seeded city like L04's: how many buildings → a plan of their footprints, clean or dirty, with what is known of it.
 *
 * 2,600 buildings give 1.3 × 1.3 km and about 14,200 corners; the area grows with the number of buildings and the time
 * to make it too. Source: L04 §4 for the size; the layout is our own (city/streets.ts, city/footprints.ts). The clean
 * city has no crossing segments and no two buildings nearer than 0.3 m; the dirty one is the same city with the damage
 * of city/defects.ts. The same options give the same bits on every machine.
 */
import { InputError, METRES, type Plan } from '@foulee/engine';
import { ringArea } from './city/convex.ts';
import { type CityDefects, NO_DEFECTS, type Spoilt, spoil } from './city/defects.ts';
import { placeBuilding } from './city/footprints.ts';
import { layOutStreets } from './city/streets.ts';
import { createRandom } from './random.ts';

export type { CityDefects } from './city/defects.ts';

export interface CityOptions {
  seed: number;
  buildings: number;
  dirty: boolean;
}

export interface City {
  plan: Plan;
  /** Vertices of all footprints, which is also the number of their segments. */
  corners: number;
  /** Left, bottom, right, top of the floor: the bounding box of the footprints and the plan's margin. */
  box: [number, number, number, number];
  /**
   * Ground outside all buildings, m². All of it is connected. Exact to rounding for the clean city; for the dirty one
   * but for slivers under 1 mm wide where walls or corners nearly touch.
   */
  walkableArea: number;
  defects: CityDefects;
}

const MARGIN = 10;
/** 14,200 corners of 2,600 buildings. */
const CORNERS_PER_BUILDING = 14_200 / 2_600;

/** How many buildings have about this many segments together. */
export function buildingsForSegments(segments: number): number {
  return Math.round(segments / CORNERS_PER_BUILDING);
}

export function makeCity(options: CityOptions): Plan {
  return makeKnownCity(options).plan;
}

export function makeKnownCity({ seed, buildings, dirty }: CityOptions): City {
  if (!Number.isSafeInteger(buildings) || buildings < 1) {
    throw new InputError('city', `cannot have ${buildings} buildings`, 'give a whole number of at least 1');
  }
  const random = createRandom(seed);
  const streets = layOutStreets(buildings, random);
  const footprints = streets.parcels.map((parcel) => placeBuilding(parcel, random));
  // A stream of its own: the clean city is the dirty one before the damage, building by building.
  const spoilt: Spoilt = dirty
    ? spoil(streets, footprints, createRandom(seed ^ 0x5f3759df))
    : { defects: { ...NO_DEFECTS }, areaCorrection: 0 };

  let corners = 0;
  let covered = spoilt.areaCorrection;
  const box: City['box'] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (const ring of footprints) {
    corners += ring.length / 2;
    covered += ringArea(ring);
    for (let i = 0; i < ring.length; i += 2) {
      box[0] = Math.min(box[0], (ring[i] as number) - MARGIN);
      box[1] = Math.min(box[1], (ring[i + 1] as number) - MARGIN);
      box[2] = Math.max(box[2], (ring[i] as number) + MARGIN);
      box[3] = Math.max(box[3], (ring[i + 1] as number) + MARGIN);
    }
  }
  const plan: Plan = {
    name: `${dirty ? 'dirty' : 'clean'} city of ${buildings} buildings, seed ${seed}`,
    frame: { ...METRES },
    levels: [
      {
        name: 'street',
        elevation: 0,
        polygons: footprints.map((ring) => ({ role: 'obstacle', rings: [Float64Array.from(ring)] })),
        lines: [],
        floor: 'box',
        margin: MARGIN,
      },
    ],
    doors: [],
    links: [],
  };
  const walkableArea = (box[2] - box[0]) * (box[3] - box[1]) - covered;
  return { plan, corners, box, walkableArea, defects: spoilt.defects };
}
