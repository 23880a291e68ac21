import { createServer } from 'node:https';

import { createCertificate } from './certificate.ts';
import { forward } from './forward.ts';
import { listen, type Listening } from './listen.ts';

/** A reverse proxy that terminates TLS in front of the gateway. */
export interface TlsProxy extends Listening {
  /** The port on 127.0.0.1 that receives the requests. */
  target: number;
}

export async function startTlsProxy(): Promise<TlsProxy> {
  const server = createServer(createCertificate(), (incoming, outgoing) =>
    forward(incoming, outgoing, proxy.target),
  );
  const proxy: TlsProxy = { ...(await listen(server)), target: 0 };
  return proxy;
}
