import { createApi } from '#api/client.ts';
import { groupsApi } from '#api/groups.ts';
import { listReader } from '#api/lenient.ts';
import { thing } from '#contract/thing.ts';
import { systemClock } from '#lib/clock.ts';
import { parseJson } from '#lib/json.ts';
import { createSandbox } from '#sandbox/sandbox.ts';

import { callerOf } from '../fixtures/sandboxClient.ts';
import { sandboxServices, signInTo } from '../fixtures/sandboxServices.ts';
import { medianTime, printer } from './figures.ts';

const print = printer('api');

/**
 * Prints median costs of the API layer: reading 50 records (target: below 1 ms), a list call compared with plain
 * `fetch`, and the refreshes caused by 50 parallel calls with an expired token (target: 1).
 */
const rounds = 301;
const warmUps = 100;
const pageSize = 50;
const readThings = listReader(thing, 'ExternalUniqueId');
const callsAtOnce = 50;
const accessTokenLifeMs = 4 * 60 * 60 * 1000;

let skippedMs = 0;
const clock = { ...systemClock, now: () => systemClock.now() + skippedMs };
const sandbox = createSandbox({ clock });
const { http, session } = sandboxServices(sandbox, clock);
await signInTo(sandbox, session, 'writer');
const api = createApi(http);

const { headers } = await callerOf(sandbox);
const listCall = `http://sandbox.test/things?limit=${pageSize}&offset=0`;
const byHand = () => sandbox.fetch(new Request(listCall, { headers }));
const page = await (await byHand()).text();

print(
  'parse and validate 50 records (target: below 1 ms)',
  await medianTime(rounds, readPage, warmUps),
  'ms',
);
const layer = await medianTime(
  rounds,
  () => api.things.list({ size: pageSize, offset: 0 }),
  warmUps,
);
const bare = await medianTime(
  rounds,
  async () => JSON.parse(await (await byHand()).text()),
  warmUps,
);
print('list call of 50 records, through the API layer', layer, 'ms');
print('the same call with fetch and JSON.parse', bare, 'ms');
print('overhead of the API layer per call', layer - bare, 'ms');

skippedMs = accessTokenLifeMs + 60_000;
const before = refreshes();
await Promise.all(Array.from({ length: callsAtOnce }, () => groupsApi(api).list()));
print(`refreshes of ${callsAtOnce} calls at once (target: 1)`, refreshes() - before, '');

function readPage() {
  const items = parseJson(page);
  if (!Array.isArray(items)) throw new Error('The page is not a list');
  const { records } = readThings(items);
  if (records.length !== pageSize) throw new Error(`Read ${records.length} records`);
}

function refreshes(): number {
  return sandbox.state.requests().filter(({ route }) => route === 'POST /v1/auth/refresh').length;
}
