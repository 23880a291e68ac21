import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startFlakyProxy, type FlakyProxy } from '../e2e/servers/flakyProxy.ts';
import { change, clientAddress, findGroup, send, signIn } from '../e2e/servers/proxyClient.ts';
import { proxyKinds, sampleHost } from '../e2e/servers/proxyKinds.ts';
import { type ReverseProxy, startReverseProxy } from '../e2e/servers/reverseProxy.ts';
import { type GatewayProcess, startProcess } from '../src/testing/fixtures/gatewayProcess.ts';
import { findProgram, proxyNames, type ProxyName } from './getProxies.ts';

const iccid = '89490100000010485908';

/** The previous step and the last lines of the run report unavailable proxies. */
const here = proxyNames.filter((name) => findProgram(name));

let gateway: GatewayProcess;
let line: FlakyProxy;
beforeAll(async () => {
  gateway = await startProcess({
    environment: {
      PUBLIC_ORIGIN: `https://${sampleHost}`,
      SANDBOX: 'true',
      CLIENT_IP_HEADER: 'X-Real-IP',
    },
  });
  line = await startFlakyProxy(`http://127.0.0.1:${gateway.port}`);
});
afterAll(async () => {
  await line.close();
  await gateway.stop();
});

function start(name: ProxyName, edit?: (sample: string) => string) {
  const program = findProgram(name);
  if (!program) throw new Error(`There is no ${name}`);
  const target = new URL(line.origin).host.replace('localhost', '127.0.0.1');
  return startReverseProxy({ kind: proxyKinds[name], program, target, ...(edit && { edit }) });
}

/** The number of requests for a path that reached the server in front of the gateway. */
const timesOf = (path: string) => line.paths.filter((other) => other === path).length;

/** Cuts the connection when a request with this path arrives. */
function cutAt(path: string): void {
  line.mishap = (other, response) =>
    other === path ? () => void response.socket?.destroy() : undefined;
}

describe.each(here)('the sample for %s', (name) => {
  let proxy: ReverseProxy;
  let cookie = '';
  beforeAll(async () => {
    line.mishap = () => undefined;
    proxy = await start(name);
    cookie = await signIn(proxy);
  });
  afterAll(() => proxy.stop());

  it('serves pages and calls, with the gateway’s headers and the cookie bound to the host', async () => {
    expect(cookie).toMatch(/^__Host-sim-console=[\w-]{43}$/);
    const page = await send(proxy, `/things/${iccid}?q=${iccid}`);
    expect([page.status, page.headers['x-frame-options']]).toEqual([200, 'DENY']);
    expect(page.headers['strict-transport-security']).toBe('max-age=31536000');
    const list = await send(proxy, `/api/things?filterBy[ExternalUniqueId]=${iccid}`, { cookie });
    expect(list.status).toBe(200);
  });

  it('forwards the redirect of a long address, whose header is longer still', async () => {
    const path = `/things?ThingName=${'%D0%96'.repeat(550)}`;
    const { status, headers } = await send(proxy, path, {
      headers: { 'sec-fetch-mode': 'navigate' },
    });
    expect(status).toBe(302);
    expect(headers.location?.length).toBeGreaterThan(5000);
  });

  it('forwards the client’s real address instead of forged headers', async () => {
    const signedIn = () => gateway.lines('sign-in').at(-1);
    await expect.poll(signedIn).toMatchObject({ address: clientAddress });
  });

  it('forwards a change once', async () => {
    const { path, body } = await findGroup(proxy, cookie);
    const before = timesOf(path);
    const answer = await send(proxy, path, { method: 'PUT', cookie, body });
    expect([answer.status, timesOf(path) - before]).toEqual([200, 1]);
  });

  it('forwards an id with encoded characters unchanged', async () => {
    const path = '/api/thingsgroup/a%2Bb%2Fc%3Dd%25';
    await send(proxy, path, { method: 'PUT', cookie, body: change });
    expect(line.paths.at(-1)).toBe(path);
  });

  it('R14: forwards a change once even if the connection breaks', async () => {
    const { path, body } = await findGroup(proxy, cookie);
    const before = timesOf(path);
    cutAt(path);
    const answer = await send(proxy, path, { method: 'PUT', cookie, body });
    line.mishap = () => undefined;
    expect([answer.status, timesOf(path) - before]).toEqual([502, 1]);
  });

  it('leaves the gateway when the browser has left, so that the read is cancelled', async () => {
    const browser = new AbortController();
    let hasLeft = false;
    line.mishap = (_path, response) => () => {
      response.once('close', () => (hasLeft = true));
      browser.abort();
    };
    const { signal } = browser;
    await expect(send(proxy, '/api/things', { cookie, signal })).rejects.toThrow('aborted');
    line.mishap = () => undefined;
    await expect.poll(() => hasLeft).toBe(true);
  });

  it('forwards an oversized body to the gateway, which responds with a request id', async () => {
    const { path } = await findGroup(proxy, cookie);
    const body = { ...change, ThingsGroupName: 'x'.repeat(70_000) };
    const answer = await send(proxy, path, { method: 'PUT', cookie, body });
    expect(answer.status).toBe(413);
    expect(JSON.parse(answer.text)).toMatchObject({ code: 'bad_request' });
  });

  it('H18: logs no query, identifier, cookie or password, even for failed calls', async () => {
    const path = `/api/things?filterBy[ExternalUniqueId]=${iccid}`;
    cutAt(path);
    await send(proxy, path, { cookie });
    line.mishap = () => undefined;
    await send(proxy, `/${iccid}`, { cookie });
    await send(proxy, `/groups/${(await findGroup(proxy, cookie)).id}`);
    // The proxy logs when the connection is closed, or shortly after.
    await expect.poll(() => proxy.written()).toMatch(/groups/);
    const written = proxy.written();
    for (const page of ['session', 'api', 'things', 'groups']) {
      expect(written).toMatch(new RegExp(`(?:POST|GET|uri).*\\b${page}\\b`));
    }
    expect(written).not.toMatch(/filterBy|ExternalUniqueId|ThingsGroupId|listWith|sandbox-writer/);
    expect(written).not.toContain(iccid);
    expect(written).not.toContain(cookie.split('=')[1]);
  });
});

describe('the sample for nginx', () => {
  it.each(here.filter((name) => name === 'nginx'))(
    'is needed: without proxy_next_upstream %s sends a change twice',
    async (name) => {
      const without = await start(name, (sample) => sample.replace('proxy_next_upstream off;', ''));
      const cookie = await signIn(without);
      const { path, body } = await findGroup(without, cookie);
      const before = timesOf(path);
      cutAt(path);
      await send(without, path, { method: 'PUT', cookie, body });
      line.mishap = () => undefined;
      await without.stop();
      expect(timesOf(path) - before).toBe(2);
    },
  );
});
