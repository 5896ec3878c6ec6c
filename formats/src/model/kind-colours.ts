/** Colours of profiles and destinations, in the page and in models for other engines. */

/** Kinds that are told apart by the colour-blind, too (after Okabe and Ito), then the same ones darker. */
export const KINDS: readonly string[] = [
  '#0072b2',
  '#e69f00',
  '#009e73',
  '#cc79a7',
  '#56b4e9',
  '#d55e00',
  '#f0e442',
  '#8c8c8c',
  '#003f63',
  '#8a5f00',
  '#005f45',
  '#7d3f63',
  '#2f6f92',
  '#7f3800',
  '#93890f',
  '#4d4d4d',
];
