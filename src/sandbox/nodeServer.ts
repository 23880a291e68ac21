import { serve } from '@hono/node-server';

import { ConnectionCut } from './responses.ts';
import type { Sandbox } from './sandbox.ts';

export interface SandboxServer {
  /** Scheme, host and port, without a trailing slash. */
  readonly origin: string;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/**
 * Serves a sandbox over HTTP (Node only). A fault that cuts the connection closes its socket.
 *
 * @param where port 0 picks a free port
 * @param onBug called with any error other than a cut connection, which is a bug in the sandbox
 */
export function serveSandbox(
  sandbox: Pick<Sandbox, 'fetch'>,
  where: { readonly host: string; readonly port: number },
  onBug: (error: unknown) => void,
): Promise<SandboxServer> {
  return new Promise((resolve, reject) => {
    const server = serve(
      {
        hostname: where.host,
        port: where.port,
        // Otherwise, the package's own Response, with other default headers, is used in the whole process.
        overrideGlobalObjects: false,
        async fetch(request, { incoming }) {
          const clientAddress = incoming.socket.remoteAddress;
          const from = clientAddress === undefined ? {} : { clientAddress };
          try {
            return await sandbox.fetch(request, from);
          } catch (error) {
            const isCut = error instanceof ConnectionCut || request.signal.aborted;
            if (isCut) incoming.socket.destroy();
            else onBug(error);
            return new Response(null, { status: 500 });
          }
        },
      },
      ({ port }) => {
        resolve({
          origin: `http://${where.host.includes(':') ? `[${where.host}]` : where.host}:${port}`,
          close: () =>
            new Promise((done) => {
              server.close(() => done());
              if ('closeAllConnections' in server) server.closeAllConnections();
            }),
        });
      },
    );
    server.once('error', reject);
  });
}
