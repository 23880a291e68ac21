import { describe, expect, it } from 'vitest';

import { lockImpact } from '#contract/lockImpact.ts';
import { fakeService, signedInFixture } from '#testing/fixtures/gatewayFixture.ts';
import { engines } from '#testing/fixtures/testDatabases.ts';
import { newThing } from '#testing/fixtures/testThing.ts';
import { openFleet } from '#testing/load/inventoryStoreBench.ts';

const device = '352081150000016';
const noImpact = { inside: 0, outside: 0, none: 0, malformed: 0, suspended: 0 };
const lock = { groupId: 'g', prefix: '35208115' };

describe.each(engines)('Q1: the impact of a lock, from the inventory in %s', (engine) => {
  it('covers the SIMs of one group, and says when lists showed them', async () => {
    const { list, listFor, queries, time } = await openFleet(engine);
    expect(await queries.lockImpact('cid_1', lock)).toMatchObject({ sims: 0, seen: null });
    await list(['1', { groupId: 'g', imei: device }], ['2', { groupId: 'g', imei: '' }]);
    const oldest = time.now();
    await list(['2', { imei: '860567041234567' }], ['3', { groupId: 'other', imei: device }]);
    await listFor('cid_2', ['9', { groupId: 'g', imei: device }]);
    expect(await queries.lockImpact('cid_1', lock)).toEqual({
      sims: 2,
      size: null,
      seen: { oldest, newest: oldest + 60_000 },
      parts: { inside: 1, outside: 1, none: 0, malformed: 0, suspended: 0 },
    });
  });

  it('compares a device that is no longer reported as missing', async () => {
    const { list, queries } = await openFleet(engine);
    await list(['1', { groupId: 'g', imei: device }], ['2', { groupId: 'g', imei: device }]);
    await list(['1', { imei: '' }], ['2', {}]);
    const { parts } = await queries.lockImpact('cid_1', lock);
    expect(parts).toMatchObject({ inside: 1, none: 1 });
  });

  it('knows the size of a group from a complete scan, without SIMs that are no longer found', async () => {
    const { list, readFleet, queries } = await openFleet(engine);
    await list(['1', { groupId: 'g', imei: device }], ['2', { groupId: 'g', imei: device }]);
    await readFleet(['2', { groupId: 'g' }], ['3', { groupId: 'g' }]);
    expect(await queries.lockImpact('cid_1', lock)).toMatchObject({ sims: 2, size: 2 });
    await list(['4', { groupId: 'g' }]);
    expect(await queries.lockImpact('cid_1', lock)).toMatchObject({ sims: 3, size: 3 });
  });

  it('does not know the size of a group if a SIM may be in any group', async () => {
    const { list, readFleet, queries } = await openFleet(engine);
    // The service names the group, without its id.
    await readFleet(['1', { groupName: 'North', imei: device }], ['2', { groupId: 'g' }]);
    const none = { sims: 0, size: null, seen: null };
    expect(await queries.lockImpact('cid_1', { ...lock, groupId: 'north' })).toMatchObject(none);
    const seen = { sims: 1, parts: { ...noImpact, malformed: 1 } };
    expect(await queries.lockImpact('cid_1', lock)).toMatchObject({ ...seen, size: null });
    await list(['1', { groupId: 'other' }]);
    expect(await queries.lockImpact('cid_1', lock)).toMatchObject({ ...seen, size: 1 });
  });
});

describe('Q1: GET /records/fleet/impact', () => {
  async function open(environment: Readonly<Record<string, string>> = {}) {
    const sims = [{ ExternalUniqueId: '1', ThingsGroupId: 'g', IMEI: device }];
    const service = fakeService(() => Response.json(sims));
    const { fixture, cookie, read } = await signedInFixture({ environment, service });
    const path = '/api/things?limit=50&offset=0';
    await read(path);
    const list = () => fixture.send('GET', path, { cookie });
    const get = (query: string) => fixture.send('GET', `/records/fleet/impact${query}`, { cookie });
    return { fixture, sims, list, get };
  }

  it('counts a list that was forwarded a moment ago', async () => {
    const { sims, list, get } = await open();
    sims.push({ ExternalUniqueId: '2', ThingsGroupId: 'g', IMEI: 'unknown' });
    await list();
    expect(lockImpact.parse(await (await get('?groupId=g&prefix=35')).json())).toMatchObject({
      keptDays: 90,
      sims: 2,
      size: null,
      parts: { inside: 1, outside: 0, none: 0, malformed: 1, suspended: 0 },
    });
  });

  it('is empty with FLEET_MEMORY=off, even before existing data is erased', async () => {
    const { fixture, get } = await open({ FLEET_MEMORY: 'off' });
    const snapshots = [newThing('1', { values: { groupId: 'g' } })];
    const answeredAt = Date.UTC(2100, 0, 1);
    const customerId = 'cid_test';
    await fixture.store.things.accept({ customerId, askedAt: 0, answeredAt, snapshots });
    expect(await fixture.store.fleet.lockImpact(customerId, lock)).toMatchObject({ sims: 1 });
    const answer = await get('?groupId=g&prefix=35');
    expect(lockImpact.parse(await answer.json())).toMatchObject({ keptDays: 0, sims: 0 });
  });

  it('refuses a query without a group or a valid prefix', async () => {
    const { get } = await open();
    const refused = ['', '?groupId=g', '?prefix=35', '?groupId=g&prefix=3x', '?groupId=g&prefix='];
    for (const query of [...refused, '?groupId=g&prefix=1234567890123456']) {
      expect([query, (await get(query)).status]).toEqual([query, 400]);
    }
  });
});
