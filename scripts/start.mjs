/**
 * `npm start`: on a fresh clone, install what is missing, then build the demo environment and show what came out.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

await prepare();
mkdirSync(join(root, 'out'), { recursive: true });
const environment = join('scenarios', 'station-hall', 'environment.geojson');
const map = join('out', 'station-hall.svg');
const cells = join('out', 'station-hall-cells.geojson');
console.log(`\n$ npx foulee inspect ${environment} --check --map ${map} --cells ${cells}\n`);
run(process.execPath, [
  join('cli', 'bin', 'foulee.js'),
  'inspect',
  environment,
  '--check',
  '--map',
  map,
  '--cells',
  cells,
]);
console.log(
  `\nOpen ${map} in a browser to see it. Bring your own: npx foulee inspect plan.dxf --map plan.svg\nLet people walk in it: npx foulee run ${join('scenarios', 'station-hall')}`,
);
