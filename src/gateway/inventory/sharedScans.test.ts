import { CompiledQuery } from 'kysely';
import { describe, expect, it } from 'vitest';

import { fleetScan, fleetSummary } from '#contract/inventory.ts';
import { createFixture, fakeService } from '#testing/fixtures/gatewayFixture.ts';
import { manualClock } from '#testing/fixtures/manualClock.ts';
import {
  databaseUrl,
  engines,
  gatewayDatabase,
  twoGateways,
} from '#testing/fixtures/testDatabases.ts';

import { createScans } from './scans.ts';

const sims = 120;
const page = (offset: number) => `/api/things?sortBy[ThingName]=ASC&limit=50&offset=${offset}`;
const whole = [0, 49, 98].map(page);
const scansPath = '/records/fleet/readings';

/** Two gateways sharing a database and a service, and a user with a session that both know. */
async function open(engine: (typeof engines)[number]) {
  const listed = Array.from({ length: sims }, (_, at) => `8988228${String(at).padStart(12, '0')}`);
  const service = fakeService(({ url }) => {
    const offset = Number(new URL(url).searchParams.get('offset'));
    const iccids = listed.slice(offset, offset + 50);
    return Response.json(iccids.map((ExternalUniqueId) => ({ ExternalUniqueId })));
  });
  const environment = { DATABASE_URL: databaseUrl(await gatewayDatabase(engine)) };
  const clock = manualClock();
  const first = await createFixture({ clock, environment, service });
  const second = await createFixture({ clock, environment, service });
  const cookie = await first.signIn();
  const gateways = [first, second] as const;
  const summary = async (gateway = first) =>
    fleetSummary.parse(await (await gateway.send('GET', '/records/fleet', { cookie })).json());
  /** Requests pages in order, alternating between the gateways, until all are stored. */
  const pass = async (...paths: readonly string[]) => {
    for (const [at, path] of paths.entries()) {
      const gateway = gateways[at % 2] ?? first;
      await gateway.pass(1000);
      await (await gateway.send('GET', path, { cookie })).arrayBuffer();
    }
    await first.pass(1000);
    // While the clock stands still, a gateway waits until it has stored the lists it has forwarded.
    for (const gateway of gateways) {
      await gateway.send('GET', '/records/fleet/things?size=1', { cookie });
    }
  };
  const begin = async (gateway = first) =>
    fleetScan.parse(await (await gateway.send('POST', scansPath, { cookie })).json());
  const end = async (id: string, gateway = first) => {
    const body = { state: 'complete', things: listed.length };
    const sent = gateway.send('PUT', `${scansPath}/${id}`, { cookie, body });
    return fleetScan.parse(await (await gateway.passUntil(sent)).json());
  };
  // A scan can start only after a list has confirmed the customer id.
  await pass(page(0), page(0));
  return { first, second, listed, cookie, summary, pass, begin, end };
}

describe.each(engines)('F4: a scan by two gateways on one database, in %s', (engine) => {
  it('is complete if both forward its pages in turn, and marks SIMs that no page has shown', async () => {
    const { second, listed, summary, pass, begin, end } = await open(engine);
    const before = await begin();
    expect((await summary(second)).latest).toMatchObject({ id: before.id, state: 'running' });
    await pass(...whole);
    const scan = await end(before.id, second);
    expect(scan).toMatchObject({ state: 'complete', things: sims });
    expect((await summary()).latest).toEqual(scan);
    listed.splice(60, 2);
    const { id } = await begin(second);
    await pass(...whole);
    expect(await end(id)).toMatchObject({ state: 'complete', things: sims - 2 });
    const { checks, sims: count } = await summary(second);
    expect(count).toBe(sims - 2);
    expect(checks.find(({ check }) => check === 'not-found')).toMatchObject({ count: 2 });
  });

  it('shows what its own pages have shown while it is running, and when they did', async () => {
    const { first, pass, begin, summary } = await open(engine);
    const { id, startedAt } = await begin();
    await pass(page(0));
    const latest = { id, things: 50, heardAt: startedAt + 1000 };
    expect((await summary()).latest).toMatchObject(latest);
    const colleague = await first.signIn('reader');
    await first.pass(60_000);
    await (await first.send('GET', page(98), { cookie: colleague })).arrayBuffer();
    await pass();
    expect((await summary()).latest).toMatchObject(latest);
  });

  it('is partial if one gateway has seen a different list', async () => {
    const { listed, pass, begin, end } = await open(engine);
    const { id } = await begin();
    await pass(...whole);
    listed.shift();
    // The same pages again, through the other gateway.
    await pass('/api/things', ...whole);
    expect(await end(id)).toMatchObject({ state: 'partial' });
  });

  it('is complete if both forward the same pages at the same time', async () => {
    const { first, second, cookie, pass, begin, end } = await open(engine);
    const { id } = await begin();
    await first.pass(1000);
    const answers = await Promise.all(
      whole.flatMap((path) => [first, second].map((one) => one.send('GET', path, { cookie }))),
    );
    for (const answer of answers) await answer.arrayBuffer();
    await pass();
    expect(await end(id, second)).toMatchObject({ state: 'complete', things: sims });
  });

  it('ends only once if the browser reports its end twice at the same time', async () => {
    const { first, second, summary, pass, begin, end } = await open(engine);
    const { id } = await begin();
    await pass(...whole);
    const [one, other] = await Promise.all([end(id, first), end(id, second)]);
    expect(one).toMatchObject({ state: 'complete', things: sims });
    expect(other).toEqual(one);
    const { latest, complete } = await summary();
    expect([latest, complete]).toEqual([one, one]);
  });

  it('is limited to one per user, even if two are started at the same time', async () => {
    const { first, second, begin, pass, summary, end } = await open(engine);
    const both = await Promise.all([begin(first), begin(second)]);
    const { latest } = await summary();
    expect(latest).toMatchObject({ state: 'running' });
    expect(both.map(({ id }) => id)).toContain(latest?.id);
    await pass(...whole);
    expect(await end(latest?.id ?? '')).toMatchObject({ state: 'complete' });
  });
});

it('F4: the scans that were last are found by an index, whatever the order in which they end', async () => {
  const { first, time } = await twoGateways('sqlite');
  const scans = [
    { id: 'slow', at: 1, endedAt: 9, state: 'complete' },
    { id: 'quick', at: 2, endedAt: 3, state: 'partial' },
    // Started in the same millisecond.
    { id: 'b', at: 4, endedAt: null, state: 'running' },
    { id: 'a', at: 4, endedAt: 4, state: 'stopped' },
  ] as const;
  for (const { at, ...scan } of scans) {
    const about = { customerId: 'cid_1', username: 'anna', things: 1, counts: '{}' };
    const row = { ...scan, ...about, startedAt: time.now() + at };
    await first.run((db) => db.insertInto('fleetReadings').values(row).execute());
  }
  const sent: CompiledQuery[] = [];
  const run: typeof first.run = (work) =>
    first.run((db) =>
      work(
        db.withPlugin({
          transformQuery({ node, queryId }) {
            sent.push(db.getExecutor().compileQuery(node, queryId));
            return node;
          },
          transformResult: async ({ result }) => result,
        }),
      ),
    );
  expect(await createScans({ ...first, run }, { fleetMs: 1 }).known('cid_1')).toMatchObject({
    latest: { id: 'b' },
    complete: { id: 'slow' },
    previous: { scan: { id: 'quick' } },
  });
  for (const query of sent) {
    const explain = CompiledQuery.raw(`explain query plan ${query.sql}`, [...query.parameters]);
    const { rows } = await first.run((db) => db.executeQuery(explain));
    expect(JSON.stringify(rows)).not.toContain('B-TREE FOR ORDER BY');
  }
});

describe.each(engines)('F4: scans started at the same time by one user, in %s', (engine) => {
  const given = { customerId: 'cid_1', username: 'anna' };

  it('leave a single scan running, whichever gateway is faster', async () => {
    const { first, second, time } = await twoGateways(engine);
    const scans = [first, second].map((database) => createScans(database, { fleetMs: 3_600_000 }));
    for (let round = 0; round < 20; round++) {
      time.advance(1000);
      const begun = await Promise.all(scans.map((one) => one.begin(given)));
      const found = await scans[0]?.runningOf('cid_1', 'anna');
      expect(begun.map(({ id }) => id)).toContain(found?.id);
      const running = await first.run((db) =>
        db.selectFrom('fleetReadings').select('id').where('endedAt', 'is', null).execute(),
      );
      expect(running).toHaveLength(1);
    }
  });

  it('let the later scan run', async () => {
    const { first } = await twoGateways(engine);
    const scans = createScans(first, { fleetMs: 3_600_000 });
    await scans.begin(given);
    // Started in the same millisecond.
    const { id } = await scans.begin(given);
    expect(await scans.runningOf('cid_1', 'anna')).toMatchObject({ id, state: 'running' });
  });
});
