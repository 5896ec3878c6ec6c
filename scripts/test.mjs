/**
 * `npm test`: install what is missing, then type check, format check, lint, all tests, and unused code.
 * Arguments go to vitest: `npm test -- engine/src/core`.
 */
import { prepare, run } from './prepare.mjs';

await prepare();
const steps = [
  ['types of the engine (pure ES2023)', ['tsc', '-p', 'engine']],
  ['types of everything', ['tsc', '-p', '.']],
  ['types of the page', ['svelte-check', '--workspace', 'viewer', '--tsconfig', './tsconfig.json']],
  ['format', ['biome', 'format', '.']],
  ['lint', ['oxlint']],
  ['tests', ['vitest', 'run', ...process.argv.slice(2)]],
  ['unused code', ['knip']],
];
for (const [what, command] of steps) {
  console.log(`\n── ${what}: ${command.join(' ')}`);
  run('npx', ['--no-install', ...command]);
}
