import { expect } from 'vitest';

import { fleetScan } from '#contract/inventory.ts';
import { inventoryThings } from '#contract/inventoryThings.ts';

import { createFixture, type Fixture, groupUpdate } from '../fixtures/gatewayFixture.ts';
import { firstPage } from '../fixtures/inventoryFixture.ts';
import { manualClock } from '../fixtures/manualClock.ts';
import {
  count,
  createMarkedService,
  type CustomerId,
  customers,
  iccids,
  mark,
  users,
} from '../fixtures/markedService.ts';
import { sharedFile } from '../fixtures/testDatabases.ts';
import {
  createVisibilityOracle,
  isConfirmed,
  ofChanges,
  type Session,
  total,
} from './visibilityOracle.ts';
import { noted, type Step } from './visibilitySteps.ts';

interface Scan {
  readonly id: string;
  readonly customerId: CustomerId;
  readonly username: string;
  state: 'running' | 'replaced' | 'ended';
}

/** Two gateways in front of a service with two customers, and what their users do. */
export async function createVisibilityModel() {
  const { scanned, shownAlerts, noteAuthors, check, checkCounts } = createVisibilityOracle();
  const environment = {
    ...sharedFile(),
    ALERT_CHECKS: 'blocked',
    ALERT_WEBHOOK_URL: 'https://hooks.example.com',
    ALERT_FORMAT: 'slack',
  };
  const given = { clock: manualClock(), service: createMarkedService(), environment };
  const gateways = [await createFixture(given), await createFixture(given)];
  let renamed = 0;
  const sessions = new Map<string, Session>();
  const scans: Scan[] = [];
  /** Authors of the shared views, by customer and id. */
  const authors = new Map<string, string>();

  /** Sends one of this session's calls, and checks what the response reveals. */
  async function send(
    fixture: Fixture,
    session: Session,
    [method, path]: readonly [string, string],
    body?: unknown,
  ) {
    const answer = await fixture.send(method, path, { cookie: session.cookie, body });
    const text = await answer.text();
    check(session, answer.status, text, path);
    return { status: answer.status, text };
  }

  /** Notes never change, so one revision is enough. */
  async function writeNote(fixture: Fixture, session: Session, kind: string, noteId: string) {
    const { customerId, username } = session;
    const path = `/records/notes/${noteId}`;
    const body = { iccid: iccids[0], text: `${mark(customerId)} note`, revision: 0 };
    const isWrite = kind === 'write note';
    const { status } = await (isWrite
      ? send(fixture, session, ['PUT', path], body)
      : send(fixture, session, ['DELETE', `${path}?revision=1`]));
    if (!isConfirmed(session)) return;
    const key = `${customerId} ${noteId}`;
    const isOwn = (noteAuthors.get(key) ?? username) === username;
    if (!isOwn) total.notOwn += 1;
    const done = isWrite ? 200 : 204;
    expect(status).toBe(isOwn ? done : 403);
    if (isOwn && isWrite) noteAuthors.set(key, username);
    else if (isOwn) noteAuthors.delete(key);
    await look(fixture, session, noted);
  }

  async function look(fixture: Fixture, session: Session, address: string) {
    const { status, text } = await send(fixture, session, ['GET', address]);
    if (address.startsWith('/records/changes')) {
      if (isConfirmed(session)) expect(status).toBe(200);
      else ofChanges.refused += 1;
    }
    if (status === 200 && session.customerId !== null) {
      checkCounts(session.customerId, address, JSON.parse(text));
    }
  }

  async function beginScan(fixture: Fixture, session: Session) {
    const { customerId, username } = session;
    const { status, text } = await send(fixture, session, ['POST', '/records/fleet/readings']);
    if (status !== 201 || customerId === null) return;
    for (const scan of scans) {
      const isSame = scan.customerId === customerId && scan.username === username;
      if (isSame && scan.state === 'running') scan.state = 'replaced';
    }
    const { id } = fleetScan.parse(JSON.parse(text));
    scans.push({ id, customerId, username, state: 'running' });
  }

  async function endScan(fixture: Fixture, session: Session, at: number) {
    const scan = scans[at % Math.max(1, scans.length)];
    if (!scan) return;
    const path = `/records/fleet/readings/${scan.id}`;
    const ending = send(fixture, session, ['PUT', path], { state: 'complete', things: 0 });
    // Waits for the pages that another gateway has forwarded.
    const { status } = await fixture.passUntil(ending);
    if (!isConfirmed(session)) return;
    const isOfCustomer = scan.customerId === session.customerId;
    if (!isOfCustomer) total.otherScan += 1;
    const isOwn = isOfCustomer && scan.username === session.username;
    // A scan without pages is removed when the same user starts another.
    const isThere = isOwn && scan.state !== 'replaced';
    expect(status).toBe(isThere ? 200 : 404);
    if (isThere) scan.state = 'ended';
  }

  async function scanFleet(fixture: Fixture, session: Session) {
    const { cookie, customerId } = session;
    await beginScan(fixture, session);
    if (customerId === null || !isConfirmed(session)) return;
    await fixture.pass(1000);
    await fixture.send('GET', firstPage, { cookie });
    await fixture.pass(1000);
    scanned.add(customerId);
    await endScan(fixture, session, scans.length - 1);
    await look(fixture, session, '/records/alerts');
  }

  /** Any alert that a page has shown to anybody. */
  async function acknowledge(fixture: Fixture, session: Session, at: number) {
    const { cookie, customerId } = session;
    const [id = 'none', owner] =
      [...shownAlerts].at(-1 - (at % Math.max(1, shownAlerts.size))) ?? [];
    const isOwn = owner === customerId;
    if (isConfirmed(session)) {
      const address = `/records/fleet/things?where=alert.is.${id}`;
      const found = await fixture.send('GET', address, { cookie });
      const { count: fresh } = inventoryThings.parse(await found.json());
      expect(fresh).toBeLessThanOrEqual(isOwn ? count(owner) : 0);
      total.freshSims += fresh;
      if (!isOwn && owner !== undefined) total.othersAlerts += 1;
    }
    const body = { note: mark(customerId), revision: 1 + (at % 2) };
    const { status } = await send(fixture, session, ['PUT', `/records/alerts/${id}`], body);
    if (isConfirmed(session)) expect(isOwn ? [200, 409] : [404]).toContain(status);
    if (status === 200) total.acknowledged += 1;
  }

  /** All users and customers use the same two ids. */
  async function shareView(fixture: Fixture, session: Session) {
    const { customerId, username } = session;
    const id = `view-${renamed % 2}`;
    const body = { name: `${mark(customerId)} ${renamed++}`, search: 'State=ACTIVE', revision: 0 };
    const { status } = await send(fixture, session, ['PUT', `/records/views/${id}`], body);
    if (!isConfirmed(session)) return;
    const key = `${customerId} ${id}`;
    const author = authors.get(key);
    const known = author === username ? 409 : 403;
    expect(status).toBe(author === undefined ? 200 : known);
    if (author !== undefined) return;
    authors.set(key, username);
    if (customers.every((one) => authors.has(`${one} ${id}`))) total.sameId += 1;
  }

  async function call(fixture: Fixture, session: Session, kind: string) {
    const { cookie, customerId, username } = session;
    const isOwn = customerId !== null && users[username]?.includes(customerId) === true;
    if (kind === 'rename') {
      const name = mark(isOwn ? customerId : (users[username]?.[0] ?? username));
      const ThingsGroupName = `${name} ${username} ${renamed++}`;
      const body = { ...groupUpdate, ThingsGroupName, IMEIPrefix: username };
      await fixture.send('PUT', '/api/thingsgroup/Group_1', { cookie, body });
      return;
    }
    const list = kind === 'list things' ? 'things' : 'thingsgroup/listWithMeasures';
    await fixture.send('GET', `/api/${list}`, { cookie });
    if (isOwn) session.confirmedId = customerId;
  }

  return async (step: Step) => {
    const fixture = gateways[step.gateway];
    if (!fixture) throw new Error('no gateway');
    // No time passes between the two reads, so the second may find the first one's cached result.
    await fixture.pass('address' in step ? 0 : 1000);
    if (step.kind === 'sign in') {
      const cookie = await fixture.signIn(step.who);
      sessions.set(step.who, { username: step.who, cookie, customerId: null, confirmedId: null });
      return;
    }
    const session = sessions.get(step.who);
    if (!session) return;
    if ('customerId' in step) {
      const body = { customerId: step.customerId };
      await fixture.send('PUT', '/session/customer', { cookie: session.cookie, body });
      session.customerId = step.customerId;
    } else if ('address' in step) await look(fixture, session, step.address);
    else if ('at' in step) await endScan(fixture, session, step.at);
    else if ('alertAt' in step) await acknowledge(fixture, session, step.alertAt);
    else if ('noteId' in step) await writeNote(fixture, session, step.kind, step.noteId);
    else if (step.kind === 'begin scan') await beginScan(fixture, session);
    else if (step.kind === 'scan fleet') await scanFleet(fixture, session);
    else if (step.kind === 'share view') await shareView(fixture, session);
    else await call(fixture, session, step.kind);
  };
}
