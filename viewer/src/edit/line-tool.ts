/** Draw a line: click its two ends, or drag from one to the other. A wall may go on: each click adds a point, Enter or a double click ends it. */
import type { Point } from '../document/document.ts';
import type { Sketch } from '../protocol/sketch.ts';
import type { Picked } from '../scene/view.ts';
import { drawnAt, type Drawn } from './drawn.ts';
import { offFloor } from './off-floor.ts';
import { putDown } from './put-down.ts';
import { type Ground, markOf, metres, snap, type Snapped } from './snap.ts';
import type { Tool } from './tool.ts';

/** Pixels: shorter is no line. */
const SHORTEST = 4;

/** @param length metres of the line that is put down without a pointer */
export function lineTool(
  ground: Ground,
  what: string,
  colour: string,
  done: (drawn: Drawn) => void,
  goesOn = false,
  length = 2,
): Tool {
  const hint = goesOn ? `${what}: click point after point, then press Enter` : `${what}: click its two ends`;
  let points: Point[] = [];
  let level = 0;
  let now: Snapped | undefined;
  let isPressed = false;

  const at = (picked: Picked, event: PointerEvent): Snapped =>
    snap(
      ground,
      points.length === 0 ? picked : { ...picked, level },
      event.shiftKey,
      points.at(-1),
      points.slice(0, 1),
    );
  const isFar = ({ x, y, pixel }: Snapped): boolean => {
    const last = points.at(-1);
    return last === undefined || Math.hypot(x - last[0], y - last[1]) >= SHORTEST * pixel;
  };
  function add(point: Snapped): void {
    if (points.length === 0) level = point.level;
    if (isFar(point)) points.push([point.x, point.y]);
    if (!goesOn && points.length === 2) close();
  }
  function close(): void {
    const drawn = points;
    if (drawn.length < 2) return;
    points = [];
    done(drawnAt(ground.place(), 'line', drawn, level));
  }

  return {
    hint,
    put: (picked) => {
      const [x, y] = putDown(ground.place(), picked, [length, 0]);
      const ends: Point[] = [
        [x - length / 2, y],
        [x + length / 2, y],
      ];
      done(drawnAt(ground.place(), 'line', ends, picked.level));
    },
    press: (picked, event) => {
      now = at(picked, event);
      isPressed = points.length === 0;
      add(now);
    },
    move: (picked, event) => {
      now = at(picked, event);
    },
    release: (picked, event) => {
      now = at(picked, event);
      // Dragged from the first end: the second is here.
      if (isPressed && points.length === 1 && isFar(now)) add(now);
      isPressed = false;
    },
    finish: close,
    canFinish: () => points.length >= 2,
    cancel: () => {
      const isBegun = points.length > 0;
      points = [];
      return isBegun;
    },
    sketches: () => {
      const last = points.at(-1);
      const long =
        last === undefined || now === undefined || !isFar(now)
          ? undefined
          : metres(Math.hypot(now.x - last[0], now.y - last[1]));
      const marks: Sketch[] = markOf(ground.place(), now, long);
      if (points.length === 0) return marks;
      const z = ground.place().levels[level]?.elevation ?? 0;
      const drawn = [...points.flat(), ...(now === undefined ? [] : [now.x, now.y])];
      if (drawn.length < 4) return marks;
      const off = ground.needsFloor === true ? offFloor(ground.place(), level, 'line', drawn) : [];
      return [{ kind: 'line', points: drawn, z, colour }, ...off, ...marks];
    },
  };
}
