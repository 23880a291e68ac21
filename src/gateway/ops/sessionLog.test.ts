import { describe, expect, it } from 'vitest';

import {
  type Fixture,
  type FixtureCall,
  createFixture,
  signedInFixture,
  fakeService,
} from '#testing/fixtures/gatewayFixture.ts';

const from = { remoteAddress: '203.0.113.7', headers: { 'x-request-id': 'browser-1' } };
const right = { username: 'writer', password: 'sandbox-writer' };
const hourMs = 60 * 60_000;

/** The log lines of this event, without their times. */
function linesOf(fixture: Fixture, event: string): readonly unknown[] {
  const lines = fixture.logged(event);
  for (const line of lines) expect(line).toHaveProperty('time', expect.any(String));
  return lines.map((line) => Object.assign({}, line, { time: undefined, event: undefined }));
}

/** Digests differ between processes. */
const digest = /^hmac:[\da-f]{16}$/;

describe('the log line of a sign-in', () => {
  it('says who signed in, and from where', async () => {
    const fixture = await createFixture();
    await fixture.signIn('writer', from);
    expect(linesOf(fixture, 'sign-in')).toMatchObject([
      {
        requestId: 'browser-1',
        username: 'writer',
        address: '203.0.113.7',
        outcome: 'signed in',
        status: 200,
      },
    ]);
  });

  it.each([
    ['refused', 401, () => Response.json({ message: 'no' }, { status: 401 })],
    ['refused', 403, () => Response.json({ message: 'no' }, { status: 403 })],
    ['limited', 429, () => Response.json({ message: 'no' }, { status: 429 })],
    ['failed', 503, () => Response.json({ message: 'no' }, { status: 503 })],
    ['failed', 502, () => Response.json({ access_token: 'a' })],
    ['failed', 502, () => Promise.reject(new TypeError('cut'))],
  ] as const)('has the outcome "%s" for the service\'s %i', async (outcome, status, answer) => {
    const fixture = await createFixture({ service: async () => answer() });
    await fixture.send('POST', '/session', { ...from, body: right });
    expect(linesOf(fixture, 'sign-in')).toMatchObject([{ outcome, status }]);
  });

  it('distinguishes sign-ins that the gateway limited, could not read, or refused', async () => {
    const fixture = await createFixture({ environment: { SIGN_IN_TRIES: '1', SANDBOX: '' } });
    await fixture.send('POST', '/session', { ...from, body: [] });
    const headers = { origin: 'https://sim.example.com' };
    await fixture.send('POST', '/session', { ...from, body: right, headers });
    await fixture.send('POST', '/session', { ...from, body: right });
    await fixture.send('POST', '/session', { ...from, body: right });
    expect(linesOf(fixture, 'sign-in')).toMatchObject([
      { username: null, outcome: 'unreadable', status: 400 },
      { username: null, outcome: 'refused', status: 403 },
      { username: 'writer', outcome: 'signed in', status: 200 },
      { username: 'writer', outcome: 'limited', status: 429 },
    ]);
  });

  it('has the outcome "given up" if the browser disconnected before the response', async () => {
    const abort = new AbortController();
    const signIn = fakeService();
    const fixture = await createFixture({
      service(request) {
        abort.abort();
        return signIn(request);
      },
    });
    await fixture.send('POST', '/session', { body: right, signal: abort.signal });
    expect(linesOf(fixture, 'sign-in')).toMatchObject([{ outcome: 'given up', status: 499 }]);
  });

  it('has a digest instead of a name that the service has never accepted, because it could be a password', async () => {
    const fixture = await createFixture();
    for (const username of ['sandbox-writer', 'sandbox-writer', 'another', 'writer']) {
      await fixture.send('POST', '/session', { body: { username, password: 'wrong' } });
    }
    const names = linesOf(fixture, 'sign-in').map((line) =>
      String(Reflect.get(Object(line), 'username')),
    );
    expect(names.filter((name) => !digest.test(name))).toEqual([]);
    expect(names[0]).toBe(names[1]);
    expect(new Set(names).size).toBe(3);

    await fixture.signIn('writer');
    await fixture.send('POST', '/session', { body: { ...right, password: 'wrong' } });
    const last = linesOf(fixture, 'sign-in').at(-1);
    expect(last).toMatchObject({ username: 'writer', outcome: 'refused' });
  });

  it('has different digests in each process, so that nobody can guess passwords from them', async () => {
    const names: unknown[] = [];
    for (const fixture of [await createFixture(), await createFixture()]) {
      await fixture.send('POST', '/session', { body: { username: 'geheim', password: 'wrong' } });
      names.push(Reflect.get(Object(linesOf(fixture, 'sign-in')[0]), 'username'));
    }
    expect(names[0]).not.toBe(names[1]);
  });
});

it('the log line of a sign-out says who signed out, or that nobody was signed in', async () => {
  const { fixture, cookie } = await signedInFixture();
  await fixture.send('DELETE', '/session', { ...from, cookie });
  await fixture.send('DELETE', '/session', { ...from, cookie });
  const facts = { requestId: 'browser-1', address: '203.0.113.7' };
  expect(linesOf(fixture, 'sign-out')).toEqual([
    { ...facts, username: 'writer', outcome: 'signed out' },
    { ...facts, username: null, outcome: 'nobody was signed in' },
  ]);
  expect(linesOf(fixture, 'session ended')).toEqual([]);
});

describe('the log line of a customer id change', () => {
  it('says who changed the id, or tried to, but does not contain it', async () => {
    const service = fakeService(undefined, { customer_id: undefined });
    const { fixture, cookie } = await signedInFixture({ service });
    for (const customerId of ['cid_one', 'cid_one', 'cid_two', 'no id']) {
      await fixture.send('PUT', '/session/customer', { ...from, cookie, body: { customerId } });
    }
    const facts = { requestId: 'browser-1', address: '203.0.113.7', username: 'writer' };
    expect(linesOf(fixture, 'customer id changed')).toEqual(
      ['changed', 'unchanged', 'changed', 'refused'].map((outcome) => ({ ...facts, outcome })),
    );
    expect(fixture.log.join('')).not.toMatch(/cid_|no id/);
  });

  it('says that an unreadable body was refused', async () => {
    const { fixture, cookie } = await signedInFixture();
    const put = (call: FixtureCall) =>
      fixture.send('PUT', '/session/customer', { ...from, cookie, ...call });
    const headers = { ...from.headers, 'content-type': 'text/plain' };
    const stream = new Response('no JSON').body ?? undefined;
    const answers = [
      await put({ headers, body: { customerId: 'cid_one' } }),
      await put({ body: { customerId: 'x'.repeat(70_000) } }),
      await put({ ...(stream && { stream }) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([415, 413, 400]);
    const facts = { requestId: 'browser-1', address: '203.0.113.7', username: 'writer' };
    expect(linesOf(fixture, 'customer id changed')).toEqual(
      answers.map(() => ({ ...facts, outcome: 'refused' })),
    );
  });

  it('says that the change was refused if the configuration sets the id', async () => {
    const environment = { CUSTOMER_ID: 'cid_fixed' };
    const { fixture, cookie } = await signedInFixture({ environment });
    const body = { customerId: 'cid_other' };
    await fixture.send('PUT', '/session/customer', { ...from, cookie, body });
    expect(linesOf(fixture, 'customer id changed')).toMatchObject([{ outcome: 'refused' }]);
  });
});

describe('the log line of an ended session', () => {
  it('says, on the next call in any session, that the session was unused and whose it was', async () => {
    const fixture = await createFixture();
    await fixture.signIn('writer', from);
    await fixture.clock.advance(hourMs);
    await fixture.send('GET', '/session', { cookie: `sim-console=${'x'.repeat(43)}` });
    expect(linesOf(fixture, 'session ended')).toEqual([
      { username: 'writer', address: '203.0.113.7', outcome: 'not used' },
    ]);
  });

  it('says that the session reached its maximum age', async () => {
    const fixture = await createFixture({ environment: { SESSION_MAX_HOURS: '1' } });
    const cookie = await fixture.signIn('writer', from);
    await fixture.clock.advance(hourMs / 2);
    await fixture.send('GET', '/session', { cookie });
    await fixture.clock.advance(hourMs / 2);
    await fixture.send('GET', '/session', { cookie });
    await fixture.send('GET', '/session', { cookie });
    expect(linesOf(fixture, 'session ended')).toMatchObject([
      { username: 'writer', outcome: 'longest age' },
    ]);
  });

  it('says once that the service no longer renews the session, and which request discovered this', async () => {
    const refuse = async () => new Response(null, { status: 401 });
    const service = fakeService(refuse);
    const fixture = await createFixture({
      service: (request) => (request.url.endsWith('/refresh') ? refuse() : service(request)),
    });
    const cookie = await fixture.signIn('writer', from);
    await fixture.send('GET', '/api/things', { ...from, cookie });
    await fixture.send('GET', '/api/things', { ...from, cookie });
    expect(linesOf(fixture, 'session ended')).toEqual([
      {
        requestId: 'browser-1',
        username: 'writer',
        address: '203.0.113.7',
        outcome: 'cannot be renewed',
      },
    ]);
  });

  it('says that another sign-in replaced the session', async () => {
    const fixture = await createFixture();
    await fixture.signIn('reader', { cookie: await fixture.signIn('writer', from) });
    expect(linesOf(fixture, 'session ended')).toMatchObject([
      { username: 'writer', address: '203.0.113.7', outcome: 'replaced by a new sign-in' },
    ]);
  });

  it('says that the session was unused, even if a sign-in or a sign-out came before it was removed', async () => {
    const fixture = await createFixture();
    for (const method of ['POST', 'DELETE']) {
      const cookie = await fixture.signIn('writer', from);
      fixture.clock.skip(hourMs);
      await fixture.send(method, '/session', { cookie, body: right });
    }
    await fixture.pass(60_000);
    const unused = { username: 'writer', outcome: 'not used' };
    expect(linesOf(fixture, 'session ended')).toMatchObject([unused, unused, unused]);
    expect(linesOf(fixture, 'sign-out')).toMatchObject([{ outcome: 'nobody was signed in' }]);
  });
});
