/**
 * Choose and move: a click chooses what is drawn there, a drag moves it; of what is chosen already, a drag at a corner or side moves only
 * that, and at the arrow of a sign turns it. Floor moves only when it was chosen before, so that nobody moves a room by mistake.
 */
import { type Data, type Path, type Point, valueAt } from '../document/document.ts';
import { findThing, isSamePath, type Shape, shownShape, type Thing, thingsOf, outlineOf } from '../document/things.ts';
import { degreesTo, facingOf, signLines, tipOf } from '../document/signs.ts';
import { COLOURS, sketchOf } from '../document/sketches.ts';
import type { Sketch } from '../protocol/sketch.ts';
import type { Picked } from '../scene/view.ts';
import { thingAt } from './find.ts';
import { dragged, type Grip, gripAt } from './reshaping.ts';
import { GRID, type Ground, markOf, snap, type Snapped } from './snap.ts';
import type { Tool } from './tool.ts';

export interface Choosing {
  data: () => Data;
  chosen: () => Path | undefined;
  choose: (path: Path | undefined) => void;
  reshape: (thing: Thing, shape: Shape) => void;
  /** A sign that stands at one point faces another. */
  turn: (thing: Thing, from: Point, to: Point) => void;
}

/** Pixels: shorter drags are clicks; half the side of a handle. */
const CLICK = 5;
const HANDLE = 5;
/** Pixels from the tip of a sign's arrow within which it is held. */
const NEAR_TIP = 12;

/** What is held, and where it was taken. `isTip`: the arrow of a sign, which turns it. */
interface Held {
  thing: Thing;
  shape: Shape;
  grip: Grip;
  from: Point;
  isTip?: true;
}

export function selectTool(ground: Ground, { data, chosen, choose, reshape, turn }: Choosing): Tool {
  let held: Held | undefined;
  let now: Snapped | undefined;
  let isMoved = false;

  const planPoint = ({ x, y }: { x: number; y: number }): Point => {
    const [originX, originY] = ground.place().origin;
    return [x + originX, y + originY];
  };
  const levelName = ({ level }: Picked): string | undefined => {
    const { levels } = ground.place();
    return levels.length > 1 ? levels[level]?.name : undefined;
  };
  const chosenThing = (): Thing | undefined => findThing(thingsOf(data()), chosen());

  /** What a press takes hold of: first of what is chosen already. */
  function take(picked: Picked): Held | undefined {
    const from = planPoint(picked);
    const before = chosenThing();
    const shape = before === undefined ? undefined : shownShape(data(), before);
    if (before !== undefined && shape !== undefined) {
      const grip = gripAt(shape, from, picked.pixel);
      const level = levelName(picked);
      const isHere = level === undefined || before.level === undefined || before.level === level;
      if (grip !== undefined && isHere) return { thing: before, shape, grip, from };
      if (isHere && isAtTip(before, shape, from, picked.pixel))
        return { thing: before, shape, grip: { part: 'all' }, from, isTip: true };
    }
    const thing = thingAt(data(), from, { level: levelName(picked), chosen: chosen(), pixel: picked.pixel });
    const itsShape = thing === undefined ? undefined : shownShape(data(), thing);
    if (thing === undefined || itsShape === undefined) return undefined;
    return { thing, shape: itsShape, grip: { part: 'all' }, from };
  }

  const isAtTip = ({ kind, path }: Thing, { points: [at] }: Shape, [x, y]: Point, pixel: number): boolean => {
    if (kind !== 'sign') return false;
    const [tipX, tipY] = tipOf(at, facingOf(valueAt(data(), path)));
    return Math.hypot(tipX - x, tipY - y) < NEAR_TIP * pixel;
  };

  /** Where the shape is now. */
  function moved(picked: Picked, event: PointerEvent): Shape {
    const { shape, grip, from } = held!;
    if (grip.part === 'corner') {
      const corner = outlineOf(shape)[grip.index];
      now = snap(ground, picked, event.shiftKey);
      return dragged(shape, grip, corner, planPoint(now));
    }
    now = undefined;
    const [x, y] = planPoint(picked);
    if (held!.isTip === true) {
      tip = [x, y];
      return shape;
    }
    let [dx, dy] = [x - from[0], y - from[1]];
    if (event.shiftKey && grip.part === 'all') [dx, dy] = Math.abs(dx) > Math.abs(dy) ? [dx, 0] : [0, dy];
    // Whole moves and sides go in steps of the grid, a side in fifths of it: widths of doors are finer.
    const step = grip.part === 'side' ? GRID / 5 : GRID;
    const gridded = (far: number) => (ground.isGrid() ? Math.round(far / step) * step : far);
    if (grip.part === 'all') return dragged(shape, grip, [0, 0], [gridded(dx), gridded(dy)]);
    return dragged(shape, grip, [0, 0], squareSteps(shape, grip, dx, dy, gridded));
  }

  let shown: Shape | undefined;
  /** Where the arrow of a sign is drawn to. */
  let tip: Point | undefined;
  return {
    hint: 'Click to choose, drag to move; corners and sides of what is chosen move alone, arrows of signs turn them',
    press: (picked) => {
      held = take(picked);
      shown = undefined;
      isMoved = false;
      if (held === undefined) {
        choose(undefined);
        return;
      }
      const isNew = !isSamePath(held.thing.path, chosen());
      choose(held.thing.path);
      if (isNew && held.thing.kind === 'floor') held = undefined;
    },
    move: (picked, event) => {
      if (held === undefined) return;
      const [x, y] = planPoint(picked);
      isMoved ||= Math.hypot(x - held.from[0], y - held.from[1]) > CLICK * picked.pixel;
      if (isMoved) shown = moved(picked, event);
    },
    release: (picked, event) => {
      const { thing, shape, isTip } = held ?? {};
      if (held !== undefined && isMoved) shown = moved(picked, event);
      const to = tip;
      tip = undefined;
      if (thing !== undefined && isTip === true && isMoved && to !== undefined) turn(thing, shape!.points[0], to);
      const result = shown;
      held = undefined;
      shown = undefined;
      now = undefined;
      if (thing !== undefined && result !== undefined && isMoved && !isEqual(result, shape!)) reshape(thing, result);
    },
    cancel: () => {
      const isBegun = held !== undefined && isMoved;
      held = undefined;
      shown = undefined;
      tip = undefined;
      return isBegun;
    },
    sketches: () => {
      const place = ground.place();
      const marks: Sketch[] = markOf(place, now);
      if (held !== undefined && shown !== undefined) {
        const { thing, isTip } = held;
        const look = { colour: COLOURS[thing.kind], isStrong: true };
        if (thing.kind !== 'sign') return [sketchOf(shown, place, thing.level, look), ...marks];
        const [at] = shown.points;
        const degrees =
          isTip === true && tip !== undefined ? degreesTo(at, tip) : facingOf(valueAt(data(), thing.path));
        const lines = signLines(at, degrees);
        return lines.map((points) => sketchOf({ form: 'line', points }, place, thing.level, look));
      }
      const thing = chosenThing();
      const shape = thing === undefined ? undefined : shownShape(data(), thing);
      if (thing === undefined || shape === undefined || shape.form === 'point') return marks;
      return [...outlineOf(shape).map((corner) => handle(corner, thing)), ...marks];
    },
  };

  function handle([x, y]: Point, thing: Thing): Sketch {
    const half = HANDLE * ground.pixel();
    const ring: Point[] = [
      [x - half, y - half],
      [x + half, y - half],
      [x + half, y + half],
      [x - half, y + half],
    ];
    return sketchOf({ form: 'ring', points: ring }, ground.place(), thing.level, { colour: COLOURS[thing.kind] });
  }
}

/** How far a side goes square to itself, in steps. */
function squareSteps(
  shape: Shape,
  grip: Extract<Grip, { part: 'side' }>,
  dx: number,
  dy: number,
  stepped: (far: number) => number,
): Point {
  const corners = outlineOf(shape);
  const [a, b] = [corners[grip.index], corners[(grip.index + 1) % corners.length]];
  const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
  if (long === 0) return [0, 0];
  const [nx, ny] = [-(b[1] - a[1]) / long, (b[0] - a[0]) / long];
  const far = stepped(dx * nx + dy * ny);
  return [far * nx, far * ny];
}

const isEqual = (a: Shape, b: Shape): boolean =>
  a.points.every(([x, y], k) => x === b.points[k][0] && y === b.points[k][1]);
