import { describe, expect, it, vi } from 'vitest';

import {
  groups,
  openWatch,
  pathOf,
  refusal,
  things,
  token,
  watchedService,
} from '#testing/fixtures/watchFixture.ts';

import { RecordsLimitError } from '../db/storeErrors.ts';

const second = 1000;
const minute = 60 * second;

describe('the watch in trouble', () => {
  it('retries a page after 1, 2 and 4 seconds, and then says that the service is unreachable', async () => {
    const { fixture, service, watchFor, scan, standing } = await openWatch();
    const sentAt: number[] = [];
    service.fault = (request) => {
      if (!request.url.includes('offset=49')) return undefined;
      sentAt.push(fixture.clock.now());
      if (sentAt.length === 2) throw new TypeError('fetch failed');
      return refusal(503, 'Down for repairs');
    };
    await watchFor(30 * second);
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

  it('W3: retries a page after a 408 or 503 for as long as its Retry-After says, and reports longer waits', async () => {
    const { fixture, service, watchFor, scan, paths, standing, settled } = await openWatch();
    const sentAt: number[] = [];
    service.fault = (request) => {
      if (!request.url.includes('offset=49')) return undefined;
      const status = [503, 408][sentAt.push(fixture.clock.now()) - 1];
      return status ? refusal(status, 'Later', { 'retry-after': '30' }) : undefined;
    };
    await watchFor(2 * minute);
    const [start = 0] = sentAt;
    expect(sentAt.map((time) => time - start)).toEqual([0, 30 * second, minute]);
    expect(await scan()).toMatchObject({ state: 'complete' });
    expect(paths().filter((path) => path === token)).toHaveLength(1);
    service.fault = () => refusal(503, 'Later', { 'retry-after': '3600' });
    await settled();
    await fixture.pass(2 * minute);
    const { since = 0, retryAt } = (await standing())?.problem ?? {};
    expect(retryAt).toBe(since + 60 * minute);
  });

  it('tries a refused list again after 1, 5 and 30 minutes, and then every hour', async () => {
    const environment = { WATCH_CALLS_PER_MINUTE: '12' };
    const { fixture, service, watchFor, standing } = await openWatch({ environment });
    const triedAt: number[] = [];
    const start = fixture.clock.now();
    service.fault = (request) => {
      if (pathOf(request) === token) triedAt.push((fixture.clock.now() - start) / minute);
      return pathOf(request) === things ? refusal(403, 'Not yours') : undefined;
    };
    await watchFor(100 * minute);
    expect(triedAt.map(Math.floor)).toEqual([0, 1, 6, 36, 96]);
    const { since = 0 } = (await standing())?.problem ?? {};
    expect(since - start).toBeLessThan(minute);
  });

  const requestId = 'service-1';
  const headers = { 'x-request-id': requestId };
  const unusable = 'The service responded with status 302, which the gateway cannot use.';
  const noToken = 'The service accepted the sign-in, but its response contains no readable tokens.';
  it.each([
    ['<title>Blocked</title>', { status: 403 }, { status: 403, message: 'Blocked' }],
    ['{"error":{"message":"No"}}', { status: 403, headers }, { message: 'No', requestId }],
    ['[]', { status: 206, headers }, { status: 206, message: null, requestId }],
    ['', { status: 302, headers }, { status: null, message: unusable }],
    ['{}', { status: 200, headers }, { status: null, message: noToken, requestId }],
  ])('V7: says why and under which id it fails after %j with %j', async (body, init, said) => {
    const { fixture, service, watchFor, standing } = await openWatch();
    // Only a sign-in can fail with 200.
    const isFailing = (path: string) => (path === token) === (init.status === 200);
    service.fault = (request) =>
      isFailing(pathOf(request)) ? new Response(body, init) : undefined;
    await watchFor(30 * second);
    const sentId = fixture.seen.at(-1)?.headers.get('x-request-id');
    const problem = { requestId: sentId, ...said };
    expect(await standing()).toMatchObject({ problem });
    const logged = { outcome: 'problem', requestId: problem.requestId };
    expect(fixture.logged('watch').at(-1)).toMatchObject(logged);
  });

  it('stops immediately with its gateway, and lets another one take over', async () => {
    const { fixture, watch, watchFor, scan } = await openWatch({ sims: 5000 });
    await watchFor(15 * second);
    await fixture.passUntil(watch.stop());
    expect(await scan()).toMatchObject({ state: 'stopped' });
    expect(await fixture.store.watch.take({ holder: 'other', forMs: second })).toBeDefined();
    const calls = fixture.seen.length;
    await fixture.pass(5 * minute);
    expect(fixture.seen).toHaveLength(calls);
  });

  it('neither completes a scan nor keeps polling the store while the store is unavailable', async () => {
    const { fixture, service, watchFor } = await openWatch({ sims: 5000 });
    await watchFor(15 * second);
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

it('W2: a gateway that loses its lease while the service answers stores neither the groups nor the SIMs that it has read', async () => {
  const service = watchedService();
  let lists = 0;
  const { fixture, watchFor, paths, scan } = await openWatch({
    service: {
      ...service,
      async fetch(request) {
        // The first list confirms the customer id, and the second belongs to the scan.
        if (pathOf(request) === groups && ++lists === 2) {
          const { release, take } = fixture.store.watch;
          await release({ holder: '', number: 1 });
          await take({ holder: 'other', forMs: minute });
        }
        return service.fetch(request);
      },
    },
  });
  await watchFor(9 * second);
  expect(paths()).toContain('/things');
  expect(await scan()).toMatchObject({ username: 'watcher', things: 0 });
  expect((await fixture.store.snapshots.load('cid_test', ['g1'])).snapshots.size).toBe(0);
  expect(await fixture.store.scans.shownSince('cid_test', 0)).toBe(0);
});

it('the time of the next scan follows a shorter WATCH_EVERY_MINUTES immediately', async () => {
  const { fixture, notedBefore, watchFor, paths } = await openWatch();
  await notedBefore({ nextAt: fixture.clock.now() + 24 * 60 * minute });
  await watchFor(2 * minute - second);
  expect(paths()).toEqual([]);
  await fixture.pass(30 * second);
  expect(paths().slice(0, 2)).toEqual([token, groups]);
});

it('W5: figures that fail at the end of a scan are kept at the next attempt, and do not keep the scan from being compared', async () => {
  const { fixture, watchFor, scan, settled } = await openWatch();
  const { fleet, alerts, trends } = fixture.store;
  const { figures } = fleet;
  const { compareScan } = alerts;
  let compared = 0;
  alerts.compareScan = async (customerId) => {
    compared += 1;
    await compareScan(customerId);
  };
  fleet.figures = () => Promise.reject(new RecordsLimitError('slow'));
  await watchFor(30 * second);
  await settled();
  const first = await scan();
  expect(first).toMatchObject({ state: 'complete' });
  expect((await trends.read('cid_test', 0)).points).toEqual([]);
  // At the beginning, and after the scan.
  expect(compared).toBe(2);
  fleet.figures = figures;
  await fixture.pass(2 * minute);
  await vi.waitFor(async () => {
    const { points } = await trends.read('cid_test', 0);
    expect(points[0]?.at).toBe(first?.endedAt);
  }, 30_000);
});

it('a comparison that fails neither ends the watch nor makes it sign in and scan over and over', async () => {
  const { fixture, watchFor, paths, settled } = await openWatch();
  fixture.store.alerts.compareScan = () => Promise.reject(new Error('A defect'));
  await watchFor(minute);
  await settled();
  const once = paths();
  expect(once.filter((path) => path === token)).toHaveLength(1);
  expect(once.filter((path) => path === groups)).toHaveLength(3);
  expect(fixture.logged('failure')).not.toHaveLength(0);
  expect(fixture.logged('watch').at(-1)).toMatchObject({ outcome: 'complete', things: 120 });
  await fixture.pass(2 * minute);
  expect(paths().filter((path) => path === token)).toHaveLength(1);
  expect(paths().filter((path) => path === groups)).toHaveLength(5);
});
