import type { Server } from 'node:http';

import { listening } from '../../src/testing/fixtures/listening.ts';

export interface Listening {
  readonly port: number;
  close(): Promise<void>;
}

/** Starts a server on a free port of the loopback interface. */
export async function listen(server: Server): Promise<Listening> {
  return {
    port: await listening(server),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
