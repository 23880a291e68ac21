import { once } from 'node:events';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';
import { builtSite, startedGateway } from '#testing/fixtures/startedGateway.ts';

const distDir = builtSite({
  'index.html':
    '<html><head><link rel="stylesheet" crossorigin href="/assets/a-1.css"></head></html>',
  'refused.css': 'main {}',
});
let gateway: Awaited<ReturnType<typeof startedGateway>>;
beforeAll(async () => {
  const environment = { BASE_PATH: '/sim/' };
  gateway = await startedGateway({ environment, distDir, upstream: fakeService() });
});
afterAll(() => gateway.close());

/** Sends a raw request, and parses its response. */
async function ask(target: string, headers: readonly string[], host = 'localhost') {
  const socket = connect(gateway.address.port, '127.0.0.1');
  const start = target.includes(' ') ? target : `GET ${target}`;
  const lines = [`${start} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers];
  socket.write([...lines, '', ''].join('\r\n'));
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => (text += String(chunk)));
  await once(socket, 'close');
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [, status] = head.split(' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1];
  return { status: Number(status), header, body };
}

const opened = ['Sec-Fetch-Mode: navigate', 'Sec-Fetch-Dest: document', 'Accept: text/html,*/*'];

describe('H23: a user who opens a refused address', () => {
  it.each([
    ['a backslash, encoded', '/sim/fleet/x%5Cy', 404, 'No such page'],
    ['a backslash', '/sim/groups/x\\y', 404, 'No such page'],
    ['two slashes', '//evil.example/things', 404, 'No such page'],
    ['a path traversal', '/sim/a/../b', 404, 'No such page'],
    ['a file that does not exist', '/sim/assets/none.js', 404, 'No such page'],
    ['a file of another program', '/sim/wp-login.php', 404, 'No such page'],
    ['outside the base path', '/things', 404, 'No such page'],
    ['an address that cannot be decoded', '/sim/%', 404, 'No such page'],
    ['a call', '/sim/api/things', 403, 'No page'],
    ['an absolute address', 'http://evil.example/sim/', 400, 'This address cannot be opened'],
    ['an address that is too long', `/sim/${'a'.repeat(9_000)}`, 414, 'This address is too long'],
    ['a form sent to a page', 'POST /sim/things', 405, 'This address cannot be used this way'],
    ['an unknown method', 'PROPFIND /sim/things', 405, 'This address cannot be used this way'],
  ])('%s: sees what happened and a link to the console', async (_name, target, status, heading) => {
    gateway.log.length = 0;
    const answer = await ask(target, opened);
    const type = answer.header('content-type');
    expect([answer.status, type]).toEqual([status, 'text/html; charset=utf-8']);
    expect(answer.body).toContain(`<h1>${heading}</h1>`);
    expect(answer.body).toContain('<a href="/sim/">Go to Things</a>');
    expect(answer.body).not.toMatch(/evil|localhost|<script|style=|<style/);
    expect(answer.body).toContain('<link rel="stylesheet" href="/sim/assets/a-1.css">');
    expect(answer.body).toContain('<link rel="stylesheet" href="/sim/refused.css">');
    const policy = answer.header('content-security-policy');
    expect(policy).toMatch(/^default-src 'none'; script-src 'self';/);
    expect(answer.header('cache-control')).toBe('no-store');

    const requestId = answer.header('x-request-id') ?? 'none';
    expect(answer.body).toContain(`<code>${requestId}</code>`);
    const requests = gateway.log.filter(({ event }) => event === 'request');
    expect(requests).toMatchObject([{ requestId, status }]);
  });

  it('a malformed Host is not repeated in the page', async () => {
    const answer = await ask('/sim/', opened, 'evil.example/"><script>');
    expect(answer.status).toBe(400);
    expect(answer.body).toContain('<a href="/sim/">');
    expect(answer.body).not.toMatch(/evil|<script/);
  });

  it('when headers are too large: sees what to do', async () => {
    const answer = await ask('/sim/', [...opened, `Cookie: a=${'a'.repeat(17_000)}`]);
    expect(answer.status).toBe(431);
    expect(answer.body).toContain('Delete this site’s cookies');
    expect(answer.body).toContain(`<code>${answer.header('x-request-id')}</code>`);
    expect(answer.header('x-content-type-options')).toBe('nosniff');
  });

  it('gets a page from a request for HTML, if the browser does not send Sec-Fetch-Mode', async () => {
    expect((await ask('/sim/x%5Cy', ['Accept: text/html'])).body).toContain('<h1>');
  });

  it('when the gateway fails: sees a page that reveals nothing about the error', async () => {
    const fixture = await createFixture({
      serveFile() {
        throw new Error('geheim');
      },
    });
    const headers = { 'sec-fetch-mode': 'navigate', 'x-request-id': 'mine-1' };
    const answer = await fixture.send('GET', '/things', { bare: true, headers });
    const [text, lines] = [await answer.text(), fixture.log.join('')];
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      500,
      'text/html; charset=utf-8',
    ]);
    expect(text).toContain('<h1>This page could not be opened</h1>');
    expect(text).toContain('<code>mine-1</code>');
    expect(text + lines).not.toContain('geheim');
    expect(lines).toContain('"event":"failure","requestId":"mine-1"');
  });
});

describe('H15: a refused file or call', () => {
  it.each([
    ['a script', '/sim/assets/none.js', 404, ['Sec-Fetch-Mode: cors', 'Accept: */*']],
    ['a call', '/sim/api/none', 403, ['Sec-Fetch-Mode: same-origin', 'Accept: application/json']],
    ['a call that accepts HTML', '/sim/x%5Cy', 404, ['Sec-Fetch-Mode: cors', opened[2] ?? '']],
    ['a program', '/sim/fleet/x%5Cy', 404, ['Accept: */*']],
  ])('%s: is never a page', async (_name, target, status, headers) => {
    const answer = await ask(target, headers);
    expect(answer.status).toBe(status);
    expect(answer.header('content-type')).not.toContain('html');
    expect(answer.body).not.toContain('<');
  });

  it.each([
    [`/sim/records/fleet/things?where=${'a'.repeat(9_000)}`, 414, 'This address is too long.'],
    ['PROPFIND /sim/api/things', 405, 'This address cannot be used this way.'],
  ])('says to a call that the console refused it, not the service', async (call, status, why) => {
    const answer = await ask(call, ['Sec-Fetch-Mode: cors']);
    expect([answer.status, answer.header('x-sim-gateway-error')]).toEqual([status, '1']);
    expect(answer.body).toContain(`{"status_code":${status},"message":"${why}`);
    const requestId = answer.header('x-request-id');
    expect(answer.body).toContain(`"request_id":"${requestId}","code":"bad_request"}`);
  });
});
