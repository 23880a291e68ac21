import { join } from 'node:path';

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';

import { changesPage } from '#contract/history.ts';
import { manualClock } from '#lib/clock.ts';
import { type Fixture, createFixture, groupUpdate } from '#testing/fixtures/gatewayFixture.ts';
import { temporaryFolder } from '#testing/fixtures/testDatabases.ts';

const runs = Number(process.env['MODEL_RUNS'] ?? 8);
const customers = ['cid_a', 'cid_b'] as const;
type CustomerId = (typeof customers)[number];

/** Two customers, four users: which customer ids each user may use. */
const users: Readonly<Record<string, readonly string[]>> = {
  anna: ['cid_a'],
  ben: ['cid_b'],
  both: customers,
  nobody: [],
};

const signIn = z.object({ username: z.string() });
const update = z.object({ ThingsGroupName: z.string() });

/**
 * A service that leaves the customer id to its users, and answers only those it belongs to. A PUT with another
 * customer's id is done as the user's own.
 */
function service() {
  const names = new Map<string, string>(customers.map((id) => [id, `${id}: first`]));
  return async (request: Request): Promise<Response> => {
    if (new URL(request.url).pathname.startsWith('/v1/auth/')) {
      const { username } = signIn.parse(await request.json());
      const token = { access_token: `of:${username}`, refresh_token: 'r' };
      return Response.json({ token_type: 'Bearer', ...token });
    }
    const username = request.headers.get('authorization')?.replace('Bearer of:', '') ?? '';
    const isUpdate = request.method === 'PUT';
    const sent = request.headers.get('apikey') ?? '';
    const own = users[username] ?? [];
    const customerId = isUpdate && !own.includes(sent) ? (own[0] ?? '') : sent;
    if (!own.includes(customerId)) {
      return Response.json({ message: 'not yours' }, { status: 403 });
    }
    if (isUpdate) {
      names.set(customerId, update.parse(await request.json()).ThingsGroupName);
      return new Response('Group_1');
    }
    // Both customers have a group with this id: only the customer id tells them apart.
    const group = { ThingsGroupId: 'Group_1', ThingsGroupName: names.get(customerId) };
    const isGroups = new URL(request.url).pathname.includes('thingsgroup');
    return Response.json(isGroups ? [group] : [{ ExternalUniqueId: '8988228000010485811' }]);
  };
}

interface Session {
  readonly username: string;
  readonly cookie: string;
  customerId: CustomerId | null;
  /** The ids for which the service has listed something in this session. */
  readonly proven: Set<string>;
  /** Whether it has done so since the id was chosen. */
  isFresh: boolean;
}

const who = fc.constantFrom(...Object.keys(users));
const gateway = fc.constantFrom(0, 1);
const anySignIn = fc.record({ kind: fc.constant('sign in' as const), who, gateway });
const choose = fc.record({
  kind: fc.constant('choose' as const),
  who,
  gateway,
  customerId: fc.constantFrom(...customers),
});
const call = fc.record({
  kind: fc.constantFrom('list groups', 'list things', 'rename', 'rename', 'look', 'look'),
  who,
  gateway,
  query: fc.constantFrom('', '?groupId=Group_1', '?group=cid_', '?size=1', '?before=9999.x'),
});
const step = fc.oneof(
  { weight: 1, arbitrary: anySignIn },
  { weight: 3, arbitrary: choose },
  { weight: 12, arbitrary: call },
);

async function createScenario() {
  const clock = manualClock();
  const upstream = service();
  const environment = { DATABASE_URL: `sqlite:${join(temporaryFolder(), 'console.db')}` };
  const gateways: Fixture[] = [];
  for (let count = 0; count < 2; count++) {
    gateways.push(await createFixture({ clock, service: upstream, environment }));
  }
  const sessions = new Map<string, Session>();
  let renamed = 0;
  const seen = { shown: 0, refused: 0 };

  async function look(fixture: Fixture, session: Session, query: string) {
    const { cookie, customerId, proven, username } = session;
    const answer = await fixture.send('GET', `/records/changes${query}`, { cookie });
    const body: unknown = await answer.json();
    if (answer.status !== 200) {
      seen.refused += 1;
      expect([session.isFresh, body]).toMatchObject([false, {}]);
      return;
    }
    expect([...proven]).toContain(customerId);
    const { changes } = changesPage.parse(body);
    for (const change of changes) {
      seen.shown += 1;
      const names = [change.groupName, change.before.ThingsGroupName, change.after.ThingsGroupName];
      for (const name of names) expect(name ?? customerId).toContain(customerId);
      expect(users[change.username ?? username]).toContain(customerId);
    }
  }

  async function run(given: typeof step extends fc.Arbitrary<infer T> ? T : never) {
    const fixture = gateways[given.gateway];
    if (!fixture) throw new Error('no gateway');
    await fixture.pass(1000);
    if (given.kind === 'sign in') {
      const cookie = await fixture.signIn(given.who);
      const session = { username: given.who, cookie, customerId: null, isFresh: false };
      sessions.set(given.who, { ...session, proven: new Set() });
      return;
    }
    const session = sessions.get(given.who);
    if (!session) return;
    const { cookie, customerId, username } = session;
    const isOwn = customerId !== null && users[username]?.includes(customerId) === true;
    if (given.kind === 'choose') {
      const body = { customerId: given.customerId };
      await fixture.send('PUT', '/session/customer', { cookie, body });
      if (given.customerId !== customerId) session.isFresh = false;
      session.customerId = given.customerId;
      return;
    }
    if (given.kind === 'look') {
      await look(fixture, session, given.query);
      return;
    }
    if (given.kind === 'rename') {
      // A group of the user's own, which must reach nobody else, whatever id it is sent with.
      const name = isOwn ? customerId : (users[username]?.[0] ?? username);
      const ThingsGroupName = `${name}: ${renamed++}`;
      const body = { ...groupUpdate, ThingsGroupName, IMEIPrefix: username };
      await fixture.send('PUT', '/api/thingsgroup/Group_1', { cookie, body });
      return;
    }
    const list = given.kind === 'list things' ? 'things' : 'thingsgroup/listWithMeasures';
    await fixture.send('GET', `/api/${list}`, { cookie });
    if (isOwn) {
      session.proven.add(customerId);
      session.isFresh = true;
    }
  }

  return { run, seen };
}

describe('the history of changes', () => {
  it('C5: is shown only to those for whom the service has answered with the customer id', async () => {
    const total = { shown: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        const scenario = await createScenario();
        for (const username of Object.keys(users)) {
          await scenario.run({ kind: 'sign in', who: username, gateway: 0 });
          const customerId = username === 'ben' ? 'cid_b' : 'cid_a';
          await scenario.run({ kind: 'choose', who: username, gateway: 0, customerId });
        }
        for (const one of steps) await scenario.run(one);
        total.shown += scenario.seen.shown;
        total.refused += scenario.seen.refused;
      }),
      { numRuns: runs, endOnFailure: true },
    );
    expect(Math.min(total.shown, total.refused)).toBeGreaterThan(runs / 4);
  }, 120_000);
});
