import { expect, it } from 'vitest';

import {
  type Fixture,
  createFixture,
  fakeService,
  groupUpdate,
  signedInFixture,
} from '#testing/fixtures/gatewayFixture.ts';
import { hold } from '#testing/fixtures/hold.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { sharedFile } from '#testing/fixtures/testDatabases.ts';
import { renewed, signedIn, unauthorized } from '#testing/fixtures/writesFixture.ts';

it('T18: signing out invalidates the cookie and clears it', async () => {
  const { fixture, cookie } = await signedInFixture();
  const out = await fixture.send('DELETE', '/session', { cookie });
  expect(out.status).toBe(204);
  expect(out.headers.getSetCookie()).toEqual([
    'sim-console=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0',
  ]);
  expect(out.headers.get('clear-site-data')).toBe(null);
  expect((await fixture.send('GET', '/api/things', { cookie })).status).toBe(401);
});

const ends: [string, (fixture: Fixture, cookie: string) => Promise<unknown>][] = [
  ['signing out', (fixture, cookie) => fixture.send('DELETE', '/session', { cookie })],
  ['signing in again', (fixture, cookie) => fixture.signIn('writer', { cookie })],
];
it.each(ends)('T18: %s drops a response that arrives later', async (_, end) => {
  const held = hold();
  const { fixture, cookie } = await signedInFixture({
    service: fakeService(async () => {
      await held.pass();
      return Response.json(['secret']);
    }),
  });
  const late = fixture.send('GET', '/api/things', { cookie });
  await held.reached;
  await end(fixture, cookie);
  held.answer();
  const answer = await late;
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'session_ended' }]);
});

it('T18: signing out leaves a PUT unsent while it waits for a renewal, as its audit line states', async () => {
  const renewal = hold();
  const { fixture, cookie, put } = await signedIn({
    put: unauthorized,
    async refresh() {
      await renewal.pass();
      return renewed();
    },
  });
  const pending = put();
  await renewal.reached;
  await fixture.send('DELETE', '/session', { cookie });
  renewal.answer();
  const answer = await pending;
  expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'session_ended' }]);
  expect(fixture.seen.filter(({ method }) => method === 'PUT')).toHaveLength(1);
  expect(fixture.log.filter((line) => line.includes('"result":"refused"'))).toHaveLength(1);
});

it.each(['the same gateway', 'another gateway'])(
  'T18, T25: signing out leaves a PUT unsent whose body is still arriving, with a sign-out on %s',
  async (where) => {
    const environment = where === 'another gateway' ? sharedFile() : {};
    const given = { clock: manualClock(), environment, service: fakeService() };
    const [fixture, other] = [await createFixture(given), await createFixture(given)];
    const cookie = await fixture.signIn();
    const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
    const put = fixture.send('PUT', '/api/thingsgroup/a', { cookie, stream: readable });
    await fixture.pass(0);
    await (where === 'another gateway' ? other : fixture).send('DELETE', '/session', { cookie });
    const writer = writable.getWriter();
    void writer.write(new TextEncoder().encode(JSON.stringify(groupUpdate)));
    await writer.close();
    expect((await put).status).toBe(401);
    expect(fixture.seen.filter(({ method }) => method === 'PUT')).toHaveLength(0);
    expect(fixture.log.filter((line) => line.includes('"result":"not sent"'))).toHaveLength(1);
  },
);
