/** Colours of the scene, light and dark. Those of the panels are in style.css. */
export interface Colours {
  background: string;
  floor: string;
  wall: string;
  edge: string;
}

export const LIGHT: Colours = { background: '#dfe4ea', floor: '#f7f6f2', wall: '#aab4c0', edge: '#4c5968' };
export const DARK: Colours = { background: '#14181d', floor: '#2b3139', wall: '#4a5461', edge: '#a5b1bf' };

/** From standing to walking fast: readable by the colour-blind (viridis, turned a little to the warm). */
export const SPEED_RAMP: readonly string[] = [
  '#7b1e4b',
  '#c2435b',
  '#f0864d',
  '#f6c453',
  '#8fcf6b',
  '#2a9d8f',
  '#1b6ca8',
];
