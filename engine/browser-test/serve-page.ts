/**
 * A page with one script, from this machine to itself. Twice: isolated from other origins, where pages have shared memory, and
 * as most servers would send it, where they have none.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const ISOLATED = { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' };
const PAGE = '<!doctype html><meta charset="utf-8"><title>crowd</title><script type="module" src="page.js"></script>';

export interface PageServer {
  isolated: string;
  plain: string;
  close: () => void;
}

export async function servePage(script: string): Promise<PageServer> {
  const server: Server = createServer(({ url = '' }, response) => {
    const [, kind, name] = url.split('/');
    const headers = kind === 'isolated' ? ISOLATED : {};
    const isScript = name === 'page.js';
    if ((kind !== 'isolated' && kind !== 'plain') || (name !== '' && !isScript)) response.writeHead(404).end();
    else {
      const type = isScript ? 'text/javascript' : 'text/html';
      response.writeHead(200, { ...headers, 'Content-Type': `${type}; charset=utf-8` }).end(isScript ? script : PAGE);
    }
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const at = (kind: string) => `http://127.0.0.1:${port}/${kind}/`;
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { isolated: at('isolated'), plain: at('plain'), close };
}
