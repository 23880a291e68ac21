import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';

import { type ConnectProxy, startConnectProxy } from '../e2e/servers/connectProxy.ts';
import { startSandboxService, type TlsService } from '../e2e/servers/tlsService.ts';
import { type GatewayProcess, startProcess } from '../src/testing/fixtures/gatewayProcess.ts';
import { temporaryFolder } from '../src/testing/fixtures/temporaryFolder.ts';

const folder = temporaryFolder(afterAll);
let service: TlsService;
let proxy: ConnectProxy;
let gateway: GatewayProcess | undefined;

beforeAll(async () => {
  [service, proxy] = await Promise.all([startSandboxService(), startConnectProxy('geheim')]);
  writeFileSync(join(folder, 'ca.pem'), service.cert);
});
afterEach(async () => {
  await gateway?.stop();
  service.seen.length = 0;
  proxy.targets.length = 0;
});
afterAll(async () => {
  await Promise.all([service.close(), proxy.close()]);
});

/** A gateway that reaches the service over https, and with this proxy environment. */
async function start(environment: Readonly<Record<string, string>>) {
  const url = `https://localhost:${service.port}`;
  const NODE_EXTRA_CA_CERTS = join(folder, 'ca.pem');
  gateway = await startProcess({
    environment: { SIM_API_URL: url, SIM_CONSOLE_URL: url, NODE_EXTRA_CA_CERTS, ...environment },
  });
  return gateway;
}

const written = ({ output }: GatewayProcess) => output.stdout + output.stderr;

/** Signs in, and lists the Things if that succeeded. */
async function signInAndList({ port }: GatewayProcess) {
  const headers = { 'x-sim-console': '1', 'sec-fetch-site': 'same-origin' };
  const signedIn = await fetch(`http://127.0.0.1:${port}/session`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'writer', password: 'sandbox-writer' }),
  });
  const text = await signedIn.text();
  if (!signedIn.ok) return { statuses: [signedIn.status], text };
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const listed = await fetch(`http://127.0.0.1:${port}/api/things`, {
    headers: { ...headers, cookie },
  });
  return { statuses: [signedIn.status, listed.status], text: await listed.text() };
}

it('H8: a gateway behind an egress proxy reaches the service through a tunnel, and sends the proxy password only to the proxy', async () => {
  const started = await start({ HTTPS_PROXY: `http://console:geheim@127.0.0.1:${proxy.port}` });
  expect((await signInAndList(started)).statuses).toEqual([200, 200]);
  expect(new Set(proxy.targets)).toEqual(new Set([`localhost:${service.port}`]));
  expect(service.seen.map(({ line }) => line)).toEqual(['POST /v1/auth/token', 'GET /things']);
  const names = service.seen[1]?.headers.filter((_, index) => index % 2 === 0) ?? [];
  expect(
    names
      .map((name) => name.toLowerCase())
      .toSorted()
      .join(),
  ).toBe('accept,apikey,authorization,connection,host,user-agent,x-request-id');
  expect(written(started)).not.toMatch(/geheim|Z2VoZWlt/);
});

it('a gateway behind an egress proxy reports in the response and the log that the proxy refuses its password', async () => {
  const started = await start({ https_proxy: `http://console:falsch@127.0.0.1:${proxy.port}` });
  const { statuses, text } = await signInAndList(started);
  expect(statuses).toEqual([502]);
  expect(JSON.parse(text)).toMatchObject({
    code: 'upstream_unreachable',
    message:
      "The service could not be reached: the gateway's outbound proxy refused the connection, failed, or did not respond.",
  });
  expect(service.seen).toEqual([]);
  // Lines are written in the background.
  const failed = {
    proxy: `http://127.0.0.1:${proxy.port}`,
    code: 'ERR_PROXY_TUNNEL',
    status: 407,
  };
  await expect.poll(() => started.lines('egress proxy failed')).toMatchObject([failed]);
  expect(written(started)).not.toContain('falsch');
});

it('a gateway behind an egress proxy connects directly to a host in NO_PROXY', async () => {
  const started = await start({ HTTPS_PROXY: 'http://127.0.0.1:1', NO_PROXY: 'localhost' });
  expect((await signInAndList(started)).statuses).toEqual([200, 200]);
  expect(proxy.targets).toEqual([]);
});

it('H17: a gateway behind an egress proxy does not start with an invalid proxy, and does not print its password', async () => {
  const starting = start({ HTTPS_PROXY: 'socks5://console:geheim@127.0.0.1:1080' });
  await expect(starting).rejects.toThrow(/HTTPS_PROXY must be (?!.*geheim).*for example/);
});
