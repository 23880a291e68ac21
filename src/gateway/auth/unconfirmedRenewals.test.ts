import { setImmediate } from 'node:timers/promises';

import { expect, it, onTestFinished } from 'vitest';

import { gatewayErrorHeader } from '#contract/session.ts';
import { createSandbox, type Sandbox } from '#sandbox/sandbox.ts';
import { type Fixture, createFixture } from '#testing/fixtures/gatewayFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { saying } from '#testing/fixtures/saying.ts';

const minute = 60_000;
const hour = 60 * minute;
const crowdSize = 25;

/** A machine on which each response from the service takes this many turns of the event loop to arrive. */
const slowed = (sandbox: Sandbox, turns: number): Pick<Sandbox, 'fetch'> => ({
  async fetch(request) {
    for (let turn = 0; turn < turns; turn++) await setImmediate();
    return sandbox.fetch(request);
  },
});

/** A gateway with a service that never provides the customer id, so every user has to type it. */
async function open(turns = 0) {
  const clock = manualClock();
  const sandbox = createSandbox({
    things: 60,
    seed: 1,
    clock,
    customerIdClaim: 'none',
    wrongApikey: 'refused',
    wrongApikeyStatus: 401,
  });
  const environment = { SESSION_IDLE_MINUTES: '1000', SIGN_IN_TRIES: '1000' };
  const fixture = await createFixture({ clock, sandbox: slowed(sandbox, turns), environment });
  onTestFinished(() => fixture.store.close());
  const rightId = sandbox.users[0]?.customerId ?? '';

  async function choose(cookie: string, customerId: string) {
    const answer = await fixture.send('PUT', '/session/customer', { cookie, body: { customerId } });
    expect(answer.status).toBe(200);
  }
  /** Signs in as many times as one account may in a minute, then waits for the next minute. */
  async function crowd(): Promise<readonly string[]> {
    const cookies: string[] = [];
    while (cookies.length < crowdSize) {
      if (cookies.length > 0 && cookies.length % 5 === 0) await fixture.pass(61_000);
      const cookie = await fixture.signIn('writer');
      await choose(cookie, 'cid_mistyped');
      cookies.push(cookie);
    }
    return cookies;
  }
  async function colleague(): Promise<string> {
    const cookie = await fixture.signIn('reader');
    await choose(cookie, rightId);
    expect((await list(fixture, cookie)).status).toBe(200);
    return cookie;
  }
  const refreshes = () => fixture.seen.filter(({ url }) => url.endsWith('/v1/auth/refresh')).length;
  return { fixture, crowd, colleague, choose, rightId, refreshes };
}

const list = (fixture: Fixture, cookie: string) => fixture.send('GET', '/api/things', { cookie });

const listAll = (fixture: Fixture, cookies: readonly string[]) =>
  Promise.all(cookies.map((cookie) => list(fixture, cookie)));

const queued = async (fixture: Fixture) =>
  /^sim_console_refresh_queue (\d+)$/m.exec(await fixture.metrics())?.[1];

it("T23, S7: 25 sessions with a mistyped customer ID use no renewal while their first tokens are fresh, and see the service's response", async () => {
  const { fixture, crowd, colleague, refreshes } = await open();
  const other = await colleague();
  fixture.clock.skip(4 * hour);
  const cookies = await crowd();
  for (let round = 0; round < 3; round++) {
    for (const answer of await listAll(fixture, cookies)) {
      expect([answer.status, answer.headers.has(gatewayErrorHeader)]).toEqual([401, false]);
      expect(await answer.json()).toMatchObject({ message: saying(/names another account/) });
    }
    await fixture.pass(minute);
  }
  expect([refreshes(), await queued(fixture)]).toEqual([0, '0']);

  expect((await list(fixture, other)).status).toBe(200);
  expect(refreshes()).toBe(1);
  const sessions = cookies.map((cookie) => fixture.send('GET', '/session', { cookie }));
  expect((await Promise.all(sessions)).every(({ status }) => status === 200)).toBe(true);
});

it('T23, S7: 25 sessions with a mistyped customer ID work immediately once the right id is entered, and are then renewed like any other session', async () => {
  const { fixture, choose, rightId, refreshes } = await open();
  const cookie = await fixture.signIn('writer');
  await choose(cookie, 'cid_mistyped');
  expect((await list(fixture, cookie)).status).toBe(401);
  await choose(cookie, rightId);
  expect((await list(fixture, cookie)).status).toBe(200);
  expect(refreshes()).toBe(0);
  // From now on, a 401 can only be caused by the token.
  fixture.clock.skip(4 * hour);
  expect((await list(fixture, cookie)).status).toBe(200);
  expect(refreshes()).toBe(1);
});

it('T23, S7: 25 sessions with a mistyped customer ID take no turn by briefly typing a wrong ID, however often they have been renewed', async () => {
  const { fixture, crowd, colleague, choose, rightId, refreshes } = await open();
  const cookies = await crowd();
  const chooseAll = (id: string) => Promise.all(cookies.map((cookie) => choose(cookie, id)));
  await chooseAll(rightId);
  await listAll(fixture, cookies);
  fixture.clock.skip(4 * hour);
  await listAll(fixture, cookies);
  for (let passed = 0; passed < 8 * minute; passed += 1000) await fixture.pass(1000);
  expect([refreshes(), await queued(fixture)]).toEqual([crowdSize, '0']);

  // The minute in which a 401 counts against the refresh itself is now over.
  await fixture.pass(2 * minute);
  await chooseAll('cid_mistyped');
  for (const { status } of await listAll(fixture, cookies)) expect(status).toBe(401);
  // From here on, each session would queue like a confirmed session.
  await chooseAll(rightId);
  await fixture.pass(minute);
  expect([refreshes(), await queued(fixture)]).toEqual([crowdSize, '0']);
  expect((await list(fixture, await colleague())).status).toBe(200);
});

it.each([0, 2000])(
  'T23, S7: 25 sessions with a mistyped customer ID let a colleague who needs a new token go first, and never go first themselves (%i)',
  async (turns) => {
    const { fixture, crowd, colleague, refreshes } = await open(turns);
    const colleagues = [await colleague(), await colleague(), await colleague()];
    const cookies = await crowd();
    fixture.clock.skip(4 * hour);
    await listAll(fixture, cookies);
    const spentByCrowd = refreshes();

    const [first = '', second = '', third = ''] = colleagues;
    expect((await list(fixture, first)).status).toBe(200);
    expect((await list(fixture, second)).status).toBe(200);
    const waits = await list(fixture, third);
    expect([waits.status, await waits.json()]).toMatchObject([503, { ahead: 0 }]);
    expect([spentByCrowd, await queued(fixture)]).toEqual([3, '23']);
    await fixture.pass(61_000);
    expect((await list(fixture, third)).status).toBe(200);
    // This was one of three refreshes in this window; the two turns reserved for confirmed sessions went unused.
    expect([refreshes(), await queued(fixture)]).toEqual([8, '20']);

    for (let passed = 0; passed < 8 * minute; passed += 1000) await fixture.pass(1000);
    expect([refreshes(), await queued(fixture)]).toEqual([28, '0']);
  },
);
