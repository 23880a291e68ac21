import { describe, expect, it, onTestFinished } from 'vitest';

import { gatewayErrorHeader } from '#contract/session.ts';
import { manualClock } from '#lib/clock.ts';
import { createSandbox } from '#sandbox/sandbox.ts';
import { type Bench, createBench } from '#testing/fixtures/gatewayFixture.ts';

const minute = 60_000;
const hour = 60 * minute;
const crowdSize = 25;

/** A gateway on a service that never says the customer id, so that everybody types it. */
async function open() {
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
  const service = (request: Request) => sandbox.fetch(request);
  const bench = await createBench({ clock, service, environment });
  onTestFinished(() => bench.store.close());
  const rightId = sandbox.users[0]?.customerId ?? '';

  async function choose(cookie: string, customerId: string) {
    const answer = await bench.send('PUT', '/session/customer', { cookie, body: { customerId } });
    expect(answer.status).toBe(200);
  }
  /** Signs in as often as one account may in a minute, and then waits for the next. */
  async function crowd(): Promise<readonly string[]> {
    const cookies: string[] = [];
    while (cookies.length < crowdSize) {
      if (cookies.length > 0 && cookies.length % 5 === 0) await bench.pass(61_000);
      const cookie = await bench.signIn('writer');
      await choose(cookie, 'cid_mistyped');
      cookies.push(cookie);
    }
    return cookies;
  }
  async function colleague(): Promise<string> {
    const cookie = await bench.signIn('reader');
    await choose(cookie, rightId);
    expect((await list(bench, cookie)).status).toBe(200);
    return cookie;
  }
  const refreshes = () => bench.seen.filter(({ url }) => url.endsWith('/v1/auth/refresh')).length;
  return { bench, crowd, colleague, choose, rightId, refreshes };
}

const list = (bench: Bench, cookie: string) => bench.send('GET', '/api/things', { cookie });

const listAll = (bench: Bench, cookies: readonly string[]) =>
  Promise.all(cookies.map((cookie) => list(bench, cookie)));

const queued = async (bench: Bench) =>
  /^sim_console_refresh_queue (\d+)$/m.exec(await bench.metrics())?.[1];

describe('T23, S7: 25 sessions of one account with a mistyped customer ID', () => {
  it('spend no renewal while their first tokens are fresh, and hear what the service says', async () => {
    const { bench, crowd, colleague, refreshes } = await open();
    const other = await colleague();
    await bench.pass(4 * hour);
    const cookies = await crowd();
    for (let round = 0; round < 3; round++) {
      for (const answer of await listAll(bench, cookies)) {
        expect(answer.status).toBe(401);
        expect(answer.headers.has(gatewayErrorHeader)).toBe(false);
        expect(await answer.json()).toMatchObject({ message: /names another account/ });
      }
      await bench.pass(minute);
    }
    expect([refreshes(), await queued(bench)]).toEqual([0, '0']);

    expect((await list(bench, other)).status).toBe(200);
    expect(refreshes()).toBe(1);
    const sessions = cookies.map((cookie) => bench.send('GET', '/session', { cookie }));
    expect((await Promise.all(sessions)).every(({ status }) => status === 200)).toBe(true);
  });

  it('work at once where the right one is chosen instead, and are renewed as others are from then on', async () => {
    const { bench, choose, rightId, refreshes } = await open();
    const cookie = await bench.signIn('writer');
    await choose(cookie, 'cid_mistyped');
    expect((await list(bench, cookie)).status).toBe(401);
    await choose(cookie, rightId);
    expect((await list(bench, cookie)).status).toBe(200);
    expect(refreshes()).toBe(0);
    // A 401 can only be about the token now.
    await bench.pass(4 * hour);
    expect((await list(bench, cookie)).status).toBe(200);
    expect(refreshes()).toBe(1);
  });

  it('take no turn by typing a wrong one for a moment, however often they were renewed', async () => {
    const { bench, crowd, colleague, choose, rightId, refreshes } = await open();
    const cookies = await crowd();
    const chooseAll = (id: string) => Promise.all(cookies.map((cookie) => choose(cookie, id)));
    await chooseAll(rightId);
    await listAll(bench, cookies);
    await bench.pass(4 * hour);
    await listAll(bench, cookies);
    for (let passed = 0; passed < 8 * minute; passed += 1000) await bench.pass(1000);
    expect([refreshes(), await queued(bench)]).toEqual([crowdSize, '0']);

    // Past the minute in which a 401 is held against the refresh itself.
    await bench.pass(2 * minute);
    await chooseAll('cid_mistyped');
    for (const { status } of await listAll(bench, cookies)) expect(status).toBe(401);
    // Each would wait as a confirmed one from here on.
    await chooseAll(rightId);
    await bench.pass(minute);
    expect([refreshes(), await queued(bench)]).toEqual([crowdSize, '0']);
    expect((await list(bench, await colleague())).status).toBe(200);
  });

  it('leave turns to a colleague who needs a new token, and come before nobody', async () => {
    const { bench, crowd, colleague, refreshes } = await open();
    const colleagues = [await colleague(), await colleague(), await colleague()];
    const cookies = await crowd();
    await bench.pass(4 * hour);
    await listAll(bench, cookies);
    const spentByCrowd = refreshes();

    const [first = '', second = '', third = ''] = colleagues;
    expect((await list(bench, first)).status).toBe(200);
    expect((await list(bench, second)).status).toBe(200);
    const waits = await list(bench, third);
    expect([waits.status, await waits.json()]).toMatchObject([503, { ahead: 0 }]);
    expect([spentByCrowd, await queued(bench)]).toEqual([3, '23']);
    await bench.pass(61_000);
    expect((await list(bench, third)).status).toBe(200);
    // It was one of three, since two turns are left to the others: nobody else needed them.
    expect([refreshes(), await queued(bench)]).toEqual([8, '20']);

    for (let passed = 0; passed < 8 * minute; passed += 1000) await bench.pass(1000);
    expect([refreshes(), await queued(bench)]).toEqual([28, '0']);
  });
});
