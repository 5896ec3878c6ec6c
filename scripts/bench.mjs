/**
 * Run a benchmark: `npm run bench -- NAME [arguments…]`. Without a name: which there are.
 * Each is bench/src/NAME.ts; it prints tables and writes them to bench/results/NAME.md.
 */
import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const BENCHES = {
  environment:
    'map and convex cells of a city, beside recast-navigation and the npm triangulators (--quick: small only)',
  routes: 'routes through a city by all methods, beside recast-navigation; growth and allocation (--quick: small only)',
  knowledge: 'places, visibility sets, looks, and what people know, beside the figures of P05 (--quick: small only)',
  stream: 'walkers on tiles in towns, beside the 6,000 of M02; growth (--quick: small only)',
  crowd:
    'a step of the crowd, beside recast-navigation; walls, growth, threads, a city, allocation (--quick: small only)',
};

const scripts = dirname(fileURLToPath(import.meta.url));
const [name, ...rest] = process.argv.slice(2);
if (name === undefined || !Object.hasOwn(BENCHES, name)) {
  const list = Object.entries(BENCHES).map(([bench, what]) => `  ${bench.padEnd(14)}${what}`);
  const text = ['usage: npm run bench -- NAME [arguments…]', ...list].join('\n');
  if (name !== undefined) console.error(`no benchmark named "${name}"`);
  (name === undefined ? console.log : console.error)(text);
  process.exit(name === undefined ? 0 : 2);
}
const source = join(scripts, '..', 'bench', 'src', `${name}.ts`);
const run = spawnSync(process.execPath, [join(scripts, 'run.mjs'), source, ...rest], {
  cwd: join(scripts, '..'),
  stdio: 'inherit',
});
process.exit(run.status ?? 1);
