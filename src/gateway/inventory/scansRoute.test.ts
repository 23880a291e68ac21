import { expect, it } from 'vitest';

import { inventoryThings } from '#contract/inventoryThings.ts';
import { iccids, signedIn } from '#testing/fixtures/inventoryFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { connect, sharedFile } from '#testing/fixtures/testDatabases.ts';

import { parseDatabaseUrl } from '../db/databaseUrl.ts';
import { RecordsLimitError } from '../db/storeErrors.ts';

it('F4: a scan is complete if everything the page has read is stored, and marks SIMs it did not show', async () => {
  const { list, listed, begin, ended, summary, get } = await signedIn();
  await list();
  listed.delete(iccids[2] ?? '');
  const { id, startedAt, ...begun } = await begin();
  expect(begun).toEqual({ username: 'writer', endedAt: null, state: 'running', things: 0 });
  await list();
  expect((await summary()).latest).toMatchObject({ id, state: 'running', things: 2 });
  const scan = await ended(id, { state: 'complete', things: 2 });
  expect(scan).toMatchObject({ id, startedAt, state: 'complete', things: 2 });
  const after = await summary();
  expect(after).toMatchObject({ sims: 2, complete: scan, latest: scan, previous: null });
  const notFound = after.checks.find(({ check }) => check === 'not-found');
  expect(notFound).toMatchObject({ count: 1, of: 3, before: null });
  const gone = inventoryThings.parse(await (await get('/things?check=not-found')).json());
  expect(gone.things).toMatchObject([{ iccid: iccids[2] }]);
});

it('F4: a scan is partial if fewer SIMs are stored than the page has read', async () => {
  const { list, begin, ended, summary } = await signedIn();
  const { id } = await list().then(begin);
  await list();
  const scan = await ended(id, { state: 'complete', things: 4 });
  expect(scan).toMatchObject({ state: 'partial', things: 3 });
  expect(await summary()).toMatchObject({ complete: null, latest: { state: 'partial' } });
});

it('F4: a scan is partial if the service listed nothing at all, in which case no SIM counts as not found', async () => {
  const { list, listed, begin, ended, summary } = await signedIn();
  await list();
  listed.clear();
  const { id } = await begin();
  await list();
  expect(await ended(id, { state: 'complete', things: 0 })).toMatchObject({ state: 'partial' });
  expect(await summary()).toMatchObject({ sims: 3, complete: null });
});

it('F4: a scan can be stopped; it then marks nothing and ends only once', async () => {
  const { list, listed, begin, ended, summary } = await signedIn();
  await list();
  const { id } = await begin();
  listed.clear();
  await list();
  const scan = await ended(id, { state: 'stopped', things: 0 });
  expect(scan).toMatchObject({ state: 'stopped' });
  expect(await ended(id, { state: 'complete', things: 0 })).toEqual(scan);
  expect(await summary()).toMatchObject({ sims: 3, complete: null, latest: scan });
});

it('F4: a scan is compared with the previous scan, but not again once there is a newer one (W6)', async () => {
  const environment = sharedFile();
  const { fixture, list, listed, begin, ended, summary } = await signedIn({ environment });
  const read = async () => {
    const { id } = await begin();
    await list();
    return ended(id, { state: 'complete', things: listed.size });
  };
  await list();
  listed.delete(iccids[0] ?? '');
  const first = await read();
  listed.delete(iccids[1] ?? '');
  await fixture.pass(60_000);
  const second = await read();
  const { previous, complete, checks } = await summary();
  expect({ previous, complete }).toEqual({ previous: first, complete: second });
  const notFound = checks.find(({ check }) => check === 'not-found');
  expect(notFound).toMatchObject({ count: 2, before: 1 });
  const database = connect(parseDatabaseUrl(environment.DATABASE_URL));
  const claims = () => database.run((db) => db.selectFrom('alertChecks').select('claim').execute());
  const before = await claims();
  expect(before).not.toEqual([]);
  expect(await ended(first.id, { state: 'complete', things: 2 })).toEqual(first);
  expect(await claims()).toEqual(before);
});

it('F4: a scan is compared with the last scan whose figures could be kept', async () => {
  const { fixture, list, begin, end, ended, summary } = await signedIn();
  const { figures } = fixture.store.fleet;
  const whole = { state: 'complete', things: 3 };
  await list();
  const { id: firstId } = await begin();
  await list();
  const first = await ended(firstId, whole);
  fixture.store.fleet.figures = () => Promise.reject(new RecordsLimitError('slow'));
  const { id } = await begin();
  await list();
  await end(id, whole);
  fixture.store.fleet.figures = figures;
  expect(await summary()).toMatchObject({ complete: { id }, previous: first });
  const last = await begin();
  await list();
  await ended(last.id, whole);
  const { complete, previous, checks } = await summary();
  expect([complete?.id, previous]).toEqual([last.id, first]);
  expect(checks.map(({ before }) => before)).not.toContain(null);
});

it('F4: a scan counts as stopped if its page was closed and nothing has been listed for an hour', async () => {
  const { fixture, list, begin, summary } = await signedIn();
  await list();
  const { id } = await begin();
  await fixture.pass(50 * 60_000);
  expect((await summary()).latest).toMatchObject({ id, state: 'running' });
  await fixture.pass(15 * 60_000);
  expect((await summary()).latest).toMatchObject({ id, state: 'stopped' });
});

it('F4: a scan shows, while it is running, when a list was last stored', async () => {
  const { fixture, list, begin, ended, summary } = await signedIn();
  await list();
  await fixture.pass(60_000);
  const { id, startedAt } = await begin();
  expect((await summary()).latest?.heardAt).toBe(startedAt);
  await fixture.pass(60_000);
  await list();
  const heardAt = (await summary()).seen?.newest ?? 0;
  expect(heardAt).toBeGreaterThan(startedAt);
  await fixture.pass(12 * 60_000);
  expect((await summary()).latest).toMatchObject({ id, state: 'running', heardAt });
  await ended(id, { state: 'stopped', things: 3 });
  expect((await summary()).latest?.heardAt).toBeUndefined();
});

it('F4: a scan is not ended by an invalid body or id', async () => {
  const { list, begin, end } = await signedIn();
  await list();
  const { id } = await begin();
  for (const body of [{}, { state: 'running', things: 1 }, { state: 'complete', things: -1 }]) {
    expect((await end(id, body)).status).toBe(400);
  }
  const unknown = await end('other', { state: 'stopped', things: 0 });
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 'not_remembered' }]);
});

it('F4: a scan is ended only by the user who started it', async () => {
  const { fixture, list, begin, end, ended, summary } = await signedIn();
  await list();
  const { id } = await begin();
  const colleague = await fixture.signIn('reader');
  await fixture.send('GET', '/api/things', { cookie: colleague });
  const answer = await end(id, { state: 'complete', things: 1 }, colleague);
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'not_remembered' }]);
  expect((await summary()).latest).toMatchObject({ id, state: 'running' });
  expect(await ended(id, { state: 'stopped', things: 3 })).toMatchObject({ state: 'stopped' });
});

it('F4: a scan waits for lists that another gateway is still storing', async () => {
  const given = { clock: manualClock(), environment: sharedFile() };
  const [first, second] = [await signedIn(given), await signedIn(given)];
  await second.list();
  await first.list();
  const { id } = await first.begin();
  const path = `/records/fleet/readings/${id}`;
  const body = { state: 'complete', things: iccids.length };
  const answer = first.fixture.send('PUT', path, { cookie: first.cookie, body });
  await second.list();
  const ended = await first.fixture.passUntil(answer);
  expect(await ended.json()).toMatchObject({ state: 'complete', things: 3 });
});
