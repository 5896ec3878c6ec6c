/** The judge of rooms sees what it is there for. */
import { describe, expect, it } from 'vitest';
import { cyclesOf } from '../src/rooms/cycles.ts';
import { importsIn } from '../src/rooms/imports.ts';
import { judgeRooms, type RoomRules } from '../src/rooms/judge-rooms.ts';
import { importsOf } from '../src/rooms/read-package.ts';

describe('imports of a text', () => {
  it('are static, of types, re-exported, dynamic, and of workers', () => {
    const text = [
      `import { a } from './a.ts';`,
      `import type { B } from './b.ts';`,
      `import {\n  c,\n  type D,\n} from '../c.ts';`,
      `import e, { f } from 'package';`,
      `import './effect.css';`,
      `export { g } from './g.ts';`,
      `export * from './h.ts';`,
      `const i = await import('./i.ts');`,
      `type J = import('./j.ts').J;`,
      `const k = new Worker(new URL('./k.ts', import.meta.url), { type: 'module' });`,
    ].join('\n');
    expect(importsIn(text).sort()).toEqual([
      '../c.ts',
      './a.ts',
      './b.ts',
      './effect.css',
      './g.ts',
      './h.ts',
      './i.ts',
      './j.ts',
      './k.ts',
      'package',
    ]);
  });

  it('are not in comments, strings and template strings', () => {
    const text = [
      `// import { a } from './a.ts';`,
      `/* import('./b.ts') */`,
      `/** @see import './c.ts' */`,
      'const text = `\nimport { d } from "./d.ts";\nimport \'./e.ts\';`;',
      `const words = ['to import', 'from here', 'http://somewhere']; // from './f.ts'`,
      `const data = readFileSync(new URL('./data.txt', import.meta.url));`,
      `import { real } from './real.ts'; // import './not.ts'`,
    ].join('\n');
    expect(importsIn(text)).toEqual(['./real.ts']);
  });

  it('are in the scripts of a Svelte file, not in its text', () => {
    const text = `<script module lang="ts">\n  import { a } from './a.ts';\n</script>\n<script lang="ts">\n  import B from './B.svelte';\n</script>\n<p>\nimport './text.ts'</p>`;
    expect(importsIn(text, true)).toEqual(['./a.ts', './B.svelte']);
  });
});

it('finds each cycle once, by the shortest way', () => {
  const graph = (edges: Record<string, string[]>) => new Map(Object.entries(edges).map(([a, b]) => [a, new Set(b)]));
  expect(cyclesOf(graph({ a: ['b'], b: ['c'], c: [] }))).toEqual([]);
  expect(cyclesOf(graph({ b: ['c', 'd'], c: ['a'], d: ['b'], a: ['b'] }))).toEqual([
    ['a', 'b', 'c'],
    ['b', 'd'],
  ]);
  expect(cyclesOf(graph({ a: ['a'] }))).toEqual([['a']]);
});

describe('the judge of rooms', () => {
  /** @param texts by path: the code of each file */
  function judge(texts: Record<string, string>, order: string[], rules: RoomRules = {}): string[] {
    const sources = {
      files: Object.keys(texts),
      imports: Object.entries(texts).flatMap(([file, text]) => importsOf(file, text)),
      dependencies: ['known', '@scope/known'],
      devDependencies: ['vitest'],
      entries: ['src/index.ts'],
    };
    return judgeRooms(sources, order, rules);
  }
  const from = (...files: string[]) => files.map((file) => `import type { X } from '${file}';`).join('\n');

  it('has nothing against rooms in order', () => {
    const texts = {
      'src/low/a.ts': from('known', '@scope/known/part'),
      'src/low/a.test.ts': from('vitest', 'node:fs', '../high/b.ts', '../index.ts'),
      'src/high/b.ts': from('../low/a.ts', './c.ts', '../../package.json'),
      'src/high/c.ts': '',
      'src/index.ts': from('./high/b.ts'),
      'test/scene.ts': from('../src/index.ts', 'node:fs'),
    };
    expect(judge(texts, ['low', 'high', 'index.ts'])).toEqual([]);
  });

  it('sees a room without a place in the order, and a name without a room', () => {
    expect(judge({ 'src/low/a.ts': '', 'src/new.ts': '' }, ['low', 'gone', 'low'])).toEqual([
      'src/new.ts has no place in the order',
      'gone is in the order, but not in src',
      'low is in the order twice',
    ]);
  });

  it('sees imports of what comes after, of what is for others, of tests, and out of the package', () => {
    const texts = {
      'src/low/a.ts': from('../high/b.ts', '../index.ts', '../../test/scene.ts', '../../../other/src/x.ts'),
      'src/high/b.ts': '',
      'src/index.ts': '',
      'test/scene.ts': from('../../other/src/x.ts'),
    };
    expect(judge(texts, ['low', 'high', 'index.ts'])).toEqual([
      'src/low/a.ts imports src/high/b.ts, which comes after it',
      'src/low/a.ts imports src/index.ts, which is for other packages',
      'src/low/a.ts imports test/scene.ts, which is no source',
      'src/low/a.ts imports ../../../other/src/x.ts, which is outside the package',
      'test/scene.ts imports ../../other/src/x.ts, which is outside the package',
    ]);
  });

  it('sees packages that are not declared, or not for this room, and Node', () => {
    const texts = {
      'src/low/a.ts': from('vitest', 'known', '@scope/other/known', 'node:fs'),
      'src/high/b.ts': from('known'),
      'test/scene.ts': from('unknown'),
    };
    expect(judge(texts, ['low', 'high'], { onlyIn: { known: 'high' } })).toEqual([
      'src/low/a.ts imports vitest, which package.json does not declare',
      'src/low/a.ts imports known, which is for high only',
      'src/low/a.ts imports @scope/other/known, which package.json does not declare',
      "src/low/a.ts imports node:fs, which is Node's",
      'test/scene.ts imports unknown, which package.json does not declare',
    ]);
    expect(judge({ 'src/low/a.ts': from('node:fs') }, ['low'], { usesNode: true })).toEqual([]);
  });

  it('sees files in a circle, tools of tests, too', () => {
    const texts = {
      'src/low/a.ts': from('./b.ts'),
      'src/low/b.ts': `const a = await import('./a.ts');`,
      'test/c.ts': from('./d.ts'),
      'test/d.ts': from('./c.ts'),
    };
    expect(judge(texts, ['low'])).toEqual([
      'files in a circle: src/low/a.ts → src/low/b.ts → src/low/a.ts',
      'files in a circle: test/c.ts → test/d.ts → test/c.ts',
    ]);
  });

  it('sees folders in a circle at any depth, and with the files beside them', () => {
    const texts = {
      'src/low/one/a.ts': from('../two/a.ts'),
      'src/low/one/b.ts': '',
      'src/low/two/a.ts': '',
      'src/low/two/b.ts': from('../one/b.ts'),
      'src/low/deep/one/a.ts': from('../beside.ts'),
      'src/low/deep/one/b.ts': '',
      'src/low/deep/beside.ts': from('./one/b.ts'),
    };
    expect(judge(texts, ['low'])).toEqual([
      'folders in a circle in src/low: one → two → one (src/low/one/a.ts → src/low/two/a.ts, src/low/two/b.ts → src/low/one/b.ts)',
      'folders in a circle in src/low/deep: beside.ts → one → beside.ts (src/low/deep/beside.ts → src/low/deep/one/b.ts, src/low/deep/one/a.ts → src/low/deep/beside.ts)',
    ]);
  });
});
