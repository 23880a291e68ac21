import { DatabaseSync } from 'node:sqlite';

import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';

import { changesPage } from '#contract/history.ts';
import { fleetScan } from '#contract/inventory.ts';
import { type Fixture, createFixture } from '#testing/fixtures/gatewayFixture.ts';
import { locked, signedIn, groupService } from '#testing/fixtures/historyFixture.ts';
import { saying } from '#testing/fixtures/saying.ts';
import { databaseUrl, type engines, gatewayDatabase } from '#testing/fixtures/testDatabases.ts';

import type { DatabaseTarget } from '../db/databaseUrl.ts';
import { RecordsLimitError } from '../db/storeErrors.ts';
import { recordsLimited } from './records.ts';

const path = '/records/changes';
const patient = { waitMs: 60_000, statementMs: 60_000 };
const impatient = { ...patient, statementMs: 100 };

/** A signed-in user with a recorded change. */
async function withChange(engine: (typeof engines)[number], recordLimits = patient) {
  const target = await gatewayDatabase(engine);
  const { service } = groupService();
  const environment = { DATABASE_URL: databaseUrl(target), SIGN_IN_TRIES: '100' };
  const fixture = await createFixture({ service, environment, recordLimits });
  onTestFinished(() => fixture.store.close());
  const proven = async (username?: string) => {
    const cookie = await fixture.signIn(username);
    await fixture.send('GET', '/api/thingsgroup/listWithMeasures', { cookie });
    return cookie;
  };
  const cookie = await proven();
  await fixture.send('PUT', '/api/thingsgroup/ThingsGroupId_1', { cookie, body: locked });
  return { target, fixture, cookie, proven };
}

/** Keeps every read of changes from a file running until the returned function is called. */
function makeEndless(target: DatabaseTarget): () => void {
  if (target.kind !== 'sqlite' || target.file === null) throw new TypeError('Not a file');
  const database = new DatabaseSync(target.file);
  onTestFinished(() => database.close());
  database.exec(`
    alter table group_changes rename to kept_changes;
    create view group_changes as
      with recursive n(i) as (select 1 union all select i + 1 from n)
      select kept_changes.* from n cross join kept_changes;
  `);
  return () =>
    database.exec('drop view group_changes; alter table kept_changes rename to group_changes');
}

/** Keeps every read of a table waiting until the returned client ends its transaction. */
async function lockTable(target: DatabaseTarget, table: string): Promise<pg.Client> {
  const other = new pg.Client({ connectionString: databaseUrl(target) });
  await other.connect();
  onTestFinished(() => other.end());
  await other.query('begin');
  await other.query(`lock table ${table} in access exclusive mode`);
  return other;
}

async function expectServed(fixture: Fixture, cookie: string): Promise<void> {
  const paths = ['/healthz', '/readyz', '/session', '/api/things'];
  const answers = await Promise.all(paths.map((one) => fixture.send('GET', one, { cookie })));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  await fixture.signIn();
}

describe('S12: endless reads of SQLite records', () => {
  it('delay no other user, and are stopped when the browser disconnects', async () => {
    const { target, fixture, cookie } = await withChange('sqlite');
    const stop = makeEndless(target);
    const browser = new AbortController();
    const reading = fixture.send('GET', path, { cookie, signal: browser.signal });
    await expectServed(fixture, cookie);
    const next = fixture.send('GET', `${path}?size=1`, { cookie });
    stop();
    // This read is still running, and sees the changes as of its start.
    await expectServed(fixture, cookie);
    browser.abort();
    expect((await reading).status).toBe(499);
    expect(changesPage.parse(await (await next).json()).changes).toHaveLength(1);
  });

  it('fail with an error that says what to do, is not retried by pages, and does not count as an outage', async () => {
    const { target, fixture, cookie } = await withChange('sqlite', impatient);
    makeEndless(target);
    const answer = await fixture.send('GET', path, { cookie });
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { code: 'records_limited', message: saying(/Narrow it, for example/) },
    ]);
    expect(fixture.log.join('\n')).not.toMatch(/store unavailable|"failure"/);
  });
});

describe('S12: records of PostgreSQL', () => {
  it('never take connections away from sessions, even if all reads wait for the database', async () => {
    const { target, fixture, cookie, proven } = await withChange('postgres');
    const people = Array.from({ length: 25 }, (_, index) => proven(`user${index}`));
    const crowd = await Promise.all(people);
    // By then, the inventory has been written.
    await fixture.send('GET', path, { cookie });
    const other = await lockTable(target, 'group_changes');
    const reading = crowd.map((own) => fixture.send('GET', path, { cookie: own }));
    const waiting = async () =>
      (await other.query('select 1 from pg_locks where not granted')).rows.length;
    await expect.poll(waiting, { timeout: 30_000 }).toBe(3);
    await expectServed(fixture, cookie);
    await other.query('rollback');
    const answers = await Promise.all(reading);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  });

  it('stop a count of SIMs at the end of a scan, which takes no connection away either', async () => {
    const { target, fixture, cookie } = await withChange('postgres', impatient);
    const scans = '/records/fleet/readings';
    const { id } = fleetScan.parse(await (await fixture.send('POST', scans, { cookie })).json());
    await lockTable(target, 'things_seen');
    const body = { state: 'complete', things: 0 };
    const answer = await fixture.send('PUT', `${scans}/${id}`, { cookie, body });
    expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'records_limited' }]);
  });
});

describe('S12: records read by one user', () => {
  it('are read one after another, identical reads together, whatever other users read', async () => {
    const { fixture, cookie, list, put } = await signedIn();
    await list();
    await put(locked);
    const same = await Promise.all(
      Array.from({ length: 20 }, () => fixture.send('GET', path, { cookie })),
    );
    const bodies = new Set(await Promise.all(same.map((answer) => answer.text())));
    expect([bodies.size, ...new Set(same.map(({ status }) => status))]).toEqual([1, 200]);
  });

  it('are refused when too many wait in all sessions together, with the time until the next attempt', async () => {
    const { target, fixture, cookie, proven } = await withChange('sqlite');
    const sessions = [cookie, await proven()];
    makeEndless(target);
    const browser = new AbortController();
    const enough = Promise.withResolvers<void>();
    let refusals = 0;
    const crowd = Array.from({ length: 40 }, async (_, index) => {
      const own = { cookie: sessions[index % 2], signal: browser.signal };
      const answer = await fixture.send('GET', `${path}?group=g${index}`, own);
      // One read is running, and thirty are waiting.
      if (answer.status === 429 && ++refusals === 9) enough.resolve();
      return answer;
    });
    await enough.promise;
    browser.abort();
    const answers = await Promise.all(crowd);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(9);
    expect(answers.filter(({ status }) => status === 499)).toHaveLength(31);
    for (const answer of refused) {
      expect(answer.headers.get('retry-after')).toBe('2');
      expect(await answer.json()).toMatchObject({ code: 'records_limited' });
    }
  });

  it('are refused without blaming the user if the database is busy', () => {
    const refusal = recordsLimited(new RecordsLimitError('busy'));
    expect([refusal.status, refusal.message]).toEqual([429, saying(/console's own records/)]);
  });

  it('come one after another with the alerts that the user acknowledges', async () => {
    const { target, fixture, cookie } = await withChange('sqlite');
    makeEndless(target);
    const browser = new AbortController();
    const reading = fixture.send('GET', path, { cookie, signal: browser.signal });
    const body = { note: '', revision: 1 };
    const put = fixture.send('PUT', '/records/alerts/none', { cookie, body });
    for (let second = 0; second < 12; second++) await fixture.pass(1000);
    browser.abort();
    await reading;
    expect((await put).status).toBe(429);
  });
});
