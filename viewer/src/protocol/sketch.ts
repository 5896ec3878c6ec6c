/** What is drawn on the floor, as data: by the worker (overlays) and by the page (tools, panels). scene/sketch.ts shows it. */
export interface Sketch {
  /**
   * `fill`: an area without an outline; `thread`: a thin line; `web`: those of `lines`, and no points; `plate`: stands between its two
   * points, at the height of eyes.
   */
  kind: 'area' | 'fill' | 'line' | 'thread' | 'point' | 'plate' | 'web';
  /** x, y interleaved, metres from the origin of the place. */
  points: readonly number[];
  /** Height of the floor, metres. */
  z: number;
  /** Of a line, thread or fill: the height at each of its points, if they are not all at `z`. */
  heights?: readonly number[];
  /** As in CSS: #rrggbb. */
  colour: string;
  /** Beside it, as text; or in the middle of it. */
  label?: string;
  isLabelCentred?: boolean;
  isStrong?: boolean;
  /** Thin and pale: there, but not what one looks at. */
  isFaint?: boolean;
  /** Of an area: its outline alone, so that what lies on the floor keeps its colours. */
  isHollow?: boolean;
  /** Of a line: all of it lies on the left of its way, 1, or on the right, -1; 0 or undefined: in the middle. */
  side?: -1 | 0 | 1;
  /** Of a web: x, y, height of the floor at both ends of each line. */
  lines?: Float32Array;
  /** Of a web: how opaque each line is, 0 … 1; undefined: all are, wholly. */
  opacities?: Float32Array;
}
