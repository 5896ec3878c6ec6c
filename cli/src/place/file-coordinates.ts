/** Plan metres → the file's own coordinates, as results say them: degrees where the file has degrees. Lengths are metres. */
import { fileCoordinates, type Frame } from '@foulee/engine';

type Convert = (x: number, y: number) => [number, number];

/** Plan metres → the file's coordinates, rounded to a micrometre: for places, where the tail of digits says nothing. */
export function roundedCoordinates(frame: Frame): Convert {
  const step = (unit: number) => 10 ** Math.ceil(6 - Math.log10(Math.abs(unit)));
  const stepX = step(frame.unitX);
  const stepY = step(frame.unitY);
  const exactly = fileCoordinates(frame);
  return (x, y) => {
    const [fileX, fileY] = exactly(x, y);
    return [Math.round(fileX * stepX) / stepX + 0, Math.round(fileY * stepY) / stepY + 0];
  };
}

/** The file's coordinates to a millimetre: three decimals where it has metres, eight where it has degrees. */
export function coordinateTexts(frame: Frame): [(x: number) => string, (y: number) => string] {
  const text = (unit: number) => {
    const decimals = Math.min(12, Math.max(0, Math.ceil(3 - Math.log10(Math.abs(unit)))));
    return (value: number) => value.toFixed(decimals);
  };
  return [text(frame.unitX), text(frame.unitY)];
}
