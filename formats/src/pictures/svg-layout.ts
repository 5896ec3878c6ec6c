/**
 * How the levels of a World lie on the page of the SVG map: one above the other (highest on top), side by side (lowest
 * left) or in a grid, whichever allows the largest scale, which is the same for all.
 *
 *      ┌─────────────┐                                  ┌────┐ ┌──────┐ ┌───┐
 *      │   level 1   │   a stack has one width, so      │ 0  │ │  1   │ │ 2 │   a row has one height;
 *      ├─────────────┤   that what lies above each      └────┘ └──────┘ └───┘   a grid has both
 *      │   level 0   │   other also does on paper;
 *      └─────────────┘
 */
import type { World } from '@foulee/engine';
import type { PathFrame } from './svg-paths.ts';

/** Pixels: the room for all levels together, between two of them, and for a level's name. */
const DRAWING_WIDTH = 1500;
const DRAWING_HEIGHT = 1050;
export const PANEL_GAP = 40;
const PANEL_TITLE = 26;

/** One level on the page, pixels, from the top left of the drawing. */
export interface Panel {
  level: number;
  x: number;
  y: number;
  width: number;
  height: number;
  frame: PathFrame;
}

export interface Layout {
  /** Pixels per metre. */
  scale: number;
  width: number;
  height: number;
  /** Room for a level's name above each panel. */
  titleHeight: number;
  /** By level. */
  panels: Panel[];
}

/** Left, bottom, right, top, mesh metres. */
type Bounds = [number, number, number, number];

export function layOut({ mesh, plan }: World): Layout {
  const bounds = levelBounds({ mesh, plan });
  const levels = bounds.length;
  const titleHeight = levels > 1 ? PANEL_TITLE : 0;
  const all = bounds.reduce(around);
  let best: { columns: number; boxes: Bounds[]; scale: number } = { columns: 1, boxes: bounds, scale: 0 };
  for (let columns = 1; columns <= levels; columns++) {
    const rows = Math.ceil(levels / columns);
    const boxes = bounds.map(([left, bottom, right, top]): Bounds => {
      if (columns === 1) return [all[0], bottom, all[2], top];
      return rows === 1 ? [left, all[1], right, all[3]] : all;
    });
    const across = rows === 1 ? sum(boxes, spanX) : columns * spanX(all);
    const down = columns === 1 ? sum(boxes, spanY) : rows * spanY(all);
    const scale = Math.min(
      Math.max(20, DRAWING_WIDTH - (columns - 1) * PANEL_GAP) / across,
      Math.max(20, DRAWING_HEIGHT - (rows - 1) * PANEL_GAP - rows * titleHeight) / down,
    );
    if (scale > best.scale) best = { columns, boxes, scale };
  }
  return placePanels(best.boxes, best.columns, best.scale, titleHeight);
}

function placePanels(boxes: Bounds[], columns: number, scale: number, titleHeight: number): Layout {
  // A millimetre; in drawings of many kilometres a power of ten of them that is still far below a pixel.
  const unit = Math.max(0.001, 10 ** Math.floor(Math.log10(0.005 / scale)));
  const order = boxes.map((_, level) => level);
  if (columns === 1) order.reverse();
  const panels: Panel[] = [];
  let x = 0;
  let y = 0;
  let rowHeight = 0;
  let drawingWidth = 0;
  order.forEach((level, i) => {
    if (i > 0 && i % columns === 0) {
      x = 0;
      y += rowHeight + PANEL_GAP;
      rowHeight = 0;
    }
    const box = boxes[level];
    const width = spanX(box) * scale;
    const height = spanY(box) * scale;
    panels[level] = { level, x, y: y + titleHeight, width, height, frame: { minX: box[0], maxY: box[3], unit } };
    rowHeight = Math.max(rowHeight, titleHeight + height);
    drawingWidth = Math.max(drawingWidth, x + width);
    x += width + PANEL_GAP;
  });
  return { scale, width: drawingWidth, height: y + rowHeight, titleHeight, panels };
}

/** What each level covers: its cells, and the stairs that reach it. A level without any is given a square metre. */
function levelBounds({ mesh, plan }: Pick<World, 'mesh' | 'plan'>): Bounds[] {
  const bounds = mesh.levels.map((): Bounds => [Infinity, Infinity, -Infinity, -Infinity]);
  const take = (level: number, x: number, y: number) => {
    const box = bounds[level];
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  };
  for (let s = 0; s < mesh.sideVertex.length; s++) {
    const v = 2 * mesh.sideVertex[s];
    take(mesh.cellLevel[mesh.sideCell[s]], mesh.vertices[v], mesh.vertices[v + 1]);
  }
  for (const { lower, upper, corners } of plan.links) {
    for (let i = 0; i < 8; i += 2) {
      for (const level of [lower, upper]) take(level, corners[i] - mesh.origin[0], corners[i + 1] - mesh.origin[1]);
    }
  }
  const found = bounds.filter((box) => box[0] <= box[2]);
  const middle = found.length > 0 ? found.reduce(around) : [0, 0, 1, 1];
  return bounds.map((box) => (box[0] <= box[2] ? box : [middle[0], middle[1], middle[0] + 1, middle[1] + 1]));
}

function around(a: Bounds, b: Bounds): Bounds {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])];
}

/** At least a millimetre, so that nothing is divided by zero. */
function spanX(box: Bounds): number {
  return Math.max(1e-3, box[2] - box[0]);
}

function spanY(box: Bounds): number {
  return Math.max(1e-3, box[3] - box[1]);
}

function sum(boxes: Bounds[], span: (box: Bounds) => number): number {
  return boxes.reduce((total, box) => total + span(box), 0);
}
