import { expect, it, onTestFinished } from 'vitest';

import { createFixture, fakeService, signedInFixture } from '#testing/fixtures/gatewayFixture.ts';
import { hold } from '#testing/fixtures/hold.ts';
import { databaseUrl, engines, gatewayDatabase } from '#testing/fixtures/testDatabases.ts';

import { StoreUnavailableError } from '../db/storeErrors.ts';

const credentials = { username: 'writer', password: 'sandbox-writer' };

async function signIn(body: unknown, service = fakeService()) {
  const fixture = await createFixture({ service });
  return { fixture, answer: await fixture.send('POST', '/session', { body }) };
}

it('a refused sign-in returns the service’s status, message, request id and Retry-After', async () => {
  const body = { status_code: 429, message: 'Wait 9 seconds', request_id: 'req-9' };
  const headers = { 'retry-after': '9', 'x-request-id': 'req-9', 'set-cookie': 'a=b' };
  const { answer } = await signIn(credentials, async () =>
    Response.json(body, { status: 429, headers }),
  );
  expect([answer.status, await answer.json()]).toEqual([429, body]);
  expect(answer.headers.get('retry-after')).toBe('9');
  expect(answer.headers.get('x-request-id')).toBe('req-9');
  expect(answer.headers.getSetCookie()).toEqual([]);
});

it.each(engines)('an access token that never expires is stored in %s', async (engine) => {
  const DATABASE_URL = databaseUrl(await gatewayDatabase(engine));
  const claims = btoa(JSON.stringify({ iat: 0, exp: 2 ** 63 }));
  const service = fakeService(undefined, { access_token: `header.${claims}.signature` });
  const { fixture, cookie } = await signedInFixture({ environment: { DATABASE_URL }, service });
  onTestFinished(() => fixture.store.close());
  expect((await fixture.send('GET', '/session', { cookie })).status).toBe(200);
});

it('a cancelled sign-in ends no session and starts none', async () => {
  const slow = hold();
  let isSlow = false;
  const service = fakeService();
  const { fixture, cookie } = await signedInFixture({
    async service(request) {
      if (isSlow) await slow.pass();
      return service(request);
    },
  });
  isSlow = true;
  const dialog = new AbortController();
  const body = { ...credentials, username: 'other' };
  const late = fixture.send('POST', '/session', { cookie, body, signal: dialog.signal });
  await slow.reached;
  dialog.abort('Client connection prematurely closed.');
  slow.answer();
  const answer = await late;
  expect([answer.status, answer.headers.getSetCookie()]).toEqual([499, []]);
  expect((await fixture.send('GET', '/session', { cookie })).status).toBe(200);
  expect(await fixture.metrics()).toContain('sim_console_sessions 1');
});

it('a sign-in that cannot be stored gets an error that pages do not retry, because the service counts sign-ins', async () => {
  const fixture = await createFixture({ service: fakeService() });
  fixture.store.sessions.create = () =>
    Promise.reject(new StoreUnavailableError(new Error('full')));
  const answer = await fixture.send('POST', '/session', { body: credentials });
  expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'internal' }]);
  expect([answer.headers.get('retry-after'), fixture.seen.length]).toEqual([null, 1]);
});

it('only the username and password go to the service', async () => {
  const { fixture } = await signIn({ ...credentials, scope: 'admin' });
  expect(await fixture.seen[0]?.json()).toEqual(credentials);
});

it.each([
  ['with a NUL', 'anna\0'],
  ['with a line break', 'anna\nSessions ended for bert: 3'],
  ['of 257 characters', 'a'.repeat(257)],
  ['with half a character', 'anna\ud800'],
])('a name that no database can store, %s, gets 400', async (_, username) => {
  const { fixture, answer } = await signIn({ ...credentials, username });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    code: 'bad_request',
    message: 'A username and a password are required.',
  });
  expect(fixture.seen).toHaveLength(0);
});

const incomplete = [{}, { username: 'a' }, { username: '', password: '' }, [], null, 'text'];
it.each(incomplete)('a sign-in with %j gets 400', async (body) => {
  const { fixture, answer } = await signIn(body);
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'bad_request' }]);
  expect(fixture.seen).toHaveLength(0);
});

const unusable = ['', '<html>', '{}', '{"access_token":"a"}'];
it.each(unusable)('a successful sign-in with the body %j gets 502', async (body) => {
  expect((await signIn(credentials, async () => new Response(body))).answer.status).toBe(502);
});
