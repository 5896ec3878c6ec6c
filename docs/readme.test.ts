/** The examples of the README and of running.md are compiled and run as they say, and links lead somewhere. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const readme = readFileSync(join(root, 'README.md'), 'utf8');
const exampleIn = (text: string) => /```ts\n([\s\S]*?)```/.exec(text)![1];
const example = exampleIn(readme);
const running = readFileSync(join(root, 'docs', 'running.md'), 'utf8');

/** In a folder of its own inside the repository, so that packages are found; ignored by git. */
const folder = join(root, 'out', 'readme');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'example.ts'), example);
writeFileSync(join(folder, 'people.ts'), exampleIn(running));

it('the example is about fifteen lines', () => {
  expect(example.split('\n').filter((line) => line.trim() !== '').length).toBeLessThanOrEqual(18);
});

it('the examples compile', () => {
  const settings = {
    extends: '../../tsconfig.json',
    compilerOptions: { noUnusedLocals: true },
    include: ['example.ts', 'people.ts'],
    exclude: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});

it('the example runs and says what it should', () => {
  expect(readme).toContain('`node scripts/run.mjs lib.ts`');
  const { stdout, stderr } = runFile('example.ts');
  expect(stderr).toBe('');
  expect(stdout).toMatch(
    /^\d+ cells; \d+\.\d m through \d+ portals\n1\.5 m wide: unreachable, stopped by a passage of \d\.\d\d m\nnarrowest passage: 0\.\d\d m\n$/,
  );
});

it('the example of running.md runs and gives a result', () => {
  expect(running).toContain('`node scripts/run.mjs people.ts`');
  const { stdout, stderr } = runFile('people.ts');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/name: 'Step-free way'[\s\S]*travelSeconds: \{ mean: \d/);
});

function runFile(name: string): { stdout: string; stderr: string } {
  return spawnSync(process.execPath, ['scripts/run.mjs', join(folder, name)], { cwd: root, encoding: 'utf8' });
}

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
