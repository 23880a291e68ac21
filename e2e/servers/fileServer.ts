import { readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';

import { listen } from './listen.ts';

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

export interface FileServer {
  /** The address of the folder, with a trailing slash. */
  readonly address: string;
  /** Every request that was not a GET of an existing file in the folder. */
  readonly strange: readonly string[];
  close(): Promise<void>;
}

/**
 * The simplest web server: the files of a folder under a path, and nothing else, not even a page for other addresses.
 *
 * @param basePath with leading and trailing slashes
 */
export async function startFileServer(folder: string, basePath: string): Promise<FileServer> {
  const strange: string[] = [];
  const server = createServer(({ method, url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://files.test');
    const name = pathname === basePath ? 'index.html' : pathname.slice(basePath.length);
    const file = join(folder, name);
    const isBelow = pathname.startsWith(basePath) && file.startsWith(folder);
    if (method !== 'GET' || !isBelow || !statSync(file, { throwIfNoEntry: false })?.isFile()) {
      strange.push(`${method} ${url}`);
      response.writeHead(404).end();
      return;
    }
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    response.end(readFileSync(file));
  });
  const { port, close } = await listen(server);
  return { address: `http://localhost:${port}${basePath}`, strange, close };
}
