/** Walkers on tiles between levels: what must hold after every step of a run, on tiles, on links and at their ends. */
import { NONE } from '../src/core/none.ts';
import { BODY, RADIUS } from '../src/crowd/columns.ts';
import { advance, isOver } from '../src/run/run.ts';
import type { Run } from '../src/run/run-state.ts';
import type { Simulation } from '../src/simulation/simulation.ts';

interface Seen {
  x: number;
  y: number;
  level: number;
  link: number;
}

/** What is wrong after a step; and how many are on links. */
function lookAt(
  { crowd, tiled, world, step }: Simulation,
  before: Map<number, Seen>,
): { wrong: string[]; riders: number } {
  const wrong: string[] = [];
  const { mesh } = world;
  const tiles = tiled!.model.tilesOf(tiled!.shared);
  const { tile, spot, file } = crowd as unknown as { tile: Int32Array; spot: Float64Array; file: Int32Array };
  const taken = new Set<number>();
  let riders = 0;
  for (let i = 0; i < crowd.count; i++) {
    const [x, y] = [crowd.place[2 * i], crowd.place[2 * i + 1]];
    const link = mesh.cellLink[crowd.cell[i]];
    const level = mesh.cellLevel[crowd.cell[i]];
    if (file[i] === NONE) {
      if (taken.has(tile[i])) wrong.push(`tile ${tile[i]} is shared`);
      taken.add(tile[i]);
      if (tiles.kind[tile[i]] < 2 || tiles.kind[tile[i]] > 3)
        wrong.push(`${i} is on a tile of kind ${tiles.kind[tile[i]]}`);
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
    for (let j = 0; j < i; j++) {
      const other = mesh.cellLevel[crowd.cell[j]];
      const onLink = link !== NONE || mesh.cellLink[crowd.cell[j]] !== NONE;
      if (other !== level && !onLink) continue;
      if (onLink && !areJoined(mesh, world.plan.links, crowd.cell[i], crowd.cell[j])) continue;
      const apart = Math.hypot(x - crowd.place[2 * j], y - crowd.place[2 * j + 1]);
      const overlap = crowd.body[BODY * i + RADIUS] + crowd.body[BODY * j + RADIUS] - apart;
      if (overlap > 0.02 + 1e-9)
        wrong.push(`${i} and ${j} overlap by ${overlap} m (${file[i]}, ${file[j]}) at ${x} ${y}`);
    }
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
  const levels = (c: number) =>
    cellLink[c] === NONE ? [cellLevel[c]] : [links[cellLink[c]].lower, links[cellLink[c]].upper];
  if (cellLink[a] !== NONE && cellLink[b] !== NONE) return cellLink[a] === cellLink[b];
  return levels(a).some((level) => levels(b).includes(level));
}

function inCell(
  { cellFirst, sideVertex, vertices }: Simulation['world']['mesh'],
  c: number,
  x: number,
  y: number,
): boolean {
  for (let s = cellFirst[c]; s < cellFirst[c + 1]; s++) {
    const a = 2 * sideVertex[s];
    const b = 2 * sideVertex[s + 1 < cellFirst[c + 1] ? s + 1 : cellFirst[c]];
    const [ex, ey] = [vertices[b] - vertices[a], vertices[b + 1] - vertices[a + 1]];
    if ((ex * (y - vertices[a + 1]) - ey * (x - vertices[a])) / Math.hypot(ex, ey) < -1e-6) return false;
  }
  return true;
}

/** Until the run is over. @returns the most people on links at once, and everything that was wrong */
export function walkLevels(run: Run): { most: number; wrong: string[] } {
  const all: string[] = [];
  const { simulation } = run;
  const { crowd } = simulation;
  let most = 0;
  while (!isOver(run)) {
    const before = new Map<number, Seen>();
    const { mesh } = simulation.world;
    for (let i = 0; i < crowd.count; i++) {
      before.set(crowd.serial[i], {
        x: crowd.place[2 * i],
        y: crowd.place[2 * i + 1],
        level: mesh.cellLevel[crowd.cell[i]],
        link: mesh.cellLink[crowd.cell[i]],
      });
    }
    const happened = run.events;
    advance(run);
    if (run.events !== happened) before.clear();
    const { wrong, riders } = lookAt(simulation, before);
    for (const what of wrong) all.push(`${simulation.time.toFixed(1)} s: ${what}`);
    most = Math.max(most, riders);
  }
  return { most, wrong: all };
}
