import { describe, expect, it } from 'vitest';

import { inventoryNeighbours, inventoryThings } from '#contract/inventoryThings.ts';
import { iccids, signedIn } from '#testing/fixtures/inventoryFixture.ts';
import { newThing } from '#testing/fixtures/testThing.ts';

it('C5: the inventory cannot be read, nor its scans ended, by a user for whom the service has listed nothing', async () => {
  const { fixture, list, begin, end, summary } = await signedIn();
  await list();
  const { id } = await begin();
  const other = await fixture.signIn('other');
  const posted = await fixture.send('POST', '/records/fleet/readings', { cookie: other });
  expect(posted.status).toBe(403);
  expect((await end(id, { state: 'stopped', things: 0 }, other)).status).toBe(403);
  expect((await summary()).latest?.state).toBe('running');
});

describe('the inventory', () => {
  it('returns the state seen in lists, as the contract specifies', async () => {
    const { list, summary, get } = await signedIn();
    await list();
    expect(await summary()).toMatchObject({
      keptDays: 90,
      sims: 3,
      complete: null,
      latest: null,
      previous: null,
      states: { ACTIVE: 3 },
      groups: [{ id: null, name: null, sims: 3, states: { ACTIVE: 3 } }],
      unknownDevice: 3,
    });
    const page = async (query: string) =>
      inventoryThings.parse(await (await get(`/things?${query}`)).json());
    const things = await page('size=2');
    expect(things).toMatchObject({ count: 3, next: iccids[1], previous: null });
    expect(things.things).toHaveLength(2);
    const rest = { things: [{ iccid: iccids[2] }], next: null, previous: '' };
    expect(await page(`size=2&before=${things.next}`)).toMatchObject(rest);
    expect((await page(`size=1&before=${things.next}`)).previous).toBe(iccids[0]);
    const one = inventoryNeighbours.parse(await (await get(`/things/${iccids[0]}`)).json());
    expect(one.thing.values).toEqual({ state: 'ACTIVE' });
  });

  it('says that a SIM has not appeared in a list', async () => {
    const { list, get } = await signedIn();
    await list();
    for (const iccid of ['8988', '%00', 'x'.repeat(300)]) {
      const answer = await get(`/things/${iccid}`);
      expect([answer.status, await answer.json()]).toEqual([200, null]);
    }
  });

  it('keeps nothing, and removes existing data, with FLEET_MEMORY=off', async () => {
    const environment = { FLEET_MEMORY: 'off' };
    const { fixture, list, summary, get, cookie } = await signedIn({ environment });
    const about = { customerId: 'cid_test', askedAt: 0, answeredAt: 1 };
    await fixture.store.things.accept({ ...about, snapshots: [newThing('1')] });
    await fixture.store.scans.begin({ customerId: 'cid_test', username: 'anna' });
    await list();
    expect((await fixture.store.things.load('cid_test', ['1', ...iccids])).size).toBe(1);
    expect(await summary()).toMatchObject({ keptDays: 0, sims: 0, seen: null, latest: null });
    const empty = { things: [], count: 0, leftOut: 0, next: null, previous: null };
    expect(await (await get('/things')).json()).toEqual(empty);
    expect(await (await get('/things/1')).json()).toBeNull();
    const begun = await fixture.send('POST', '/records/fleet/readings', { cookie });
    expect([begun.status, await begun.json()]).toMatchObject([404, { code: 'not_remembered' }]);
    await fixture.store.things.removeOld();
    expect(await fixture.store.scans.removeOld()).toBe(1);
    expect((await fixture.store.things.load('cid_test', ['1'])).size).toBe(0);
    expect((await fixture.store.scans.known('cid_test')).latest).toBeNull();
  });
});
