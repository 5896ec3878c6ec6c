/** Numbers as people read them. */

/** 83.4 → "1:23.4". */
export function clock(seconds: number): string {
  const tenths = Math.round(10 * seconds);
  const minutes = Math.floor(tenths / 600);
  const rest = ((tenths - 600 * minutes) / 10).toFixed(1).padStart(4, '0');
  return `${minutes}:${rest}`;
}

/** 10.3 → "10.3 s"; 83.4 → "1 min 23.4 s". */
export function span(seconds: number): string {
  const tenths = Math.round(10 * seconds);
  const minutes = Math.floor(tenths / 600);
  const rest = `${((tenths - 600 * minutes) / 10).toFixed(1)} s`;
  return minutes === 0 ? rest : `${minutes} min ${rest}`;
}
