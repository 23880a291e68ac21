import { expect, it } from 'vitest';

import { createNodeServer, listen } from '../http/nodeServer.ts';
import { startProblem } from '../server.ts';

const config = { metricsPort: 9464 };

/** The sentence shown for Node's error about an address. */
async function problemOf(host: string, port: number): Promise<string | undefined> {
  const server = createNodeServer();
  try {
    await listen(server, host, port);
    return 'listens';
  } catch (error) {
    return startProblem(error, { metricsPort: null });
  } finally {
    server.close();
  }
}

it('H17: the sentence about an address names HOST if no interface of this machine has the address', async () => {
  // 192.0.2.0/24 is reserved for documentation: no machine has such an address.
  expect(await problemOf('192.0.2.1', 0)).toBe(
    'HOST is not an address of this machine: choose another, for example HOST=127.0.0.1',
  );
});

it('H17: the sentence about an address names PORT if another process uses the port', async () => {
  const other = createNodeServer();
  expect(await problemOf('127.0.0.1', await listen(other, '127.0.0.1', 0))).toBe(
    'PORT is already in use: choose another, for example PORT=8081',
  );
  other.close();
});

it.each([
  ['ENOTFOUND', undefined, /^HOST is a name that has no address: .+ HOST=127\.0\.0\.1$/],
  ['EAI_AGAIN', undefined, /^HOST .+ cannot be resolved right now: /],
  ['EADDRINUSE', 9464, /^METRICS_PORT is already in use: .+ METRICS_PORT=9465$/],
  ['EACCES', 80, /^PORT .+ may not listen on: .+ PORT=8081$/],
  ['EACCES', 9464, /^METRICS_PORT .+ may not listen on: .+ METRICS_PORT=9465$/],
])('H17: %s with port %s becomes one sentence that names the key', (code, port, sentence) => {
  const error = Object.assign(new Error(`listen ${code}`), { code, port });
  expect(startProblem(error, config)).toMatch(sentence);
});

it('H17: there is no such sentence about other errors', () => {
  expect(startProblem(new TypeError('broken'), config)).toBeUndefined();
  expect(startProblem(undefined, config)).toBeUndefined();
  const unreadable = Object.assign(new Error('open'), { code: 'EACCES', path: 'index.html' });
  expect(startProblem(unreadable, config)).toBeUndefined();
});
