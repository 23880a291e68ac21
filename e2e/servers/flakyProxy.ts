import { createServer, type ServerResponse } from 'node:http';

import { forward } from './forward.ts';
import { listen } from './listen.ts';

/** Returns the fault to cause instead of forwarding the request; undefined to forward it. */
type ConnectionFault = (path: string, response: ServerResponse) => (() => void) | undefined;

/** A reverse proxy in front of the gateway that can fail. */
export interface FlakyProxy {
  readonly origin: string;
  /** The paths of all requests so far. */
  readonly paths: readonly string[];
  mishap: ConnectionFault;
  /** Called for each request, which is forwarded once the promise resolves. */
  hold: (path: string) => Promise<void> | undefined;
  close(): Promise<void>;
}

/** @param gateway the gateway's origin, on 127.0.0.1 */
export async function startFlakyProxy(gateway: string): Promise<FlakyProxy> {
  const paths: string[] = [];
  const target = Number(new URL(gateway).port);
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    paths.push(path);
    const mishap = line.mishap(path, response);
    if (mishap) mishap();
    else void Promise.resolve(line.hold(path)).then(() => forward(request, response, target));
  });
  const { port, close } = await listen(server);
  const line: FlakyProxy = {
    origin: `http://localhost:${port}`,
    paths,
    mishap: () => undefined,
    hold: () => undefined,
    close,
  };
  return line;
}
