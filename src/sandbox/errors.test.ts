import { describe, expect, it } from 'vitest';

import { errorBody } from '#contract/errorBody.ts';

import { magicValues } from './magicValues.ts';
import { createSandbox } from './sandbox.ts';
import { callerOf, field, send, textField } from './testClient.ts';

describe('7: forms of the console endpoints’ errors', () => {
  const refused = async (consoleErrors: 'json' | 'otherJson' | 'text' | 'html' | 'empty') => {
    const sandbox = createSandbox({ things: 60, consoleErrors });
    const caller = await callerOf(sandbox);
    return caller.things({ limit: '51' });
  };

  it('json: the body of 2.2', async () => {
    const { json, headers } = await refused('json');
    expect(errorBody.parse(json).request_id).toBe(headers.get('x-request-id'));
  });

  it('otherJson: JSON, but not that of 2.2', async () => {
    const { status, json } = await refused('otherJson');
    expect(status).toBe(400);
    expect(errorBody.safeParse(json).success).toBe(false);
    expect(textField(field(json, 'error'), 'detail')).toContain('limit');
  });

  it.each([
    ['text', /^text\/plain/, /^Parameter "limit"/],
    ['html', /^text\/html/, /<h1>400<\/h1>/],
  ] as const)('%s: that content type', async (form, type, text) => {
    const seen = await refused(form);
    expect(seen.status).toBe(400);
    expect(seen.headers.get('content-type')).toMatch(type);
    expect(seen.text).toMatch(text);
  });

  it('empty: a status, and neither body nor type', async () => {
    const { status, text, headers } = await refused('empty');
    expect([status, text, headers.get('content-type')]).toEqual([400, '', null]);
  });

  it('leaves the errors of the /v1/ endpoints as documented', async () => {
    const sandbox = createSandbox({ things: 60, consoleErrors: 'html' });
    const { json } = await send(sandbox, 'GET', '/v1/orders');
    expect(errorBody.parse(json).status_code).toBe(401);
  });

  it('requestIdHeader off: the id is in error bodies only', async () => {
    const sandbox = createSandbox({ things: 60, requestIdHeader: false });
    const caller = await callerOf(sandbox);
    const { headers, json } = await caller.things({ limit: '51' });
    expect(headers.has('x-request-id')).toBe(false);
    expect(errorBody.parse(json).request_id).not.toBe('');
  });
});

describe('sentinel values', () => {
  it('are these, and each of them is one', () => {
    expect(magicValues).toEqual([
      'fault:cut', 'fault:cut-after', 'fault:delay', 'fault:hang', 'fault:html', 'fault:html-502',
      'fault:slow', 'fault:truncate', 'fault:wrong-type',
      'status:400', 'status:401', 'status:403', 'status:404', 'status:409', 'status:422',
      'status:429', 'status:500', 'status:502', 'status:503',
    ]); // prettier-ignore
  });

  it('status:503 as username: the sign-in is answered so', async () => {
    const sandbox = createSandbox({ things: 60 });
    const body = { username: 'status:503', password: 'x' };
    expect((await send(sandbox, 'POST', '/v1/auth/token', { body })).status).toBe(503);
  });

  it('status:401 stays after a refresh', async () => {
    const sandbox = createSandbox({ things: 60 });
    const caller = await callerOf(sandbox);
    const query = { 'filterBy[ThingName]': 'status:401' };
    expect((await caller.things(query)).status).toBe(401);
    const body = { refresh_token: caller.refreshToken };
    expect((await send(sandbox, 'POST', '/v1/auth/refresh', { body })).status).toBe(200);
    expect((await (await callerOf(sandbox)).things(query)).status).toBe(401);
  });

  it('fault:cut-after as Group name: the name is stored and nothing is answered', async () => {
    const sandbox = createSandbox({ things: 60 });
    const caller = await callerOf(sandbox);
    const group = sandbox.state.groups()[0];
    const body = {
      TelephonyProfileId: group?.profileId,
      ThingsGroupName: 'fault:cut-after',
      IMEIPrefix: '',
      LockMasterImei: false,
    };
    await expect(caller.put(`/thingsgroup/${group?.id}`, body)).rejects.toThrow(TypeError);
    expect(sandbox.state.groups()[0]?.name).toBe('fault:cut-after');
  });

  it('fault:html as Thing name: HTML with 200', async () => {
    const caller = await callerOf(createSandbox({ things: 60 }));
    const { status, headers, text } = await caller.things({ 'filterBy[ThingName]': 'fault:html' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('<h1>');
  });

  it('anything else is a name like any other', async () => {
    const caller = await callerOf(createSandbox({ things: 60 }));
    for (const name of [
      'status:200',
      'status:4290',
      'fault:none',
      'constructor:x',
      'fault:__proto__',
    ]) {
      expect((await caller.things({ 'filterBy[ThingName]': name })).json).toEqual([]);
    }
  });
});
