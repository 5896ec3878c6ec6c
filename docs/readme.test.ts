/** The README's example is compiled and run, and its links lead somewhere. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const example = /```ts\n([\s\S]*?)```/.exec(readme)![1];

/** In a folder of its own inside the repository, so that packages are found; ignored by git. */
const folder = join(root, 'out', 'readme');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'example.ts'), example);

it('the example is about fifteen lines', () => {
  expect(example.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(18);
});

it('the example compiles', () => {
  const settings = {
    extends: '../../tsconfig.json',
    compilerOptions: { noUnusedLocals: true },
    include: ['example.ts'],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

it('the example runs and says what it should', () => {
  const { stdout, stderr } = spawnSync(process.execPath, ['scripts/run.mjs', join(folder, 'example.ts')], {
    cwd: root,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).toMatch(
    /^\d+ cells; \d+\.\d m through \d+ portals\n1\.5 m wide: unreachable, stopped by a passage of \d\.\d\d m\nnarrowest passage: 0\.\d\d m\n$/,
  );
});

it('links in the README and the docs lead somewhere', () => {
  const pages = [
    'README.md',
    ...readdirSync(join(root, 'docs'))
      .filter((name) => name.endsWith('.md'))
      .map((name) => join('docs', name)),
  ];
  for (const page of pages) {
    const text = readFileSync(join(root, page), 'utf8');
    for (const [, target] of text.matchAll(/\]\(([^)#\s]+)[^)]*\)/g)) {
      expect(existsSync(join(root, dirname(page), target!)), `${page} links to ${target}`).toBe(true);
    }
  }
});
