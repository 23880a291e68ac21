import { describe, expect, it } from 'vitest';

import { openSandbox, send, textField } from '#testing/fixtures/sandboxClient.ts';

import { magicValues } from './magicValues.ts';

describe('the magic values', () => {
  it('are exactly these', () => {
    expect(magicValues).toEqual([
      'fault:cut', 'fault:cut-after', 'fault:delay', 'fault:hang', 'fault:html', 'fault:html-502',
      'fault:slow', 'fault:truncate', 'fault:wrong-type',
      'status:400', 'status:401', 'status:403', 'status:404', 'status:409', 'status:422',
      'status:429', 'status:500', 'status:502', 'status:503',
    ]); // prettier-ignore
  });

  it('do not affect other names', async () => {
    const { caller } = await openSandbox();
    const names = ['status:200', 'status:4290', 'fault:none', 'constructor:x', 'fault:__proto__'];
    for (const name of names) {
      expect((await caller.things({ 'filterBy[ThingName]': name })).json).toEqual([]);
    }
  });

  it.each([
    ...[400, 401, 403, 404, 409, 422, 429, 500, 502, 503].map((status) => ({
      value: `status:${status}`,
      list: [status, 'application/json'],
      text: `"status_code":${status},`,
      signIn: status,
    })),
    { value: 'fault:html', list: [200, 'text/html; charset=utf-8'], text: '<h1>', signIn: 200 },
    { value: 'fault:html-502', list: [502, 'text/html; charset=utf-8'], text: '', signIn: 502 },
    // The sign-in is processed, but the username is unknown.
    { value: 'fault:wrong-type', list: [200, 'text/plain; charset=utf-8'], text: '', signIn: 401 },
  ])('$value works as Thing name and as username', async ({ value, list, text, signIn }) => {
    const { caller, sandbox } = await openSandbox();
    const things = await caller.things({ 'filterBy[ThingName]': value });
    expect([things.status, things.headers.get('content-type')]).toEqual(list);
    expect(things.text).toContain(text);
    expect(things.headers.has('retry-after')).toBe(value === 'status:429');
    const body = { username: value, password: 'x' };
    expect((await send(sandbox, 'POST', '/v1/auth/token', { body })).status).toBe(signIn);
  });
});

describe('a magic value as Thing name', () => {
  it('status:429:3 sets the seconds in header and message', async () => {
    const { caller } = await openSandbox();
    const { json, headers } = await caller.things({ 'filterBy[ThingName]': 'status:429:3' });
    expect(headers.get('retry-after')).toBe('3');
    expect(textField(json, 'message')).toContain('3 seconds');
  });

  it('status:401 persists after a refresh', async () => {
    const { caller, sandbox, refresh } = await openSandbox();
    const query = { 'filterBy[ThingName]': 'status:401' };
    expect((await caller.things(query)).status).toBe(401);
    const renewed = await refresh();
    expect(renewed.status).toBe(200);
    const authorization = `Bearer ${textField(renewed.json, 'access_token')}`;
    const headers = { ...caller.headers, authorization };
    const path = `/things?${new URLSearchParams(query)}`;
    expect((await send(sandbox, 'GET', path, { headers })).status).toBe(401);
  });
});

describe('a magic value as group name', () => {
  const statuses = [401, 403, 404, 409, 422, 429, 500];
  it.each(statuses)('status:%i returns that status and stores nothing', async (status) => {
    const { sandbox, put } = await openSandbox();
    expect((await put({ ThingsGroupName: `status:${status}` })).status).toBe(status);
    expect(sandbox.state.puts()).toEqual([]);
  });

  it('fault:cut-after stores the name and sends no response', async () => {
    const { sandbox, put } = await openSandbox();
    const sent = put({ ThingsGroupName: 'fault:cut-after', IMEIPrefix: '', LockMasterImei: false });
    await expect(sent).rejects.toThrow(TypeError);
    expect(sandbox.state.groups()[0]?.name).toBe('fault:cut-after');
  });
});
