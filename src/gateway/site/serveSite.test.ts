import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';

import { Hono } from 'hono';
import { afterAll, describe, expect, it } from 'vitest';

import { temporaryFolder } from '#testing/fixtures/temporaryFolder.ts';

import type { Env } from '../http/context.ts';
import { GatewayError } from '../http/gatewayError.ts';
import { ConfigError } from '../ops/readSettings.ts';
import { createServeSite } from './serveSite.ts';
import { loadSite } from './site.ts';

const html =
  '<!doctype html><html><head><meta charset="utf-8"><script src="/assets/app-1.js"></script>' +
  '<link href="/icon.svg"><a href="//elsewhere/"></a></head><body></body></html>';
const script = 'console.log("app");'.repeat(50);

const dist = temporaryFolder(afterAll);
const files: Record<string, string | Uint8Array> = {
  'index.html': html,
  'icon.svg': '<svg/>',
  'refused.css': '',
  'assets/app-1.js': script,
  'assets/app-1.js.br': brotliCompressSync(script),
  'assets/app-1.js.gz': gzipSync(script),
  'assets/app-1.js.map': '{}',
  'assets/app-1.ts': 'source',
  '.env': 'SECRET=1',
  '.vite/manifest.json': '{}',
};
for (const [name, body] of Object.entries(files)) {
  mkdirSync(dirname(join(dist, name)), { recursive: true });
  writeFileSync(join(dist, name), body);
}

function serve(basePath = '/', folder = dist) {
  const site = loadSite(folder, {
    basePath,
    environmentName: '<Test> & "co"',
    version: '1.2.3',
    frameAncestors: [],
  });
  const app = new Hono<Env>();
  app.onError((error) => {
    if (error instanceof GatewayError) return error.toResponse('r');
    throw error;
  });
  app.all('*', createServeSite(site, basePath));
  return async (path: string, init: RequestInit = {}) =>
    app.fetch(new Request(`http://localhost${path}`, init));
}

describe('H15: files and pages', () => {
  it.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['gzip', 'br;q=0, *;q=0.1', gunzipSync],
    [null, '', (body: Uint8Array) => body],
    [null, 'identity', (body: Uint8Array) => body],
  ] as const)('a hashed file is sent as %s for "%s"', async (encoding, accept, decode) => {
    const answer = await serve()('/assets/app-1.js', { headers: { 'accept-encoding': accept } });
    expect(answer.headers.get('content-encoding')).toBe(encoding);
    expect(answer.headers.get('vary')).toBe('accept-encoding');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    const body = new Uint8Array(await answer.arrayBuffer());
    expect(answer.headers.get('content-length')).toBe(String(body.byteLength));
    expect(new TextDecoder().decode(decode(body))).toBe(script);
  });

  it('caches the icon for a day, which saves a request per click, but no style sheet without a hash', async () => {
    expect((await serve()('/icon.svg')).headers.get('cache-control')).toBe('public, max-age=86400');
    expect((await serve()('/refused.css')).headers.get('cache-control')).toBe('no-cache');
  });

  it.each([
    '/',
    '/sign-in',
    '/things',
    '/things/89490100000010485908',
    '/groups/Group_1.2',
    '/groups/a%2Bb%2Fc%3Dd',
    '/groups/50%25',
    '/groups/.hidden%2F%2Fx',
    '/groups/a%5Cb%22c',
    '/groups/eu.fleet',
    '/things/a.b',
    '/else',
  ])('the page address %s gets the HTML, revalidated with its ETag every time', async (path) => {
    const answer = await serve()(path);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin');
    const headers = { 'if-none-match': `"other", W/${answer.headers.get('etag')}` };
    const again = await serve()(path, { headers });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each([
    '/assets/app-2.js',
    '/assets/',
    '/assets',
    '/assets/app-1.js.br',
    '/assets/app-1.js.map',
    '/assets/app-1.ts',
    '/assets/%2e%2e%2findex.html',
    '/index.html',
    '/.env',
    '/.vite/manifest.json',
    '/.git/config',
    '/things/.env',
    '/src/main.tsx',
    '/package.json',
    '/wp-login.php',
    '/a%00b',
    '/a%0ab',
    '/a%5cb',
    '/%',
    '/api',
    '/api/else',
    '/session/else',
    '//evil.example/things',
  ])('H23: %s is 404 as plain text', async (path) => {
    const answer = await serve()(path, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('H23: %s is 405', async (method) => {
    const answer = await serve()('/things', { method });
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('HEAD returns the headers of GET and no body', async () => {
    const answer = await serve()('/assets/app-1.js', { method: 'HEAD' });
    expect(answer.headers.get('content-length')).toBe(String(script.length));
    expect(await answer.text()).toBe('');
  });
});

it('H15: browsers that stop reading after their requests share one copy of a file', async () => {
  const get = serve();
  const firstOf = async ({ body }: Response) => body?.getReader().read();
  const [one, other] = [await get('/assets/app-1.js'), await get('/assets/app-1.js')].map(firstOf);
  expect((await one)?.value?.byteLength).toBe(script.length);
  expect((await other)?.value?.buffer).toBe((await one)?.value?.buffer);
});

describe('the page', () => {
  it('carries the configuration, escaped', async () => {
    const page = await (await serve()('/')).text();
    const content = page.match(/<meta name="sim-console-config" content="([^"]*)">/)?.[1] ?? '';
    expect(content).not.toMatch(/[<>]/);
    const unescaped = content
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&quot;', '"')
      .replaceAll('&amp;', '&');
    expect(JSON.parse(unescaped)).toEqual({
      basePath: '/',
      environmentName: '<Test> & "co"',
      version: '1.2.3',
      frameAncestors: [],
    });
  });

  it('loads its files from below the base path, and leaves other hosts unchanged', async () => {
    const get = serve('/tools/sim/');
    const page = await (await get('/tools/sim/groups/1')).text();
    expect(page).toContain('src="/tools/sim/assets/app-1.js"');
    expect(page).toContain('href="/tools/sim/icon.svg"');
    expect(page).toContain('href="//elsewhere/"');
    expect((await get('/tools/sim/assets/app-1.js')).status).toBe(200);
  });

  it('nothing outside the base path is served; the path without its trailing slash redirects to it', async () => {
    const get = serve('/tools/sim/');
    expect((await get('/things')).status).toBe(404);
    expect((await get('/tools/simx')).status).toBe(404);
    const answer = await get('/tools/sim');
    expect([answer.status, answer.headers.get('location')]).toEqual([308, '/tools/sim/']);
    expect((await get('/tools/sim?embed=1')).headers.get('location')).toBe('/tools/sim/?embed=1');
  });

  it('if there is no build, the error says what to do', () => {
    const load = () => serve('/', join(dist, 'none'));
    expect(load).toThrow(ConfigError);
    expect(load).toThrow('npm run build');
  });
});
