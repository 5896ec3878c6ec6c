/** The server of the page, asked byte by byte: what it serves, what it refuses, and that nothing outside its folder comes out. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { temporaryFolder } from '@foulee/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Given, type PageServer, servePage } from './view-server.ts';

const SECRET = 'nobody is to read this';
const temporary = temporaryFolder();
const folder = temporary.in('dist');
const servers: PageServer[] = [];
let page: PageServer;

beforeAll(async () => {
  mkdirSync(join(folder, 'assets', '.hidden'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Foulée</title>');
  writeFileSync(join(folder, 'assets', 'index-B0Ibz-w1.js'), 'export const answer = 42;\n');
  writeFileSync(join(folder, 'assets', 'a place.geojson'), SECRET);
  writeFileSync(join(folder, '.env'), SECRET);
  writeFileSync(join(folder, 'assets', '.hidden', 'key'), SECRET);
  temporary.file('secret.txt', SECRET);
  mkdirSync(temporary.in('dist-old'));
  writeFileSync(join(temporary.in('dist-old'), 'secret.txt'), SECRET);
  symlinkSync(temporary.in('secret.txt'), join(folder, 'assets', 'link.txt'));
  symlinkSync(temporary.path, join(folder, 'up'));
  symlinkSync(temporary.in('dist-old'), join(folder, 'sibling'));
  symlinkSync(join(folder, 'index.html'), join(folder, 'same.html'));
  page = await serve();
});

afterAll(async () => {
  for (const server of servers) await server.close();
  temporary.remove();
});

async function serve(given?: Given, host = '127.0.0.1'): Promise<PageServer> {
  const server = await servePage({ folder, given, host, port: 0 });
  servers.push(server);
  return server;
}

interface Answer {
  status: number;
  head: string;
  body: string;
}

/** Send these very bytes; what comes until the server ends the connection. */
function exchange(bytes: string, { port } = page): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(Buffer.from(bytes, 'latin1')));
    let answer = '';
    socket.setEncoding('utf8');
    socket.on('data', (data) => (answer += data));
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
  });
}

async function ask(path: string, method = 'GET', host = 'localhost', server = page): Promise<Answer> {
  const text = await exchange(`${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`, server);
  const [head, body] = text.split('\r\n\r\n', 2) as [string, string];
  return { status: Number(head.split(' ')[1]), head, body };
}

describe('the page', () => {
  it('is served with its types and the headers it needs', async () => {
    const { status, head, body } = await ask('/');
    expect(status).toBe(200);
    expect(body).toContain('<title>Foulée</title>');
    for (const line of [
      'Content-Type: text/html; charset=utf-8',
      'Cross-Origin-Opener-Policy: same-origin',
      'Cross-Origin-Embedder-Policy: require-corp',
      'Cross-Origin-Resource-Policy: same-origin',
      'X-Content-Type-Options: nosniff',
      'Cache-Control: no-cache',
    ]) {
      expect(head.split('\r\n')).toContain(line);
    }
    expect(head).toMatch(/Content-Security-Policy: default-src 'none'; script-src 'self';/);
    expect(head).not.toMatch(/Access-Control|unsafe-eval/);
    const script = await ask('/assets/index-B0Ibz-w1.js?v=1');
    expect(script).toMatchObject({ status: 200, body: 'export const answer = 42;\n' });
    expect(script.head).toContain('Content-Type: text/javascript');
    expect((await ask('/same.html')).body).toBe(body);
  });

  it('answers HEAD without a body, and nothing but GET and HEAD', async () => {
    const { status, head, body } = await ask('/assets/index-B0Ibz-w1.js', 'HEAD');
    expect({ status, body }).toEqual({ status: 200, body: '' });
    expect(head).toContain('Content-Length: 26');
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE']) {
      expect((await ask('/', method)).status, method).toBe(405);
    }
    const post = 'POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000000\r\n\r\nabc';
    expect(await exchange(post)).toMatch(/^HTTP\/1\.1 405 /);
  });
});

describe('what is not of the page', () => {
  it.each([
    '/../secret.txt',
    '/assets/../../secret.txt',
    '/%2e%2e/secret.txt',
    '/%2E%2E%2Fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '/%252e%252e/secret.txt',
    '/..%5csecret.txt',
    '/..\\secret.txt',
    '/assets\\..\\..\\secret.txt',
    '/..%c0%afsecret.txt',
    '/assets/..;/..;/secret.txt',
    '/index.html%00.js',
    '//etc/passwd',
    '/etc/passwd',
    '/%2fetc/passwd',
    '//localhost/secret.txt',
    'http://localhost/../secret.txt',
    'http://localhost/index.html',
    'secret.txt',
    '*',
    '/.env',
    '/assets/.hidden/key',
    '/assets/link.txt',
    '/up/secret.txt',
    '/sibling/secret.txt',
    '/assets',
    '/assets/',
    '/assets/./index-B0Ibz-w1.js',
    '/assets//index-B0Ibz-w1.js',
    '/assets/a%20place.geojson',
    '/index.html#/../secret.txt',
    '/index.html/',
    '/index.html/x',
    '/C:/secret.txt',
    '/index.html::$DATA',
    '/given/manifest.json',
    '/given/0',
    `/${'a'.repeat(5000)}`,
  ])('is refused: %s', async (path) => {
    const { status, body } = await ask(path);
    expect([400, 404]).toContain(status);
    expect(body).not.toContain(SECRET);
  });

  it('is refused when the bytes are no request', async () => {
    for (const line of [
      'GET /\0 HTTP/1.1',
      'GET / ../secret.txt HTTP/1.1',
      'GET',
      '\u0016\u0003\u0001',
      'é / HTTP/1.1',
    ]) {
      expect(await exchange(`${line}\r\nHost: localhost\r\n\r\n`)).toMatch(/^HTTP\/1\.1 400 /);
    }
    expect(await exchange('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
    const long = `GET / HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(9000)}\r\n\r\n`;
    expect(await exchange(long)).toMatch(/^HTTP\/1\.1 431 /);
    expect((await ask('/')).status).toBe(200);
  });
});

describe('names of hosts', () => {
  it('are ours, or refused', async () => {
    for (const host of ['localhost', 'LOCALHOST:4173', '127.0.0.1', `127.0.0.1:${page.port}`, '[::1]:80']) {
      expect((await ask('/', 'GET', host)).status, host).toBe(200);
    }
    for (const host of [
      'evil.example',
      'localhost.evil.example',
      'evil.example:80',
      '127.0.0.1.evil.example',
      '192.168.0.7',
      '[::1',
      'localhost:80:80',
      'localhost:80@evil.example',
      '',
    ]) {
      expect([400, 421], host).toContain((await ask('/', 'GET', host)).status);
    }
    for (const [one, other] of [
      ['localhost', 'evil.example'],
      ['evil.example', 'localhost'],
      ['localhost', 'localhost'],
    ]) {
      const twice = `GET / HTTP/1.1\r\nHost: ${one}\r\nHost: ${other}\r\nConnection: close\r\n\r\n`;
      expect(await exchange(twice)).toMatch(/^HTTP\/1\.1 400 /);
    }
  });

  it('are any address of a machine that listens on all, and no foreign name', async () => {
    const open = await serve(undefined, '0.0.0.0');
    expect(open.origin).toBe(`http://127.0.0.1:${open.port}`);
    expect((await ask('/', 'GET', `192.168.0.7:${open.port}`, open)).status).toBe(200);
    expect((await ask('/', 'GET', '[fe80::1]', open)).status).toBe(200);
    expect((await ask('/', 'GET', 'evil.example', open)).status).toBe(421);
  });
});

describe('what is given', () => {
  it('is listed and served, and nothing beside it', async () => {
    const path = temporary.file('scenario.yaml', 'name: Größe\n');
    const place = temporary.file('plan.dxf', '');
    const given = await serve({
      kind: 'scenario',
      files: [
        { name: 'scenario.yaml', path },
        { name: '../plan.dxf', path: place },
      ],
    });
    const manifest = await ask('/given/manifest.json', 'GET', 'localhost', given);
    expect(manifest.head).toContain('Content-Type: application/json');
    expect(JSON.parse(manifest.body)).toEqual({
      kind: 'scenario',
      main: 'scenario.yaml',
      files: [
        { name: 'scenario.yaml', url: 'given/0' },
        { name: '../plan.dxf', url: 'given/1' },
      ],
    });
    expect(await ask('/given/0', 'GET', 'localhost', given)).toMatchObject({ status: 200, body: 'name: Größe\n' });
    expect(await ask('/given/1', 'GET', 'localhost', given)).toMatchObject({ status: 200, body: '' });
    for (const wrong of ['/given/2', '/given/-1', '/given/00', '/given/', '/given/0/', '/given/scenario.yaml']) {
      expect((await ask(wrong, 'GET', 'localhost', given)).status, wrong).toBe(404);
    }
  });

  it('is as it is now, and missed when it is gone', async () => {
    const path = temporary.file('changing.csv', 'one');
    const given = await serve({ kind: 'recording', files: [{ name: 'changing.csv', path }] });
    expect((await ask('/given/0', 'GET', 'localhost', given)).body).toBe('one');
    temporary.file('changing.csv', 'three');
    expect((await ask('/given/0', 'GET', 'localhost', given)).body).toBe('three');
    const lost = await serve({ kind: 'recording', files: [{ name: 'lost.csv', path: temporary.in('lost.csv') }] });
    expect((await ask('/given/0', 'GET', 'localhost', lost)).status).toBe(404);
  });
});

it('holds a bounded number of connections, and serves again when they are gone', async () => {
  const busy = await serve();
  const sockets = Array.from({ length: 90 }, () => connect(busy.port, '127.0.0.1'));
  for (const socket of sockets) socket.on('error', () => {});
  const dropped = () => sockets.filter(({ closed }) => closed).length;
  await expect.poll(dropped, { timeout: 5000 }).toBe(90 - 64);
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await ask('/', 'GET', 'localhost', busy).catch(() => undefined))?.status).toBe(200);
});

describe.each([
  ['never ask', ''],
  ['never finish asking', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: '],
  ['are kept after an answer', 'HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n'],
])('while 70 connections %s', (_, bytes) => {
  it('serves everybody else', async () => {
    const held = await serve();
    const sockets = Array.from({ length: 70 }, () =>
      connect(held.port, '127.0.0.1', function (this: Socket) {
        this.write(bytes);
      }),
    );
    for (const socket of sockets) socket.on('error', () => {}).resume();
    const settled = () => sockets.filter(({ closed, connecting }) => closed || !connecting).length;
    await expect.poll(settled, { timeout: 5000 }).toBe(70);
    const answers = await Promise.all(Array.from({ length: 10 }, () => ask('/', 'GET', 'localhost', held)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    for (const socket of sockets) socket.destroy();
  });
});

it('ends at once, though a connection is open', async () => {
  const server = await serve();
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  await new Promise((connected) => socket.once('connect', connected));
  await server.close();
  await expect(ask('/', 'GET', 'localhost', server)).rejects.toThrow('ECONNREFUSED');
});
