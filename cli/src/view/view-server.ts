/**
 * The page and what was given to it, over HTTP, to the browsers of this machine.
 *
 *   /…                    the files of the page's folder; / is index.html
 *   /given/manifest.json  what was given: { kind, main, files: [{ name, url }…] }, urls as the page sees them; 404 when nothing was
 *   /given/0, /given/1 …  those files, read when they are asked for
 *
 * A path is taken as it is written, never decoded: every name in it must be of plain letters, digits, `_`, `-` and dots, and not begin
 * with a dot, so there is no way to write one that leads elsewhere. What a link inside the folder leads to is served only if it lies
 * inside, too. Names of hosts that are not ours are refused: a page from elsewhere could have its own name lead to this machine, and
 * read what is served as if it were its own.
 */
import { type FileHandle, open, realpath } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { extname, join, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A file that the page is given. */
interface GivenFile {
  /** As the scenario calls it. */
  name: string;
  path: string;
}

export interface Given {
  kind: 'scenario' | 'recording';
  /** The first is the scenario or the recording itself. */
  files: readonly GivenFile[];
}

export interface PageServerOptions {
  /** The built page. */
  folder: string;
  given?: Given | undefined;
  /** Name or address to listen on. */
  host: string;
  /** 0: any free one. */
  port: number;
}

export interface PageServer {
  /** Where this machine's browsers find it, without a `/` at the end. */
  origin: string;
  port: number;
  close: () => Promise<void>;
}

const LARGEST_HEADERS = 8192;
const MOST_CONNECTIONS = 64;
/** Milliseconds: for the headers, for the request, and without a byte in either direction. */
const HEADERS_WITHIN = 10_000;
const REQUEST_WITHIN = 20_000;
const SILENCE = 60_000;

/**
 * Everything from here and nothing from elsewhere. Blobs are files that the page makes itself: pictures and films to keep. Attributes
 * may hold styles: that is how the page places things.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self' blob:",
  "connect-src 'self' blob: data:",
  "img-src 'self' blob: data:",
  "media-src 'self' blob:",
  "font-src 'self' data:",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HEADERS = {
  // Isolated from other origins a page has shared memory, and with it threads.
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Embedder-Policy': 'require-corp',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-cache',
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json',
  '.geojson': 'application/geo+json',
  '.glb': 'model/gltf-binary',
  '.wasm': 'application/wasm',
  '.woff2': 'font/woff2',
};
const BYTES = 'application/octet-stream';

const NAMES = /^(?:\/[A-Za-z0-9_-][A-Za-z0-9_.-]*)+$/;

/** Settles when it listens; fails as `listen` does. */
export async function servePage(options: PageServerOptions): Promise<PageServer> {
  const folder = await realpath(options.folder);
  const hosts = hostsOf(options.host);
  const server = createServer({ maxHeaderSize: LARGEST_HEADERS, requireHostHeader: true }, (request, response) => {
    answer(request, response, folder, options.given, hosts).catch(() => response.destroy());
  });
  boundConnections(server);
  server.headersTimeout = HEADERS_WITHIN;
  server.requestTimeout = REQUEST_WITHIN;
  server.setTimeout(SILENCE);
  await listening(server, options);
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    });
  return { origin: `http://${reachable(options.host)}:${port}`, port, close };
}

/**
 * Holds MOST_CONNECTIONS at most. For one more, the one that has been idle for longest goes, whether a browser keeps it for later or
 * somebody never finished asking: nobody can keep others out by holding connections. Those that are being answered stay.
 */
function boundConnections(server: Server): void {
  /** The connections, idle for longest first, and how many requests each has under way. */
  const underWay = new Map<Socket, number>();
  server.on('connection', (socket) => {
    if (underWay.size >= MOST_CONNECTIONS) {
      const idle = [...underWay].find(([, requests]) => requests === 0)?.[0];
      if (idle === undefined) return void socket.destroy();
      underWay.delete(idle);
      idle.destroy();
    }
    underWay.set(socket, 0);
    socket.once('close', () => underWay.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    const change = (by: number) => {
      const requests = underWay.get(socket);
      if (requests === undefined) return;
      underWay.delete(socket);
      underWay.set(socket, requests + by);
    };
    change(1);
    response.once('close', () => change(-1));
  });
}

function listening(server: Server, { host, port }: PageServerOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

/** A machine that listens on all its addresses is reached on this one. */
function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return isIP(host) === 6 ? `[${host}]` : host;
}

/** Which names and addresses in a request mean this server. */
function hostsOf(listened: string): (name: string) => boolean {
  const own = new Set(['localhost', '127.0.0.1', '[::1]', reachable(listened).toLowerCase()]);
  if (listened !== '0.0.0.0' && listened !== '::') return (name) => own.has(name);
  own.add(hostname().toLowerCase());
  // Nobody makes an address lead elsewhere, only names.
  return (name) => own.has(name) || isIP(name) === 4 || (name.startsWith('[') && isIP(name.slice(1, -1)) === 6);
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  folder: string,
  given: Given | undefined,
  isOurs: (name: string) => boolean,
): Promise<void> {
  const { method, url = '', headers, headersDistinct } = request;
  // Of two, others on the way here may have believed the other one.
  if (headersDistinct.host?.length !== 1) return refuse(response, 400, 'one Host, please');
  const host = /^(.*?)(?::\d{1,5})?$/.exec(headers.host ?? '')![1].toLowerCase();
  if (!isOurs(host)) return refuse(response, 421, 'this server is not called that: open the address it printed');
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405, 'only GET and HEAD');
  }
  const [path] = url.split('?', 1) as [string];
  if (path === '/given/manifest.json' && given !== undefined) {
    return send(response, method, TYPES['.json'], Buffer.from(JSON.stringify(manifestOf(given))));
  }
  const file = path.startsWith('/given/') ? givenPath(given, path) : await pagePath(folder, path);
  const handle = file === undefined ? undefined : await open(file).catch(() => undefined);
  if (handle === undefined) return refuse(response, 404, 'there is nothing here');
  try {
    const type = file!.startsWith(folder + sep) ? TYPES[extname(file!).toLowerCase()] : undefined;
    await sendFile(response, method, type ?? BYTES, handle);
  } finally {
    await handle.close();
  }
}

function manifestOf({ kind, files }: Given): unknown {
  const listed = files.map(({ name }, i) => ({ name, url: `given/${i}` }));
  return { kind, main: files[0].name, files: listed };
}

function givenPath(given: Given | undefined, path: string): string | undefined {
  return given?.files.find((_, i) => path === `/given/${i}`)?.path;
}

/** The real path of a file in the folder. */
async function pagePath(folder: string, path: string): Promise<string | undefined> {
  const name = path === '/' ? '/index.html' : path;
  if (!NAMES.test(name)) return undefined;
  const real = await realpath(join(folder, ...name.split('/'))).catch(() => undefined);
  return real?.startsWith(folder + sep) === true ? real : undefined;
}

async function sendFile(response: ServerResponse, method: string, type: string, handle: FileHandle): Promise<void> {
  const found = await handle.stat();
  if (!found.isFile()) return refuse(response, 404, 'there is nothing here');
  response.writeHead(200, { ...HEADERS, 'Content-Type': type, 'Content-Length': found.size });
  if (method === 'HEAD' || found.size === 0) return void response.end();
  // A file may grow while it is sent: as much as was promised.
  await pipeline(handle.createReadStream({ start: 0, end: found.size - 1, autoClose: false }), response);
}

function send(response: ServerResponse, method: string, type: string, body: Buffer): void {
  response.writeHead(200, { ...HEADERS, 'Content-Type': type, 'Content-Length': body.length });
  response.end(method === 'HEAD' ? undefined : body);
}

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...HEADERS, 'Content-Type': 'text/plain; charset=utf-8', Connection: 'close' });
  response.end(`${text}\n`);
}
