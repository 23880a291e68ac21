import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { afterEach, describe, expect, it } from 'vitest';

import { inherited } from '#testing/fixtures/gatewayProcess.ts';
import { callerOf, send } from '#testing/fixtures/sandboxClient.ts';

import { type SandboxServer, serveSandbox } from './nodeServer.ts';
import { createSandbox } from './sandbox.ts';

const sandbox = createSandbox({ things: 60 });
const here = { host: '127.0.0.1', port: 0 };
const bugs: unknown[] = [];
let server: SandboxServer | undefined;

async function get() {
  server ??= await serveSandbox(sandbox, here, (error) => bugs.push(error));
  return fetch(`${server.origin}/things?limit=50`, { headers: (await callerOf(sandbox)).headers });
}

afterEach(async () => {
  await server?.close();
  server = undefined;
  const [bug] = bugs.splice(0);
  if (bug !== undefined) throw new Error('The sandbox has a bug', { cause: bug });
  sandbox.reset();
});

describe('the sandbox as an HTTP server', () => {
  it('responds as it does in process, and leaves the globals alone', async () => {
    const response = await get();
    expect(response.status).toBe(200);
    expect(await response.json()).toHaveLength(50);
    // The answer of `fetch` is always of the usual class.
    expect(response.constructor).toBe(Response);
  });

  it('cuts the connection without a response', async () => {
    sandbox.faults.add({ route: 'GET /things', cut: 'before' });
    await expect(get()).rejects.toThrow(TypeError);
  });

  it('cuts the connection in the middle of the body', async () => {
    sandbox.faults.add({ route: 'GET /things', truncate: true });
    const response = await get();
    expect(response.status).toBe(200);
    await expect(response.text()).rejects.toThrow(TypeError);
  });

  it('reports a bug of its own, not a cut connection', async () => {
    const bug = new TypeError('Not a function');
    const broken = { fetch: () => Promise.reject(bug) };
    server = await serveSandbox(broken, here, (error) => bugs.push(error));
    expect((await fetch(`${server.origin}/things`)).status).toBe(500);
    expect(bugs.splice(0)).toEqual([bug]);
  });

  it('8.3: counts refreshes by the connection’s address', async () => {
    // Five in-process calls have no address, so they do not use the connection's budget.
    for (let i = 0; i < 5; i++) {
      await send(sandbox, 'POST', '/v1/auth/refresh', { body: { refresh_token: 'x' } });
    }
    await get();
    const refresh = () =>
      fetch(`${server?.origin}/v1/auth/refresh`, { method: 'POST', body: '{"refresh_token":"x"}' });
    const responses = await Promise.all(Array.from({ length: 6 }, refresh));
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('the standalone sandbox', () => {
  it.for<readonly [string, Record<string, string>, string, ...string[]]>([
    ['is reachable only from this machine with an empty HOST', { HOST: '' }, ': http://127.0.0.1:'],
    ['refuses', { SANDBOX_TIME_PASSES: 'yes' }, 'SANDBOX_TIME_PASSES must be true or false, for '],
    ['refuses the HOST of another machine', { HOST: '192.0.2.1' }, 'HOST must be an address of '],
    ['refuses an option', {}, 'There is no option --thigns; --help lists the options', '--thigns'],
  ])('%s %j', async ([, environment, expected, ...options]) => {
    const env = { ...inherited, PORT: '0', SANDBOX_THINGS: '1', ...environment };
    const child = spawn(process.execPath, ['src/sandbox/main.ts', ...options], { env });
    const outputs = [once(child.stdout, 'data'), once(child.stderr, 'data')];
    const output = String(await Promise.race(outputs));
    child.kill();
    expect(output).toContain(expected);
  });
});
