import { createServer, type ServerResponse } from 'node:http';

import { forward } from './forward.ts';
import { listen } from './listen.ts';

/** What happens to a request instead of reaching the gateway; undefined lets it pass. */
type Mishap = (path: string, response: ServerResponse) => (() => void) | undefined;

/** A reverse proxy before the gateway at which things go wrong. */
export interface WeakLine {
  readonly origin: string;
  /** Paths of the requests so far. */
  readonly paths: readonly string[];
  mishap: Mishap;
  close(): Promise<void>;
}

/** @param gateway its origin, on 127.0.0.1 */
export async function startWeakLine(gateway: string): Promise<WeakLine> {
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
  const line: WeakLine = {
    origin: `http://localhost:${port}`,
    paths,
    mishap: () => undefined,
    close,
  };
  return line;
}
