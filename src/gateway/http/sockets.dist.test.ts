import { readdirSync, statSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createRandom, itemAt, type Random } from '#sandbox/world/random.ts';
import { type GatewayProcess, startProcess } from '#testing/fixtures/gatewayProcess.ts';
import { scaled } from '#testing/models/modelRuns.ts';

const connections = scaled(900);
/** The warm-up fills caches and compiles code, so that neither looks like a leak. */
const warmUp = 1_500;

const line = (start: string, ...headers: string[]) =>
  [start, 'Host: localhost', ...headers, '', ''].join('\r\n');
const ours = ['X-Sim-Console: 1', 'Sec-Fetch-Site: same-origin', 'Content-Type: application/json'];
const credentials = JSON.stringify({ username: 'writer', password: 'sandbox-writer' });
const page = line('GET /things HTTP/1.1');

/** The largest file of the build: a few copies exceed the buffers at both ends. */
const asset = readdirSync('dist/assets')
  .map((name) => `/assets/${name}`)
  .toSorted((a, b) => statSync(`dist${b}`).size - statSync(`dist${a}`).size)[0];

/** Complete messages; below, each may be truncated or sent in pieces, and its connection is then aborted. */
const messages: readonly ((random: Random, cookie: string) => Buffer | string)[] = [
  () => page,
  () => line('GET /healthz HTTP/1.1'),
  () => line(`GET ${asset} HTTP/1.1`).repeat(30),
  () => line('HEAD / HTTP/1.0'),
  () => line('CONNECT x:1 HTTP/1.1'),
  () => `${line('CONNECT x:1 HTTP/1.1')}${'tunnelled '.repeat(200)}`,
  () => line('GET / HTTP/1.1', 'Connection: Upgrade', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'),
  () =>
    line(
      'GET /api/things HTTP/1.1',
      'Connection: Upgrade',
      'Upgrade: websocket',
      'Sec-WebSocket-Version: 13',
      'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    ),
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00',
  () => Buffer.from('1603010200010001fc0303', 'hex'),
  () => line('OPTIONS * HTTP/1.1'),
  () => line('GET http://evil.example/things HTTP/1.1'),
  () => line('GET //evil.example/%5c..%2f HTTP/1.1'),
  () => line('GET / HTTP/1.1', 'Host: again'),
  () => line(`GET /${'a'.repeat(9_000)} HTTP/1.1`),
  () => line('GET / HTTP/1.1', `X-A: ${'a'.repeat(17_000)}`),
  () => line('GET / HTTP/1.1', 'Expect: more'),
  () => page.repeat(20),
  () => `${page.repeat(3)}garbage\r\n\r\n`,
  () => `${page}${line('CONNECT x:1 HTTP/1.1')}`,
  () => `${page}${line('GET / HTTP/1.1', 'Expect: more')}${page}`,
  () =>
    `${line('POST /session HTTP/1.1', ...ours, `Content-Length: ${credentials.length}`)}${credentials}`,
  () => `${line('POST /session HTTP/1.1', ...ours, 'Content-Length: 9')}{"user`,
  () => `${line('POST /session HTTP/1.1', ...ours, 'Expect: 100-continue', 'Content-Length: 2')}{}`,
  () =>
    `${line('POST /session HTTP/1.1', ...ours, 'Transfer-Encoding: chunked')}2\r\n{}\r\n0\r\nX: y\r\n\r\n`,
  () => `${line('POST /session HTTP/1.1', ...ours, 'Transfer-Encoding: chunked')}zz\r\n`,
  () => `${line('POST /session HTTP/1.1', ...ours, 'Content-Length: 70000')}${'x'.repeat(70_000)}`,
  () => `${line('PUT /things HTTP/1.1', 'Content-Length: 500000')}${'x'.repeat(400_000)}`,
  () => `${line('GET / HTTP/1.1', 'Content-Length: 5')}hello`,
  (_, cookie) => line('GET /api/things?limit=50&offset=0 HTTP/1.1', ...ours, `Cookie: ${cookie}`),
  (_, cookie) =>
    `${line('PUT /api/thingsgroup/none HTTP/1.1', ...ours, `Cookie: ${cookie}`, 'Content-Length: 2')}{}`,
  (random) => Buffer.from(random.hex(2 * (1 + random.int(3_000))), 'hex'),
  (random) => `GET /${Buffer.from(random.hex(200), 'hex').toString('latin1')} HTTP/1.1\r\n\r\n`,
  () => '',
];

/** The stage at which a connection is aborted. */
const stages = ['connected', 'cut', 'sent', 'sent a moment ago', 'answering', 'answered'] as const;
const ends = ['reset', 'half-close', 'close'] as const;

async function converse(port: number, random: Random, cookie: string): Promise<void> {
  const message = Buffer.from(itemAt(messages, random.int(messages.length))(random, cookie));
  const stage = itemAt(stages, random.int(stages.length));
  const end = itemAt(ends, random.int(ends.length));
  const pieces = random.int(3) === 0 ? 2 + random.int(4) : 1;
  const pause = random.int(3);

  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: random.int(2) === 0 });
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  const answered = new Promise<void>((resolve) => {
    socket.once('data', () => resolve());
    socket.once('end', () => resolve());
    socket.once('close', () => resolve());
  });
  // If the client reads nothing, the response stays in the server's memory.
  if (stage === 'answering') socket.pause();
  await Promise.race([new Promise((resolve) => socket.once('connect', resolve)), closed]);

  if (stage !== 'connected') {
    const sent = stage === 'cut' ? message.subarray(0, random.int(message.length + 1)) : message;
    const size = Math.ceil(sent.length / pieces) || 1;
    for (let at = 0; at < Math.max(1, sent.length); at += size) {
      socket.write(sent.subarray(at, at + size));
      if (pieces > 1) await wait(pause);
    }
  }
  if (stage === 'sent a moment ago') await wait(random.int(4));
  if (stage === 'answering') await wait(random.int(8));
  if (stage === 'answered') await Promise.race([answered, wait(60)]);
  finish(socket, end);
  if (end === 'half-close') await Promise.race([closed, wait(60)]);
  socket.destroy();
}

function finish(socket: Socket, end: (typeof ends)[number]): void {
  if (end === 'reset') socket.resetAndDestroy();
  else if (end === 'half-close') socket.resume().end();
  else socket.destroy();
}

let gateway: GatewayProcess;
beforeAll(async () => {
  gateway = await startProcess({
    // So that some connections are aborted while the service is being called.
    environment: { SANDBOX_LATENCY_MS: '5' },
    nodeOptions: [
      '--expose-gc',
      `--import=data:text/javascript,process.on('SIGUSR2',()=>globalThis.gc())`,
    ],
  });
});
afterAll(() => gateway.kill());

async function signIn(): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${gateway.port}/session`, {
    method: 'POST',
    headers: {
      'x-sim-console': '1',
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    },
    body: credentials,
  });
  return answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
}

/** Memory in use after garbage collection, in megabytes, and the number of connections. */
async function footprint(): Promise<{ heap: number; resident: number; sockets: number }> {
  // A refused connection may linger for a second.
  await wait(1_500);
  gateway.child.kill('SIGUSR2');
  await wait(100);
  return {
    heap: (await gateway.metric('nodejs_heap_size_used_bytes')) / 1e6,
    resident: (await gateway.metric('process_resident_memory_bytes')) / 1e6,
    sockets: await gateway.metric('nodejs_active_resources{type="TCPSocketWrap"}'),
  };
}

/** Polls the gateway's health until stopped, and returns every result other than a 200. */
function watchHealth() {
  const stop = new AbortController();
  const failures: string[] = [];
  let answers = 0;
  const watching = (async () => {
    while (!stop.signal.aborted) {
      const signal = AbortSignal.timeout(5_000);
      await fetch(`http://127.0.0.1:${gateway.port}/healthz`, { signal }).then(
        ({ status }) => (status === 200 ? answers++ : failures.push(String(status))),
        (error: unknown) => failures.push(String(error)),
      );
      await wait(25);
    }
  })();
  return {
    async stop() {
      stop.abort();
      await watching;
      return { answers, failures };
    },
  };
}

it(`H12: connections that break every rule, in any order, and break off at any time leave the gateway alive, responsive and without extra memory use after ${connections} of them`, async () => {
  const random = createRandom(11);
  const cookie = await signIn();
  let started = 0;
  const isAlive = () => gateway.end() === undefined;

  async function storm(until: number): Promise<void> {
    const lanes = Array.from({ length: 48 }, async () => {
      while (started < until && isAlive()) {
        started++;
        // Anyone who can reach the machine can also reach the metrics port.
        await converse(started % 8 === 0 ? gateway.metricsPort : gateway.port, random, cookie);
      }
    });
    await Promise.all(lanes);
    expect(isAlive(), `ended by connection ${started}: ${gateway.output.stderr}`).toBe(true);
  }

  const health = watchHealth();
  await storm(warmUp);
  const before = await footprint();
  await storm(warmUp + connections);
  const after = await footprint();

  const { answers, failures } = await health.stop();
  expect(failures).toEqual([]);
  expect(answers).toBeGreaterThan(50);
  expect(after.heap - before.heap).toBeLessThan(5);
  // While memory is free, Node takes more than it uses, up to a limit; 5,000 leaks would exceed that limit.
  expect(after.resident - before.resident).toBeLessThan(150);
  // The sockets of the health checks.
  expect(after.sockets).toBeLessThan(10);
  expect(gateway.output.stderr).toBe('');
  expect(gateway.output.stdout).not.toContain('"event":"failure"');
});
