import { connect } from 'node:net';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { realService } from '#testing/fixtures/gatewayEnvironment.ts';
import { fakeService } from '#testing/fixtures/gatewayFixture.ts';
import { builtSite, startedGateway } from '#testing/fixtures/startedGateway.ts';

const distDir = builtSite({ 'assets/app-1.js': 'app' });
let gateway: Awaited<ReturnType<typeof startedGateway>>;
const seen: string[] = [];

beforeAll(async () => {
  const service = fakeService();
  gateway = await startedGateway({
    distDir,
    upstream: (request) => {
      seen.push(request.url);
      return service(request);
    },
  });
});
afterAll(() => gateway.close());

/** Sends raw bytes, and returns everything received until the other side closes. */
function raw(bytes: string): Promise<string> {
  const socket = connect(gateway.address.port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

const request = (line: string, headers: readonly string[] = [], body = '', host = 'localhost') =>
  [`${line} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', body].join('\r\n');

const ours = ['X-Sim-Console: 1', 'Sec-Fetch-Site: same-origin'];
const post = (header: string, body: string) =>
  request('POST /session', [...ours, 'Content-Type: application/json', header], body);
const large = 'x'.repeat(70_000);
const chunked = `11170\r\n${large}\r\n0\r\n\r\n`;

describe('H2: security headers on every kind of response', () => {
  it.each([
    ['a page', 200, request('GET /things')],
    ['an asset', 200, request('GET /assets/app-1.js')],
    ['a call', 401, request('GET /api/things', ours)],
    ['a refusal of the guard', 403, request('GET /api/things')],
    ['a missing file', 404, request('GET /assets/none.js')],
    ['an unknown call', 404, request('GET /api/none', ours)],
    ['a wrong method', 405, request('DELETE /things')],
    ['TRACE', 405, request('TRACE /things')],
    ['an unknown method', 405, request('PROPFIND /things')],
    ['a non-standard method', 405, request('PURGE /things')],
    ['a body that is too large', 413, post('Content-Length: 70000', large)],
    ['a chunked body that is too large', 413, post('Transfer-Encoding: chunked', chunked)],
    ['an address that is too long', 414, request(`GET /${'a'.repeat(9000)}`)],
    ['an absolute address', 400, request('GET http://evil.example/things')],
    ['H7: a call at an absolute address', 400, request('GET http://evil.example/api/things', ours)],
    ['a path traversal', 404, request('GET /api/../v1/users', ours)],
    ['an encoded path traversal', 404, request('GET /api/%2e%2e/v1/users', ours)],
    ['an unsupported expectation', 417, request('GET /things', ['Expect: more'])],
    ['two slashes', 404, request('GET //evil.example/things')],
    ['a backslash', 404, request('GET /\\evil.example')],
    ['an encoded backslash', 404, request('GET /%5Cevil.example')],
    ['an id with a backslash', 200, request('GET /groups/a%5Cb%22c')],
    ['a call for an id with a backslash', 401, request('PUT /api/thingsgroup/a%5Cb%22c', ours)],
    ['an id with a path traversal', 404, request('PUT /api/thingsgroup/a%5C..%5Cb', ours)],
    ['an invalid Host', 400, request('GET /', [], '', 'a b')],
    ['an invalid port', 400, request('GET /api/things', [], '', 'localhost:99999')],
    ['an invalid address', 400, request('GET /api/things', [], '', '999.999.999.999')],
    ['health', 200, request('GET /healthz')],
    ['readiness', 200, request('GET /readyz')],
  ])('%s: %d', async (_name, status, bytes) => {
    seen.length = 0;
    const answer = await raw(bytes);
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    const lower = answer.toLowerCase();
    for (const [name, value] of Object.entries({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })) {
      expect(lower).toContain(`\r\n${name}: ${value.toLowerCase()}\r\n`);
    }
    expect(lower).toContain("\r\ncontent-security-policy: default-src 'none'; script-src 'self';");
    expect(lower).not.toMatch(/\r\nstrict-transport-security|\r\naccess-control|\r\nx-powered-by/);
    expect(seen).toHaveLength(0);
  });

  it('CONNECT is refused', async () => {
    expect(await raw('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')).toMatch(
      /^HTTP\/1\.1 405 /,
    );
  });
});

describe('H12: malformed requests get a clean response', () => {
  it.each([
    ['two lengths', request('POST /session', ['Content-Length: 1', 'Content-Length: 2'], 'ab')],
    [
      'length and chunks',
      request('POST /session', ['Content-Length: 1', 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
    ],
    ['an unknown transfer encoding', request('POST /session', ['Transfer-Encoding: odd'], '')],
    ['a space before the colon', request('GET /', ['X-A : b'])],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two Hosts', request('GET /', ['Host: evil.example'])],
    ['no HTTP at all', 'hello\r\n\r\n'],
  ])('%s: 400', async (_name, bytes) => {
    const answer = await raw(bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('x-content-type-options: nosniff');
  });

  it('headers of more than 16 KiB: 431', async () => {
    expect(await raw(request('GET /', [`X-A: ${'a'.repeat(17_000)}`]))).toMatch(/^HTTP\/1\.1 431 /);
  });
});

describe('startup', () => {
  it('takes a free port for PORT=0, and reports it', async () => {
    expect(gateway.origin).toMatch(/^http:\/\/localhost:\d{4,5}$/);
    expect(await (await fetch(`${gateway.origin}/things`)).text()).toContain('sim-console-config');
  });

  const open = { ...realService, HOST: '0.0.0.0' };
  it.each([
    [1, open],
    [0, { ...open, PUBLIC_ORIGIN: 'https://sim.example.com' }],
    [0, { ...open, HOST: '127.0.0.1' }],
    [0, { HOST: '0.0.0.0', SANDBOX: 'true' }],
  ])('logs %d times that PUBLIC_ORIGIN is not set with %j', async (times, environment) => {
    const other = await startedGateway({ environment, distDir, upstream: fakeService() });
    await other.close();
    const advice = other.log.filter(({ event }) => event === 'PUBLIC_ORIGIN is not set');
    expect(advice).toHaveLength(times);
  });

  it('T22: sign-ins are counted and logged by the connection’s peer address', async () => {
    const environment = { SIGN_IN_TRIES: '1' };
    const other = await startedGateway({ environment, distDir, upstream: fakeService() });
    const signIn = () => other.signIn({ 'x-forwarded-for': '6.6.6.6' });
    expect([(await signIn()).status, (await signIn()).status]).toEqual([200, 429]);
    await other.close();
    expect(other.log.filter(({ event }) => event === 'sign-in')).toMatchObject([
      { username: 'writer', address: '127.0.0.1', outcome: 'signed in' },
      { username: 'writer', address: '127.0.0.1', outcome: 'limited' },
    ]);
  });

  it('H2: https users get HSTS, and a console that may be framed has no X-Frame-Options', async () => {
    const framed = { SANDBOX: 'true', FRAME_ANCESTORS: 'https://portal.example.com' };
    const environment = { ...framed, PUBLIC_ORIGIN: 'https://sim.example.com' };
    const other = await startedGateway({ environment, distDir, upstream: fakeService() });
    const { headers } = await other.send('/');
    await other.close();
    expect(headers.get('strict-transport-security')).toBe('max-age=31536000');
    expect(headers.get('x-frame-options')).toBe(null);
    expect(headers.get('content-security-policy')).toContain(
      'frame-ancestors https://portal.example.com;',
    );
  });
});
