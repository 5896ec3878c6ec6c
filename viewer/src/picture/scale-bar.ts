/** How long a scale bar is: the longest round length (… 0.5, 1, 2, 5, 10 m …) that has room. */
export interface ScaleBar {
  /** "5 m". */
  text: string;
  pixels: number;
}

/**
 * @param metresPerPixel of the picture
 * @param most pixels there is room for
 */
export function scaleBarOf(metresPerPixel: number, most: number): ScaleBar | undefined {
  const room = metresPerPixel * most;
  if (!(room > 0) || !Number.isFinite(room)) return undefined;
  const power = 10 ** Math.floor(Math.log10(room) + 1e-9);
  const metres = power * (room >= 5 * power ? 5 : room >= 2 * power ? 2 : 1);
  const text = metres >= 1000 ? `${Number((metres / 1000).toPrecision(6))} km` : `${Number(metres.toPrecision(6))} m`;
  return { text, pixels: metres / metresPerPixel };
}
