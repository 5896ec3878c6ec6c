import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inPageWords } from './reading-words.ts';

it('options of the command become fields of the page', () => {
  expect(inPageWords('if it is in millimetres, try --scale 0.001')).toBe(
    'if it is in millimetres, try “Metres per unit” 0.001',
  );
  expect(inPageWords('as --as walkable says; without --as everything drawn is a wall')).toBe(
    'as “Closed outlines are” floor says; without “Closed outlines are” everything drawn is a wall',
  );
  expect(inPageWords('a larger --step-height takes in more, --floor another part')).toBe(
    'a larger “Highest step people take” takes in more, “Height of the floor” another part',
  );
  expect(inPageWords('--crs lonlat reads them as degrees instead')).toBe(
    '“Coordinates are” degrees reads them as degrees instead',
  );
  expect(inPageWords('--layers "A-WALL,Level 1" leaves them out; --layers A,B chooses')).toBe(
    '“Layers that are read” with A-WALL, Level 1 ticked leaves them out; “Layers that are read” A,B chooses',
  );
});

it('entries of the file become what the panel calls them', () => {
  expect(inPageWords('20 of 50 walkers do not fit into walkers[0].in: left out')).toBe(
    '20 of 50 people do not fit into people 1: left out',
  );
  expect(inPageWords('walkers[11].goal')).toBe('the goal of people 12');
  expect(inPageWords('1 walker had no way to "out"')).toBe('1 person had no way to "out"');
});

it('every option that a reader or the builder of places names has a field', () => {
  const folders = ['../../../formats/src/', '../../../engine/src/map/'].map((path) => new URL(path, import.meta.url));
  const sources = folders.flatMap((folder) =>
    (readdirSync(folder, { recursive: true }) as string[])
      // Models for other engines are written by the command only.
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !/^model[\\/]/.test(name))
      .map((name) => readFileSync(new URL(name, folder), 'utf8')),
  );
  // In texts only: a comment or `--count` is none.
  const said = sources.flatMap((source) => [...source.matchAll(/['`][^'`\n]*?--[a-z][^'`\n]*/g)].map(([text]) => text));
  expect(said.length).toBeGreaterThan(30);
  expect(said.map(inPageWords).filter((text) => /(?:^|[\s'`(])--[a-z]/.test(text))).toEqual([]);
});
