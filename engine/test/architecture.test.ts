/**
 * The engine's layout, declared once: which folder may import which, and what none of them may touch.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** Each room may import from itself and from those before it, by file; build.ts and index.ts are rooms of their own. */
const ORDER = [
  'core',
  'triangulation',
  'map',
  'subdivision',
  'topology',
  'routing',
  'build.ts',
  'crowd',
  'neighbours',
  'bodies',
  'walkers',
  'scenario',
  'record',
  'measure',
  'simulation',
  'run',
  'index.ts',
];
/** Packages, and the folder that may import each; none: all. */
const PACKAGES: Record<string, string | undefined> = { 'robust-predicates': undefined, zod: 'scenario' };

const source = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');
const files = (readdirSync(source, { recursive: true }) as string[])
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => name.split(sep).join('/'))
  .sort();

interface Import {
  from: string;
  to: string;
}

/** Imports written in a text, type imports too; `to` is a file of the engine or a package. */
function importsOf(from: string, text: string): Import[] {
  return [...text.matchAll(/(?:from|import)\s+'([^']+)'/g)].map((match) => {
    const target = match[1];
    const isFile = target.startsWith('.');
    return {
      from,
      to: isFile
        ? relative(source, resolve(source, dirname(from), target))
            .split(sep)
            .join('/')
        : target,
    };
  });
}

const roomOf = (file: string) => file.split('/')[0];
const isFile = (to: string) => to.endsWith('.ts');

/** What is wrong with an import; undefined if nothing is. */
function judge({ from, to }: Import): string | undefined {
  if (!isFile(to)) {
    const isKnown = to in PACKAGES && (PACKAGES[to] === undefined || PACKAGES[to] === roomOf(from));
    return isKnown ? undefined : `${from} imports the package ${to}`;
  }
  if (to === 'index.ts') return `${from} imports through the barrel`;
  if (ORDER.indexOf(roomOf(to)) > ORDER.indexOf(roomOf(from))) return `${from} imports ${to}, which comes after it`;
  return undefined;
}

const imports = files.flatMap((file) => importsOf(file, readFileSync(join(source, file), 'utf8')));

describe('architecture of the engine', () => {
  it('knows every room', () => {
    expect([...new Set(files.map(roomOf))].sort()).toEqual([...ORDER].sort());
  });

  it('lets imports go one way, by file', () => {
    expect(imports.length).toBeGreaterThan(50);
    expect(imports.map(judge).filter((text) => text !== undefined)).toEqual([]);
  });

  it('sees a wrong import', () => {
    const wrong = `import type { CellMesh } from '../subdivision/cell-mesh.ts';\nimport { x } from '../index.ts';\nimport fs from 'node:fs';`;
    expect(importsOf('map/plan.ts', wrong).map(judge)).toEqual([
      'map/plan.ts imports subdivision/cell-mesh.ts, which comes after it',
      'map/plan.ts imports through the barrel',
      'map/plan.ts imports the package node:fs',
    ]);
  });

  it('has no import cycles', () => {
    const after = new Map<string, string[]>();
    for (const { from, to } of imports) if (isFile(to)) after.set(from, [...(after.get(from) ?? []), to]);
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (file: string, path: string[]) => {
      if (state.get(file) === 'done') return;
      if (state.get(file) === 'open') {
        cycles.push([...path, file].join(' → '));
        return;
      }
      state.set(file, 'open');
      for (const to of after.get(file) ?? []) visit(to, [...path, file]);
      state.set(file, 'done');
    };
    for (const file of files) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it('uses no clock, no console, no chance, no maths that differs between machines', () => {
    const forbidden =
      /\bMath\.(random|sin|cos|tan|asin|acos|atan2?|exp|pow|log\w*|hypot|cbrt)\b|\bDate\b|performance\.now|console\./;
    const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const found = files.filter((file) => forbidden.test(withoutComments(readFileSync(join(source, file), 'utf8'))));
    expect(forbidden.test(withoutComments('const x = Math.sin(1); // a sine'))).toBe(true);
    expect(found).toEqual([]);
  });
});
