/** Non-null marks right after an index stay few. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

/** Marks that the compiler needs today: elements whose own type has undefined. Lower it when some go. */
const MOST = 16;
const MARK = /\][!](?!=)/g;

const root = fileURLToPath(new URL('..', import.meta.url));
const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { workspaces: string[] };

function marks(text: string): number {
  return text.match(MARK)?.length ?? 0;
}

function sourcesIn(folder: string): string[] {
  return (readdirSync(join(root, folder), { recursive: true }) as string[])
    .filter((name) => /\.(?:ts|svelte)$/.test(name) && !/(?:^|[\\/])(?:node_modules|dist)[\\/]/.test(name))
    .map((name) => join(folder, name));
}

it('counts marks after an index, not comparisons', () => {
  expect(marks(`const a = list[0]${'!'}.x + map[key]${'!'} - (rows[i][j]${'!'});`)).toBe(3);
  expect(marks('const b = list[0] !== 1 && list[0]!==2 && ![0].includes(x!);')).toBe(0);
});

it('has few of them', () => {
  const found = [...workspaces, 'scripts', 'docs']
    .flatMap(sourcesIn)
    .flatMap((file) => Array<string>(marks(readFileSync(join(root, file), 'utf8'))).fill(file));
  const advice =
    'An element of an array needs no mark: the compiler does not add undefined to it (noUncheckedIndexedAccess is off). ' +
    'Where the element itself may be undefined, read it once into a constant and check it';
  expect(
    found.length,
    `${found.length} non-null marks after an index, ${MOST} allowed. ${advice}.\n${found.join('\n')}`,
  ).toBeLessThanOrEqual(MOST);
});
