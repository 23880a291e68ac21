import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';

import type { DatabaseTarget } from '#gateway/db/databaseUrl.ts';

import { createFixture, fakeService } from '../fixtures/gatewayFixture.ts';
import { manualClock } from '../fixtures/manualClock.ts';
import { connect, databaseUrl, emptyDatabase, engines } from '../fixtures/testDatabases.ts';
import { withClient } from '../fixtures/testPostgres.ts';
import {
  authorizationDigest,
  readRecording,
  recordingEnvironment,
  releasedVersions,
  releases,
} from './keptReleases.ts';

type Rows = ReadonlyMap<string, readonly Readonly<Record<string, unknown>>[]>;

/** All rows of all tables. */
async function rowsIn(target: DatabaseTarget): Promise<Rows> {
  return connect(target).run(async (db) => {
    const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
    const found = new Map<string, readonly Record<string, unknown>[]>();
    for (const { name } of tables) {
      const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(
        db,
      );
      found.set(name, rows);
    }
    return found;
  });
}

/** The rows that are gone, or have different values in the same columns. */
function missingRows(before: Rows, after: Rows): readonly string[] {
  return [...before].flatMap(([table, rows]) => {
    const columns = Object.keys(rows[0] ?? {});
    const textOf = (row: Readonly<Record<string, unknown>>) =>
      JSON.stringify(columns.map((column) => row[column]));
    const left = new Set(after.get(table)?.map(textOf));
    return rows
      .map(textOf)
      .filter((row) => !left.has(row))
      .map((row) => `${table}: ${row}`);
  });
}

/** Fills an empty database with what a release left behind. */
async function restoreDatabase(version: string, target: DatabaseTarget): Promise<void> {
  const content = (name: string) => gunzipSync(readFileSync(join(releases, version, name)));
  if (target.kind === 'sqlite') {
    if (target.file === null) throw new TypeError('A database in memory cannot be restored');
    writeFileSync(target.file, content('sqlite.db.gz'));
  } else {
    const dump = content('postgres.sql.gz').toString('utf8');
    await withClient(databaseUrl(target), (client) => client.query(dump));
  }
}

/** A database left by a release, opened by this version at the moment when it was left. */
async function openKept(version: string, engine: (typeof engines)[number]) {
  const recording = readRecording(version, engine);
  const target = await emptyDatabase(engine);
  await restoreDatabase(version, target);
  const before = await rowsIn(target);
  const authorizations: string[] = [];
  const fixture = await createFixture({
    clock: manualClock(recording.recordedAt),
    environment: recordingEnvironment(databaseUrl(target)),
    service: fakeService((request) => {
      authorizations.push(authorizationDigest(request.headers.get('authorization')));
      return Response.json([{ ExternalUniqueId: '8988228000000000001' }]);
    }),
  });
  onTestFinished(fixture.store.close);
  return { recording, before, after: await rowsIn(target), authorizations, fixture };
}

it('S13: each release has left a database', () => {
  expect(releasedVersions).toContain('0.1.0');
});

describe.each(releasedVersions)('S13: a database left by version %s', (version) => {
  it.each(engines)('in %s keeps everybody signed in, and every record', async (engine) => {
    const { recording, before, after, authorizations, fixture } = await openKept(version, engine);
    expect(missingRows(before, after)).toEqual([]);
    const filled = [...before].filter(([, rows]) => rows.length > 0).map(([table]) => table);
    expect(filled).toEqual(expect.arrayContaining(tablesWithData));

    for (const { username, path, body } of recording.answers) {
      const cookie = recording.people.find((one) => one.username === username)?.cookie;
      const answer = await fixture.send('GET', path, { cookie });
      expect(answer.status, `status of ${path}`).toBe(200);
      // A later version may say more.
      expect(await answer.json(), `answer of ${path}`).toMatchObject(Object(body));
    }
    // The tokens sealed in the database are the ones the users had.
    for (const { cookie } of recording.people) {
      expect((await fixture.send('GET', '/api/things', { cookie })).status).toBe(200);
    }
    expect(authorizations).toEqual(recording.people.map(({ authorization }) => authorization));
  });

  it.each(engines)('in %s accepts what is written next', async (engine) => {
    const { recording, fixture } = await openKept(version, engine);
    const { group } = recording;
    const cookie = recording.people.find(({ username }) => username === 'writer')?.cookie;
    const put = async (path: string, body: object) => {
      const answer = await fixture.send('PUT', path, { cookie, body });
      expect(answer.status, `status of ${path}`).toBe(200);
    };
    await put(`/api/thingsgroup/${group.id}`, { ...group.body, LockMasterImei: false });
    await put('/records/notes/note-0000000000000003', {
      iccid: '8988228000000000001',
      text: 'Written later',
      revision: 0,
    });
    await put('/records/views/view-2', { name: 'Later', search: 'State=ACTIVE', revision: 0 });
    await fixture.pass(1000);
    const changes = await fixture.send('GET', '/records/changes?size=1', { cookie });
    expect(await changes.json()).toMatchObject({
      changes: [
        {
          groupId: group.id,
          username: 'writer',
          outcome: 'saved',
          before: { LockMasterImei: true, IMEIPrefix: group.body.IMEIPrefix },
          after: { LockMasterImei: false },
        },
      ],
    });
    expect(await fixture.store.sessions.count()).toBe(recording.people.length);
    await fixture.signIn('newcomer');
    expect(await fixture.store.sessions.count()).toBe(recording.people.length + 1);
  });
});

/** Otherwise a recording without a record would pass. */
const tablesWithData = [
  'sessions',
  'group_changes',
  'groups_seen',
  'session_events',
  'things_seen',
  'thing_events',
  'fleet_readings',
  'thing_notes',
  'shared_views',
  'alerts',
  'alert_sims',
  'alert_messages',
  'alert_deliveries',
];
