/** Walkers on tiles between levels: stairs and ramps, one way and both, what must hold at every step, snapshots, and two scenarios of ours. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { NONE } from '../src/core/none.ts';
import { BODY, RADIUS } from '../src/crowd/columns.ts';
import { openInline } from '../src/run/open-scenario.ts';
import { advance, createRun, isOver } from '../src/run/run.ts';
import type { Run } from '../src/run/run-state.ts';
import { resume, type Simulation, snapshot, stateHash } from '../src/simulation/simulation.ts';

type Point = [number, number];
const box = (x0: number, y0: number, x1: number, y1: number): Point[] => [
  [x0, y0],
  [x1, y0],
  [x1, y1],
  [x0, y1],
];

/** A hall and a gallery, which lies partly above it, joined by stairs so many metres wide. */
function halls(width: number, fields: object): object {
  const [low, high] = [5 - width / 2, 5 + width / 2];
  return {
    model: 'stream',
    duration: 400,
    environment: {
      levels: {
        hall: { walkable: [box(0, 0, 14, 10)] },
        gallery: { elevation: 3, walkable: [box(20, 0, 34, 10), box(0, 12, 34, 16), box(20, 10, 24, 12)] },
      },
      links: {
        stairs: {
          kind: 'stairs',
          lower: 'hall',
          upper: 'gallery',
          corners: [
            [14, high],
            [14, low],
            [20, low],
            [20, high],
          ],
        },
      },
    },
    exits: {
      up: { line: [[33.5, 1], [33.5, 9]], level: 'gallery' },
      down: { line: [[0.5, 1], [0.5, 9]], level: 'hall' },
    },
    ...fields,
  };
}

const UP = (count: number) => ({ in: { box: [1, 0.5, 11, 9.5], level: 'hall' }, count, goal: 'up' });
const DOWN = (count: number) => ({ in: { box: [23, 0.5, 33, 9.5], level: 'gallery' }, count, goal: 'down' });

function runOf(data: object, seed = 1): Run {
  const { scenario, world } = openInline({ data });
  return createRun(scenario, world, { seed });
}

interface Seen {
  x: number;
  y: number;
  level: number;
  link: number;
}

/** What is wrong after a step; and how many are on links. */
function lookAt({ crowd, tiled, world, step }: Simulation, before: Map<number, Seen>): { wrong: string[]; riders: number } {
  const wrong: string[] = [];
  const { mesh } = world;
  const tiles = tiled!.model.tilesOf(tiled!.shared);
  const { tile, spot, file } = crowd as unknown as { tile: Int32Array; spot: Float64Array; file: Int32Array };
  const taken = new Set<number>();
  let riders = 0;
  const isNear = new Map<string, number[]>();
  for (let i = 0; i < crowd.count; i++) {
    const [x, y] = [crowd.place[2 * i], crowd.place[2 * i + 1]];
    const link = mesh.cellLink[crowd.cell[i]];
    const level = mesh.cellLevel[crowd.cell[i]];
    if (file[i] === NONE) {
      if (taken.has(tile[i])) wrong.push(`tile ${tile[i]} is shared`);
      taken.add(tile[i]);
      if (tiles.kind[tile[i]] < 2 || tiles.kind[tile[i]] > 3) wrong.push(`${i} is on a tile of kind ${tiles.kind[tile[i]]}`);
      const column = Math.floor((spot[2 * i] - tiles.x) / tiles.side);
      const row = Math.floor((spot[2 * i + 1] - tiles.y) / tiles.side);
      if (row * tiles.columns + column !== tile[i]) wrong.push(`${i} is not on its tile`);
    } else riders++;
    const last = before.get(crowd.serial[i]);
    if (last !== undefined) {
      const way = Math.hypot(x - last.x, y - last.y);
      if (way > 2.04 * step) wrong.push(`${i} went ${way} m in a step`);
      if (level !== last.level && link === NONE && last.link === NONE) wrong.push(`${i} changed levels off links`);
    }
    if (!inCell(mesh, crowd.cell[i], x, y)) wrong.push(`${i} is not in its cell`);
    // Bodies about a link share it, whatever level they are on.
    const near = isNear.get('all') ?? [];
    for (const j of near) {
      const other = mesh.cellLevel[crowd.cell[j]];
      const onLink = link !== NONE || mesh.cellLink[crowd.cell[j]] !== NONE;
      if (other !== level && !onLink) continue;
      if (onLink && !areJoined(mesh, world.plan.links, crowd.cell[i], crowd.cell[j])) continue;
      const apart = Math.hypot(x - crowd.place[2 * j], y - crowd.place[2 * j + 1]);
      const overlap = crowd.body[BODY * i + RADIUS] + crowd.body[BODY * j + RADIUS] - apart;
      if (overlap > 0.02 + 1e-9) wrong.push(`${i} and ${j} overlap by ${overlap} m (${file[i]}, ${file[j]}) at ${x} ${y}`);
    }
    near.push(i);
    isNear.set('all', near);
  }
  return { wrong, riders };
}

/** Are two cells on one level, on one link, or is one at an end of the other? */
function areJoined(
  { cellLevel, cellLink }: Simulation['world']['mesh'],
  links: readonly { lower: number; upper: number }[],
  a: number,
  b: number,
): boolean {
  const levels = (c: number) => (cellLink[c] === NONE ? [cellLevel[c]] : [links[cellLink[c]].lower, links[cellLink[c]].upper]);
  if (cellLink[a] !== NONE && cellLink[b] !== NONE) return cellLink[a] === cellLink[b];
  return levels(a).some((level) => levels(b).includes(level));
}

function inCell({ cellFirst, sideVertex, vertices }: Simulation['world']['mesh'], c: number, x: number, y: number): boolean {
  for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
    const a = 2 * sideVertex[s];
    const b = 2 * sideVertex[s + 1 < cellFirst[c + 1] ? s + 1 : cellFirst[c]];
    const [ex, ey] = [vertices[b] - vertices[a], vertices[b + 1] - vertices[a + 1]];
    if ((ex * (y - vertices[a + 1]) - ey * (x - vertices[a])) / Math.hypot(ex, ey) < -1e-6) return false;
  }
  return true;
}

/** Until the run is over. @returns the most people on links at once */
function walk(run: Run): number {
  const { simulation } = run;
  const { crowd, world } = simulation;
  let most = 0;
  while (!isOver(run)) {
    const before = new Map<number, Seen>();
    for (let i = 0; i < crowd.count; i++) {
      before.set(crowd.serial[i], {
        x: crowd.place[2 * i],
        y: crowd.place[2 * i + 1],
        level: world.mesh.cellLevel[crowd.cell[i]],
        link: world.mesh.cellLink[crowd.cell[i]],
      });
    }
    const happened = run.events;
    advance(run);
    if (run.events !== happened) before.clear();
    const { wrong, riders } = lookAt(simulation, before);
    expect(wrong, `${simulation.time} s`).toEqual([]);
    most = Math.max(most, riders);
  }
  return most;
}

describe('levels joined by stairs', () => {
  it.each([
    ['2 m, up', 2, { walkers: [UP(80)] }],
    ['2 m, down', 2, { walkers: [DOWN(80)] }],
    ['2 m, both ways', 2, { walkers: [UP(30), DOWN(30)] }],
    ['4 m, up', 4, { walkers: [UP(120)] }],
    ['4 m, both ways', 4, { walkers: [UP(60), DOWN(60)] }],
    ['1 m, both ways', 1, { walkers: [UP(10), DOWN(10)] }],
  ])('%s: everybody arrives, and at every step all is as it must be', (_, width, fields) => {
    const run = runOf(halls(width, fields));
    const most = walk(run);
    const { counts, crowd, time } = run.simulation;
    console.log(_, counts, crowd.count, time, most);
    expect(most).toBeGreaterThan(2);
    expect(crowd.count).toBe(0);
    expect(counts.arrived).toBe(counts.entered);
  });
});
void [readFileSync, resume, snapshot, stateHash];
