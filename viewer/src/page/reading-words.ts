/**
 * What readers of files say speaks of options of the command; in the page they are fields of “How the file is read”. The names of those
 * fields are here, so that messages and fields cannot differ.
 */
export const READING = {
  scale: 'Metres per unit',
  pixel: 'Metres per pixel',
  layers: 'Layers that are read',
  as: 'Closed outlines are',
  crs: 'Coordinates are',
  margin: 'Ground around obstacles',
  up: 'Axis that points up',
  floor: 'Height of the floor',
  stepHeight: 'Highest step people take',
  height: 'Headroom people need',
  tolerance: 'Close wall gaps up to',
  simplification: 'Straighten walls that bend by less than',
  seedPoints: 'Part of the floor to keep',
  dark: 'Dark areas are',
  threshold: 'Threshold',
} as const;

/** Values that have words of their own in the page. */
export const OUTLINES = { walkable: 'floor', obstacles: 'obstacles' } as const;
export const COORDINATES = { local: 'metres', lonlat: 'degrees' } as const;

const FLAGS: Readonly<Record<string, keyof typeof READING>> = {
  scale: 'scale',
  layers: 'layers',
  as: 'as',
  crs: 'crs',
  margin: 'margin',
  up: 'up',
  floor: 'floor',
  'step-height': 'stepHeight',
  height: 'height',
  tolerance: 'tolerance',
  simplification: 'simplification',
  'seed-point': 'seedPoints',
  threshold: 'threshold',
};
const VALUES: Readonly<Record<string, string>> = { ...OUTLINES, ...COORDINATES };

/**
 * A message in the page's words: `--scale 0.001` → “Metres per unit” 0.001; `walkers[0].in` → people 1. Layers are ticked there, not
 * typed.
 */
export function inPageWords(text: string): string {
  const values = /(?: (walkable|obstacles|local|lonlat)\b)?/.source;
  return text
    .replaceAll(/--layers "([^"]*)"/g, (_, names: string) => {
      return `“${READING.layers}” with ${names.split(',').join(', ')} ticked`;
    })
    .replaceAll(new RegExp(`--([a-z]+(?:-[a-z]+)*)${values}`, 'g'), (all, flag: string, value: string | undefined) => {
      const field = FLAGS[flag];
      if (field === undefined) return all;
      return `“${READING[field]}”${value === undefined ? '' : ` ${VALUES[value]}`}`;
    })
    .replaceAll(/\bwalkers\[(\d+)\](\.goal)?(?:\.\w+)*/g, (_, index: string, goal: string | undefined) => {
      return `${goal === undefined ? '' : 'the goal of '}people ${Number(index) + 1}`;
    })
    .replaceAll(/\b(\d+) walkers?\b/g, (_, count: string) => `${count} ${count === '1' ? 'person' : 'people'}`);
}
