import { describe, expect, it } from 'vitest';

import { alert, alertsPage, waitingAlerts } from '#contract/alerts.ts';
import { fleetScan } from '#contract/inventory.ts';
import { inventoryThings } from '#contract/inventoryThings.ts';
import { blockFlags } from '#contract/thing.ts';
import { fakeService, groupUpdate, signedInFixture } from '#testing/fixtures/gatewayFixture.ts';
import { firstPage, iccids } from '#testing/fixtures/inventoryFixture.ts';
import { saying } from '#testing/fixtures/saying.ts';

import { readConfig } from '../ops/config.ts';
import { alertTargets } from './targets.ts';

const slack = { ALERT_WEBHOOK_URL: 'https://hooks.example.com/secret', ALERT_FORMAT: 'slack' };
const allFlags = (isBlocked: boolean) =>
  Object.fromEntries(blockFlags.map((flag) => [flag, isBlocked]));
const secret = 'Called 8988228000000000001';

/** A group whose lock the test changes, and complete scans of its SIMs. */
async function open(environment: Readonly<Record<string, string>> = {}) {
  const group: Record<string, unknown> = {
    ...groupUpdate,
    ThingsGroupId: 'g1',
    LockMasterImei: false,
    IMEIPrefix: '',
  };
  const sims = iccids.map((ExternalUniqueId) => ({
    ExternalUniqueId,
    ThingsGroupId: 'g1',
    ThingsGroupName: 'Vans',
    State: 'ACTIVE',
    IMEI: '352081150000016',
    Block: allFlags(false),
  }));
  const service = fakeService(async (request) => {
    if (request.method === 'PUT') {
      Object.assign(group, await request.json());
      return new Response('g1');
    }
    return Response.json(request.url.includes('thingsgroup') ? [group] : sims);
  });
  const { fixture, cookie, read } = await signedInFixture({
    service,
    environment: { ALERT_CHECKS: 'outside-lock,blocked', ...environment },
  });
  const send = (method: string, path: string, body?: unknown, as = cookie) =>
    fixture.send(method, `/records/alerts${path}`, { cookie: as, body });
  const page = async (query = '') => alertsPage.parse(await (await send('GET', query)).json());
  async function scan() {
    await read('/api/thingsgroup/listWithMeasures');
    const answer = await fixture.send('POST', '/records/fleet/readings', { cookie });
    const { id } = fleetScan.parse(await answer.json());
    await read(firstPage);
    const path = `/records/fleet/readings/${id}`;
    const body = { state: 'complete', things: sims.length };
    const ended = await fixture.passUntil(fixture.send('PUT', path, { cookie, body }));
    expect(await ended.json()).toMatchObject({ state: 'complete' });
  }
  const block = (isBlocked: boolean) =>
    sims.forEach((sim) => Object.assign(sim, { Block: allFlags(isBlocked) }));
  const lock = (change: object) =>
    fixture.send('PUT', '/api/thingsgroup/g1', { cookie, body: { ...groupUpdate, ...change } });
  return { fixture, cookie, group, read, send, page, scan, lock, block };
}

describe('W6, W9: the Alerts page', () => {
  it('says what a change to a lock has caused, and leads to the SIMs', async () => {
    const { fixture, cookie, scan, page, lock, send } = await open();
    await scan();
    const first = { found: ['blocked', 'outside-lock'].map((check) => ({ check, sims: 0 })) };
    expect(await page()).toMatchObject({ alerts: [], keptDays: 90, first, tests: [] });
    await lock({ LockMasterImei: true, IMEIPrefix: '35208115' });
    await fixture.pass(1000);
    const at = fixture.clock.now();
    await lock({ LockMasterImei: true, IMEIPrefix: '99' });
    await fixture.pass(1000);
    await lock({ LockMasterImei: true, IMEIPrefix: '99', ThingsGroupName: 'Renamed' });
    await scan();
    const { alerts, checks } = await page();
    expect(checks).toEqual(['outside-lock', 'blocked']);
    expect(alerts).toMatchObject([
      {
        check: 'outside-lock',
        sims: 3,
        fresh: 3,
        groups: [{ id: 'g1', name: 'Renamed', sims: 3 }],
        cause: { groupId: 'g1', username: 'writer', isLocked: true, prefix: '99', at },
      },
    ]);
    async function found() {
      const path = `/records/fleet/things?where=alert.is.${alerts[0]?.id}`;
      return inventoryThings.parse(await (await fixture.send('GET', path, { cookie })).json());
    }
    expect(await found()).toMatchObject({ count: 3, leftOut: 0 });
    const waiting = await fixture.send('GET', '/session/alerts', { cookie });
    expect(waitingAlerts.parse(await waiting.json())).toEqual({ waiting: 1 });
    expect(await fixture.store.alerts.countOpen('cid_other')).toBe(0);
    expect(await fixture.metrics()).toContain('sim_console_alerts_open 1');
    // Users who are dealing with it need the cause most.
    await send('PUT', `/${alerts[0]?.id}`, { note: '', revision: 1 });
    expect((await page()).alerts).toMatchObject([
      { state: 'acknowledged', fresh: 0, groups: [], cause: { username: 'writer', at } },
    ]);
    // A link in a message is opened later.
    expect(await found()).toMatchObject({ count: 3 });
    await scan();
    expect(await found()).toMatchObject({ count: 3 });
  });

  it('Q3: names the only device model that a lock lets in', async () => {
    const { fixture, cookie, group, scan, page } = await open();
    await scan();
    Object.assign(group, { LockMasterImei: true, IMEIPrefix: '35684610' });
    await scan();
    const model = 'Telematics unit T4';
    expect((await page()).alerts).toMatchObject([{ cause: { prefix: '35684610', model } }]);
    const outside = '/records/fleet/things?check=outside-lock';
    const { things } = inventoryThings.parse(
      await (await fixture.send('GET', outside, { cookie })).json(),
    );
    expect(things[0]?.names).toEqual({ modelOfLock: model });
  });

  it('knows of changes made elsewhere, and of none without a history', async () => {
    const { group, scan, page } = await open();
    await scan();
    Object.assign(group, { LockMasterImei: true, IMEIPrefix: '99' });
    await scan();
    const [elsewhere] = (await page()).alerts;
    expect(elsewhere).toMatchObject({ sims: 3, cause: { username: null, prefix: '99' } });
    const none = await open({ HISTORY_DAYS: '0' });
    await none.scan();
    await none.lock({ LockMasterImei: true, IMEIPrefix: '99' });
    none.block(true);
    await none.scan();
    expect((await none.page()).alerts).toMatchObject([{ check: 'blocked', cause: null }]);
  });

  it('is filtered, and paged in both directions', async () => {
    const { block, scan, page } = await open();
    await scan();
    for (let round = 0; round < 5; round++) {
      block(round % 2 === 0);
      await scan();
    }
    const first = await page('?size=1');
    const second = await page(`?size=1&before=${first.next}`);
    const third = await page(`?size=1&before=${second.next}`);
    expect([first.previous, second.previous, third.next]).toEqual([null, '', null]);
    expect(await page(`?size=1&before=${third.previous}`)).toEqual(second);
    const states = async (query: string) => (await page(query)).alerts.map(({ state }) => state);
    expect(await states('?state=resolved')).toEqual(['resolved', 'resolved']);
    expect(await states('?check=blocked')).toEqual(['open', 'resolved', 'resolved']);
    expect(await states('?check=outside-lock')).toEqual([]);
  });

  it('is empty with FLEET_MEMORY=off, and allows no actions', async () => {
    const off = { FLEET_MEMORY: 'off', SANDBOX_WATCH: 'false', ...slack };
    const { fixture, cookie, read, page, send } = await open(off);
    await read(firstPage);
    expect(await page()).toMatchObject({ alerts: [], keptDays: 0, first: null, destinations: [] });
    const waiting = await fixture.send('GET', '/session/alerts', { cookie });
    expect(await waiting.json()).toEqual({ waiting: 0 });
    const refused = [await send('PUT', '/a1', {}), await send('POST', '/test')];
    expect(refused.map(({ status }) => status)).toEqual([404, 404]);
  });
});

describe('W6: an acknowledgement', () => {
  async function opened(environment: Readonly<Record<string, string>> = {}) {
    const given = await open(environment);
    await given.scan();
    given.block(true);
    await given.scan();
    const [one] = (await given.page()).alerts;
    const put = (body: unknown, as?: string) => given.send('PUT', `/${one?.id}`, body, as);
    return { ...given, one, put };
  }

  it('has an author and a note, can be repeated, and requires the newest revision', async () => {
    const { fixture, put, page, one, send } = await opened();
    const note = { note: ` ${secret}\u0000\u202E `, revision: 1 };
    const saved = alert.parse(await (await put(note)).json());
    const acknowledged = { username: 'writer', note: secret };
    expect(saved).toMatchObject({ state: 'acknowledged', acknowledged, revision: 2, fresh: 0 });
    expect((await put(note)).status).toBe(200);
    const other = await fixture.signIn('other');
    await fixture.send('GET', firstPage, { cookie: other });
    const refused = await put({ note: 'Mine', revision: 1 }, other);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'alert_changed' }]);
    expect((await page()).alerts).toMatchObject([{ acknowledged }]);
    expect((await put({ note: 'Mine', revision: 2 }, other)).status).toBe(200);
    expect((await send('PUT', '/none', note)).status).toBe(404);
    const line = { action: 'acknowledge alert', alertId: one?.id };
    expect(fixture.logged('audit')).toMatchObject([
      { ...line, username: 'writer', result: 'done' },
      { ...line, result: 'done' },
      { ...line, username: 'other', result: 'refused' },
      { ...line, result: 'done' },
      { action: 'acknowledge alert', alertId: 'none', result: 'refused' },
    ]);
    expect(fixture.log.join('\n')).not.toContain(secret);
  });

  it.each([
    ['a long note', { note: 'x'.repeat(501), revision: 1 }],
    ['no note', { revision: 1 }],
    ['a large revision', { note: '', revision: 2 ** 31 }],
  ])('is refused with %s', async (_, body) => {
    const { put, page } = await opened();
    expect((await put(body)).status).toBe(400);
    expect((await page()).alerts).toMatchObject([{ state: 'open' }]);
  });

  it('is limited to 60 a minute', async () => {
    const { put } = await opened();
    for (let times = 0; times < 60; times++) await put({ note: '', revision: 9 });
    expect((await put({ note: '', revision: 1 })).status).toBe(429);
  });
});

describe('W9: a test message', () => {
  it('is written for each destination, at most three times a minute', async () => {
    const { fixture, read, send, page } = await open(slack);
    await read(firstPage);
    const statuses: number[] = [];
    for (let times = 0; times < 4; times++) statuses.push((await send('POST', '/test')).status);
    expect(statuses).toEqual([202, 202, 202, 429]);
    const { destinations, tests } = await page();
    // The rest of the address may be a secret.
    expect(destinations).toEqual([
      { destination: 'webhook', to: 'hooks.example.com', stoppedAt: null },
    ]);
    const at = fixture.clock.now();
    expect(tests).toEqual([
      { destination: 'webhook', state: 'pending', at, tries: 0, answer: null, nextAt: at },
    ]);
  });

  it('is refused once no receiver wants more messages', async () => {
    const { fixture, read, send } = await open(slack);
    await read(firstPage);
    await send('POST', '/test');
    const [from] = alertTargets(readConfig({ SANDBOX: 'true', ...slack }).alerts);
    if (!from) throw new Error('No destination is configured');
    const message = await fixture.store.outbox.claim(from.target, 'one');
    if (!message) throw new Error('No message is due');
    const outcome = { kind: 'gone', other: undefined } as const;
    await fixture.store.outbox.note(message, { holder: 'one', from, answer: '410', outcome });
    const answer = await send('POST', '/test');
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      { message: saying(/^Every receiver has answered that it wants no more messages \(410\)/) },
    ]);
  });

  it('is refused without a destination', async () => {
    const { read, send } = await open();
    await read(firstPage);
    const answer = await send('POST', '/test');
    expect([answer.status, await answer.json()]).toMatchObject([
      422,
      { message: saying(/ALERT_WEBHOOK_URL, ALERT_MAIL_TO/) },
    ]);
  });
});
