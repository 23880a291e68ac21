import { describe, expect, it } from 'vitest';

import { thing } from '#contract/thing.ts';
import { callerOf, listOf, openSandbox, send, textField } from '#testing/fixtures/sandboxClient.ts';

import { createSandbox } from '../sandbox.ts';

const open = (username = 'writer') => openSandbox({ things: 400 }, username);

describe('4.6: the other /v1/ endpoints', () => {
  it('list Things with the filters and paging of 4.5 at GET /v1/things', async () => {
    const { json } = await (await open()).caller.get('/v1/things?State=SUSPENDED&limit=3');
    expect(listOf(json).map((row) => thing.parse(row).State)).toEqual(Array(3).fill('SUSPENDED'));
  });

  it('read one Thing by its full ICCID at GET /v1/things/{iccid}', async () => {
    const { caller, iccidIn } = await open();
    const iccid = iccidIn('ACTIVE');
    const { json } = await caller.get(`/v1/things/${iccid}`);
    expect(textField(json, 'ExternalUniqueId')).toBe(iccid);
  });

  it('list the users of the caller’s account without passwords, only with the admin scope', async () => {
    const { status, text, json } = await (await open('admin')).caller.get('/v1/users');
    expect(status).toBe(200);
    expect(text).not.toContain('sandbox-');
    expect(listOf(json).map((user) => textField(user, 'username'))).toEqual(
      ['writer', 'reader', 'admin', 'suspended', 'watcher'],
    ); // prettier-ignore
  });

  const paths = ['/v1/orders', '/v1/tags', '/v1/roaming', '/v1/inbox', '/v1/event-types'];
  it.each(paths)('return a list at GET %s', async (path) => {
    const { caller } = await open();
    expect(listOf((await caller.get(path)).json)).toBeInstanceOf(Array);
  });

  it('mark payloads that the API document does not show', async () => {
    const { caller } = await open();
    expect((await caller.get('/v1/orders')).headers.get('x-sandbox-plausible')).toBe('payload');
    expect((await caller.things()).headers.has('x-sandbox-plausible')).toBe(false);
  });
});

describe('8.2: limits of the /v1/ endpoints', () => {
  const iccid = '8988000000000000000';
  it.each([
    ['POST', `/v1/things/${iccid}/activate`, 5, 60],
    ['GET', '/v1/roaming', 10, 60],
    ['GET', '/v1/inbox', 15, 60],
    ['GET', '/v1/event-types', 15, 60],
    ['GET', '/v1/users', 30, 60],
    ['GET', '/v1/things', 60, 60],
    ['GET', `/v1/things/${iccid}`, 60, 60],
    ['GET', '/v1/orders', 60, 60],
    ['GET', '/v1/tags', 60, 60],
    ['POST', `/v1/things/${iccid}/start-qos`, 5, 600],
    ['POST', '/v1/captures/data/create', 5, 1200],
  ])('allow for %s %s %i requests in %i s', async (method, path, requests, seconds) => {
    const { clock, sandbox, caller } = await open('admin');
    const call = () => send(sandbox, method, path, { headers: caller.headers });
    for (let left = requests - 1; left >= 0; left--) {
      const { status, headers } = await call();
      expect(status).not.toBe(429);
      expect(headers.get('x-ratelimit-limit')).toBe(String(requests));
      expect(headers.get('x-ratelimit-remaining')).toBe(String(left));
    }
    await clock.advance((seconds - 1) * 1000);
    const refused = await call();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    await clock.advance(1000);
    expect((await call()).status).not.toBe(429);
  });

  it('8.1, rules 1 and 2: are not shared between endpoints or users', async () => {
    const { sandbox, caller } = await open();
    const path = '/v1/roaming';
    for (let i = 0; i < 10; i++) await caller.get(path);
    expect((await caller.get(path)).status).toBe(429);
    expect((await caller.get('/v1/inbox')).status).toBe(200);
    expect((await (await callerOf(sandbox, 'reader')).get(path)).status).toBe(200);
  });

  it('8.1: share one budget per route, whatever the ICCID in its path', async () => {
    const { caller, iccidIn } = await open();
    const first = iccidIn('ACTIVE');
    for (let i = 0; i < 5; i++) await caller.post(`/v1/things/${first}/start-qos`);
    expect((await caller.post(`/v1/things/${iccidIn('SUSPENDED')}/start-qos`)).status).toBe(429);
  });

  it('neither apply nor add headers with apiLimits off', async () => {
    const caller = await callerOf(createSandbox({ things: 60, apiLimits: false }));
    for (let i = 0; i < 12; i++) expect((await caller.get('/v1/roaming')).status).toBe(200);
    expect((await caller.get('/v1/roaming')).headers.has('x-ratelimit-limit')).toBe(false);
  });
});
