/** Colours, lettering and numbers of the SVG map. */

export const COLOURS = {
  paper: '#ffffff',
  ink: '#1b2530',
  quiet: '#5c6975',
  floor: '#edf3f8',
  solid: '#c9ced5',
  border: '#aebfce',
  wall: '#1b2530',
  glass: '#5fb3e4',
  door: '#0b7a6b',
  stairs: '#dde5cf',
  tread: '#7d8f63',
  link: '#55663c',
  narrow: '#c4161c',
  passage: '#1f4fb4',
} as const;

export const FONT = "Helvetica, Arial, 'DejaVu Sans', sans-serif";

/** What XML forbids or a viewer might act upon: controls, halves of surrogate pairs, marks that turn writing. */
const UNWANTED = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufffe\uffff]+/gu;

const ESCAPES: { readonly [character: string]: string } = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for an element or attribute, at most so many characters. */
export function xmlText(text: string, most: number): string {
  const clean = text.replace(UNWANTED, ' ').replace(/ {2,}/g, ' ').trim();
  const characters = [...clean];
  const short = characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : clean;
  return short.replace(/[&<>"']/g, (c) => ESCAPES[c]);
}

/** About as wide as this text is in the widest of the fonts: by letters, narrow and wide ones told apart. */
export function textWidth(text: string, size: number, bold: boolean): number {
  let width = 0;
  for (const letter of text)
    width += /[ijlIft.,;:'|!()\- ]/.test(letter) ? 0.37 : /[mwMW@%]/.test(letter) ? 0.95 : 0.63;
  return width * size * (bold ? 1.1 : 1);
}

/** A coordinate or length on the page. */
export function pixels(value: number): string {
  return String(Number(value.toFixed(Math.abs(value) < 10 ? 3 : 2)));
}

/** 0.85 m, 12.3 m, 140 m */
export function metresText(value: number): string {
  const size = Math.abs(value);
  return `${value.toFixed(size < 10 ? 2 : size < 100 ? 1 : 0)} m`;
}
