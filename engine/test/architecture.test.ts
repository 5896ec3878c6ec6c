/**
 * The engine's layout, declared once: which folder may import which (testing/src/rooms/judge-rooms.ts says how it is judged), and
 * what none of them may touch.
 */
import { readFileSync } from 'node:fs';
import { judgeRooms, readPackage } from '@foulee/testing';
import { describe, expect, it } from 'vitest';

/**
 * Each room may import from itself and from those before it, by file; build.ts is a room of its own. index.ts and inside.ts are for
 * other packages.
 */
const ORDER = [
  'core',
  'triangulation',
  'map',
  'subdivision',
  'topology',
  'routing',
  'raster',
  'build.ts',
  'crowd',
  'neighbours',
  'perception',
  'knowledge',
  'bodies',
  'walkers',
  'scenario',
  'record',
  'measure',
  'simulation',
  'run',
  'index.ts',
  'inside.ts',
];

const root = new URL('..', import.meta.url);
const engine = readPackage(root);
const files = engine.files.filter((file) => file.startsWith('src/') && !file.endsWith('.test.ts'));

describe('architecture of the engine', () => {
  it('has rooms that are known and in order, and no import in a circle', () => {
    expect(engine.imports.length).toBeGreaterThan(1000);
    expect(judgeRooms(engine, ORDER, { onlyIn: { zod: 'scenario' } })).toEqual([]);
  });

  it('uses no clock, no console, no chance, no maths that differs between machines', () => {
    const forbidden =
      /\bMath\.(random|sin|cos|tan|asin|acos|atan2?|exp|pow|log\w*|hypot|cbrt)\b|\bDate\b|performance\.now|console\./;
    const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    const found = files.filter((file) => forbidden.test(withoutComments(readFileSync(new URL(file, root), 'utf8'))));
    expect(forbidden.test(withoutComments('const x = Math.sin(1); // a sine'))).toBe(true);
    expect(found).toEqual([]);
  });
});
