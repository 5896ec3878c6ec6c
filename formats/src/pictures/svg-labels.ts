/**
 * Where labels go on a drawing: near what they name, not on each other, not on the marks, rather on blank paper.
 *
 * Greedy, most important first: for each label a fixed set of places around its anchor is tried, nearest first; a place
 * that collides with anything already placed is out, of the others the one with the least ink under it and the shortest
 * leader wins. A label without a free place is left out and counted by the caller. Everything in pixels, y down.
 */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedLabel extends Box {
  /** Where the leader starts at the box, towards the anchor. */
  leaderX: number;
  leaderY: number;
}

/** How much is drawn where: line length per tile. */
export class InkMap {
  static readonly #TILE = 8;
  readonly #columns: number;
  readonly #rows: number;
  readonly #ink: Float32Array;

  constructor(width: number, height: number) {
    this.#columns = Math.max(1, Math.ceil(width / InkMap.#TILE));
    this.#rows = Math.max(1, Math.ceil(height / InkMap.#TILE));
    this.#ink = new Float32Array(this.#columns * this.#rows);
  }

  addLine(ax: number, ay: number, bx: number, by: number): void {
    const length = Math.hypot(bx - ax, by - ay);
    const steps = Math.max(1, Math.ceil(length / InkMap.#TILE));
    for (let i = 0; i < steps; i++) {
      const share = (i + 0.5) / steps;
      const column = Math.floor((ax + share * (bx - ax)) / InkMap.#TILE);
      const row = Math.floor((ay + share * (by - ay)) / InkMap.#TILE);
      if (column < 0 || row < 0 || column >= this.#columns || row >= this.#rows) continue;
      this.#ink[row * this.#columns + column] += length / steps;
    }
  }

  under(box: Box): number {
    const tile = InkMap.#TILE;
    let sum = 0;
    const lastRow = Math.min(this.#rows - 1, Math.floor((box.y + box.height) / tile));
    const lastColumn = Math.min(this.#columns - 1, Math.floor((box.x + box.width) / tile));
    for (let row = Math.max(0, Math.floor(box.y / tile)); row <= lastRow; row++) {
      for (let column = Math.max(0, Math.floor(box.x / tile)); column <= lastColumn; column++) {
        sum += this.#ink[row * this.#columns + column];
      }
    }
    return sum;
  }
}

const DIRECTIONS = 16;
const DISTANCES = [10, 18, 30, 46, 66];
const GAP = 3;

export class LabelPlacer {
  readonly #area: Box;
  readonly #ink: InkMap;
  readonly #taken: Box[] = [];

  constructor(area: Box, ink: InkMap) {
    this.#area = area;
    this.#ink = ink;
  }

  /** Keep labels off this. */
  block(box: Box): void {
    this.#taken.push(box);
  }

  /** Find room for a label of this size near the anchor, and take it; undefined where there is none. */
  place(anchorX: number, anchorY: number, width: number, height: number): PlacedLabel | undefined {
    let best: Box | undefined;
    let bestCost = Infinity;
    for (const distance of DISTANCES) {
      for (let i = 0; i < DIRECTIONS; i++) {
        // Right and left first: a label beside its mark reads best.
        const angle = (2 * Math.PI * i) / DIRECTIONS;
        const dx = Math.cos(angle);
        const dy = Math.sin(angle);
        const box = {
          x: anchorX + dx * (distance + width / 2) - width / 2,
          y: anchorY + dy * (distance + height / 2) - height / 2,
          width,
          height,
        };
        if (!inside(box, this.#area) || this.#taken.some((other) => overlap(box, other))) continue;
        const cost = this.#ink.under(box) + 0.8 * distance;
        if (cost < bestCost) {
          best = box;
          bestCost = cost;
        }
      }
    }
    if (best === undefined) return undefined;
    this.#taken.push(best);
    return {
      ...best,
      leaderX: Math.min(best.x + width, Math.max(best.x, anchorX)),
      leaderY: Math.min(best.y + height, Math.max(best.y, anchorY)),
    };
  }
}

function inside(box: Box, area: Box): boolean {
  return (
    box.x >= area.x &&
    box.y >= area.y &&
    box.x + box.width <= area.x + area.width &&
    box.y + box.height <= area.y + area.height
  );
}

function overlap(a: Box, b: Box): boolean {
  return (
    a.x < b.x + b.width + GAP && b.x < a.x + a.width + GAP && a.y < b.y + b.height + GAP && b.y < a.y + a.height + GAP
  );
}
