import { createNodeServer, listen } from '../http/nodeServer.ts';
import type { Metrics } from './metrics.ts';

/** Serves only `GET /metrics`, on a separate port that browsers need not reach. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  where: { readonly host: string; readonly port: number },
) {
  const server = createNodeServer();
  server.on('request', ({ method, url }, response) => {
    response.setHeader('x-content-type-options', 'nosniff');
    response.setHeader('cache-control', 'no-store');
    if (url?.split('?')[0] !== '/metrics') response.writeHead(404).end();
    else if (method !== 'GET') response.writeHead(405, { allow: 'GET' }).end();
    else {
      metrics.text().then(
        (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
        () => response.writeHead(500).end(),
      );
    }
  });
  const port = await listen(server, where.host, where.port);
  return {
    port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
