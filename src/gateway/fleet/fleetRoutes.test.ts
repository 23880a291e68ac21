import { describe, expect, it } from 'vitest';

import {
  fleetReading,
  fleetSummary,
  rememberedNeighbours,
  rememberedThings,
} from '#contract/fleet.ts';

import { createBench, fakeService } from '../testBench.ts';

const iccids = ['8988228000000000001', '8988228000000000002', '8988228000000000003'];

/** A service that lists these SIMs, and somebody who is signed in. */
async function signedIn(environment: Readonly<Record<string, string>> = {}) {
  const listed = new Set(iccids);
  const service = fakeService(() =>
    Response.json([...listed].map((ExternalUniqueId) => ({ ExternalUniqueId, State: 'ACTIVE' }))),
  );
  const bench = await createBench({ service, environment });
  const cookie = await bench.signIn();
  const list = async () => {
    await bench.pass(1000);
    await bench.send('GET', '/api/things', { cookie });
    await bench.pass(1000);
  };
  const get = (path: string) => bench.send('GET', `/records/fleet${path}`, { cookie });
  const summary = async () => fleetSummary.parse(await (await get('')).json());
  const begin = async () => {
    const answer = await bench.send('POST', '/records/fleet/readings', { cookie });
    expect(answer.status).toBe(201);
    return fleetReading.parse(await answer.json());
  };
  const end = async (id: string, body: unknown, as = cookie) => {
    const path = `/records/fleet/readings/${id}`;
    const answer = bench.send('PUT', path, { cookie: as, body });
    // Lists that another gateway has passed on are waited for.
    for (let second = 0; second < 6; second++) await bench.pass(1000);
    return answer;
  };
  const ended = async (...given: Parameters<typeof end>) =>
    fleetReading.parse(await (await end(...given)).json());
  return { bench, cookie, listed, list, get, summary, begin, end, ended };
}

describe('C5: what the memory knows of SIMs', () => {
  const paths = ['', '/things', `/things/${iccids[0]}`];

  it.each(paths)(
    'at /records/fleet%s is refused until the service has answered with the customer id',
    async (path) => {
      const { get, list, bench } = await signedIn();
      const refused = await get(path);
      expect([refused.status, await refused.json()]).toMatchObject([
        403,
        { code: 'customer_unproven' },
      ]);
      await list();
      expect((await get(path)).status).toBe(200);
      const other = await bench.signIn('other');
      expect((await bench.send('GET', `/records/fleet${path}`, { cookie: other })).status).toBe(
        403,
      );
    },
  );

  it('is not read and not ended by somebody for whom the service has answered nothing', async () => {
    const { bench, list, begin, end, summary } = await signedIn();
    await list();
    const { id } = await begin();
    const other = await bench.signIn('other');
    const posted = await bench.send('POST', '/records/fleet/readings', { cookie: other });
    expect(posted.status).toBe(403);
    expect((await end(id, { state: 'stopped', things: 0 }, other)).status).toBe(403);
    expect((await summary()).latest?.state).toBe('running');
  });

  it('wants a session, the header of the console, and the methods of the contract', async () => {
    const { bench, cookie } = await signedIn();
    const calls = [
      ['GET', ''],
      ['GET', '/things'],
      ['GET', `/things/${iccids[0]}`],
      ['POST', '/readings'],
      ['PUT', '/readings/one'],
    ] as const;
    for (const [method, path] of calls) {
      const address = `/records/fleet${path}`;
      expect((await bench.send(method, address)).status).toBe(401);
      expect((await bench.send(method, address, { cookie, bare: true })).status).toBe(403);
      const patched = await bench.send('PATCH', address, { cookie });
      expect([patched.status, patched.headers.get('allow')]).toEqual([405, method]);
    }
  });
});

describe('the fleet’s memory', () => {
  it('answers what lists have shown, in the words of the contract', async () => {
    const { list, summary, get } = await signedIn();
    await list();
    expect(await summary()).toMatchObject({
      keptDays: 90,
      sims: 3,
      complete: null,
      latest: null,
      previous: null,
      groups: [{ id: null, name: null, sims: 3, states: { ACTIVE: 3 } }],
      unknownDevice: 3,
    });
    const things = rememberedThings.parse(await (await get('/things?size=2')).json());
    expect([things.things.length, things.count, things.next]).toEqual([2, 3, iccids[1]]);
    const rest = await get(`/things?size=2&before=${things.next}`);
    expect(rememberedThings.parse(await rest.json()).things).toMatchObject([{ iccid: iccids[2] }]);
    const one = rememberedNeighbours.parse(await (await get(`/things/${iccids[0]}`)).json());
    expect(one.thing.values).toEqual({ state: 'ACTIVE' });
  });

  it('says that no list has shown a SIM', async () => {
    const { list, get } = await signedIn();
    await list();
    for (const iccid of ['8988', '%00', 'x'.repeat(300)]) {
      const answer = await get(`/things/${iccid}`);
      expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_remembered' }]);
    }
  });

  it('refuses a parameter that it does not understand, and says what it takes', async () => {
    const { list, get } = await signedIn();
    await list();
    for (const path of [
      '?check=blocked',
      '/things?check=all',
      '/things?size=0',
      '/things?size=201',
      '/things?silentDays=-1',
      '/things?silentDays=3651',
      '/things?groupId=a%00b',
      `/things?network=${'x'.repeat(201)}`,
      '/things?iccid=a%0Ab',
      '/things?size=1&size=2',
      '/things?customerId=cid_2',
    ]) {
      const answer = await get(path);
      expect([path, answer.status, await answer.json()]).toMatchObject([
        path,
        400,
        { code: 'bad_request', message: /must be|The parameters are/ },
      ]);
    }
  });

  it('keeps nothing, and forgets what it kept, with FLEET_MEMORY=off', async () => {
    const { bench, list, summary, get, cookie } = await signedIn({ FLEET_MEMORY: 'off' });
    const reading = { customerId: 'cid_test', askedAt: 0, answeredAt: 1 };
    const fact = { deviceChangedAt: null, dataAt: null, dataSince: null, suspended: null };
    const thing = {
      iccid: '1',
      values: {},
      lastImei: undefined,
      carriedAt: {},
      cell: null,
      firstSeenAt: 1,
    };
    await bench.store.things.accept({
      ...reading,
      readings: [{ ...thing, ...fact, revision: null, events: [] }],
    });
    await bench.store.fleetReadings.begin({ customerId: 'cid_test', username: 'anna' });
    await list();
    expect((await bench.store.things.load('cid_test', ['1', ...iccids])).size).toBe(1);
    expect(await summary()).toMatchObject({ keptDays: 0, sims: 0, seen: null, latest: null });
    expect(await (await get('/things')).json()).toEqual({ things: [], count: 0, next: null });
    expect((await get('/things/1')).status).toBe(404);
    const begun = await bench.send('POST', '/records/fleet/readings', { cookie });
    expect([begun.status, await begun.json()]).toMatchObject([404, { code: 'not_remembered' }]);
    await bench.store.things.removeOld();
    await bench.store.fleetReadings.removeOld();
    expect((await bench.store.things.load('cid_test', ['1'])).size).toBe(0);
    expect((await bench.store.fleetReadings.known('cid_test')).latest).toBeNull();
  });
});

describe('F4: a reading of the whole fleet', () => {
  it('is complete where all that the page has read is remembered, and marks what it did not show', async () => {
    const { list, listed, begin, ended, summary, get } = await signedIn();
    await list();
    listed.delete(iccids[2] ?? '');
    const { id, startedAt, ...begun } = await begin();
    expect(begun).toEqual({ username: 'writer', endedAt: null, state: 'running', things: 0 });
    await list();
    expect((await summary()).latest).toMatchObject({ id, state: 'running', things: 2 });
    const reading = await ended(id, { state: 'complete', things: 2 });
    expect(reading).toMatchObject({ id, startedAt, state: 'complete', things: 2 });
    const after = await summary();
    expect(after).toMatchObject({ sims: 2, complete: reading, latest: reading, previous: null });
    expect(after.checks.find(({ check }) => check === 'not-found')).toMatchObject({
      count: 1,
      of: 3,
      before: null,
    });
    const gone = rememberedThings.parse(await (await get('/things?check=not-found')).json());
    expect(gone.things).toMatchObject([{ iccid: iccids[2] }]);
  });

  it('is partial where fewer SIMs are remembered than the page has read', async () => {
    const { list, begin, ended, summary } = await signedIn();
    const { id } = await list().then(begin);
    await list();
    const reading = await ended(id, { state: 'complete', things: 4 });
    expect(reading).toMatchObject({ state: 'partial', things: 3 });
    expect(await summary()).toMatchObject({ complete: null, latest: { state: 'partial' } });
  });

  it('counts SIMs that were listed unchanged just before it began', async () => {
    const { list, begin, ended } = await signedIn();
    await list();
    const { id } = await begin();
    await list();
    const reading = await ended(id, { state: 'complete', things: 3 });
    expect(reading).toMatchObject({ state: 'complete' });
  });

  it('may be stopped; it then marks nothing, and ends once', async () => {
    const { list, listed, begin, ended, summary } = await signedIn();
    await list();
    const { id } = await begin();
    listed.clear();
    await list();
    const reading = await ended(id, { state: 'stopped', things: 0 });
    expect(reading).toMatchObject({ state: 'stopped' });
    expect(await ended(id, { state: 'complete', things: 0 })).toEqual(reading);
    expect(await summary()).toMatchObject({ sims: 3, complete: null, latest: reading });
  });

  it('is compared with the one before', async () => {
    const { bench, list, listed, begin, ended, summary } = await signedIn();
    const read = async () => {
      const { id } = await begin();
      await list();
      return ended(id, { state: 'complete', things: listed.size });
    };
    await list();
    listed.delete(iccids[0] ?? '');
    const first = await read();
    listed.delete(iccids[1] ?? '');
    await bench.pass(60_000);
    const second = await read();
    const { previous, complete, checks } = await summary();
    expect({ previous, complete }).toEqual({ previous: first, complete: second });
    expect(checks.find(({ check }) => check === 'not-found')).toMatchObject({
      count: 2,
      before: 1,
    });
  });

  it('counts as stopped when its page was closed and nothing was listed for an hour', async () => {
    const { bench, list, begin, summary } = await signedIn();
    await list();
    const { id } = await begin();
    await bench.pass(50 * 60_000);
    expect((await summary()).latest).toMatchObject({ id, state: 'running' });
    await bench.pass(15 * 60_000);
    expect((await summary()).latest).toMatchObject({ id, state: 'stopped' });
  });

  it('is not ended by a body or an id that is none', async () => {
    const { list, begin, end } = await signedIn();
    await list();
    const { id } = await begin();
    for (const body of [{}, { state: 'running', things: 1 }, { state: 'complete', things: -1 }]) {
      expect((await end(id, body)).status).toBe(400);
    }
    const unknown = await end('other', { state: 'stopped', things: 0 });
    expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'not_remembered' }]);
  });
});
