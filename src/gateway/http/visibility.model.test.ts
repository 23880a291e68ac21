import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { alertsPage, waitingAlerts } from '#contract/alerts.ts';
import { changesPage } from '#contract/history.ts';
import { fleetScan, fleetSummary, fleetTrends } from '#contract/inventory.ts';
import {
  inventoryNeighbours,
  inventoryThings,
  thingEventsPage,
} from '#contract/inventoryThings.ts';
import { lockImpact } from '#contract/lockImpact.ts';
import { noteCounts, noteList } from '#contract/notes.ts';
import { namesPath } from '#contract/session.ts';
import { sharedViews } from '#contract/sharedViews.ts';
import { type Fixture, createFixture, groupUpdate } from '#testing/fixtures/gatewayFixture.ts';
import { firstPage } from '#testing/fixtures/inventoryFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import {
  createMarkedService,
  customers,
  type CustomerId,
  iccids,
  users,
} from '#testing/fixtures/markedService.ts';
import { sharedFile } from '#testing/fixtures/testDatabases.ts';
import { checkModel, modelTimeout } from '#testing/models/modelRuns.ts';
import { addresses, noted, noteIds, step, type Step } from '#testing/models/visibilitySteps.ts';

const runs = 8;

interface Session {
  readonly username: string;
  readonly cookie: string;
  customerId: CustomerId | null;
  /** The latest id for which the service returned a non-empty list in this session. */
  confirmedId: CustomerId | null;
}

interface Scan {
  readonly id: string;
  readonly customerId: CustomerId;
  readonly username: string;
  state: 'running' | 'replaced' | 'ended';
}

const isConfirmed = ({ customerId, confirmedId }: Session) =>
  customerId !== null && customerId === confirmedId;

const total = {
  shown: 0,
  refused: 0,
  events: 0,
  otherScan: 0,
  sims: 0,
  notes: 0,
  notOwn: 0,
  notedSims: 0,
  othersNotes: 0,
  views: 0,
  sameId: 0,
  alerts: 0,
  trends: 0,
  acknowledged: 0,
  othersAlerts: 0,
  freshSims: 0,
};
const ofChanges = { shown: 0, refused: 0 };

async function createScenario() {
  const clock = manualClock();
  const { service, count, mark, prefix } = createMarkedService();
  const environment = {
    ...sharedFile(),
    ALERT_CHECKS: 'blocked',
    ALERT_WEBHOOK_URL: 'https://hooks.example.com',
    ALERT_FORMAT: 'slack',
  };
  let renamed = 0;
  const gateways: Fixture[] = [];
  for (let number = 0; number < 2; number++) {
    gateways.push(await createFixture({ clock, service, environment }));
  }
  const sessions = new Map<string, Session>();
  const scans: Scan[] = [];
  /** The customers with a complete scan, and the alerts that pages have shown. */
  const scanned = new Set<CustomerId>();
  const shownAlerts = new Map<string, CustomerId>();
  /** The author of each stored note, by customer and id. */
  const noteAuthors = new Map<string, string>();
  /** Authors of the shared views, by customer and id. */
  const authors = new Map<string, string>();

  /** Checks that a response contains nothing marked as another customer's, and none of that customer's usernames. */
  function check(session: Session, status: number, text: string, address?: string) {
    const { customerId } = session;
    const others = customers.filter((id) => !isConfirmed(session) || id !== customerId);
    for (const id of others) {
      expect(text).not.toContain(mark(id));
      expect(text).not.toContain(prefix(id));
    }
    for (const [name, own] of Object.entries(users)) {
      const isOwn = isConfirmed(session) && customerId !== null && own.includes(customerId);
      if (!isOwn) expect(text).not.toContain(`"${name}"`);
    }
    if (!isConfirmed(session)) {
      total.refused += 1;
      const refusal = customerId === null ? 400 : 403;
      // The number in the navigation is no error, but empty.
      expect([status, text === '']).toEqual(
        address === '/session/alerts' ? [204, true] : [refusal, false],
      );
    } else if (status === 200 || status === 201) total.shown += 1;
  }

  /** Counts reveal as much as names, so none may include another customer's SIMs. */
  function checkCounts(customerId: CustomerId, address: string, body: unknown) {
    const sims = count(customerId);
    if (address.startsWith('/records/changes')) {
      for (const { username, groupName, before, after } of changesPage.parse(body).changes) {
        ofChanges.shown += 1;
        const names = [groupName, before.ThingsGroupName, after.ThingsGroupName];
        for (const name of names) expect(name ?? customerId).toContain(customerId);
        if (username !== null) expect(users[username]).toContain(customerId);
      }
    } else if (address === '/session/alerts') {
      const { waiting } = waitingAlerts.parse(body);
      expect(waiting).toBeLessThanOrEqual(scanned.has(customerId) ? 1 : 0);
    } else if (address.startsWith('/records/alerts')) {
      for (const { id, acknowledged, ...alert } of alertsPage.parse(body).alerts) {
        total.alerts += 1;
        expect(alert.worst).toBeLessThanOrEqual(sims);
        expect(alert.fresh).toBeLessThanOrEqual(sims);
        expect(shownAlerts.get(id) ?? customerId).toBe(customerId);
        shownAlerts.set(id, customerId);
        expect(acknowledged?.note ?? mark(customerId)).toBe(mark(customerId));
      }
    } else if (address === '/records/fleet/trends') {
      const { points } = fleetTrends.parse(body);
      if (!scanned.has(customerId)) expect(points).toEqual([]);
      for (const { counts } of points) expect(counts['blocked']).toBeLessThanOrEqual(sims);
      total.trends += points.length;
    } else if (address === '/records/fleet') {
      const summary = fleetSummary.parse(body);
      const counts = [summary.sims, ...summary.groups.map((group) => group.sims)];
      for (const one of [...counts, summary.noDevice]) expect(one).toBeLessThanOrEqual(sims);
      for (const found of summary.checks) expect(found.count).toBeLessThanOrEqual(sims);
      total.sims += summary.sims;
    } else if (address.startsWith('/records/fleet/things/')) {
      const { sameDevice, cell } = inventoryNeighbours.parse(body);
      expect(sameDevice.count).toBeLessThan(sims);
      expect(cell?.sims ?? 0).toBeLessThan(sims);
    } else if (address.startsWith('/records/fleet/things')) {
      const { count: found, leftOut = 0, things } = inventoryThings.parse(body);
      expect(found + leftOut).toBeLessThanOrEqual(sims);
      for (const { alsoOn = 0 } of things) expect(alsoOn).toBeLessThan(sims);
      if (address === noted) {
        // All notes are about the same SIM.
        const isNoted = noteIds.some((id) => noteAuthors.has(`${customerId} ${id}`));
        expect(found).toBeLessThanOrEqual(isNoted ? 1 : 0);
        if (!isNoted && noteAuthors.size > 0) total.othersNotes += 1;
        if (found > 0) total.notedSims += 1;
      }
    } else if (address.startsWith('/records/fleet/impact')) {
      expect(lockImpact.parse(body).sims).toBeLessThanOrEqual(sims);
    } else if (address === '/records/views') {
      for (const { author, name } of sharedViews.parse(body).views) {
        total.views += 1;
        expect(name).toContain(mark(customerId));
        expect(users[author]).toContain(customerId);
      }
    } else if (address.startsWith('/records/fleet/events')) {
      total.events += thingEventsPage.parse(body).events.length;
    } else if (address.startsWith('/records/notes')) {
      const found = noteList.parse(body).notes.map(({ id, username }) => [id, username]);
      expect(found.toSorted()).toEqual(
        noteIds.flatMap((id) => {
          const author = noteAuthors.get(`${customerId} ${id}`);
          return author === undefined ? [] : [[id, author]];
        }),
      );
      total.notes += found.length;
    } else if (address.startsWith('/records/note-counts')) {
      const written = noteIds.filter((id) => noteAuthors.has(`${customerId} ${id}`)).length;
      const { counts } = noteCounts.parse(body);
      expect(counts.reduce((sum, one) => sum + one.notes, 0)).toBe(written);
    }
  }

  /** Notes never change, so that one revision is enough. */
  async function writeNote(fixture: Fixture, session: Session, kind: string, noteId: string) {
    const { cookie, customerId, username } = session;
    const text = `${mark(customerId)} note`;
    const path = `/records/notes/${noteId}`;
    const answer = await (kind === 'write note'
      ? fixture.send('PUT', path, { cookie, body: { iccid: iccids[0], text, revision: 0 } })
      : fixture.send('DELETE', `${path}?revision=1`, { cookie }));
    check(session, answer.status, await answer.text());
    if (!isConfirmed(session)) return;
    const key = `${customerId} ${noteId}`;
    const isOwn = (noteAuthors.get(key) ?? username) === username;
    if (!isOwn) total.notOwn += 1;
    const done = kind === 'write note' ? 200 : 204;
    expect(answer.status).toBe(isOwn ? done : 403);
    if (isOwn && kind === 'write note') noteAuthors.set(key, username);
    else if (isOwn) noteAuthors.delete(key);
    await look(fixture, session, noted);
  }

  async function look(fixture: Fixture, session: Session, address: string) {
    const answer = await fixture.send('GET', address, { cookie: session.cookie });
    const text = await answer.text();
    check(session, answer.status, text, address);
    if (address.startsWith('/records/changes')) {
      if (isConfirmed(session)) expect(answer.status).toBe(200);
      else ofChanges.refused += 1;
    }
    if (answer.status === 200 && session.customerId !== null) {
      checkCounts(session.customerId, address, JSON.parse(text));
    }
  }

  async function beginScan(fixture: Fixture, session: Session) {
    const { cookie, customerId, username } = session;
    const answer = await fixture.send('POST', '/records/fleet/readings', { cookie });
    const text = await answer.text();
    check(session, answer.status, text);
    if (answer.status !== 201 || customerId === null) return;
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
    const { cookie } = session;
    const body = { state: 'complete', things: 0 };
    const path = `/records/fleet/readings/${scan.id}`;
    // Waits for the pages that another gateway has forwarded.
    const answer = await fixture.passUntil(fixture.send('PUT', path, { cookie, body }));
    check(session, answer.status, await answer.text());
    if (!isConfirmed(session)) return;
    const isOfCustomer = scan.customerId === session.customerId;
    if (!isOfCustomer) total.otherScan += 1;
    const isOwn = isOfCustomer && scan.username === session.username;
    // A scan without pages is removed when the same user starts another.
    const isThere = isOwn && scan.state !== 'replaced';
    expect(answer.status).toBe(isThere ? 200 : 404);
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
    const answer = await fixture.send('PUT', `/records/alerts/${id}`, { cookie, body });
    check(session, answer.status, await answer.text());
    if (isConfirmed(session)) expect(isOwn ? [200, 409] : [404]).toContain(answer.status);
    if (answer.status === 200) total.acknowledged += 1;
  }

  /** All users and customers use the same two ids. */
  async function shareView(fixture: Fixture, session: Session) {
    const { cookie, customerId, username } = session;
    const id = `view-${renamed % 2}`;
    const name = `${mark(customerId)} ${renamed++}`;
    const body = { name, search: 'State=ACTIVE', revision: 0 };
    const answer = await fixture.send('PUT', `/records/views/${id}`, { cookie, body });
    const text = await answer.text();
    check(session, answer.status, text);
    if (!isConfirmed(session)) return;
    const key = `${customerId} ${id}`;
    const author = authors.get(key);
    const known = author === username ? 409 : 403;
    expect(answer.status).toBe(author === undefined ? 200 : known);
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
    if (isOwn) {
      session.confirmedId = customerId;
    }
  }

  return async (given: Step) => {
    const fixture = gateways[given.gateway];
    if (!fixture) throw new Error('no gateway');
    // No time passes between the two reads, so that the second may find the first one's cached result.
    await fixture.pass('address' in given ? 0 : 1000);
    if (given.kind === 'sign in') {
      const cookie = await fixture.signIn(given.who);
      sessions.set(given.who, { username: given.who, cookie, customerId: null, confirmedId: null });
      return;
    }
    const session = sessions.get(given.who);
    if (!session) return;
    if ('customerId' in given) {
      const body = { customerId: given.customerId };
      await fixture.send('PUT', '/session/customer', { cookie: session.cookie, body });
      session.customerId = given.customerId;
    } else if ('address' in given) await look(fixture, session, given.address);
    else if ('at' in given) await endScan(fixture, session, given.at);
    else if ('alertAt' in given) await acknowledge(fixture, session, given.alertAt);
    else if ('noteId' in given) await writeNote(fixture, session, given.kind, given.noteId);
    else if (given.kind === 'begin scan') await beginScan(fixture, session);
    else if (given.kind === 'scan fleet') await scanFleet(fixture, session);
    else if (given.kind === 'share view') await shareView(fixture, session);
    else await call(fixture, session, given.kind);
  };
}

describe('C5, F6, N2: the gateway’s records', () => {
  it(
    'shows one customer nothing of another’s, whatever is requested and typed',
    async () => {
      const steps = fc.array(step, { minLength: 60, maxLength: 110 });
      const property = fc.asyncProperty(steps, async (chosen) => {
        const take = await createScenario();
        for (const name of Object.keys(users)) {
          await take({ kind: 'sign in', who: name, gateway: 0 });
          const customerId = name === 'ben' ? 'cid_b' : 'cid_a';
          await take({ kind: 'choose', who: name, gateway: 0, customerId });
          await take({ kind: 'list things', who: name, gateway: 1 });
          await take({ kind: 'look', who: name, gateway: 0, address: '/records/fleet' });
        }
        for (const one of chosen) await take(one);
      });
      await checkModel(property, runs, { endOnFailure: true });
      for (const [what, met] of Object.entries(total))
        expect([what, met > 0]).toEqual([what, true]);
      for (const met of Object.values(ofChanges)) expect(met).toBeGreaterThan(runs / 4);
      // Different in each test run.
      await fc.assert(property, { numRuns: 2, endOnFailure: true });
    },
    modelTimeout(runs),
  );

  it('covers every readable path below /records', async () => {
    const { routes } = await createFixture();
    const read = routes.flatMap(({ method, path }) =>
      method === 'GET' && path.startsWith('/records/') ? path : [],
    );
    expect(read.length).toBeGreaterThan(4);
    // Names of networks and device models belong to no customer.
    for (const path of read.filter((one) => one !== namesPath)) {
      const pattern = new RegExp(`^${path.replace(':iccid', String.raw`\d+`)}(?:\\?|$)`);
      expect([path, addresses.some((address) => pattern.test(address))]).toEqual([path, true]);
    }
  });
});
