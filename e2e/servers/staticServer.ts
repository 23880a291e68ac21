import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';

import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { listen } from './listen.ts';

/** A plain web server: the built files, a `config.json`, and the service behind a path. */
export interface StaticServer {
  readonly origin: string;
  /** The text of `config.json`; undefined if the file does not exist. */
  config: string | undefined;
  /** The names of missing files, as after an unfinished deployment. */
  missing: RegExp | undefined;
  close(): Promise<void>;
}

const ownDist = join(import.meta.dirname, '../../dist');
const servicePath = '/service';

/** The sandbox has both of the API document's base paths at its root, so one path serves both. */
const config = JSON.stringify({
  apiUrl: servicePath,
  consoleUrl: servicePath,
  environmentName: 'Plain',
});

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** The headers from the nginx sample, so that tests cover the sample. */
export function sampleHeaders(): ReadonlyMap<string, string> {
  const text = readFileSync(
    join(import.meta.dirname, '../../docs/proxies/nginx-static.conf'),
    'utf8',
  );
  const lines = text.matchAll(/^ *add_header ([\w-]+) (?:"([^"]*)"|(\S+)) always;$/gm);
  return new Map([...lines].map(([, name = '', quoted, bare]) => [name, quoted ?? bare ?? '']));
}

/**
 * Forwards requests to the service unchanged, without sessions.
 *
 * @param basePath the path that `dist` was built for, with leading and trailing slashes
 */
export async function startStaticServer(
  sandbox: Sandbox,
  { basePath = '/', dist = ownDist } = {},
): Promise<StaticServer> {
  const headers = sampleHeaders();

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? '/';
    if (path.startsWith(`${servicePath}/`)) return proxy(request, response, path);
    for (const [name, value] of headers) response.setHeader(name, value);
    if (!path.startsWith(basePath)) return response.writeHead(404).end();
    if (path === `${basePath}config.json`) {
      response.statusCode = site.config === undefined ? 404 : 200;
      return response.end(site.config);
    }
    const name = new URL(path, 'http://site.test').pathname.slice(basePath.length - 1);
    const file = extname(name) === '' ? '/index.html' : name;
    if (site.missing?.test(file) === true) return response.writeHead(404).end();
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    return response.end(readFileSync(join(dist, file)));
  }

  async function proxy(request: IncomingMessage, response: ServerResponse, path: string) {
    const body = new Uint8Array(await buffer(request));
    const sent = new Headers();
    for (const [name, value] of Object.entries(request.headers)) sent.set(name, String(value));
    const given = await sandbox.fetch(
      new Request(`http://sandbox.test${path.slice(servicePath.length)}`, {
        method: request.method ?? 'GET',
        headers: sent,
        body: body.byteLength === 0 ? null : body,
      }),
    );
    response.writeHead(given.status, Object.fromEntries(given.headers));
    return response.end(Buffer.from(await given.arrayBuffer()));
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  const { port, close } = await listen(server);
  const site: StaticServer = {
    origin: `http://127.0.0.1:${port}`,
    config,
    missing: undefined,
    close,
  };
  return site;
}
