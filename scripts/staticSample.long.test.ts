import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { send } from '../e2e/servers/proxyClient.ts';
import { nginxForFiles } from '../e2e/servers/proxyKinds.ts';
import { type ReverseProxy, startReverseProxy } from '../e2e/servers/reverseProxy.ts';
import { startSandboxService, type TlsService } from '../e2e/servers/tlsService.ts';
import { temporaryFolder } from '../src/testing/fixtures/temporaryFolder.ts';
import { findProgram } from './getProxies.ts';
import { root } from './run.ts';

const iccid = '89490100000010485908';
const config = { apiUrl: '/service', consoleUrl: '/service-console' };

/** nginx, if it is available; the previous step reports if it is not. */
const here = [findProgram('nginx')].filter((program) => program !== undefined);

it('the sample adds no headers inside a location, which would remove the server’s headers', () => {
  const sample = readFileSync(join(root, 'docs/proxies/nginx-static.conf'), 'utf8');
  const indents = [...sample.matchAll(/^( *)add_header /gm)].map(([, indent]) => indent);
  expect(new Set(indents)).toEqual(new Set(['  ']));
});

describe.each(here)('the sample for nginx with static hosting', (program) => {
  const site = temporaryFolder(afterAll);
  let service: TlsService;
  let proxy: ReverseProxy;
  beforeAll(async () => {
    cpSync(join(root, 'dist'), site, { recursive: true });
    writeFileSync(join(site, 'config.json'), JSON.stringify(config));
    service = await startSandboxService();
    proxy = await startReverseProxy({
      kind: nginxForFiles({ site, ca: service.cert }),
      program,
      target: `127.0.0.1:${service.port}`,
    });
  });
  afterAll(async () => {
    await Promise.all([proxy.stop(), service.close()]);
  });

  it('serves the page with its headers for every console address, and the configuration', async () => {
    const page = await send(proxy, `/things/${iccid}?q=${iccid}`);
    expect([page.status, page.headers['x-frame-options']]).toEqual([200, 'DENY']);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.text).toContain('<div id="root">');
    expect(JSON.parse((await send(proxy, '/config.json')).text)).toEqual(config);
    expect((await send(proxy, '/.vite/manifest.json')).status).toBe(404);
    expect((await send(proxy, '/assets/none.js')).status).toBe(404);
  });

  it('forwards calls to both of the service’s base paths without cookies, and checks its certificate', async () => {
    const tokens = await send(proxy, '/service/v1/auth/token', {
      method: 'POST',
      cookie: 'portal=secret',
      body: { username: 'writer', password: 'sandbox-writer' },
      headers: { origin: 'https://sim.example.com' },
    });
    expect(tokens.status).toBe(200);
    const { access_token: token } = z
      .object({ access_token: z.string() })
      .parse(JSON.parse(tokens.text));
    const list = await send(proxy, `/service-console/things?filterBy[ExternalUniqueId]=${iccid}`, {
      headers: { authorization: `Bearer ${token}`, apikey: 'cid_4c1e7a90' },
    });
    expect(list.status).toBe(200);
    const seen = service.seen.map(({ line }) => line.replace(/\?.*/, ''));
    expect(seen).toEqual(['POST /v1/auth/token', 'GET /things']);
    const names = service.seen.flatMap(({ headers }) => headers.map((text) => text.toLowerCase()));
    expect(names.filter((name) => name === 'cookie' || name === 'origin')).toEqual([]);
  });

  it('H18: logs no query, identifier or password', async () => {
    await send(proxy, `/${iccid}`);
    await expect.poll(() => proxy.written()).toMatch(/GET \/index\.html 200/);
    const written = proxy.written();
    expect(written).not.toContain(iccid);
    expect(written).not.toMatch(/filterBy|ExternalUniqueId|sandbox-writer|portal=/);
  });
});
