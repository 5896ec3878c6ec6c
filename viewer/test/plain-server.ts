/** The page as any web server would send it: in a folder of its own, without the headers that shared memory needs. */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { DIST } from './browser.ts';

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

export interface PlainServer {
  /** Of the page's folder. */
  address: string;
  close: () => void;
}

export async function servePlainly(folder: string): Promise<PlainServer> {
  const server = createServer(async ({ url = '' }, response) => {
    const [path] = url.split('?') as [string];
    const name = path === folder ? 'index.html' : path.slice(folder.length);
    const isThere = path.startsWith(folder) && /^[\w./-]+$/.test(name) && !name.includes('..');
    const bytes = isThere ? await readFile(join(DIST, name)).catch(() => undefined) : undefined;
    response.writeHead(bytes === undefined ? 404 : 200, { 'Content-Type': TYPES[extname(name)] ?? 'text/plain' });
    response.end(bytes);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { address: `http://127.0.0.1:${port}${folder}`, close };
}
