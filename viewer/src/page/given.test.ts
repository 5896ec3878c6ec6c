import { afterEach, expect, test, vi } from 'vitest';
import { loadGiven } from './given.ts';

const asked: string[] = [];

afterEach(() => {
  vi.unstubAllGlobals();
  asked.length = 0;
});

/** A server with these files; everything else is 404. */
function serve(files: Record<string, Response | Error>): void {
  vi.stubGlobal('fetch', async (url: URL) => {
    asked.push(url.href);
    const answer = files[url.href] ?? new Response('', { status: 404 });
    if (answer instanceof Error) throw answer;
    return answer;
  });
}

const PAGE = 'http://127.0.0.1:4173/some/folder/index.html?given';
const at = (path: string) => `http://127.0.0.1:4173/some/folder/${path}`;
const MANIFEST = {
  kind: 'scenario',
  main: 'hall.yaml',
  files: [
    { name: 'hall.yaml', url: 'given/0' },
    { name: '../plan.wkt', url: 'given/1' },
  ],
};

test('nothing is asked for unless the address says so', async () => {
  serve({});
  expect(await loadGiven('http://127.0.0.1:4173/')).toBeUndefined();
  expect(await loadGiven('http://127.0.0.1:4173/?other=given')).toBeUndefined();
  expect(asked).toEqual([]);
});

test('all files come with the names that the scenario has for them', async () => {
  serve({
    [at('given/manifest.json')]: Response.json(MANIFEST),
    [at('given/0')]: new Response('name: Hall'),
    [at('given/1')]: new Response(new Uint8Array([1, 2, 255])),
  });
  const given = await loadGiven(PAGE);
  expect(given).toEqual({
    kind: 'scenario',
    main: 'hall.yaml',
    files: [
      { name: 'hall.yaml', bytes: new TextEncoder().encode('name: Hall') },
      { name: '../plan.wkt', bytes: new Uint8Array([1, 2, 255]) },
    ],
  });
});

test('a server to which nothing was given', async () => {
  serve({});
  expect(await loadGiven(PAGE)).toBeUndefined();
  expect(asked).toEqual([at('given/manifest.json')]);
});

test.each([
  ['does not answer', { [at('given/manifest.json')]: new TypeError('failed to fetch') }],
  ['could not be asked for (500)', { [at('given/manifest.json')]: new Response('', { status: 500 }) }],
  ['could not be asked for (200)', { [at('given/manifest.json')]: new Response('<!doctype html>') }],
  ['could not be asked for (200)', { [at('given/manifest.json')]: Response.json({ ...MANIFEST, main: 'other' }) }],
  ['could not be asked for (200)', { [at('given/manifest.json')]: Response.json({ ...MANIFEST, files: [null] }) }],
  [
    '../plan.wkt could not be loaded (404)',
    { [at('given/manifest.json')]: Response.json(MANIFEST), [at('given/0')]: new Response('name: Hall') },
  ],
])('what fails is said: %s', async (words, files) => {
  serve(files as Record<string, Response | Error>);
  await expect(loadGiven(PAGE)).rejects.toThrow(words);
});
