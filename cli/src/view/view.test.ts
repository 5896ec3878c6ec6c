/** `foulee view`: what it takes and refuses, what it says, what it offers to the page. */
import { mkdirSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freshPage, temporaryFolder } from '@foulee/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { browserStarter, openBrowser } from './open-browser.ts';
import { recordingTerminal, runMain } from '../../test/run-main.ts';
import { view, type ViewFlags, type ViewPaths } from './view.ts';

const folder = temporaryFolder();
beforeAll(freshPage);
afterAll(folder.remove);

const SCENARIO = `name: A room
duration: 60
environment: { walkable: [{ box: [0, 0, 10, 10] }] }
exits: { out: { line: [[9.5, 0], [9.5, 10]] } }
walkers: [{ at: [1, 1] }]
`;

/** Serve, look, end. */
async function viewing(paths: ViewPaths, flags: ViewFlags, look: (address: string) => Promise<void>) {
  const terminal = recordingTerminal();
  let finish!: () => void;
  const end = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const code = view(paths, { port: '0', ...flags, json: true }, terminal, end);
  code.catch(() => {});
  await expect.poll(() => terminal.texts.out !== '' || isSettled(code), { timeout: 10_000 }).toBe(true);
  try {
    if (terminal.texts.out !== '') await look((JSON.parse(terminal.texts.out) as { address: string }).address);
  } finally {
    finish();
  }
  return { code: await code, ...terminal.texts };
}

function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const settled = promise.then(
    () => true,
    () => true,
  );
  return Promise.race([settled, Promise.resolve(false)]);
}

test('without anything to open: the page, and no manifest', async () => {
  const { code, error } = await viewing({}, {}, async (address) => {
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect(await (await fetch(address)).text()).toContain('<title>Foulée</title>');
    expect((await fetch(`${address}given/manifest.json`)).status).toBe(404);
  });
  expect({ code, error }).toEqual({ code: 0, error: '' });
});

test('a scenario: by its file or folder, with the file of its place', async () => {
  const inline = folder.file('room.yaml', SCENARIO);
  await viewing({ path: inline }, {}, async (address) => {
    expect(address).toMatch(/\/\?given$/);
    const manifest = await (await fetch(new URL('given/manifest.json', address))).json();
    expect(manifest).toEqual({ kind: 'scenario', main: 'room.yaml', files: [{ name: 'room.yaml', url: 'given/0' }] });
    expect(await (await fetch(new URL('given/0', address))).text()).toBe(SCENARIO);
  });
  mkdirSync(folder.in('hall'));
  mkdirSync(folder.in('plans'));
  folder.file('plans/hall.wkt', 'POLYGON((0 0,10 0,10 10,0 10,0 0))');
  folder.file('hall/scenario.yaml', SCENARIO.replace(/environment: .*/, 'environment: { file: ../plans/hall.wkt }'));
  await viewing({ path: folder.in('hall'), more: [folder.in('plans/hall.wkt')] }, {}, async (address) => {
    const manifest = await (await fetch(new URL('given/manifest.json', address))).json();
    expect(manifest).toMatchObject({
      main: 'scenario.yaml',
      files: [{}, { name: '../plans/hall.wkt', url: 'given/1' }],
    });
    expect(await (await fetch(new URL('given/1', address))).text()).toBe('POLYGON((0 0,10 0,10 10,0 10,0 0))');
  });
});

test('a recording, to the byte', async () => {
  const bytes = Uint8Array.from({ length: 300_000 }, (_, i) => (i * i) % 251);
  await viewing({ path: folder.file('Run 1.PARQUET', bytes) }, {}, async (address) => {
    const manifest = await (await fetch(new URL('given/manifest.json', address))).json();
    expect(manifest).toEqual({
      kind: 'recording',
      main: 'Run 1.PARQUET',
      files: [{ name: 'Run 1.PARQUET', url: 'given/0' }],
    });
    const sent = new Uint8Array(await (await fetch(new URL('given/0', address))).arrayBuffer());
    expect(Buffer.compare(sent, bytes)).toBe(0);
  });
});

test('a recording takes along what a run writes beside it, and what is given with it', async () => {
  const rows = 'time,step,serial,x,y,level,vx,vy,radius\n';
  const names = async (paths: ViewPaths) => {
    let given: unknown;
    await viewing(paths, {}, async (address) => {
      const { main, files } = await (await fetch(new URL('given/manifest.json', address))).json();
      given = [main, files.map(({ name }: { name: string }) => name)];
    });
    return given;
  };
  for (const stem of ['table', 'table.partial']) {
    const path = folder.file(`${stem}.csv`, rows);
    expect(await names({ path })).toEqual([`${stem}.csv`, [`${stem}.csv`]]);
    const info = folder.file(`${stem}-info.json`, '{}');
    folder.file(`${stem}-people.csv`, 'serial,profile\n');
    const all = [`${stem}.csv`, [`${stem}.csv`, `${stem}-people.csv`, `${stem}-info.json`]];
    expect(await names({ path })).toEqual(all);
    expect(await names({ path, more: [info] })).toEqual(all);
  }
  // Under another name, or from elsewhere: where it is given.
  const path = folder.file('renamed.csv', rows);
  const other = folder.file('what it was.json', '{}');
  symlinkSync(folder.file('elsewhere.json', '{}'), folder.in('renamed-info.json'));
  expect(await names({ path, more: [other] })).toEqual([
    'renamed.csv',
    ['renamed.csv', 'renamed-info.json', 'what it was.json'],
  ]);
  mkdirSync(folder.in('own'));
  symlinkSync(other, folder.in('own/run-info.json'));
  expect(await names({ path: folder.file('own/run.csv', rows) })).toEqual(['run.csv', ['run.csv']]);
});

test.each([
  [['table.csv', 'plan.dxf'], 'plan.dxf: is not a file that a run writes beside its recording; give its -info.json'],
  [['table.csv', 'nowhere.json'], 'nowhere.json: there is no such file'],
  [
    ['told-info.json'],
    'told-info.json: tells of a run and holds no recording; give the recording it was written beside,',
  ],
  [['room.yaml', 'a.wkt', 'b.wkt'], 'b.wkt: a scenario has one place'],
])('is refused in one line: %s', async (names, words) => {
  folder.file('table.csv', 'time,step,serial,x,y,level,vx,vy,radius\n');
  folder.file('plan.dxf', '0\nEOF\n');
  folder.file('room.yaml', SCENARIO);
  const told = { name: 'a', model: 'm', seed: 1, step: 0.1, every: 1, walkableArea: '', steps: [0, 9], changes: [] };
  folder.file('told-info.json', JSON.stringify(told));
  const { code, out, error } = await runMain('view', ...names.map((name) => folder.in(name)));
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toMatch(/^foulee: [^\n]+\n$/);
  expect(error).toContain(words);
});

test.each([
  ['missing.yaml', 'there is no such file'],
  ['missing.parquet', 'there is no such file'],
  ['killed.parquet', 'killed.partial.parquet: open that'],
  ['empty.csv', 'the file is empty'],
  ['plan.dxf', 'neither a scenario nor a recording; give .yaml, .yml, .json, .parquet, .sqlite, .txt, .csv; a plan'],
  ['bare', 'holds no scenario.yaml'],
  ['placeless.yaml', 'nowhere.dxf: there is no such file'],
  ['folder.csv', 'holds no scenario.yaml'],
])('is refused in one line: %s', async (name, words) => {
  folder.file('empty.csv', '');
  folder.file('killed.partial.parquet', 'PAR1');
  folder.file('plan.dxf', '0\nEOF\n');
  folder.file('placeless.yaml', SCENARIO.replace(/environment: .*/, 'environment: { file: nowhere.dxf }'));
  for (const made of ['bare', 'folder.csv']) mkdirSync(folder.in(made), { recursive: true });
  const { code, out, error } = await runMain('view', folder.in(name));
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toMatch(/^foulee: [^\n]+\n$/);
  expect(error).toContain(words);
});

test('a scenario has no file served that lies outside its folder, unless it is given as well', async () => {
  mkdirSync(folder.in('from-elsewhere'));
  const secret = folder.file('secret.txt', 'nobody is to read this');
  symlinkSync(secret, folder.in('from-elsewhere/link.wkt'));
  const named = (file: string) =>
    folder.file('from-elsewhere/a.yaml', SCENARIO.replace(/environment: .*/, `environment: { file: ${file} }`));
  for (const file of ['../secret.txt', secret, 'link.wkt', './x/../../secret.txt', '../nowhere.txt']) {
    const path = named(file);
    const { code, out, error } = await runMain('view', path);
    expect({ code, out }, file).toEqual({ code: 2, out: '' });
    expect(error).toMatch(
      /its place, .*, lies outside its folder; if that is right, name it as well: foulee view \S+ \S+\n$/,
    );
  }
  const path = named('../secret.txt');
  await viewing({ path, more: [secret] }, {}, async (address) => {
    expect(await (await fetch(new URL('given/1', address))).text()).toBe('nobody is to read this');
  });
  expect((await runMain('view', path, folder.file('other.wkt', 'x'))).error).toContain(
    `is not the place of ${path}, which is ${secret}; give that one`,
  );
  const alone = await runMain('view', folder.file('room.yaml', SCENARIO), secret);
  expect(alone.error).toContain('room.yaml has a place of its own; leave it out');
  // A folder that is a link itself.
  folder.file('from-elsewhere/hall.wkt', 'POLYGON((0 0,10 0,10 10,0 10,0 0))');
  named('hall.wkt');
  symlinkSync(folder.in('from-elsewhere'), folder.in('linked'));
  await viewing({ path: folder.in('linked/a.yaml') }, {}, async (address) => {
    expect((await fetch(new URL('given/1', address))).status).toBe(200);
  });
});

test('all problems of a scenario are said, a line each', async () => {
  const file = folder.file('wrong.yaml', SCENARIO.replace('60', 'soon').replace('[1, 1]', '[1]'));
  const { code, out, error } = await runMain('view', file);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error.trim().split('\n')).toHaveLength(2);
  expect(error).toMatch(/wrong\.yaml:2:\d+: .*\n.*wrong\.yaml:5:\d+/);
});

test.each([
  [['--port', '65536'], '--port: 65536 is not possible; give a whole number from 0 to 65535'],
  [['--port', 'x'], '--port: "x"'],
  [['--host', '$(reboot)'], '--host: "$(reboot)" is neither a name nor an address'],
  [['--host', '192.0.2.1'], '--host: 192.0.2.1 is not this machine'],
  [['--port', '1', 'a', 'b', 'c', 'd'], 'too many arguments'],
])('options that cannot be: %j', async (args, words) => {
  const { code, out, error } = await runMain('view', ...args);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(error).toContain(words);
});

test('a port that is taken: refused when it was asked for', async () => {
  const other = createServer();
  await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
  const { port } = other.address() as AddressInfo;
  const { code, error } = await runMain('view', '--port', `${port}`);
  other.close();
  expect({ code, error }).toEqual({ code: 2, error: `foulee: --port: ${port} is taken; give another, or 0 for any\n` });
});

test('the usual port, or any other when it is taken, and said so', async () => {
  await viewing({}, { port: undefined as never }, async () => {
    const { code, error } = await viewing({}, { port: undefined as never }, async (address) => {
      expect((await fetch(address)).status).toBe(200);
      expect(new URL(address).port).not.toBe('4173');
    });
    expect({ code, error }).toEqual({ code: 0, error: 'foulee: port 4173 is taken: another one is used\n' });
  });
});

test('--host warns loudly of what can be read; on loopback addresses there is nothing to warn of', async () => {
  const file = folder.file('room.yaml', SCENARIO);
  const { error } = await viewing({ path: file }, { host: '0.0.0.0' }, async () => {});
  expect(error).toMatch(
    /WARNING: open to the network: whoever reaches 0\.0\.0\.0, port \d+, can load the page and .*room\.yaml/,
  );
  expect((await viewing({ path: file }, { host: 'localhost' }, async () => {})).error).toBe('');
  expect((await viewing({ path: file }, { host: '127.0.0.2' }, async () => {})).error).toBe('');
});

test('a browser is started where somebody would see it, and not finding one is no error', async () => {
  expect(browserStarter('linux', { DISPLAY: ':0' })).toEqual(['xdg-open', []]);
  expect(browserStarter('linux', { WAYLAND_DISPLAY: 'wayland-0' })).toEqual(['xdg-open', []]);
  expect(browserStarter('linux', {})).toBeUndefined();
  expect(browserStarter('linux', { DISPLAY: ':0', CI: 'true' })).toBeUndefined();
  expect(browserStarter('darwin', {})).toEqual(['open', []]);
  expect(browserStarter('win32', {})![0]).toBe('rundll32');
  expect(await openBrowser('http://127.0.0.1:1/', undefined)).toBe(false);
  expect(await openBrowser('http://127.0.0.1:1/', ['/no/such/program', []])).toBe(false);
  expect(await openBrowser('http://127.0.0.1:1/', [process.execPath, ['-e', '']])).toBe(true);
});
