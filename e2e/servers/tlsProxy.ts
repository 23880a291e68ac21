import { createServer } from 'node:https';

import { createCertificate } from './certificate.ts';
import { forward } from './forward.ts';
import { listen, type Listening } from './listen.ts';

/** A reverse proxy that ends TLS, as an operator would put before the gateway. */
export interface TlsProxy extends Listening {
  /** Where requests go from now on, on 127.0.0.1. */
  target: number;
}

export async function startTlsProxy(): Promise<TlsProxy> {
  const server = createServer(createCertificate(), (incoming, outgoing) =>
    forward(incoming, outgoing, proxy.target),
  );
  const proxy: TlsProxy = { ...(await listen(server)), target: 0 };
  return proxy;
}
