/** What came of the signs of a run (protocol/overlay.ts) → words for the panel, and where one more would stand → lines on the floor. */
import { signLines } from '../document/signs.ts';
import { COLOURS } from '../document/sketches.ts';
import type { SignsShown } from '../protocol/overlay.ts';
import type { Sketch } from '../protocol/sketch.ts';

type Best = NonNullable<SignsShown['best']>;

/** "read by 12, legible from 8 % of the floor". */
export function signWords({ readers, legibleShare }: SignsShown['signs'][number]): string {
  return `read by ${readers.toLocaleString('en')}, legible from ${percent(legibleShare)} of the floor`;
}

export function blindWords({ signs, blindShare }: SignsShown): string {
  if (signs.length === 0) return 'There are no signs.';
  return `No sign can be read from ${percent(blindShare)} of the floor.`;
}

/** Where one more would stand. */
export function bestWords({ at: [x, y], facing, shows }: Best): string {
  const goals = shows.length > 3 ? `${shows.slice(0, 2).join(', ')} and ${shows.length - 2} more` : shows.join(', ');
  return `At ${x}, ${y}, facing ${facing}°, showing ${goals}`;
}

/** What it is good for. */
export function bestReason({ coveredSeconds, uncoveredSeconds }: Best): string {
  return `People searched for ${seconds(uncoveredSeconds)} where no sign helped them. This one could have been read for ${seconds(coveredSeconds)} of that.`;
}

/** As it would be drawn if it were there, with a mark. */
export function bestSketches({ x, y, z, facing }: Best): Sketch[] {
  const lines = signLines([x, y], facing).map(
    (points): Sketch => ({ kind: 'line', points: points.flat(), z, colour: COLOURS.sign, isStrong: true }),
  );
  return [{ ...lines[0], label: 'one more sign' }, ...lines.slice(1)];
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}

function seconds(value: number): string {
  return `${Math.round(value).toLocaleString('en')} s`;
}
