import { describe, expect, it } from 'vitest';

import {
  openWatch,
  pathOf,
  refusal,
  secrets,
  watchedService,
} from '#testing/fixtures/watchFixture.ts';

const second = 1000;
const minute = 60 * second;

const token = '/v1/auth/token';
const groups = '/thingsgroup/listWithMeasures';

function tokensOf(customerId: string | undefined, access = secrets.access) {
  return Response.json({
    token_type: 'Bearer',
    access_token: access,
    refresh_token: secrets.refresh,
    customer_id: customerId,
  });
}

describe('W3: a scan that a person abandoned', () => {
  it('delays the watch once, for an hour, however long its own scan takes', async () => {
    const { fixture, watch } = await openWatch({ sims: 5000 });
    const cookie = await fixture.signIn();
    await fixture.send('GET', '/api/things?limit=10&offset=0', { cookie });
    await fixture.send('POST', '/records/fleet/readings', { cookie });
    watch.start();
    await fixture.pass(60 * minute);
    const { complete: early } = await fixture.store.scans.known('cid_test');
    expect(early).toBeNull();
    await fixture.pass(5 * minute);
    const { complete } = await fixture.store.scans.known('cid_test');
    expect(complete).toMatchObject({ username: 'watcher', things: 5000 });
  });
});

describe('C5: a technical user who is moved to another customer', () => {
  it('stores none of its lists under the previous customer', async () => {
    const { fixture, service, watch, scan, standing } = await openWatch();
    let isMoved = false;
    service.fault = (request) => {
      if (pathOf(request) === token)
        return isMoved ? tokensOf('cid_next', 'access.next') : undefined;
      const isOld = request.headers.get('authorization') === `Bearer ${secrets.access}`;
      if (isMoved && isOld) return refusal(401, 'Token expired');
      if (request.url.includes('offset=49') && isOld) {
        isMoved = true;
        return refusal(401, 'Token expired');
      }
      return undefined;
    };
    watch.start();
    await fixture.pass(59 * second);
    expect(await scan()).toMatchObject({ state: 'stopped' });
    const things = await fixture.store.scans.shownSince('cid_test', 0);
    expect(things).toBe(50);
    await fixture.pass(2 * minute);
    expect(await standing()).toMatchObject({ customerId: 'cid_next', problem: null });
    const { complete } = await fixture.store.scans.known('cid_next');
    expect(complete).toMatchObject({ things: 120 });
  });

  it('is signed in again at the next attempt if its customer was not known', async () => {
    const { fixture, service, watch, paths, standing } = await openWatch();
    const user: { customerId?: string } = {};
    service.fault = (request) =>
      pathOf(request) === token ? tokensOf(user.customerId) : undefined;
    watch.start();
    await fixture.pass(59 * second);
    expect(paths()).toEqual([token]);
    expect(await standing()).toMatchObject({ problem: { kind: 'no-customer' } });
    user.customerId = 'cid_test';
    await fixture.pass(minute);
    expect(paths().slice(0, 3)).toEqual([token, token, groups]);
  });
});

describe('W2: a gateway that loses its lease while the service answers', () => {
  it('stores neither the groups nor the SIMs that it has read', async () => {
    const service = watchedService();
    let lists = 0;
    const { fixture, watch, paths, scan } = await openWatch({
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
    watch.start();
    await fixture.pass(9 * second);
    expect(paths()).toContain('/things');
    expect(await scan()).toMatchObject({ username: 'watcher', things: 0 });
    expect((await fixture.store.snapshots.load('cid_test', ['g1'])).snapshots.size).toBe(0);
    expect(await fixture.store.scans.shownSince('cid_test', 0)).toBe(0);
  });
});

describe('the time of the next scan', () => {
  it('follows a shorter WATCH_EVERY_MINUTES immediately', async () => {
    const { fixture, watch, paths } = await openWatch();
    const lease = await fixture.store.watch.take({ holder: 'before', forMs: 1 });
    if (!lease) throw new Error('not taken');
    await fixture.store.watch.note(lease, { nextAt: fixture.clock.now() + 24 * 60 * minute });
    await fixture.store.watch.release(lease);
    watch.start();
    await fixture.pass(2 * minute - second);
    expect(paths()).toEqual([]);
    await fixture.pass(30 * second);
    expect(paths().slice(0, 2)).toEqual([token, groups]);
  });
});

describe('a comparison that fails', () => {
  it('neither ends the watch nor makes it sign in and scan over and over', async () => {
    const { fixture, watch, paths, settled } = await openWatch();
    fixture.store.alerts.compareScan = () => Promise.reject(new Error('A defect'));
    watch.start();
    await fixture.pass(minute);
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
});
