/**
 * Make the pictures of the README and the docs again, from the program itself: `node scripts/pictures.mjs`.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

await prepare();
mkdirSync(join(root, 'docs', 'pictures'), { recursive: true });
const environment = join('scenarios', 'station-hall', 'environment.geojson');
const picture = join('docs', 'pictures', 'station-hall.svg');
run(process.execPath, [join('cli', 'bin', 'foulee.js'), 'inspect', environment, '--map', picture, '--force'], {
  stdio: 'ignore',
});
console.log(`wrote ${picture}`);
