import { setImmediate, setTimeout as delay } from 'node:timers/promises';

import { newId } from '#gateway/db/keysetPage.ts';

import { type Fixture, createFixture, fakeService } from '../fixtures/gatewayFixture.ts';
import { median, printer } from './figures.ts';
import { onEachDatabase } from './onEachDatabase.ts';

const print = printer('records');

/**
 * Prints what it costs other users when one signed-in user reads records, for each kind of database: how long
 * `/healthz` and the request for the current session wait in the meantime.
 */
const sims = Number(process.env['RECORDS_BENCH_SIMS'] ?? 60_000);
const measuredMs = 8000;
const clients = 20;
const pageSize = 50;
/** The number of simultaneous calls in a scan. */
const atOnce = 6;
const changes = 2000;
/** The worst case for a search: the text almost matches at every character of the name. */
const longName = 'a'.repeat(8000);
const longText = `${'a'.repeat(199)}b`;

await onEachDatabase(measure);
await measure('SQLite memory', 'sqlite::memory:');

async function measure(name: string, address: string): Promise<void> {
  const bench = await createFixture({
    service: fakeService((request) => listThings(request, Date.UTC(2026, 0, 1))),
    environment: { DATABASE_URL: address, SIGN_IN_TRIES: '1000' },
  });
  const cookie = await signedIn(bench);
  await recordChanges(bench);
  await beside(`${name}: lists of ${sims} SIMs are forwarded and stored`, bench, cookie, [
    () => storeThings(bench, cookie),
  ]);
  const get = (path: string) => bench.send('GET', `/records/${path}`, { cookie });
  const search = `changes?group=${longText}`;
  await beside(`${name}: a search in ${changes} long names`, bench, cookie, [
    async () => void (await get(search)),
  ]);
  const crowd = await Promise.all(
    Array.from({ length: 25 }, (_, index) => signedIn(bench, `user${index}`)),
  );
  await beside(
    `${name}: 25 such searches by 25 users in parallel`,
    bench,
    cookie,
    crowd.map((own) => async () => {
      await bench.send('GET', `/records/${search}`, { cookie: own });
    }),
  );
  const paths = [
    'fleet',
    'fleet/things?check=outside-lock',
    'fleet/things?check=shared-imei',
    'fleet/things?where=tac.none-of.35208115,86832605&where=tac.not-empty',
    'fleet/things?check=silent-30&size=200',
    'fleet/events',
  ];
  const statuses = new Map<number, number>();
  const until = performance.now() + measuredMs;
  await beside(
    `${name}: ${clients} clients of one user, ${sims} SIMs`,
    bench,
    cookie,
    Array.from({ length: clients }, (_, client) => async () => {
      for (let call = client; performance.now() < until; call++) {
        const { status } = await get(paths[call % paths.length] ?? '');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        // A loop that only awaits microtasks would block everything else.
        await setImmediate();
      }
    }),
  );
  const answered = [...statuses].map(([status, count]) => `${count} times ${status}`);
  process.stdout.write(`  answered: ${answered.join(', ')}\n`);
  await bench.store.close();
}

/** A session that has confirmed its customer id, so that it may read records. */
async function signedIn(bench: Fixture, username?: string): Promise<string> {
  const cookie = await bench.signIn(username);
  await bench.send('GET', '/api/thingsgroup/listWithMeasures', { cookie });
  return cookie;
}

/** Measures how long other calls wait in the meantime. */
async function beside(
  what: string,
  bench: Fixture,
  cookie: string,
  runs: readonly (() => Promise<void>)[],
): Promise<void> {
  const begun = performance.now();
  const over = new AbortController();
  const health: number[] = [];
  const session: number[] = [];
  const watch = async (times: number[], path: string, call: object) => {
    while (!over.signal.aborted) {
      const asked = performance.now();
      // The time until the next turn of the event loop is part of a call's wait.
      await setImmediate();
      const { ok } = await bench.send('GET', path, call);
      times.push(ok ? performance.now() - asked : Number.POSITIVE_INFINITY);
      await delay(5);
    }
  };
  const watching = [
    watch(health, '/healthz', { bare: true }),
    watch(session, '/session', { cookie }),
  ];
  await Promise.all(runs.map((run) => run()));
  const took = performance.now() - begun;
  over.abort();
  await Promise.all(watching);
  print(what, took);
  print('  /healthz in the meantime, median', median(health));
  print('  /healthz in the meantime, worst', Math.max(...health));
  print('  a session call in the meantime, median', median(session));
  print('  a session call in the meantime, worst', Math.max(...session));
}

async function recordChanges({ store }: Fixture): Promise<void> {
  for (let index = 0; index < changes; index++) {
    const [id, groupId, username] = [newId(), 'g1', 'anna'];
    const intent = { id, customerId: 'cid_test', groupId, username, requestId: id };
    const after = { ThingsGroupName: `${longName}${index}`, LockMasterImei: false };
    await store.changes.begin({ ...intent, unconfirmedSession: null, after });
  }
}

/** Lists all SIMs, as fast as a scan does, until they are stored. */
async function storeThings(bench: Fixture, cookie: string): Promise<void> {
  for (let from = 0; from < sims; from += pageSize * atOnce) {
    const pages = Array.from({ length: atOnce }, (_, page) => from + page * pageSize);
    await Promise.all(
      pages.map(async (offset) => {
        const path = `/api/things?limit=${pageSize}&offset=${offset}`;
        await (await bench.send('GET', path, { cookie })).arrayBuffer();
        // A server runs one turn of the event loop between two calls.
        await setImmediate();
      }),
    );
    // The response waits until the earlier lists are stored.
    await bench.send('GET', `/records/fleet/events?iccid=${from}`, { cookie });
  }
}

/** A service with this many SIMs. */
function listThings(request: Request, now: number): Response {
  const { pathname, searchParams } = new URL(request.url);
  if (!pathname.endsWith('/things')) return Response.json([]);
  const offset = Number(searchParams.get('offset'));
  return Response.json(Array.from({ length: pageSize }, (_, at) => thing(offset + at, now)));
}

function thing(index: number, now: number) {
  const model = String(index % 60).padStart(6, '0');
  const serial = String(index % 2003 === 0 ? 7 : index).padStart(6, '0');
  return {
    ExternalUniqueId: `8988228${String(index).padStart(12, '0')}`,
    ThingName: `Van ${index}`,
    ThingsGroupId: `g${index % 200}`,
    ThingsGroupName: `Group ${index % 200}`,
    State: index % 20 === 0 ? 'SUSPENDED' : 'ACTIVE',
    IMEI: `35${model}${serial}0`,
    Data: index,
    CellId: index % 4000,
    Lac: 1 + (index % 50),
    LastLocation: { Timestamp: now - (index % 120) * 86_400_000, MCC: 262, MNC: index % 4 },
  };
}
