import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { resolve } from 'node:path';

import { ours, signIn } from '#testing/load/consoleClient.ts';
import { median, printer } from '#testing/load/figures.ts';
import { onEachDatabase } from '#testing/load/onEachDatabase.ts';

import { freePort, inherited, startProcess } from '../../src/testing/fixtures/gatewayProcess.ts';
import { callerOf } from '../../src/testing/fixtures/sandboxClient.ts';

const print = printer('gateway');

/**
 * Prints the time that the gateway adds to a call under load, with each program in its own process: 200 requests a
 * second for 30 s (`-- <seconds>` for a different duration), compared with the same load on the sandbox alone, for each
 * kind of session store. Each call lists different SIMs, so a gateway with an inventory has to write all of them.
 */
const seconds = Number(process.argv[2] ?? 30);
const perSecond = 200;
const users = ['writer', 'reader', 'admin'];
const sims = 200_000;
const pageSize = 50;
const list = (page = 0) => `/things?limit=${pageSize}&offset=${(page * pageSize) % sims}`;

interface Load {
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 50 });
const sandboxPort = await freePort();
const sandbox = `http://127.0.0.1:${sandboxPort}`;
const service = spawn(
  process.execPath,
  [resolve(import.meta.dirname, '../../src/sandbox/main.ts')],
  {
    env: { ...inherited, PORT: String(sandboxPort), SANDBOX_THINGS: String(sims) },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
await once(service.stdout, 'data');
service.stdout.resume();
try {
  const direct = await Promise.all(
    users.map(async (user) => (await callerOf({ fetch: send }, user)).headers),
  );
  // Warms up before measuring, as below.
  await load(sandbox, direct, 3);
  const alone = await load(sandbox, direct, seconds);
  print('median, sandbox alone', alone.p50);
  print('99 %, sandbox alone', alone.p99);

  const inMemory = await measure('memory', 'sqlite::memory:', alone, 'off');
  await onEachDatabase(async (name, address) => {
    const idle = await measure(name, address, alone, 'off');
    const target = name === 'SQLite' ? 1 : 3;
    print(`${name} adds to a call, median (target: below ${target} ms)`, idle - inMemory);
    await measure(`${name}, with the inventory`, address, alone, 'on');
  });
} finally {
  agent.destroy();
  service.kill();
}

/** Sends a request of the tests' client to the sandbox's process. */
function send(given: Request): Promise<Response> {
  return fetch(new Request(given.url.replace(/^http:..[^/]+/, sandbox), given));
}

/**
 * The load on a gateway that keeps its sessions in this store.
 *
 * @returns the median of calls that are sent one after the other, in milliseconds
 */
async function measure(
  name: string,
  databaseUrl: string,
  alone: Load,
  inventory: 'on' | 'off',
): Promise<number> {
  const gateway = await startProcess({
    environment: {
      SIM_API_URL: sandbox,
      SIM_CONSOLE_URL: sandbox,
      DATABASE_URL: databaseUrl,
      FLEET_MEMORY: inventory,
      DRAIN_SECONDS: '0',
    },
  });
  try {
    const api = `http://127.0.0.1:${gateway.port}/api`;
    const behind = await Promise.all(
      users.map(async (user) => ({
        ...ours,
        cookie: await signIn(gateway.port, user, `sandbox-${user}`),
      })),
    );
    await load(api, behind, 3);

    const idle = await oneByOne(`${api}${list()}`, behind[0] ?? {});
    const megabytes = async () => (await gateway.metric('process_resident_memory_bytes')) / 1e6;
    const worked = () => gateway.metric('process_cpu_seconds_total');
    const [before, workedBefore] = [await megabytes(), await worked()];
    const through = await load(api, behind, seconds);
    const [after, workedAfter] = [await megabytes(), await worked()];
    const dropped = await gateway.metric(
      'sim_console_records_dropped_total{record="list of Things"}',
    );

    const say = (what: string, value: number, unit = 'ms') =>
      print(`${name}: ${what}`, value, unit);
    say(`${perSecond} requests/s for ${seconds} s, failures (target: 0)`, through.failures, '');
    say('median of calls one after the other', idle);
    say('median, through the gateway', through.p50);
    say('99 %, through the gateway', through.p99);
    say('added at 99 % (target: at most 50 ms)', through.p99 - alone.p99);
    // Comparable even on a machine with other load.
    const perCall = (1000 * (workedAfter - workedBefore)) / (seconds * perSecond);
    say('the gateway’s processor time per call', perCall);
    say('the gateway’s memory before', before, 'MB');
    say('the gateway’s memory after (target: at most 300 MB)', after, 'MB');
    if (inventory === 'on') say('lists dropped because the store was too slow', dropped, '');
    return idle;
  } finally {
    await gateway.kill();
  }
}

/** Median in milliseconds of calls that are sent one after the other. */
async function oneByOne(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const times: number[] = [];
  while (times.length < 500) times.push((await get(url, headers)).ms);
  return median(times);
}

/** Lists page after page at a constant rate, so that a slow response does not delay other requests. */
async function load(
  origin: string,
  callers: readonly Readonly<Record<string, string>>[],
  duration: number,
): Promise<Load> {
  const times: number[] = [];
  let failures = 0;
  const calls: Promise<void>[] = [];
  const begun = performance.now();
  for (let sent = 0; sent < duration * perSecond; sent++) {
    const due = begun + (sent * 1000) / perSecond;
    const wait = due - performance.now();
    if (wait > 0) await new Promise((go) => setTimeout(go, wait));
    const headers = callers[sent % callers.length] ?? {};
    calls.push(
      get(`${origin}${list(sent)}`, headers).then(
        ({ status, ms }) => {
          times.push(ms);
          if (status !== 200) failures++;
          return undefined;
        },
        () => void failures++,
      ),
    );
  }
  await Promise.all(calls);
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), failures };
}

function get(
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ status: number; ms: number }> {
  return new Promise((done, fail) => {
    const begun = performance.now();
    const sent = request(url, { agent, headers }, (answer) => {
      answer.resume();
      answer.once('end', () => {
        done({ status: answer.statusCode ?? 0, ms: performance.now() - begun });
      });
    });
    sent.once('error', fail);
    sent.end();
  });
}
