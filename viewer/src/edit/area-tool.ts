/**
 * Draw an area: drag a box, or click corner after corner; a click on the first one, Enter or a double click closes it.
 *
 *   press ──▶ moves far before it is let go ──▶ box
 *         └─▶ let go where it was pressed ────▶ first corner of a polygon
 */
import type { Point } from '../document/document.ts';
import type { Sketch } from '../protocol/sketch.ts';
import type { Picked } from '../scene/view.ts';
import { drawnAt, type Drawn } from './drawn.ts';
import { offFloor } from './off-floor.ts';
import { putDown } from './put-down.ts';
import { type Ground, markOf, metres, snap, type Snapped } from './snap.ts';
import type { Tool } from './tool.ts';

/** Pixels: shorter drags are clicks; nearer to the first corner it closes. */
const CLICK = 6;
const CLOSES = 14;

/** @param side metres of the square that is put down without a pointer */
export function areaTool(ground: Ground, what: string, colour: string, done: (drawn: Drawn) => void, side = 2): Tool {
  const hint = `${what}: drag a box, or click its corners and press Enter`;
  let corners: Point[] = [];
  let level = 0;
  let pressed: Snapped | undefined;
  let now: Snapped | undefined;
  let isBox = false;

  const place = (): ReturnType<Ground['place']> => ground.place();
  const at = (picked: Picked, event: PointerEvent): Snapped => {
    const onLevel = corners.length === 0 && pressed === undefined ? picked : { ...picked, level };
    return snap(ground, onLevel, event.shiftKey, corners.at(-1), corners);
  };
  function begin(): void {
    corners = [];
    pressed = undefined;
    isBox = false;
  }
  function close(): void {
    const ring = corners.filter(([x, y], k) => {
      const [beforeX, beforeY] = corners[(k + corners.length - 1) % corners.length];
      return Math.hypot(x - beforeX, y - beforeY) > 1e-6;
    });
    if (ring.length < 3) return;
    begin();
    done(drawnAt(place(), 'ring', ring, level));
  }

  const off = (kind: 'area' | 'line', points: readonly number[]): Sketch[] =>
    ground.needsFloor === true ? offFloor(place(), level, kind, points) : [];

  /** Width and depth of a box, or the length of the side that is drawn. */
  function measure(): string | undefined {
    if (now === undefined) return undefined;
    if (isBox && pressed !== undefined) {
      const [width, depth] = [Math.abs(now.x - pressed.x), Math.abs(now.y - pressed.y)];
      return `${metres(width).slice(0, -2)} × ${metres(depth)}`;
    }
    const last = corners.at(-1);
    const length = last === undefined ? 0 : Math.hypot(now.x - last[0], now.y - last[1]);
    return length < CLICK * now.pixel ? undefined : metres(length);
  }

  return {
    hint,
    put: (picked) => {
      const [x, y] = putDown(place(), picked, [side, side]);
      const half = side / 2;
      const corners: Point[] = [
        [x - half, y - half],
        [x + half, y + half],
      ];
      done(drawnAt(place(), 'box', corners, picked.level));
    },
    press: (picked, event) => {
      now = at(picked, event);
      if (corners.length === 0) level = now.level;
      pressed = now;
      isBox = false;
    },
    move: (picked, event) => {
      now = at(picked, event);
      if (pressed === undefined || corners.length > 0) return;
      isBox = Math.max(Math.abs(now.x - pressed.x), Math.abs(now.y - pressed.y)) > CLICK * now.pixel;
    },
    release: (picked, event) => {
      const begun = pressed;
      if (begun === undefined) return;
      now = at(picked, event);
      pressed = undefined;
      if (corners.length === 0 && isBox) {
        const [left, right] = [Math.min(begun.x, now.x), Math.max(begun.x, now.x)];
        const [bottom, top] = [Math.min(begun.y, now.y), Math.max(begun.y, now.y)];
        begin();
        // A box without breadth is no area.
        if (Math.min(right - left, top - bottom) < CLICK * now.pixel) return;
        const box: Point[] = [
          [left, bottom],
          [right, top],
        ];
        done(drawnAt(place(), 'box', box, level));
        return;
      }
      const [firstX, firstY] = corners[0] ?? [Infinity, Infinity];
      if (corners.length >= 3 && Math.hypot(begun.x - firstX, begun.y - firstY) < CLOSES * begun.pixel) close();
      else corners.push([begun.x, begun.y]);
    },
    finish: close,
    canFinish: () => corners.length >= 3,
    cancel: () => {
      const isBegun = corners.length > 0 || pressed !== undefined;
      begin();
      return isBegun;
    },
    sketches: () => {
      const z = place().levels[now?.level ?? level]?.elevation ?? 0;
      const sketches: Sketch[] = [...markOf(place(), now, measure())];
      if (isBox && pressed !== undefined && now !== undefined) {
        const points = [pressed.x, pressed.y, now.x, pressed.y, now.x, now.y, pressed.x, now.y];
        sketches.push({ kind: 'area', points, z, colour }, ...off('area', points));
      } else if (corners.length > 0) {
        const points = [...corners.flat(), ...(now === undefined ? [] : [now.x, now.y])];
        const kind = points.length >= 6 ? 'area' : 'line';
        sketches.push({ kind, points, z, colour }, ...off(kind, points));
      }
      return sketches;
    },
  };
}
