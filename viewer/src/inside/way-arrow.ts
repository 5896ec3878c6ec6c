/** A line on the plan → the arrow that says which way its left side lies, or its right side. */
const ARROWS = ['→', '↗', '↑', '↖', '←', '↙', '↓', '↘'];

/**
 * @param ends x, y, x, y
 * @param isBack to the right of the way from the first end to the second one, not to the left
 */
export function wayArrow([ax, ay, bx, by]: readonly [number, number, number, number], isBack: boolean): string {
  const angle = Math.atan2(bx - ax, ay - by) + (isBack ? Math.PI : 0);
  return ARROWS[(Math.round(angle / (Math.PI / 4)) + 16) % 8];
}
