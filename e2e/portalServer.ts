import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const files: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['portal.html', 'text/html'],
  '/portal.css': ['portal.css', 'text/css'],
  '/portal.js': ['portal.js', 'text/javascript'],
};

export interface PortalServer {
  readonly port: number;
  close(): Promise<void>;
}

/** The sample portal of e2e/portal, on every loopback name. */
export async function startPortal(): Promise<PortalServer> {
  const server = createServer(({ url }, response) => {
    const found = files[new URL(url ?? '/', 'http://portal.test').pathname];
    if (!found) return response.writeHead(404).end();
    const [file, type] = found;
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` });
    return response.end(readFileSync(join(import.meta.dirname, 'portal', file)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
