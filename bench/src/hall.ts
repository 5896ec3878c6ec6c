/** A hall of 120 × 120 m with 256 columns and four ways in: the worst there is for seeing. */
import { METRES, type Plan } from '@foulee/engine';

const SIZE = 120;
const COLUMNS = 16;
const APART = SIZE / COLUMNS;
/** Metres of a column, and of a way in. */
const THICK = 0.8;
const WIDE = 2;
const LONG = 10;

export function hallOfColumns(): Plan {
  const walkable = [
    box(0, 0, SIZE, SIZE),
    box(-LONG, SIZE / 2, 0, SIZE / 2 + WIDE),
    box(SIZE, SIZE / 3, SIZE + LONG, SIZE / 3 + WIDE),
    box(20, SIZE, 20 + WIDE, SIZE + LONG),
    box(80, -LONG, 80 + WIDE, 0),
  ];
  const columns: Float64Array[] = [];
  for (let i = 0; i < COLUMNS; i++) {
    for (let j = 0; j < COLUMNS; j++) {
      const [x, y] = [i, j].map((k) => (k + 0.5) * APART - THICK / 2);
      columns.push(box(x, y, x + THICK, y + THICK));
    }
  }
  return {
    name: 'hall',
    frame: METRES,
    levels: [
      {
        name: 'ground',
        elevation: 0,
        polygons: [
          ...walkable.map((ring) => ({ role: 'walkable' as const, rings: [ring] })),
          ...columns.map((ring) => ({ role: 'obstacle' as const, rings: [ring] })),
        ],
        lines: [],
        floor: 'polygons',
        margin: 0,
      },
    ],
    doors: [],
    links: [],
  };
}

function box(x0: number, y0: number, x1: number, y1: number): Float64Array {
  return Float64Array.of(x0, y0, x1, y0, x1, y1, x0, y1);
}
