import { createApi } from '#api/client.ts';
import { assessLock } from '#features/groups/impact/assessLock.ts';
import { createGroupReader, readingOf } from '#features/groups/impact/groupReader.ts';
import { countTacs, suggestPrefix } from '#features/groups/impact/tacs.ts';
import { systemClock } from '#lib/clock.ts';
import { createSandbox } from '#sandbox/sandbox.ts';

import { callerOf } from '../fixtures/sandboxClient.ts';
import { sandboxServices, signInTo } from '../fixtures/sandboxServices.ts';
import { median, printer } from './figures.ts';

const print = printer('impact');

/**
 * Prints the cost of a lock preview for a large group: reading and sorting its SIMs, compared with only fetching the
 * same pages, six at a time (target: at most 1.5 times as long), and sorting them again for another prefix. The service
 * has a realistic latency.
 */
const things = 55_600;
const pageSize = 50;
const concurrency = 6;
const rounds = 5;

const sandbox = createSandbox({ things, latencyMs: 25 });
const { http, session } = sandboxServices(sandbox);
await signInTo(sandbox, session, 'writer');
const group = sandbox.state
  .groups()
  .toSorted((a, b) => Math.abs(a.measures.total - 10_000) - Math.abs(b.measures.total - 10_000))[0];
if (!group) throw new Error('The sandbox has no group');

const fetchBare = await bareFetch();
const bare: number[] = [];
const read: number[] = [];
let sims = 0;
for (let round = 0; round <= rounds; round++) {
  const bareMs = await timed(fetchBare);
  const readMs = await timed(readAndAssess);
  // The first round warms up.
  if (round > 0) bare.push(bareMs);
  if (round > 0) read.push(readMs);
}
print(`plain fetch of ${sims} SIMs, six at a time`, median(bare), 'ms');
print('reading and sorting them for a lock preview', median(read), 'ms');
print('ratio (target: at most 1.5)', median(read) / median(bare), '');

const all = (await readAll()).sims;
const resort = Array.from({ length: 50 }, (_, round) => {
  const start = performance.now();
  assessLock(all, String(35_684_610 + round));
  return performance.now() - start;
});
print('sorting them again for another prefix', median(resort), 'ms');

async function readAll() {
  const { id, name } = group ?? { id: '', name: '' };
  const given = { things: createApi(http).things, clock: systemClock, random: Math.random };
  const created = createGroupReader(given, { id, name });
  await created.read();
  return readingOf(created.job.getSnapshot());
}

async function readAndAssess(): Promise<void> {
  const found = await readAll();
  if (found.report?.end.kind !== 'complete') throw new Error('The group was not read completely');
  sims = found.sims.length;
  assessLock(found.sims, '35684610');
  suggestPrefix(countTacs(found.sims));
}

/** Fetches the same pages with plain `fetch`; their number is known. */
async function bareFetch(): Promise<() => Promise<void>> {
  const url = 'http://sandbox.test';
  const { headers } = await callerOf(sandbox);
  const pages = Math.floor((group?.measures.total ?? 0) / pageSize) + 1;
  return async () => {
    let next = 0;
    const lane = async () => {
      while (next < pages) {
        const search = new URLSearchParams({
          'filterBy[ThingsGroupName]': group?.name ?? '',
          'sortBy[ThingName]': 'ASC',
          limit: String(pageSize),
          offset: String(next++ * pageSize),
        });
        const page = await sandbox.fetch(new Request(`${url}/things?${search}`, { headers }));
        await page.json();
      }
    };
    await Promise.all(Array.from({ length: concurrency }, lane));
  };
}

async function timed(work: () => Promise<void>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}
