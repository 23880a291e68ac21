import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { printer } from '#testing/load/figures.ts';

import { freePort } from '../../src/testing/fixtures/gatewayProcess.ts';
import { startPostgres } from '../../src/testing/fixtures/testPostgres.ts';

const print = printer('gateway');

/**
 * Prints the time that the gateway adds to a call under load, with each program in its own process: 200 requests a
 * second for 30 s (`-- <seconds>` for a different duration), compared with the same load on the sandbox alone, for each
 * kind of session store. Each call lists different SIMs, so a gateway with an inventory has to write all of them.
 */
const seconds = Number(process.argv[2] ?? 30);
const perSecond = 200;
const root = resolve(import.meta.dirname, '../..');
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
const children: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'sim-console-bench-'));
const postgres = await startPostgres();
try {
  const sandboxPort = await freePort();
  await start('src/sandbox/main.ts', { PORT: String(sandboxPort), SANDBOX_THINGS: String(sims) });
  const sandbox = `http://127.0.0.1:${sandboxPort}`;
  const direct = await Promise.all(users.map((user) => signInTo(sandbox, user)));
  // Warms up before measuring, as below.
  await load(sandbox, direct, 3);
  const alone = await load(sandbox, direct, seconds);
  print('median, sandbox alone', alone.p50, 'ms');
  print('99 %, sandbox alone', alone.p99, 'ms');

  const inMemory = await measure('memory', sandbox, 'sqlite::memory:', alone, 'off');
  const file = `sqlite:${join(folder, 'console.db')}`;
  const inFile = await measure('SQLite', sandbox, file, alone, 'off');
  print(
    'the SQLite file adds to a call, median (target: below 1 ms)',
    inFile.idle - inMemory.idle,
    'ms',
  );
  await measure('SQLite, with the inventory', sandbox, file, alone, 'on');
  const database = await postgres.createDatabase();
  const inPostgres = await measure('PostgreSQL', sandbox, database, alone, 'off');
  print(
    'PostgreSQL adds to a call, median (target: below 3 ms)',
    inPostgres.idle - inMemory.idle,
    'ms',
  );
  await measure('PostgreSQL, with the inventory', sandbox, database, alone, 'on');
} finally {
  agent.destroy();
  for (const child of children) child.kill();
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** The load on a gateway that keeps its sessions in this store. */
async function measure(
  name: string,
  sandbox: string,
  databaseUrl: string,
  alone: Load,
  inventory: 'on' | 'off',
): Promise<{ readonly idle: number }> {
  const [gatewayPort, metricsPort] = [await freePort(), await freePort()];
  const child = await start('src/gateway/main.ts', {
    PORT: String(gatewayPort),
    METRICS_PORT: String(metricsPort),
    SIM_API_URL: sandbox,
    SIM_CONSOLE_URL: sandbox,
    DATABASE_URL: databaseUrl,
    FLEET_MEMORY: inventory,
    DRAIN_SECONDS: '0',
  });
  const gateway = `http://127.0.0.1:${gatewayPort}`;
  const metrics = `http://127.0.0.1:${metricsPort}/metrics`;
  const behind = await Promise.all(users.map((user) => signInBehind(gateway, user)));
  await load(`${gateway}/api`, behind, 3);

  const idle = await oneByOne(`${gateway}/api${list()}`, behind[0] ?? {});
  const before = await residentMegabytes(metrics);
  const workedBefore = await processorSeconds(metrics);
  const through = await load(`${gateway}/api`, behind, seconds);
  const after = await residentMegabytes(metrics);
  const worked = (await processorSeconds(metrics)) - workedBefore;
  const dropped = await droppedLists(metrics);
  child.kill();

  const say = (what: string, value: number, unit = '') => print(`${name}: ${what}`, value, unit);
  say(`${perSecond} requests/s for ${seconds} s, failures (target: 0)`, through.failures);
  say('median of calls one after the other', idle, 'ms');
  say('median, through the gateway', through.p50, 'ms');
  say('99 %, through the gateway', through.p99, 'ms');
  say('added at 99 % (target: at most 50 ms)', through.p99 - alone.p99, 'ms');
  // Comparable even on a machine with other load.
  say('the gateway’s processor time per call', (1000 * worked) / (seconds * perSecond), 'ms');
  say('the gateway’s memory before', before, 'MB');
  say('the gateway’s memory after (target: at most 300 MB)', after, 'MB');
  if (inventory === 'on') say('lists dropped because the store was too slow', dropped);
  return { idle };
}

/** Starts one of the project's programs and waits for its first line of output. */
async function start(program: string, env: Record<string, string>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [resolve(root, program)], {
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await new Promise<void>((ready, fail) => {
    child.stdout.once('data', () => ready());
    child.once('exit', (code) => fail(new Error(`${program} ended with ${code}`)));
  });
  child.stdout.resume();
  return child;
}

/** Median in milliseconds of calls that are sent one after the other. */
async function oneByOne(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const times: number[] = [];
  while (times.length < 500) times.push((await get(url, headers)).ms);
  return times.toSorted((a, b) => a - b)[250] ?? Number.NaN;
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

async function signInTo(origin: string, username: string): Promise<Record<string, string>> {
  const answer = await fetch(`${origin}/v1/auth/token`, {
    method: 'POST',
    body: JSON.stringify({ username, password: `sandbox-${username}` }),
  });
  const pair: unknown = await answer.json();
  const token = String(Reflect.get(Object(pair), 'access_token'));
  const [, claims = ''] = token.split('.');
  const payload: unknown = JSON.parse(Buffer.from(claims, 'base64url').toString());
  const apikey = String(Reflect.get(Object(payload), 'customer_id'));
  return { authorization: `Bearer ${token}`, apikey };
}

async function signInBehind(origin: string, username: string): Promise<Record<string, string>> {
  const ours = { 'x-sim-console': '1', 'sec-fetch-site': 'same-origin' };
  const answer = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { ...ours, 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: `sandbox-${username}` }),
  });
  const [cookie = ''] = answer.headers.getSetCookie()[0]?.split(';') ?? [];
  if (!answer.ok) throw new Error(`The sign-in behind the gateway returned ${answer.status}`);
  return { ...ours, cookie };
}

async function residentMegabytes(url: string): Promise<number> {
  const text = await (await fetch(url)).text();
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(text)?.[1]) / 1e6;
}

async function processorSeconds(url: string): Promise<number> {
  const text = await (await fetch(url)).text();
  return Number(/^process_cpu_seconds_total (\S+)$/m.exec(text)?.[1]);
}

async function droppedLists(url: string): Promise<number> {
  const text = await (await fetch(url)).text();
  const [, count = '0'] =
    /^sim_console_records_dropped_total\{record="list of Things"\} (\S+)$/m.exec(text) ?? [];
  return Number(count);
}
