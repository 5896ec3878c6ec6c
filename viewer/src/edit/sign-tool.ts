/**
 * Place a sign: a click puts it there, facing away from the nearest wall; a drag from there turns it to the pointer, with Shift in steps
 * of 45°. Marked while it is off the floor, where nobody can read it.
 */
import type { Point } from '../document/document.ts';
import { degreesTo, signLines } from '../document/signs.ts';
import type { Sketch } from '../protocol/sketch.ts';
import type { Picked } from '../scene/view.ts';
import { drawnAt, type Drawn } from './drawn.ts';
import { OFF_COLOUR, offFloor } from './off-floor.ts';
import { putDown } from './put-down.ts';
import { footOn, type Ground, snap } from './snap.ts';
import type { Tool } from './tool.ts';

/** Pixels: shorter drags are clicks. */
const CLICK = 8;
const STEP = 45;

/** @param done where it stands, and degrees of where it faces */
export function signTool(ground: Ground, colour: string, done: (sign: Drawn, facing: number) => void): Tool {
  let begun: Picked | undefined;
  let now: Picked | undefined;
  let degrees = 0;
  // Signs stand before walls, not on them: only the grid counts.
  const open: Ground = { ...ground, place: () => ({ ...ground.place(), levels: [] }) };
  const pointOf = ({ x, y }: Picked): Point => [x, y];

  function turn(picked: Picked, event: PointerEvent): void {
    const from = begun ?? now!;
    const isDragged = begun !== undefined && Math.hypot(picked.x - from.x, picked.y - from.y) > CLICK * picked.pixel;
    const to = isDragged ? degreesTo(pointOf(from), pointOf(picked)) : facingAway(ground, from);
    degrees = isDragged && event.shiftKey ? STEP * Math.round(to / STEP) : to;
  }

  return {
    hint: 'Sign: click where it stands; drag to turn it',
    put: (picked) => {
      const at = putDown(ground.place(), picked, [0, 0]);
      const facing = facingAway(ground, { ...picked, x: at[0], y: at[1] });
      done(drawnAt(ground.place(), 'point', [at], picked.level), facing);
    },
    press: (picked, event) => {
      begun = now = snap(open, picked, false);
      turn(picked, event);
    },
    move: (picked, event) => {
      if (begun === undefined) now = snap(open, picked, false);
      turn(begun === undefined ? now! : picked, event);
    },
    release: (picked, event) => {
      if (begun === undefined) return;
      turn(picked, event);
      const at = begun;
      begun = undefined;
      done(drawnAt(ground.place(), 'point', [pointOf(at)], at.level), degrees);
    },
    cancel: () => {
      const isBegun = begun !== undefined;
      begun = undefined;
      return isBegun;
    },
    sketches: () => {
      if (now === undefined) return [];
      const { x, y, level } = now;
      const z = ground.place().levels[level]?.elevation ?? 0;
      const off = offFloor(ground.place(), level, 'line', [x, y, x, y]);
      const shown = off.length === 0 ? colour : OFF_COLOUR;
      const lines = signLines([x, y], degrees).map(
        (points): Sketch => ({ kind: 'line', points: points.flat(), z, colour: shown, isStrong: true }),
      );
      const label = begun === undefined ? {} : { label: `${degrees}°` };
      return [{ ...lines[0], ...label }, ...lines.slice(1), ...off];
    },
  };
}

/** Degrees of where a sign there faces: away from the nearest wall; down the plan where there is none. */
function facingAway({ place }: Ground, { x, y, level }: Picked): number {
  const walls = place().levels[level]?.walls ?? new Float32Array(0);
  let nearest: Point | undefined;
  let least = Infinity;
  for (let k = 0; k < walls.length; k += 6) {
    const foot = footOn([walls[k], walls[k + 1], walls[k + 3], walls[k + 4]], x, y);
    const far = Math.hypot(foot[0] - x, foot[1] - y);
    if (far === 0 || far >= least) continue;
    least = far;
    nearest = foot;
  }
  return nearest === undefined ? -90 : degreesTo(nearest, [x, y]);
}
