import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { listen, type Listening } from './listen.ts';

const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['portal.html', 'text/html'],
  '/portal.css': ['portal.css', 'text/css'],
  '/portal.js': ['portal.js', 'text/javascript'],
};

/** Serves the sample portal of e2e/portal on every loopback name. */
export async function startPortal(): Promise<Listening> {
  const server = createServer(({ url }, response) => {
    const found = files[new URL(url ?? '/', 'http://portal.test').pathname];
    if (!found) return response.writeHead(404).end();
    const [file, type] = found;
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` });
    return response.end(readFileSync(join(import.meta.dirname, '../portal', file)));
  });
  return listen(server);
}
