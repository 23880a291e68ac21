import { describe, expect, it } from 'vitest';

import { fleetScan } from '#contract/inventory.ts';
import {
  callsOfScan,
  openWatch,
  pathOf,
  refusal,
  scanUnderLimit,
  secrets,
} from '#testing/fixtures/watchFixture.ts';

const second = 1000;
const minute = 60 * second;

const token = '/v1/auth/token';
const groups = '/thingsgroup/listWithMeasures';
const things = '/things';

describe('W4, W10: the watch', () => {
  it('reads the whole fleet every two minutes, with the groups before and after', async () => {
    const { fixture, watch, paths, scan, standing, settled } = await openWatch();
    const begun = fixture.clock.now();
    watch.start();
    await fixture.pass(30 * second);
    await settled();
    const pages = [things, things, things];
    // The first list of groups confirms the customer id.
    const once = [groups, ...pages, groups];
    expect(paths()).toEqual([token, groups, ...once]);
    const first = await scan();
    expect(first).toMatchObject({ username: 'watcher', state: 'complete', things: 120 });
    expect(await standing()).toMatchObject({
      nextAt: (first?.startedAt ?? 0) + 2 * minute,
      problem: null,
      customerId: 'cid_test',
    });
    await fixture.pass(begun + 2 * minute + 20 * second - fixture.clock.now());
    await settled();
    expect(paths()).toEqual([token, groups, ...once, ...once]);
    expect((await scan())?.id).not.toBe(first?.id);
    expect(fixture.logged('watch')).toMatchObject([
      { outcome: 'begun' },
      { outcome: 'complete', things: 120 },
      { outcome: 'begun' },
      { outcome: 'complete' },
    ]);
    expect(await fixture.metrics()).toMatch(
      /watch_scan_duration_seconds_count{outcome="complete"} 2/,
    );
  });

  it('requests only the two lists, and pages in the order and steps of a scan', async () => {
    const { fixture, watch } = await openWatch();
    watch.start();
    await fixture.pass(30 * second);
    const queries = fixture.seen
      .filter((request) => pathOf(request) === things)
      .map(({ url }) => new URL(url).searchParams.toString());
    expect(queries).toEqual(
      [0, 49, 98].map((offset) => `sortBy%5BThingName%5D=ASC&limit=50&offset=${offset}`),
    );
    const sent = new Set(fixture.seen.map((request) => `${request.method} ${pathOf(request)}`));
    expect([...sent]).toEqual([`POST ${token}`, `GET ${groups}`, `GET ${things}`]);
  });

  it('is partial if a page does not start with the last row of the previous page', async () => {
    const { fixture, service, watch, scan } = await openWatch();
    service.fault = (request) => {
      // A SIM that was listed is removed while the fleet is read.
      if (request.url.includes('offset=98')) service.sims = 97;
      return undefined;
    };
    watch.start();
    await fixture.pass(30 * second);
    expect(await scan()).toMatchObject({ state: 'partial' });
  });

  it('ends if the service does not page', async () => {
    const { fixture, service, watch, scan, paths } = await openWatch();
    const always = Response.json(
      Array.from({ length: 50 }, (_, index) => ({ ExternalUniqueId: `898822${index}` })),
    );
    service.fault = (request) => (pathOf(request) === things ? always.clone() : undefined);
    watch.start();
    await fixture.pass(30 * second);
    expect(await scan()).toMatchObject({ state: 'partial' });
    expect(paths().filter((path) => path === things)).toHaveLength(2);
  });

  it('stores nothing under a customer id that no list confirms (C5)', async () => {
    const { fixture, service, watch, scan, standing } = await openWatch();
    service.fault = (request) =>
      pathOf(request) === groups
        ? Response.json([{ ThingsGroupId: 'g1', CustomerId: 'another' }])
        : undefined;
    service.sims = 0;
    watch.start();
    await fixture.pass(minute - second);
    expect(await scan()).toBeNull();
    expect((await fixture.store.snapshots.load('cid_test', ['g1'])).snapshots.size).toBe(0);
    expect(await standing()).toMatchObject({ problem: { kind: 'no-customer' } });
    // A list of Things confirms it too.
    service.sims = 10;
    await fixture.pass(minute);
    expect(await scan()).toMatchObject({ state: 'complete', things: 10 });
  });

  it('shows who reads, and when, only in the summary of its own customer', async () => {
    const { fixture, watch, summary, settled } = await openWatch();
    expect((await summary()).watch).toEqual({
      username: 'watcher',
      everyMinutes: 2,
      nextAt: null,
      problem: null,
    });
    watch.start();
    await fixture.pass(30 * second);
    await settled();
    const { watch: standing, latest } = await summary();
    expect(standing).toMatchObject({ nextAt: (latest?.startedAt ?? 0) + 2 * minute });
    const lease = await fixture.store.watch.take({ holder: 'other', forMs: minute });
    expect(lease).toBeUndefined();
    await watch.stop();
    const next = await fixture.store.watch.take({ holder: 'other', forMs: minute });
    if (next) await fixture.store.watch.note(next, { customerId: 'cid_other' });
    expect((await summary()).watch).toBeNull();
  });
});

describe('W1: the technical user', () => {
  it('tries a refused sign-in again after 1, 5 and 30 minutes, and then every hour', async () => {
    const { fixture, service, watch, standing } = await openWatch();
    const triedAt: number[] = [];
    service.fault = (request) => {
      if (pathOf(request) !== token) return undefined;
      triedAt.push((fixture.clock.now() - start) / minute);
      return refusal(401, 'Wrong password');
    };
    const start = fixture.clock.now();
    watch.start();
    await fixture.pass(100 * minute);
    expect(triedAt.map(Math.floor)).toEqual([0, 1, 6, 36, 96]);
    const { problem } = (await standing()) ?? {};
    expect(problem).toEqual({
      kind: 'refused',
      status: 401,
      message: 'Wrong password',
      since: start,
      retryAt: start + 156 * minute,
    });
    expect(fixture.logged('watch').at(-1)).toMatchObject({ kind: 'refused', retrySeconds: 3600 });
    expect(await fixture.metrics()).toContain('sim_console_watch_problem{kind="refused"} 1');
    service.fault = () => undefined;
    await fixture.pass(61 * minute);
    expect(await standing()).toMatchObject({ problem: null });
    expect(await fixture.metrics()).toContain('sim_console_watch_problem{kind="refused"} 0');
  });

  it('is retried within a minute by a gateway that has just begun to watch', async () => {
    const { fixture, service, watch, paths } = await openWatch();
    const lease = await fixture.store.watch.take({ holder: 'before', forMs: 1 });
    if (!lease) throw new Error('not taken');
    const retryAt = fixture.clock.now() + 60 * minute;
    const problem = { kind: 'refused', status: 401, message: null, since: 0, retryAt } as const;
    await fixture.store.watch.note(lease, { nextAt: retryAt, problem });
    await fixture.store.watch.release(lease);
    service.fault = () => refusal(401, 'Wrong password');
    watch.start();
    await fixture.pass(59 * second);
    expect(paths()).toEqual([]);
    await fixture.pass(second);
    expect(paths()).toEqual([token]);
  });

  it('obeys a Retry-After when it signs in', async () => {
    const { fixture, service, watch, paths } = await openWatch();
    service.fault = () => refusal(429, 'Wait', { 'retry-after': '3600' });
    watch.start();
    await fixture.pass(3599 * second);
    expect(paths()).toEqual([token]);
    service.fault = () => undefined;
    await fixture.pass(30 * second);
    expect(paths().slice(0, 3)).toEqual([token, token, groups]);
  });

  it('signs in again when its access token is refused, at most every 15 seconds, and never renews', async () => {
    const { fixture, service, watch, paths, scan } = await openWatch();
    let isRefused = false;
    service.fault = (request) => {
      if (pathOf(request) === token) isRefused = false;
      // Each token is valid for one page.
      else if (isRefused) return refusal(401, 'Token expired');
      else isRefused = pathOf(request) === things;
      return undefined;
    };
    watch.start();
    await fixture.pass(minute);
    expect(paths().filter((path) => path === token)).toHaveLength(4);
    expect(paths()).not.toContain('/v1/auth/refresh');
    expect(await scan()).toMatchObject({ state: 'complete', things: 120 });
  });

  it('waits if the service refuses every access token', async () => {
    const { fixture, service, watch, paths, standing } = await openWatch();
    service.fault = (request) =>
      pathOf(request) === token ? undefined : refusal(401, 'Token revoked');
    watch.start();
    await fixture.pass(59 * second);
    expect(paths()).toEqual([token, groups, token, groups]);
    expect(await standing()).toMatchObject({ problem: { kind: 'refused', status: 401 } });
  });

  it('leaves its password and tokens neither in the store, nor in the log, answers or metrics', async () => {
    const { fixture, service, watch, standing, summary, settled } = await openWatch();
    watch.start();
    await fixture.pass(30 * second);
    await settled();
    const { password, access, refresh } = secrets;
    for (const secret of [password, access, refresh]) {
      service.fault = (request) =>
        request.headers.get('authorization')?.includes(access) === true || pathOf(request) === token
          ? refusal(403, `Not with ${secret}`)
          : undefined;
      await fixture.pass(5 * minute);
      expect(await standing()).toMatchObject({ problem: { status: 403, message: null } });
    }
    service.fault = () => undefined;
    const written = [
      ...fixture.log,
      await fixture.metrics(),
      JSON.stringify([await summary(), await standing()]),
    ].join('\n');
    for (const secret of [password, access, refresh]) expect(written).not.toContain(secret);
  });
});

describe('W3: people first', () => {
  const gapsBetween = (times: readonly number[]) =>
    times.slice(1).map((time, index) => time - (times[index] ?? 0));

  it('keeps to its pace, and to half of it for ten minutes after a person hits the limit', async () => {
    const environment = { WATCH_CALLS_PER_MINUTE: '12' };
    const { fixture, service, watch } = await openWatch({ sims: 50_000, environment });
    const sentAt: number[] = [];
    let isFull = false;
    service.fault = (request) => {
      if (request.headers.get('authorization') === null) return undefined;
      if (request.url.includes('limit=10')) {
        return isFull ? refusal(429, 'Wait', { 'retry-after': '60' }) : undefined;
      }
      if (request.url.includes('limit=50')) sentAt.push(fixture.clock.now());
      return undefined;
    };
    const cookie = await fixture.signIn();
    watch.start();
    await fixture.pass(40 * second);
    expect(new Set(gapsBetween(sentAt))).toEqual(new Set([5000]));
    isFull = true;
    const answer = await fixture.send('GET', '/api/things?limit=10&offset=0', { cookie });
    expect(answer.status).toBe(429);
    await fixture.pass(40 * second);
    sentAt.length = 0;
    await fixture.pass(9 * minute);
    expect(new Set(gapsBetween(sentAt))).toEqual(new Set([10_000]));
    await fixture.pass(minute);
    sentAt.length = 0;
    await fixture.pass(40 * second);
    expect(new Set(gapsBetween(sentAt))).toEqual(new Set([5000]));
  });

  it('pauses for the whole Retry-After, and then repeats the page', async () => {
    const { fixture, service, watch, paths, scan } = await openWatch();
    let isFull = true;
    service.fault = (request) => {
      if (!isFull || !request.url.includes('offset=49')) return undefined;
      isFull = false;
      return refusal(429, 'Wait', { 'retry-after': '2000' });
    };
    watch.start();
    await fixture.pass(1999 * second);
    const before = paths().length;
    expect((await scan())?.state).toBe('running');
    await fixture.pass(30 * second);
    expect(paths().slice(before)).toEqual([things, things, groups, ...paths().slice(before + 3)]);
    expect(await scan()).toMatchObject({ state: 'complete' });
    expect(await fixture.metrics()).toContain('sim_console_watch_pauses_total 1');
  });

  it('needs one more call a minute if the service allows 60', async () => {
    const { scan, calls, refused, minutes, metrics } = await scanUnderLimit(4000);
    expect(scan).toMatchObject({ state: 'complete', things: 4000 });
    expect(refused).toBe(1);
    // The sign-in, and the list of groups that confirms the customer id.
    expect(calls).toBe(2 + callsOfScan(4000) + refused);
    expect(Math.floor(minutes)).toBe(1);
    expect(await metrics()).toContain(`sim_console_watch_pauses_total ${refused}`);
  });

  it('waits while a person scans the fleet, until an hour after that scan’s last page', async () => {
    const { fixture, watch, scan } = await openWatch();
    const cookie = await fixture.signIn();
    await fixture.send('GET', '/api/things?limit=10&offset=0', { cookie });
    await fixture.send('POST', '/records/fleet/readings', { cookie });
    const person = await scan();
    watch.start();
    for (let page = 0; page < 3; page++) {
      await fixture.pass(50 * minute);
      const query = `sortBy[ThingName]=ASC&limit=50&offset=${page * 49}`;
      await fixture.send('GET', `/api/things?${query}`, { cookie });
    }
    await fixture.pass(59 * minute);
    expect((await scan())?.id).toBe(person?.id);
    await fixture.pass(2 * minute);
    expect(await scan()).toMatchObject({ username: 'watcher', state: 'complete' });
  });

  it('pauses its own scan for a person’s, and then continues', async () => {
    const { fixture, watch, scan, paths } = await openWatch({ sims: 5000 });
    const cookie = await fixture.signIn();
    watch.start();
    await fixture.pass(15 * second);
    await fixture.send('GET', '/api/things?limit=10&offset=0', { cookie });
    const begun = await fixture.send('POST', '/records/fleet/readings', { cookie });
    const { id } = fleetScan.parse(await begun.json());
    await fixture.pass(15 * second);
    const before = paths().length;
    await fixture.pass(10 * minute);
    expect(paths()).toHaveLength(before);
    const end = { state: 'stopped', things: 0 };
    await fixture.send('PUT', `/records/fleet/readings/${id}`, { cookie, body: end });
    await fixture.pass(2 * minute);
    const { complete } = await fixture.store.scans.known('cid_test');
    expect(complete).toMatchObject({ username: 'watcher', things: 5000 });
    expect((await scan())?.id).not.toBe(complete?.id);
  });

  it('ends its scan if a person signed in as the technical user starts one', async () => {
    const { fixture, watch, standing } = await openWatch({ sims: 5000 });
    watch.start();
    await fixture.pass(15 * second);
    const cookie = await fixture.signIn('watcher');
    await fixture.send('GET', '/api/things?limit=10&offset=0', { cookie });
    await fixture.send('POST', '/records/fleet/readings', { cookie });
    await fixture.pass(15 * second);
    expect(fixture.logged('watch').at(-1)).toMatchObject({ outcome: 'stopped' });
    expect(await standing()).toMatchObject({ problem: null });
  });
});

describe('the watch in trouble', () => {
  it('repeats a page after 1, 2 and 4 seconds, and then says that the service is unreachable', async () => {
    const { fixture, service, watch, scan, standing } = await openWatch();
    const sentAt: number[] = [];
    service.fault = (request) => {
      if (!request.url.includes('offset=49')) return undefined;
      sentAt.push(fixture.clock.now());
      if (sentAt.length === 2) throw new TypeError('fetch failed');
      return refusal(503, 'Down for repairs');
    };
    watch.start();
    await fixture.pass(30 * second);
    const gaps = sentAt.slice(1).map((time, index) => time - (sentAt[index] ?? 0));
    expect(gaps).toHaveLength(3);
    for (const [index, gap] of gaps.entries()) {
      expect(gap).toBeGreaterThanOrEqual(1000 * 2 ** index);
      expect(gap).toBeLessThanOrEqual(1250 * 2 ** index);
    }
    expect(await scan()).toMatchObject({ state: 'stopped' });
    const problem = { kind: 'unreachable', status: 503, message: 'Down for repairs' };
    expect(await standing()).toMatchObject({ problem });
  });

  it('stops immediately with its gateway, and lets another one take over', async () => {
    const { fixture, watch, scan } = await openWatch({ sims: 5000 });
    watch.start();
    await fixture.pass(15 * second);
    await fixture.passUntil(watch.stop());
    expect(await scan()).toMatchObject({ state: 'stopped' });
    expect(await fixture.store.watch.take({ holder: 'other', forMs: second })).toBeDefined();
    const calls = fixture.seen.length;
    await fixture.pass(5 * minute);
    expect(fixture.seen).toHaveLength(calls);
  });

  it('neither completes a scan nor keeps polling the store while the store is unavailable', async () => {
    const { fixture, service, watch } = await openWatch({ sims: 5000 });
    watch.start();
    await fixture.pass(15 * second);
    await fixture.loseStore();
    await fixture.pass(2 * minute);
    const calls = fixture.seen.length;
    service.fault = () => undefined;
    await fixture.pass(10 * minute);
    expect(fixture.seen).toHaveLength(calls);
    expect(fixture.logged('watch')).not.toContainEqual(
      expect.objectContaining({ outcome: 'complete' }),
    );
  });
});
