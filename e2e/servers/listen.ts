import type { Server } from 'node:http';

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a server on a free port of the loopback interface. */
export async function listen(server: Server): Promise<Listening> {
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
