/**
 * The options of ENV, the environment file, that every sub-command shares: declared here, without loading
 * anything, so that `--help` answers at once. environment.ts makes numbers of them.
 */
import type { Command } from 'commander';

/** As commander hands them over: texts. */
export interface EnvironmentFlags {
  scale?: string;
  up?: string;
  floor?: string;
  height?: string;
  stepHeight?: string;
  seedPoint?: string[];
  tolerance?: string;
  simplification?: string;
  as?: string;
  margin?: string;
  crs?: string;
  layers?: string[];
  threshold?: string;
}

export function addEnvironmentOptions(command: Command): Command {
  const collect = (value: string, previous: string[] | undefined) => [...(previous ?? []), value];
  return command
    .optionsGroup('How to read ENV:')
    .option('--scale <k>', 'metres per unit (default: what the file says, or 1)')
    .option('--as <role>', 'polygons without a role: walkable or obstacles')
    .option('--margin <m>', 'metres of floor around free-standing obstacles (10)')
    .option('--crs <crs>', 'coordinates are local lengths or lonlat degrees')
    .option('--layers <a,b>', 'DXF: read these layers only; repeatable', collect)
    .option('--threshold <grey>', 'PNG: pixels darker than this, 1 to 255, are dark (128)')
    .option('--seed-point <x,y>', 'take the area around this place; repeatable', collect)
    .option('--tolerance <m>', 'corners nearer than this are one, metres (0.001)')
    .option('--simplification <m>', 'straighten walls that bend by less, metres (0.01)')
    .option('--up <axis>', '3D: the axis that points up, y or z')
    .option('--floor <z>', '3D: elevation of the floor, metres')
    .option('--height <h>', '3D: body height that must fit, metres (2)')
    .option('--step-height <s>', '3D: what a person steps over, metres (0.25)');
}
