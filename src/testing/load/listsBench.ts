import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

import * as z from 'zod/mini';

import { type GatewayProcess, startProcess } from '../fixtures/gatewayProcess.ts';
import { listening, portOf } from '../fixtures/listening.ts';
import { call, signIn } from './consoleClient.ts';

/**
 * Prints the cost to other users of lists that are large, or crafted to be expensive: how long a gateway's event loop
 * is blocked (target: below 50 ms), how long `/healthz` waits in the meantime, and how much memory the gateway takes.
 * The service runs in the bench's process, on the same machine. Needs a build: `npm run build`.
 */
const mebibyte = 1024 * 1024;
/** Just below the size limit of responses that are forwarded. */
const long = 9.9 * mebibyte;
/** Just below the size and item limits of lists that are recorded. */
const recorded = 2.99 * mebibyte;
const mostValues = 199_000;

const groups = '/api/thingsgroup/listWithMeasures';
const things = '/api/things?limit=50&offset=0';
const page = '/things';

/** A list with as many copies of an item as the size allows. */
function listOf(item: (index: number) => string, maxBytes: number, maxItems = Infinity): string {
  const items: string[] = [];
  for (let bytes = 2; items.length < maxItems;) {
    const text = item(items.length);
    bytes += text.length + 1;
    if (bytes > maxBytes) break;
    items.push(text);
  }
  return `[${items.join(',')}]`;
}

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
const group = (index: number) => `{"ThingsGroupId":"${index}"}`;
const network = (index: number) => `{"NetworkName":"${String(index).padStart(200, 'n')}"}`;
const groupWithNetworks = (index: number) =>
  `{"ThingsGroupId":"${index}","Networks":${listOf(network, mebibyte, 5)}}`;
const thing = (index: number) => `{"ExternalUniqueId":"${index}"}`;
const longThing = (index: number) =>
  `{"ExternalUniqueId":"${index}","IMEI":"${'3'.repeat(256)}","ThingName":"${'<'.repeat(14_000)}"}`;

interface Attack {
  readonly name: string;
  readonly path: string;
  readonly list: string;
  /** The number of simultaneous calls. */
  readonly atOnce?: number;
}

const attacks: readonly Attack[] = [
  {
    name: 'a list of Things as the service sends them',
    path: things,
    list: listOf(thing, long, 50),
  },
  { name: '9.9 MiB of tiny groups', path: groups, list: listOf(group, long) },
  { name: '9.9 MiB of nested arrays', path: groups, list: nested(long / 2) },
  { name: '9.9 MiB of nested arrays as Things', path: things, list: nested(long / 2) },
  { name: '30 lists of 9.9 MiB in parallel', path: groups, list: nested(long / 2), atOnce: 30 },
  { name: '2,000 groups in 3 MiB', path: groups, list: listOf(groupWithNetworks, recorded, 2000) },
  {
    name: '30 of them in parallel',
    path: groups,
    list: listOf(groupWithNetworks, recorded, 2000),
    atOnce: 30,
  },
  { name: '3 MiB of tiny groups', path: groups, list: listOf(group, recorded, mostValues / 2) },
  {
    name: '199,000 empty values',
    path: groups,
    list: listOf(() => '{}', recorded, mostValues / 2),
  },
  { name: '200 Things in 3 MiB', path: things, list: listOf(longThing, recorded) },
  { name: '30 of them in parallel', path: things, list: listOf(longThing, recorded), atOnce: 30 },
  { name: 'a page with rows of 9.9 MiB', path: page, list: listOf(longThing, long) },
  { name: '30 such pages in parallel', path: page, list: listOf(longThing, long), atOnce: 30 },
];

const figures = z.object({ worstMs: z.number(), peakMegabytes: z.number() });

let body = '[]';
const service = createServer((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/json');
  const isSignIn = request.url?.startsWith('/v1/auth/') === true;
  response.end(isSignIn ? JSON.stringify(pair) : body);
});
const pair = {
  token_type: 'Bearer',
  access_token: 'access',
  refresh_token: 'refresh',
  customer_id: 'cid_123',
};
await listening(service);
try {
  for (const attack of attacks) await measure(attack);
} finally {
  service.close();
  service.closeAllConnections();
}

/** Each list has its own gateway, so that none bears the previous list's costs. */
async function measure({ name, path, list, atOnce = 1 }: Attack): Promise<void> {
  const origin = `http://127.0.0.1:${portOf(service)}`;
  const gateway = await startProcess({
    environment: { SIM_API_URL: origin, SIM_CONSOLE_URL: origin, DRAIN_SECONDS: '0' },
    nodeOptions: ['--import', new URL('loopWatch.ts', import.meta.url).href],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  try {
    const cookie = await signIn(gateway.port, 'anna');
    // Lists are recorded only after a list has confirmed the customer id, and code is slow the first time.
    for (let turn = 0; turn < 30; turn++) {
      body = `[${thing(0)}]`;
      await call(gateway.port, cookie, { path: things });
      body = `[${group(0)}]`;
      await call(gateway.port, cookie, { path: groups });
    }
    const before = await ask(gateway);
    body = list;
    const over = new AbortController();
    const health = watchHealth(gateway.port, over.signal);
    await Promise.all(Array.from({ length: atOnce }, () => open(gateway.port, cookie, path)));
    // Lists are recorded after their responses.
    await delay(3000);
    over.abort();
    const worstHealth = await health;
    const { worstMs, peakMegabytes } = await ask(gateway);
    print(name, [worstMs, worstHealth, before.peakMegabytes, peakMegabytes]);
  } finally {
    await gateway.kill();
  }
}

/** Does not use `fetch`, which sends headers that identify it. */
function open(port: number, cookie: string, path: string): Promise<void> {
  const headers = {
    cookie,
    'accept-encoding': 'gzip',
    'sec-fetch-site': 'same-origin',
    ...(path === page ? { 'sec-fetch-mode': 'navigate' } : { 'x-sim-console': '1' }),
  };
  return new Promise((done, fail) => {
    get({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume().once('end', done).once('error', fail);
    }).once('error', fail);
  });
}

/** @returns the longest time, in milliseconds */
async function watchHealth(port: number, signal: AbortSignal): Promise<number> {
  let worst = 0;
  while (!signal.aborted) {
    const begun = performance.now();
    await call(port, undefined, { path: '/healthz' });
    worst = Math.max(worst, performance.now() - begun);
    await delay(5);
  }
  return worst;
}

async function ask({ child }: GatewayProcess): Promise<z.infer<typeof figures>> {
  const answered = once(child, 'message');
  child.send('figures');
  return z.tuple([figures], z.unknown()).parse(await answered)[0];
}

function print(name: string, values: readonly number[]): void {
  const [worst, health, before, peak] = values.map((value) => value.toFixed(0).padStart(5));
  process.stdout.write(
    `${name.padEnd(44)} loop blocked ${worst} ms, /healthz ${health} ms, memory ${before} to ${peak} MB\n`,
  );
}
