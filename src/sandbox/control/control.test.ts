import { describe, expect, it } from 'vitest';

import { groupBody } from '#testing/fixtures/groupBody.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { callerOf, field, listOf, send, signIn } from '#testing/fixtures/sandboxClient.ts';

import { createSandbox } from '../sandbox.ts';
import { shiftableClock, withControl } from './control.ts';

function open() {
  const clock = shiftableClock(manualClock());
  const sandbox = createSandbox({ things: 60, clock });
  const control = withControl(sandbox, clock);
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    send(control, method, `/__sandbox${path}`, { body, headers });
  return { clock, sandbox, control, call };
}

describe('the control interface', () => {
  it('passes all other requests to the sandbox', async () => {
    const body = { username: 'writer', password: 'sandbox-writer' };
    expect((await send(open().control, 'POST', '/v1/auth/token', { body })).status).toBe(200);
  });

  it('is off by default', async () => {
    expect((await send(open().sandbox, 'GET', '/__sandbox/options')).status).toBe(404);
  });

  it('lists its calls', async () => {
    expect((await open().call('GET', '/')).text).toContain('PATCH  /__sandbox/options');
  });

  it('shows and changes options, and refuses unknown names and values', async () => {
    const { sandbox, call } = open();
    expect((await call('PATCH', '/options', { groupLockFields: 'none' })).status).toBe(204);
    expect(sandbox.options()).toMatchObject({ groupLockFields: 'none', filterMatch: 'part' });
    expect((await call('GET', '/options')).json).toMatchObject({ groupLockFields: 'none' });
    const unknown = await call('PATCH', '/options', { lockFields: 'none' });
    expect([unknown.status, unknown.text]).toEqual([400, 'Not understood: lockFields']);
    const wrong = await call('PATCH', '/options', { filterMatch: 'like' });
    expect([wrong.status, wrong.text]).toEqual([400, 'Not understood: filterMatch']);
    expect((await call('PATCH', '/options', '{')).status).toBe(400);
  });

  it('puts the clock forward', async () => {
    const { sandbox, call } = open();
    const caller = await callerOf(sandbox);
    expect((await call('POST', '/clock', { advanceMs: 4 * 3_600_000 })).status).toBe(200);
    expect((await caller.things()).status).toBe(401);
  });

  it('returns 409 for shifting a clock that it does not own', async () => {
    const control = withControl(open().sandbox);
    const body = { advanceMs: 1 };
    expect((await send(control, 'POST', '/__sandbox/clock', { body })).status).toBe(409);
  });

  it('adds, lists and removes faults', async () => {
    const { sandbox, call } = open();
    const caller = await callerOf(sandbox);
    await call('POST', '/faults', { route: 'GET /things', status: 503, count: 'all' });
    for (let i = 0; i < 3; i++) expect((await caller.things()).status).toBe(503);
    expect((await call('GET', '/faults')).json).toMatchObject([{ status: 503, count: 'all' }]);
    await call('DELETE', '/faults');
    expect((await caller.things()).status).toBe(200);
  });

  it('shows requests, PUTs, groups and Things', async () => {
    const { sandbox, call } = open();
    const caller = await callerOf(sandbox);
    const group = sandbox.state.groups()[0];
    const body = groupBody({
      TelephonyProfileId: group?.profileId,
      IMEIPrefix: '35684610',
      LockMasterImei: true,
    });
    await caller.put(`/thingsgroup/${group?.id}`, body);
    expect((await call('GET', '/puts')).json).toMatchObject([{ groupId: group?.id, body }]);
    expect(listOf((await call('GET', '/requests')).json)).toHaveLength(2);
    expect(listOf((await call('GET', '/groups')).json)).toHaveLength(12);
    const stored = { name: 'Vans', imeiPrefix: '35684610', lockMasterImei: true };
    expect((await call('GET', `/groups/${group?.id}`)).json).toMatchObject(stored);
    const iccid = sandbox.state.things()[0]?.ExternalUniqueId;
    expect(field((await call('GET', `/things/${iccid}`)).json, 'ExternalUniqueId')).toBe(iccid);
    expect((await call('GET', '/things/1')).status).toBe(404);
  });

  it('shows changes to SIMs after the clock is put forward, with timePasses on', async () => {
    const { call } = open();
    await call('POST', '/clock', { advanceMs: 600_000 });
    expect((await call('GET', '/changes')).json).toEqual([]);
    await call('PATCH', '/options', { timePasses: true });
    await call('POST', '/clock', { advanceMs: 600_000 });
    const changes = listOf((await call('GET', '/changes')).json);
    expect(changes.length).toBeGreaterThan(20);
    const change = changes.find((one) => field(one, 'kind') === 'state');
    const keys = Object.keys(change ?? {});
    expect(keys.toSorted()).toEqual(['after', 'at', 'before', 'iccid', 'kind']);
    const thing = (await call('GET', `/things/${String(field(change, 'iccid'))}`)).json;
    expect(field(thing, 'ExternalUniqueId')).toBe(field(change, 'iccid'));
    const other = await call('GET', '/changes?customerId=cid_b82d5f13');
    expect(listOf(other.json).length).toBeGreaterThan(20);
    expect(other.json).not.toEqual(changes);
    await call('POST', '/reset');
    expect((await call('GET', '/changes')).json).toEqual([]);
  });

  it('changes a group as another user would', async () => {
    const { sandbox, call } = open();
    const id = sandbox.state.groups()[0]?.id ?? '';
    const before = sandbox.state.group(id)?.dateModified ?? 0;
    expect((await call('PATCH', `/groups/${id}`, { name: 'Renamed' })).status).toBe(200);
    expect(sandbox.state.group(id)?.name).toBe('Renamed');
    expect(sandbox.state.group(id)?.dateModified).toBeGreaterThan(before);
    expect((await call('PATCH', '/groups/none', { name: 'x' })).status).toBe(404);
    expect((await call('PATCH', `/groups/${id}`, { Name: 'x' })).status).toBe(400);
  });

  it('invalidates tokens, ends rate-limit windows, and resets', async () => {
    const { sandbox, call } = open();
    const caller = await callerOf(sandbox);
    for (let i = 0; i < 4; i++) await callerOf(sandbox);
    expect((await signIn(sandbox)).status).toBe(429);
    await call('DELETE', '/limits');
    await callerOf(sandbox);
    await call('DELETE', '/tokens');
    expect((await caller.things()).status).toBe(401);
    await call('POST', '/reset');
    expect(sandbox.state.requests()).toEqual([]);
  });

  it.each([
    ['an unknown key', { state: 503 }, 'state'],
    ['an unknown route', { route: 'GET /thing' }, 'route'],
    ['a count of 0', { count: 0 }, 'count'],
    ['a wait of more than an hour', { delayMs: 3_600_001 }, 'delayMs'],
    ['a header value with a line end', { retryAfter: 'a\r\nb' }, 'retryAfter'],
    ['an impossible content type', { contentType: 'text/\u{1F600}' }, 'contentType'],
    ['a header name with a space', { addHeaders: { 'a b': '1' } }, 'addHeaders'],
    ['a status that is not an error, without a body', { status: 204 }, 'status'],
    ['an invalid status', { status: 99 }, 'status'],
    ['a message without a status', { message: 'x' }, 'message'],
    ['a message together with a body', { status: 500, message: 'x', body: 'y' }, 'message'],
    ['a clock more than ten years ahead', { advanceMs: 3.2e11 }, 'advanceMs', '/clock'],
    ['a clock more than ten years behind', { advanceMs: -3.2e11 }, 'advanceMs', '/clock'],
  ])('refuses a body with %s, and names the key', async (_case, body, key, path = '/faults') => {
    const { sandbox, call } = open();
    const { status, text } = await call('POST', path, body);
    expect([status, text.includes(key)]).toEqual([400, true]);
    expect(sandbox.faults.list()).toEqual([]);
  });

  it.each(['sub', 'exp', 'scope.customer'])(
    'refuses to put the customer id into the claim %s, which the token reserves',
    async (customerIdClaim) => {
      const { sandbox, call } = open();
      expect((await call('PATCH', '/options', { customerIdClaim })).status).toBe(400);
      expect(sandbox.options().customerIdClaim).toBe('customer_id');
    },
  );

  it('resets the clock as part of a reset', async () => {
    const { clock, call } = open();
    const before = clock.now();
    await call('POST', '/clock', { advanceMs: 5000 });
    await call('POST', '/reset');
    expect(clock.now()).toBe(before);
  });

  it('refuses requests to host names other than this machine’s', async () => {
    const { sandbox } = open();
    const ask = async (host: string, own?: string) => {
      const request = new Request(`http://${host}:8090/__sandbox/options`);
      return (await withControl(sandbox, undefined, own).fetch(request)).status;
    };
    for (const host of ['localhost', '127.0.0.1', '[::1]']) expect(await ask(host)).toBe(200);
    expect(await ask('MyMachine', 'MyMachine')).toBe(200);
    expect(await ask('[2001:db8:0::1]', '2001:DB8::1')).toBe(200);
    expect(await ask('rebound.example', 'a b')).toBe(403);
  });

  it.each<Record<string, string>>([
    { 'sec-fetch-site': 'cross-site' },
    // A browser sends only this to another machine without HTTPS.
    { origin: 'http://portal.example' },
  ])('refuses requests from a web page: %j', async (headers) => {
    expect((await open().call('POST', '/reset', undefined, headers)).status).toBe(403);
  });
});
