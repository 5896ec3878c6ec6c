/**
 * `npm test`: install what is missing, then type check, format check, lint, all tests, and unused code.
 * Arguments go to vitest: `npm test -- engine/src/core`.
 */
import { join } from 'node:path';
import { prepare, root, run } from './prepare.mjs';

await prepare();
const steps = [
  ['types of the engine (pure ES2023)', ['tsc', '-p', 'engine']],
  ['types of everything', ['tsc', '-p', '.']],
  // With a TypeScript of its own, which is why it runs there.
  ['types of the page', ['svelte-check', '--tsconfig', './tsconfig.json'], 'viewer'],
  ['format', ['biome', 'format', '.']],
  ['lint', ['oxlint']],
  ['tests', ['vitest', 'run', ...process.argv.slice(2)]],
  ['unused code', ['knip']],
];
for (const [what, command, folder = '.'] of steps) {
  console.log(`\n── ${what}: ${command.join(' ')}`);
  run('npx', ['--no-install', ...command], { cwd: join(root, folder) });
}
