/** What scripts and documents may import: each other's neighbours, and packages by their names. */
import { judgeRooms, readPackage } from '@foulee/testing';
import { expect, test } from 'vitest';

const root = new URL('..', import.meta.url);

test.each(['scripts', 'docs'])('%s import packages by name, and nothing in a circle', (folder) => {
  expect(judgeRooms(readPackage(new URL(`${folder}/`, root), root), [])).toEqual([]);
});
