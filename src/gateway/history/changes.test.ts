import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import {
  listPath,
  unlocked,
  locked,
  signedIn,
  changesOf,
  puts,
} from '#testing/fixtures/historyFixture.ts';
import { saying } from '#testing/fixtures/saying.ts';
import { connect, sharedFile } from '#testing/fixtures/testDatabases.ts';

import { parseDatabaseUrl } from '../db/databaseUrl.ts';

/** A signed-in user who has listed the group. */
async function listed() {
  const opened = await signedIn();
  await opened.list();
  return opened;
}

describe('a change to a group', () => {
  it('C1, C2: is recorded with its author, the previous values, the values sent, and the outcome, and confirmed by the next list', async () => {
    const { fixture, cookie, list, put } = await listed();
    const listedAt = fixture.clock.now() - 1000;
    const at = fixture.clock.now();
    await put(locked);
    const [{ id, ...change } = { id: '' }] = await changesOf(fixture, cookie);
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
    await list();
    const check = { result: 'confirmed', at: fixture.clock.now() - 1000, seen: locked };
    expect(await changesOf(fixture, cookie)).toMatchObject([{ outcome: 'saved', check }]);
  });

  it('C3: is not detected in a partial list', async () => {
    const { fixture, cookie, group, list, listWith } = await listed();
    Object.assign(group, locked);
    listWith(206);
    await list();
    expect(await changesOf(fixture, cookie)).toEqual([]);
    listWith(200);
    await list();
    expect(await changesOf(fixture, cookie)).toMatchObject([{ outcome: 'elsewhere' }]);
  });

  it('C2: is confirmed when the service lists ids as numbers, which the console reads as text', async () => {
    const { fixture, cookie, group, list } = await signedIn();
    group['ThingsGroupId'] = 7;
    await list();
    await fixture.send('PUT', '/api/thingsgroup/7', { cookie, body: locked });
    await list();
    expect(await changesOf(fixture, cookie)).toMatchObject([
      { groupId: '7', groupName: 'Vans', before: unlocked, check: { result: 'confirmed' } },
    ]);
  });

  it('C2: is recorded with the status and message if the service refuses it', async () => {
    const { fixture, cookie, list, put, answerWith } = await listed();
    answerWith(() => Response.json({ message: 'Changed in the meantime' }, { status: 409 }));
    expect((await put(locked)).status).toBe(409);
    await list();
    expect(await changesOf(fixture, cookie)).toMatchObject([
      { outcome: 'refused', status: 409, message: 'Changed in the meantime', check: null },
    ]);
  });

  it.each([
    ['{"errors":[{"detail":"Not yours"}],"trace_id":"service-7"}', 'Not yours', 'service-7'],
    ['<!doctype html><title>Blocked</title>', 'Blocked', null],
    ['x'.repeat(301), `${'x'.repeat(300)}…`, null],
    ['No\0t yours', 'No t yours', null],
  ])('C2: is recorded with what the editor quotes from %j', async (body, message, id) => {
    const { fixture, cookie, put, answerWith } = await listed();
    answerWith(() => new Response(body, { status: 403 }));
    await put(locked);
    expect(await changesOf(fixture, cookie)).toMatchObject([
      { outcome: 'refused', status: 403, message, serviceRequestId: id },
    ]);
  });

  it('C2: is sent once, even if a browser or proxy repeats the request', async () => {
    const { fixture, cookie, put } = await listed();
    await put(locked);
    const repeated = await put(unlocked, 'browser-1');
    expect([repeated.status, await repeated.json()]).toMatchObject([
      504,
      {
        code: 'upstream_timeout',
        message: 'The request arrived twice, so it was sent to the service only once.',
      },
    ]);
    expect([puts(fixture), await changesOf(fixture, cookie)]).toMatchObject([
      1,
      [{ after: locked }],
    ]);
    expect(fixture.logged('audit').at(-1)).toMatchObject({ result: 'not sent' });
    await fixture.pass(10 * 60_000);
    expect((await put(unlocked, 'browser-1')).status).toBe(200);
  });

  it('C2: is reported to a repeated request only once the first one has its result', async () => {
    const { fixture, put, answerWith } = await listed();
    const answer = Promise.withResolvers<Response>();
    answerWith(() => answer.promise);
    const first = put(locked, 'browser-1');
    await fixture.pass(0);
    let isAnswered = false;
    const repeated = put(locked, 'browser-1').finally(() => (isAnswered = true));
    await fixture.pass(20_000);
    expect([puts(fixture), isAnswered]).toEqual([1, false]);
    answer.resolve(new Response(null, { status: 200 }));
    expect((await first).status).toBe(200);
    await fixture.pass(1000);
    expect((await repeated).status).toBe(504);
  });

  it('C2: may have been saved if a proxy timed out; no browser repeats the response’s status', async () => {
    const { fixture, cookie, put, answerWith } = await listed();
    answerWith(() => new Response('Too slow', { status: 408 }));
    const answer = await put(locked);
    expect([answer.status, await answer.text()]).toEqual([504, 'Too slow']);
    expect(await changesOf(fixture, cookie)).toMatchObject([{ outcome: 'unknown', status: 408 }]);
  });

  it('C2: is settled by the next list if its outcome is unknown', async () => {
    const { fixture, cookie, list, put, answerWith } = await listed();
    answerWith(() => new Response('<h1>Bad gateway</h1>', { status: 502 }));
    await put(locked);
    expect(await changesOf(fixture, cookie)).toMatchObject([
      { outcome: 'unknown', status: 502, message: null, check: null },
    ]);
    await list();
    expect(await changesOf(fixture, cookie)).toMatchObject([
      { outcome: 'saved', status: 502, check: { result: 'confirmed' } },
    ]);
    expect(await changesOf(fixture, cookie, '?outcome=saved')).toHaveLength(1);
    expect(await changesOf(fixture, cookie, '?outcome=unknown')).toEqual([]);
  });

  it('C2: is marked as such if its response was lost and the next list does not show it', async () => {
    const { fixture, cookie, group, list, put, answerWith } = await listed();
    answerWith(() => new Response('', { status: 408 }));
    await put(locked);
    await list();
    expect(await changesOf(fixture, cookie)).toMatchObject([
      { outcome: 'not-seen', status: 408, check: { result: 'different', seen: unlocked } },
    ]);
    expect(await changesOf(fixture, cookie, '?outcome=not-seen')).toHaveLength(1);
    expect(await changesOf(fixture, cookie, '?outcome=unknown')).toEqual([]);
    // The service may have been slow.
    Object.assign(group, locked);
    await list();
    expect(await changesOf(fixture, cookie)).toMatchObject([{ outcome: 'saved' }]);
  });

  it('C3: is detected in the next list if made elsewhere, and dated between the two lists', async () => {
    const { fixture, cookie, group, list } = await listed();
    const since = fixture.clock.now() - 1000;
    await fixture.pass(60_000);
    Object.assign(group, locked, { Networks: [] });
    await list();
    const [{ id: _, ...change } = { id: '' }] = await changesOf(fixture, cookie);
    expect([change]).toEqual([
      {
        at: fixture.clock.now() - 1000,
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
    expect(await changesOf(fixture, cookie)).toHaveLength(1);
  });

  it('C3: can be read right after the list that reveals it', async () => {
    const { fixture, cookie, group } = await listed();
    group['ThingsGroupName'] = 'Lorries';
    await fixture.pass(1000);
    await fixture.send('GET', listPath, { cookie });
    const [newest] = await changesOf(fixture, cookie);
    expect(newest).toMatchObject({ outcome: 'elsewhere', after: { ThingsGroupName: 'Lorries' } });
  });

  it('C1: is not sent if it cannot be recorded', async () => {
    const { fixture, put } = await listed();
    fixture.refuseChanges();
    const answer = await put(locked);
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      { code: 'not_recorded', message: saying(/could not be recorded, so nothing was sent/) },
    ]);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(puts(fixture)).toBe(0);
  });
});

describe('a database that refuses a change’s row', () => {
  it('C1: keeps the change from being sent, whatever the reason, and the log says so', async () => {
    const environment = sharedFile();
    const { fixture, put } = await signedIn(environment);
    await connect(parseDatabaseUrl(environment.DATABASE_URL)).run((db) =>
      sql`create trigger full before insert on group_changes
        begin select raise(abort, 'refused'); end`.execute(db),
    );
    const answer = await put(locked);
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'not_recorded' }]);
    expect(puts(fixture)).toBe(0);
    const lines = fixture.log.join('');
    expect(lines).toContain('"event":"change not recorded"');
    expect(lines).toMatch(/"event":"audit".+"result":"not sent","why":"not_recorded"/);
  });
});

describe('an outcome that the store fails to accept', () => {
  async function refusingOutcomes() {
    const opened = await listed();
    opened.answerWith(() => {
      opened.fixture.refuseChanges();
      return new Response('ThingsGroupId_1');
    });
    return opened;
  }

  it('C2: does not delay the response to the browser, and is written once the store is available again', async () => {
    const { fixture, cookie, put } = await refusingOutcomes();
    const answer = await put(locked);
    expect([answer.status, await answer.text()]).toEqual([200, 'ThingsGroupId_1']);
    const answeredAt = fixture.clock.now();
    expect(fixture.log.join('')).toContain('"event":"change outcome not written"');
    expect(await changesOf(fixture, cookie)).toMatchObject([
      { outcome: 'unknown', isUnderWay: true },
    ]);
    await fixture.pass(2000);
    fixture.refuseChanges(false);
    await fixture.pass(60_000);
    expect(await changesOf(fixture, cookie)).toMatchObject([
      { outcome: 'saved', isUnderWay: false, status: 200 },
    ]);
    const { changes } = await fixture.store.snapshots.load('cid_test', ['ThingsGroupId_1']);
    expect(changes).toMatchObject([{ answeredAt }]);
  });

  it('C2: is eventually dropped and counted, and settled by the next list', async () => {
    const { fixture, cookie, list, put } = await refusingOutcomes();
    await put(locked);
    for (let passed = 0; passed < 20; passed++) await fixture.pass(30_000);
    expect(await fixture.metrics()).toContain('records_dropped_total{record="outcome"} 1');
    fixture.refuseChanges(false);
    await list();
    expect(await changesOf(fixture, cookie)).toMatchObject([
      { outcome: 'saved', status: null, isUnderWay: false, check: { result: 'confirmed' } },
    ]);
  });
});
