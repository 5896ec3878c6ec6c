/** What is in view, so coarsely that not every movement of the camera is another view. */
import type { Seen } from '../protocol/overlay.ts';

/** Of the width and height: around what is seen; and by how much the view may be larger than that before it is another one. */
const MARGIN = 0.15;
const LARGER = 1.7;

/** @returns the view as it was told before where that still holds what is seen, and not much more */
export function seenAgain(before: Seen | undefined, now: Seen | undefined): Seen | undefined {
  if (now === undefined) return undefined;
  const [left, bottom, right, top] = now;
  const [width, height] = [right - left, top - bottom];
  if (before !== undefined) {
    const holds = before[0] <= left && before[1] <= bottom && before[2] >= right && before[3] >= top;
    if (holds && before[2] - before[0] <= LARGER * width && before[3] - before[1] <= LARGER * height) return before;
  }
  return [left - MARGIN * width, bottom - MARGIN * height, right + MARGIN * width, top + MARGIN * height];
}
