import { createServer, type ServerResponse } from 'node:http';

import { forward } from './forward.ts';
import { listen } from './listen.ts';

/** A fault that replaces forwarding a request; undefined forwards it. */
type ConnectionFault = (path: string, response: ServerResponse) => (() => void) | undefined;

/** A reverse proxy before the gateway that can fail. */
export interface FlakyProxy {
  readonly origin: string;
  /** Paths of the requests so far. */
  readonly paths: readonly string[];
  mishap: ConnectionFault;
  close(): Promise<void>;
}

/** @param gateway its origin, on 127.0.0.1 */
export async function startFlakyProxy(gateway: string): Promise<FlakyProxy> {
  const paths: string[] = [];
  const target = Number(new URL(gateway).port);
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    paths.push(path);
    const mishap = line.mishap(path, response);
    if (mishap) mishap();
    else forward(request, response, target);
  });
  const { port, close } = await listen(server);
  const line: FlakyProxy = {
    origin: `http://localhost:${port}`,
    paths,
    mishap: () => undefined,
    close,
  };
  return line;
}
