/**
 * A run of people with knowledge → where they were lost so far, over the floor: seconds of search, seconds of hesitation, and where they turned back (engine:
 * lost-log.ts); and from which floor signs can be read, with what came of each sign and the best place for one more.
 */
import {
  isLegible,
  LOST_SQUARE,
  lostInAll,
  lostInSquare,
  type LostMeasure,
  NONE,
  type Play,
  searchResultOf,
} from '@foulee/engine';
import { SERVICE_COLOURS, SERVICE_LEVELS } from '../measure/service-colours.ts';
import type { Overlay, RunOverlayName, SignsShown } from '../protocol/overlay.ts';
import { drawLinks } from '@foulee/formats';
import { type FloorPiece, paintSquares } from './floor-squares.ts';

const COLOURS = SERVICE_LEVELS.map((level) => SERVICE_COLOURS[level]);
/** Where no sign can be read, one, and several. */
const SIGN_COLOURS = ['#d08a7c', '#7fc08a', '#2f9e57'];
/** Squares at most in which floor is looked at for signs: larger places have larger squares. */
const MOST_SQUARES = 40_000;

const NOTHING: Omit<Overlay, 'note'> = { sketches: [], legend: [], depths: 0, pictures: [] };

/** @param play of the run that was started last; undefined: none, or a recording */
export function searchOverlay(play: Play | undefined, name: RunOverlayName): Overlay {
  if (play === undefined) {
    return {
      ...NOTHING,
      note: 'This is measured while people walk: start the run. It is not available for recordings.',
    };
  }
  if (play.log.lost === undefined) {
    return { ...NOTHING, note: 'Everybody in this scenario knows the place: give a profile knowledge.' };
  }
  return name === 'signs' ? signsOverlay(play) : lostOverlay(play, name);
}

function lostOverlay(play: Play, measure: LostMeasure): Overlay {
  const { run, log } = play;
  const { map } = log.lost!;
  const { mesh, places } = map.scenery;
  const valueOf = ({ cell, column, row }: Pick<FloorPiece, 'cell' | 'column' | 'row'>) =>
    lostInSquare(map, measure, places.layer.ofCell[cell], column, row);
  let most = 0;
  for (let e = 0; e < map.cell.length; e++) {
    const [cell, column, row] = [map.cell.array[e], map.column.array[e], map.row.array[e]];
    if (cell !== NONE) most = Math.max(most, valueOf({ cell, column, row }));
  }
  const borders = bordersFor(measure, most);
  const colourOf = (piece: FloorPiece) => {
    const value = valueOf(piece);
    return value > 0 ? borders.filter((border) => value >= border).length : NONE;
  };
  const links = drawLinks(run.simulation.world);
  const pictures = most === 0 ? [] : paintSquares(mesh, links, LOST_SQUARE, COLOURS, colourOf);
  return {
    ...NOTHING,
    pictures,
    legend: most === 0 ? [] : COLOURS.map((colour, k) => ({ colour, label: rangeText(measure, borders, k) })),
    note: totalText(measure, lostInAll(map, measure)),
  };
}

/** Values from which on squares have the second colour and those after it. */
export function bordersFor(measure: LostMeasure, most: number): number[] {
  if (measure === 'turns') return [2, 3, 5, 10, 20];
  // Five numbers of 1, 2, 5, 10, 20 …, so that the last colour is for the worst squares.
  const series = Array.from({ length: 21 }, (_, k) => [1, 2, 5][k % 3] * 10 ** Math.floor(k / 3));
  const last = Math.max(
    4,
    series.findLastIndex((value) => value <= 0.75 * most),
  );
  return series.slice(last - 4, last + 1);
}

function rangeText(measure: LostMeasure, borders: readonly number[], k: number): string {
  const unit = measure === 'turns' ? '×' : ' s';
  const number = (value: number) => value.toLocaleString('en');
  if (k === borders.length) return `${number(borders[k - 1])}${unit} and more`;
  if (measure !== 'turns')
    return k === 0 ? `up to ${borders[0]} s` : `${number(borders[k - 1])}–${number(borders[k])} s`;
  const [from, to] = [k === 0 ? 1 : borders[k - 1], borders[k] - 1];
  return from === to ? `${from}×` : `${from}–${to}×`;
}

function totalText(measure: LostMeasure, total: number): string {
  const seconds = `${Math.round(total).toLocaleString('en')} s`;
  if (measure === 'search')
    return total === 0 ? 'Nobody has searched so far.' : `${seconds} of search so far, by square metre.`;
  if (measure === 'hesitation')
    return total === 0 ? 'Nobody has hesitated so far.' : `${seconds} of hesitation so far.`;
  if (total === 0) return 'Nobody has turned back so far.';
  return `People turned back ${total === 1 ? 'once' : `${total.toLocaleString('en')} times`} so far.`;
}

function signsOverlay({ run, log }: Play): Overlay {
  const { simulation, original } = run;
  const { signs, believed } = simulation.knowledge!;
  const { mesh } = believed;
  const colourOf = ({ cell, ring }: FloorPiece) => {
    const [x, y] = middleOf(ring);
    const level = mesh.cellLevel[cell];
    let legible = 0;
    for (const sign of signs) if (legible < 2 && isLegible(believed, sign, level, x, y)) legible++;
    return legible;
  };
  const size = Math.max(LOST_SQUARE, Math.sqrt(boxOf(mesh.vertices) / MOST_SQUARES));
  const result = searchResultOf(log, run)!;
  const { bestSign: best } = result;
  const shown: SignsShown = { signs: result.signs, blindShare: result.blindShare };
  if (best !== null) {
    const level = original.levels.findIndex(({ name }) => name === best.level);
    const at = { x: best.at[0] - original.origin[0], y: best.at[1] - original.origin[1] };
    shown.best = { ...best, ...at, z: original.levels[level].elevation };
  }
  return {
    ...NOTHING,
    pictures: paintSquares(mesh, drawLinks(simulation.world), size, SIGN_COLOURS, colourOf),
    legend: ['no sign can be read', 'one sign', 'several signs'].map((label, k) => ({
      colour: SIGN_COLOURS[k],
      label,
    })),
    signs: shown,
  };
}

/** The mean of its corners: within it, for pieces are convex. */
function middleOf(ring: readonly number[]): [number, number] {
  let [x, y] = [0, 0];
  for (let k = 0; k < ring.length; k += 2) {
    x += ring[k];
    y += ring[k + 1];
  }
  return [(2 * x) / ring.length, (2 * y) / ring.length];
}

/** m² of the box around all corners. */
function boxOf(vertices: Float64Array): number {
  const bounds = [Infinity, Infinity, -Infinity, -Infinity];
  for (let k = 0; k < vertices.length; k++) {
    const axis = k % 2;
    bounds[axis] = Math.min(bounds[axis], vertices[k]);
    bounds[2 + axis] = Math.max(bounds[2 + axis], vertices[k]);
  }
  return Math.max(0, bounds[2] - bounds[0]) * Math.max(0, bounds[3] - bounds[1]);
}
