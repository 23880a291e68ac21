import { describe, expect, it } from 'vitest';

import { changesPage, type GroupChange } from '#contract/changes.ts';

import { type Bench, createBench, fakeService } from '../testBench.ts';

const listPath = '/api/thingsgroup/listWithMeasures';
const groupPath = '/api/thingsgroup/ThingsGroupId_1';
const unlocked = {
  ThingsGroupName: 'Vans',
  TelephonyProfileId: 'TelephonyProfile_1',
  IMEIPrefix: '',
  LockMasterImei: false,
};
const locked = { ...unlocked, IMEIPrefix: '35208115', LockMasterImei: true };
const networks = [{ NetworkId: 'NetworkId_1', NetworkName: 'Net A' }];

/** A service with one group, which the test changes behind the console's back. */
function world() {
  const group: Record<string, unknown> = {
    ThingsGroupId: 'ThingsGroupId_1',
    ...unlocked,
    Networks: networks,
    DateModified: 1_700_000_000_000,
  };
  let answer = () => new Response('ThingsGroupId_1', { headers: { 'x-request-id': 'service-1' } });
  const service = fakeService(async (request) => {
    if (request.method !== 'PUT') return Response.json([group]);
    const given = answer();
    if (given.ok || given.status >= 500) Object.assign(group, await request.json());
    return given;
  });
  return { group, service, answerWith: (next: typeof answer) => (answer = next) };
}

async function signedIn(environment: Readonly<Record<string, string>> = {}) {
  const { group, service, answerWith } = world();
  const bench = await createBench({ service, environment });
  const cookie = await bench.signIn();
  const list = async () => {
    await bench.pass(1000);
    await bench.send('GET', listPath, { cookie });
    await bench.pass(1000);
  };
  const put = (body: unknown) =>
    bench.send('PUT', groupPath, { cookie, body, headers: { 'x-request-id': 'browser-1' } });
  return { bench, cookie, group, answerWith, list, put };
}

async function changesOf(
  bench: Bench,
  cookie: string,
  query = '',
): Promise<readonly GroupChange[]> {
  const answer = await bench.send('GET', `/records/changes${query}`, { cookie });
  return changesPage.parse(await answer.json()).changes;
}

const puts = ({ seen }: Bench) => seen.filter(({ method }) => method === 'PUT').length;

describe('a change of a group', () => {
  it('C1, C2: is recorded with who, what was there, what was sent and what became of it', async () => {
    const { bench, cookie, list, put } = await signedIn();
    await list();
    const listedAt = bench.clock.now() - 1000;
    const at = bench.clock.now();
    await put(locked);
    const [{ id, ...change } = { id: '' }] = await changesOf(bench, cookie);
    expect(id).not.toBe('');
    expect([change]).toEqual([
      {
        at,
        since: null,
        username: 'writer',
        groupId: 'ThingsGroupId_1',
        groupName: 'Vans',
        before: { ...unlocked, Networks: ['Net A'] },
        beforeAt: listedAt,
        after: locked,
        outcome: 'saved',
        isUnderWay: false,
        status: 200,
        message: null,
        check: null,
        requestId: 'browser-1',
        serviceRequestId: 'service-1',
      },
    ]);
  });

  it('C2: is confirmed by the next list that shows it', async () => {
    const { bench, cookie, list, put } = await signedIn();
    await list();
    await put(locked);
    await list();
    const changes = await changesOf(bench, cookie);
    expect(changes).toMatchObject([
      {
        outcome: 'saved',
        check: { result: 'confirmed', at: bench.clock.now() - 1000, seen: locked },
      },
    ]);
  });

  it('C2: that the service refuses is recorded with its status and its words', async () => {
    const { bench, cookie, list, put, answerWith } = await signedIn();
    await list();
    answerWith(() => Response.json({ message: 'Changed meanwhile' }, { status: 409 }));
    expect((await put(locked)).status).toBe(409);
    await list();
    expect(await changesOf(bench, cookie)).toMatchObject([
      { outcome: 'refused', status: 409, message: 'Changed meanwhile', check: null },
    ]);
  });

  it('C2: whose outcome is unknown is settled by the next list', async () => {
    const { bench, cookie, list, put, answerWith } = await signedIn();
    await list();
    answerWith(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await put(locked);
    expect(await changesOf(bench, cookie)).toMatchObject([
      { outcome: 'unknown', status: 502, message: null, check: null },
    ]);
    await list();
    expect(await changesOf(bench, cookie)).toMatchObject([
      { outcome: 'unknown', check: { result: 'confirmed' } },
    ]);
  });

  it('C3: that was made elsewhere is found by the next list, with the time between the two', async () => {
    const { bench, cookie, group, list } = await signedIn();
    await list();
    const since = bench.clock.now() - 1000;
    await bench.pass(60_000);
    Object.assign(group, locked, { Networks: [] });
    await list();
    const [{ id: _, ...change } = { id: '' }] = await changesOf(bench, cookie);
    expect([change]).toEqual([
      {
        at: bench.clock.now() - 1000,
        since,
        username: null,
        groupId: 'ThingsGroupId_1',
        groupName: 'Vans',
        before: { ...unlocked, Networks: ['Net A'] },
        beforeAt: since,
        after: { ...locked, Networks: [] },
        outcome: 'elsewhere',
        isUnderWay: false,
        status: null,
        message: null,
        check: null,
        requestId: null,
        serviceRequestId: null,
      },
    ]);
    await list();
    expect(await changesOf(bench, cookie)).toHaveLength(1);
  });

  it('C1: that cannot be recorded is not sent', async () => {
    const { bench, list, put } = await signedIn();
    await list();
    bench.refuseChanges();
    const answer = await put(locked);
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { code: 'not_recorded', message: /could not be recorded, so nothing was sent/ },
    ]);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(puts(bench)).toBe(0);
  });
});

describe('C5: the record of changes', () => {
  it('is refused until the service has answered with the customer id in this session', async () => {
    const { bench, cookie, list } = await signedIn();
    const refused = await bench.send('GET', '/records/changes', { cookie });
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { code: 'customer_unproven' },
    ]);
    await list();
    expect((await bench.send('GET', '/records/changes', { cookie })).status).toBe(200);
    const other = await bench.signIn('other');
    expect((await bench.send('GET', '/records/changes', { cookie: other })).status).toBe(403);
  });

  it('wants a session, the header of the console, and GET', async () => {
    const { bench, cookie } = await signedIn();
    expect((await bench.send('GET', '/records/changes')).status).toBe(401);
    expect((await bench.send('GET', '/records/changes', { cookie, bare: true })).status).toBe(403);
    const posted = await bench.send('POST', '/records/changes', { cookie });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET']);
  });
});
