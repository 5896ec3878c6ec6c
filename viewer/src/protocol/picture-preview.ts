/** A picture of a place before it is opened: what the page shows of it while its threshold and scale are chosen. */
export interface PicturePreview {
  /** Of the picture, pixels. */
  width: number;
  height: number;
  /** Of the preview: each of its pixels stands for `reduced` × `reduced` of the picture, the top row first. */
  columns: number;
  rows: number;
  reduced: number;
  /** Mean, darkest and lightest grey of those, 0 black … 255 white. */
  grey: Uint8Array;
  darkest: Uint8Array;
  lightest: Uint8Array;
  /** Pixels of the picture of each grey. */
  counts: Float64Array;
}

/** Chosen for a picture; the scenario keeps it as options of the file of its place. */
export interface PictureSettings {
  /** Metres per pixel. */
  scale: number;
  /** Pixels darker than this are dark, 0 … 255. */
  threshold: number;
  /** Are buildings light, and is the floor dark? */
  isInverted: boolean;
}

/** What stands where the scenario says nothing. */
export const USUAL_PICTURE: Readonly<PictureSettings> = { scale: 1, threshold: 128, isInverted: false };

/** Does a grey count as a building? */
export function isBuilding(grey: number, { threshold, isInverted }: PictureSettings): boolean {
  return grey < threshold !== isInverted;
}
