/** Scale and threshold of a picture: as options of its file in the scenario, and what there is to say of them. */
import { put } from '../document/document.ts';
import { isBuilding, type PicturePreview, type PictureSettings, USUAL_PICTURE } from '../protocol/picture-preview.ts';

/** Metres per pixel that the sheet takes. */
export const SCALES = { min: 0.001, max: 1000 } as const;

/** @param environment of the scenario, as in the file */
export function pictureSettings(environment: Readonly<Record<string, unknown>>): PictureSettings {
  const { scale, threshold, as } = environment;
  return {
    scale: typeof scale === 'number' ? scale : USUAL_PICTURE.scale,
    threshold: typeof threshold === 'number' ? threshold : USUAL_PICTURE.threshold,
    isInverted: as === 'walkable',
  };
}

/** The scenario with its picture read like this: as options of its file; what is as usual is left out. */
export function withPicture<T>(data: T, { scale, threshold, isInverted }: PictureSettings): T {
  const options = {
    scale: scale === USUAL_PICTURE.scale ? undefined : scale,
    threshold: threshold === USUAL_PICTURE.threshold ? undefined : threshold,
    as: isInverted ? 'walkable' : undefined,
  };
  return Object.entries(options).reduce((next, [name, value]) => put(next, ['environment', name], value), data);
}

/** Of the picture, 0 … 1. */
export function buildingShare({ counts, width, height }: PicturePreview, settings: PictureSettings): number {
  let built = 0;
  for (const [grey, count] of counts.entries()) if (isBuilding(grey, settings)) built += count;
  return built / (width * height);
}

/** `512 × 384 m`. */
export function sizeText({ width, height }: PicturePreview, scale: number): string {
  const metres = (pixels: number) => {
    const length = pixels * scale;
    return length.toLocaleString('en', { maximumFractionDigits: length < 100 ? 1 : 0 });
  };
  return `${metres(width)} × ${metres(height)} m`;
}

/** No threshold helps. */
export function isOneColour({ counts }: PicturePreview): boolean {
  return counts.filter((count) => count > 0).length === 1;
}

/** Why a picture cannot be opened like this, and what to do; undefined: it can. */
export function pictureProblem(preview: PicturePreview, settings: PictureSettings): string | undefined {
  const { counts } = preview;
  const darkest = counts.findIndex((count) => count > 0);
  const lightest = counts.findLastIndex((count) => count > 0);
  if (isOneColour(preview)) {
    const colour = darkest === 255 ? 'white' : darkest === 0 ? 'black' : `the same grey (${darkest} of 255)`;
    return `The picture is ${colour} all over, so it shows no buildings. Choose a picture of dark buildings on light ground.`;
  }
  const share = buildingShare(preview, settings);
  if (share === 0 || share === 1) {
    const range = lightest === darkest + 1 ? `Choose ${lightest}` : `Choose one from ${darkest + 1} to ${lightest}`;
    return `${share === 0 ? 'Nothing' : 'Everything'} counts as building at this threshold. ${range}.`;
  }
  const { scale } = settings;
  if (!(scale >= SCALES.min && scale <= SCALES.max))
    return `Give metres per pixel, from ${SCALES.min} to ${SCALES.max.toLocaleString('en')}.`;
  return undefined;
}

/** The preview in black (buildings) and white, RGBA. A pixel that stands for several is black if one of them is building. */
export function paintBuildings(
  { darkest, lightest }: PicturePreview,
  settings: PictureSettings,
  pixels: Uint8ClampedArray,
): void {
  const extreme = settings.isInverted ? lightest : darkest;
  for (let k = 0; k < extreme.length; k++) paint(pixels, k, isBuilding(extreme[k], settings) ? 0 : 255);
}

/** The preview in its greys, RGBA. */
export function paintGrey({ grey }: PicturePreview, pixels: Uint8ClampedArray): void {
  for (let k = 0; k < grey.length; k++) paint(pixels, k, grey[k]);
}

function paint(pixels: Uint8ClampedArray, k: number, grey: number): void {
  pixels[4 * k] = pixels[4 * k + 1] = pixels[4 * k + 2] = grey;
  pixels[4 * k + 3] = 255;
}
