import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';

import {
  alertConfig,
  blocked,
  customerId,
  iccidOf,
  openAlerts,
  plain,
} from '#testing/fixtures/alertsFixture.ts';
import { engines } from '#testing/fixtures/testDatabases.ts';
import { unlucky } from '#testing/models/alertsModel.ts';

import { alertTargets } from './targets.ts';

const anna = { username: 'anna', note: 'Looking' };

describe.each(engines)('W6: alerts in %s', (engine) => {
  it('open, grow and resolve with complete scans, and say what the first one found', async () => {
    const { time, gateway, scan, all, list } = await openAlerts(engine);
    await scan(blocked(1), plain(2), plain(3));
    expect(await all()).toEqual([]);
    const found = [
      { check: 'blocked', sims: 1 },
      { check: 'not-found', sims: 0 },
    ];
    expect((await gateway.setting(customerId)).first).toEqual({ at: time.now(), found });

    await scan(blocked(1), blocked(2), plain(3));
    const opened = { openedAt: time.now(), grownAt: time.now(), revision: 1 };
    const about = { check: 'blocked', state: 'open', resolvedAt: null, acknowledged: null };
    expect(await all()).toMatchObject([{ ...about, ...opened, sims: 2, worst: 2, fresh: 1 }]);
    // A list shows another blocked SIM, but only a complete scan can tell what is new.
    await list(blocked(3));
    await gateway.compareScan(customerId);
    expect(await all()).toMatchObject([{ sims: 2, fresh: 1, revision: 1 }]);

    await scan(plain(1), blocked(2), blocked(3));
    const grown = { openedAt: opened.openedAt, grownAt: time.now(), revision: 2 };
    expect(await all()).toMatchObject([{ ...about, ...grown, sims: 2, worst: 2, fresh: 2 }]);
    await scan(plain(1), blocked(2), plain(3));
    expect(await all()).toMatchObject([{ ...about, ...grown, sims: 1, worst: 2, fresh: 1 }]);
    await scan(plain(1), plain(2), plain(3));
    const resolved = { state: 'resolved', resolvedAt: time.now(), revision: 3 };
    expect(await all()).toMatchObject([{ ...grown, ...resolved, sims: 0, worst: 2, fresh: 0 }]);
    await scan(blocked(1), plain(2), plain(3));
    expect(await all()).toMatchObject([{ state: 'open', fresh: 1 }, resolved]);
  });

  it('are quiet once acknowledged, until they grow', async () => {
    const { gateway, other, scan, all, messages } = await openAlerts(engine);
    await scan(plain(1), plain(2), plain(3));
    await scan(blocked(1), plain(2), plain(3));
    const [opened] = await all();
    const key = { customerId, id: opened?.id ?? '' };
    expect(await gateway.countOpen(customerId)).toBe(1);
    await gateway.acknowledge(key, { ...anna, revision: 2 });
    await gateway.acknowledge({ ...key, customerId: 'cid_2' }, { ...anna, revision: 1 });
    expect(await all()).toMatchObject([{ state: 'open', acknowledged: null }]);
    await gateway.acknowledge(key, { ...anna, revision: 1 });
    await other.acknowledge(key, { username: 'ben', note: 'Mine', revision: 1 });
    const quiet = { state: 'acknowledged', acknowledged: anna, fresh: 0, groups: [], revision: 2 };
    expect(await all()).toMatchObject([quiet]);
    expect(await gateway.countOpen()).toBe(0);
    await scan(blocked(1), plain(2), plain(3));
    expect(await all()).toMatchObject([{ ...quiet, sims: 1 }]);
    const before = await messages();
    await scan(blocked(1), blocked(2), plain(3));
    expect(await all()).toMatchObject([
      { state: 'open', acknowledged: anna, sims: 2, fresh: 1, revision: 3 },
    ]);
    expect(await messages()).toHaveLength(before.length + 2);
    await scan(plain(1), plain(2), plain(3));
    await gateway.acknowledge(key, { ...anna, revision: 4 });
    expect(await all()).toMatchObject([{ state: 'resolved', revision: 4 }]);
  });

  it('ignore partial and stopped scans, and start with a first scan for each check', async () => {
    const { first, on, gateway, scan, scans, list, time, all } = await openAlerts(engine);
    await scan(plain(1), plain(2));
    for (const state of ['partial', 'stopped'] as const) {
      const { id } = await scans.begin({ customerId, username: 'anna' });
      await list(blocked(1));
      time.advance(1);
      await scans.end({ customerId, id, state, things: 1 });
      await gateway.compareScan(customerId);
      expect(await all()).toEqual([]);
    }
    const wider = on(first, { checks: ['blocked', 'no-imei'] });
    await scan([iccidOf(1), { blocks: ['Data'], imei: '' }], plain(2));
    await wider.compareScan(customerId);
    expect(await all()).toMatchObject([{ check: 'blocked', sims: 1 }]);
    await scan([iccidOf(1), { imei: '' }], [iccidOf(2), { blocks: [], imei: '' }]);
    await wider.compareScan(customerId);
    const { rows } = await wider.page({ filter: { customerId }, before: null, size: 9 });
    expect(rows).toMatchObject([{ check: 'no-imei', sims: 2, fresh: 1 }, { check: 'blocked' }]);
    // The other gateway hides alerts that no scan would ever resolve.
    expect((await all()).map(({ check }) => check)).toEqual(['blocked']);
    expect(await wider.countOpen()).toBe(2);
    expect(await gateway.countOpen()).toBe(1);
  });

  it('keep a SIM as long as no scan can tell whether it is still found', async () => {
    const lockOnly = { checks: ['outside-lock'], mail: null } as const;
    const { scan, all, messages, listGroups } = await openAlerts(engine, lockOnly);
    const scanWith = async (lock: object) => {
      await listGroups({ g1: lock });
      await scan([iccidOf(1), { groupId: 'g1', imei: '490154203237518' }]);
    };
    const unlocked = { LockMasterImei: false };
    await scanWith(unlocked);
    const locked = { LockMasterImei: true, IMEIPrefix: '35' };
    for (const lock of [locked, {}, locked]) {
      await scanWith(lock);
      expect(await all()).toMatchObject([{ state: 'open', sims: 1, fresh: 1, revision: 1 }]);
    }
    expect(await messages()).toHaveLength(1);
    await scanWith(unlocked);
    expect(await all()).toMatchObject([{ state: 'resolved', sims: 0, revision: 2 }]);
  });

  it('lose a SIM whose device was taken out: that the list shows none is known', async () => {
    const { scan, all } = await openAlerts(engine, { checks: ['shared-imei'], mail: null });
    const withDevice = (index: number) => [iccidOf(index), { imei: '490154203237518' }] as const;
    await scan(withDevice(1), [iccidOf(2), { imei: '' }]);
    await scan(withDevice(1), withDevice(2));
    expect(await all()).toMatchObject([{ state: 'open', sims: 2 }]);
    await scan(withDevice(1), [iccidOf(2), { imei: '' }]);
    expect(await all()).toMatchObject([{ state: 'resolved', sims: 0 }]);
  });

  it('W7: write one message per scan and destination, with all alerts, largest first', async () => {
    const { first, scan, all, messages, listGroups, time } = await openAlerts(engine);
    await listGroups({ g1: { ThingsGroupName: 'x'.repeat(300) } });
    const inGroup = (index: number) =>
      [iccidOf(index), { blocks: ['Data'], groupId: 'g1' }] as const;
    await scan(plain(1), plain(2), plain(3), plain(4));
    await scan(plain(1), inGroup(2), inGroup(3));
    const sent = await messages();
    expect(sent.map(({ destination }) => destination).toSorted()).toEqual(['mail', 'webhook']);
    const [message] = sent;
    const waiting = { state: 'pending', tries: 0, dueAt: time.now(), answer: null, isTest: 0 };
    expect(message).toMatchObject({ ...waiting, createdAt: time.now(), customerId });
    const alerts = await all();
    const at = time.now();
    const opened = (check: string, sims: number) => {
      const id = alerts.find((alert) => alert.check === check)?.id;
      return { id, check, event: 'opened', openedAt: at, sims, fresh: sims, worst: sims };
    };
    expect(message?.notice).toEqual({
      kind: 'alerts',
      customerId,
      at,
      username: 'anna',
      alerts: [
        {
          ...opened('blocked', 2),
          groups: [{ name: 'x'.repeat(100), sims: 2 }],
          iccids: [iccidOf(2), iccidOf(3)],
        },
        { ...opened('not-found', 1), groups: [{ name: null, sims: 1 }], iccids: [iccidOf(4)] },
      ],
    });
    expect(alerts[0]?.deliveries).toMatchObject([
      { destination: 'mail', state: 'pending', event: 'opened', at, nextAt: at },
      { destination: 'webhook', tries: 0, answer: null },
    ]);

    const [webhook] = alertTargets(alertConfig);
    const stopped = { target: webhook?.target ?? '', stoppedAt: time.now() };
    await first.run((db) => db.insertInto('alertTargets').values(stopped).execute());
    await scan(plain(1), plain(2), plain(3), plain(4));
    const [, , resolved, ...others] = await messages();
    expect([resolved?.destination, others]).toEqual(['mail', []]);
    expect(resolved?.notice.alerts.map(({ event, sims, groups }) => [event, sims, groups])).toEqual(
      Array.from({ length: 2 }, () => ['resolved', 0, []]),
    );
  });

  it('name no SIMs in a message by default, and at most 20', async () => {
    const { first, on, scan, readFleet, messages } = await openAlerts(engine, { mail: null });
    const some = Array.from({ length: 25 }, (_, index) => index);
    await scan(...some.map(plain));
    await scan(...some.map(blocked));
    await scan(...some.map(plain));
    await readFleet(...some.map(blocked));
    await on(first, { identifiers: false, mail: null }).compareScan(customerId);
    const notices = (await messages()).map(({ notice }) => notice.alerts[0]?.iccids?.length);
    expect(notices).toEqual([20, undefined, undefined]);
  });

  it('W8: lose no SIMs or messages if a gateway dies, wherever it stops', async () => {
    const { first, on, other, readFleet, messages } = await openAlerts(engine, { mail: null });
    const sims = Array.from({ length: 45 }, (_, index) => index);
    const listed = (count: number) =>
      sims.map((index) => (index < count ? blocked(index) : plain(index)));
    await readFleet(...listed(0));
    await other.compareScan(customerId);
    let count = 0;
    let deaths = 0;
    for (const how of ['dies before', 'dies after'] as const) {
      for (let at = 0, isOver = false; !isOver; at++) {
        count += 1;
        await readFleet(...listed(count));
        const { database } = unlucky(first, { at, how });
        isOver = await on(database)
          .compareScan(customerId)
          .then(
            () => true,
            () => false,
          );
        if (!isOver) deaths += 1;
        // Compared again, or with the next scan: what the dead gateway has not reported is still new.
        if (how === 'dies after') await readFleet(...listed(count));
        await other.compareScan(customerId);
      }
    }
    expect(deaths).toBeGreaterThan(20);
    const said = (await messages()).flatMap(({ notice }) => notice.alerts);
    expect(said.flatMap(({ iccids = [] }) => iccids)).toEqual(sims.slice(0, count).map(iccidOf));
  });

  it('give other work its turn between the writes of a comparison', async () => {
    const { first, on, readFleet } = await openAlerts(engine);
    await readFleet(...Array.from({ length: 2500 }, (_, index) => blocked(index)));
    const turns: number[] = [];
    let turn = 0;
    const transaction: typeof first.transaction = (work, options) => {
      if (options?.mayBeForgotten === true) turns.push(turn);
      setImmediate(() => (turn += 1));
      return first.transaction(work, options);
    };
    await on({ ...first, transaction }).compareScan(customerId);
    expect(new Set(turns).size).toBe(3);
  });

  it('are removed with their messages once they have expired, and by an erasure', async () => {
    const { first, gateway, scan, time, all, messages } = await openAlerts(engine);
    const day = 86_400_000;
    await scan(plain(1), plain(2));
    await scan(blocked(1), plain(2));
    await scan(plain(1), plain(2));
    await scan(blocked(1), plain(2));
    expect((await all()).map(({ state }) => state)).toEqual(['open', 'resolved']);
    time.advance(60 * day);
    await scan(blocked(1), plain(2));
    time.advance(31 * day);
    // Hidden as soon as it is due.
    expect(await all()).toMatchObject([{ state: 'open', fresh: 1 }]);
    expect(await gateway.removeOld()).toBe(6);
    expect([await messages(), await gateway.removeOld()]).toEqual([[], 0]);
    const rows = (table: 'alertDeliveries' | 'alertSims' | 'alertChecks') =>
      first.run((db) => db.selectFrom(table).selectAll().execute());
    expect(await rows('alertDeliveries')).toEqual([]);
    expect(await all()).toMatchObject([{ state: 'open', deliveries: [] }]);
    expect(await rows('alertSims')).toHaveLength(1);

    // Without scans, an alert disappears together with what is known about its SIMs.
    time.advance(60 * day);
    expect(await gateway.removeOld()).toBe(2);
    expect([await all(), await rows('alertChecks')]).toEqual([[], []]);
    await first.run((db) => db.deleteFrom('thingsSeen').execute());
    expect(await rows('alertSims')).toEqual([]);

    await scan(plain(1));
    await scan(blocked(1));
    expect([await gateway.erase('cid_2'), await gateway.erase(customerId)]).toEqual([0, 1]);
    expect([await all(), await messages(), await rows('alertChecks')]).toEqual([[], [], []]);
  });
});

describe('S12: the end of a scan', () => {
  it('waits for one read by the customer’s users, not for all of them', async () => {
    const { first, gateway, readFleet, scans, figures } = await openAlerts('sqlite');
    await readFleet(blocked(1), plain(2));
    const slow = sql`with recursive n(i) as (select 1 union all select i + 1 from n)
      select max(i) from (select i from n limit 100000)`;
    const count = () => scans.shownSince(customerId, 0);
    for (const work of [count, () => figures(), () => gateway.compareScan(customerId)]) {
      const gone = new AbortController();
      const { run } = first.reader({ customerId, signal: gone.signal });
      let read = 0;
      const readOne = () => run((db) => slow.execute(db)).then(() => (read += 1));
      const queue = Promise.allSettled(Array.from({ length: 100 }, readOne));
      await work();
      expect(read).toBeLessThan(100);
      gone.abort();
      await queue;
    }
  });
});
