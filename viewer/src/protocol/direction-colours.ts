/** Directions as colours: those that lie opposite each other differ most, so that two streams are told apart. */

/** @param turn 0 … 1, counter-clockwise from x; @returns #rrggbb */
export function directionColour(turn: number): string {
  // Blue to the right, orange to the left; as bright on light floors as on dark ones.
  const channel = (from: number): string => {
    const part = (from + (216 / 360 + turn) * 12) % 12;
    const value = 0.52 - 0.4 * Math.max(-1, Math.min(part - 3, 9 - part, 1));
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
