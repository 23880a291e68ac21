import { expect, it } from 'vitest';

import { type Fixture, createFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';

const hour = 60 * 60_000;
const from = { remoteAddress: '203.0.113.7', headers: { 'x-request-id': 'browser-1' } };

async function eventsOf({ store, pass }: Fixture) {
  await pass(0);
  const after = { at: 0, id: '' };
  return store.events.list({ username: undefined, days: 9999, after, limit: 100 });
}

const signInAs = (fixture: Fixture, username: string, password: string) =>
  fixture.send('POST', '/session', { ...from, body: { username, password } });

/** Digests differ between processes. */
const digest = /^hmac:[\da-f]{16}$/;

it('C6: session events record a sign-in, the customer id that the service confirms, and a sign-out', async () => {
  const sims = [{ ExternalUniqueId: '8988228000010485811' }];
  const fixture = await createFixture({ service: fakeService(() => Response.json(sims)) });
  const cookie = await fixture.signIn('anna', from);
  await fixture.pass(1000);
  await fixture.send('GET', '/api/things', { ...from, cookie });
  await fixture.send('GET', '/api/things', { ...from, cookie });
  await fixture.pass(1000);
  await fixture.send('DELETE', '/session', { ...from, cookie });
  const of = { username: 'anna', address: '203.0.113.7', requestId: 'browser-1' };
  expect(await eventsOf(fixture)).toMatchObject([
    { kind: 'sign-in', outcome: 'signed in', customerId: null, ...of },
    { kind: 'customer id accepted', customerId: 'cid_test', ...of },
    { kind: 'sign-out', outcome: 'signed out', customerId: null, ...of },
  ]);
});

it('C6: session events record that the customer id changed, without its value, and that a session ended', async () => {
  const fixture = await createFixture({
    service: fakeService(undefined, { customer_id: undefined }),
    environment: { SESSION_IDLE_MINUTES: '10' },
  });
  const cookie = await fixture.signIn('anna', from);
  await fixture.pass(1);
  const body = { customerId: 'maybe-a-password' };
  await fixture.send('PUT', '/session/customer', { ...from, cookie, body });
  await fixture.pass(hour);
  await fixture.pass(0);
  const events = await eventsOf(fixture);
  expect(events).toMatchObject([
    { kind: 'sign-in' },
    { kind: 'customer id changed', outcome: 'changed', username: 'anna' },
    { kind: 'session ended', outcome: 'not used', username: 'anna', address: '203.0.113.7' },
  ]);
  expect(JSON.stringify(events)).not.toContain('maybe-a-password');
});

it('C6: session events record sixty customer id changes a minute; any more are refused', async () => {
  const service = fakeService(undefined, { customer_id: undefined });
  const fixture = await createFixture({ service });
  const cookie = await fixture.signIn('anna', from);
  const choose = async (number: number) => {
    const body = { customerId: `cid_${number}` };
    return (await fixture.send('PUT', '/session/customer', { cookie, body })).status;
  };
  const statuses = new Set<number>();
  for (let number = 0; number < 60; number++) statuses.add(await choose(number));
  expect([...statuses, await choose(60)]).toEqual([200, 429]);
  expect(await eventsOf(fixture)).toHaveLength(61);
  await fixture.pass(60_000);
  expect(await choose(61)).toBe(200);
});

it('C6: session events have a digest instead of a name that has never signed in, because it may be a password', async () => {
  const fixture = await createFixture();
  await signInAs(fixture, 'my-password', 'x');
  await signInAs(fixture, 'writer', 'wrong');
  await fixture.pass(1);
  await fixture.signIn('writer');
  await fixture.pass(1);
  await signInAs(fixture, 'writer', 'wrong');
  const events = await eventsOf(fixture);
  expect(events.map(({ outcome, username }) => [outcome, username])).toEqual([
    ['refused', expect.stringMatching(digest)],
    ['refused', expect.stringMatching(digest)],
    ['signed in', 'writer'],
    ['refused', 'writer'],
  ]);
  expect(JSON.stringify(events)).not.toMatch(/my-password|wrong|sandbox-writer/);
});

it('C6: session events recognize names that signed in before this gateway was started', async () => {
  const fixture = await createFixture();
  const nothing = { customerId: null, address: null, requestId: null, serviceRequestId: null };
  const event = { kind: 'sign-in', outcome: 'signed in', username: 'reader', ...nothing };
  await fixture.store.events.add(event);
  await fixture.pass(1);
  await signInAs(fixture, 'reader', 'wrong');
  expect(await eventsOf(fixture)).toMatchObject([
    { outcome: 'signed in' },
    { outcome: 'refused', username: 'reader' },
  ]);
});

it('C6: session events omit sign-ins that the gateway itself refuses, because these could fill up the database', async () => {
  const fixture = await createFixture({ environment: { SIGN_IN_TRIES: '1' } });
  await fixture.signIn('writer', from);
  for (let tries = 0; tries < 5; tries++) await signInAs(fixture, 'writer', 'sandbox-writer');
  expect(await eventsOf(fixture)).toHaveLength(1);
});

it('C6: session events are not recorded with HISTORY_DAYS=0, and are removed when they are too old', async () => {
  const off = await createFixture({ environment: { HISTORY_DAYS: '0' } });
  await off.signIn('writer');
  expect(await eventsOf(off)).toEqual([]);

  const on = await createFixture({ environment: { HISTORY_DAYS: '1' } });
  await on.signIn('writer');
  expect(await eventsOf(on)).toHaveLength(1);
  await on.pass(24 * hour + 120_000);
  expect(await on.store.events.removeOld()).toBe(0);
  expect((await eventsOf(on)).map(({ kind }) => kind)).toEqual(['session ended']);
});

it('C6: session events never delay sign-ins or make them fail, and are counted if the store does not accept them', async () => {
  const fixture = await createFixture();
  fixture.refuseEvents();
  expect((await signInAs(fixture, 'writer', 'sandbox-writer')).status).toBe(200);
  await fixture.pass(0);
  expect(await fixture.metrics()).toContain(
    'sim_console_records_dropped_total{record="session event"} 1',
  );
});
