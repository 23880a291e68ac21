import { request } from 'node:http';

import { describe, expect, it } from 'vitest';

import { type Fixture, fakeService, groupUpdate } from '#testing/fixtures/gatewayFixture.ts';
import { puts } from '#testing/fixtures/historyFixture.ts';
import { hold } from '#testing/fixtures/hold.ts';
import { builtSite, startedGateway } from '#testing/fixtures/startedGateway.ts';
import { renewed, signedIn, unauthorized } from '#testing/fixtures/writesFixture.ts';

const hour = 60 * 60_000;
const distDir = builtSite();

describe('T25: a write after its sender has disconnected', () => {
  it('is not sent while it waits for a renewal; the log says so, and the renewal continues', async () => {
    const renewal = Promise.withResolvers<void>();
    const { fixture, cookie, put, leave } = await signedIn({
      async refresh() {
        await renewal.promise;
        return renewed();
      },
    });
    fixture.clock.skip(5 * hour);
    const pending = put();
    await fixture.pass(1_000);
    leave();
    expect((await pending).status).toBe(499);
    expect(puts(fixture)).toBe(0);
    expect(fixture.logged('audit')).toMatchObject([
      { username: 'writer', result: 'not sent', why: 'client_gone', status: 499 },
    ]);
    expect(fixture.logged('request').at(-1)).toMatchObject({ method: 'PUT', status: 499 });

    renewal.resolve();
    await fixture.send('GET', '/api/things', { cookie });
    expect(fixture.seen.at(-1)?.headers.get('authorization')).toBe('Bearer renewed');
    await fixture.pass(60_000);
    expect(puts(fixture)).toBe(0);
  });

  it('is not sent a second time if the first attempt was refused; the log says "refused"', async () => {
    const renewal = Promise.withResolvers<Response>();
    const refresh = () => renewal.promise;
    const { fixture, put, leave } = await signedIn({ put: unauthorized, refresh });
    const pending = put();
    await fixture.pass(1_000);
    leave();
    expect((await pending).status).toBe(499);
    await fixture.pass(60_000);
    expect(puts(fixture)).toBe(1);
    expect(fixture.logged('audit')).toMatchObject([
      { result: 'refused', why: 'client_gone', status: 499 },
    ]);
  });

  it('is not sent while its body is still arriving', async () => {
    const { fixture, put, leave } = await signedIn({});
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const pending = put({ stream: readable, body: undefined });
    await fixture.pass(0);
    leave();
    await writable.abort(new Error('gone'));
    expect((await pending).status).toBe(499);
    expect(puts(fixture)).toBe(0);
    expect(fixture.logged('audit')).toMatchObject([{ result: 'not sent', why: 'client_gone' }]);
  });

  it('is not sent if its connection closes during a renewal, and the log says so', async () => {
    const renewal = hold();
    const sent: (string | null)[] = [];
    const signIn = fakeService();
    const gateway = await startedGateway({
      distDir,
      async upstream(call) {
        if (call.method === 'PUT') sent.push(call.headers.get('authorization'));
        if (call.method === 'PUT') return new Response(null, { status: 401 });
        if (call.url.endsWith('/v1/auth/refresh')) await renewal.pass();
        return signIn(call);
      },
    });
    const headers = { ...(await gateway.session()), 'content-type': 'application/json' };
    const url = `${gateway.origin}/api/thingsgroup/ThingsGroupId_1`;
    const call = request(url, { method: 'PUT', headers, agent: false });
    call.on('error', () => {});
    call.end(JSON.stringify(groupUpdate));
    await renewal.reached;
    call.destroy();
    const audit = () => gateway.log.filter(({ event }) => event === 'audit');
    await expect.poll(audit).toMatchObject([{ why: 'client_gone', status: 499 }]);
    renewal.answer();
    await gateway.close();
    expect(sent).toEqual(['Bearer access.secret']);
  });
});

it('T25: a write with a complete body is not sent if its sender has already disconnected', async () => {
  const { fixture, put, leave } = await signedIn({});
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const pending = put({ stream: readable, body: undefined });
  await fixture.pass(0);
  leave();
  const writer = writable.getWriter();
  void writer.write(new TextEncoder().encode(JSON.stringify(groupUpdate)));
  await writer.close();
  expect((await pending).status).toBe(499);
  expect(puts(fixture)).toBe(0);
});

describe('T24: the outcome of a write that was sent', () => {
  const ends: [string, (fixture: Fixture, cookie: string) => Promise<unknown>][] = [
    ['its user signed out', (fixture, cookie) => fixture.send('DELETE', '/session', { cookie })],
    ['its user signed in again', (fixture, cookie) => fixture.signIn('writer', { cookie })],
    ['somebody else signed in', (fixture, cookie) => fixture.signIn('other', { cookie })],
    ['its session expired', (fixture) => fixture.pass(20_000)],
  ];

  it.each(ends)('is reported even if in the meantime %s', async (_, meanwhile) => {
    for (const [status, result] of [
      [200, 'saved'],
      [409, 'refused'],
      [503, 'unknown'],
    ] as const) {
      const held = Promise.withResolvers<Response>();
      const { fixture, cookie, put } = await signedIn({
        put: () => held.promise,
        environment: { SESSION_MAX_HOURS: '1', SESSION_IDLE_MINUTES: '600' },
      });
      await fixture.pass(hour - 10_000);
      const pending = put();
      await fixture.pass(0);
      await meanwhile(fixture, cookie);
      held.resolve(new Response('of the service', { status }));
      const answer = await pending;
      expect([answer.status, await answer.text()]).toEqual([status, 'of the service']);
      expect(answer.headers.get('x-sim-gateway-error')).toBe(null);
      expect(fixture.logged('audit')).toMatchObject([{ username: 'writer', result, status }]);
    }
  });

  it('remains "refused" after a 401 if the session has ended', async () => {
    const held = Promise.withResolvers<Response>();
    const { fixture, cookie, put } = await signedIn({ put: () => held.promise });
    const pending = put();
    await fixture.pass(0);
    await fixture.send('DELETE', '/session', { cookie });
    held.resolve(new Response(null, { status: 401 }));
    expect(await (await pending).json()).toMatchObject({ code: 'session_ended' });
    expect(puts(fixture)).toBe(1);
    expect(fixture.logged('audit')).toMatchObject([{ result: 'refused', status: 401 }]);
  });
});
