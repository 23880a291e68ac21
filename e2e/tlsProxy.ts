import { request as forward } from 'node:http';
import { createServer } from 'node:https';

import { createCertificate } from './certificate.ts';

/** A reverse proxy that ends TLS, as an operator would put before the gateway. */
export interface TlsProxy {
  readonly port: number;
  /** Where requests go from now on, on 127.0.0.1. */
  target: number;
  close(): Promise<void>;
}

export async function startTlsProxy(): Promise<TlsProxy> {
  const server = createServer(createCertificate(), (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const onward = forward(
      { host: '127.0.0.1', port: proxy.target, method, path: url, headers },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      },
    );
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const proxy: TlsProxy = {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    target: 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
