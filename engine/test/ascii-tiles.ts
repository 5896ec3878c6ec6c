/** Small rasters drawn as text, and random ones: `#` building, `.` ground, `p` pavement, `+` crossing, a space outside; the top row first. */
import { createTiles, GROUND, type Tiles } from '../src/raster/tiles.ts';
import { createRandom } from './random.ts';

const LETTERS = '#.p+ ';

export function tilesOf(text: string, side = 1): Tiles {
  const lines = text.replace(/^\n/, '').replace(/\n *$/, '').split('\n');
  const indent = Math.min(...lines.map((line) => /^ */.exec(line)?.[0].length ?? 0));
  const columns = Math.max(...lines.map((line) => line.length)) - indent;
  const tiles = createTiles({ x: 0, y: 0, side, columns, rows: lines.length }, GROUND);
  for (const [k, line] of lines.entries()) {
    for (let c = 0; c < columns; c++) {
      tiles.kind[(lines.length - 1 - k) * columns + c] = LETTERS.indexOf(line[c + indent] ?? ' ');
    }
  }
  return tiles;
}

export function textOf({ columns, rows, kind }: Tiles): string {
  const lines: string[] = [];
  for (let row = rows - 1; row >= 0; row--) {
    lines.push(Array.from(kind.subarray(row * columns, (row + 1) * columns), (k) => LETTERS[k]).join(''));
  }
  return lines.join('\n');
}

/** Rectangles of building on ground. */
export function randomTiles(seed: number): Tiles {
  const random = createRandom(seed);
  const columns = random.integer(12, 70);
  const rows = random.integer(12, 70);
  const tiles = createTiles({ x: random.between(-50, 50), y: random.between(-50, 50), side: 1, columns, rows }, GROUND);
  for (let n = random.integer(1, 14); n > 0; n--) {
    const [x, y] = [random.integer(-4, columns), random.integer(-4, rows)];
    const [wide, high] = [random.integer(1, 24), random.integer(1, 24)];
    for (let row = Math.max(0, y); row < Math.min(rows, y + high); row++) {
      const start = row * columns;
      tiles.kind.fill(0, start + Math.max(0, x), start + Math.max(0, Math.min(columns, x + wide)));
    }
  }
  return tiles;
}

/** The raster turned by a quarter, counter-clockwise. */
export function turned({ columns, rows, kind, side }: Tiles): Tiles {
  const result = createTiles({ x: 0, y: 0, side, columns: rows, rows: columns }, GROUND);
  for (let t = 0; t < kind.length; t++) result.kind[turnedTile({ columns, rows }, t)] = kind[t];
  return result;
}

/** Where a tile of the raster is in the turned one. */
export function turnedTile({ columns, rows }: Pick<Tiles, 'columns' | 'rows'>, t: number): number {
  return (t % columns) * rows + rows - 1 - Math.floor(t / columns);
}

/** The raster mirrored left to right. */
export function mirrored(tiles: Tiles): Tiles {
  const result: Tiles = { ...tiles, kind: new Uint8Array(tiles.kind.length) };
  for (let t = 0; t < tiles.kind.length; t++) result.kind[mirroredTile(tiles, t)] = tiles.kind[t];
  return result;
}

export function mirroredTile({ columns }: Pick<Tiles, 'columns'>, t: number): number {
  return t - (t % columns) + columns - 1 - (t % columns);
}
