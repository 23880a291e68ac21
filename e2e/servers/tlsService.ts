import { createServer } from 'node:https';

import { getRequestListener } from '@hono/node-server';

import { createSandbox } from '../../src/sandbox/sandbox.ts';
import { createCertificate } from './certificate.ts';
import { listen, type Listening } from './listen.ts';

/** The sandbox behind TLS at `localhost` and 127.0.0.1. */
export interface TlsService extends Listening {
  /** The certificate to trust, as PEM. */
  readonly cert: string;
  /** Method, path and headers of each request so far. */
  readonly seen: { readonly line: string; readonly headers: readonly string[] }[];
}

export async function startSandboxService(): Promise<TlsService> {
  const certificate = createCertificate();
  const sandbox = createSandbox({ things: 60 });
  const seen: TlsService['seen'] = [];
  const answer = getRequestListener((request) => sandbox.fetch(request), {
    overrideGlobalObjects: false,
  });
  const server = createServer(certificate, (request, response) => {
    seen.push({ line: `${request.method} ${request.url}`, headers: request.rawHeaders });
    void answer(request, response);
  });
  return { ...(await listen(server)), cert: certificate.cert, seen };
}
