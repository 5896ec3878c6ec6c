/**
 * Draws what a town is made into, as SVG: tiles, goals (dots), the graph (lines), crossings, parts that are not connected (each in a
 * colour of its own). `node scripts/run.mjs scripts/town-pictures.ts [FOLDER [SIZE]]` writes a generated town, the benchmark's city, and
 * the corpus' street maps where it is there. Prints what each took and what is not connected.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { makeKnownCity } from '@foulee/bench';
import {
  buildWorld,
  loadTown,
  makeTown,
  saveTown,
  type Tiles,
  tilesOfMesh,
  tilesOfPicture,
  type Town,
} from '@foulee/engine';
import { readPicture } from '@foulee/formats';
import { makeBitmapTown } from '@foulee/testing';

const COLOURS = ['#333333', '#b8c4cc', '#f3ead2', '#ffd23f', '#8899aa'];
const PARTS = ['#1f5fbf', '#d1495b', '#2e933c', '#8f3985', '#e07a1f', '#00798c'];

const folder = process.argv[2] ?? 'out';
const size = Number(process.argv[3] ?? 512);
mkdirSync(folder, { recursive: true });

const { pixels, width, height } = makeBitmapTown(size, 1);
show('generated', () => ({ tiles: tilesOfPicture(pixels, width, height) }));
for (const file of ['Berlin_1_256.png', 'Paris_1_512.png']) {
  const path = join('..', 'shared', 'corpus', 'streets', file);
  if (!existsSync(path)) continue;
  const picture = await readPicture(readFileSync(path), file);
  show(basename(file, '.png'), () => ({ tiles: tilesOfPicture(picture.grey, picture.width, picture.height) }));
}
const world = buildWorld(makeKnownCity({ seed: 1, buildings: 300, dirty: false }).plan);
show('city', () => tilesOfMesh(world.mesh, 0, { side: 1, radius: 0.25 }));

function show(name: string, lay: () => { tiles: Tiles } & Partial<ReturnType<typeof tilesOfMesh>>): void {
  const start = cpuTime();
  const laid = lay();
  const tiled = cpuTime();
  const town = makeTown(laid.tiles, {}, { narrowDoors: laid.narrowDoors ?? [], cutOff: laid.cutOff ?? [] });
  const made = cpuTime();
  const bytes = saveTown(town);
  loadTown(bytes);
  const { report, goals, graph, crossings } = town;
  console.log(
    `${name}: ${town.tiles.columns} × ${town.tiles.rows} tiles in ${(tiled - start).toFixed(0)} ms of CPU time, town in ${(made - tiled).toFixed(0)} ms; ` +
      `${report.corners} corners, ${goals.x.length} goals (${report.addedGoals} added), ${graph.item.length / 2} pairs, ` +
      `${crossings.length / 2} crossings, ${bytes.length} bytes saved`,
  );
  const few = report.parts
    .slice(0, 6)
    .map((p) => `${p.goals} goals, ${p.tiles} tiles at ${p.x.toFixed(1)}, ${p.y.toFixed(1)}`);
  console.log(`  ${report.parts.length} parts: ${few.join('; ')}`);
  console.log(
    `  without goals: ${report.withoutGoals.length}; narrow doors: ${report.narrowDoors.length}; cut off: ${report.cutOff.length}`,
  );
  writeFileSync(join(folder, `town-${name}.svg`), townToSvg(town));
}

/** Milliseconds that this process has worked: other processes do not count. */
function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function townToSvg({ tiles, goals, graph, crossings }: Town): string {
  const { columns, rows, kind } = tiles;
  const paths: string[][] = COLOURS.map(() => []);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; ) {
      const k = kind[row * columns + column];
      let end = column + 1;
      while (end < columns && kind[row * columns + end] === k) end++;
      paths[k]?.push(`M${column} ${rows - row - 1}h${end - column}v1h${column - end}z`);
      column = end;
    }
  }
  const x = (g: number) => ((goals.x[g] - tiles.x) / tiles.side).toFixed(2);
  const y = (g: number) => (rows - (goals.y[g] - tiles.y) / tiles.side).toFixed(2);
  const isCrossing = new Set<string>();
  for (let i = 0; i < crossings.length; i += 2) isCrossing.add(`${crossings[i]} ${crossings[i + 1]}`);
  const part = partsOf(graph.first, graph.item);
  const lines: string[] = [];
  const dots: string[] = [];
  for (let a = 0; a < goals.x.length; a++) {
    const colour = PARTS[part[a] % PARTS.length];
    dots.push(`<circle cx="${x(a)}" cy="${y(a)}" r="0.9" fill="${colour}"/>`);
    for (let k = graph.first[a]; k < graph.first[a + 1]; k++) {
      const b = graph.item[k];
      if (b < a) continue;
      const dash = isCrossing.has(`${a} ${b}`) ? ' stroke-dasharray="0.8 0.6"' : '';
      lines.push(`<path d="M${x(a)} ${y(a)}L${x(b)} ${y(b)}" stroke="${colour}"${dash}/>`);
    }
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns} ${rows}" width="${3 * columns}" height="${3 * rows}">`,
    ...paths.map((d, k) => `<path fill="${COLOURS[k]}" shape-rendering="crispEdges" d="${d.join('')}"/>`),
    `<g fill="none" stroke-width="0.25" opacity="0.8">${lines.join('')}</g>`,
    dots.join(''),
    '</svg>\n',
  ].join('\n');
}

/** The part of each goal, numbered by its first goal. */
function partsOf(first: Int32Array, item: Int32Array): Int32Array {
  const part = new Int32Array(first.length - 1).fill(-1);
  let parts = 0;
  for (let start = 0; start < part.length; start++) {
    if (part[start] !== -1) continue;
    const open = [start];
    part[start] = parts;
    for (let a = open.pop(); a !== undefined; a = open.pop()) {
      for (let k = first[a]; k < first[a + 1]; k++) {
        if (part[item[k]] !== -1) continue;
        part[item[k]] = parts;
        open.push(item[k]);
      }
    }
    parts++;
  }
  return part;
}
