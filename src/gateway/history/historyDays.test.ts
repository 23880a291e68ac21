import { describe, expect, it } from 'vitest';

import { fleetSummary } from '#contract/inventory.ts';
import { lockImpact } from '#contract/lockImpact.ts';
import { createFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';
import {
  changesOf,
  groupPath,
  listPath,
  locked,
  puts,
  signedIn,
  groupService,
} from '#testing/fixtures/historyFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import { connect, sharedFile } from '#testing/fixtures/testDatabases.ts';

import { parseDatabaseUrl } from '../db/databaseUrl.ts';

const day = 24 * 3_600_000;
const longSessions = { SESSION_IDLE_MINUTES: '1440', SESSION_MAX_HOURS: '168' };

describe('with HISTORY_DAYS=0', () => {
  it('C5: a change is sent, but neither the change nor lists are kept', async () => {
    const { fixture, cookie, group, list, put } = await signedIn({ HISTORY_DAYS: '0' });
    await list();
    expect((await put(locked)).status).toBe(200);
    group['ThingsGroupName'] = 'Trucks';
    await list();
    const answer = await fixture.send('GET', '/records/changes', { cookie });
    expect(await answer.json()).toEqual({ changes: [], next: null, previous: null, keptDays: 0 });
    const { snapshots } = await fixture.store.snapshots.load('cid_test', ['ThingsGroupId_1']);
    expect(snapshots.size).toBe(0);
  });

  it('C1: a change is not sent if its row cannot be written', async () => {
    const { fixture, put } = await signedIn({ HISTORY_DAYS: '0' });
    fixture.refuseChanges();
    expect((await put(locked)).status).toBe(503);
    expect(puts(fixture)).toBe(0);
  });
});

describe('with a lower HISTORY_DAYS after a restart', () => {
  /** One gateway's data, and another gateway that takes over its database. */
  async function restartedWith(environment: Readonly<Record<string, string>>) {
    const clock = manualClock();
    const { service } = groupService();
    const { DATABASE_URL } = sharedFile();
    const first = await createFixture({ clock, service, environment: { DATABASE_URL } });
    const cookie = await first.signIn();
    await first.send('GET', listPath, { cookie });
    await first.pass(1000);
    for (const body of [locked, { ...locked, ThingsGroupName: 'Lorries' }]) {
      await first.send('PUT', groupPath, { cookie, body });
      await first.pass(1000);
    }
    expect(await changesOf(first, cookie)).toHaveLength(2);
    await first.loseStore();
    const start = () =>
      createFixture({ clock, service, environment: { DATABASE_URL, ...environment } });
    const database = connect(parseDatabaseUrl(DATABASE_URL));
    const rows = () =>
      database.run(async (db) => {
        const changes = await db.selectFrom('groupChanges').select('id').execute();
        const groups = await db.selectFrom('groupsSeen').select('groupId').execute();
        const events = await db.selectFrom('sessionEvents').select('id').execute();
        return [changes.length, groups.length, events.length];
      });
    return { clock, start, cookie, rows };
  }

  it('C5: 0 hides all changes from the first request on, and removes them within a minute', async () => {
    const { start, cookie, rows } = await restartedWith({ HISTORY_DAYS: '0' });
    const fixture = await start();
    expect(await changesOf(fixture, cookie)).toEqual([]);
    const page = { username: undefined, days: 9, after: { at: 0, id: '' }, limit: 9 };
    expect(await fixture.store.events.list(page)).toEqual([]);
    expect((await rows())[0]).toBe(2);
    await fixture.pass(59_000);
    expect(await rows()).toEqual([0, 0, 0]);
  });

  it('C5: older changes are hidden from the first request on', async () => {
    const { clock, start, rows } = await restartedWith({ ...longSessions, HISTORY_DAYS: '1' });
    clock.skip(day - 2000);
    const fixture = await start();
    // The group, and the end of its list.
    expect(await rows()).toEqual([2, 2, 2]);
    const query = { filter: { customerId: 'cid_test' }, before: null, size: 9 };
    const names = async () =>
      (await fixture.store.changes.page(query)).rows.map(({ after }) => after.ThingsGroupName);
    // Two changes were made a second apart, and the first is now a day old.
    expect(await names()).toEqual(['Lorries']);
    expect(await fixture.store.changes.page({ ...query, before: { at: 1, id: '' } })).toMatchObject(
      { previous: 'first' },
    );
    await clock.advance(1000);
    expect(await names()).toEqual([]);
  });
});

describe('with a lower FLEET_DAYS after a restart', () => {
  it('F1: SIMs, their changes and snapshots are hidden from the first request on', async () => {
    const clock = manualClock();
    const sim = { ExternalUniqueId: '8988228000010485811', State: 'ACTIVE', ThingsGroupId: 'g1' };
    const service = fakeService(() => Response.json([sim]));
    const { DATABASE_URL } = sharedFile();
    const kept = { DATABASE_URL, ...longSessions };
    const first = await createFixture({ clock, service, environment: kept });
    const cookie = await first.signIn();
    for (const State of ['ACTIVE', 'SUSPENDED']) {
      sim.State = State;
      await first.send('GET', '/api/things', { cookie });
      await first.pass(1000);
    }
    await first.send('POST', '/records/fleet/readings', { cookie });
    const look = async ({ send }: typeof first) => {
      const [summary, events, things, one, suspended, impact] = await Promise.all(
        [
          '',
          '/events',
          `/things?iccid=${sim.ExternalUniqueId}`,
          `/things/${sim.ExternalUniqueId}`,
          '/things?where=state.is.SUSPENDED',
          '/impact?groupId=g1&prefix=1',
        ].map((path) => send('GET', `/records/fleet${path}`, { cookie })),
      );
      const { sims, seen, latest } = fleetSummary.parse(await summary?.json());
      return {
        sims,
        seen,
        latest,
        events: JSON.stringify(await events?.json()).includes('SUSPENDED'),
        things: JSON.stringify(await things?.json()).includes('"count":1'),
        one: JSON.stringify(await one?.json()) !== 'null',
        suspended: JSON.stringify(await suspended?.json()).includes('"count":1'),
        impact: lockImpact.parse(await impact?.json()).sims,
      };
    };
    const all = { sims: 1, events: true, things: true, one: true, suspended: true, impact: 1 };
    expect(await look(first)).toMatchObject(all);
    await first.loseStore();
    // Uses the sessions to keep them alive.
    for (let half = 0; half < 3; half++) {
      clock.skip(day / 2);
      const used = await createFixture({ clock, service, environment: kept });
      expect((await used.send('GET', '/session', { cookie })).status).toBe(200);
      await used.loseStore();
    }
    const environment = { ...kept, FLEET_DAYS: '1' };
    const second = await createFixture({ clock, service, environment });
    const none = { sims: 0, seen: null, latest: null, events: false, things: false, one: false };
    expect(await look(second)).toEqual({ ...none, suspended: false, impact: 0 });
    expect(await second.store.fleetRecords.contents()).toMatchObject([{ things: 1, events: 1 }]);
  });
});
