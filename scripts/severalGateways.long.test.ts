import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { startFlakyProxy } from '../e2e/servers/flakyProxy.ts';
import { findGroup, send, signIn } from '../e2e/servers/proxyClient.ts';
import { sampleHost, severalGateways } from '../e2e/servers/proxyKinds.ts';
import { type ReverseProxy, startReverseProxy } from '../e2e/servers/reverseProxy.ts';
import { type SandboxServer, serveSandbox } from '../src/sandbox/nodeServer.ts';
import { createSandbox } from '../src/sandbox/sandbox.ts';
import { type GatewayProcess, startProcess } from '../src/testing/fixtures/gatewayProcess.ts';
import { type PostgresServer, startPostgres } from '../src/testing/fixtures/testPostgres.ts';
import { findProgram } from './getProxies.ts';

type SampleName = keyof typeof severalGateways;
const here = (['nginx', 'haproxy'] as const).filter((name) => findProgram(name));

/** The method and path of each call that the service received. */
const calls: string[] = [];
let service: SandboxServer;
let postgres: PostgresServer;
beforeAll(async () => {
  const sandbox = createSandbox({ things: 60, apiLimits: false, authLimits: false });
  const fetch: typeof sandbox.fetch = (request, client) => {
    calls.push(`${request.method} ${new URL(request.url).pathname}`);
    return sandbox.fetch(request, client);
  };
  service = await serveSandbox({ fetch }, { host: '127.0.0.1', port: 0 }, console.error);
  postgres = await startPostgres();
});
afterAll(async () => {
  await service.close();
  await postgres.stop();
});

let gateways: readonly [GatewayProcess, GatewayProcess];
let proxy: ReverseProxy;
let cookie: string;

async function startGateways() {
  const environment = {
    PUBLIC_ORIGIN: `https://${sampleHost}`,
    SIM_API_URL: service.origin,
    SIM_CONSOLE_URL: service.origin,
    DATABASE_URL: await postgres.createDatabase(),
    CLIENT_IP_HEADER: 'X-Real-IP',
    // Longer than the default, for a busy machine.
    DRAIN_SECONDS: '8',
  };
  gateways = await Promise.all([startProcess({ environment }), startProcess({ environment })]);
}

function start(name: SampleName, targets: readonly string[]) {
  const program = findProgram(name);
  if (!program) throw new Error(`There is no ${name}`);
  return startReverseProxy({ kind: severalGateways[name], program, target: targets.join(',') });
}

const read = () => send(proxy, '/session', { cookie });
const statusOf = async () => (await read()).status;
/** The statuses of reads, sent one after the other. */
async function readTimes(count: number): Promise<readonly (number | undefined)[]> {
  const statuses: (number | undefined)[] = [];
  for (let index = 0; index < count; index++) statuses.push(await statusOf());
  return statuses;
}
const requestsOf = (gateway: GatewayProcess) => gateway.lines('request').length;

async function findChange() {
  const { path, body } = await findGroup(proxy, cookie);
  const change = async () => (await send(proxy, path, { method: 'PUT', cookie, body })).status;
  return { path, change };
}
const writesSent = () => calls.filter((call) => call.startsWith('PUT ')).length;

describe.each(here)('two gateways on one database, behind the sample for %s', (name) => {
  beforeEach(async () => {
    await startGateways();
    proxy = await start(
      name,
      gateways.map(({ port }) => `127.0.0.1:${port}`),
    );
    cookie = await signIn(proxy);
  });
  afterEach(async () => {
    await proxy.stop();
    await Promise.all(gateways.map((gateway) => gateway.kill()));
  });

  it('S3: both serve a session, whichever gateway its user signed in through', async () => {
    expect(new Set(await readTimes(20))).toEqual(new Set([200]));
    await expect.poll(() => Math.min(...gateways.map(requestsOf))).toBeGreaterThan(5);
  });

  it('S3: killing a gateway loses no reads or sessions, and a change is never sent twice', async () => {
    const { change } = await findChange();
    await gateways[0].kill();
    const before = writesSent();
    const begun = performance.now();
    const statuses = [];
    for (let index = 0; index < 6; index++) {
      statuses.push(await statusOf(), await change());
    }
    const failed = statuses.filter((status) => status !== 200);
    // nginx cannot tell a refused connection from a broken connection: it retries neither request, and tries the
    // gateway again after ten seconds.
    const tries = 1 + Math.floor((performance.now() - begun) / 10_000);
    expect(failed.length).toBeLessThanOrEqual(name === 'nginx' ? tries : 0);
    expect(writesSent() - before).toBe(6 - failed.length);
  });

  it('S11: a gateway that stops loses nothing, and gets no new requests after it reports that it is not ready', async () => {
    const { change } = await findChange();
    const stopped = gateways[0].stop();
    const statuses: (number | undefined)[] = [];
    const begun = performance.now();
    // nginx has no readiness checks: it notices only when a connection is refused.
    const asksReadyz = name === 'haproxy';
    const noticedBy = Date.now() + 5000;
    let changes = 0;
    while (!gateways[0].end()) {
      statuses.push(...(await readTimes(5)));
      // At most eight a second, because a user may make only 120 a minute.
      if (asksReadyz && changes * 125 <= performance.now() - begun) {
        changes += 1;
        statuses.push(await change());
      }
      await wait(20);
    }
    statuses.push(...(await readTimes(10)));
    expect(await stopped).toBe(0);
    expect(statuses.length).toBeGreaterThan(50);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    const isLate = ({ time }: Readonly<Record<string, unknown>>) =>
      asksReadyz && Date.parse(String(time)) > noticedBy;
    expect(gateways[0].lines('request').filter(isLate)).toEqual([]);
  });

  it('H18: the proxy logs no query, identifier or cookie', async () => {
    const { path, change } = await findChange();
    expect(await change()).toBe(200);
    await send(proxy, '/api/things?filterBy[ExternalUniqueId]=89490100000010485908', { cookie });
    await send(proxy, '/things/89490100000010485908');
    await expect.poll(() => proxy.written()).toMatch(/GET \/?things/);
    for (const secret of ['filterBy', '89490100000010485908', path, cookie.split('=')[1] ?? '']) {
      expect(proxy.written()).not.toContain(secret);
    }
    expect(proxy.written()).toMatch(/PUT \/?api/);
  });

  it('S8: while the database stalls, pages load, calls report it, and /metrics responds', async () => {
    await postgres.pause();
    try {
      const ask = (path: string, port = gateways[0].port) =>
        fetch(`http://127.0.0.1:${port}${path}`);
      expect((await ask('/readyz')).status).toBe(503);
      expect((await ask('/healthz')).status).toBe(200);
      // By now the load balancer has noticed that no gateway is ready.
      await wait(7000);
      const metrics = await (await ask('/metrics', gateways[0].metricsPort)).text();
      expect(metrics).toMatch(/^sim_console_store_errors_total [1-9]/m);
      expect(metrics).not.toMatch(/^sim_console_sessions /m);
      expect((await send(proxy, '/things')).status).toBe(200);
      const call = await read();
      expect([call.status, call.headers['retry-after']]).toEqual([503, '2']);
      expect(JSON.parse(call.text)).toMatchObject({ code: 'store_unavailable' });
    } finally {
      postgres.resume();
    }
    await expect.poll(statusOf).toBe(200);
    // A proxy that does not check /readyz may send this gateway no calls for a while.
    expect((await fetch(`http://127.0.0.1:${gateways[0].port}/readyz`)).status).toBe(200);
    expect(gateways[0].lines('store unavailable').length).toBeLessThanOrEqual(3);
    await expect.poll(() => gateways[0].lines('store back').length).toBe(1);
  });
});

it.each(here)(
  'R14: the sample for %s sends a change once even if the connection breaks',
  async (name) => {
    await startGateways();
    const lines = await Promise.all(
      gateways.map(({ port }) => startFlakyProxy(`http://127.0.0.1:${port}`)),
    );
    proxy = await start(
      name,
      lines.map(({ origin }) => new URL(origin).host.replace('localhost', '127.0.0.1')),
    );
    try {
      cookie = await signIn(proxy);
      const { path, change } = await findChange();
      for (const line of lines) {
        line.mishap = (other, response) =>
          other === path ? () => void response.socket?.destroy() : undefined;
      }
      expect(await change()).toBe(502);
      const arrived = lines.flatMap(({ paths }) => paths.filter((other) => other === path));
      expect(arrived).toEqual([path]);
    } finally {
      await proxy.stop();
      await Promise.all([
        ...lines.map((line) => line.close()),
        ...gateways.map((gateway) => gateway.kill()),
      ]);
    }
  },
);
