/**
 * Stairs, ramps, escalators and lifts of the SVG map, drawn on both levels they join: treads across stairs, an arrow
 * that points up, a cross in a lift.
 *
 *          3 ──────────── 2      upper end
 *          │ ──────────── │
 *          │ ──── ▲ ───── │      treads run along the side 0–1
 *          0 ──────────── 1      lower end
 */
import type { Plan, PlanLink } from '@foulee/engine';
import { type PathFrame, PathText } from './svg-paths.ts';
import { COLOURS } from './svg-text.ts';

/** Metres from tread to tread, and the least distance on paper. */
const TREAD = 0.3;
const LEAST_TREAD_PIXELS = 4;

export function linkMarks(
  plan: Plan,
  origin: [number, number],
  level: number,
  { scale, frame }: { scale: number; frame: PathFrame },
  stroke: (pixels: number) => string,
): string[] {
  const lines: string[] = [];
  for (const link of plan.links) {
    if (link.lower !== level && link.upper !== level) continue;
    const corners = [0, 1, 2, 3].map((i): [number, number] => [
      link.corners[2 * i] - origin[0],
      link.corners[2 * i + 1] - origin[1],
    ]);
    const outline = new PathText(frame);
    corners.forEach(([x, y], i) => (i === 0 ? outline.move(x, y) : outline.line(x, y)));
    outline.close();
    lines.push(
      `<path d="${outline}" fill="${COLOURS.stairs}"/>`,
      `<path d="${inside(link, corners, scale, frame)}" stroke="${COLOURS.tread}" stroke-width="${stroke(0.9)}"/>`,
      `<path d="${sides(corners, frame)}" stroke="${COLOURS.wall}" stroke-width="${stroke(1.4)}"/>`,
    );
  }
  return lines;
}

type Corners = [number, number][];

function between([ax, ay]: [number, number], [bx, by]: [number, number], share: number): [number, number] {
  return [ax + share * (bx - ax), ay + share * (by - ay)];
}

function inside(link: PlanLink, corners: Corners, scale: number, frame: PathFrame): string {
  const [a, b, c, d] = corners as [[number, number], [number, number], [number, number], [number, number]];
  const path = new PathText(frame);
  const segment = (p: [number, number], q: [number, number]) => {
    path.move(...p);
    path.line(...q);
  };
  if (link.kind === 'lift') {
    segment(a, c);
    segment(b, d);
    return path.toString();
  }
  const low = between(a, b, 0.5);
  const high = between(d, c, 0.5);
  const length = Math.hypot(high[0] - low[0], high[1] - low[1]);
  if (link.kind !== 'ramp') {
    const steps = Math.min(400, Math.floor(length / Math.max(TREAD, LEAST_TREAD_PIXELS / scale)));
    for (let i = 1; i < steps; i++) segment(between(a, d, i / steps), between(b, c, i / steps));
  }
  // The arrow: along the middle, its head a fifth of the width.
  const from = between(low, high, 0.15);
  const tip = between(low, high, 0.85);
  segment(from, tip);
  const head = 0.2 * Math.hypot(b[0] - a[0], b[1] - a[1]);
  const [ux, uy] = length > 0 ? [(high[0] - low[0]) / length, (high[1] - low[1]) / length] : [0, 1];
  path.move(tip[0] - head * (ux - uy), tip[1] - head * (uy + ux));
  path.line(...tip);
  path.line(tip[0] - head * (ux + uy), tip[1] - head * (uy - ux));
  return path.toString();
}

/** The two long sides, which are walls. */
function sides([a, b, c, d]: Corners, frame: PathFrame): string {
  const path = new PathText(frame);
  path.move(...b!);
  path.line(...c!);
  path.move(...d!);
  path.line(...a!);
  return path.toString();
}
