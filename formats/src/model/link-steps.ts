/**
 * Stairs and escalators as steps, ramps and lifts as strips of a slope: for what is drawn of them, and for what lies on them. People walk
 * along the slope: treads are half a step above and half a step below it.
 *
 *      3 ──── upper end ──── 2
 *      │                     │
 *      0 ──── lower end ──── 1
 */
import type { LinkKind, World } from '@foulee/engine';

export interface PlaceLink {
  name: string;
  kind: LinkKind;
  /** Indices of the levels it joins. */
  lower: number;
  upper: number;
  /** Four corners in order, the first two at the bottom: x, y, height each; metres from the mesh's origin. */
  corners: number[];
}

export type StepPoint = readonly [x: number, y: number, z: number];

/** Counter-clockwise from above: left, right, rightOn, leftOn. */
export interface LinkStep {
  left: StepPoint;
  right: StepPoint;
  leftOn: StepPoint;
  rightOn: StepPoint;
  /** Height at which the riser before it begins; a slope has none. */
  riser: number | undefined;
}

/** Metres: the rise of a step, and from line to line across a ramp. */
const STEP = 0.17;
const RAMP_LINES = 1;

export function drawLinks({ mesh: { origin }, plan }: Pick<World, 'mesh' | 'plan'>): PlaceLink[] {
  return plan.links.map(({ name, kind, lower, upper, corners }) => ({
    name,
    kind,
    lower,
    upper,
    corners: [0, 1, 2, 3].flatMap((k) => [
      corners[2 * k] - origin[0],
      corners[2 * k + 1] - origin[1],
      plan.levels[k < 2 ? lower : upper].elevation,
    ]),
  }));
}

/** The four corners, counter-clockwise from above, the lower end first. */
export function cornersOf({ corners }: PlaceLink): [StepPoint, StepPoint, StepPoint, StepPoint] {
  const [a, b, c, d] = [0, 3, 6, 9].map((k) => [corners[k], corners[k + 1], corners[k + 2]] as const);
  const isClockwise = (b![0] - a![0]) * (d![1] - a![1]) - (b![1] - a![1]) * (d![0] - a![0]) < 0;
  return isClockwise ? [b!, a!, d!, c!] : [a!, b!, c!, d!];
}

/** From the lower end to the upper. */
export function stepsOf(link: PlaceLink): LinkStep[] {
  const [a, b, c, d] = cornersOf(link);
  const low = a[2];
  const rise = d[2] - low;
  const hasSteps = link.kind === 'stairs' || link.kind === 'escalator';
  const long = Math.hypot(d[0] - a[0], d[1] - a[1]);
  const count = Math.max(1, Math.round(hasSteps ? Math.abs(rise) / STEP : long / RAMP_LINES));
  return Array.from({ length: count }, (_, k) => {
    const height = low + ((k + 0.5) / count) * rise;
    const at = (from: StepPoint, to: StepPoint, share: number): StepPoint => {
      const [x, y, z] = [0, 1, 2].map((axis) => from[axis] + share * (to[axis] - from[axis])) as [
        number,
        number,
        number,
      ];
      return [x, y, hasSteps ? height : z];
    };
    return {
      left: at(a, d, k / count),
      right: at(b, c, k / count),
      leftOn: at(a, d, (k + 1) / count),
      rightOn: at(b, c, (k + 1) / count),
      riser: hasSteps ? (k === 0 ? low : height - rise / count) : undefined,
    };
  });
}
