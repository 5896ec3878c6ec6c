/**
 * Corners of pavements, where goals are set (M02 §3.1.4, algorithm 4.1).
 *
 * In: tiles with pavements of half their width. Out: the pavement tiles that are corners, in increasing order. A segment through the
 * tile is turned through 16 orientations of a half turn (it has no direction, so a half turn is all). c counts the orientations in
 * which both ends are on GROUND (an outer corner of a building) or both on BUILDING (an inner one); 1 < c < 5 makes a corner: several
 * orientations, or it is an accident of the raster; not many, or it is a tongue of pavement.
 *
 * Half the segment is just over the thickness of the band, so that along a straight wall one end always falls on the band or into the
 * building. Beyond the raster there is neither. Finding more corners than needed is intended: they are merged next.
 * Cost: 32 looks at each pavement tile.
 */
import { sineCosineDegrees } from '../core/trigonometry.ts';
import { GrowableInts } from '../core/growable.ts';
import { BUILDING, GROUND, OUTSIDE, PAVEMENT, type Tiles } from './tiles.ts';

const ORIENTATIONS = 16;
/** 1 < c < 5 (M02: "set experimentally"). */
const LEAST = 2;
const MOST = 4;

/** @param reach half the segment, in tiles: just over the thickness of the pavement */
export function findCorners(tiles: Tiles, reach: number): Int32Array {
  const { columns, rows, kind } = tiles;
  const [dx, dy] = segments(reach);
  const found = new GrowableInts(1024);
  for (let row = 0, t = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, t++) {
      if (kind[t] !== PAVEMENT) continue;
      let outer = 0;
      let inner = 0;
      for (let k = 0; k < ORIENTATIONS; k++) {
        const end = kindAt(column + dx[k], row + dy[k]);
        if (end !== GROUND && end !== BUILDING) continue;
        if (kindAt(column - dx[k], row - dy[k]) !== end) continue;
        if (end === GROUND) outer++;
        else inner++;
      }
      if ((outer >= LEAST && outer <= MOST) || (inner >= LEAST && inner <= MOST)) found.push(t);
    }
  }
  return found.values().slice();

  function kindAt(c: number, r: number): number {
    return c >= 0 && r >= 0 && c < columns && r < rows ? kind[r * columns + c] : OUTSIDE;
  }
}

/** Half the segment, in every orientation, in whole tiles. One eighth of a turn is computed and mirrored: turns stay exact turns. */
export function segments(reach: number): [Int32Array, Int32Array] {
  const dx = new Int32Array(ORIENTATIONS);
  const dy = new Int32Array(ORIENTATIONS);
  const quarter = ORIENTATIONS / 2;
  for (let k = 0; k <= quarter / 2; k++) {
    const [sine, cosine] = sineCosineDegrees((180 * k) / ORIENTATIONS);
    const long = Math.round(reach * cosine);
    // Exactly diagonal at an eighth.
    const short = 2 * k === quarter ? long : Math.round(reach * sine);
    dx[k] = long;
    dy[k] = short;
    dx[quarter - k] = short;
    dy[quarter - k] = long;
  }
  for (let k = quarter + 1; k < ORIENTATIONS; k++) {
    dx[k] = -dx[ORIENTATIONS - k];
    dy[k] = dy[ORIENTATIONS - k];
  }
  return [dx, dy];
}
