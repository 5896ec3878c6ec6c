/**
 * How people walk, as pictures into docs/pictures/walking: everybody at some moments, with their way of the last seconds behind them.
 *
 *   node scripts/run.mjs scripts/walking-pictures.ts [corner tee two-way station-hall] [--seed 1] [--out FOLDER]
 *
 * The scenes of `foulee validate` (corner-full, merge, two-way-ends) and the hall of scenarios/station-hall. Colours tell itineraries.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createRun, openInline, type OpenedScenario, playWhile, startPlay, type World } from '@foulee/engine';
import { PLOT_COLOURS } from '@foulee/formats';
import { cornerScenario, symmetryOf, teeScenario, twoWayScenario } from '@foulee/validation/inside';
import { openShipped } from './known-runs.ts';

interface Scene {
  open: () => OpenedScenario | Promise<OpenedScenario>;
  /** Seconds; the level that is drawn; pixels per metre; pictures beside each other; seconds of way behind each person. */
  moments: readonly number[];
  level: number;
  scale: number;
  columns: number;
  trail: number;
}

const SCENES: Record<string, Scene> = {
  corner: {
    open: () => openInline({ data: cornerScenario({ width: 3, inflow: 1.8, symmetry: symmetryOf('0') }) }),
    moments: [20, 60, 100],
    level: 0,
    scale: 26,
    columns: 3,
    trail: 4,
  },
  tee: {
    open: () => openInline({ data: teeScenario(symmetryOf('0')) }),
    moments: [30, 90],
    level: 0,
    scale: 24,
    columns: 2,
    trail: 4,
  },
  'two-way': {
    open: () => openInline({ data: twoWayScenario(2.5, 100) }),
    moments: [20, 40, 60, 80],
    level: 0,
    scale: 24,
    columns: 2,
    trail: 2,
  },
  // The hall above the platforms.
  'station-hall': {
    open: () => openShipped('station-hall'),
    moments: [20, 60, 130, 180],
    level: 1,
    scale: 10,
    columns: 2,
    trail: 8,
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    out: { type: 'string', default: join('docs', 'pictures', 'walking') },
  },
});
mkdirSync(values.out, { recursive: true });
for (const name of positionals.length > 0 ? positionals : Object.keys(SCENES)) {
  const scene = SCENES[name];
  if (scene === undefined) {
    console.error(`Unknown scene "${name}". Choose from ${Object.keys(SCENES).join(', ')}.`);
    process.exitCode = 2;
    break;
  }
  writeFileSync(join(values.out, `${name}.svg`), await drawScene(scene, Number(values.seed)));
  console.log(`drawn: ${name}.svg`);
}

type Point = [number, number];

async function drawScene({ open, moments, level, scale, columns, trail }: Scene, seed: number): Promise<string> {
  const { scenario, world } = await open();
  const run = createRun(scenario, world, { seed });
  const { simulation } = run;
  const [ox, oy] = run.original.origin;
  const { cells, walls } = floorOf(world.mesh, level);
  const xs = cells.flat().map(([x]) => x);
  const ys = cells.flat().map(([, y]) => y);
  const [left, top] = [Math.min(...xs) - 0.3, Math.max(...ys) + 0.3];
  const wide = scale * (Math.max(...xs) + 0.3 - left);
  const high = scale * (top - Math.min(...ys) + 0.3);
  const at = ([x, y]: Point) => `${(scale * (x - left)).toFixed(1)} ${(scale * (top - y)).toFixed(1)}`;
  const ways = new Map<number, Point[]>();
  const panels: string[] = [];
  const draw = (): string => {
    const { crowd } = simulation;
    let bodies = '';
    for (let i = 0; i < crowd.count; i++) {
      if (simulation.world.mesh.cellLevel[crowd.cell[i]] !== level) continue;
      const colour = PLOT_COLOURS[1 + (crowd.itinerary[i] % (PLOT_COLOURS.length - 1))];
      const way = ways.get(crowd.serial[i]) ?? [];
      const place: Point = [crowd.place[2 * i] + ox, crowd.place[2 * i + 1] + oy];
      const [cx, cy] = at(place).split(' ');
      if (way.length > 1)
        bodies += `<path d="M${way.map(at).join('L')}" stroke="${colour}" stroke-opacity=".45" fill="none"/>`;
      bodies += `<circle cx="${cx}" cy="${cy}" r="${(scale * crowd.body[4 * i]).toFixed(1)}" fill="${colour}"/>`;
    }
    const pathOf = (lines: readonly Point[][], end = '') =>
      lines.map((line) => `M${line.map(at).join('L')}${end}`).join('');
    const floor = `<path d="${pathOf(cells, 'Z')}" fill="#f1efe9" stroke="#f1efe9"/>`;
    return `${floor}<path d="${pathOf(walls)}" stroke="#333" fill="none"/>${bodies}`;
  };
  const look = () => {
    const { crowd, time, step } = simulation;
    for (let i = 0; i < crowd.count; i++) {
      const way = ways.get(crowd.serial[i]) ?? [];
      way.push([crowd.place[2 * i] + ox, crowd.place[2 * i + 1] + oy]);
      if (way.length > trail / step) way.shift();
      ways.set(crowd.serial[i], way);
    }
    if (moments.some((moment) => Math.abs(moment - time) < step / 2)) {
      const [column, row] = [panels.length % columns, Math.floor(panels.length / columns)];
      const label = `<text y="-4" font-family="sans-serif" font-size="12">${time.toFixed(0)} s</text>`;
      panels.push(`<g transform="translate(${column * (wide + 12)} ${18 + row * (high + 24)})">${label}${draw()}</g>`);
    }
  };
  const last = Math.max(...moments);
  playWhile(startPlay(run, { look }), () => simulation.time < last + simulation.step);
  const rows = Math.ceil(panels.length / columns);
  const size = [columns * (wide + 12) - 12, rows * (high + 24)].map((value) => Math.ceil(value));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.join(' ')}" width="${size[0]}" height="${size[1]}"><rect width="100%" height="100%" fill="#fff"/>${panels.join('')}</svg>\n`;
}

/** The cells of a level as rings, and its walls. The plan's coordinates. */
function floorOf({ vertices, sideVertex, sideTwin, cellFirst, cellLevel, origin }: World['mesh'], level: number) {
  const pointAt = (s: number): Point => [
    vertices[2 * sideVertex[s]] + origin[0],
    vertices[2 * sideVertex[s] + 1] + origin[1],
  ];
  const cells: Point[][] = [];
  const walls: Point[][] = [];
  for (let c = 0; c < cellLevel.length; c++) {
    if (cellLevel[c] !== level) continue;
    const ring: Point[] = [];
    for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
      ring.push(pointAt(s));
      if (sideTwin[s] === -1) walls.push([pointAt(s), pointAt(s + 1 === cellFirst[c + 1] ? cellFirst[c] : s + 1)]);
    }
    cells.push(ring);
  }
  return { cells, walls };
}
