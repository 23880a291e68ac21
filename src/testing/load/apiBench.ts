import { createApi } from '#api/client.ts';
import { listReader } from '#api/lenient.ts';
import { thing } from '#contract/thing.ts';
import { parseJson } from '#lib/json.ts';
import { createSandbox } from '#sandbox/sandbox.ts';

import { callerOf } from '../fixtures/sandboxClient.ts';
import { sandboxServices, signInTo } from '../fixtures/sandboxServices.ts';
import { medianTime, printer } from './figures.ts';

const print = printer('api');

/**
 * Prints median costs of the API layer: reading 50 records (target: below 1 ms), and a list call compared with plain
 * `fetch`.
 */
const rounds = 301;
const warmUps = 100;
const pageSize = 50;
const readThings = listReader(thing, 'ExternalUniqueId');

const sandbox = createSandbox();
const { http, session } = sandboxServices(sandbox);
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

function readPage() {
  const items = parseJson(page);
  if (!Array.isArray(items)) throw new Error('The page is not a list');
  const { records } = readThings(items);
  if (records.length !== pageSize) throw new Error(`Read ${records.length} records`);
}
