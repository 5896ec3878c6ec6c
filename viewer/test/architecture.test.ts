/**
 * The rooms of the page, declared once: each may import from itself and from those before it. The first four make up the worker; the page
 * has them all, but nothing of the worker's own.
 */
import { judgeRooms, readPackage } from '@foulee/testing';
import { expect, test } from 'vitest';

const ORDER = [
  // What both sides share: messages, moments, places, and what is drawn over them.
  'protocol',
  'run',
  'measure',
  'worker',
  // From here on the page alone.
  'document',
  'scene',
  'edit',
  'page',
  'inside',
  'picture',
  'video',
  'panels',
  'App.svelte',
  'main.ts',
  'svelte.d.ts',
];

const viewer = readPackage(new URL('..', import.meta.url));

test('rooms are known and in order, nothing imports in a circle, and packages are declared', () => {
  expect(judgeRooms(viewer, ORDER)).toEqual([]);
});

test('the page starts the worker, and imports nothing of it', () => {
  const isWorker = (file: string) => file.startsWith('src/worker/');
  const isOfPage = (file: string) => file.startsWith('src/') && !isWorker(file) && !file.endsWith('.test.ts');
  const crossing = viewer.imports
    .filter(({ from, file }) => isOfPage(from) && file !== undefined && isWorker(file))
    .map(({ from, file }) => `${from} → ${file}`);
  expect(crossing).toEqual(['src/page/session.ts → src/worker/worker.ts']);
});
