/**
 * Scenarios that are written by numbers, not by hand: `node scripts/run.mjs scripts/make-scenarios.ts` writes them again, the same bytes.
 *
 *   circle-swap     100 walkers on a circle of 15 m, each to the place opposite
 *   obstacle-field  rows of pillars, shifted against each other, and people who walk through
 *   city            the seeded city of the benchmarks, and 10,000 people on their way from quarter to quarter
 *   town-512        a town as a picture of 512 × 512 pixels (M02), and 2,000 people who wander; more come out of doors and leave by them
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { makeKnownCity } from '@foulee/bench';
import { buildWorld, indexCells, nearestWalkable, sineCosineDegrees } from '@foulee/engine';
import { greyPng, makeBitmapTown } from '@foulee/testing';

function write(folder: string, name: string, text: string | Uint8Array): void {
  mkdirSync(join('scenarios', folder), { recursive: true });
  writeFileSync(join('scenarios', folder, name), text);
}

const decimals = (value: number, digits = 3) => Number(value.toFixed(digits)) + 0;

// circle-swap

const WALKERS = 100;
const RADIUS = 15;
const onCircle = (k: number) => {
  const [sine, cosine] = sineCosineDegrees((360 * k) / WALKERS);
  return `[${decimals(20 + RADIUS * cosine)}, ${decimals(20 + RADIUS * sine)}]`;
};
write(
  'circle-swap',
  'scenario.yaml',
  `name: Circle swap
description: >
  A hundred people stand on a circle of 15 m and all walk to the place opposite: every way leads through the middle.
duration: 300
environment:
  walkable: [{ box: [0, 0, 40, 40] }]
walkers:
${Array.from({ length: WALKERS }, (_, k) => `  - { at: ${onCircle(k)}, goal: ${onCircle(k + WALKERS / 2)} }`).join('\n')}
measure:
  areas:
    middle: { box: [17.5, 17.5, 22.5, 22.5] }
`,
);

// obstacle-field

const pillars: string[] = [];
for (let column = 0; column < 7; column++) {
  for (let row = 0; row < 6; row++) {
    const x = 8 + 4 * column;
    const y = 1 + 3.5 * row + (column % 2 === 0 ? 0 : 1.75);
    if (y < 19) pillars.push(`    - { box: [${x}, ${y}, ${x + 1}, ${Math.min(20, y + 1)}] }`);
  }
}
write(
  'obstacle-field',
  'scenario.yaml',
  `name: Obstacle field
description: >
  Two hundred people cross a field of pillars, 40 by 20 m, half of them each way.
duration: 400
environment:
  walkable: [{ box: [0, 0, 40, 20] }]
  obstacles:
${pillars.join('\n')}
goals:
  east: { line: [[39.5, 0], [39.5, 20]] }
  west: { line: [[0.5, 0], [0.5, 20]] }
walkers:
  - { in: { box: [0, 0, 7, 20] }, count: 100, goal: east }
  - { in: { box: [33.2, 0, 40, 20] }, count: 100, goal: west }
measure:
  lines:
    middle: [[21.5, 20], [21.5, 0]]
`,
);

// city

const BUILDINGS = 2600;
const QUARTERS = 10;
const PEOPLE = 10_000;
const city = makeKnownCity({ seed: 1, buildings: BUILDINGS, dirty: false });
const [left, bottom, right, top] = city.box;
const features = city.plan.levels[0].polygons.map(({ rings }) => {
  const ring: [number, number][] = [];
  for (let i = 0; i < rings[0].length; i += 2) ring.push([decimals(rings[0][i]), decimals(rings[0][i + 1])]);
  ring.push(ring[0]);
  const geometry = { type: 'Polygon', coordinates: [ring] };
  return JSON.stringify({ type: 'Feature', properties: { role: 'obstacle' }, geometry });
});
write(
  'city',
  'environment.geojson',
  `{"type":"FeatureCollection","name":"City of ${BUILDINGS} buildings","features":[\n${features.join(',\n')}\n]}\n`,
);
const { mesh } = buildWorld(city.plan);
const index = indexCells(mesh);
const width = (right - left) / QUARTERS;
const height = (top - bottom) / QUARTERS;
const name = (column: number, row: number) => `${'ABCDEFGHIJ'[column]}${row + 1}`;
const squares: string[] = [];
const areas: string[] = [];
const walkers: string[] = [];
for (let column = 0; column < QUARTERS; column++) {
  for (let row = 0; row < QUARTERS; row++) {
    const x0 = left + column * width;
    const y0 = bottom + row * height;
    const found = nearestWalkable(mesh, index, 0, x0 + width / 2 - mesh.origin[0], y0 + height / 2 - mesh.origin[1])!;
    const at = [decimals(found.x + mesh.origin[0]), decimals(found.y + mesh.origin[1])];
    squares.push(`  ${name(column, row)}: { at: [${at.join(', ')}], radius: 4 }`);
    const box = [x0, y0, x0 + width, y0 + height].map((value) => decimals(value, 1));
    areas.push(`  quarter ${name(column, row)}: { box: [${box.join(', ')}] }`);
    // To the quarters beside this one, half the people each; the last ones turn back.
    const count = PEOPLE / (2 * QUARTERS * QUARTERS);
    for (const to of [
      name(column + 1 < QUARTERS ? column + 1 : column - 1, row),
      name(column, row + 1 < QUARTERS ? row + 1 : row - 1),
    ]) {
      walkers.push(
        `  - { in: quarter ${name(column, row)}, count: ${count}, goal: ${to}, start: { uniform: [0, 60] } }`,
      );
    }
  }
}
write(
  'city',
  'scenario.yaml',
  `name: City
description: >
  Ten thousand people in a city of ${BUILDINGS} buildings set out within a minute, each to the middle of a
  quarter beside their own.
duration: 900
environment: { file: environment.geojson, as: obstacles }
areas:
${areas.join('\n')}
goals:
${squares.join('\n')}
walkers:
${walkers.join('\n')}
`,
);

// town-512

const SIZE = 512;
const town = makeBitmapTown(SIZE, 1);
write('town-512', 'environment.png', greyPng(town.width, town.pixels));

/** The first wall from a place in a street upwards or downwards: where a house has its door. */
function wallFrom(x: number, y: number, step: 1 | -1): number {
  const isHouse = (row: number) => town.pixels[(SIZE - 1 - row) * SIZE + x] === 0;
  let row = y;
  while (!isHouse(row)) row += step;
  return step === 1 ? row : row + 1;
}
/** Doors 2 m wide, on both sides of a street from west to east. */
const doorsAlong = (y: number, xs: readonly number[]) =>
  xs.flatMap((x) =>
    ([1, -1] as const).map((step) => {
      const wall = wallFrom(x, y, step);
      return `[[${x - 1}, ${wall}], [${x + 1}, ${wall}]]`;
    }),
  );
const doors = [
  ...doorsAlong(296, [260, 320, 390, 460]).map((ends, k) => ({ name: `shop ${k + 1}`, ends, rate: 0.05 })),
  ...doorsAlong(121, [330, 390, 460]).map((ends, k) => ({ name: `office ${k + 1}`, ends, rate: 0.02 })),
  ...[...doorsAlong(73, [30, 110, 170, 215]), ...doorsAlong(384, [60, 110])].map((ends, k) => ({
    name: `house ${k + 1}`,
    ends,
    rate: 0.02,
  })),
  ...([1, -1] as const).map((step) => {
    const wall = wallFrom(217, 288 - 18 * step, step);
    return { name: `station ${step === 1 ? 'south' : 'north'}`, ends: `[[213, ${wall}], [221, ${wall}]]`, rate: 0.1 };
  }),
];
write(
  'town-512',
  'scenario.yaml',
  `name: Town
description: >
  A town drawn as a picture of 512 by 512 m. Two thousand people wander on its pavements, more of them in the street of shops. Others come
  out of the station, shops, offices and houses, walk for about six minutes, and leave by the nearest door. After five minutes it rains.
model: stream
duration: 600
environment: { file: environment.png }
areas:
  town: { box: [0, 0, ${SIZE}, ${SIZE}] }
  street of shops: { box: [230, 280, 504, 312] }
tiles:
  attraction: [{ in: street of shops, weight: 2 }]
exits:
${doors.map(({ name: door, ends }) => `  ${door}: { line: ${ends} }`).join('\n')}
itineraries:
  a walk: [{ wander: { normal: [360, 90], within: [60, 900] } }, { exit: nearest }]
walkers:
  - { in: town, count: 2000, companions: town, itinerary: [{ wander: 3600 }] }
sources:
${doors
  .map(({ name: door, ends, rate }) => `  - { name: ${door}, in: { line: ${ends} }, rate: ${rate}, itinerary: a walk }`)
  .join('\n')}
${doors
  .filter(({ name: door }) => door.startsWith('station'))
  .map(
    ({ name: door, ends }) => `  - name: train, ${door}
    in: { line: ${ends} }
    bursts: [{ at: 30, count: 15, over: 60, every: 180 }]
    itinerary: a walk`,
  )
  .join('\n')}
events:
  - { at: 300, demand: 0.4 } # rain
measure:
  areas:
    street of shops: street of shops
`,
);
