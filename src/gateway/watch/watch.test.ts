import { describe, expect, it } from 'vitest';

import { fleetScan } from '#contract/inventory.ts';
import type { Fixture } from '#testing/fixtures/gatewayFixture.ts';
import { sharedFile } from '#testing/fixtures/testDatabases.ts';
import {
  callsOfScan,
  groups,
  openWatch,
  pathOf,
  refusal,
  scanUnderLimit,
  things,
  token,
} from '#testing/fixtures/watchFixture.ts';

const second = 1000;
const minute = 60 * second;

/** Starts a scan as a person does, after a list that confirms their customer id. */
async function startScan(fixture: Fixture, username?: string) {
  const cookie = await fixture.signIn(username);
  await fixture.send('GET', '/api/things?limit=10&offset=0', { cookie });
  const begun = await fixture.send('POST', '/records/fleet/readings', { cookie });
  const { id } = fleetScan.parse(await begun.json());
  return { cookie, id };
}

describe('W4, W10: the watch', () => {
  it('reads the whole fleet every two minutes, in the steps of a scan, with the groups before and after', async () => {
    const { fixture, watchFor, paths, scan, standing, settled } = await openWatch();
    const begun = fixture.clock.now();
    await watchFor(30 * second);
    await settled();
    const pages = [things, things, things];
    // The first list of groups confirms the customer id.
    const once = [groups, ...pages, groups];
    expect(paths()).toEqual([token, groups, ...once]);
    const methods = fixture.seen.map(({ method }) => method);
    expect(methods).toEqual(['POST', ...Array<string>(6).fill('GET')]);
    const queries = fixture.seen
      .filter((request) => pathOf(request) === things)
      .map(({ url }) => new URL(url).searchParams.toString());
    expect(queries).toEqual(
      [0, 49, 98].map((offset) => `sortBy%5BThingName%5D=ASC&limit=50&offset=${offset}`),
    );
    const first = await scan();
    expect(first).toMatchObject({ username: 'watcher', state: 'complete', things: 120 });
    const nextAt = (first?.startedAt ?? 0) + 2 * minute;
    expect(await standing()).toMatchObject({ nextAt, problem: null, customerId: 'cid_test' });
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
    const duration = /watch_scan_duration_seconds_count{outcome="complete"} 2/;
    expect(await fixture.metrics()).toMatch(duration);
  });

  it('ends its scan once the second list of groups is stored, however long that takes', async () => {
    const environment = { ...sharedFile(), WATCH_CALLS_PER_MINUTE: '12' };
    const { fixture, service, watchFor, settled, scan } = await openWatch({ environment });
    const ids = Array.from({ length: 120 }, (_, at) => `g${at}`);
    let listedAt = 0;
    service.fault = (request) => {
      if (pathOf(request) !== groups) return undefined;
      listedAt = fixture.clock.now();
      return Response.json(ids.map((ThingsGroupId) => ({ ThingsGroupId })));
    };
    // The reader's thread must have started, or the scan takes longer to end than the groups.
    await fixture.store.scans.shownSince('cid_test', 0);
    await watchFor(30 * second);
    await settled();
    expect(await scan()).toMatchObject({ state: 'complete' });
    const { snapshots } = await fixture.store.snapshots.load('cid_test', ids);
    const times = Array.from(snapshots.values(), ({ answeredAt }) => answeredAt - listedAt);
    expect(times).toEqual(ids.map(() => 0));
  });

  it('is partial if a page does not start with the last row of the previous page', async () => {
    const { service, watchFor, scan } = await openWatch();
    service.fault = (request) => {
      // A SIM that was listed is removed while the fleet is read.
      if (request.url.includes('offset=98')) service.sims = 97;
      return undefined;
    };
    await watchFor(30 * second);
    expect(await scan()).toMatchObject({ state: 'partial' });
  });

  it('ends if the service does not page', async () => {
    for (const pages of [2, 11]) {
      const { service, watchFor, scan, paths } = await openWatch();
      let calls = 0;
      service.fault = (request) => {
        if (pathOf(request) !== things) return undefined;
        // The second service lists the same SIMs in another order each time.
        const from = pages === 2 ? 0 : calls++;
        const iccids = Array.from({ length: 50 }, (_, at) => `898822${(from + at) % 50}`);
        return Response.json(iccids.map((ExternalUniqueId) => ({ ExternalUniqueId })));
      };
      await watchFor(30 * second);
      expect(await scan()).toMatchObject({ state: 'partial' });
      expect(paths().filter((path) => path === things)).toHaveLength(pages);
    }
  });

  it('stores nothing under a customer id that no list confirms (C5)', async () => {
    const { fixture, service, watchFor, scan, standing } = await openWatch();
    service.fault = (request) =>
      pathOf(request) === groups
        ? Response.json([{ ThingsGroupId: 'g1', CustomerId: 'another' }])
        : undefined;
    service.sims = 0;
    await watchFor(minute - second);
    expect(await scan()).toBeNull();
    expect((await fixture.store.snapshots.load('cid_test', ['g1'])).snapshots.size).toBe(0);
    expect(await standing()).toMatchObject({ problem: { kind: 'no-customer' } });
    // A list of Things confirms it too.
    service.sims = 10;
    await fixture.pass(minute);
    expect(await scan()).toMatchObject({ state: 'complete', things: 10 });
  });

  it('shows who reads, and when, only in the summary of its own customer', async () => {
    const { fixture, watch, watchFor, summary, settled } = await openWatch();
    const unused = { username: 'watcher', everyMinutes: 2, nextAt: null, problem: null };
    expect((await summary()).watch).toEqual(unused);
    await watchFor(30 * second);
    await settled();
    const { watch: standing, latest } = await summary();
    expect(standing).toMatchObject({ nextAt: (latest?.startedAt ?? 0) + 2 * minute });
    expect(await fixture.store.watch.take({ holder: 'other', forMs: minute })).toBeUndefined();
    await watch.stop();
    const next = await fixture.store.watch.take({ holder: 'other', forMs: minute });
    if (next) await fixture.store.watch.note(next, { customerId: 'cid_other' });
    expect((await summary()).watch).toBeNull();
  });
});

describe('W3: people first', () => {
  const gapsBetween = (times: readonly number[]) =>
    times.slice(1).map((time, index) => time - (times[index] ?? 0));

  it('keeps to its pace, and to half that pace for ten minutes after a person hits the limit', async () => {
    const environment = { WATCH_CALLS_PER_MINUTE: '12' };
    const { fixture, service, watchFor } = await openWatch({ sims: 50_000, environment });
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
    await watchFor(40 * second);
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

  it('pauses for the full Retry-After, and then retries the page', async () => {
    // On a slow machine, the next scan would otherwise be due when this one has ended.
    const environment = { WATCH_EVERY_MINUTES: '1440' };
    const { fixture, service, watchFor, paths, scan } = await openWatch({ environment });
    let isFull = true;
    service.fault = (request) => {
      if (!isFull || !request.url.includes('offset=49')) return undefined;
      isFull = false;
      return refusal(429, 'Wait', { 'retry-after': '2000' });
    };
    await watchFor(1999 * second);
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
    const { cookie } = await startScan(fixture);
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
    const { fixture, watchFor, scan, paths } = await openWatch({ sims: 5000 });
    await watchFor(15 * second);
    const { cookie, id } = await startScan(fixture);
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
    const { fixture, watchFor, standing } = await openWatch({ sims: 5000 });
    await watchFor(15 * second);
    await startScan(fixture, 'watcher');
    await fixture.pass(15 * second);
    expect(fixture.logged('watch').at(-1)).toMatchObject({ outcome: 'stopped' });
    expect(await standing()).toMatchObject({ problem: null });
  });
});

describe('W3: a scan that a person abandoned', () => {
  it('delays the watch once, for an hour, however long its own scan takes', async () => {
    const { fixture, watchFor } = await openWatch({ sims: 5000 });
    await startScan(fixture);
    await watchFor(60 * minute);
    expect((await fixture.store.scans.known('cid_test')).complete).toBeNull();
    await fixture.pass(5 * minute);
    const { complete } = await fixture.store.scans.known('cid_test');
    expect(complete).toMatchObject({ username: 'watcher', things: 5000 });
  });

  it('delays the watch by four hours in all if others follow it', async () => {
    const { fixture, watch } = await openWatch();
    for (let count = 0; count < 5; count++) {
      await startScan(fixture);
      if (count === 0) watch.start();
      await fixture.pass(50 * minute);
    }
    const { complete } = await fixture.store.scans.known('cid_test');
    expect(complete).toMatchObject({ username: 'watcher' });
  });
});
