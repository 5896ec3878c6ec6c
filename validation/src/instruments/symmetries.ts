/** Plans turned and mirrored: the same place for people, other coordinates for the program. */
import { sineCosineDegrees } from '@foulee/engine';

export type Point = readonly [number, number];

export interface Symmetry {
  /** Degrees anticlockwise; an m behind them: mirrored before. */
  name: string;
  of: (point: Point) => Point;
}

/** Quarter turns as they are, and mirrored: 0, 90, 180, 270, 0m, 90m, 180m, 270m. Exact. */
export const SYMMETRIES: readonly Symmetry[] = [false, true].flatMap((isMirrored) =>
  [0, 1, 2, 3].map((turns) => ({
    name: `${90 * turns}${isMirrored ? 'm' : ''}`,
    of: ([x, y]: Point): Point => {
      let turned: Point = [x, isMirrored ? -y : y];
      for (let k = 0; k < turns; k++) turned = [-turned[1], turned[0]];
      return turned;
    },
  })),
);

export function symmetryOf(name: string): Symmetry {
  return SYMMETRIES.find((symmetry) => symmetry.name === name)!;
}

export function turnedBy(degrees: number): Symmetry {
  const [sine, cosine] = sineCosineDegrees(degrees);
  return { name: `${degrees}`, of: ([x, y]) => [x * cosine - y * sine, x * sine + y * cosine] };
}
